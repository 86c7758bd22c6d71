import { operations } from '../contract/operations/index.ts'
import { type OpenApiOptions, settingsOf } from './options.ts'
import { contractSchemas, reachedFrom, referencePrefix, withReferences } from './schemas.ts'
import type { Json, JsonSchema } from './types.ts'

/**
 * The JSON Schema (2020-12) of every resource, input and error body by its name, such as `User` or
 * `CreateUserInput`. Each is whole: what it refers to stands in its `$defs`.
 *
 * @throws TypeError that names the option that is not known, and the base URL or word that is none.
 */
export function jsonSchemas(options: OpenApiOptions = {}): Readonly<Record<string, JsonSchema>> {
  const { components } = contractSchemas(operations, settingsOf(options))
  return Object.fromEntries(Object.keys(components).map((name) => [name, standingAlone(name, components)]))
}

function standingAlone(name: string, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const needed = reachedFrom(components, [components[name]])
  const defs = Object.fromEntries([...needed].toSorted().map((each) => [each, inDefs(components[each]!)]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:identikit:schema:${name}`,
    title: name,
    ...(inDefs(components[name]!) as JsonSchema),
    ...(needed.size > 0 ? { $defs: defs } : {}),
  }
}

/** A schema whose references lead to `$defs`. */
function inDefs(value: Json): Json {
  return withReferences(value, (reference) => reference.replace(referencePrefix, '#/$defs/'))
}

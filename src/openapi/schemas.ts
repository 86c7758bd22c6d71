import { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import { handWrittenSchemas } from './hand-written-schemas.ts'
import { propertyTexts, schemaTexts } from './schema-texts.ts'
import type { Json, JsonObject, JsonSchema } from './types.ts'

/** The contract's schemas as JSON Schema: those with a name, and those of the bodies and queries. */
export interface ContractSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly body: (operation: Operation) => JsonSchema | undefined
  readonly reply: (operation: Operation, status: number) => JsonSchema | undefined
  /** The query's and the headers' properties by name. */
  readonly parameters: (
    operation: Operation,
    place: 'query' | 'headers',
  ) => Readonly<Record<string, JsonSchema>>
}

/** Converts all the schemas of some operations in one go, so that what they share is converted once. */
export function contractSchemas(operations: readonly Operation[], vocabulary: Vocabulary): ContractSchemas {
  const whole = z.toJSONSchema(z.object(parts(operations)), {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // What is read from a text loses its default on the way.
      const { default: otherwise } = z.globalRegistry.get(zodSchema) ?? {}
      if (otherwise !== undefined) (jsonSchema as Writable).default = otherwise
      adapt(jsonSchema as Writable, vocabulary)
    },
  }) as { properties: Record<string, JsonSchema>; $defs: Record<string, JsonSchema> }
  const written = handWrittenSchemas(vocabulary)
  const components: Record<string, JsonSchema> = {}
  for (const name of [...new Set([...Object.keys(whole.$defs), ...Object.keys(written)])].toSorted()) {
    components[name] = described(name, written[name] ?? (finished(whole.$defs[name]!) as JsonSchema))
  }
  const part = (name: string): JsonSchema | undefined =>
    name in whole.properties ? (finished(whole.properties[name]!) as JsonSchema) : undefined
  return {
    components,
    body: ({ name }) => part(`${name}.body`),
    reply: ({ name }, status) => part(`${name}.${status}`),
    parameters: ({ name }, place) =>
      (part(`${name}.${place}`)?.['properties'] ?? {}) as Record<string, JsonSchema>,
  }
}

function parts(operations: readonly Operation[]): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const { name, query, headers, body, responses } of operations) {
    if (query) shape[`${name}.query`] = query
    if (headers) shape[`${name}.headers`] = headers
    if (body) shape[`${name}.body`] = body
    for (const [status, reply] of Object.entries(responses)) if (reply) shape[`${name}.${status}`] = reply
  }
  return shape
}

type Writable = Record<string, unknown>

/** Turns what the contract's schemas say in their own way into JSON Schema. */
function adapt(schema: Writable, vocabulary: Vocabulary): void {
  const { vocabulary: spelling, values, type } = schema
  delete schema.vocabulary
  delete schema.values
  if (typeof spelling === 'string') {
    const word = vocabulary[spelling as keyof Vocabulary]
    if (values === undefined) schema.const = word
    else schema.enum = [word, ...(values as readonly string[])]
  } else if (values !== undefined) {
    schema.type = 'array'
    schema.items = { type: 'string', enum: values }
  }
  if (type === 'boolean' || type === 'integer') {
    // A query's flags and numbers are texts to the contract, which reads them.
    delete schema.enum
    delete schema.pattern
  }
  if ('example' in schema) {
    schema.examples = [schema.example]
    delete schema.example
  }
  // Objects are open: replies may grow, and what is not known is ignored. JSON Schema takes that as read.
  if (isEmpty(schema.additionalProperties) && schema.properties !== undefined)
    delete schema.additionalProperties
  collapseNull(schema)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** What may be null is written as two types where it has a type, which more tools read. */
function collapseNull(schema: Writable): void {
  const { anyOf } = schema as { anyOf?: readonly Writable[] }
  if (anyOf?.length !== 2 || anyOf[1]?.type !== 'null') return
  const [value] = anyOf
  if (typeof value?.type !== 'string' || 'const' in value) return
  delete schema.anyOf
  for (const [key, setting] of Object.entries(value)) schema[key] ??= setting
  schema.type = [value.type, 'null']
  if (Array.isArray(value.enum)) schema.enum = [...(value.enum as unknown[]), null]
}

/** References lead to the components, and no member is undefined. */
function finished(value: unknown): Json {
  if (Array.isArray(value)) return value.map(finished)
  if (typeof value !== 'object' || value === null) return value as Json
  const object: Record<string, Json> = {}
  for (const [key, member] of Object.entries(value)) {
    // A property may be called so too; then its schema stands there.
    if (key === 'id' && typeof member === 'string') continue
    object[key] =
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', '#/components/schemas/')
        : finished(member)
  }
  return object
}

/** Adds what a schema and its properties are. */
function described(name: string, schema: JsonSchema): JsonSchema {
  const texts = propertyTexts[name]
  const description = schemaTexts[name]
  const properties = schema['properties'] as Readonly<Record<string, JsonObject>> | undefined
  return {
    ...(description === undefined ? {} : { description }),
    ...schema,
    ...(texts && properties ? { properties: describedProperties(properties, texts) } : {}),
  }
}

function describedProperties(
  properties: Readonly<Record<string, JsonObject>>,
  texts: Readonly<Record<string, string | JsonObject>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const text = texts[name]
      if (text === undefined) return [name, schema]
      return [name, { ...schema, ...(typeof text === 'string' ? { description: text } : text) }]
    }),
  )
}

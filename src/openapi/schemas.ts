import { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { Settings } from './options.ts'
import { handWrittenSchemas } from './hand-written-schemas.ts'
import type { Json, JsonObject, JsonSchema } from './types.ts'

/** The beginning of a reference to a component. */
export const referencePrefix = '#/components/schemas/'

/** The contract's schemas as JSON Schema: those with a name, and those of the bodies and queries. */
export interface ContractSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>
  /** The body that an operation takes. Schemas that replies also have are `…Input` there, open and to be written. */
  readonly body: (operation: Operation) => JsonSchema | undefined
  readonly reply: (operation: Operation, status: number) => JsonSchema | undefined
  /** The query's and the headers' properties by name. */
  readonly parameters: (
    operation: Operation,
    place: 'query' | 'headers',
  ) => Readonly<Record<string, JsonSchema>>
}

/** Converts all the schemas of some operations in one go, so that what they share is converted once. */
export function contractSchemas(
  operations: readonly Operation[],
  { vocabulary, openReplies }: Pick<Settings, 'vocabulary' | 'openReplies'>,
): ContractSchemas {
  const whole = z.toJSONSchema(z.object(parts(operations)), {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // A value that is read from a text loses its default on the way.
      const { default: otherwise } = z.globalRegistry.get(zodSchema) ?? {}
      if (otherwise !== undefined) (jsonSchema as Writable).default = otherwise
      adapt(jsonSchema as Writable, vocabulary)
    },
  }) as { properties: Record<string, JsonSchema>; $defs: Record<string, JsonSchema> }
  const written = handWrittenSchemas()
  const components: Record<string, JsonSchema> = {}
  for (const name of [...new Set([...Object.keys(whole.$defs), ...Object.keys(written)])].toSorted()) {
    const { description, ...schema } = written[name] ?? (finished(whole.$defs[name]) as JsonSchema)
    components[name] = description === undefined ? schema : { description, ...schema }
  }
  const part = (name: string, change: (schema: Json) => Json): JsonSchema | undefined =>
    name in whole.properties ? (change(finished(whole.properties[name]!)) as JsonSchema) : undefined
  const asReply = openReplies ? asItIs : closed
  const reached = (isBody: boolean): ReadonlySet<string> => {
    const names = Object.keys(whole.properties).filter((name) =>
      isBody ? name.endsWith('.body') : /\.\d+$/.test(name),
    )
    return reachedFrom(
      components,
      names.map((name) => part(name, asItIs)),
    )
  }
  const [taken, answered] = [reached(true), reached(false)]
  // A schema for both directions becomes two: one to be written and open, one as replies have it.
  const shared = new Set([...taken].filter((name) => answered.has(name) && 'properties' in components[name]!))
  // A request refers to the open half of what replies have too.
  const toInput = (schema: Json): Json =>
    withReferences(schema, (reference) =>
      shared.has(reference.slice(referencePrefix.length)) ? `${reference}Input` : reference,
    )
  const all = Object.entries(components).flatMap(([name, schema]): [string, JsonSchema][] => {
    const input = toInput(schema) as JsonSchema
    if (shared.has(name))
      return [
        [name, asReply(schema) as JsonSchema],
        [`${name}Input`, input],
      ]
    return [[name, taken.has(name) ? input : (asReply(schema) as JsonSchema)]]
  })
  return {
    components: Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    body: ({ name }) => part(`${name}.body`, toInput),
    reply: ({ name }, status) => part(`${name}.${status}`, asReply),
    parameters: ({ name }, place) =>
      (part(`${name}.${place}`, asItIs)?.['properties'] ?? {}) as Record<string, JsonSchema>,
  }
}

function asItIs(schema: Json): Json {
  return schema
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
  // The type lets more in, of which the document says whether there is any.
  const isReference = '$ref' in schema
  if ((schema.properties !== undefined || isReference) && typeof schema.additionalProperties === 'object')
    delete schema.additionalProperties
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.mayHoldMore === true) schema.additionalProperties = true
  delete schema.mayHoldMore
  if ('example' in schema) {
    schema.examples = [schema.example]
    delete schema.example
  }
  collapseNull(schema)
  if (schema.neverNull === true) {
    const [{ anyOf }] = [schema as { anyOf: readonly Writable[] }]
    Object.assign(schema, anyOf[0])
    delete schema.anyOf
  }
  delete schema.neverNull
}

/** Writes null as a second type where the value has a type: more tools read that. */
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
        ? member.replace('#/$defs/', referencePrefix)
        : finished(member)
  }
  return object
}

/** The names of the components that some schemas refer to, or what they refer to does. */
export function reachedFrom(
  components: Readonly<Record<string, JsonSchema>>,
  schemas: readonly (Json | undefined)[],
): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: Json | undefined): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value as JsonObject)) {
      const name = key === '$ref' ? (member as string).slice(referencePrefix.length) : undefined
      if (name === undefined) visit(member)
      else if (!found.has(name)) {
        found.add(name)
        visit(components[name])
      }
    }
  }
  for (const schema of schemas) visit(schema)
  return found
}

/** A schema with other references; members that are undefined are left out. */
export function withReferences(value: Json, change: (reference: string) => string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withReferences(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([key, member]) => {
      if (member === undefined) return []
      const isReference = key === '$ref' && typeof member === 'string'
      return [[key, isReference ? change(member) : withReferences(member, change)]]
    }),
  )
}

/** A schema of a reply, whose objects have nothing that is not listed. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const object = Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [key, closed(member!)]),
  )
  return 'properties' in object && !('additionalProperties' in object)
    ? { ...object, additionalProperties: false }
    : object
}

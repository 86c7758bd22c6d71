import type { Json, JsonObject } from './types.ts'

/**
 * A document of OpenAPI 3.1 as one of 3.0.3, for generators that read no other. Keywords that 3.0 lacks are rewritten
 * where it can say the same. Otherwise they are left out, and the schema allows more.
 */
export function asOpenApi30(document: object): JsonObject {
  const { jsonSchemaDialect: _, info, ...whole } = document as JsonObject
  const rest = withScalars(whole, (whole['components'] as JsonObject)['schemas'] as JsonObject)
  const { summary, license, ...told } = info as JsonObject
  const { identifier, ...named } = license as JsonObject
  return {
    ...(inDocument(rest) as JsonObject),
    openapi: '3.0.3',
    info: {
      ...told,
      license: { ...named, url: `https://spdx.org/licenses/${identifier as string}.html` },
      ...(summary === undefined
        ? {}
        : { description: `${summary as string}\n\n${told['description'] as string}` }),
    },
  }
}

/** Nothing next to a reference counts in 3.0: a text or number replaces a reference that has neighbours. */
function withScalars<Value extends Json>(value: Value, schemas: JsonObject): Value {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((each) => withScalars(each, schemas)) as Json as Value
  const { $ref, ...beside } = mapped(value, (member) => withScalars(member, schemas))
  const [, name = ''] = /^#\/components\/schemas\/(.+)$/.exec(($ref ?? '') as string) ?? []
  const target = schemas[name] as JsonObject | undefined
  if (Object.keys(beside).length > 0 && typeof target?.['type'] === 'string' && isScalar(target['type']))
    return { ...target, ...beside } as Json as Value
  return ($ref === undefined ? beside : { $ref, ...beside }) as Json as Value
}

function isScalar(type: string): boolean {
  return type !== 'object' && type !== 'array'
}

/** Everything but schemas stays as it is. */
function inDocument(value: Json, key = ''): Json {
  if (isList(value)) return value.map((each) => inDocument(each))
  if (typeof value !== 'object' || value === null || isExample(key)) return value
  if (key === 'schemas') return mapped(value, schema30)
  return mapped(value, (member, name) => (name === 'schema' ? schema30(member) : inDocument(member, name)))
}

/** Whether the member of this name is a value, whatever its own members are called. */
function isExample(key: string): boolean {
  return key === 'example' || key === 'value' || key.startsWith('x-')
}

function mapped(value: JsonObject, change: (member: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, change(member, name)] as const],
    ),
  )
}

/** Keywords whose value is one schema, a list of schemas, and schemas by name. */
const single = new Set(['items', 'not', 'additionalProperties'])
const lists = new Set(['anyOf', 'oneOf', 'allOf'])
const unknown = new Set([
  '$schema',
  '$comment',
  'propertyNames',
  'patternProperties',
  'prefixItems',
  'contains',
  'unevaluatedProperties',
  'if',
  'then',
  'else',
])

function schema30(value: Json): Json {
  if (typeof value !== 'object' || value === null || isList(value)) return value
  if ('$ref' in value) {
    const { $ref = '', ...beside } = value
    // Nothing next to a reference counts in 3.0.
    return Object.keys(beside).length === 0
      ? { $ref }
      : { allOf: [{ $ref }], ...(schema30(beside) as JsonObject) }
  }
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      member !== undefined &&
      !unknown.has(name) &&
      // A time is not a text to generators, which stop at a pattern of it.
      !(name === 'pattern' && value['format'] === 'date-time'),
  )
  return Object.assign({}, ...kept.map(([name, member]) => keyword30(name, member!))) as JsonObject
}

function keyword30(name: string, value: Json): JsonObject {
  if (name === 'properties') return { properties: mapped(value as JsonObject, schema30) }
  if (single.has(name)) return { [name]: schema30(value) }
  if (lists.has(name)) return alternatives(name, value as readonly Json[])
  if (name === 'type') return type30(value)
  if (name === 'const') return { enum: [value] }
  if (name === 'examples') return { example: (value as readonly Json[])[0] }
  if (name === 'exclusiveMinimum') return { minimum: value, exclusiveMinimum: true }
  if (name === 'exclusiveMaximum') return { maximum: value, exclusiveMaximum: true }
  return { [name]: value }
}

/** Only null. */
const onlyNull: JsonObject = { type: 'string', nullable: true, enum: [null] }

function type30(type: Json): JsonObject {
  const types = isList(type) ? type : [type]
  const others = types.filter((each) => each !== 'null')
  const nullable = others.length < types.length ? { nullable: true } : {}
  if (others.length === 0) return onlyNull
  if (others.length === 1) return { type: others[0]!, ...nullable }
  return { anyOf: others.map((each) => ({ type: each, ...nullable })) }
}

/** A choice of one thing or null is that thing, which may be null. */
function alternatives(name: string, schemas: readonly Json[]): JsonObject {
  const others = schemas.filter((schema) => (schema as JsonObject)['type'] !== 'null')
  const only = others.length === 1 ? (schema30(others[0]!) as JsonObject) : {}
  if (others.length === schemas.length || typeof only['type'] !== 'string')
    return { [name]: schemas.map(schema30) }
  const { enum: values } = only
  return { ...only, nullable: true, ...(values ? { enum: [...(values as readonly Json[]), null] } : {}) }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

import fc from 'fast-check'
import type { JsonObject, JsonSchema, OpenApiDocument } from '../../src/openapi/types.ts'

/** Texts that mean something to the service, whatever the property is. */
const tellingTexts = [
  '',
  ' ',
  'me',
  'ada@example.com',
  'https://app.example.com/callback',
  'Correct1Horse',
  '2026-01-05T09:30:00.000Z',
  'en_US',
  'user.department == "Engineering"',
  'profile.lastName eq "Lovelace"',
  'status eq "ACTIVE"',
  "O'Brien",
  '\u202Eabc',
  '😀'.repeat(60),
]

/** Makes values that a schema allows. With `isWild`, it sometimes makes values that the schema does not allow. */
export class SchemaArbitrary {
  readonly #document: OpenApiDocument
  readonly #isWild: boolean

  constructor(document: OpenApiDocument, isWild: boolean) {
    this.#document = document
    this.#isWild = isWild
  }

  of(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
    const tame = this.#tame(schema, depth)
    if (!this.#isWild) return tame
    return fc.oneof({ weight: 12, arbitrary: tame }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
  }

  #tame(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const { $ref, anyOf, type, const: constant, enum: values } = schema
    if (typeof $ref === 'string') return this.of(this.#named($ref), depth)
    if (anyOf) return fc.oneof(...(anyOf as readonly JsonSchema[]).map((each) => this.of(each, depth + 1)))
    if (constant !== undefined) return fc.constant(constant)
    if (values) return fc.constantFrom(...(values as readonly unknown[]))
    const types = (Array.isArray(type) ? type : [type]) as readonly (string | undefined)[]
    return fc.oneof(...types.map((each) => this.#ofType(each, schema, depth)))
  }

  #ofType(type: string | undefined, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
      case 'number':
        return fc.integer({ min: Number(schema['minimum'] ?? -5), max: Number(schema['maximum'] ?? 1000) })
      case 'string':
        return textOf(schema)
      case 'array':
        return fc.array(this.of((schema['items'] ?? {}) as JsonSchema, depth + 1), { maxLength: 3 })
      case 'object':
        return this.#object(schema, depth)
      default:
        return fc.jsonValue({ maxDepth: 1 })
    }
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const needed = required as readonly string[]
    const shown = Object.entries(properties as JsonObject).filter(
      ([name]) => depth < 4 || needed.includes(name),
    )
    const model = Object.fromEntries(
      shown.map(([name, each]) => [name, this.of(each as JsonSchema, depth + 1)]),
    )
    return fc.record(model, { requiredKeys: [...needed] })
  }

  #named(reference: string): JsonSchema {
    return this.#document.components.schemas[reference.slice('#/components/schemas/'.length)]!
  }
}

function textOf({ minLength = 0, maxLength = 40, format }: JsonSchema): fc.Arbitrary<string> {
  const fitting = format === 'email' ? fc.emailAddress() : format === 'uri' ? fc.webUrl() : undefined
  const [from, to] = [Number(minLength), Math.min(Number(maxLength), 200)]
  return fc.oneof(
    fc.string({ minLength: from, maxLength: Math.max(from, to), unit: 'grapheme' }),
    fc.constantFrom(...tellingTexts),
    ...(fitting ? [fitting] : []),
  )
}

import { z } from 'zod'
import type { OperationName } from '../../contract/operation-names.ts'
import { operationSpecs } from '../../contract/operations/index.ts'
import type { OperationSpec } from '../../contract/operation.ts'
import type { Json, Matcher, Rules } from './pact-file.ts'
import { isObject } from './pact-file.ts'
import { anyIndex, pathText, type Step } from './path-expression.ts'
import { secretFields } from '../../contract/secrets.ts'
import { exampleMoment } from '../canonical.ts'

/** A body as a pact expects it: an example, and the rules by path expression. */
export interface ExpectedBody {
  readonly example: Json
  readonly rules: Readonly<Record<string, Rules>>
}

/** Which parts of a reply's body to keep. */
export interface Keeping {
  /** Whether `_links` and `_embedded` are kept. */
  readonly links: boolean
  /** Which places the consumer read, as `noting` writes them; all where undefined. */
  readonly read: ReadonlySet<string> | undefined
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const timestampPattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`

/** Members of an error that have a text of the service's own. */
const ownTexts: Readonly<Record<string, Json>> = {
  errorId: 'oaeExampleErrorId0000000',
  errorSummary: 'What went wrong',
  error_description: 'What went wrong',
}

/** The expected body of a reply for a pact, by the schemas of the contract. */
export function expectedBody(
  body: Json,
  operation: OperationName | undefined,
  status: number,
  keeping: Keeping,
): ExpectedBody {
  const schema = operation && (operationSpecs[operation] as OperationSpec).responses[status]
  const walk = new Walk(keeping)
  const example = walk.value(body, schema ?? undefined, []) ?? {}
  return { example, rules: walk.rules }
}

class Walk {
  readonly rules: Record<string, Rules> = {}
  readonly #keeping: Keeping

  constructor(keeping: Keeping) {
    this.#keeping = keeping
  }

  /** The example of a value; undefined where the pact says nothing of it. */
  value(value: Json, given: z.ZodType | undefined, place: readonly Step[]): Json | undefined {
    if (value === null) return undefined
    const schema = given && schemaFor(given, value)
    if (Array.isArray(value)) return this.#list(value as readonly Json[], schema, place)
    if (isObject(value)) return this.#object(value, schema, place)
    return this.#scalar(value as string | number | boolean, schema, place)
  }

  #list(list: readonly Json[], schema: z.ZodType | undefined, place: readonly Step[]): Json {
    const [first] = list
    if (first === undefined || place.at(-1) === 'errorCauses') {
      // The whole reply is empty, or a part that may be.
      if (place.length > 0) this.#rule(place, { match: 'type' })
      return []
    }
    this.#rule(place, { match: 'type', min: 1 })
    const example = this.value(
      common(first, list),
      schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined,
      [...place, anyIndex],
    )
    return example === undefined ? [] : [example]
  }

  #object(
    value: { readonly [name: string]: Json },
    schema: z.ZodType | undefined,
    place: readonly Step[],
  ): Json | undefined {
    const example: Record<string, Json> = {}
    for (const [name, member] of Object.entries(value)) {
      const at = [...place, name]
      if (!this.#isKept(name, at)) continue
      // Whether it is then activated is left open (interpretation: activated-timestamp).
      if (name === 'activated' && value.status === 'PROVISIONED') continue
      const made = this.value(member, schema && memberOf(schema, name), at)
      if (made !== undefined) example[name] = made
    }
    return example
  }

  #scalar(value: string | number | boolean, schema: z.ZodType | undefined, place: readonly Step[]): Json {
    const name = String(place.at(-1))
    const secret = place.includes('profile') ? undefined : secretFields().get(name)
    if (typeof value === 'string' && secret !== undefined) {
      const example = `example-${name.replaceAll(/_|(?=[A-Z])/g, '-').toLowerCase()}`
      this.#rule(place, secret === 'link' ? { match: 'regex', regex: '^https?://\\S+$' } : { match: 'type' })
      return secret === 'link' ? `https://svc.example.com/${example}` : example
    }
    if (Object.hasOwn(ownTexts, name)) {
      this.#rule(place, { match: 'type' })
      return ownTexts[name]!
    }
    if (typeof value === 'string' && timestamp.test(value)) {
      this.#rule(place, { match: 'regex', regex: timestampPattern })
      return exampleMoment
    }
    if (isExact(name, schema)) return value
    if (typeof value === 'string' && place.includes('_links') && /^https?:/.test(value)) {
      const { pathname } = new URL(value)
      this.#rule(place, { match: 'regex', regex: '^https?://\\S+$' })
      return `https://svc.example.com${pathname}`
    }
    this.#rule(place, { match: typeof value === 'number' && Number.isInteger(value) ? 'integer' : 'type' })
    return typeof value === 'number' && /(_at|At)$/.test(name) && value > 0 ? 1_767_605_400 : value
  }

  #isKept(name: string, place: readonly Step[]): boolean {
    const { links, read } = this.#keeping
    if (read) return read.has(place.filter((step) => typeof step === 'string').join('.'))
    if (beyondDocuments.has(name)) return false
    return links || (name !== '_links' && name !== '_embedded')
  }

  #rule(place: readonly Step[], matcher: Matcher): void {
    this.rules[pathText(place)] = { combine: 'AND', matchers: [matcher] }
  }
}

/** Members of replies that the API description does not list: consumers must not depend on them by accident. */
const beyondDocuments: ReadonlySet<string> = new Set(['allGroupsValid'])

/** The members that every element of a list has, with the values of the first element. */
function common(first: Json, list: readonly Json[]): Json {
  if (!isObject(first)) return first
  const others = list.filter(isObject)
  return Object.fromEntries(
    Object.entries(first)
      .filter(([name]) => others.every((one) => one[name] !== undefined && one[name] !== null))
      .map(([name, member]) => [
        name,
        common(
          member,
          others.map((one) => one[name]!),
        ),
      ]),
  )
}

/** Codes and words of a list must match exactly, since consumers depend on them. */
function isExact(name: string, schema: z.ZodType | undefined): boolean {
  if (name === 'errorCode' || name === 'errorLink' || name === 'error') return true
  return name === 'status' || schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral
}

/** The schema of a value that is there. Of a union, the option that the value fits. */
function schemaFor(schema: z.ZodType, value: Json): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return schemaFor(schema.unwrap() as z.ZodType, value)
  if (!(schema instanceof z.ZodUnion)) return schema
  const options = (schema.options as readonly z.ZodType[]).filter(
    (one) => one instanceof z.ZodArray === Array.isArray(value),
  )
  const names = isObject(value) ? Object.keys(value) : []
  return (
    options.find((one) => one instanceof z.ZodObject && names.every((name) => name in one.shape)) ??
    options[0] ??
    schema
  )
}

function memberOf(schema: z.ZodType, name: string): z.ZodType | undefined {
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType
  if (!(schema instanceof z.ZodObject)) return undefined
  return ((schema.shape as Record<string, z.ZodType>)[name] ?? schema.def.catchall) as z.ZodType | undefined
}

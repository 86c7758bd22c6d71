import { z } from 'zod'
import { once } from './once.ts'
import type { Parameter, Parameters } from './operation.ts'

/**
 * Query parameters arrive as strings; these schemas turn them into values. The message of an issue names the expected
 * value and becomes part of the error.
 */

function parameter<Type extends z.ZodType>(type: () => Type, unset?: z.output<Type>): Parameter<Type> {
  return Object.assign(once(type), { unset })
}

/** The query or the headers of an operation. Most calls need their names and defaults, and no schema. */
export function parameters<Rows extends Readonly<Record<string, Parameter>>>(rows: () => Rows) {
  const schema = () =>
    z.object(Object.fromEntries(Object.entries(rows()).map(([name, row]) => [name, row()])))
  return Object.assign(schema, { rows }) as unknown as Parameters<
    z.ZodObject<{ [Name in keyof Rows]: ReturnType<Rows[Name]> }>
  >
}

const trueOrFalse = () =>
  z.enum(['true', 'false'], { error: 'true or false' }).transform((value) => value === 'true')

/** `true` or `false`. */
export function flag(defaultValue: boolean) {
  return parameter(
    () => trueOrFalse().default(defaultValue).meta({ type: 'boolean', default: defaultValue }),
    defaultValue,
  )
}

/** `true` or `false`. A missing value stays undefined, though it means the default. */
export function optionalFlag(defaultValue: boolean) {
  return parameter(() => trueOrFalse().optional().meta({ type: 'boolean', default: defaultValue }))
}

/** A text that means yes if it is `true` in any case, otherwise no (Users, `strict`: its type is String). */
export const yes = parameter(
  () =>
    z
      .string()
      .transform((value) => value.toLowerCase() === 'true')
      .default(false)
      .meta({ type: 'string', default: 'false' }),
  false,
)

/** A page size: a whole number from 1. A size over the maximum counts as the maximum (interpretation: page-size). */
const limit = parameter(() =>
  z
    .string()
    .regex(/^[+-]?\d+$/, { error: 'a whole number' })
    .transform(Number)
    .refine((value) => value >= 1, { error: 'a number of 1 or more', params: { refusal: 'invalid-limit' } })
    .optional()
    .meta({ type: 'integer', minimum: 1 }),
)

/** Any text: a header, or the cursor from a `next` link. */
export const asSent = parameter(() => z.string().optional())

/** Any text; an empty one counts as not sent. */
export const text = parameter(() =>
  z
    .string()
    .transform((value) => (value === '' ? undefined : value))
    .optional(),
)

/** A parameter that takes one of some words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return parameter(() =>
    z.enum(values, { error: values.length === 1 ? values[0] : `one of ${values.join(', ')}` }).optional(),
  )
}

/** A comma-separated list of some words; words it does not know are left out. */
export function someOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return parameter(
    () =>
      z
        .string()
        .transform((list): Values[number][] => {
          const given = new Set(list.split(',').map((word) => word.trim()))
          return values.filter((word) => given.has(word))
        })
        .default([])
        .meta({ values }),
    [],
  )
}

/** `limit` and `after`, which every paged list takes (Clients, Conventions, 3). */
export const paging = { limit, after: asSent }

/** `sortBy` and `sortOrder` (Groups and Users); see {@link sortingIgnoredWithout}. */
export const sorting = {
  sortBy: text,
  sortOrder: parameter(() => oneOf('asc', 'desc')().meta({ default: 'asc' })),
}

/** Both are for search only, and the order is ignored without `sortBy` (Groups and Users). */
export const sortingIgnoredWithout = { sortBy: ['search'], sortOrder: ['search', 'sortBy'] } as const

/** Errors of a list that is searched, filtered and sorted. */
export const searchRefusals = [
  'invalid-search',
  'invalid-filter',
  'unsupported-filter',
  'search-and-filter',
  'invalid-date',
  'invalid-cursor',
  'invalid-limit',
  'invalid-paging',
  'query-type-mismatch',
] as const

/** `Prefer: respond-async` (Users, Lifecycle operations). */
export const preferHeader = parameters(() => ({ prefer: asSent }))

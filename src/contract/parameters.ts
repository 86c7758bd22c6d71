import { z } from 'zod'
import { once } from './once.ts'

/**
 * Query parameters arrive as strings; these schemas turn them into values. The message of an issue names the expected
 * value and becomes part of the error.
 */

const trueOrFalse = () =>
  z.enum(['true', 'false'], { error: 'true or false' }).transform((value) => value === 'true')

/** `true` or `false`. */
export function flag(defaultValue: boolean) {
  return trueOrFalse().default(defaultValue).meta({ type: 'boolean', default: defaultValue })
}

/** `true` or `false`. A missing value stays undefined, though it means the default. */
export function optionalFlag(defaultValue: boolean) {
  return trueOrFalse().optional().meta({ type: 'boolean', default: defaultValue })
}

/** A text that means yes if it is `true` in any case, otherwise no (Users, `strict`: its type is String). */
export const yes = once(() =>
  z
    .string()
    .transform((value) => value.toLowerCase() === 'true')
    .default(false)
    .meta({ type: 'string', default: 'false' }),
)

/** A page size: a whole number from 1. A size over the maximum counts as the maximum (interpretation: page-size). */
const limit = once(() =>
  z
    .string()
    .regex(/^[+-]?\d+$/, { error: 'a whole number' })
    .transform(Number)
    .refine((value) => value >= 1, { error: 'a number of 1 or more', params: { refusal: 'invalid-limit' } })
    .optional()
    .meta({ type: 'integer', minimum: 1 }),
)

/** A cursor from a `next` link. */
const after = once(() => z.string().optional())

/** Any text; an empty one counts as not sent. */
export const text = once(() =>
  z
    .string()
    .transform((value) => (value === '' ? undefined : value))
    .optional(),
)

/** A parameter that takes one of some words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: values.length === 1 ? values[0] : `one of ${values.join(', ')}` }).optional()
}

/** A comma-separated list of some words; words it does not know are left out. */
export function someOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z
    .string()
    .transform((list): Values[number][] => {
      const given = new Set(list.split(',').map((word) => word.trim()))
      return values.filter((word) => given.has(word))
    })
    .default([])
    .meta({ values })
}

/** `limit` and `after`, which every paged list takes (Clients, Conventions, 3). */
export const paging = once(() => ({ limit: limit(), after: after() }))

/** `sortBy` and `sortOrder` (Groups and Users); see {@link sortingIgnoredWithout}. */
export const sorting = once(() => ({
  sortBy: text(),
  sortOrder: oneOf('asc', 'desc').meta({ default: 'asc' }),
}))

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
export const preferHeader = once(() => z.object({ prefer: z.string().optional() }))

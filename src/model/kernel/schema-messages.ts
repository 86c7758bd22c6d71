import type { z } from 'zod'
import { type Mistake, notForm, wrong } from '../../contract/errors/mistakes.ts'
import { gotAt, valueAt } from '../../contract/errors/got.ts'
import { didYouMean } from '../../query/suggestion.ts'

/** The longest list of expected values, if the nearest one is known. */
const listedMax = 12

/** The mistake of a body in which a schema found an issue. */
export function mistakeOf(issue: z.core.$ZodIssue, value: unknown, at: string): Mistake {
  const { message: said } = issue
  const expected = expectedOf(issue)
  if (value === undefined)
    return { code: 'blank', at, said, params: issue.code === 'invalid_value' ? { wanted: expected! } : {} }
  if (issue.code === 'custom' && issue.params?.['mistake']) {
    return { ...(issue.params['mistake'] as Mistake), at, said }
  }
  // Schemas with a message of their own say only what they expect.
  const isPlain =
    issue.code === 'invalid_value'
      ? said !== `expected ${expected}`
      : said === plainMessage({ ...issue, input: value } as z.core.$ZodRawIssue)
  // The messages of unions say themselves what came.
  if (issue.code === 'invalid_union') return wrong('other', at, { message: said })
  if (!isPlain && isEmpty(value)) return { code: 'blank', at, said }
  if (issue.code === 'custom') return wrong('stated', at, { message: said })
  if (expected === undefined) return wrong('stated', at, { message: said })
  const saysGot = issue.code === 'invalid_type' || issue.code === 'invalid_value' || typeof value === 'number'
  return isPlain && saysGot
    ? wrong('schema', at, { message: said, expected })
    : { ...notForm(at, expected), said }
}

/** The same for a list of mistakes that shows the value itself. */
export function mistakeBeside(issue: z.core.$ZodIssue, value: unknown): Mistake {
  const mistake = mistakeOf(issue, value, '')
  if (mistake.code !== 'schema') return mistake
  return issue.code === 'invalid_value'
    ? notOneOf('', issue.values.map(String), value)
    : notForm('', String(mistake.params?.['expected']))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The value that a schema asks for, where an issue says it. */
function expectedOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return list(issue.values.map(String))
    case 'invalid_type':
      return named(issue.expected)
    case 'too_small':
      return `at least ${amount(issue.minimum, issue.origin)}`
    case 'too_big':
      return `at most ${amount(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return formatOf(issue)
    default:
      return undefined
  }
}

/** The message for a wrong value, if the schema itself has no message: expected and got. */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  const expected = expectedOf(issue)
  switch (issue.code) {
    case 'invalid_value':
      return notAmong(issue.values.map(String), input)
    case 'invalid_type':
      if (input === undefined) return 'Required'
      return `expected ${expected}${(issue.expected === 'int' && gotNumber(input)) || `, got ${typeOf(input)}`}`
    case 'unrecognized_keys':
      return `unknown member ${issue.keys.slice(0, 20).join(', ').slice(0, 200)}`
    case 'invalid_union':
      if (issue.discriminator !== undefined)
        return notAmong(
          ((issue.options ?? []) as readonly unknown[]).map(String),
          valueAt(input, [issue.discriminator]),
        )
      return noneOf(issue.errors, input)
    case 'too_small':
    case 'too_big':
      return `expected ${expected}${gotNumber(input)}`
    case 'invalid_format':
      return expected && `expected ${expected}`
    default:
      return undefined
  }
}

/** The error of a union: `expected a text or a number, got true; do that`. */
export function unionError(expected: string, advice = '') {
  return ({ input }: { readonly input?: unknown }): string => {
    const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input)
    const got = input === undefined || isRecord ? '' : `, got ${gotAt(input, [''])}`
    return `expected ${expected}${got}${advice}`
  }
}

/** A value that is not one of a few: `expected one of a, b; did you mean a?`. */
export function notOneOf(at: string, values: readonly string[], given: unknown): Mistake {
  const meant = typeof given === 'string' ? didYouMean(given.slice(0, 80), values) : undefined
  return notForm(at, list(values), meant)
}

/** The message for a value that matches no type of a union. If it has the right type, the mistake in it. */
function noneOf(choices: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string | undefined {
  if (input === undefined) return 'Required'
  const firsts = choices.flatMap(([first]) => first ?? [])
  const [inside, second] = firsts.filter(({ path }) => path.length > 0)
  if (inside) return second ? undefined : `${inside.path.join('.')}: ${inside.message}`
  const types = firsts.map((first) => first.code === 'invalid_type' && named(first.expected))
  return types[0] && types.every(Boolean) ? `expected ${types.join(' or ')}, got ${typeOf(input)}` : undefined
}

function notAmong(values: readonly string[], input: unknown): string {
  if (input === undefined) return `Required: ${list(values)}`
  const got = `got ${typeof input === 'string' ? `'${input.slice(0, 80)}'` : typeOf(input)}`
  const meant = typeof input === 'string' ? didYouMean(input.slice(0, 80), values) : undefined
  const expected = meant !== undefined && values.length > listedMax ? '' : `expected ${list(values)}, `
  return `${expected}${got}${meant === undefined ? '' : `, ${meant}`}`
}

function formatOf(issue: { readonly format: string; readonly prefix?: unknown }): string | undefined {
  if (issue.format === 'datetime') return 'a time such as 2026-01-31T12:00:00Z'
  if (issue.format === 'url') return 'a URL'
  return issue.format === 'starts_with' ? `a text that begins with ${String(issue.prefix)}` : undefined
}

function list(values: readonly string[]): string {
  return `${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`
}

function amount(limit: number | bigint, origin: string): string {
  const unit = units[origin]
  if (unit === undefined) return String(limit)
  return `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' }

function gotNumber(input: unknown): string {
  return typeof input === 'number' ? `, got ${input}` : ''
}

/** The types of JSON in plain words. Values are left out, since they may be secret. */
export function typeOf(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'a list'
  return named(typeof input)
}

/** A type in plain words: `a text`. */
export function named(type: string): string {
  const name = names[type] ?? type
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

const names: Readonly<Record<string, string>> = {
  array: 'list',
  record: 'object',
  int: 'whole number',
  string: 'text',
}

import type { Json, Matcher } from '../file/pact-file.ts'

/** The mismatch of a value with one matching rule; undefined for a match. */
export function mismatchOf(
  matcher: Matcher,
  expected: Json | undefined,
  actual: Json | undefined,
): string | undefined {
  const check = checks[matcher.match]
  if (!check) throw new UnknownMatcher(matcher.match)
  return check(matcher, expected, actual)
}

/** Thrown for a rule that this matcher does not know. */
export class UnknownMatcher extends Error {
  override readonly name = 'UnknownMatcher'

  constructor(match: string) {
    super(`matching rule "${match}" is not known here`)
  }
}

type Check = (matcher: Matcher, expected: Json | undefined, actual: Json | undefined) => string | undefined

const checks: Readonly<Record<string, Check>> = {
  type: (_, expected, actual) =>
    typeOf(expected) === typeOf(actual)
      ? undefined
      : `expected ${shown(actual)} to be of the type of ${shown(expected)}`,
  equality: (_, expected, actual) =>
    isEqual(expected, actual) ? undefined : `expected ${shown(actual)} to be equal to ${shown(expected)}`,
  regex({ regex }, _, actual) {
    const text = typeof actual === 'string' ? actual : JSON.stringify(actual)
    if (text !== undefined && new RegExp(String(regex), 'u').test(text)) return undefined
    return `expected ${shown(actual)} to match ${String(regex)}`
  },
  include: ({ value }, _, actual) =>
    typeof actual === 'string' && actual.includes(String(value))
      ? undefined
      : `expected ${shown(actual)} to include ${String(value)}`,
  null: (_, __, actual) => (actual === null ? undefined : `expected ${shown(actual)} to be null`),
  boolean: (_, __, actual) =>
    typeof actual === 'boolean' || actual === 'true' || actual === 'false'
      ? undefined
      : `expected ${shown(actual)} to be a boolean`,
  number: (_, __, actual) => numeric(actual, /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, 'a number'),
  integer: (_, __, actual) => numeric(actual, /^-?\d+$/, 'an integer'),
  decimal: (_, __, actual) => numeric(actual, /^-?\d+(\.\d+)?$/, 'a decimal number'),
  notEmpty: (_, expected, actual) =>
    actual === '' || actual === null || actual === undefined || (Array.isArray(actual) && actual.length === 0)
      ? `expected ${shown(actual)} not to be empty, like ${shown(expected)}`
      : undefined,
  timestamp: (_, __, actual) => moment(actual, /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/),
  datetime: (_, __, actual) => moment(actual, /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/),
  date: (_, __, actual) => moment(actual, /^\d{4}-\d\d-\d\d$/),
  time: (_, __, actual) => moment(actual, /^\d\d:\d\d/),
  semver: (_, __, actual) =>
    /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(typeof actual === 'string' ? actual : '')
      ? undefined
      : `expected ${shown(actual)} to be a semantic version`,
}

function numeric(actual: Json | undefined, form: RegExp, name: string): string | undefined {
  return (typeof actual === 'number' || typeof actual === 'string') && form.test(String(actual))
    ? undefined
    : `expected ${shown(actual)} to be ${name}`
}

function moment(actual: Json | undefined, form: RegExp): string | undefined {
  return typeof actual === 'string' && form.test(actual)
    ? undefined
    : `expected ${shown(actual)} to be a time`
}

function typeOf(value: Json | undefined): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

/** Whether two values of JSON are the same, in any order of members. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqual((one as Record<string, Json>)[key], (other as Record<string, Json>)[key]),
    )
  )
}

/** A value for a message, cut where it is long. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

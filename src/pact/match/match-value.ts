import type { Json, Matcher } from '../../exchange/pact/pact-file.ts'
import { dateForm } from './date-form.ts'

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

/** The mismatch of a text that is no JSON, such as a header, with one matching rule. It may hold a number. */
export function textMismatch(matcher: Matcher, expected: string, actual: string): string | undefined {
  const check = textChecks[matcher.match]
  return check ? check(matcher, expected, actual) : mismatchOf(matcher, expected, actual)
}

/** Thrown for a rule that this matcher does not know. */
export class UnknownMatcher extends Error {
  override readonly name = 'UnknownMatcher'

  constructor(match: string) {
    super(`matching rule "${match}" is not known here`)
  }
}

type Check = (matcher: Matcher, expected: Json | undefined, actual: Json | undefined) => string | undefined

/** Rules about the members or elements of a place: any single value follows them. */
const aboutParts: Check = () => undefined

const checks: Readonly<Record<string, Check>> = {
  type: (_, expected, actual) =>
    typeOf(expected) === typeOf(actual)
      ? undefined
      : `expected ${shown(actual)} to be of the type of ${shown(expected)}`,
  equality: equality,
  values: equality,
  regex({ regex }, _, actual) {
    const pattern = String(regex)
    const form = wholePattern(pattern)
    if (!form) return `expected a regular expression, got ${pattern}`
    return form.test(textOf(actual)) ? undefined : `expected ${shown(actual)} to match ${pattern}`
  },
  include: ({ value }, _, actual) =>
    textOf(actual).includes(textOf(value as Json))
      ? undefined
      : `expected ${shown(actual)} to include ${textOf(value as Json)}`,
  null: (_, __, actual) => (actual === null ? undefined : `expected ${shown(actual)} to be null`),
  boolean: (_, __, actual) =>
    typeof actual === 'boolean' || actual === 'true' || actual === 'false'
      ? undefined
      : `expected ${shown(actual)} to be a boolean`,
  number: (_, __, actual) => numeric(typeof actual === 'number', actual, 'a number'),
  integer: (_, __, actual) => numeric(Number.isInteger(actual), actual, 'an integer'),
  decimal: (_, __, actual) =>
    numeric(typeof actual === 'number' && !Number.isInteger(actual), actual, 'a decimal number'),
  notEmpty: (_, expected, actual) =>
    actual === '' || actual === null || actual === undefined || sizeOf(actual) === 0
      ? `expected ${shown(actual)} not to be empty, like ${shown(expected)}`
      : undefined,
  timestamp: moment("yyyy-MM-dd'T'HH:mm:ssXXX"),
  datetime: moment("yyyy-MM-dd'T'HH:mm:ssXXX"),
  date: moment('yyyy-MM-dd'),
  time: moment('HH:mm:ss'),
  semver: (_, __, actual) =>
    /^(?:(?:0|[1-9]\d*)\.){2}(?:0|[1-9]\d*)(?:-[\w-]+(?:\.[\w-]+)*)?(?:\+[\w-]+(?:\.[\w-]+)*)?$/.test(
      typeof actual === 'string' ? actual : '',
    )
      ? undefined
      : `expected ${shown(actual)} to be a semantic version`,
  contentType: ({ value }, _, actual) =>
    (/^\s*[{[]/.test(textOf(actual)) ? 'application/json' : 'text/plain') === value
      ? undefined
      : `expected ${shown(actual)} to be ${String(value)}`,
  arrayContains: aboutParts,
  eachKey: aboutParts,
  eachValue: aboutParts,
  statusCode: aboutParts,
}

const textChecks: Readonly<Record<string, Check>> = {
  type: () => undefined,
  number: decimalText,
  decimal: decimalText,
  integer: (_, __, actual) => numeric(/^\+?\d+$/.test(plainText(actual)), actual, 'an integer'),
  null: (_, __, actual) => `expected ${shown(actual)} to be null`,
}

/** A number or a text as text; of another value an empty one. */
function plainText(actual: Json | undefined): string {
  return typeof actual === 'string' || typeof actual === 'number' ? String(actual) : ''
}

function decimalText(_: Matcher, __: unknown, actual: Json | undefined): string | undefined {
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plainText(actual))
  return numeric(isNumber, actual, 'a number')
}

/** The mismatch of a whole list or object with one matching rule. Bounds of a place above are not for it. */
export function wholeMismatch(
  { match, min, max }: Matcher,
  expected: Json,
  actual: Json,
  isCascaded: boolean,
): string | undefined {
  const size = sizeOf(actual)
  const unit = Array.isArray(actual) ? 'elements' : 'members'
  switch (match) {
    case 'type':
      if (isCascaded) return undefined
      if (typeof min === 'number' && size < min) return `expected at least ${min} ${unit}, got ${size}`
      return typeof max === 'number' && size > max
        ? `expected at most ${max} ${unit}, got ${size}`
        : undefined
    case 'equality':
      return equality(undefined, expected, actual)
    case 'notEmpty':
      return size === 0 ? `expected ${shown(actual)} not to be empty` : undefined
    default:
      if (!checks[match]) throw new UnknownMatcher(match)
      return forWhole.has(match) || (Array.isArray(actual) && !notForLists.has(match))
        ? undefined
        : `expected ${shown(actual)} to follow the rule "${match}", which is for single values`
  }
}

const forWhole: ReadonlySet<string> = new Set(['regex', 'arrayContains', 'eachKey', 'eachValue', 'values'])
const notForLists: ReadonlySet<string> = new Set(['null', 'statusCode'])

function sizeOf(value: Json): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : Number.NaN
}

function equality(_: unknown, expected: Json | undefined, actual: Json | undefined): string | undefined {
  return isEqual(expected, actual) ? undefined : `expected ${shown(actual)} to be equal to ${shown(expected)}`
}

/** A regular expression for the whole of a text, as the verifier applies it; undefined for one that is none. */
function wholePattern(pattern: string): RegExp | undefined {
  const [, flags = '', rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? []
  for (const more of ['u', '']) {
    try {
      return new RegExp(`^(?:${rest})$`, flags + more)
    } catch {
      // Some patterns escape more than the stricter mode allows.
    }
  }
  return undefined
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function numeric(holds: boolean, actual: Json | undefined, name: string): string | undefined {
  return holds ? undefined : `expected ${shown(actual)} to be ${name}`
}

/** The check of a moment by the format of the rule, or a usual one. */
function moment(usual: string): Check {
  return (matcher, _, actual) => {
    const given = matcher['format'] ?? matcher[matcher.match]
    const format = typeof given === 'string' && given !== '' ? given : usual
    const form = dateForm(format)
    if (!form) return `expected a format of a time, got ${format}`
    return form.test(textOf(actual)) ? undefined : `expected ${shown(actual)} to be a time such as ${format}`
  }
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

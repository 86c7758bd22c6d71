/** A demand on a value that is not one literal: used inside the expected object of `matches`. */
export class Expectation {
  readonly says: string
  readonly holds: (value: unknown) => boolean
  constructor(says: string, holds: (value: unknown) => boolean) {
    this.says = says
    this.holds = holds
  }
  toJSON(): string {
    return `<${this.says}>`
  }
}

const timestampForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Whether a value is there: neither left out nor null. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Whether a value is an ISO 8601 UTC timestamp with milliseconds (Clients, Conventions). */
export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && timestampForm.test(value) && !Number.isNaN(Date.parse(value))
}

/**
 * Demands to use inside an expected object: `judge(id).matches(reply, { id: a.string, created: a.timestamp })`.
 */
export const a = {
  /** Any string that is not empty. */
  string: new Expectation('a string that is not empty', (value) => typeof value === 'string' && value !== ''),
  number: new Expectation('a number', (value) => typeof value === 'number' && Number.isFinite(value)),
  boolean: new Expectation('true or false', (value) => typeof value === 'boolean'),
  array: new Expectation('an array', (value) => Array.isArray(value)),
  object: new Expectation(
    'an object',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ),
  /** ISO 8601 UTC with milliseconds. */
  timestamp: new Expectation('an ISO 8601 UTC timestamp with milliseconds', isTimestamp),
  /** A full URL with a scheme and a host. */
  url: new Expectation(
    'a full URL',
    (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
  ),
  /** The property is left out or is null. */
  nothing: new Expectation('nothing (left out, or null)', (value) => value === undefined || value === null),
  /** Nullable, as in the API description: left out, null, or as demanded. */
  nullable: (demand: Expectation) =>
    new Expectation(
      `${demand.says}, or nothing`,
      (value) => value === undefined || value === null || demand.holds(value),
    ),
  /** The property is left out. */
  missing: new Expectation('nothing (left out)', (value) => value === undefined),
  oneOf: (...allowed: readonly unknown[]) =>
    new Expectation(`one of ${allowed.map((each) => JSON.stringify(each)).join(', ')}`, (value) =>
      allowed.some((each) => sameValue(each, value)),
    ),
  /** An array with an element that matches. */
  listWith: (expected: unknown) =>
    new Expectation(
      `an array with an element that matches ${JSON.stringify(expected)}`,
      (value) => Array.isArray(value) && value.some((each) => differences(each, expected).length === 0),
    ),
  /** A string that matches the pattern. */
  text: (pattern: RegExp) =>
    new Expectation(`text like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value)),
} as const

/** One place where a value differs from what was expected. */
export interface Difference {
  /** Path from the top, like `profile.login` or `[2].id`; `''` is the value itself. */
  readonly path: string
  readonly expected: unknown
  /** The value at this path; `undefined` for nothing. */
  readonly got: unknown
}

/**
 * Compares a value with a partial expectation. Every property in the expectation must be there and equal; further
 * properties may have any value. Arrays must have the same length and match element by element.
 */
export function differences(got: unknown, expected: unknown, path = ''): Difference[] {
  if (expected instanceof Expectation) {
    return expected.holds(got) ? [] : [{ path, expected: `<${expected.says}>`, got }]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return [{ path, expected, got }]
    return expected.flatMap((each, index) => differences(got[index], each, `${path}[${index}]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof got !== 'object' || got === null || Array.isArray(got)) return [{ path, expected, got }]
    return Object.entries(expected).flatMap(([key, each]) =>
      differences(
        Object.hasOwn(got, key) ? (got as Record<string, unknown>)[key] : undefined,
        each,
        path ? `${path}.${key}` : key,
      ),
    )
  }
  return Object.is(got, expected) ? [] : [{ path, expected, got }]
}

/** Whether two JSON values are equal. The order of keys does not matter, the order of elements does. */
export function sameValue(left: unknown, right: unknown): boolean {
  return (
    differences(left, right).length === 0 &&
    (right instanceof Expectation || differences(right, left).length === 0)
  )
}

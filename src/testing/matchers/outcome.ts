import type { SharedOrg } from '../../client/shared-org.ts'
import { isPromise } from '../../model/kernel/changes.ts'
import { didYouMean } from '../../query/suggestion.ts'
import type { Organisation } from '../../organisation.ts'

/** The result of a matcher: runners print the message of a failure. */
export interface MatcherOutcome {
  readonly pass: boolean
  readonly message: () => string
}

/** Options of a matcher about an organisation. */
export interface InOrg {
  /** The organisation it is about. Default: that of the test that runs, where only one runs at a time. */
  readonly org?: Organisation | SharedOrg
}

/** The same, of an organisation on a server: the matcher returns a promise. */
export interface InSharedOrg {
  /** The organisation on a server that the user is looked for in. */
  readonly org: SharedOrg
}

/** A value for a message: JSON, shortened; other values are named. */
export function printed(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (isPromise(value)) return 'a promise: await it first'
  const name = named(value)
  if (name !== undefined) return name
  let text: string
  try {
    text = JSON.stringify(value, (_, part: unknown) => named(part) ?? part)
  } catch {
    text = `an object with ${Object.keys(value as object).join(', ')}`
  }
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`
}

/** The name of a value that JSON shows wrongly, or not at all. */
function named(value: unknown): string | undefined {
  if (isRegExp(value)) return String(value)
  if (isAsymmetric(value)) return described(value)
  if (typeof value === 'function') return `the function ${value.name || '(without a name)'}`
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value)
  if (isOfClass(value, 'Error')) return String(value)
  return isOfClass(value, 'Response') ? `a reply of ${(value as Response).status}` : undefined
}

/** Whether a value is a regular expression, also of the class that Jest gives its tests. */
export function isRegExp(value: unknown): value is RegExp {
  return isOfClass(value, 'RegExp')
}

/** Whether a value is a date, of any realm. */
export function isDate(value: unknown): value is Date {
  return isOfClass(value, 'Date')
}

function isOfClass(value: unknown, name: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${name}]`
}

/** `expect.any(String)` and similar matchers of any runner. */
interface AsymmetricMatcher {
  readonly asymmetricMatch: (found: unknown) => boolean
  readonly toAsymmetricMatcher?: () => string
}

/** Whether a value is one of a runner's asymmetric matchers. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return typeof (value as AsymmetricMatcher | null | undefined)?.asymmetricMatch === 'function'
}

/**
 * Rejects an invalid count.
 *
 * @throws TypeError that names the matcher.
 */
export function refuseNoCount(matcher: string, times: unknown): void {
  if (times === undefined || (Number.isInteger(times) && (times as number) >= 0)) return
  throw new TypeError(`${matcher}: times: expected a whole number from 0, got ${printed(times)}`)
}

/**
 * Rejects an unknown name: a search for it always fails, and its negation always passes.
 *
 * @param what The kind that has no such name: `a call`.
 * @throws TypeError that names the nearest one.
 */
export function refuseStrays(matcher: string, what: string, given: object, known: readonly string[]): void {
  const stray = Object.keys(given).find((name) => !known.includes(name))
  if (stray === undefined) return
  const advice = didYouMean(stray, known) ?? `there are ${known.join(', ')}`
  throw new TypeError(`${matcher}: ${what} has no ${printed(stray)}; ${advice}`)
}

function described(matcher: AsymmetricMatcher): string {
  return matcher.toAsymmetricMatcher?.() ?? 'a value that the matcher takes'
}

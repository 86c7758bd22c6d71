import type { SharedOrg } from '../../client/shared-org.ts'
import { isPromise } from '../../model/kernel/is-promise.ts'
import { didYouMean } from '../../query/suggestion.ts'
import type { Organisation } from '../../organisation.ts'

/** What a matcher found: runners print the message when it is not what was expected. */
export interface MatcherOutcome {
  readonly pass: boolean
  readonly message: () => string
}

/** What a matcher about an organisation takes beside what it looks for. */
export interface InOrg {
  /** The organisation it is about. Default: that of the test that runs, where only one runs at a time. */
  readonly org?: Organisation | SharedOrg
}

/** The same, of an organisation on a server: the matcher answers a promise. */
export interface InSharedOrg {
  /** The organisation on a server that the user is looked for in. */
  readonly org: SharedOrg
}

/** A value as a message shows it: JSON, shortened; what JSON cannot say is named. */
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

/** What stands for a value that JSON says wrongly, or not at all. */
function named(value: unknown): string | undefined {
  if (isRegExp(value)) return String(value)
  if (isAsymmetric(value)) return described(value)
  if (typeof value === 'function') return `the function ${value.name || '(without a name)'}`
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value)
  if (isOfClass(value, 'Error')) return String(value)
  return isOfClass(value, 'Response') ? `a reply of ${(value as Response).status}` : undefined
}

/** Whether a value is a regular expression; Jest's tests have a class of their own for them. */
export function isRegExp(value: unknown): value is RegExp {
  return isOfClass(value, 'RegExp')
}

/** Whether a value is a date, of whatever realm. */
export function isDate(value: unknown): value is Date {
  return isOfClass(value, 'Date')
}

function isOfClass(value: unknown, name: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${name}]`
}

/** What every runner's `expect.any(String)` and its like are. */
interface AsymmetricMatcher {
  readonly asymmetricMatch: (found: unknown) => boolean
  readonly toAsymmetricMatcher?: () => string
}

/** Whether a value is one of a runner's asymmetric matchers. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return typeof (value as AsymmetricMatcher | null | undefined)?.asymmetricMatch === 'function'
}

/**
 * Refuses a count that is none.
 *
 * @throws TypeError that names the matcher.
 */
export function refuseNoCount(matcher: string, times: unknown): void {
  if (times === undefined || (Number.isInteger(times) && (times as number) >= 0)) return
  throw new TypeError(`${matcher}: times: expected a whole number from 0, got ${printed(times)}`)
}

/**
 * Refuses a name that nothing has: what is looked for under it is never found, and `not` holds always.
 *
 * @param what What has no such name: `a call`.
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

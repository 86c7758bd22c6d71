import { isSameRequest } from '../variants.ts'
import { differencesOf, withoutAddress } from './difference.ts'
import type { LoggedCall } from './log-line.ts'

/** Calls are alike if they ask for the same, whatever the ids and texts of this run. */
function shapeOf({ operation, query }: LoggedCall): string {
  return `${operation} ${[...new URLSearchParams(query).keys()]
    .filter((name) => name !== '_v')
    .toSorted()
    .join(' ')}`
}

/** The call behind a failure, with its reply in the plain run. */
export interface Blamed {
  readonly call: LoggedCall
  readonly plain: LoggedCall | undefined
}

/** Whether the service did not come to answer: the client has to try again. */
const isFailure = ({ status, isBroken }: LoggedCall['reply']): boolean =>
  isBroken === true || status === 423 || status === 429 || status >= 500

/** Whether a client tried again each call that failed. For the last call of all it had no time. */
export function isPatient(calls: readonly LoggedCall[]): boolean {
  const failed = calls.slice(0, -1).flatMap((call, at) => (isFailure(call.reply) ? [at] : []))
  return (
    failed.length > 0 &&
    failed.every((at) => calls.slice(at + 1).some((later) => isSameRequest(calls[at], later)))
  )
}

/** How often a call is made, one time after the other. */
function timesFrom(calls: readonly LoggedCall[], at: number): number {
  let times = 1
  while (at + times < calls.length && isSameRequest(calls[at], calls[at + times])) times++
  return times
}

/** The calls without those that the client tried again: then they stand as in the plain run. */
function withoutRetried(plain: readonly LoggedCall[], varied: readonly LoggedCall[]): LoggedCall[] {
  const kept: LoggedCall[] = []
  for (const [at, call] of varied.entries()) {
    const isRetried = isFailure(call.reply) && timesFrom(varied, at) > timesFrom(plain, kept.length)
    if (!isRetried) kept.push(call)
  }
  return kept
}

/**
 * The call behind the failure of a test: the first one that failed and was not tried again. Otherwise it is the last one that was answered otherwise before the client acts otherwise.
 * Later calls, such as clean-up, are only a consequence. If the failure names another call that was answered otherwise, it is that one.
 *
 * @param plain The calls of the same test in the plain run.
 * @param all The calls of the test that failed.
 * @param told The text of the failure.
 */
export function blamed(
  plain: readonly LoggedCall[],
  all: readonly LoggedCall[],
  told = '',
): Blamed | undefined {
  const varied = withoutRetried(plain, all)
  let same = 0
  while (same < varied.length && same < plain.length && shapeOf(plain[same]!) === shapeOf(varied[same]!))
    same++
  // The client made other calls already: by chance, or by its clock.
  const until = same === 0 ? varied.length : same
  const others = varied.flatMap((call, at): Placed[] => {
    const before = at < same ? plain[at] : alike(plain, varied, at)
    const isOther = call.isAltered || differencesOf(before?.reply, call.reply).length > 0
    return isOther ? [{ call, plain: before, at }] : []
  })
  const early = others.filter(({ at }) => at < until)
  const isGivenUp = ({ call, plain: before }: Placed): boolean =>
    isFailure(call.reply) && before?.reply.status !== call.reply.status
  const byPlace = early.find(isGivenUp) ?? early.at(-1) ?? others[0]
  const failure = withoutAddress(told).replaceAll(/^ +at .*$/gm, '')
  const weight = ({ call, plain: before }: Placed): number =>
    Math.max(0, ...textsOf(call, before).map((text) => (isIn(failure, text) ? text.length : 0)))
  let [best, most] = [byPlace, byPlace ? weight(byPlace) : 0]
  for (const each of others) {
    const isConsequence = each.at >= until && !each.call.isAltered
    const its = isConsequence ? 0 : weight(each)
    if (its > most) [best, most] = [each, its]
  }
  return best
}

/** The plain call that goes with one after which the client acts otherwise. */
function alike(
  plain: readonly LoggedCall[],
  varied: readonly LoggedCall[],
  at: number,
): LoggedCall | undefined {
  const isAlike = (each: LoggedCall): boolean => shapeOf(each) === shapeOf(varied[at]!)
  const times = varied.slice(0, at).filter(isAlike).length
  const found = plain.filter(isAlike)
  return found.find((each) => isSameRequest(each, varied[at])) ?? found[times]
}

interface Placed extends Blamed {
  /** The place among the calls of the test. */
  readonly at: number
}

/** Texts that only this call may have: its address, what it asks for, and texts of one of both replies. */
function textsOf({ method, path, query, reply }: LoggedCall, plain: LoggedCall | undefined): string[] {
  const [now, before] = [textsIn(reply.text), textsIn(plain?.reply.text ?? '')]
  const values = [...new URLSearchParams(query).values()]
  const asked = [query, String(new URLSearchParams(query)).replaceAll('+', '%20')]
  return [
    path,
    `${method} ${path}`,
    ...(query === '' ? [] : asked.map((each) => `${path}?${each}`)),
    // Ids and logins.
    ...path.split('/').filter((part) => /[\d@]/.test(part)),
    ...values,
    ...[...now, ...before].filter((text) => now.has(text) !== before.has(text)),
  ]
    .filter((text) => text.length > 3 && !/^(?:true|false|null)$/.test(text))
    .concat(reply.status >= 400 && plain?.reply.status !== reply.status ? String(reply.status) : [])
}

/** The names and texts in JSON. */
const textsIn = (json: string): Set<string> =>
  new Set([...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text))

/** Whether a text stands in a longer one, not as a part of a word or path. */
function isIn(longer: string, text: string): boolean {
  const parts = longer.split(text)
  return parts.some((part, at) => at > 0 && !/[\w-]$/.test(parts[at - 1]!) && !/^[\w/-]/.test(part))
}

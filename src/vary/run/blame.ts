import { isSameRequest } from '../variants.ts'
import { differencesOf } from './difference.ts'
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

/** The calls without those that the client tried again: then they stand as in the plain run. */
function withoutRetried(plain: readonly LoggedCall[], varied: readonly LoggedCall[]): LoggedCall[] {
  const kept: LoggedCall[] = []
  for (const [at, call] of varied.entries()) {
    const isTwice = isSameRequest(plain[kept.length], plain[kept.length + 1])
    const isRetried = isFailure(call.reply) && !isTwice && isSameRequest(call, varied[at + 1])
    if (!isRetried) kept.push(call)
  }
  return kept
}

/**
 * The call behind the failure of a test: the first one that failed and was not tried again. Otherwise it is the last one that was answered otherwise before the client acts otherwise.
 * Later calls, such as clean-up, are only a consequence.
 *
 * @param plain The calls of the same test in the plain run.
 * @param all The calls of the test that failed.
 */
export function blamed(plain: readonly LoggedCall[], all: readonly LoggedCall[]): Blamed | undefined {
  const varied = withoutRetried(plain, all)
  let same = 0
  while (same < varied.length && same < plain.length && shapeOf(plain[same]!) === shapeOf(varied[same]!))
    same++
  const isOther = (call: LoggedCall, at: number): boolean =>
    call.isAltered || differencesOf(plain[at]?.reply, call.reply).length > 0
  // The client made other calls already: by chance, or by its clock.
  const until = same === 0 ? varied.length : same
  const isGivenUp = (call: LoggedCall, at: number): boolean =>
    at < until && isFailure(call.reply) && plain[at]?.reply.status !== call.reply.status
  const givenUp = varied.findIndex(isGivenUp)
  for (let at = givenUp === -1 ? until - 1 : givenUp; at >= 0; at--) {
    const call = varied[at]!
    if (isOther(call, at)) return { call, plain: same > at ? plain[at] : undefined }
  }
  const later = varied.findIndex((call, at) => at >= until && isOther(call, at))
  return later === -1 ? undefined : { call: varied[later]!, plain: undefined }
}

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

/**
 * The call behind the failure of a test: the last one that was answered otherwise before the client acts otherwise.
 * Later calls, such as clean-up, are only a consequence.
 *
 * @param plain The calls of the same test in the plain run.
 * @param varied The calls of the test that failed.
 */
export function blamed(plain: readonly LoggedCall[], varied: readonly LoggedCall[]): Blamed | undefined {
  let same = 0
  while (same < varied.length && same < plain.length && shapeOf(plain[same]!) === shapeOf(varied[same]!))
    same++
  const isOther = (call: LoggedCall, at: number): boolean =>
    call.isAltered || differencesOf(plain[at]?.reply, call.reply).length > 0
  // The client made other calls already: by chance, or by its clock.
  const until = same === 0 ? varied.length : same
  for (let at = until - 1; at >= 0; at--) {
    const call = varied[at]!
    if (isOther(call, at)) return { call, plain: same > at ? plain[at] : undefined }
  }
  const later = varied.findIndex((call, at) => at >= until && isOther(call, at))
  return later === -1 ? undefined : { call: varied[later]!, plain: undefined }
}

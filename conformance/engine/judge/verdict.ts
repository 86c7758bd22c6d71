/**
 * The verdict of a run on a requirement.
 *
 * - `pass`: every assertion of every check that judges it held;
 * - `fail`: an assertion did not hold;
 * - `error`: the suite itself is at fault;
 * - `inconclusive`: the target could not be observed well enough (rate limit, time-out, lag);
 * - `blocked`: a precondition is broken or was not supplied;
 * - `not-applicable`: the operator declared, or a probe showed, that the target does not have it;
 * - `not-run`: left out by a filter, a shard, or a missing permission;
 * - `observed`: never graded; the report shows the observations.
 */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'error'
  | 'inconclusive'
  | 'blocked'
  | 'not-applicable'
  | 'not-run'
  | 'observed'

/** From what counts most to what counts least, when several checks judge one requirement. */
export const verdictOrder: readonly Verdict[] = [
  'fail',
  'error',
  'inconclusive',
  'blocked',
  'pass',
  'observed',
  'not-applicable',
  'not-run',
]

/**
 * The verdict of a requirement that several checks judge: the one that counts most. One failure fails the requirement, and one
 * check that was not reached keeps it from passing. A check that does not apply, or was left out, does not change the
 * verdicts of the other checks.
 */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdictOrder.find((each) => verdicts.includes(each)) ?? 'not-run'
}

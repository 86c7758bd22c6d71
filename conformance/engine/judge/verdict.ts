/**
 * The verdicts of a run on a clause. Of several checks on one clause, the verdict named first counts.
 *
 * - `fail`: an assertion did not hold;
 * - `error`: the suite itself is at fault;
 * - `inconclusive`: the target could not be observed well enough (rate limit, time-out, lag);
 * - `blocked`: a precondition is broken or was not supplied;
 * - `pass`: every assertion of every check that judges it held;
 * - `observed`: never graded; the report shows the observations;
 * - `not-applicable`: the operator declared, or a probe showed, that the target does not have it;
 * - `not-run`: left out by a filter, a shard, or a missing permission.
 */
export const verdictOrder = [
  'fail',
  'error',
  'inconclusive',
  'blocked',
  'pass',
  'observed',
  'not-applicable',
  'not-run',
] as const

export type Verdict = (typeof verdictOrder)[number]

/**
 * The verdict of a clause that several checks judge: the one that counts most. One failure fails the clause, and one
 * check that was not reached keeps it from passing. A check that does not apply, or was left out, does not change the
 * verdicts of the other checks.
 */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdictOrder.find((each) => verdicts.includes(each)) ?? 'not-run'
}

/**
 * What a run says of a clause.
 *
 * - `pass`: every assertion of every check that judges it held;
 * - `fail`: an assertion did not hold;
 * - `error`: the suite itself is at fault;
 * - `inconclusive`: the target could not be observed well enough (rate limit, time-out, lag);
 * - `blocked`: something it relies on did not hold or was not supplied;
 * - `not-applicable`: the operator declared, or a probe showed, that the target does not have it;
 * - `not-run`: left out by a filter, a shard, or a permission that was not given;
 * - `observed`: never graded; what was seen is in the report.
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

/** From what counts most to what counts least, when several checks judge one clause. */
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
 * The verdict of a clause that several checks judge: the one that counts most. So one failure fails it, and
 * one check that was not reached keeps it from passing; a check that does not apply, or was left out, takes
 * nothing from what the others showed.
 */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdictOrder.find((each) => verdicts.includes(each)) ?? 'not-run'
}

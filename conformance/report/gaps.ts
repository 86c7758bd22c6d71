import type { ClauseResult, ConformanceResult } from '../engine/judge/result.ts'

/** Something a run could not show, and the clauses that hang on it. */
export interface Gap {
  /** How to show them. */
  readonly hint: string
  readonly verdict: ClauseResult['verdict']
  readonly clauses: readonly ClauseResult[]
}

/**
 * The clauses that a run could not show, by the hint that would show them, most clauses first. Clauses that filters or
 * shards left out are missing.
 */
export function gapsOf({ clauses }: ConformanceResult): Gap[] {
  const unshown = clauses.filter(
    ({ graded, verdict, hint, checks }) =>
      graded &&
      !['pass', 'fail', 'error'].includes(verdict) &&
      (verdict !== 'not-run' || hint !== undefined || checks.length > 0),
  )
  return [...Map.groupBy(unshown, (clause) => `${clause.verdict} ${hintFor(clause)}`).values()]
    .map((alike) => ({ hint: hintFor(alike[0]!), verdict: alike[0]!.verdict, clauses: alike }))
    .sort((one, other) => other.clauses.length - one.clauses.length)
}

function hintFor({ hint, owner, why, verdict }: ClauseResult): string {
  if (hint !== undefined) return hint
  if (owner !== undefined) return `Fix ${owner} first: these depend on it.`
  if (verdict === 'blocked') return `An earlier step did not work: ${why ?? ''}`
  return why ?? verdict
}

/** Graded clauses that only passed in part. */
export function partlyShown({ clauses }: ConformanceResult): ClauseResult[] {
  return clauses.filter(({ verdict, partly }) => verdict === 'pass' && partly.length > 0)
}

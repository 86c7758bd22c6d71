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
  const gaps = new Map<string, { hint: string; verdict: ClauseResult['verdict']; clauses: ClauseResult[] }>()
  for (const clause of clauses) {
    const { graded, verdict } = clause
    if (!graded || verdict === 'pass' || verdict === 'fail' || verdict === 'error') continue
    if (verdict === 'not-run' && clause.hint === undefined && clause.checks.length === 0) continue
    const hint = clause.hint ?? hintFor(clause)
    const key = `${verdict} ${hint}`
    const gap = gaps.get(key) ?? { hint, verdict, clauses: [] }
    gap.clauses.push(clause)
    gaps.set(key, gap)
  }
  return [...gaps.values()].sort((one, other) => other.clauses.length - one.clauses.length)
}

function hintFor({ owner, why, verdict }: ClauseResult): string {
  if (owner !== undefined) return `Look at ${owner} first: ${why ?? ''}`
  if (verdict === 'blocked') return `Something it relies on did not hold: ${why ?? ''}`
  return why ?? verdict
}

/** Graded clauses that only passed in part. */
export function partlyShown({ clauses }: ConformanceResult): ClauseResult[] {
  return clauses.filter(({ verdict, partly }) => verdict === 'pass' && partly.length > 0)
}

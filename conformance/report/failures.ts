import type { ClauseResult } from '../engine/result.ts'

/** One way in which clauses went wrong: the same demand, and the same difference. */
export interface Way {
  readonly why: string
  readonly clauses: readonly ClauseResult[]
}

/** Failures by how they differ from what was expected, the most frequent first. */
export function waysOf(failed: readonly ClauseResult[]): Way[] {
  const ways = new Map<string, ClauseResult[]>()
  for (const clause of failed) {
    const why = clause.why ?? clause.statement
    ways.set(why, [...(ways.get(why) ?? []), clause])
  }
  return [...ways]
    .map(([why, clauses]) => ({ why, clauses }))
    .sort((one, other) => other.clauses.length - one.clauses.length)
}

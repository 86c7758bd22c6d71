import type { ClauseResult, ConformanceResult } from '../engine/judge/result.ts'
import { operationOf } from '../engine/wire/routes.ts'
import { clauseLevels } from '../registry/clause.ts'

/** A failure with its consequences. */
export interface Blamed {
  readonly clause: ClauseResult
  /** Clauses that failed because of it: their checks go through the call that failed there. */
  readonly fallen: readonly ClauseResult[]
  /** Ids of clauses that could not be shown because of it. */
  readonly blocked: readonly string[]
}

/**
 * Failed clauses, each with the clauses that failed because of it. Those that bind most come first, then the most
 * basic. Reports of older versions have no such groups.
 */
export function byBlame(
  failed: readonly ClauseResult[],
  { failures = [], clauses }: ConformanceResult,
): Blamed[] {
  const byId = new Map(failed.map((clause) => [clause.id, clause]))
  const unshown = new Set(clauses.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id))
  const blamed = failures.flatMap(({ clause: root, under }): Blamed[] => {
    const [clause, ...fallen] = [root, ...under].flatMap((id) => byId.get(id) ?? [])
    if (clause === undefined) return []
    return [{ clause, fallen, blocked: under.filter((id) => unshown.has(id)) }]
  })
  const told = new Set(blamed.flatMap(({ clause, fallen }) => [clause, ...fallen].map(({ id }) => id)))
  const rest = failed.filter(({ id }) => !told.has(id))
  return [...blamed, ...rest.map((clause): Blamed => ({ clause, fallen: [], blocked: [] }))].toSorted(
    (one, other) => bindingOf(one) - bindingOf(other),
  )
}

/** The strongest level of a group of failures; 0 is `must`. */
function bindingOf({ clause, fallen }: Blamed): number {
  return Math.min(...[clause, ...fallen].map(({ level }) => clauseLevels.indexOf(level)))
}

/** One way in which clauses went wrong: the same difference, or its consequences. */
export interface Way {
  readonly why: string
  readonly clauses: readonly [ClauseResult, ...ClauseResult[]]
}

/**
 * Failures by the difference between answer and expectation, each with its consequences, the most basic first. The same
 * words about another operation are another defect.
 */
export function waysOf(failed: readonly ClauseResult[], result: ConformanceResult): Way[] {
  const ways = new Map<string, [ClauseResult, ...ClauseResult[]]>()
  for (const { clause, fallen } of byBlame(failed, result)) {
    const key = `${operationOfFailure(clause, result)} ${whyOf(clause)}`
    const known = ways.get(key)
    if (known === undefined) ways.set(key, [clause, ...fallen])
    else known.push(clause, ...fallen)
  }
  return [...ways.values()].map((clauses) => ({ why: whyOf(clauses[0]), clauses }))
}

function whyOf({ why, statement }: ClauseResult): string {
  return why ?? statement
}

/** The operation whose answer failed first. */
function operationOfFailure({ id, verdict, checks }: ClauseResult, result: ConformanceResult): string {
  const key = checks.find((each) => each.verdict === verdict)?.key
  const check = result.checks.find((each) => each.key === key)
  const failed = check?.outcomes.find(({ clause }) => clause === id)?.assertions.find(({ held }) => !held)
  const call = check?.exchanges.find(({ number }) => number === failed?.exchange)
  return (call && operationOf(call)) ?? ''
}

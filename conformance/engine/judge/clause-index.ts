import type { Clause } from '../../registry/clause.ts'

/** Look-ups in the clauses of a run. */
interface ClauseIndex {
  readonly byId: ReadonlyMap<string, Clause>
  /** By operation, the first clause about its success; by status and operation, the clause about that transition. */
  readonly owners: ReadonlyMap<string, string>
}

const known = new WeakMap<readonly Clause[], ClauseIndex>()

/** Made once for each list of clauses, since a self-test makes thousands of runs with the same list. */
export function clauseIndex(clauses: readonly Clause[]): ClauseIndex {
  let index = known.get(clauses)
  if (index === undefined) {
    const byId = new Map(clauses.map((clause) => [clause.id, clause]))
    known.set(clauses, (index = { byId, owners: ownersIn(clauses) }))
  }
  return index
}

function ownersIn(clauses: readonly Clause[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { id, covers = [] } of clauses) {
    for (const cover of covers) {
      const operation = /^(?:success|transition):(.+)/.exec(cover)?.[1]
      if (operation !== undefined && !owners.has(operation)) owners.set(operation, id)
    }
  }
  return owners
}

import type { Clause } from '../../registry/clause.ts'

/** The first clause of each operation that stands for its success. */
export function successClauses(clauses: readonly Clause[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { id, covers = [] } of clauses) {
    for (const cover of covers) {
      const operation = /^success:(\w+)/.exec(cover)?.[1]
      if (operation !== undefined && !owners.has(operation)) owners.set(operation, id)
    }
  }
  return owners
}

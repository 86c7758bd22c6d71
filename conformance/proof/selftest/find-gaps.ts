import type { CheckDefinition } from '../../engine/run/check.ts'
import { gradable } from '../../registry/clause.ts'
import { clauses } from '../../registry/clauses.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import type { Deviant } from '../deviants/deviant.ts'

/** Gradable clauses without a check, and gradable clauses that no deviant breaks. */
export interface Gaps {
  readonly withoutCheck: readonly ClauseId[]
  readonly withoutDeviant: readonly ClauseId[]
}

/** Finds the gradable clauses that lack a check or a deviant. */
export function findGaps(checks: readonly CheckDefinition[], deviants: readonly Deviant[]): Gaps {
  const judged = new Set<string>(checks.flatMap(({ plan }) => plan.judges))
  const broken = new Set<string>(deviants.flatMap(({ breaks }) => breaks))
  const ids = clauses.filter(gradable).map(({ id }) => id)
  return {
    withoutCheck: ids.filter((id) => !judged.has(id)),
    withoutDeviant: ids.filter((id) => !broken.has(id)),
  }
}

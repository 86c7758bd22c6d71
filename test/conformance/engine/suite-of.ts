import type { CheckContext, CheckDefinition, CheckPlan } from '../../../conformance/engine/run/check.ts'
import type { Clause } from '../../../conformance/registry/clause.ts'

/** A clause of a made-up registry. */
export function clause(id: string, more: Partial<Clause> = {}): Clause {
  return { id, area: 'users', document: 3, section: 'User', statement: `${id} holds`, level: 'must', ...more }
}

export function checkOf(
  title: string,
  plan: CheckPlan,
  body: (context: CheckContext<string>) => Promise<void>,
): CheckDefinition {
  return { title, plan, body, file: 'toy' }
}

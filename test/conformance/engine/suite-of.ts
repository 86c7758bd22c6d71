import type { CheckContext, CheckDefinition, CheckPlan } from '../../../conformance/engine/run/check.ts'
import type { Requirement } from '../../../conformance/registry/requirement.ts'

/** A requirement of a made-up registry. */
export function requirement(id: string, more: Partial<Requirement> = {}): Requirement {
  return { id, area: 'users', document: 3, section: 'User', statement: `${id} holds`, level: 'must', ...more }
}

export function checkOf(
  title: string,
  plan: CheckPlan,
  body: (context: CheckContext<string>) => Promise<void>,
): CheckDefinition {
  return { title, plan, body, file: 'toy' }
}

import type { Supplies } from './availability.ts'
import { checkSkipReason, requirementSkipReason } from './availability.ts'
import type { CheckDefinition } from '../run/check.ts'
import type { Prerequisite } from './prerequisite.ts'
import { findable, isThing } from './prerequisite.ts'
import type { Requirement } from '../../registry/requirement.ts'
import { gradable } from '../../registry/requirement.ts'

/** The part of a suite that a quick run tries. */
export interface QuickChoice {
  readonly checks: readonly CheckDefinition[]
  /** The requirements that they can show. */
  readonly requirements: readonly string[]
}

/**
 * The checks that are declared as quick: about 550 requests. Leaves out checks that the target cannot show. It takes
 * some more if the target has features, or things that the API cannot cause.
 */
export function quickChoice(
  checks: readonly CheckDefinition[],
  requirements: ReadonlyMap<string, Requirement>,
  supplies: Supplies,
): QuickChoice {
  const taken = checks.filter((check) => check.plan.quick === true && isShown(check, requirements, supplies))
  const judged = new Set(taken.flatMap(({ plan }) => plan.judges))
  return { checks: taken, requirements: [...judged].filter((id) => canShow(id, requirements, supplies)) }
}

/** Whether a check can be run, and can show something that is graded. */
function isShown(
  { plan }: CheckDefinition,
  requirements: ReadonlyMap<string, Requirement>,
  supplies: Supplies,
): boolean {
  return (
    checkSkipReason(plan.needs ?? [], supplies) === undefined &&
    (plan.needs ?? []).every((need) => !mayBeMissing(need, supplies)) &&
    plan.judges.some((id) => canShow(id, requirements, supplies))
  )
}

/** Whether a thing must be looked for first, and may be missing. */
function mayBeMissing(need: Prerequisite, { profile, adapter }: Supplies): boolean {
  return (
    isThing(need) &&
    findable.has(need) &&
    need !== 'built-in-group' &&
    profile.things[need] === undefined &&
    adapter?.provides.includes(need) !== true
  )
}

function canShow(id: string, requirements: ReadonlyMap<string, Requirement>, supplies: Supplies): boolean {
  const requirement = requirements.get(id)
  return (
    requirement !== undefined &&
    gradable(requirement) &&
    requirementSkipReason(requirement, supplies) === undefined &&
    (requirement.needs ?? []).every((need) => !mayBeMissing(need, supplies))
  )
}

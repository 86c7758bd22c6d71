import type { FeatureFinding, Supplies } from '../engine/plan/availability.ts'
import { checkSkipReason, requirementSkipReason } from '../engine/plan/availability.ts'
import type { CheckDefinition } from '../engine/run/check.ts'
import type { FixtureKind } from '../engine/plan/prerequisite.ts'
import { features, findable, isThing } from '../engine/plan/prerequisite.ts'
import type { Permission } from '../engine/plan/permission.ts'
import type { TargetProfile } from '../engine/plan/target-profile.ts'
import type { Requirement } from '../registry/requirement.ts'
import { gradable } from '../registry/requirement.ts'
import type { Prerequisite } from '../registry/prerequisites.ts'

/** How much of the suite a profile makes visible. */
export interface Reach {
  /** Graded requirements that a run can try. */
  readonly tried: number
  readonly graded: number
  /** How many requirements hang on each need that is not met. */
  readonly missing: ReadonlyMap<Prerequisite | 'defaults', number>
}

/** Things that a run finds out whatever the target holds. */
const alwaysFound: ReadonlySet<FixtureKind> = new Set(['built-in-group', 'rule-expression'])

/**
 * Counts the requirements that a run with a profile can try. A thing that the run looks for by itself counts only if reading
 * found it. A feature that a run can probe counts as there.
 */
export function reachOf(
  profile: TargetProfile,
  requirements: readonly Requirement[],
  checks: readonly CheckDefinition[],
  allowed: readonly Permission[] = [],
): Reach {
  const states: Partial<Record<string, FeatureFinding>> = {}
  for (const name of [...features, 'defaults'] as const) {
    const stated = profile.features[name]
    const state = stated === 'yes' || stated === 'no' ? stated : name === 'defaults' ? 'undecided' : 'yes'
    states[name] = { state, evidence: 'the target profile' }
  }
  const supplies: Supplies = { allowed: new Set(allowed), features: states, profile, adapter: undefined }
  const unmet = (need: Prerequisite): boolean =>
    isThing(need) && findable.has(need)
      ? profile.things[need] === undefined && !alwaysFound.has(need)
      : ['blocked', 'not-run'].includes(checkSkipReason([need], supplies)?.verdict ?? '')
  const missing = new Map<Prerequisite | 'defaults', number>()
  let tried = 0
  const graded = requirements.filter(gradable)
  for (const requirement of graded) {
    const own = checks.filter(({ plan }) => plan.judges.includes(requirement.id))
    const lacking = own.map(({ plan }) => [...(requirement.needs ?? []), ...(plan.needs ?? [])].filter(unmet))
    const least = lacking.sort((one, other) => one.length - other.length)[0] ?? []
    const hindrance = requirementSkipReason({ level: requirement.level }, supplies)
    if (least.length === 0 && hindrance === undefined) tried++
    else
      for (const need of least.length > 0 ? new Set(least) : ['defaults' as const])
        missing.set(need, (missing.get(need) ?? 0) + 1)
  }
  return { tried, graded: graded.length, missing }
}

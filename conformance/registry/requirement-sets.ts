import { createHash } from 'node:crypto'
import set202611 from '../../requirements/2026-11.json' with { type: 'json' }
import { type Requirement, type RequirementLevel, gradable } from './requirement.ts'
import { requirements } from './requirements.ts'
import type { setNames } from './requirement-names.ts'

/** A requirement as a set froze it. */
interface FrozenRequirement {
  readonly id: string
  readonly level: RequirementLevel
  /** Digest of its statement. */
  readonly statement: string
}

/**
 * Requirements that a verdict is about. A file in `requirements/` never changes, so a later version with more
 * requirements reaches the same verdict.
 */
export interface RequirementSet {
  readonly name: string
  readonly requirements: readonly FrozenRequirement[]
}

/** The frozen sets. `scripts/freeze-requirements.ts` writes the file of a new one. */
export const requirementSets = { '2026-11': set202611 } as Readonly<
  Record<(typeof setNames)[number], RequirementSet>
>

/** The frozen set of a name; undefined for `all` and for an unknown name. */
export function setNamed(name: string | undefined): RequirementSet | undefined {
  return Object.values(requirementSets).find((set) => set.name === name)
}

/** Requirements as a set freezes them; without those that nothing can judge. */
export function frozen(listed: readonly Requirement[] = requirements): readonly FrozenRequirement[] {
  return listed
    .filter(({ excluded }) => excluded === undefined)
    .map(({ id, level, statement }) => ({ id, level, statement: statementDigest({ statement }) }))
}

/** The digest of a statement in a set. */
export function statementDigest({ statement }: Pick<Requirement, 'statement'>): string {
  return createHash('sha256').update(statement).digest('hex').slice(0, 16)
}

const known = new Map<string, readonly Requirement[]>()

/** The requirements of this version, as a set judges them: see `judgedBy`. */
export function requirementsOfSet(name: string): readonly Requirement[] {
  const set = setNamed(name)
  if (set === undefined) return requirements
  const made = known.get(name) ?? judgedBy(set, requirements)
  known.set(name, made)
  return made
}

/** Requirements with their levels in a set. A run observes those that are not in the set, and never grades them. */
export function judgedBy(
  { name, requirements }: RequirementSet,
  listed: readonly Requirement[],
): readonly Requirement[] {
  const levels = new Map(requirements.map(({ id, level }) => [id, level]))
  return listed.map((requirement) => {
    const level = levels.get(requirement.id)
    if (level !== undefined) return { ...requirement, level }
    if (!gradable(requirement)) return requirement
    return { ...requirement, level: 'open', reason: `it is not in the requirements ${name}` }
  })
}

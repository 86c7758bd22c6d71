import { createHash } from 'node:crypto'
import set202611 from '../../requirements/2026-11.json' with { type: 'json' }
import { type Clause, type ClauseLevel, gradable } from './clause.ts'
import { clauses } from './clauses.ts'
import type { setNames } from './requirement-names.ts'

/** A requirement as a set froze it. */
interface FrozenRequirement {
  readonly id: string
  readonly level: ClauseLevel
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
export function frozen(listed: readonly Clause[] = clauses): readonly FrozenRequirement[] {
  return listed
    .filter(({ excluded }) => excluded === undefined)
    .map(({ id, level, statement }) => ({ id, level, statement: statementDigest({ statement }) }))
}

/** The digest of a statement in a set. */
export function statementDigest({ statement }: Pick<Clause, 'statement'>): string {
  return createHash('sha256').update(statement).digest('hex').slice(0, 16)
}

const known = new Map<string, readonly Clause[]>()

/** The requirements of this version, as a set judges them: see `judgedBy`. */
export function requirementsOf(name: string): readonly Clause[] {
  const set = setNamed(name)
  if (set === undefined) return clauses
  const made = known.get(name) ?? judgedBy(set, clauses)
  known.set(name, made)
  return made
}

/** Requirements with their levels in a set. A run observes those that are not in the set, and never grades them. */
export function judgedBy(
  { name, requirements }: RequirementSet,
  listed: readonly Clause[],
): readonly Clause[] {
  const levels = new Map(requirements.map(({ id, level }) => [id, level]))
  return listed.map((clause) => {
    const level = levels.get(clause.id)
    if (level !== undefined) return { ...clause, level }
    if (!gradable(clause)) return clause
    return { ...clause, level: 'open', reason: `it is not in the requirements ${name}` }
  })
}

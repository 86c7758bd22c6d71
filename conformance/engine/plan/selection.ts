import type { Requirement, RequirementLevel } from '../../registry/requirement.ts'
import { gradable } from '../../registry/requirement.ts'
import type { Shard } from '../judge/result.ts'
import type { CheckDefinition } from '../run/check.ts'
import { namedIn } from '../run/check.ts'
import { globPattern } from '../words/globs.ts'
import { seeded } from '../supply/random.ts'
import { UsageError } from '../words/usage-error.ts'

/** Which part of the suite a run is about. */
export interface Selection {
  /** Requirement ids, areas, and globs over ids (`users.*`); all by default. */
  readonly only?: readonly string[]
  /** Levels of the requirements; all by default. */
  readonly level?: readonly RequirementLevel[]
  /** The i-th of n parts of the checks, i from 1. */
  readonly shard?: Shard
  /** Shuffles the checks, the same for the same seed. */
  readonly shuffleSeed?: number
}

/** A requirement, and whether the filters left it in. */
export type RequirementFilter = (requirement: Requirement) => boolean

/**
 * Makes the filter of a selection.
 *
 * @throws UsageError for a pattern that fits no requirement.
 */
export function requirementFilter(
  { only = [], level = [] }: Selection,
  requirements: readonly Requirement[],
): RequirementFilter {
  const patterns = only.map((pattern) => ({ pattern, fits: fitsPattern(pattern) }))
  for (const { pattern, fits } of patterns) {
    if (!requirements.some(fits)) {
      const areas = [...new Set(requirements.map(({ area }) => area))]
      const below = fitsPattern(`${pattern}.*`)
      const advice = requirements.some(below)
        ? `, but '${pattern}.*' does`
        : `; the areas are ${areas.join(', ')}`
      const reason = `${pattern}: no requirement or area matches${advice}`
      throw new UsageError(`--only ${reason}`, reason)
    }
  }
  return (requirement) =>
    (patterns.length === 0 || patterns.some(({ fits }) => fits(requirement))) &&
    (level.length === 0 || level.includes(requirement.level))
}

function fitsPattern(pattern: string): RequirementFilter {
  const expression = globPattern(pattern)
  return ({ id, area, aliases = [] }) =>
    area === pattern || [id, ...aliases].some((each) => expression.test(each))
}

/** The checks that judge or observe a selected requirement, in the order they run. */
export function selectChecks(
  checks: readonly CheckDefinition[],
  { shard, shuffleSeed }: Selection,
  selected: (requirement: string) => boolean,
): CheckDefinition[] {
  const wanted = checks.filter(({ plan }) => namedIn(plan).some((id) => selected(id)))
  const part = shard === undefined ? wanted : wanted.filter((_, at) => at % shard.of === shard.index - 1)
  return shuffleSeed === undefined ? part : shuffled(part, shuffleSeed)
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = seeded(seed)
  const result = [...list]
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[result[at], result[other]] = [result[other] as T, result[at] as T]
  }
  return result
}

/** Whether the filters leave gradable requirements out. */
export function isFiltered(
  { only = [], level = [] }: Selection,
  requirements: readonly Requirement[],
): boolean {
  if (only.length > 0) return true
  return (
    level.length > 0 &&
    requirements.some((requirement) => gradable(requirement) && !level.includes(requirement.level))
  )
}

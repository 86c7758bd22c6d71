import { gradable, type Requirement, type RequirementLevel } from '../../registry/requirement.ts'
import type { Shard } from '../judge/result.ts'
import { namedIn, type CheckDefinition } from '../run/check.ts'
import { globPattern } from '../words/text.ts'
import { seeded } from '../supply/unique.ts'
import { UsageError } from '../words/usage-error.ts'
import { checkSkipReason, requirementSkipReason, type Supplies } from './availability.ts'
import { findable, isThing, type Prerequisite } from './prerequisite.ts'

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

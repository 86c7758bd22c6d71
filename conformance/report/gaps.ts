import type { RequirementResult, ConformanceResult } from '../engine/judge/result.ts'

/** Something a run could not show, and the requirements that hang on it. */
export interface Gap {
  /** How to show them. */
  readonly hint: string
  readonly verdict: RequirementResult['verdict']
  readonly requirements: readonly RequirementResult[]
}

/**
 * The requirements that a run could not show, by the hint that would show them, most requirements first. Requirements that filters or
 * shards left out are missing.
 */
export function gapsOf({ requirements }: ConformanceResult): Gap[] {
  const unshown = requirements.filter(
    ({ graded, verdict, hint, checks }) =>
      graded &&
      !['pass', 'fail', 'error'].includes(verdict) &&
      (verdict !== 'not-run' || hint !== undefined || checks.length > 0),
  )
  return [...Map.groupBy(unshown, (requirement) => `${requirement.verdict} ${hintFor(requirement)}`).values()]
    .map((alike) => ({ hint: hintFor(alike[0]!), verdict: alike[0]!.verdict, requirements: alike }))
    .sort((one, other) => other.requirements.length - one.requirements.length)
}

function hintFor({ hint, owner, why, verdict }: RequirementResult): string {
  if (hint !== undefined) return hint
  if (owner !== undefined) return `Fix ${owner} first: these depend on it.`
  if (verdict === 'blocked') return `An earlier step did not work: ${why ?? ''}`
  return why ?? verdict
}

/** Graded requirements that only passed in part. */
export function partlyShown({ requirements }: ConformanceResult): RequirementResult[] {
  return requirements.filter(({ verdict, partly }) => verdict === 'pass' && partly.length > 0)
}

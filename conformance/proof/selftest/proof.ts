import { loadChecks } from '../../engine/plan/load-checks.ts'
import type { CheckDefinition } from '../../engine/run/check.ts'
import { gradable } from '../../registry/requirement.ts'
import { type RequirementId, requirements } from '../../registry/requirements.ts'
import { catalogue } from '../mutants/catalogue.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { EmptyServerResult } from '../empty-servers.ts'
import { tryEmptyServers } from '../empty-servers.ts'
import type { DetectionReport, SelftestOptions } from './selftest.ts'
import { selftest } from './selftest.ts'
import type { VariantResult } from '../variants/try-variants.ts'
import { tryVariants } from '../variants/try-variants.ts'

/** Gradable requirements without a check, and gradable requirements that no mutant breaks. */
export interface Gaps {
  readonly withoutCheck: readonly RequirementId[]
  readonly withoutMutant: readonly RequirementId[]
}

/** Everything that shows whether the suite can be trusted. */
export interface Proof {
  readonly mutants: DetectionReport
  readonly emptyServers: readonly EmptyServerResult[]
  readonly variants: readonly VariantResult[]
  readonly gaps: Gaps
}

/**
 * Proves three things: the suite catches servers that break a requirement, no empty server passes, and no conforming server
 * fails.
 */
export async function prove(options: SelftestOptions): Promise<Proof> {
  const checks = options.checks ?? (await loadChecks())
  const all = { ...options, checks }
  return {
    mutants: await selftest(all),
    emptyServers: await tryEmptyServers(all),
    variants: await tryVariants(all),
    gaps: findGaps(checks, options.mutants ?? catalogue),
  }
}

/** Whether a proof succeeds: all caught, no empty server passes, no conforming server fails. */
export function holds({
  mutants,
  emptyServers,
  variants,
}: Pick<Proof, 'mutants' | 'emptyServers' | 'variants'>): boolean {
  return (
    mutants.mutants.every(({ caught }) => caught) &&
    emptyServers.every(({ passed }) => passed.length === 0) &&
    variants.every(({ failed }) => failed.length === 0)
  )
}

/** Finds the gradable requirements that lack a check or a mutant. */
export function findGaps(checks: readonly CheckDefinition[], mutants: readonly Mutant[]): Gaps {
  const judged = new Set<string>(checks.flatMap(({ plan }) => plan.judges))
  const broken = new Set<string>(mutants.flatMap(({ breaks }) => breaks))
  const ids = requirements.filter(gradable).map(({ id }) => id)
  return {
    withoutCheck: ids.filter((id) => !judged.has(id)),
    withoutMutant: ids.filter((id) => !broken.has(id)),
  }
}

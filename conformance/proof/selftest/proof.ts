import { loadChecks } from '../../engine/plan/load-checks.ts'
import { catalogue } from '../deviants/catalogue.ts'
import type { Gaps } from './find-gaps.ts'
import { findGaps } from './find-gaps.ts'
import type { HollowResult } from '../hollow.ts'
import { lookalikes, tryHollowServers } from '../hollow.ts'
import type { KillTable, SelftestOptions } from './selftest.ts'
import { selftest } from './selftest.ts'
import type { VariantResult } from '../variants/try-variants.ts'
import { tryVariants } from '../variants/try-variants.ts'

/** Everything that shows whether the suite can be trusted. */
export interface Proof {
  readonly deviants: KillTable
  readonly hollow: readonly HollowResult[]
  /** These may pass clauses. */
  readonly lookalikes: readonly HollowResult[]
  readonly variants: readonly VariantResult[]
  readonly gaps: Gaps
}

/**
 * Proves three things: the suite catches servers that break a clause, no hollow server passes, and no conforming server
 * fails.
 */
export async function prove(options: SelftestOptions): Promise<Proof> {
  const checks = options.checks ?? (await loadChecks())
  const all = { ...options, checks }
  return {
    deviants: await selftest(all),
    hollow: await tryHollowServers(all),
    lookalikes: await tryHollowServers({ ...all, servers: lookalikes }),
    variants: await tryVariants(all),
    gaps: findGaps(checks, options.deviants ?? catalogue),
  }
}

/** Whether a proof succeeds: all caught, no hollow server passes, no conforming server fails. */
export function holds({
  deviants,
  hollow,
  variants,
}: Pick<Proof, 'deviants' | 'hollow' | 'variants'>): boolean {
  return (
    deviants.deviants.every(({ caught }) => caught) &&
    hollow.every(({ passed }) => passed.length === 0) &&
    variants.every(({ failed }) => failed.length === 0)
  )
}

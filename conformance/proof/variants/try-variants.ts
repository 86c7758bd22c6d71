/** Runs the suite against conforming servers that are built differently from the mock: it must fail no such server. */
import type { CheckDefinition } from '../../engine/run/check.ts'
import { loadChecks } from '../../engine/plan/check-files.ts'
import { seeded } from '../../engine/supply/unique.ts'
import { all } from '../alter/flow.ts'
import type { SelftestOptions } from '../selftest/selftest.ts'
import { runAltered } from '../selftest/run-altered.ts'
import type { Variant } from './variant.ts'
import { variants } from './variants.ts'

/** Several variants at once, chosen by chance: the same seed chooses the same. */
export function composition(seed: number): Variant {
  const random = seeded(seed)
  const parts = variants.slice(1).filter(() => random() < 0.3)
  return {
    id: `composition-${seed}`,
    summary: parts.map(({ id }) => id).join(', '),
    alter: all(...parts.flatMap(({ alter }) => alter ?? [])),
    target: {
      ...Object.assign({}, ...parts.map(({ target }) => target)),
      settings: Object.assign({}, ...parts.map(({ target }) => target?.settings)),
      lacks: parts.flatMap(({ target }) => target?.lacks ?? []),
      vary: parts.flatMap(({ target }) => target?.vary ?? []),
    },
  }
}

/** The failures of a conforming variant. */
export interface VariantResult {
  readonly id: string
  readonly summary: string
  readonly failed: readonly { readonly requirement: string; readonly check: string; readonly why: string }[]
  /** Requirements that could not be tested on it, but are tested on the unaltered mock. */
  readonly unshown: readonly string[]
}

/** Runs the whole suite, and some calls of an exploration, against each variant. */
export async function tryVariants(
  options: Pick<SelftestOptions, 'createTarget' | 'checks'> & {
    readonly variants?: readonly Variant[]
    /** The seed of the exploration. Default 1. */
    readonly seed?: number
  },
): Promise<VariantResult[]> {
  const checks: readonly CheckDefinition[] = options.checks ?? (await loadChecks())
  const results: VariantResult[] = []
  for (const { id, summary, ...variant } of options.variants ?? variants) {
    const outcome = await runAltered({ ...options, lag: 10_000 }, checks, variant, {
      concurrency: 8,
      cleanUp: true,
      // As in an ordinary run: a variant that answers in between may limit the rate for ever.
      rateLimitBudget: undefined,
      explore: { milliseconds: 8000, maxCalls: 600, seed: options.seed ?? 1 },
    })
    const said = outcome.checks.flatMap(({ key, outcomes }) => outcomes.map((each) => ({ ...each, key })))
    results.push({
      id,
      summary,
      failed: [
        ...(outcome.exploration?.differences ?? []).map(({ requirement = 'none', sentence }) => ({
          requirement,
          check: 'exploration',
          why: sentence,
        })),
        ...said
          .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
          .map(({ requirement, key, why = '', assertions }) => ({
            requirement,
            check: key,
            why: `${why} ${JSON.stringify(assertions.find(({ held }) => !held) ?? '').slice(0, 500)}`,
          })),
      ],
      unshown: [
        ...new Set(
          said
            .filter(({ verdict }) => verdict === 'blocked' || verdict === 'inconclusive')
            .map(({ requirement }) => requirement),
        ),
      ],
    })
  }
  return results
}

/** Every variant is legal: our own suite fails nothing on it, and can judge every requirement. */
import { expect, test } from 'vitest'
import { loadChecks } from '../../conformance/engine/plan/check-files.ts'
import { runAltered } from '../../conformance/proof/selftest/run-altered.ts'
import { createConformTarget } from '../../src/server/conform-target.ts'
import { variantNames } from '../../src/vary/variant-names.ts'
import { togetherOf } from '../../src/vary/variants.ts'
import { isThorough } from '../support/runs.ts'

/**
 * The largest group of variants that go together, with every fourth check. The nightly run tries all groups, and each
 * variant alone, with all checks.
 * `VARIANTS=short-pages,other-ids` tries some.
 */
const { VARIANTS: chosen } = process.env
const alone = (names: readonly string[]): string[][] => names.map((name) => [name])
const legal = variantNames.filter((name) => name !== 'lost-replies')
const part = isThorough || chosen ? 1 : 4
const rows = chosen
  ? alone(chosen.split(','))
  : isThorough
    ? [...togetherOf(legal), ...alone(variantNames)]
    : togetherOf(legal).slice(0, 1)

test.each(rows.map((names) => ({ names, id: names.join(', ') })))(
  'our suite fails nothing: $id',
  { timeout: 900_000 },
  async ({ names }) => {
    const outcome = await runAltered(
      { createTarget: createConformTarget, lag: 10_000 },
      (await loadChecks()).filter((_, at) => at % part === 0),
      { target: { vary: names } },
      { concurrency: 16, cleanUp: true, rateLimitBudget: undefined },
    )
    // A lost reply says nothing about the service, and the suite reports that. It fails nothing.
    const bad = names.includes('lost-replies')
      ? ['fail', 'error']
      : ['fail', 'error', 'blocked', 'inconclusive']
    const wrong = outcome.checks.flatMap(({ key, outcomes }) =>
      outcomes
        .filter(({ verdict }) => bad.includes(verdict))
        .map(({ requirement, verdict, why }) => `${verdict} ${requirement}: ${key}: ${why}`),
    )
    expect(wrong).toEqual([])
    expect(outcome.checks.length).toBeGreaterThan(150 / part)
  },
)

import { expect, test } from 'vitest'
import { catalogue } from '../../conformance/proof/mutants/catalogue.ts'
import { alteredFetch } from '../../conformance/proof/alter/sender.ts'
import { baselineFor, parseBaseline } from '../../conformance/engine/judge/baseline.ts'
import { conform, type ConformanceResult, type ConformOptions } from '../../conformance/index.ts'
import { createConformTarget } from '../../src/server/conform-target.ts'
import { isThorough, sample } from '../support/runs.ts'

const timeout = 600_000

/** Every fourth of the catalogue: servers that go wrong in four places, each in its own way. */
const broken = Array.from(
  { length: 4 },
  (_, at) => catalogue[Math.floor(((at + 0.5) * catalogue.length) / 4)]!,
)

test.each(sample(broken, 1))(
  'what the server with $id gets wrong is the same in the next run: its baseline still holds',
  { timeout },
  async ({ id, alter }) => {
    // At night also requirements of other things.
    const only = isThorough ? {} : { only: [`${id.split('.')[0]}.*`] }
    const run = async (options: Partial<ConformOptions>): Promise<ConformanceResult> => {
      const target = await createConformTarget()
      return conform({
        baseUrl: target.baseUrl,
        token: target.token,
        fetch: alteredFetch(target.fetch!, target.baseUrl, alter),
        adapter: target.control!,
        features: { defaults: 'yes' },
        allow: ['mail', 'me', 'end-sessions'],
        ledger: false,
        explore: false,
        tolerateIncomplete: true,
        lag: 300,
        ...only,
        ...options,
      })
    }
    const first = await run({ seed: 1 })
    expect(first.unexpected).toBeGreaterThan(0)
    const known = baselineFor(first.requirements, []).map((entry) => ({ ...entry, reason: 'we know' }))
    const second = await run({ seed: 2, baseline: parseBaseline(known) })
    const changed = second.requirements.filter(
      ({ verdict, baseline }) => verdict === 'fail' && baseline?.state !== 'known',
    )
    expect(changed.map(({ id, why }) => `${id}: ${why}`)).toEqual([])
    expect(second.baselineProblems).toEqual([])
    expect(second.exitCode).toBe(0)
  },
)

/** Requirements of which recordings show another behaviour than the API description. */
const shown = [
  'credentials.forgot.no-question',
  'groups.links.self',
  'users.profile.locale.default',
  'users.profile.locale.null',
]

test.each(
  sample(
    [
      ['the preset', { prefix: 'okta', settings: { preset: 'okta' } }, 4, 4],
      ['the names alone', { prefix: 'okta' }, 0, 0],
      ['what recordings show under other names', { settings: { preset: 'okta', prefix: 'svc' } }, 4, 0],
    ] as const,
    2,
  ),
)('with %s a run knows the failures that recordings show', { timeout }, async (...row) => {
  const [, options, failed, known] = row
  // Whole at night.
  const only = isThorough ? {} : { only: shown.map((id) => id.replace(/[^.]*$/, '*')) }
  const target = await createConformTarget(options)
  const result = await conform({
    baseUrl: target.baseUrl,
    token: target.token,
    fetch: target.fetch!,
    adapter: target.control!,
    features: { defaults: 'yes' },
    allow: ['mail', 'me', 'end-sessions'],
    ledger: false,
    explore: false,
    tolerateIncomplete: true,
    lag: 300,
    ...only,
  })
  const ids = result.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(ids.toSorted()).toEqual(failed === 0 ? [] : shown)
  expect([result.known, result.unexpected, result.baselineProblems]).toEqual([known, failed - known, []])
  expect(result.exitCode).toBe(failed === known ? 0 : 1)
})

import { expect, test } from 'vitest'
import type { ConformanceResult, ConformOptions } from '../../conformance/index.ts'
import { operationNames } from '../../src/contract/operation-names.ts'
import type { OrgOptions } from '../../src/index.ts'
import { conformAs, conformFetch, conformMsw, wrongs } from '../support/conform-faces.ts'

const timeout = 600_000
/** Each with its own order of checks; `npm run conform:package` runs the suite over HTTP. */
const faces = {
  fetch: () => conformFetch({}, { seed: 1 }),
  'in-process msw': () => conformMsw({ seed: 2 }),
}
const results: Partial<Record<keyof typeof faces, ConformanceResult>> = {}

for (const face of Object.keys(faces) as (keyof typeof faces)[]) {
  test(`the mock conforms through ${face}, with nothing left unshown or behind`, { timeout }, async () => {
    const result = await faces[face]()
    results[face] = result
    expect(wrongs(result, ['fail', 'error', 'blocked', 'inconclusive', 'not-applicable'])).toEqual([])
    expect(result.run.leftovers).toEqual([])
    expect(result.counts.pass).toBeGreaterThan(800)
    const notWhole = result.clauses.filter(
      ({ graded, verdict, partly }) => graded && (verdict !== 'pass' || partly.length > 0),
    )
    expect(notWhole.map(({ id, verdict, partly }) => `${id}: ${verdict}: ${partly.join(' ')}`)).toEqual([])
    expect(result.sentence).toBe('Conforms')
  })
}

test('every face passes the same clauses', () => {
  const passed = Object.fromEntries(
    Object.entries(results).map(([face, { clauses }]) => [
      face,
      clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
    ]),
  )
  expect(passed['in-process msw']).toEqual(passed['fetch'])
})

const lists = Object.values(operationNames)
  .flat()
  .filter((name) => name.startsWith('list'))

/** The mock's options turned away from their defaults, several at a time: each run takes seconds. */
const turned: readonly [title: string, options: OrgOptions, more?: Partial<ConformOptions>][] = [
  [
    'lags, takes its time to activate, and lives under a path',
    { searchLag: 150, transitionDelay: 150, baseUrl: 'https://id.example.com/tenants/one' },
  ],
  [
    'has a word of its own, small pages, and trusts one origin',
    {
      vocabulary: { word: 'acme' },
      pageSizes: Object.fromEntries(lists.map((name) => [name, { default: 5, max: 5 }])),
      trustedOrigins: ['https://app.example.com'],
    },
    { profile: { word: 'acme', features: {}, things: {} } },
  ],
  [
    'has no optional features, and limits the rate',
    {
      features: { earlyAccess: false, newerEngine: false },
      rateLimit: { limit: 1000, window: '1s', enforce: true },
    },
    { features: { 'early-access': 'no', 'newer-engine': 'no' } },
  ],
  [
    'shows ended grants, takes partial client updates, and wants client names to differ',
    { endedGrants: 'shown', clientUpdate: 'required-settings', uniqueClientNames: true },
  ],
]

for (const [title, options, more] of turned) {
  test(`a mock that ${title} fails nothing, and shows all it has`, { timeout }, async () => {
    const result = await conformFetch(options, more)
    expect(wrongs(result, ['fail', 'error', 'blocked', 'inconclusive'])).toEqual([])
    expect(result.run.leftovers).toEqual([])
    if (options.rateLimit === undefined) expect(result.run.rateLimited.times).toBe(0)
  })
}

test('waits out a repeated rate limit, without a verdict', { timeout }, async () => {
  const result = await conformFetch(
    { rateLimit: { limit: 20, window: '1s', enforce: true } },
    { only: ['conventions.paging.*'] },
  )
  expect(wrongs(result, ['fail', 'error', 'blocked', 'inconclusive'])).toEqual([])
  expect(result.run.rateLimited.times).toBeGreaterThan(0)
})

test.each(['READ_ONLY_ADMIN', 'GROUP_ADMIN', 'HELP_DESK_ADMIN'] as const)(
  'the mock is not blamed for what a token of %s may not do',
  { timeout },
  async (role) => {
    const result = await conformAs(role, { lag: 500 })
    expect(wrongs(result, ['fail', 'error'])).toEqual([])
    expect(result.run.leftovers).toEqual([])
    expect(result.warnings).toContain(
      "the target lets the run's token create no client: every attempt was answered with 403 access_denied",
    )
    expect(result.exitCode).toBe(3)
  },
)

test('a mock where users are ACTIVE before they have a password fails nothing', { timeout }, async () => {
  const result = await conformFetch({ activationWithoutPassword: 'ACTIVE' }, { lag: 500 })
  expect(wrongs(result, ['fail', 'error', 'inconclusive'])).toEqual([])
  // No documented call brings a user to PROVISIONED there.
  const blocked = wrongs(result, ['blocked'])
  expect(blocked.filter((line) => !line.includes('could not be brought to PROVISIONED'))).toEqual([])
})

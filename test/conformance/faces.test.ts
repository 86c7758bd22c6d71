import { expect, test } from 'vitest'
import type { ConformOptions } from '../../conformance/index.ts'
import { operationNames } from '../../src/contract/operation-names.ts'
import type { OrgOptions } from '../../src/index.ts'
import { isThorough, sample } from '../support/runs.ts'
import { conformAs, conformFetch, conformMsw, notShown, wrongs } from '../support/conform-faces.ts'

const timeout = 600_000
/** `report/whole-suite.test.ts` runs the suite against `fetch`, `npm run conform:package` over HTTP: here the night does. */
test(
  'the mock conforms through in-process msw, with nothing left unshown or behind',
  { timeout },
  async () => {
    const result = await conformMsw({
      seed: 2,
      ...(isThorough ? {} : { only: ['groups.*', 'clients.*', 'sessions.*'] }),
    })
    expect(notShown(result).filter((each) => isThorough || !each.startsWith('not-run '))).toEqual([])
    expect(result.run.orphans).toEqual([])
    expect(result.sentence).toMatch(/^Conforms/)
    expect(result.counts.pass).toBeGreaterThan(isThorough ? 1000 : 200)
  },
)

const lists = Object.values(operationNames)
  .flat()
  .filter((name) => name.startsWith('list'))

/** The mock's options turned away from their defaults, several at a time: each run takes seconds. */
const turned: readonly [title: string, options: OrgOptions, more?: Partial<ConformOptions>][] = [
  [
    'lags, takes its time to activate, and lives under a path',
    { delays: { search: 150, transition: 150 }, baseUrl: 'https://id.example.com/tenants/one' },
  ],
  [
    'has a word of its own, small pages, and trusts one origin',
    {
      prefix: 'acme',
      pageSizes: Object.fromEntries(lists.map((name) => [name, { default: 5, max: 5 }])),
      trustedOrigins: ['https://app.example.com'],
    },
    { profile: { prefix: 'acme', features: {}, things: {} } },
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
    {
      interpretations: {
        'revoked-grants': 'shown',
        'client-update-missing': 'required-settings',
        'client-name-unique': 'unique',
      },
    },
  ],
]

for (const [title, options, more] of sample(turned, 1)) {
  test(`a mock that ${title} fails nothing, and shows all it has`, { timeout }, async () => {
    const result = await conformFetch(options, more)
    expect(wrongs(result, ['fail', 'error', 'blocked', 'inconclusive'])).toEqual([])
    expect(result.run.orphans).toEqual([])
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

test.each(sample(['READ_ONLY_ADMIN', 'GROUP_ADMIN', 'HELP_DESK_ADMIN'] as const, 1))(
  'the mock is not blamed for what a token of %s may not do',
  { timeout },
  async (role) => {
    const only = ['groups.*', 'membership.*', 'clients.*']
    const result = await conformAs(role, { lag: 500, ...(isThorough ? {} : { only }) })
    expect(wrongs(result, ['fail', 'error'])).toEqual([])
    expect(result.run.orphans).toEqual([])
    expect(result.warnings).toContain(
      "the target lets the run's token create no client: every attempt was answered with 403 access_denied",
    )
    expect(result.exitCode).toBe(3)
  },
)

test('a mock where users are ACTIVE before they have a password fails nothing', { timeout }, async () => {
  // Where no status of a user matters, it is the mock of all other tests.
  const only = ['users.*', 'credentials.*']
  const result = await conformFetch(
    { interpretations: { 'activation-without-password': 'ACTIVE' } },
    { lag: 500, ...(isThorough ? {} : { only }) },
  )
  expect(wrongs(result, ['fail', 'error', 'inconclusive'])).toEqual([])
  // No documented call brings a user to PROVISIONED there.
  const blocked = wrongs(result, ['blocked'])
  expect(blocked.filter((line) => !line.includes('could not be brought to PROVISIONED'))).toEqual([])
})

/** What the suite makes of its options, and how checks and suites are put together. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { judgedBy } from '../../../conformance/engine/judge/assemble.ts'
import { check, collectChecks } from '../../../conformance/engine/run/check.ts'
import { type ConformOptions, parseBaseUrl, setUp } from '../../../conformance/engine/plan/conform-options.ts'
import { emptyProfile } from '../../../conformance/engine/plan/target-profile.ts'
import { openSuite } from '../../../conformance/engine/plan/suite-setup.ts'
import { UsageError } from '../../../conformance/engine/words/usage-error.ts'
import { suiteVersion } from '../../../conformance/engine/plan/version.ts'
import { checkOf, clause } from './suite-of.ts'

const proxies = (values: object = {}) => ({
  HTTP_PROXY: undefined,
  http_proxy: undefined,
  HTTPS_PROXY: undefined,
  https_proxy: undefined,
  NO_PROXY: undefined,
  no_proxy: undefined,
  ...values,
})

test('what nobody set is at its default', () => {
  const { runId, ledgerFile, ...setup } = setUp({ baseUrl: 'https://id.example.com/base/', environment: {} })
  expect(runId).toMatch(/^[a-z][a-z2-9]{5}$/)
  expect(ledgerFile).toBe(path.resolve('.identikit/ledgers', `${runId}.jsonl`))
  expect(setup).toEqual({
    baseUrl: 'https://id.example.com/base',
    token: undefined,
    headers: { 'User-Agent': `identikit-conformance/${suiteVersion}` },
    secretHeaders: [],
    allow: [],
    features: {},
    profile: emptyProfile,
    selection: {},
    quick: false,
    insecure: false,
    environment: proxies(),
    adapterModule: undefined,
    controlToken: undefined,
    controlled: false,
    lag: 10_000,
    concurrency: 4,
    rps: 10,
    rateLimitBudget: undefined,
    checkTimeout: 30_000,
    requestTimeout: 30_000,
    cleanUp: true,
    keepAllEvidence: false,
    version: suiteVersion,
  })
  expect(suiteVersion).toMatch(/^\d+\.\d+\.\d+/)
  expect(suiteVersion).not.toBe('0.0.0')
})

test('what was set stays as it was', () => {
  const profile = { features: {}, things: { factor: 'none' } } as const
  const options = {
    baseUrl: 'https://id.example.com',
    token: 't',
    headers: { 'User-Agent': 'mine', 'x-a': '1' },
    secretHeaders: ['x-a'],
    allow: ['mail', 'me', 'end-sessions'],
    features: { defaults: 'no' },
    profile,
    quick: true,
    insecure: true,
    adapterModule: 'x.mjs',
    controlToken: 'c',
    lag: 0,
    concurrency: 1,
    rps: 0,
    rateLimitBudget: 0,
    checkTimeout: 1,
    requestTimeout: 2,
    cleanUp: false,
    keepAllEvidence: true,
    ledger: false,
    environment: { HTTP_PROXY: 'a', https_proxy: 'b', NO_PROXY: 'c', OTHER: 'd' },
  } as const satisfies ConformOptions
  const { runId: _run, version: _version, selection, ...setup } = setUp(options)
  const { ledger: _ledger, ...same } = options
  expect(setup).toEqual({
    ...same,
    environment: proxies({ HTTP_PROXY: 'a', https_proxy: 'b', NO_PROXY: 'c' }),
    controlled: true,
    ledgerFile: undefined,
  })
  expect(selection).toEqual({})
  const picked = { only: ['a'], level: ['must'], shard: { index: 1, of: 2 }, seed: 0 } as const
  expect(setUp({ baseUrl: 'https://x.test', ...picked }).selection).toEqual(picked)
  expect(setUp({ baseUrl: 'https://x.test', adapter: {} as never }).controlled).toBe(true)
  expect(setUp({ baseUrl: 'https://x.test', ledger: '/some/folder' }).ledgerFile).toMatch(
    /^\/some\/folder\/\w{6}\.jsonl$/,
  )
})

test.each(['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'])(
  '%s is asked without a bound',
  (baseUrl) => {
    expect(setUp({ baseUrl }).rps).toBe(0)
    expect(setUp({ baseUrl, rps: 3 }).rps).toBe(3)
    expect(setUp({ baseUrl: 'https://x.test', fetch: () => new Response() }).rps).toBe(0)
  },
)

test.each([
  ['nonsense', "the base URL 'nonsense' is not a URL"],
  ['ftp://x.test', 'the base URL must be http or https'],
  ['http://a@x.test', 'the base URL must not hold credentials'],
  ['http://:b@x.test', 'the base URL must not hold credentials'],
  ['http://x.test?a', 'the base URL must not have a query or a fragment'],
  ['http://x.test#a', 'the base URL must not have a query or a fragment'],
])('%s is no base URL: %s', (baseUrl, message) => {
  expect(() => parseBaseUrl(baseUrl)).toThrow(new Error(message))
  expect(() => setUp({ baseUrl })).toThrow(UsageError)
  expect(parseBaseUrl('https://x.test/a').href).toBe('https://x.test/a')
})

test('what cannot be is a mistake of usage', () => {
  const baseUrl = 'https://x.test'
  expect(() => setUp({ baseUrl, quick: true, shard: { index: 1, of: 2 } })).toThrow(
    'a quick run has no shards: take --quick or --shard',
  )
  expect(() => setUp({ baseUrl, quick: false, shard: { index: 1, of: 2 } })).not.toThrow()
})

const nothing = async (): Promise<void> => {}

test('checks are collected while their file is loaded, and nowhere else', async () => {
  const declare = (title: string) => check(title, { judges: ['users.get.ok'] }, nothing)
  expect(() => declare('alone')).not.toThrow()
  const checks = await collectChecks('outer', async () => {
    declare('first')
    const inner = await collectChecks('inner', async () => declare('within'))
    expect(inner.map(({ title, file }) => `${file}: ${title}`)).toEqual(['inner: within'])
    await expect(collectChecks('broken', () => Promise.reject(new Error('no file')))).rejects.toThrow(
      'no file',
    )
    declare('second')
  })
  expect(checks.map(({ title, file }) => `${file}: ${title}`)).toEqual(['outer: first', 'outer: second'])
  expect(checks[0]).toMatchObject({ plan: { judges: ['users.get.ok'] }, body: nothing })
})

test('a check may only observe', async () => {
  const [only] = await collectChecks('f', async () =>
    check('looks', { judges: [], observes: ['users.get.ok'] }, nothing),
  )
  expect(only?.plan.observes).toEqual(['users.get.ok'])
})

test('a clause that no check judged was not run, and one that is excluded is none', () => {
  const clauses = [
    clause('a'),
    clause('open', { level: 'open', reason: 'nobody says' }),
    clause('bare', { level: 'may-change' }),
    clause('out', { excluded: 'the API shows it to nobody' }),
  ]
  expect(judgedBy([], clauses).map(({ id, verdict, why, graded }) => [id, verdict, why, graded])).toEqual([
    ['a', 'not-run', 'no check judges it', true],
    ['open', 'not-run', 'nobody says', false],
    ['bare', 'not-run', 'it is not graded', false],
  ])
})

/** A suite of two checks, of which a quick run takes what the table measured; the keys are those of real checks. */
async function suite(options: Partial<ConformOptions> = {}, parts: object = {}) {
  const checks = [checkOf('x', { judges: ['a'] }, nothing), checkOf('y', { judges: ['b'] }, nothing)]
  const closed: string[] = []
  const sender = {
    send: () => Promise.reject(new Error('nothing is sent')),
    close: () => void closed.push('closed'),
  }
  const made = await openSuite(setUp({ baseUrl: 'https://x.test', ledger: false, ...options }), {
    sender,
    checks,
    clauses: [clause('a'), clause('b')],
    ...parts,
  })
  return { made, closed, sender }
}

test('a suite has the checks that were selected, and closes its sender', async () => {
  const { made, closed, sender } = await suite({ only: ['b'] })
  expect(made.checks.map(({ title }) => title)).toEqual(['y'])
  expect(made.options.sender).toBe(sender)
  expect(made.options.adapter).toBeUndefined()
  expect(made).not.toHaveProperty('quick')
  made.close()
  expect(closed).toEqual(['closed'])
})

test('a target with a word of its own is spoken to in it', async () => {
  const sent: (string | undefined)[] = []
  const sender = {
    send: async ({ body }: { body?: string }) => {
      sent.push(body)
      return { status: 200, headers: {}, text: '{"type":"ACME_GROUP"}' }
    },
    close: () => {},
  }
  const { made } = await suite({ profile: { word: 'acme', features: {}, things: {} } }, { sender })
  const request = {
    method: 'POST',
    url: new URL('https://x.test/'),
    headers: {},
    body: '{"type":"SVC_GROUP"}',
  }
  const { text } = await made.options.sender.send(request, new AbortController().signal)
  expect([sent, text]).toEqual([['{"type":"ACME_GROUP"}'], '{"type":"SVC_GROUP"}'])
})

test('an adapter that was handed over comes before one of a module', async () => {
  const adapter = { name: 'mine', provides: [], obtain: nothing }
  const { made } = await suite({ adapterModule: 'data:text/javascript,export default 7' }, { adapter })
  expect(made.options.adapter).toBe(adapter)
})

test('a quick run knows features by what was said: options, profile, then adapter', async () => {
  const early = checkOf('a grant that is listed can be read by its id', { judges: ['early'] }, nothing)
  const checks = [{ ...early, file: 'grants' }]
  const clauses = [clause('early', { needs: ['early-access'] })]
  const { default: quickTable } = await import('../../../generated/quick-table.json', {
    with: { type: 'json' },
  })
  const [key = ''] = Object.entries(quickTable.checks).find(([, { catches }]) => catches.length > 0) ?? []
  const [file = '', ...title] = key.split(': ')
  const known = [{ ...checks[0]!, file, title: title.join(': ') }]
  const taken = async (options: Partial<ConformOptions>, parts: object = {}) => {
    const { made } = await suite({ quick: true, ...options }, { checks: known, clauses, ...parts })
    return [made.checks.length, made.quick?.clauses.length]
  }
  const adapter = (state: string) => ({
    name: 'x',
    provides: [],
    obtain: nothing,
    features: { 'early-access': state },
  })
  expect(await taken({})).toEqual([0, 0])
  expect(await taken({ features: { 'early-access': 'yes' } })).toEqual([1, 1])
  expect(await taken({ features: { 'early-access': 'probe' } })).toEqual([0, 0])
  const profile = (state: 'yes' | 'no') => ({ profile: { features: { 'early-access': state }, things: {} } })
  expect(await taken(profile('yes'))).toEqual([1, 1])
  expect(await taken({ ...profile('yes'), features: { 'early-access': 'no' } })).toEqual([0, 0])
  expect(await taken({}, { adapter: adapter('yes') })).toEqual([1, 1])
  expect(await taken(profile('no'), { adapter: adapter('yes') })).toEqual([0, 0])
  const byDefault = [clause('early', { level: 'default' })]
  expect(await taken({}, { clauses: byDefault })).toEqual([0, 0])
  expect(await taken({ features: { defaults: 'yes' } }, { clauses: byDefault })).toEqual([1, 1])
})

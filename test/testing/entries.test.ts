import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createTestKit } from '../../src/testing.ts'
import { buildersOf, sharedFixtures } from '../../src/testing/fixtures.ts'
import { jestKit } from '../../src/testing/jest-kit.ts'
import { enterOrg, liveOrgs, noteAsked, onlyLiveOrg, refuseUnawaited } from '../../src/testing/live-orgs.ts'
import { toConformTo } from '../../src/testing/matchers/conform.ts'
import { matchers } from '../../src/testing/matchers/index.ts'
import { signInBrowser } from '../../src/testing/sign-in-browser.ts'

/** What the conformance suite was asked, and what it answers. */
const suite = vi.hoisted(() => ({
  asked: [] as unknown[],
  clauses: [] as unknown[],
  problem: undefined as unknown,
}))
vi.mock('../../conformance/index.ts', () => ({
  conform: async (options: unknown) => {
    suite.asked.push(options)
    if (suite.problem !== undefined) throw suite.problem
    return { clauses: suite.clauses }
  },
}))

/** What Playwright was given. */
const playwright = vi.hoisted(() => ({ fixtures: {} as never, matchers: undefined as unknown }))
vi.mock('@playwright/test', () => ({
  test: { extend: (fixtures: never) => (playwright.fixtures = fixtures) },
  expect: { extend: (given: unknown) => (playwright.matchers = given) },
}))

beforeEach(() => {
  suite.asked.length = 0
  suite.clauses = []
  suite.problem = undefined
})

afterEach(() => vi.unstubAllGlobals())

const start = '2031-05-06T07:08:09.000Z'

test('the kit of Jest has an organisation while a test runs, and moves its timers along', async () => {
  const before: (() => Promise<void>)[] = []
  const after: (() => Promise<void>)[] = []
  const extended: unknown[] = []
  const moved: unknown[] = []
  const scope = { Date: {} as object, setTimeout: {} as object }
  const { useOrg } = jestKit(
    {
      expect: { extend: (given) => void extended.push(given) },
      beforeEach: (run) => void before.push(run),
      afterEach: (run) => void after.push(run),
      jest: {
        advanceTimersByTimeAsync: async (by) => void moved.push(['advance', by]),
        setSystemTime: (to) => void moved.push(['set', to]),
      },
    },
    scope,
  )
  expect(extended).toEqual([matchers])
  const kit = useOrg({ clock: { start, frozen: true } })
  const gone =
    'useOrg: the organisation is there while a test runs; ask inside of test, beforeEach or afterEach'
  for (const part of ['org', 'client', 'asUser', 'outbox', 'clock'] as const)
    expect(() => kit[part]).toThrow(gone)
  expect(() => kit.service()).toThrow(gone)
  const live = liveOrgs().length
  await before[0]!()
  expect(liveOrgs()).toHaveLength(live + 1)
  const first = kit.org
  expect(liveOrgs()).toContain(first)
  expect((await kit.client.getUser({ params: { userId: 'me' } })).profile.login).toBe('admin@example.com')
  expect((await kit.asUser('admin@example.com').getUser({ params: { userId: 'me' } })).status).toBe('ACTIVE')
  expect(kit.outbox.all()).toEqual([])
  await kit.clock.advance('1s')
  expect(moved).toEqual([])
  for (const faked of [{ setTimeout: { clock: 1 } }, { Date: { clock: 1 } }, { Date: { isFake: true } }]) {
    Object.assign(scope, { Date: {}, setTimeout: {} }, faked)
    await kit.clock.advance('1s')
  }
  await kit.clock.set(start)
  expect(moved).toEqual([
    ['advance', 1000],
    ['advance', 1000],
    ['advance', 1000],
    ['set', Date.parse(start)],
  ])
  const { port } = await kit.service()
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/users/me`)).status).toBe(401)
  await after[0]!()
  expect(liveOrgs()).toHaveLength(live)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  expect(() => kit.org).toThrow(gone)
  await before[0]!()
  expect(kit.org).not.toBe(first)
  await after[0]!()
  const idle = useOrg()
  await after[1]!()
  expect(() => idle.org).toThrow(gone)
})

test('a kit of node:test is closed with its test, and moves its timers along while they are on', async () => {
  const ends: (() => Promise<void>)[] = []
  const moved: unknown[] = []
  const context = {
    after: (end: () => Promise<void>) => void ends.push(end),
    mock: {
      timers: {
        tick: (by: number) => void moved.push(['tick', by]),
        setTime: (to: number) => void moved.push(['set', to]),
      },
    },
  }
  const live = liveOrgs().length
  const kit = await createTestKit({ clock: { start, frozen: true } }, context)
  expect(liveOrgs()).toHaveLength(live + 1)
  await kit.clock.advance('1s')
  expect(moved).toEqual([])
  vi.stubGlobal('Date', Object.assign(class extends Date {}, { isMock: true }))
  await kit.clock.advance('2s')
  await kit.clock.set(start)
  vi.unstubAllGlobals()
  expect(moved).toEqual([
    ['tick', 2000],
    ['set', Date.parse(start)],
  ])
  await ends[0]!()
  expect(liveOrgs()).toHaveLength(live)
  const own = await createTestKit()
  await own[Symbol.asyncDispose]()
  expect(liveOrgs()).toHaveLength(live)
  await expect(createTestKit({}, {} as never)).rejects.toThrow(
    new TypeError('createTestKit: expected the context of a test of node:test second, which has after()'),
  )
})

test('signs a user in in a browser by a cookie that scripts cannot read', async () => {
  const org = createOrg({ baseUrl: 'https://id.test' })
  const cookies: unknown[] = []
  const context = { addCookies: async (given: readonly unknown[]) => void cookies.push(...given) }
  await signInBrowser(context, org, { user: 'admin@example.com' })
  expect(cookies).toEqual([
    {
      name: 'sid',
      value: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      url: 'https://id.test',
      httpOnly: true,
    },
  ])
  const [{ value }] = cookies as [{ value: string }]
  const me = await org.fetch(
    new Request('https://id.test/api/v1/users/me', { headers: { cookie: `sid=${value}` } }),
  )
  expect(me.status).toBe(200)
})

test('the fixtures of Playwright', async () => {
  await import('../../src/playwright.ts')
  expect(playwright.matchers).toBe(matchers)
  type Fixture = (made: object, use: (value: never) => unknown) => unknown
  const fixtures = playwright.fixtures as Record<string, Fixture | [unknown, object]>
  expect(fixtures['world']).toEqual(['empty', { option: true }])
  expect(fixtures['orgOptions']).toEqual([{}, { option: true, scope: 'worker' }])
  const [orgServer, scope] = fixtures['orgServer'] as [Fixture, object]
  expect(scope).toEqual({ scope: 'worker' })
  const used: Record<string, unknown> = {}
  const live = liveOrgs().length
  const take = (name: string, made: object) =>
    (fixtures[name] as Fixture)(made, (value) => {
      used[name] = value
    })
  await orgServer(
    { orgOptions: { clock: { start, frozen: true } } },
    async (server: { port: number; org: ReturnType<typeof createOrg> }) => {
      used['server'] = server
      expect(server.org.model.baseUrl).toBe(`http://localhost:${server.port}`)
      await (fixtures['org'] as Fixture)(
        { orgServer: server, world: 'empty' },
        async (org: ReturnType<typeof createOrg>) => {
          used['org'] = org
          expect(org.baseUrl).toMatch(new RegExp(`^http://localhost:${server.port}/orgs/`))
          expect((await fetch(`${org.baseUrl}/api/v1/users/me`)).status).toBe(401)
          expect(liveOrgs()).toHaveLength(live + 1)
          const cookies: unknown[] = []
          const context = { addCookies: async (given: unknown[]) => void cookies.push(...given) }
          for (const name of ['service', 'client', 'asUser', 'outbox', 'clock', 'build'])
            await take(name, { org })
          await take('signIn', { org, context })
          expect(used['service']).toEqual({ url: org.baseUrl })
          const client = used['client'] as { getUser: (input: object) => Promise<{ id: string }> }
          const me = await client.getUser({ params: { userId: 'me' } })
          const signIn = used['signIn'] as (user: unknown) => Promise<void>
          await signIn('admin@example.com')
          await signIn(me)
          expect(cookies).toHaveLength(2)
          expect((used['outbox'] as { all: () => unknown }).all()).toEqual([])
          expect((used['build'] as { user: () => object }).user()).toHaveProperty('profile')
          expect((used['asUser'] as (user: string) => object)('admin@example.com')).toHaveProperty('getUser')
          const clock = used['clock'] as {
            install: (page: object) => Promise<void>
            advance: (by: string) => Promise<void>
            set: (to: string) => Promise<void>
            now: () => Date
          }
          const moved: unknown[] = []
          let isClosed = false
          const page = {
            isClosed: () => isClosed,
            clock: {
              install: async (given: unknown) => void moved.push(['install', given]),
              fastForward: async (by: number) => void moved.push(['forward', by]),
              setSystemTime: async (to: number) => void moved.push(['set', to]),
            },
          }
          await clock.install(page)
          await clock.advance('1m')
          await clock.set(start)
          isClosed = true
          await clock.advance('1m')
          expect(moved).toEqual([
            ['install', { time: new Date(start) }],
            ['forward', 60_000],
            ['set', Date.parse(start)],
          ])
          expect(clock.now()).toEqual(new Date('2031-05-06T07:09:09.000Z'))
        },
      )
      expect(liveOrgs()).toHaveLength(live)
      const { baseUrl } = used['org'] as { baseUrl: string }
      expect((await fetch(`${baseUrl}/api/v1/users/me`)).status).toBe(404)
    },
  )
  const { port } = used['server'] as { port: number }
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('builders are from the seed and with the vocabulary of the organisation', async () => {
  const of = async (options: object) => {
    const build = await buildersOf(createOrg(options))
    return [build.user().profile.login, build.rule({ groupIds: [] }).conditions?.expression?.type]
  }
  const [byDefault] = await of({})
  expect(await of({ vocabulary: { word: 'acme' } })).toEqual([byDefault, 'urn:acme:expression:1.0'])
  const [seeded, type] = await of({ seed: 'other' })
  expect(seeded).not.toBe(byDefault)
  expect(type).toBe('urn:svc:expression:1.0')
})

test('shared fixtures check where the server is', () => {
  for (const serverUrl of ['nowhere', 'ftp://x.test', 'xhttp://x.test', 'httpx://x.test']) {
    expect(() => sharedFixtures({ serverUrl })).toThrow(/serverUrl/)
  }
  expect(() => sharedFixtures({ serverUrl: 'http://x.test', worl: 'x' } as never)).toThrow(
    /unknown option, did you mean world\?/,
  )
  for (const serverUrl of ['http://x.test', 'https://x.test']) {
    expect(Object.keys(sharedFixtures({ serverUrl }))).toEqual(['org', 'service', 'client'])
  }
})

test('a matcher that nobody awaited is named, and which organisation it is about must be plain', async () => {
  const org = { name: 'a' } as never
  await expect(refuseUnawaited(org)).resolves.toBeUndefined()
  const answer = Promise.withResolvers<void>()
  noteAsked(org, 'toHaveStatus', answer.promise)
  const refused = expect(refuseUnawaited(org)).rejects.toThrow(
    'toHaveStatus: the organisation is on a server, so that the matcher answers a promise: await expect(…).toHaveStatus(…)',
  )
  answer.reject(new Error('late'))
  await refused
  await expect(refuseUnawaited(org)).resolves.toBeUndefined()
  const which = 'm: which organisation? '
  const say = '; say it as the last argument: { org }'
  expect(() => onlyLiveOrg('m')).toThrow(`${which}no test has an organisation now${say}`)
  const leave = enterOrg(org)
  expect(onlyLiveOrg('m')).toBe(org)
  const leaveOther = enterOrg({ name: 'b' } as never)
  expect(() => onlyLiveOrg('m')).toThrow(`${which}2 tests have one now${say}`)
  leave()
  leaveOther()
})

const clause = (id: string, verdict: string, why?: string) => ({
  id,
  verdict,
  statement: `Of ${id}`,
  ...(why ? { why } : {}),
})

test('toConformTo asks the suite about whatever stands for a deployment', async () => {
  suite.clauses = [clause('a.b', 'pass')]
  const org = createOrg({ baseUrl: 'https://id.test' })
  const own = { baseUrl: 'https://id.test', token: org.apiToken, fetch: org.fetch }
  const fetcher = (): never => expect.unreachable()
  for (const [subject, options, expected] of [
    [org, {}, own],
    ['https://x.test', {}, { baseUrl: 'https://x.test' }],
    ['https://x.test', { token: 't' }, { baseUrl: 'https://x.test', token: 't' }],
    [{ baseUrl: 'https://x.test', token: 't' }, { token: 'u' }, { baseUrl: 'https://x.test', token: 't' }],
    [{ url: 'https://x.test', apiToken: 't' }, {}, { baseUrl: 'https://x.test', token: 't' }],
    [{ url: 'https://x.test', org }, {}, { baseUrl: 'https://x.test', token: org.apiToken }],
    [{ url: 'https://x.test', org: 1 }, { token: 'u' }, { baseUrl: 'https://x.test', token: 'u' }],
    [{ url: 'https://x.test', fetch: fetcher }, {}, { baseUrl: 'https://x.test', fetch: fetcher }],
    [
      { url: 'https://x.test', fetch: 1 },
      { ledger: true, concurrency: 2 },
      { baseUrl: 'https://x.test', ledger: true, concurrency: 2 },
    ],
  ] as const) {
    suite.asked.length = 0
    const { pass } = await toConformTo(subject, 'a.*', options as never)
    expect(pass).toBe(true)
    expect(suite.asked).toEqual([{ ledger: false, ...expected, only: ['a.*'] }])
  }
  for (const subject of [undefined, 7, { baseUrl: 1 }]) {
    await expect(toConformTo(subject, 'a.*')).rejects.toThrow(
      /^toConformTo: expected an organisation, a server, a URL or \{ baseUrl, token \}, found /,
    )
  }
  for (const clauses of [[], [1], 1]) {
    await expect(toConformTo('https://x.test', clauses as never)).rejects.toThrow(
      /^toConformTo: expected clauses by id, area or glob, such as users\.suspend\.\*, found /,
    )
  }
})

test('toConformTo tells what fails, what holds, and that nothing could be shown', async () => {
  suite.clauses = [
    clause('a', 'pass'),
    clause('b', 'fail', 'since'),
    clause('c', 'fail'),
    clause('d', 'blocked'),
    clause('e', 'not-run'),
    clause('f', 'observed'),
  ]
  const failed = await toConformTo('https://x.test', ['a', 'b'])
  expect([failed.pass, failed.message()]).toEqual([
    false,
    'Expected https://x.test to conform to a, b; 2 of 4 clauses fail\n  b: Of b\n    since\n  c: Of c\n    ',
  ])
  suite.clauses = [clause('a', 'pass'), clause('b', 'pass'), clause('d', 'blocked')]
  const held = await toConformTo('https://x.test', 'a')
  expect([held.pass, held.message()]).toEqual([
    true,
    'Expected https://x.test not to conform to a; all 2 clauses that could be shown hold',
  ])
  suite.clauses = [
    clause('e', 'not-run'),
    clause('f', 'observed'),
    ...Array.from({ length: 21 }, (_, index) => clause(`d${index}`, 'blocked', 'by a')),
  ]
  const told = await toConformTo('https://x.test', 'a').catch((error: Error) => error.message.split('\n'))
  expect(told).toHaveLength(21)
  expect((told as string[]).slice(0, 2)).toEqual([
    'toConformTo: nothing could be shown of a at https://x.test',
    '  d0: blocked: by a',
  ])
  suite.clauses = [clause('d', 'blocked')]
  await expect(toConformTo('https://x.test', 'a')).rejects.toThrow(/\n {2}d: blocked: $/)
  suite.problem = new Error('--only x: there is no clause; --only y')
  await expect(toConformTo('https://x.test', 'x')).rejects.toThrow(
    'toConformTo: x: there is no clause; --only y',
  )
  suite.problem = 'odd'
  await expect(toConformTo('https://x.test', 'x')).rejects.toBe('odd')
})

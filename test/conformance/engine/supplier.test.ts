import { expect, test } from 'vitest'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import type { ThingNeed } from '../../../conformance/engine/plan/need.ts'
import { needHint } from '../../../conformance/engine/plan/need.ts'
import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import { Blocked } from '../../../conformance/engine/run/interruption.ts'
import { Supplier } from '../../../conformance/engine/supply/supplier.ts'
import { toReply } from '../../../conformance/engine/wire/reply.ts'
import { type Answer, fakeApi } from './fake-api.ts'

/** Supplies things from a profile, an adapter or a target that answers. */
function supplying(
  things: object,
  {
    answer = () => 200,
    adapter,
    sent = () => 200,
    replied,
    user,
    finds,
    signal = new AbortController().signal,
  }: {
    answer?: (call: string) => Answer
    adapter?: object
    /** The status that a described call is answered with. */
    sent?: (request: { url: URL; headers: unknown; body: string | undefined }) => number
    /** The body that a described call is answered with. */
    replied?: object
    /** The user that a check is given, or why there is none. */
    user?: object
    /** The result of exploring, instead of the usual search of the suite. */
    finds?: () => Promise<unknown>
    signal?: AbortSignal
  } = {},
) {
  const ledger = new Ledger({ run: 'abc123', baseUrl: '', startedAt: '', version: '' })
  const redactor = new Redactor()
  const { api, calls } = fakeApi(answer)
  const sessions: string[] = []
  const told: string[] = []
  let explored = 0
  const ends: ((api: unknown) => Promise<void>)[] = []
  const supplier = new Supplier({
    profile: { things } as never,
    adapter: adapter as never,
    ledger,
    redactor,
    transport: {
      addSession: (cookie: string, user: string) => void sessions.push(`${cookie} ${user}`),
    } as never,
    caller: {
      baseUrl: new URL('https://id.example.com'),
      send: async (request: { url: URL; headers: unknown; body: string | undefined }) =>
        toReply({ status: sent(request), headers: {}, text: replied ? JSON.stringify(replied) : '' }, 1, {
          method: 'POST',
          path: '',
          body: undefined,
        }),
    },
    secrets: { environment: { SECRET: 'the-secret-value', COOKIE: 'sid=12345678' }, readStdin: () => '' },
    explore: async (work) => {
      explored++
      return finds === undefined ? work({ api } as never) : (finds() as never)
    },
    onFound: (sentence) => void told.push(sentence),
  })
  const supply = async (need: ThingNeed, wish: object = {}) =>
    supplier.supply(need, {
      api,
      wish,
      signal,
      onEnd: (undo: (api: unknown) => Promise<void>) => void ends.push(undo),
      given: { user: async () => (user instanceof Error ? Promise.reject(user) : user) },
      unique: { password: () => 'Wrong-1' },
    } as never) as Promise<Record<string, unknown>>
  /** Ends the check; with an error the target answers nothing any more. */
  const end = async (gone?: Error): Promise<void> => {
    for (const undo of ends.splice(0)) await undo(gone === undefined ? api : fakeApi(() => gone).api)
  }
  const refusal = async (need: ThingNeed, wish?: object) => {
    const error = (await supply(need, wish).catch((reason: unknown) => reason)) as Blocked
    return [error.name, error.message, error.hint]
  }
  return { supply, refusal, end, ledger, redactor, calls, sessions, told, explored: () => explored }
}

/** Supplies by finding out at a target that answers. */
const exploring = (answer: (call: string) => Answer, finds?: () => Promise<unknown>, signal?: AbortSignal) =>
  supplying({}, { answer, ...(finds && { finds }), ...(signal && { signal }) })

test('blocks a need that nobody supplies, with a hint', async () => {
  expect(await supplying({}).refusal('factor')).toEqual([
    'Blocked',
    "nothing supplies 'factor'",
    needHint('factor'),
  ])
  expect(await supplying({ factor: 'none' }).refusal('factor')).toEqual([
    'NotApplicable',
    "the target profile says 'none' for factor",
    undefined,
  ])
})

test('a group that is built in is found, and lent for its own profile', async () => {
  const groups = [
    { id: 'g0', type: 'SVC_GROUP' },
    null,
    { id: 'g1', type: 'BUILT_IN', profile: { name: 'Everyone' } },
  ]
  const it = supplying({}, { answer: () => [200, groups] })
  expect(await it.supply('built-in-group')).toEqual({ id: 'g1', name: 'Everyone' })
  expect(it.calls).toEqual(['GET /api/v1/groups?filter=type+eq+%22BUILT_IN%22'])
  expect(it.ledger.loanOf('group', 'g1')).toMatchObject({ loan: 'own-profile' })
  expect(
    await supplying({}, { answer: () => [200, [{ id: 'g0', type: 'SVC_GROUP' }]] }).refusal('built-in-group'),
  ).toEqual(['Blocked', 'no group of type BUILT_IN is to be seen (exchange 1)', undefined])
})

const active = (status = 'ACTIVE') => ({ answer: (): Answer => [200, { status }] })

test('things that are used up are each given once; others again and again', async () => {
  const used = supplying({ factor: [{ id: 'u1' }, { id: 'u2' }] }, active())
  expect([(await used.supply('factor'))['id'], (await used.supply('factor'))['id']]).toEqual(['u1', 'u2'])
  expect(await used.refusal('factor')).toEqual([
    'Blocked',
    "the target profile: it has 2 of 'factor', and they are used up; add another",
    "Mend the target profile: it has 2 of 'factor', and they are used up; add another",
  ])
  const kept = supplying({ 'custom-property': [{ name: 'a' }, { name: 'b' }] })
  const names = []
  for (let at = 0; at < 3; at++) names.push((await kept.supply('custom-property'))['name'])
  expect(names).toEqual(['a', 'b', 'a'])
})

test('a thing is as the check wishes it, as far as it says', async () => {
  const it = supplying(
    {
      factor: [
        { id: 'u1', kind: 'sms' },
        { id: 'u2', kind: 'otp' },
      ],
    },
    active(),
  )
  expect(await it.supply('factor', { kind: 'otp' })).toMatchObject({ id: 'u2' })
  expect(await it.refusal('factor', { kind: 'push' })).toEqual([
    'Blocked',
    'the target profile: it has no \'factor\' with {"kind":"push"}',
    'Mend the target profile: it has no \'factor\' with {"kind":"push"}',
  ])
  expect(
    await supplying({ factor: { id: 'u1' } }, active()).supply('factor', { kind: 'push' }),
  ).toMatchObject({ id: 'u1' })
})

test.each([
  ['locked-out-user', 'LOCKED_OUT'],
  ['device-block', 'ACTIVE'],
  ['factor', 'ACTIVE'],
] as const)('a %s that is not %s is a mistake in the profile', async (need, status) => {
  const good = supplying({ [need]: { id: 'u/1' } }, active(status))
  expect(await good.supply(need)).toEqual({ id: 'u/1' })
  expect(good.calls).toEqual(['GET /api/v1/users/u%2F1'])
  expect(good.ledger.loanOf('user', 'u/1')).toMatchObject({ loan: 'lifecycle' })
  expect((await supplying({ [need]: { id: 'u1' } }, active('STAGED')).refusal(need))[1]).toBe(
    `the target profile: its '${need}' is not what it should be: the user is STAGED, not ${status}`,
  )
  expect((await supplying({ [need]: { id: 'u1' } }, { answer: () => 404 }).refusal(need))[1]).toBe(
    `the target profile: its '${need}' is not what it should be: GET /api/v1/users/u1 is answered with 404`,
  )
})

test.each([
  ['app-group', 'own-profile'],
  ['directory-group', 'own-profile'],
  ['pushed-app-group', 'all'],
  ['disposable-app-group', 'all'],
] as const)('a %s is looked at, and lent %s', async (need, loan) => {
  const it = supplying({ [need]: { id: 'g1' } }, { answer: () => [200, { profile: { name: 'G' } }] })
  await it.supply(need)
  expect(it.calls[0]).toBe('GET /api/v1/groups/g1')
  expect(it.ledger.loanOf('group', 'g1')).toMatchObject({ loan })
  expect((await supplying({ [need]: { id: 'g1' } }, { answer: () => 300 }).refusal(need))[1]).toContain(
    'GET /api/v1/groups/g1 is answered with 300',
  )
})

test('grants and tokens that a profile names have to be there', async () => {
  const grants = { userId: 'u1', clientId: 'c1', grantIds: ['x1', 'x2'], scopeIds: ['s'] }
  const there = (ids: string[]) => ({
    answer: (call: string): Answer =>
      call.endsWith('grants') ? [200, ids.map((id) => ({ id }))] : [200, {}],
  })
  const it = supplying({ grants }, there(['x2', 'x1']))
  expect(await it.supply('grants')).toEqual(grants)
  expect(it.calls).toEqual(['GET /api/v1/users/u1', 'GET /api/v1/users/u1/clients/c1/grants'])
  expect(it.ledger.loanOf('user', 'u1')).toMatchObject({ loan: 'consents' })
  expect((await supplying({ grants }, there(['x1'])).refusal('grants'))[1]).toBe(
    "the target profile: its 'grants' is not what it should be: x2 is not at /api/v1/users/u1/clients/c1/grants",
  )
  const tokens = { userId: 'u1', clientId: 'c1', tokenIds: ['t1'] }
  const none = supplying({ 'refresh-tokens': tokens }, { answer: () => [200, []] })
  expect((await none.refusal('refresh-tokens'))[1]).toContain(
    't1 is not at /api/v1/users/u1/clients/c1/tokens',
  )
})

test('secrets of a thing are read, and shown nowhere', async () => {
  const it = supplying({
    'read-only-token': { token: 'env:SECRET' },
    'scoped-access-token': { header: 'Bearer plain-secret-1' },
  })
  expect(await it.supply('read-only-token')).toEqual({ token: 'the-secret-value' })
  expect(it.redactor.text('so: the-secret-value')).toBe('so: «token#1»')
  expect(await it.supply('scoped-access-token')).toEqual({ header: 'Bearer plain-secret-1' })
  expect(it.redactor.text('so: plain-secret-1')).not.toContain('plain')
  const session = supplying({ 'session-cookie': { cookie: 'env:COOKIE', userId: 'u1' } })
  expect(await session.supply('session-cookie')).toEqual({ cookie: 'sid=12345678', userId: 'u1' })
  expect(session.sessions).toEqual(['sid=12345678 u1'])
  expect(session.redactor.text('sid=12345678')).toBe('sid=«cookie#1»')
  const withPassword = { cookie: 'sid=12345678', userId: 'u1', password: 'a-password-1' }
  const third = supplying({ 'session-cookie': withPassword })
  expect(await third.supply('session-cookie')).toEqual(withPassword)
  expect(third.redactor.text('sid=12345678 a-password-1')).toBe('sid=«cookie#1» «password#1»')
  expect(session.ledger.loanOf('user', 'u1')).toMatchObject({ loan: 'lifecycle' })
})

test('a described sign-in is made, and one that is not there is a mistake in the profile', async () => {
  const things = {
    'sign-in': { method: 'POST', url: '/in', body: { user: '{login}', pass: '{password}' }, success: {} },
  }
  const bodies: unknown[] = []
  const signingIn = async (status: number) => {
    const { supply } = supplying(things, { sent: ({ body }) => (bodies.push(body), status) })
    const { signIn } = (await supply('sign-in')) as {
      signIn: (login: string, password: string) => Promise<unknown>
    }
    return signIn('l', 'p').catch((error: unknown) => (error as Error).message)
  }
  expect(await signingIn(200)).toEqual({ ok: true, status: 200 })
  expect(bodies).toEqual(['{"user":"l","pass":"p"}'])
  expect(await signingIn(401)).toEqual({ ok: false, status: 401, reason: '401' })
  for (const status of [404, 405, 415, 501])
    expect(await signingIn(status)).toBe(`the target profile: its 'sign-in' is answered with ${status}`)
})

test('an expression is made from its template, for a login', async () => {
  const { expression } = (await supplying({
    'rule-expression': { template: 'user.login=="{login}" or "{login}"==""' },
  }).supply('rule-expression')) as { expression: (login: string) => string }
  expect(expression('a@b')).toBe('user.login=="a@b" or "a@b"==""')
})

test('access tokens are asked about by the call of the profile', async () => {
  const introspect = { method: 'POST', url: '/introspect', form: { token: '{token}' }, success: {} }
  const it = supplying(
    {
      'access-tokens': {
        userId: 'u1',
        clientId: 'c1',
        tokenId: 't1',
        issued: 'the-access-token',
        introspect,
      },
    },
    {
      answer: (call) => [200, call.endsWith('tokens') ? [{ id: 't1' }] : {}],
      sent: ({ body }) => (body === 'token=x' ? 200 : 400),
    },
  )
  const { active: isActive } = (await it.supply('access-tokens')) as {
    active: (token: string) => Promise<boolean>
  }
  expect([await isActive('x'), await isActive('y')]).toEqual([true, false])
})

test('a control adapter supplies before any search, and its faults are reported', async () => {
  const made: string[] = []
  const adapter = {
    name: 'the adapter',
    provides: ['factor'],
    obtain: async (
      need: string,
      {
        lend,
        secret,
      }: { lend: (kind: string, id: string) => void; secret: (kind: string, value: string) => void },
    ) => {
      made.push(need)
      lend('user', 'u7')
      secret('token', 'made-secret-1')
      return { id: 'u7' }
    },
  }
  const it = supplying({}, { adapter })
  expect(await it.supply('factor')).toEqual({ id: 'u7' })
  expect(made).toEqual(['factor'])
  expect(it.ledger.loanOf('user', 'u7')).toMatchObject({ loan: 'all' })
  expect(it.redactor.text('made-secret-1')).toBe('«token#1»')
  expect(await it.refusal('grants')).toEqual(['Blocked', "nothing supplies 'grants'", needHint('grants')])
  const failing = (error: unknown) =>
    supplying({}, { adapter: { ...adapter, obtain: () => Promise.reject(error) } })
  expect((await failing(new Error('boom')).refusal('factor'))[1]).toBe(
    "the adapter could not supply 'factor': boom",
  )
  expect((await failing(new Blocked('as it is')).refusal('factor'))[1]).toBe('as it is')
})

test('finds a thing once and reports it in a sentence; if it finds none, it blocks with a hint', async () => {
  const groups = (call: string): Answer =>
    call.startsWith('GET /api/v1/groups?')
      ? [200, [{ id: 'g1' }]]
      : call.includes('g1')
        ? [200, [{ id: 'a1' }]]
        : [200, []]
  const it = exploring(groups)
  expect(await it.supply('application')).toEqual({ groupId: 'g1' })
  expect(await it.supply('application')).toEqual({ groupId: 'g1' })
  expect(it.explored()).toBe(1)
  expect(it.told).toEqual(Array.from({ length: 2 }, () => 'application was found out: {"groupId":"g1"}'))
  const none = exploring(() => [200, []])
  expect(await none.refusal('application')).toEqual([
    'Blocked',
    "'application' could not be found out: found no application at the first users and groups",
    needHint('application'),
  ])
  await expect(exploring(() => new Error('no connection')).supply('application')).rejects.toThrow(
    /^no connection$/,
  )
})

test('an expression that was found out says whether it proved itself', async () => {
  const it = exploring(
    () => 200,
    async () => ({ template: 'is "{login}" or "{login}"', proven: true }),
  )
  const { expression, proven } = (await it.supply('rule-expression')) as never as {
    expression: (login: string) => string
    proven: boolean
  }
  expect([expression('a'), proven]).toEqual(['is "a" or "a"', true])
  const not = exploring(
    () => 200,
    async () => ({ template: 'x', proven: false }),
  )
  await not.supply('rule-expression')
  expect([...it.told, ...not.told]).toEqual([
    'rule expressions like is "{login}" or "{login}" are taken, and proved themselves by their effect',
    'rule expressions like x are taken, and were not seen to work',
  ])
})

test('a check that is over waits for no finding', async () => {
  const stop = new AbortController()
  const it = exploring(
    () => 200,
    () => new Promise(() => {}),
    stop.signal,
  )
  const waiting = it.supply('application')
  stop.abort(new Error('its time was up'))
  await expect(waiting).rejects.toThrow('its time was up')
})

const signIn = {
  method: 'POST',
  url: '/in',
  body: { user: '{login}' },
  success: { status: 200 },
  cookie: 'sid',
}

test('locks out a user of the run by wrong passwords, two at a time, before it uses a lent one', async () => {
  let wrong = 0
  const it = supplying(
    { 'sign-in': signIn, 'locked-out-user': { id: 'lent' } },
    {
      answer: () => [200, { status: wrong >= 5 ? 'LOCKED_OUT' : 'ACTIVE' }],
      sent: () => (wrong++, 401),
      user: { id: 'u1', login: 'l@x', path: '/api/v1/users/u1' },
    },
  )
  expect(await it.supply('locked-out-user')).toEqual({ id: 'u1', login: 'l@x' })
  expect(wrong).toBe(6)
  expect(it.calls).toEqual(Array.from({ length: 3 }, () => 'GET /api/v1/users/u1'))
})

test('where twelve wrong passwords lock nobody out, uses the lent user, and tries no other', async () => {
  let wrong = 0
  const it = supplying(
    { 'sign-in': signIn, 'locked-out-user': { id: 'lent' } },
    {
      answer: (call) => [200, { status: call.endsWith('lent') ? 'LOCKED_OUT' : 'ACTIVE' }],
      sent: () => (wrong++, 401),
      user: { id: 'u1', login: 'l@x', path: '/api/v1/users/u1' },
    },
  )
  expect(await it.supply('locked-out-user')).toEqual({ id: 'lent' })
  expect(wrong).toBe(12)
  const none = supplying({ 'sign-in': signIn, 'locked-out-user': 'none' }, { sent: () => (wrong++, 401) })
  expect((await none.refusal('locked-out-user'))[0]).toBe('NotApplicable')
  expect(wrong).toBe(12)
  const unmade = supplying({ 'sign-in': signIn }, { user: new Blocked('no user') })
  expect(await unmade.refusal('locked-out-user')).toEqual([
    'Blocked',
    "nothing supplies 'locked-out-user'",
    needHint('locked-out-user'),
  ])
  const broken = supplying({ 'sign-in': signIn }, { user: new Error('stopped') })
  expect((await broken.refusal('locked-out-user'))[1]).toBe('stopped')
})

test('signs in a user of the run for a session, if the profile says how', async () => {
  const user = { id: 'u1', login: 'l@x', path: '/api/v1/users/u1', password: 'Pw-12345' }
  const it = supplying({ 'sign-in': signIn }, { user, replied: { sid: 'sid=12345678' } })
  expect(await it.supply('session-cookie')).toEqual({
    cookie: 'sid=12345678',
    userId: 'u1',
    password: 'Pw-12345',
  })
  expect(it.sessions).toEqual(['sid=12345678 u1'])
  expect(it.redactor.text('sid=12345678')).toBe('sid=«cookie#1»')
  expect(it.ledger.loanOf('user', 'u1')).toEqual({ loan: 'lifecycle', profile: undefined })
  for (const more of [{ sent: () => 401 }, { replied: {} }])
    expect(await supplying({ 'sign-in': signIn }, { user, ...more }).refusal('session-cookie')).toEqual([
      'Blocked',
      'a sign-in gives no cookie',
      needHint('session-cookie'),
    ])
})

test('does not lend a record of the run, keeps a full loan, and lends a disposable record in full', async () => {
  const own = supplying({ factor: { id: 'u1' } }, active())
  own.ledger.created(own.ledger.intend('user', 'n'), 'u1')
  await own.supply('factor')
  expect(own.ledger.loanOf('user', 'u1')).toBeUndefined()
  const all = supplying({ factor: { id: 'u1' } }, active())
  all.ledger.lend('user', 'u1', 'all')
  await all.supply('factor')
  expect(all.ledger.loanOf('user', 'u1')?.loan).toBe('all')
  const disposable = supplying({ factor: { id: 'u1', disposable: true } }, active())
  await disposable.supply('factor')
  expect(disposable.ledger.loanOf('user', 'u1')).toEqual({ loan: 'all', profile: undefined })
  const read = supplying({ application: { userId: 'u1' } })
  await read.supply('application')
  expect(read.ledger.loanOf('user', 'u1')?.loan).toBe('read')
  const group = supplying({ 'app-group': { id: 'g/1' } }, { answer: () => [200, { profile: { name: 'G' } }] })
  await group.supply('app-group')
  expect(group.calls).toEqual(['GET /api/v1/groups/g%2F1', 'GET /api/v1/groups/g%2F1'])
  expect(group.ledger.loanOf('group', 'g/1')).toEqual({ loan: 'own-profile', profile: { name: 'G' } })
})

test('a thing goes back at the end of the check, to be had again where it is as it was', async () => {
  let status = 'LOCKED_OUT'
  const it = supplying({ 'locked-out-user': [{ id: 'u1' }] }, { answer: () => [200, { status }] })
  await it.supply('locked-out-user')
  await it.end()
  expect(await it.supply('locked-out-user')).toEqual({ id: 'u1' })
  status = 'ACTIVE'
  await it.end()
  expect((await it.refusal('locked-out-user'))[1]).toContain('they are used up')
  const broken = supplying(
    { 'locked-out-user': [{ id: 'u1' }] },
    { answer: () => [200, { status: 'LOCKED_OUT' }] },
  )
  await broken.supply('locked-out-user')
  await broken.end(new Error('no connection'))
  expect((await broken.refusal('locked-out-user'))[1]).toContain('they are used up')
})

/** Things that a check needs and the API cannot cause: from the profile, the adapter, or found at the target. */
import { afterEach, expect, test, vi } from 'vitest'
import { needHint, type FixtureKind } from '../../../conformance/engine/plan/prerequisite.ts'
import { FixturePool } from '../../../conformance/engine/supply/record-pool.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { type Alter, mockRun, passTime } from './mock-run.ts'
import { checkOf } from './suite-of.ts'
import type { CheckContext } from '../../../conformance/engine/run/check.ts'

afterEach(() => void vi.useRealTimers())

type Options = Parameters<typeof mockRun>[1] & {
  things?: object
  wish?: Record<string, unknown>
  times?: number
}

/** Runs checks, one after the other, that each take one thing; returns the things, or why there was none. */
async function taking(
  need: FixtureKind,
  { things = {}, wish = {}, times = 1, ...options }: Options = {},
  then: (context: CheckContext<string>, thing: Record<string, unknown>) => Promise<unknown> = async () => {},
) {
  const taken: unknown[] = []
  const checks = Array.from({ length: times }, (_, at) =>
    checkOf(`takes ${at}`, { judges: [`a${at}`] }, async (context) => {
      const thing = (await context.need(need, wish)) as Record<string, unknown>
      taken.push(thing)
      await then(context, thing)
      context.judge(`a${at}`).pass()
    }),
  )
  const profile = { features: {}, things }
  const { result, said, calls } = await mockRun(checks, { concurrency: 1, profile, ...options })
  const { verdict, why, hint } = said(`a${times - 1}`)
  return { taken, verdict, why, hint, calls, warnings: result.warnings }
}

/** An organisation with ACTIVE users, by their logins. */
async function peopled(...names: string[]) {
  const org = createOrganisation()
  const post = async (to: string, body: object) => {
    const headers = { Authorization: `SSWS ${org.apiToken}`, 'Content-Type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await (await org.fetch(new Request(new URL(to, org.baseUrl), request))).json()) as { id: string }
  }
  const ids: string[] = []
  for (const name of names) {
    const login = `${name}@example.com`
    const credentials = { password: { value: 'Kx-4711_qwz' } }
    const profile = { login, email: login, firstName: name, lastName: 'X' }
    ids.push((await post('/api/v1/users', { profile, credentials })).id)
  }
  return { org, ids, post }
}

test('things that are used up are each given once; others again and again', async () => {
  const { org, ids } = await peopled('ann', 'ben')
  const factor = ids.map((id) => ({ id }))
  expect((await taking('factor', { org, things: { factor }, times: 2 })).taken).toEqual(factor)
  const why = "the target profile: it has 2 of 'factor', and they are used up; add another"
  expect(await taking('factor', { org, things: { factor }, times: 3 })).toMatchObject({
    verdict: 'blocked',
    why,
    hint: `Mend ${why}`,
  })
  const things = { 'custom-property': [{ name: 'a' }, { name: 'b' }] }
  const round = [{ name: 'a' }, { name: 'b' }, { name: 'a' }]
  expect((await taking('custom-property', { things, times: 3 })).taken).toEqual(round)
})

test('a thing that a check left as it was goes to the next one', async () => {
  const { org, ids } = await peopled('ann')
  org.control.setUser({ user: ids[0]!, status: 'LOCKED_OUT' })
  const options = { org, things: { 'locked-out-user': { id: ids[0] } }, times: 2 }
  expect((await taking('locked-out-user', options)).taken).toHaveLength(2)
  const unlock = await taking('locked-out-user', options, ({ api }) =>
    api.post(`/api/v1/users/${ids[0]}/lifecycle/unlock`),
  )
  expect(unlock).toMatchObject({ verdict: 'blocked', why: expect.stringContaining('used up') })
})

test('a thing is as the check wishes it, as far as it says', async () => {
  const { org, ids } = await peopled('ann', 'ben')
  const factor = [
    { id: ids[0], kind: 'sms' },
    { id: ids[1], kind: 'otp' },
  ]
  const wished = (kind: string, things: object = { factor }) =>
    taking('factor', { org, things, wish: { kind } })
  expect((await wished('otp')).taken).toEqual([factor[1]])
  expect((await wished('push', { factor: { id: ids[0] } })).taken).toEqual([{ id: ids[0] }])
  expect((await wished('push')).why).toBe('the target profile: it has no \'factor\' with {"kind":"push"}')
})

test('what a check may do with a thing of the profile, and what is a mistake in the profile', async () => {
  await expectGolden(new URL('things.txt', import.meta.url), async (line) => {
    const [, need = '', thing, write] = /^(\S+)(?: (\{.*?\}))?(?:, then (.*))?$/.exec(line) ?? []
    const { org, ids, post } = await peopled('ann', 'ben')
    org.control.setUser({ user: ids[1]!, status: 'SUSPENDED' })
    const group = await post('/api/v1/groups', { profile: { name: 'Sales' } })
    const names: Readonly<Record<string, string>> = { ann: ids[0]!, ben: ids[1]!, sales: group.id }
    const filled = thing?.replaceAll(/"(ann|ben|sales)"/g, (_, name: string) => `"${names[name]}"`)
    const alter: Alter = (call) => {
      if (call.startsWith('GET /api/v1/users/me')) return Response.json({ id: ids[0] })
      if (call.endsWith('/grants')) return Response.json([{ id: 'g1' }])
      return call.endsWith('/tokens') ? Response.json([]) : undefined
    }
    const things = filled === undefined ? {} : { [need]: JSON.parse(filled) as object }
    const { verdict, why, hint } = await taking(
      need as FixtureKind,
      { org, things, alter },
      async ({ api }, { id, userId }) => {
        const [method, to = ''] = (write ?? '').replace('/IT', `/${String(id ?? userId)}`).split(' ')
        if (method === 'POST') await api.post(to)
        if (method === 'DELETE') await api.delete(to)
      },
    )
    const told = [verdict, why, hint].filter((text) => text !== undefined).join('\n')
    return Object.entries(names)
      .reduce((text, [name, id]) => text.replaceAll(id, name), told)
      .replaceAll(/\b00g\w+/g, 'ID')
  })
})

test('with the session of a lent user, a run may write to that user as the current one', async () => {
  const { org, ids } = await peopled('ann')
  const things = { 'session-cookie': { cookie: 'sid=1234', userId: ids[0] } }
  const alter: Alter = (call) => {
    if (call.startsWith('GET /api/v1/users/me')) return Response.json({ id: ids[0] })
    return call.startsWith('DELETE /api/v1/users/me/grants') ? new Response(null, { status: 204 }) : undefined
  }
  const found = await taking('session-cookie', { org, things, alter, allow: ['me'] }, ({ api }, { cookie }) =>
    api.withCookie(String(cookie)).delete('/api/v1/users/me/grants'),
  )
  expect(found).toMatchObject({ verdict: 'pass', taken: [things['session-cookie']] })
})

const signIn = {
  method: 'POST',
  url: '/in',
  body: { user: '{login}' },
  success: { status: 200 },
  cookie: 'sid',
}
/** A target whose sign-in answers with a status, and whose new users read as LOCKED_OUT after some tries. */
function locking(after: number, lent = '') {
  let tries = 0
  const alter: Alter = async (call, _, forward) => {
    if (call === 'POST /in') tries += 1
    if (call === 'POST /in') return new Response('{}', { status: 401 })
    if (!call.startsWith('GET /api/v1/users/00u')) return undefined
    const user = (await (await forward()).json()) as object
    return tries >= after || call.endsWith(lent)
      ? Response.json({ ...user, status: 'LOCKED_OUT' })
      : Response.json(user)
  }
  return { alter, tries: () => tries }
}

test('locks out a user of the run by wrong passwords, before it uses a lent one', async () => {
  const { org, ids } = await peopled('ann')
  const { alter, tries } = locking(5, 'none')
  const things = { 'sign-in': signIn, 'locked-out-user': { id: ids[0] } }
  const { taken } = await taking('locked-out-user', { org, things, alter })
  expect(taken).toEqual([{ id: expect.not.stringMatching(ids[0]!), login: expect.stringMatching(/^cf-/) }])
  expect(tries()).toBe(6)
})

test('where twelve wrong passwords lock nobody out, uses the lent user, and tries no other', async () => {
  const { org, ids } = await peopled('ann')
  const { alter, tries } = locking(Infinity, ids[0])
  const things = { 'sign-in': signIn, 'locked-out-user': { id: ids[0] } }
  expect((await taking('locked-out-user', { org, things, alter, times: 2 })).taken).toEqual([
    { id: ids[0] },
    { id: ids[0] },
  ])
  expect(tries()).toBe(12)
  const none = { 'sign-in': signIn, 'locked-out-user': 'none' }
  expect((await taking('locked-out-user', { things: none, alter })).verdict).toBe('not-applicable')
  expect(tries()).toBe(12)
})

test.each([
  ['the cookie of its answer', 200, '{"sid":"sid=1234"}', 'pass', undefined],
  ['no cookie', 200, '{}', 'blocked', 'a sign-in gives no cookie'],
  ['a refusal', 401, '{"sid":"sid=1234"}', 'blocked', 'a sign-in gives no cookie'],
  ['no such place', 404, '{}', 'blocked', "the target profile: its 'sign-in' is answered with 404"],
])('a described sign-in gives a session by %s', async (_, status, body, verdict, why) => {
  const alter: Alter = (call) => (call === 'POST /in' ? new Response(body, { status }) : undefined)
  const found = await taking('session-cookie', { things: { 'sign-in': signIn }, alter })
  expect([found.verdict, found.why]).toEqual([verdict, why])
  if (verdict === 'pass')
    expect(found.taken).toEqual([
      { cookie: 'sid=1234', userId: expect.any(String), password: expect.stringMatching(/^Kx-/) },
    ])
})

test('a described call is filled in, and its answer says yes or no', async () => {
  const bodies: string[] = []
  const said: unknown[] = []
  const asks = async (call: object, body: object, status = 200, headers = {}) => {
    const things = { 'sign-in': { method: 'POST', url: '/base/in/{login}', success: {}, ...call } }
    const alter: Alter = async (where, request) => {
      if (!where.startsWith('POST /base/in')) return undefined
      const { headers: sent } = request
      bodies.push(
        [where, sent.get('content-type'), sent.get('x-key'), await request.clone().text()].join(' '),
      )
      return Response.json(body, { status, headers })
    }
    await taking('sign-in', { things, alter }, async (_, thing) => {
      said.push(await (thing['signIn'] as (...of: string[]) => Promise<unknown>)('a b', 'p"'))
    })
    return said.at(-1)
  }
  process.env['IDENTIKIT_TEST_KEY'] = 'the-key'
  const body = { user: '{login}', list: ['{password}', 1, null], other: '{other}' }
  expect(await asks({ body, headers: { 'X-Key': 'env:IDENTIKIT_TEST_KEY' } }, {})).toEqual({
    ok: true,
    status: 200,
  })
  delete process.env['IDENTIKIT_TEST_KEY']
  await asks({ form: { user: '{login}' } }, {})
  expect(bodies).toEqual([
    'POST /base/in/a%20b application/json the-key {"user":"a b","list":["p\\"",1,null],"other":"{other}"}',
    'POST /base/in/a%20b application/x-www-form-urlencoded  user=a+b',
  ])
  const success = { body: { status: 'SUCCESS' } }
  expect(await asks({ success }, { status: 'SUCCESS' })).toEqual({ ok: true, status: 200 })
  expect(
    await asks({ success }, { status: 'LOCKED_OUT', errorCode: 'E1', error: 'e' }, 200, {
      'set-cookie': 'sid=1; Path=/',
    }),
  ).toEqual({ ok: false, status: 200, reason: '200 LOCKED_OUT E1 e', cookie: 'sid=1' })
  expect(await asks({}, {}, 300)).toEqual({ ok: false, status: 300, reason: '300' })
  expect(await asks({ success: { status: 401 } }, {}, 401)).toMatchObject({ ok: true })
  expect(await asks({ success: { status: 200 } }, {}, 201)).toMatchObject({ ok: false })
})

test('finds the group that is built in, or says that there is none', async () => {
  expect((await taking('built-in-group')).taken).toEqual([{ id: expect.any(String), name: 'Everyone' }])
  const alter: Alter = (call) =>
    call.includes('BUILT_IN') ? Response.json([null, { id: 'g0', type: 'SVC_GROUP' }]) : undefined
  expect((await taking('built-in-group', { alter })).why).toMatch(
    /^the target shows no group of type BUILT_IN/,
  )
})

test('finds a rule expression by trying spellings, and says whether it was seen to work', async () => {
  const proven = await taking('rule-expression', { times: 2 }, async (_, thing) => {
    const { expression } = thing as { expression: (login: string) => string }
    expect(expression('a@b')).toBe('user.login=="a@b"')
  })
  expect(proven.verdict).toBe('pass')
  expect(proven.warnings).toEqual([
    'rule expressions like user.login=="{login}" are taken, and proved themselves by their effect',
  ])
  passTime()
  const unseen = await taking('rule-expression', {
    alter: (call) => (/^GET \/api\/v1\/groups\/[^/]+\/users/.test(call) ? Response.json([]) : undefined),
  })
  expect(unseen.warnings).toEqual([
    'rule expressions like user.login=="{login}" are taken, and were not seen to work',
  ])
  const none = await taking('rule-expression', {
    alter: (call) => (call === 'POST /api/v1/groups/rules' ? Response.json({}, { status: 400 }) : undefined),
  })
  expect(none).toMatchObject({
    verdict: 'blocked',
    why: "'rule-expression' could not be found out: the target takes none of 14 spellings of a rule expression (400)",
    hint: needHint('rule-expression'),
  })
})

test('things with which a target could be found out are found, once for the run, and said', async () => {
  const { org, ids, post } = await peopled('ann')
  const { control } = org
  const application = control.setApplication({ label: 'Wiki' })
  control.assignApplication({ application: application.id, user: ids[0]! })
  const type = control.createUserType({ name: 'robot' })
  for (const [name, of] of [
    ['badge', 'string'],
    ['skills', 'array'],
  ] as const)
    control.setSchemaProperty({ schema: 'user', name, type: of })
  control.setSchemaProperty({ schema: 'group', name: 'room', type: 'string' })
  const profile = { login: 'bo@example.com', email: 'bo@example.com', firstName: 'B', lastName: 'O' }
  await post('/api/v1/users?activate=false', {
    profile: { ...profile, badge: 'b7', skills: ['go'] },
    type: { id: type.id },
  })
  await post('/api/v1/groups', { profile: { name: 'Sales', room: '7' } })
  for (const [need, thing] of [
    ['application', { userId: ids[0] }],
    ['custom-property', { name: 'badge' }],
    ['custom-array-property', { name: 'skills' }],
    ['group-custom-property', { name: 'room' }],
    ['user-type', { id: type.id }],
  ] as const) {
    const found = await taking(need, { org, times: 2 })
    expect(found.taken).toEqual([thing, thing])
    expect(found.warnings).toEqual([`${need} was found out: ${JSON.stringify(thing)}`])
  }
})

const [one, other] = [{ userId: 'u1' }, { userId: 'u2' }]
const signal = (): AbortSignal => new AbortController().signal

test('a check waits for a thing that another uses, and two things of one user are not in two hands', async () => {
  const stock = new FixturePool()
  for (const _ of [one, other]) await stock.take('grants', [one, other], signal())
  const third = stock.take('grants', [one, other], signal())
  stock.giveBack('grants', other, true)
  expect(await third).toBe(other)
  const again = { ...one, clientId: 'c2' }
  const second = stock.take('grants', [again], signal())
  stock.giveBack('grants', one, false)
  expect(await second).toBe(again)
})

test('a check does not wait for itself, nor for one that waits for it, nor once it is over', async () => {
  const stock = new FixturePool()
  const over = new AbortController()
  const [first, second] = [signal(), signal()]
  await stock.take('grants', [one], first)
  await expect(stock.take('grants', [one], first)).rejects.toThrow('the target profile')
  const waits = stock.take('grants', [one], over.signal)
  over.abort(new Error('its time was up'))
  await expect(waits).rejects.toThrow('its time was up')
  stock.giveBack('grants', one, true)
  await stock.take('grants', [one, other], first)
  await stock.take('grants', [one, other], second)
  const held = stock.take('grants', [one, other], first)
  await expect(stock.take('grants', [one, other], second)).rejects.toThrow('the target profile')
  stock.giveBack('grants', other, true)
  expect(await held).toBe(other)
})

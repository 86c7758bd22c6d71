import { expect, test } from 'vitest'
import { testOrg, type TestOrg, type TestReply } from '../support/call.ts'
import { answer, codeOf, otherPassword, password, person } from '../support/people.ts'

/** Signs in and answers the cookie. */
async function cookieFor(it: TestOrg, login: string): Promise<string> {
  const outcome = await it.control.signIn({ login, password })
  if (outcome.status !== 'SUCCESS') throw new Error(outcome.message)
  return outcome.sessionCookie
}

/** Calls with a session cookie and no token. */
function withCookie(
  it: TestOrg,
  cookie: string,
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestReply> {
  return it.call(method, url, body, { authorization: undefined, cookie, ...headers })
}

async function isAlive(it: TestOrg, cookie: string): Promise<boolean> {
  return (await withCookie(it, cookie, 'GET', '/api/v1/users/me')).status === 200
}

const deleteSessions = '/api/v1/users/me/lifecycle/delete_sessions'

test.for([
  ['nothing', undefined],
  ['keepCurrent: null', { keepCurrent: null }],
] as const)('delete_sessions with %s ends all sessions but the current one', async ([, body]) => {
  const it = testOrg()
  const { profile } = await person(it)
  const [current, other, third] = [
    await cookieFor(it, profile.login),
    await cookieFor(it, profile.login),
    await cookieFor(it, profile.login),
  ]

  const reply = await withCookie(it, current, 'POST', deleteSessions, body)

  expect([reply.status, reply.json]).toEqual([200, {}])
  expect(await isAlive(it, current)).toBe(true)
  expect(await isAlive(it, other)).toBe(false)
  expect(await isAlive(it, third)).toBe(false)
})

test('a session is over when its time has come', async () => {
  const it = testOrg({ lifetimes: { session: '30m' } })
  const { profile } = await person(it)
  const cookie = await cookieFor(it, profile.login)

  it.control.advanceClock({ by: 30 * 60_000 - 1 })
  expect(await isAlive(it, cookie)).toBe(true)
  it.control.advanceClock({ by: 1 })
  expect(await isAlive(it, cookie)).toBe(false)
  expect(codeOf(await withCookie(it, cookie, 'POST', deleteSessions))).toBe('403 E0000005')
})

test.for([
  ['http://localhost:5173', 200],
  ['https://svc.example.com', 200],
  ['https://evil.example.net', 403],
  ['null', 403],
] as const)('delete_sessions from a page of %s answers %i', async ([origin, status]) => {
  const it = testOrg()
  const { profile } = await person(it)
  const current = await cookieFor(it, profile.login)
  const other = await cookieFor(it, profile.login)

  const reply = await withCookie(it, current, 'POST', deleteSessions, {}, { origin })

  expect(reply.status).toBe(status)
  expect(await isAlive(it, other)).toBe(status === 403)
  expect(reply.headers['access-control-allow-origin']).toBe(status === 200 ? origin : undefined)
})

test('delete_sessions trusts the origins that the organisation does', async () => {
  const it = testOrg({ trustedOrigins: ['https://app.example.net'] })
  const { profile } = await person(it)
  const cookie = await cookieFor(it, profile.login)
  const from = (origin: string): Promise<TestReply> =>
    withCookie(it, cookie, 'POST', deleteSessions, {}, { origin })

  expect((await from('https://app.example.net')).status).toBe(200)
  expect(codeOf(await from('https://other.example.net'))).toBe('403 E0000006')
})

test.for([[{ keepCurrent: 'yes' }], [[]], ['x']])('delete_sessions refuses the body %j', async ([body]) => {
  const it = testOrg()
  const { profile } = await person(it)
  const current = await cookieFor(it, profile.login)
  const other = await cookieFor(it, profile.login)

  expect((await withCookie(it, current, 'POST', deleteSessions, body)).status).toBe(400)
  expect(await isAlive(it, other)).toBe(true)
})

test('change_password with revokeSessions ends all sessions but the caller’s own', async () => {
  const it = testOrg()
  const { profile } = await person(it)
  const own = await cookieFor(it, profile.login)
  const other = await cookieFor(it, profile.login)

  const reply = await withCookie(it, own, 'POST', '/api/v1/users/me/credentials/change_password', {
    oldPassword: { value: password },
    newPassword: { value: otherPassword },
    revokeSessions: true,
  })

  expect(reply.status).toBe(200)
  expect(await isAlive(it, own)).toBe(true)
  expect(await isAlive(it, other)).toBe(false)
})

test('a session whose cookie comes along with a token is the caller’s own too', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const own = await cookieFor(it, profile.login)
  const other = await cookieFor(it, profile.login)
  const url = `/api/v1/users/${id}/lifecycle/reset_password?revokeSessions=true`

  await it.call('POST', url, undefined, { cookie: `theme=dark; ${own}` })

  expect(await isAlive(it, own)).toBe(true)
  expect(await isAlive(it, other)).toBe(false)
})

test('a refused operation with revokeSessions ends no session', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const cookie = await cookieFor(it, profile.login)
  const wrong = {
    oldPassword: { value: 'Wr0ngPassword' },
    newPassword: { value: otherPassword },
    revokeSessions: true,
  }

  await it.call('POST', `/api/v1/users/${id}/credentials/change_password`, wrong)
  await it.call(
    'POST',
    `/api/v1/users/${id}/lifecycle/reset_password?revokeSessions=true&provider=FEDERATION&sendEmail=true`,
  )

  expect(await isAlive(it, cookie)).toBe(true)
})

test.for([
  ['POST', '/lifecycle/suspend'],
  ['POST', '/lifecycle/deactivate'],
  ['DELETE', ''],
] as const)('%s %s ends the sessions of the user', async ([method, path]) => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const cookie = await cookieFor(it, profile.login)

  await it.call(method, `/api/v1/users/${id}${path}`)

  expect(await isAlive(it, cookie)).toBe(false)
  expect(it.control.list({ kind: 'sessions', user: id })).toEqual([])
})

test('the current user manages its own credentials with a session cookie', async () => {
  const it = testOrg()
  const { profile } = await person(it)
  const cookie = await cookieFor(it, profile.login)
  const credentials = '/api/v1/users/me/credentials'

  const replies = [
    await withCookie(it, cookie, 'POST', `${credentials}/change_recovery_question`, {
      password: { value: password },
      recovery_question: { question: 'How many roads?', answer },
    }),
    await withCookie(it, cookie, 'POST', `${credentials}/change_password`, {
      oldPassword: { value: password },
      newPassword: { value: otherPassword },
    }),
    await withCookie(it, cookie, 'POST', `${credentials}/forgot_password`),
  ]

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('sign-out ends the session of a cookie, or all of a user', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const [first, second] = [await cookieFor(it, profile.login), await cookieFor(it, profile.login)]
  await cookieFor(it, profile.login)

  expect(it.control.signOut({ sessionCookie: first })).toEqual({ ended: 1 })
  expect(it.control.signOut({ sessionCookie: first })).toEqual({ ended: 0 })
  expect(await isAlive(it, first)).toBe(false)
  expect(await isAlive(it, second)).toBe(true)
  expect(it.control.signOut({ user: id })).toEqual({ ended: 2 })
  expect(await isAlive(it, second)).toBe(false)
})

test('a test opens a session without a password', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)

  const { sessionCookie } = it.control.openSession({ user: profile.login })

  expect((await withCookie(it, sessionCookie, 'GET', '/api/v1/users/me')).json.id).toBe(id)
  const sessions = it.control.list({ kind: 'sessions', user: id })
  expect(it.control.list({ kind: 'sessions' })).toEqual(sessions)
  expect(sessions).toEqual([
    {
      userId: id,
      sessionId: expect.any(String),
      sessionCookie,
      created: '2026-01-05T09:30:00.000Z',
      expiresAt: '2026-01-05T11:30:00.000Z',
      clients: [],
    },
  ])
})

test('a snapshot brings sessions back, and ends those opened since', async () => {
  const it = testOrg()
  const { profile } = await person(it)
  const kept = await cookieFor(it, profile.login)
  const snapshot = it.org.state.snapshot()
  const later = await cookieFor(it, profile.login)
  it.control.signOut({ sessionCookie: kept })

  it.org.state.restore(snapshot)

  expect(await isAlive(it, kept)).toBe(true)
  expect(await isAlive(it, later)).toBe(false)
})

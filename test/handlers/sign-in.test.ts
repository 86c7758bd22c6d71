/** Sign-ins beyond the requirements of the conformance suite. */
import { pbkdf2Sync } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import { expect, expectTypeOf, test } from 'vitest'
import type { TokenReply } from '../../src/control/oauth.ts'
import type { SignInOutcome } from '../../src/views/session-view.ts'
import { newUser, testOrg } from '../support/call.ts'
import { otherPassword, password, person, statusOf } from '../support/people.ts'

test('a sign-in opens a session, and sets lastLogin', async () => {
  const it = testOrg()
  const { id, profile, lastLogin } = await person(it)
  expect(lastLogin).toBeNull()
  it.control.advanceClock({ by: '1h' })

  const outcome = await it.control.signIn({ login: profile.login, password })

  expect(outcome).toEqual({
    status: 'SUCCESS',
    userId: id,
    sessionId: expect.stringMatching(/^102/),
    sessionCookie: expect.stringMatching(/^sid=[A-Za-z0-9]{32}$/),
    expiresAt: '2026-01-05T12:30:00.000Z',
  })
  const { sessionCookie } = outcome as { sessionCookie: string }
  const me = await it.call('GET', '/api/v1/users/me', undefined, {
    authorization: undefined,
    cookie: sessionCookie,
  })
  expect(me.json).toMatchObject({ id, lastLogin: '2026-01-05T10:30:00.000Z', status: 'ACTIVE' })
})

test('a user signs in with its login in any case, or with an unambiguous short name', async () => {
  const it = testOrg()
  await person(it, { profile: { login: 'zoë.washburne@serenity.example.com' } })
  const signIn = (login: string): Promise<unknown> => it.control.signIn({ login, password })

  expect(await signIn('ZOE.Washburne@serenity.example.com')).toMatchObject({ status: 'SUCCESS' })
  expect(await signIn('zoe.washburne')).toMatchObject({ status: 'SUCCESS' })
  await person(it, { profile: { login: 'zoe.washburne@alliance.example.com' } })
  expect(await signIn('zoe.washburne')).toMatchObject({ status: 'FAILURE', reason: 'UNKNOWN_USER' })
  expect(await signIn('zoe.washburne@alliance.example.com')).toMatchObject({ status: 'SUCCESS' })
})

test('nobody signs in with an id', async () => {
  const it = testOrg()
  const { id } = await person(it)

  expect(await it.control.signIn({ login: id, password })).toEqual({
    status: 'FAILURE',
    reason: 'UNKNOWN_USER',
    message: expect.any(String),
  })
})

test('ten wrong passwords in a row lock a user out, and a right one resets the count', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const signIn = (candidate: string): Promise<unknown> =>
    it.control.signIn({ login: profile.login, password: candidate })

  for (let left = 9; left > 0; left--) {
    expect(await signIn('wrong')).toMatchObject({ reason: 'WRONG_PASSWORD', attemptsLeft: left })
  }
  expect(await signIn(password)).toMatchObject({ status: 'SUCCESS' })
  for (let attempt = 0; attempt < 9; attempt++) await signIn('wrong')
  expect(await statusOf(it, id)).toBe('ACTIVE')
  expect(await signIn('wrong')).toMatchObject({ reason: 'LOCKED_OUT', userStatus: 'LOCKED_OUT' })
  expect(await statusOf(it, id)).toBe('LOCKED_OUT')
  expect(await signIn(password)).toMatchObject({ reason: 'LOCKED_OUT' })
})

test('a policy of 0 attempts never locks anybody out', async () => {
  const it = testOrg({ passwordPolicy: { maxAttempts: 0 } })
  const { id, profile } = await person(it)

  for (let attempt = 0; attempt < 50; attempt++) {
    const outcome = await it.control.signIn({ login: profile.login, password: 'wrong' })
    expect(outcome).not.toHaveProperty('attemptsLeft')
  }
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test('parallel wrong passwords against a hash all count', async () => {
  const it = testOrg({ passwordPolicy: { maxAttempts: 5 } })
  const hash = {
    algorithm: 'PBKDF2',
    value: pbkdf2Sync(password, 'salt', 4096, 32, 'sha256').toString('base64'),
    salt: Buffer.from('salt').toString('base64'),
    iterationCount: 4096,
    keySize: 32,
    digestAlgorithm: 'SHA256_HMAC',
  }
  const { id, profile } = await person(it, { credentials: { password: { hash } } })
  const wrong = { login: profile.login, password: 'wrong' }

  const outcomes = await Promise.all(Array.from({ length: 8 }, async () => it.control.signIn(wrong)))

  expect(outcomes.filter(({ status }) => status === 'SUCCESS')).toEqual([])
  expect(outcomes.map((one) => 'reason' in one && one.reason).filter((r) => r === 'LOCKED_OUT')).toHaveLength(
    4,
  )
  expect(await statusOf(it, id)).toBe('LOCKED_OUT')
})

test('a password that has grown too old expires at the next sign-in, not before', async () => {
  const it = testOrg({ passwordPolicy: { maxAge: '90d' } })
  const { id, profile } = await person(it)
  it.control.advanceClock({ by: 90 * 86_400_000 - 1 })
  expect(await it.control.signIn({ login: profile.login, password })).toMatchObject({ status: 'SUCCESS' })

  it.control.advanceClock({ by: 1 })
  expect(await statusOf(it, id)).toBe('ACTIVE')
  expect(await it.control.signIn({ login: profile.login, password })).toMatchObject({
    reason: 'PASSWORD_EXPIRED',
  })
  expect(await statusOf(it, id)).toBe('PASSWORD_EXPIRED')
  expect(await it.control.signIn({ login: profile.login, password: 'wrong' })).toMatchObject({
    reason: 'WRONG_PASSWORD',
  })
})

test('a user blocked on any device gets in from none', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  await it.control.signIn({ login: profile.login, password, device: 'laptop' })
  it.control.setUser({ user: id, block: 'ANY_DEVICES' })

  for (const device of ['laptop', 'phone', undefined]) {
    const outcome = await it.control.signIn({ login: profile.login, password, ...(device ? { device } : {}) })
    expect(outcome).toMatchObject({ reason: 'DEVICE_BLOCKED' })
  }
  it.control.setUser({ user: id, block: null })
  expect(await it.control.signIn({ login: profile.login, password })).toMatchObject({ status: 'SUCCESS' })
})

test('a user blocked from unknown devices gets in from those it has used before', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const from = (device?: string): Promise<unknown> =>
    it.control.signIn({ login: profile.login, password, ...(device ? { device } : {}) })
  await from('laptop')
  it.control.setUser({ user: id, block: 'UNKNOWN_DEVICES' })

  expect(await from('phone')).toMatchObject({ reason: 'DEVICE_BLOCKED' })
  expect(await from()).toMatchObject({ reason: 'DEVICE_BLOCKED' })
  expect(await from('laptop')).toMatchObject({ status: 'SUCCESS' })
})

const bcrypt = (rounds: number): object => {
  const [, , , rest = ''] = hashSync(password, rounds).split('$')
  return { algorithm: 'BCRYPT', workFactor: rounds, salt: rest.slice(0, 22), value: rest.slice(22) }
}

test('a user who is suspended while its hash is verified does not get in', async () => {
  const it = testOrg()
  const { id, profile } = await person(it, { credentials: { password: { hash: bcrypt(4) } } })

  const late = it.control.signIn({ login: profile.login, password })
  await it.call('POST', `/api/v1/users/${id}/lifecycle/suspend`)

  expect(await late).toMatchObject({ reason: 'STATUS', userStatus: 'SUSPENDED' })
  expect(it.control.list({ kind: 'sessions', user: id })).toEqual([])
})

test('a user who is given another password while its hash is verified needs that one', async () => {
  const it = testOrg()
  const { id, profile } = await person(it, { credentials: { password: { hash: bcrypt(4) } } })

  const withOld = it.control.signIn({ login: profile.login, password })
  const withNew = it.control.signIn({ login: profile.login, password: otherPassword })
  await it.call('POST', `/api/v1/users/${id}`, { credentials: { password: { value: otherPassword } } })

  expect(await withOld).toMatchObject({ reason: 'WRONG_PASSWORD' })
  expect(await withNew).toMatchObject({ status: 'SUCCESS' })
})

test('a user whom the policy leaves without a password signs in by a link from a mail', async () => {
  const it = testOrg({ optionalPassword: 'disabled' })
  const { id, profile } = (await it.call('POST', '/api/v1/users', newUser())).json
  const [first] = it.control.listMails()
  expect(first).toMatchObject({
    kind: 'email-login',
    subject: 'Your link to sign in',
    url: `https://svc.example.com/tokens/${first!.token}/verify`,
  })

  expect(it.control.useToken({ token: first!.token! })).toMatchObject({
    status: 'SUCCESS',
    purpose: 'verify',
    sessionCookie: expect.stringMatching(/^sid=/),
  })
  expect(it.control.useToken({ token: first!.token! })).toMatchObject({ reason: 'INVALID_TOKEN' })

  const again = it.control.sendMail({ kind: 'email-login', user: profile.login })
  await it.call('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  expect(it.control.useToken({ token: again.token! })).toMatchObject({ reason: 'INVALID_TOKEN' })
})

test('each function has one type: an answer at once, or a promise', () => {
  const { control } = testOrg()
  expectTypeOf(control.signIn).returns.toEqualTypeOf<Promise<SignInOutcome>>()
  expectTypeOf(control.refreshTokens).returns.toEqualTypeOf<Promise<TokenReply>>()
  expectTypeOf(control.describe().now).toBeString()
})

/** What a sign-in, and what leads to one, leaves in the record of a user. */
import { hashSync } from 'bcryptjs'
import { expect, test } from 'vitest'
import type { UserStatus } from '../../../src/contract/user-lifecycle.ts'
import type { OrgOptions } from '../../../src/model/kernel/options.ts'
import type { UserRecord } from '../../../src/model/users/records.ts'
import { testOrg } from '../../support/call.ts'
import { otherPassword, password } from '../../support/people.ts'

const login = 'ada@example.com'
const profile = { login, email: login, firstName: 'Ada', lastName: 'Lovelace' }
const anHourLater = '2026-01-05T10:30:00.000Z'
const federation = { type: 'FEDERATION', name: 'Other' }

/** A user with a password, an hour before anything is done to it. */
function stage(options: OrgOptions = {}, credentials: object = { password: { value: password } }) {
  const { org, control } = testOrg(options)
  const { id } = org.registration.create({ profile, credentials })
  org.clock.advance('1h')
  const user = (): UserRecord => org.users.get(id)!
  const given = (changes: Partial<UserRecord>) => org.users.write(user(), changes)
  const hide = (hidden: UserRecord['hidden']) => given({ hidden: { ...user().hidden, ...hidden } })
  const sessions = () => org.sessions.of(id).map(({ amr }) => amr)
  const failed = (reason: string, message: string, userStatus: UserStatus = 'ACTIVE') => ({
    status: 'FAILURE',
    reason,
    message,
    userId: id,
    userStatus,
  })
  return { org, control, id, user, given, hide, sessions, failed }
}

test('a sign-in sets when it was and its device, and nothing else', () => {
  const { org, user, sessions } = stage()
  const before = user()
  expect(org.signIn.signIn({ login, password, device: 'phone' })).toMatchObject({ status: 'SUCCESS' })
  expect(user()).toStrictEqual({
    ...before,
    lastLogin: anHourLater,
    hidden: { ...before.hidden, devices: ['phone'] },
  })
  void org.signIn.signIn({ login, password })
  expect(user().hidden).toStrictEqual({ ...before.hidden, devices: ['phone'] })
  expect(sessions()).toStrictEqual([undefined, undefined])
})

test('a device that is used again is the latest, and the oldest of more than a hundred is forgotten', () => {
  const { org, user } = stage()
  const from = (device: string) => org.signIn.signIn({ login, password, device })
  for (const device of ['a', 'b', 'c', 'a']) void from(device)
  expect(user().hidden.devices).toStrictEqual(['b', 'c', 'a'])
  for (let number = 0; number < 97; number += 1) void from(`${number}`)
  expect(user().hidden.devices?.slice(0, 4)).toStrictEqual(['b', 'c', 'a', '0'])
  void from('last')
  expect(user().hidden.devices).toHaveLength(100)
  expect(user().hidden.devices?.slice(0, 3)).toStrictEqual(['c', 'a', '0'])
})

test('a device can be made known later, of whoever is there', () => {
  const { org, id, user } = stage()
  org.signIn.rememberDevice(id, 'phone')
  expect(user().hidden.devices).toStrictEqual(['phone'])
  expect(user().lastLogin).toBeNull()
  expect(org.signIn.rememberDevice('none', 'phone')).toBeUndefined()
})

test('wrong passwords are counted, and the right one forgets them', () => {
  const { org, user, failed } = stage({ passwordPolicy: { maxAttempts: 3 } })
  const before = user()
  const wrong = () => org.signIn.signIn({ login, password: 'wrong' })
  const told = failed('WRONG_PASSWORD', 'The password is wrong')
  expect(wrong()).toStrictEqual({ ...told, attemptsLeft: 2 })
  expect(wrong()).toStrictEqual({ ...told, attemptsLeft: 1 })
  expect(user()).toStrictEqual({ ...before, hidden: { ...before.hidden, failedSignIns: 2 } })
  void org.signIn.signIn({ login, password })
  expect(user().hidden).toStrictEqual(before.hidden)
  void wrong()
  void wrong()
  expect(wrong()).toStrictEqual(failed('LOCKED_OUT', 'The user is locked out', 'LOCKED_OUT'))
  expect(user()).toMatchObject({
    status: 'LOCKED_OUT',
    statusChanged: anHourLater,
    hidden: { failedSignIns: 3 },
  })
  org.lifecycle.unlock(user().id)
  expect(user().hidden).toStrictEqual(before.hidden)
})

test('where nobody is locked out, wrong passwords are not counted', () => {
  const { org, user, failed } = stage({ passwordPolicy: { maxAttempts: 0 } })
  const before = user()
  expect(org.signIn.signIn({ login, password: 'wrong' })).toStrictEqual(
    failed('WRONG_PASSWORD', 'The password is wrong'),
  )
  expect(user()).toBe(before)
})

test('an expired password is marked as such, and a new one takes its place', () => {
  const { org, id, user, hide } = stage({ passwordPolicy: { maxAge: 3_600_000, historyCount: 1 } })
  const before = user()
  hide({ failedSignIns: 1 })
  expect(org.signIn.signIn({ login, password })).toMatchObject({ reason: 'PASSWORD_EXPIRED' })
  expect(user()).toStrictEqual({
    ...before,
    status: 'PASSWORD_EXPIRED',
    statusChanged: anHourLater,
    lastUpdated: anHourLater,
    hidden: { ...before.hidden, passwordExpired: true },
  })
  const link = org.oneTimeTokens.issue(id, 'forgot-password')
  const changed = org.signIn.signIn({ login, password, newPassword: otherPassword, device: 'phone' })
  expect(changed).toMatchObject({ status: 'SUCCESS' })
  expect(user()).toStrictEqual({
    ...before,
    status: 'ACTIVE',
    statusChanged: anHourLater,
    lastUpdated: anHourLater,
    lastLogin: anHourLater,
    passwordChanged: anHourLater,
    hidden: {
      password: { kind: 'own', salt: expect.any(String), digest: expect.any(String) },
      passwordHistory: [before.hidden.password],
      devices: ['phone'],
    },
  })
  expect(org.oneTimeTokens.find(link.value)).toBeUndefined()
})

test('a new password for one that has not expired changes nothing', () => {
  const { org, user } = stage()
  const { hidden } = user()
  expect(org.signIn.signIn({ login, password, newPassword: otherPassword })).toMatchObject({
    status: 'SUCCESS',
  })
  expect(user().hidden).toStrictEqual(hidden)
})

test('what ends an activation ends its link', () => {
  const { org, id, given } = stage({}, {})
  org.users.update(id, { credentials: { password: { value: password } } })
  const link = org.oneTimeTokens.issue(id, 'activation')
  expect(given({ profile: { ...profile, title: 'x' } }).status).toBe('PROVISIONED')
  void org.signIn.signIn({ login, password })
  expect(org.oneTimeTokens.find(link.value)).toBeUndefined()
  const later = org.oneTimeTokens.issue(id, 'forgot-password')
  void org.signIn.signIn({ login, password })
  expect(org.oneTimeTokens.find(later.value)).toBe(later)
})

test('who follows a link signs in by it', () => {
  const { org, user, sessions } = stage()
  const before = user()
  expect(org.signIn.byLink(before)).toMatchObject({ status: 'SUCCESS' })
  expect(sessions()).toStrictEqual([['otp']])
  expect(user()).toStrictEqual({ ...before, lastLogin: anHourLater })
})

test.each(['ANY_DEVICES', 'UNKNOWN_DEVICES'] as const)(
  'no link helps who is blocked from %s',
  (appliesTo) => {
    const { org, hide, sessions, failed } = stage()
    const blocked = hide({ block: { type: 'DEVICE_BASED', appliesTo }, devices: ['phone'] })
    expect(org.signIn.byLink(blocked)).toStrictEqual(
      failed('DEVICE_BLOCKED', 'The user is blocked on this device'),
    )
    expect(sessions()).toStrictEqual([])
  },
)

test('a link does not spare who has an expired password a new one', () => {
  const { org, user, hide, sessions, failed } = stage()
  const expired = failed(
    'PASSWORD_EXPIRED',
    'The password has expired and must be changed',
    'PASSWORD_EXPIRED',
  )
  expect(org.signIn.byLink(hide({ passwordExpired: true }))).toStrictEqual(expired)
  expect([user().status, sessions()]).toStrictEqual(['PASSWORD_EXPIRED', []])
})

test('of who has no password none has expired', () => {
  const { org, user } = stage({ optionalPassword: 'disabled', passwordPolicy: { maxAge: 1 } }, {})
  expect(org.signIn.byLink({ ...user(), passwordChanged: '2026-01-05T09:30:00.000Z' })).toMatchObject({
    status: 'SUCCESS',
  })
})

test('a federated user signs in elsewhere, and by no link', () => {
  const { org, given, sessions, failed } = stage()
  const user = given({ provider: federation })
  const told = failed('FEDERATED', 'The user signs in at a trusted identity provider')
  expect(org.signIn.byLink(user)).toStrictEqual(told)
  expect(org.signIn.signIn({ login, password })).toStrictEqual(told)
  expect(org.signIn.elsewhere(user)).toMatchObject({ status: 'SUCCESS' })
  expect(sessions()).toStrictEqual([['otp']])
})

test.each<[UserStatus, string, string]>([
  ['STAGED', 'STATUS', 'The status of the user does not let it sign in'],
  ['RECOVERY', 'STATUS', 'The status of the user does not let it sign in'],
  ['SUSPENDED', 'STATUS', 'The status of the user does not let it sign in'],
  ['DEPROVISIONED', 'STATUS', 'The status of the user does not let it sign in'],
  ['LOCKED_OUT', 'LOCKED_OUT', 'The user is locked out'],
])('whoever is %s signs in in no way', (status, reason, message) => {
  const { org, id, given, failed } = stage()
  const told = failed(reason, message, status)
  const user = org.lifecycle.force(id, status)
  expect(org.signIn.byLink(user)).toStrictEqual(told)
  expect(org.signIn.elsewhere(user)).toStrictEqual(told)
  expect(org.signIn.signIn({ login, password })).toStrictEqual(told)
  expect(org.signIn.byLink(given({ provider: federation }))).toStrictEqual(told)
})

test('a test may open a session for anybody', () => {
  const { org, id, user, sessions } = stage()
  const before = org.lifecycle.force(id, 'SUSPENDED')
  expect(org.signIn.open(before)).toMatchObject({ status: 'SUCCESS', session: { userId: id } })
  org.signIn.open(before, ['pwd', 'otp'])
  expect(sessions()).toStrictEqual([undefined, ['pwd', 'otp']])
  expect(user()).toBe(before)
})

const bcrypt = () => {
  const made = hashSync(password, '$2b$04$rwh3vH166HCH/NT9XV5FYu')
  return {
    password: {
      hash: { algorithm: 'BCRYPT', workFactor: 4, salt: made.slice(7, 29), value: made.slice(29) },
    },
  }
}

test('a user who is removed while its hash is verified is unknown', async () => {
  const { org, user } = stage({}, bcrypt())
  const late = org.signIn.signIn({ login, password })
  org.users.remove(user())
  expect(await late).toStrictEqual({
    status: 'FAILURE',
    reason: 'UNKNOWN_USER',
    message: 'No user has this login, or several have this short name',
  })
})

test('what a hash says late is concluded of the user as it is by then', async () => {
  const { org, user, hide } = stage({}, bcrypt())
  const late = org.signIn.signIn({ login, password, device: 'phone' })
  hide({ devices: ['laptop'], failedSignIns: 2 })
  expect(await late).toMatchObject({ status: 'SUCCESS' })
  expect(user().hidden.devices).toStrictEqual(['laptop', 'phone'])
  expect(user().hidden).not.toHaveProperty('failedSignIns')
})

test('a password that a hook finds right is kept, and asked of nobody again', async () => {
  const asked: string[] = []
  const passwordHook = (question: { readonly password: string }) => {
    asked.push(question.password)
    return question.password === password
  }
  const { org, user, hide } = stage({ passwordHook }, { password: { hook: { type: 'default' } } })
  hide({ failedSignIns: 1 })
  expect(await org.signIn.signIn({ login, password: 'wrong' })).toMatchObject({ attemptsLeft: 8 })
  const first = org.signIn.signIn({ login, password })
  const second = org.signIn.signIn({ login, password })
  expect([await first, await second]).toMatchObject([{ status: 'SUCCESS' }, { status: 'SUCCESS' }])
  expect(asked).toStrictEqual(['wrong', password])
  expect(user().hidden).toStrictEqual({
    password: { kind: 'own', salt: expect.any(String), digest: expect.any(String) },
  })
  expect(org.signIn.signIn({ login, password: 'wrong' })).toMatchObject({ attemptsLeft: 9 })
})

/** What operations of the lifecycle and of recovery leave in the record of a user, and whom they mail. */
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import { type UserStatus, userStatuses } from '../../../src/contract/user-lifecycle.ts'
import type { OrgOptions } from '../../../src/model/kernel/options.ts'
import type { UserRecord } from '../../../src/model/users/records.ts'
import { testOrg } from '../../support/call.ts'
import { answer, otherPassword, password } from '../../support/people.ts'

const profile = {
  login: 'ada@example.com',
  email: 'mail@example.com',
  secondEmail: 'second@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
}
const recovery_question = { question: 'Who?', answer }
const anHourLater = '2026-01-05T10:30:00.000Z'
const federation = { type: 'FEDERATION', name: 'FEDERATION' }

/** A user with a password, a question and a factor, an hour before anything is done to it. */
function stage(
  options: OrgOptions = {},
  credentials: object = { password: { value: password }, recovery_question },
) {
  const { org } = testOrg(options)
  const { id } = org.registration.create({ profile, credentials })
  const user = (): UserRecord => org.users.get(id)!
  const hide = (hidden: UserRecord['hidden']) =>
    org.users.write(user(), { hidden: { ...user().hidden, ...hidden } })
  hide({ factors: ['sms'] })
  org.clock.advance('1h')
  org.outbox.clear()
  const mails = () => org.outbox.list().map(({ kind, to, userId }) => [kind, to, userId === id])
  const works = (token: { readonly value: string }) => org.oneTimeTokens.find(token.value) !== undefined
  return { org, id, user, hide, mails, works }
}

function refusedBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.refusal, error.summary, ...error.causes]
  }
}

test.each(userStatuses.filter((status) => status !== 'ACTIVE'))('a test puts a user into %s', (status) => {
  const { org, id, user } = stage()
  const before = user()
  const forced = org.lifecycle.force('ada', status)
  const more: Partial<Record<UserStatus, object>> = {
    PASSWORD_EXPIRED: { passwordExpired: true },
    LOCKED_OUT: { failedSignIns: 10 },
  }
  expect(forced).toStrictEqual({
    ...before,
    status,
    statusChanged: anHourLater,
    lastUpdated: anHourLater,
    hidden: { ...before.hidden, ...more[status] },
  })
  expect(org.lifecycle.force(id, status)).toStrictEqual(forced)
  expect(user()).toStrictEqual(forced)
})

test('whoever is put out of a status is no longer what it made of it', () => {
  const { org, id, user } = stage()
  const { hidden } = user()
  for (const status of ['LOCKED_OUT', 'PASSWORD_EXPIRED', 'ACTIVE'] as const) org.lifecycle.force(id, status)
  expect(user().hidden).toStrictEqual(hidden)
})

test('where nobody is locked out by passwords, a test counts none', () => {
  const { org, id, user } = stage({ passwordPolicy: { maxAttempts: 0 } })
  org.lifecycle.force(id, 'LOCKED_OUT')
  expect(user().hidden).not.toHaveProperty('failedSignIns')
})

test('a trusted provider takes password, question and links, and keeps the rest', () => {
  const { org, id, user, works } = stage()
  const before = user()
  const token = org.oneTimeTokens.issue(id, 'forgot-password')
  const directory = { type: 'ACTIVE_DIRECTORY', name: 'Corp' }
  expect(org.lifecycle.setProvider('ada', directory)).toStrictEqual({ ...before, provider: directory })
  expect(works(token)).toBe(true)
  expect(org.lifecycle.setProvider(id, federation)).toStrictEqual({
    ...before,
    provider: federation,
    hidden: { factors: ['sms'] },
  })
  expect(works(token)).toBe(false)
})

test('an unlock lifts a block from unknown devices, and no other', () => {
  const { org, id, user, hide } = stage()
  const before = user()
  const notLocked = [
    'unlock-not-locked',
    'Unlock is not allowed for this user.',
    'The user is not locked out.',
  ]
  const refused = () => refusedBy(() => org.lifecycle.unlock(id))
  expect(refused()).toStrictEqual(notLocked)
  hide({ block: { type: 'DEVICE_BASED', appliesTo: 'ANY_DEVICES' } })
  expect(refused()).toStrictEqual(notLocked)
  hide({ block: { type: 'DEVICE_BASED', appliesTo: 'UNKNOWN_DEVICES' } })
  org.users.write(user(), { provider: { type: 'ACTIVE_DIRECTORY', name: 'Corp' } })
  expect(refused()).toMatchObject({ 0: 'unlock-not-native' })
  org.users.write(user(), { provider: before.provider })
  expect(org.lifecycle.unlock(id)).toStrictEqual(before)
})

test('an unlock of who is blocked too lifts both', () => {
  const { org, id, user, hide } = stage()
  const { hidden } = user()
  org.lifecycle.force(id, 'LOCKED_OUT')
  hide({ block: { type: 'DEVICE_BASED', appliesTo: 'UNKNOWN_DEVICES' } })
  expect(org.lifecycle.unlock(id)).toMatchObject({ status: 'ACTIVE' })
  expect(user().hidden).toStrictEqual(hidden)
})

test('a suspension and its end leave all but the status and its times', () => {
  const { org, id, user } = stage()
  const before = user()
  const now = { statusChanged: anHourLater, lastUpdated: anHourLater }
  expect(org.lifecycle.suspend(id)).toStrictEqual({ ...before, status: 'SUSPENDED', ...now })
  expect(org.lifecycle.unsuspend(id)).toStrictEqual({ ...before, status: 'ACTIVE', ...now })
  expect(org.lifecycle.resetFactors(id).hidden).toStrictEqual({
    password: before.hidden.password,
    recovery: before.hidden.recovery,
  })
})

test('an activation anew tells when it was, and gives all attempts back', () => {
  const { org, id, user, hide, mails } = stage()
  const before = user()
  org.lifecycle.deactivate(id)
  hide({ failedSignIns: 3 })
  org.clock.advance('1h')
  expect(org.lifecycle.activate(id)).toBeUndefined()
  const now = '2026-01-05T11:30:00.000Z'
  expect(user()).toStrictEqual({ ...before, activated: now, statusChanged: now, lastUpdated: now })
  expect(mails()).toStrictEqual([['welcome', 'mail@example.com', true]])
})

test.each([
  [{}, [['deactivation-notice', 'admin@example.com', true]]],
  [{ administratorId: 'self' }, [['deactivation-notice', 'mail@example.com', true]]],
  [{ administratorId: 'nobody' }, []],
  [{ sendEmail: false }, []],
  [{ sendEmail: undefined as never }, []],
] as const)('a deactivation with %j mails %j', (options, expected) => {
  const { org, id, mails } = stage()
  const administratorId =
    'administratorId' in options ? (options.administratorId === 'self' ? id : 'nobody') : undefined
  org.lifecycle.deactivate(id, { sendEmail: true, ...options, administratorId })
  expect(mails()).toStrictEqual(expected)
})

test('where there is no administrator, nobody is told of a deactivation', () => {
  const { org, id, mails } = stage()
  org.principals.revoke(org.apiToken)
  org.lifecycle.delete(id, { sendEmail: true })
  expect(mails()).toStrictEqual([])
})

test.each([
  ['IMPORT', 'SVC'],
  ['ACTIVE_DIRECTORY', 'ACTIVE_DIRECTORY'],
])('where credentials go with a deactivation, the provider %s becomes %s', (type, after) => {
  const { org, id, user } = stage({ deactivation: { credentials: 'removed' } })
  org.users.write(user(), { provider: { type, name: type } })
  expect(org.lifecycle.deactivate(id)).toMatchObject({
    hidden: {},
    passwordChanged: null,
    provider: { type: after },
  })
  expect(user().hidden).toStrictEqual({})
})

test('a reset ends the sessions of a user but that of the caller, where it is asked to', () => {
  const { org, id } = stage()
  const [one, two] = [org.sessions.open(id), org.sessions.open(id)]
  org.passwordRecovery.reset(id)
  expect(org.sessions.of(id)).toStrictEqual([one, two])
  org.passwordRecovery.reset(id, { revokeSessions: true, ownSession: two.id })
  expect(org.sessions.of(id)).toStrictEqual([two])
  org.passwordRecovery.reset(id, { revokeSessions: true })
  expect(org.sessions.of(id)).toStrictEqual([])
})

test('a reset hands out its link or mails it, and brings a federated user back', () => {
  const { org, id, user, mails, works } = stage()
  const before = user()
  org.lifecycle.setProvider(id, federation)
  expect(org.passwordRecovery.reset(id)).toBeUndefined()
  expect(user()).toStrictEqual({
    ...before,
    status: 'RECOVERY',
    statusChanged: anHourLater,
    lastUpdated: anHourLater,
    hidden: { factors: ['sms'] },
  })
  const token = org.passwordRecovery.reset(id, { sendEmail: false })!
  expect([token.purpose, works(token)]).toStrictEqual(['password-reset', true])
  expect(mails()).toStrictEqual([['password-reset', 'mail@example.com', true]])
})

test('a conversion to a federated user mails nothing, and is not asked to', () => {
  const { org, id, user, mails, works } = stage()
  const before = user()
  const token = org.oneTimeTokens.issue(id, 'forgot-password')
  expect(
    refusedBy(() => org.passwordRecovery.reset(id, { provider: 'FEDERATION', sendEmail: true })),
  ).toStrictEqual([
    'validation',
    'Api validation failed: sendEmail',
    'sendEmail: Must be false or left out with provider=FEDERATION',
  ])
  expect(org.passwordRecovery.reset(id, { provider: 'FEDERATION', sendEmail: false })).toBeUndefined()
  expect(user()).toStrictEqual({ ...before, provider: federation, hidden: { factors: ['sms'] } })
  expect([works(token), mails()]).toStrictEqual([false, []])
})

test('an expired password stays, and a temporary one takes its place', () => {
  const { org, id, user, hide } = stage()
  const before = user()
  const expired = { status: 'PASSWORD_EXPIRED', statusChanged: anHourLater, lastUpdated: anHourLater }
  expect(org.passwordRecovery.expire(id)).toStrictEqual({
    ...before,
    ...expired,
    hidden: { ...before.hidden, passwordExpired: true },
  })
  hide({ failedSignIns: 2 })
  org.users.write(user(), { provider: { type: 'IMPORT', name: 'IMPORT' } })
  const temporary = org.passwordRecovery.expireWithTemporaryPassword(id)
  expect(user()).toStrictEqual({
    ...before,
    ...expired,
    passwordChanged: anHourLater,
    hidden: {
      ...before.hidden,
      password: { kind: 'own', salt: expect.any(String), digest: expect.any(String) },
      passwordHistory: [before.hidden.password],
      passwordExpired: true,
    },
  })
  expect(org.signIn.signIn({ ...profile, password: temporary })).toMatchObject({ reason: 'PASSWORD_EXPIRED' })
  org.lifecycle.setProvider(id, federation)
  for (const way of ['expire', 'expireWithTemporaryPassword'] as const) {
    expect(refusedBy(() => org.passwordRecovery[way](id))).toStrictEqual([
      'no-password-for-federated',
      'Password reset failed',
      'The user authenticates through a trusted identity provider and has no password.',
    ])
  }
})

test('a recovery by answer sets the password, ends links, and leaves the status', () => {
  const { org, id, user, works } = stage()
  const before = user()
  const token = org.oneTimeTokens.issue(id, 'forgot-password')
  expect(refusedBy(() => org.passwordRecovery.forgotWithAnswer(id, 'wrong', otherPassword))).toStrictEqual([
    'recovery-answer-wrong',
    'The recovery question answer did not match our records.',
  ])
  expect([user(), works(token)]).toStrictEqual([before, true])
  org.users.write(user(), { provider: { type: 'IMPORT', name: 'IMPORT' } })
  expect(org.passwordRecovery.forgotWithAnswer(id, answer.toUpperCase(), otherPassword)).toStrictEqual({
    ...before,
    passwordChanged: anHourLater,
    hidden: {
      ...before.hidden,
      password: { kind: 'own', salt: expect.any(String), digest: expect.any(String) },
      passwordHistory: [before.hidden.password],
    },
  })
  expect(works(token)).toBe(false)
})

test('a recovery is refused to whom it is of no use, and says why', () => {
  const { org, id, user } = stage({}, { password: { value: password } })
  const refused = () => refusedBy(() => org.passwordRecovery.forgot(id)) as unknown[]
  const [name, , ...why] = refused()
  expect([name, why]).toStrictEqual(['forgot-password-not-allowed', ['Recovery credential not set.']])
  org.users.write(user(), { provider: federation })
  expect(refused().slice(2)).toStrictEqual(['The user authenticates through a trusted identity provider.'])
})

test('a recovery by address is mailed to the address that was given, where that is the second', () => {
  const { org, mails } = stage()
  const { passwordRecovery: recovery } = org
  for (const address of ['ADA@example.com', 'Mail@example.com', 'SECOND@example.com']) {
    recovery.startByAddress(address)
  }
  expect(mails()).toStrictEqual([
    ['password-reset', 'mail@example.com', true],
    ['password-reset', 'mail@example.com', true],
    ['password-reset', 'second@example.com', true],
  ])
  expect(refusedBy(() => recovery.startByAddress('nobody@example.com'))).toStrictEqual([
    'not-found',
    'Not found: Resource not found: nobody@example.com (User)',
  ])
})

test('no recovery by address finds a deactivated user, who leaves the address to another', () => {
  const { org, id } = stage()
  const { passwordRecovery: recovery } = org
  const other = (login: string, more: object) =>
    org.registration.create({ profile: { ...profile, secondEmail: null, login, email: login, ...more } })
  const found = (address: string) => recovery.lookUp(address)?.profile.login
  const byMail = other('one@example.com', { email: 'mail@example.com' })
  const bySecond = other('two@example.com', { secondEmail: 'second@example.com' })
  other('three@example.com', { email: 'ada@example.com' })
  expect(['ada@example.com', 'mail@example.com', 'second@example.com'].map(found)).toStrictEqual([
    'ada@example.com',
    undefined,
    undefined,
  ])
  org.lifecycle.deactivate(id)
  expect(['ada@example.com', 'mail@example.com', 'second@example.com'].map(found)).toStrictEqual([
    'three@example.com',
    byMail.profile.login,
    bySecond.profile.login,
  ])
  expect(found('none@example.com')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import type { OrgOptions } from '../../../src/model/kernel/options.ts'
import type { UserRecord } from '../../../src/model/users/records.ts'
import { testOrg } from '../../support/call.ts'
import { answer, otherPassword, password } from '../../support/people.ts'

const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }
const own = { kind: 'own', salt: expect.any(String), digest: expect.any(String) }
const tooRecent = 'The password has been used too recently'
const policy =
  'Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.'

/** A user with a password that was set two minutes before anything is done to it. */
function stage(options: OrgOptions = {}, credentials: object = { password: { value: password } }) {
  const { org } = testOrg(options)
  const { id } = org.registration.create({ profile, credentials })
  org.clock.advance('2m')
  const user = (): UserRecord => org.users.get(id)!
  const { credentialOperations: operations } = org
  const change = (more: object = {}) =>
    refusedBy(() =>
      operations.changePassword(id, { oldPassword: password, newPassword: otherPassword, ...more }),
    )
  const ask = (given = password) =>
    refusedBy(() => operations.changeRecoveryQuestion(id, { password: given, question: 'Who?', answer }))
  return { org, id, user, operations, change, ask }
}

function refusedBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.refusal, ...error.causes]
  }
}

test('a password is changed in the record, and what lets in without it is void', () => {
  const { org, id, user, change } = stage()
  const before = user()
  const token = org.oneTimeTokens.issue(id, 'forgot-password')
  const session = org.sessions.open(id)
  expect(change()).toStrictEqual({
    ...before,
    passwordChanged: '2026-01-05T09:32:00.000Z',
    hidden: { password: own, passwordHistory: [before.hidden.password] },
  })
  expect(org.oneTimeTokens.find(token.value)).toBeUndefined()
  expect(org.sessions.of(id)).toStrictEqual([session])
})

test('sessions end where it is asked to, but for that of the caller', () => {
  const { org, id, change } = stage()
  const [one] = [org.sessions.open(id), org.sessions.open(id)]
  change({ revokeSessions: true, ownSession: one.id })
  expect(org.sessions.of(id)).toStrictEqual([one])
  change({ oldPassword: otherPassword, newPassword: password, revokeSessions: true })
  expect(org.sessions.of(id)).toStrictEqual([])
})

test('a change that is refused changes nothing', () => {
  const { org, id, user, change } = stage()
  const before = user()
  const token = org.oneTimeTokens.issue(id, 'forgot-password')
  const session = org.sessions.open(id)
  for (const [more, ...causes] of [
    [{ oldPassword: 'wrong', newPassword: 'short', strict: true }, 'Old Password is not correct'],
    [{ newPassword: 'short' }, policy],
    [{ newPassword: password, strict: true }, tooRecent],
  ] as const) {
    expect(change({ revokeSessions: true, ...more })).toStrictEqual(['update-credentials-failed', ...causes])
  }
  expect([user(), org.oneTimeTokens.find(token.value), org.sessions.of(id)]).toStrictEqual([
    before,
    token,
    [session],
  ])
})

test('all that strict and the policy refuse is told at once', () => {
  const { org, change } = stage({ passwordPolicy: { minAge: 121_000 } })
  org.changePasswordPolicy({ minLength: 20 })
  const tooShort = policy.replace('at least 8', 'at least 20')
  expect(change({ newPassword: password, strict: true })).toStrictEqual([
    'update-credentials-failed',
    tooShort,
    'The password was changed less than 3 minutes ago',
    tooRecent,
  ])
  expect(change({ newPassword: password })).toStrictEqual(['update-credentials-failed', tooShort])
})

test.each([
  [119_999, 'taken'],
  [120_000, 'taken'],
  [120_001, 'The password was changed less than 3 minutes ago'],
  [180_000, 'The password was changed less than 3 minutes ago'],
  [180_001, 'The password was changed less than 4 minutes ago'],
])('where a password is to be %i milliseconds old, one of two minutes is %s', (minAge, told) => {
  const { org, id, change, operations } = stage({ passwordPolicy: { minAge } })
  const update = () =>
    refusedBy(() =>
      operations.strictly(id, otherPassword, (found) =>
        org.users.updating(id, { credentials: { password: { value: otherPassword } } }, found),
      ),
    )
  if (told === 'taken') {
    expect(change({ strict: true })).toMatchObject({ id })
  } else {
    expect(update()).toStrictEqual(['validation', `password: ${told}`])
    expect(change({ strict: true })).toStrictEqual(['update-credentials-failed', told])
    expect(change()).toMatchObject({ id })
  }
})

test('an update is held to the history where it is strict, beside what else is wrong', () => {
  const { org, id, operations, user } = stage()
  const before = user()
  const update = (value: string | null | undefined, title: unknown = 'x') =>
    refusedBy(() =>
      operations.strictly(id, value, (found) => org.users.updating(id, { profile: { title } }, found)),
    )
  expect(update(password)).toStrictEqual(['validation', `password: ${tooRecent}`])
  expect(update(password, 5)).toStrictEqual([
    'validation',
    `password: ${tooRecent}`,
    'title: Expected a string',
  ])
  expect(user()).toBe(before)
  for (const value of [null, undefined, otherPassword]) expect(update(value, `${value}`)).toBe(user())
  expect(user().profile.title).toBe(otherPassword)
})

test('a recovery question is set for whoever knows the password', () => {
  const { user, ask } = stage()
  const before = user()
  expect(ask('wrong')).toStrictEqual(['update-credentials-failed', 'Password is not correct'])
  expect(user()).toBe(before)
  expect(ask()).toStrictEqual({
    ...before,
    hidden: { ...before.hidden, recovery: { question: 'Who?', answer: own } },
  })
})

test.each<[string, object, Partial<UserRecord>]>([
  ['The user has no password.', {}, {}],
  [
    'A user with provider FEDERATION has no password.',
    { password: { value: password } },
    { provider: { type: 'FEDERATION', name: 'x' } },
  ],
  [
    'The password is not known until the user has signed in.',
    { password: { hook: { type: 'default' } } },
    {},
  ],
])('whose password cannot be known is told: %s', (message, credentials, changes) => {
  const { org, user, change, ask } = stage({}, credentials)
  org.lifecycle.force(user().id, 'ACTIVE')
  org.users.write(user(), changes)
  expect(change()).toStrictEqual(['change-password-not-allowed', message])
  expect(ask()).toStrictEqual(['change-recovery-question-not-allowed', message])
})

/** What is told of users on their way in, and what becomes of those that are sound. */
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import type { OrgOptions } from '../../../src/model/kernel/options.ts'
import type { NewUser, RegistrationOptions } from '../../../src/model/registration.ts'
import type { UserRecord } from '../../../src/model/users/records.ts'
import type { UpdateUser } from '../../../src/model/users/users.ts'
import { testOrg } from '../../support/call.ts'
import { answer, otherPassword, password } from '../../support/people.ts'

const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }
const made = '2026-01-05T09:30:00.000Z'
const anHourLater = '2026-01-05T10:30:00.000Z'
const own = { kind: 'own', salt: expect.any(String), digest: expect.any(String) }
const federation = { type: 'FEDERATION', name: 'FEDERATION' }
const md5 = { algorithm: 'MD5', value: 'kAFQmDzST7DWlj99KOF/cg==' }
const policy =
  'Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.'

function refusedBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.refusal, error.details.values?.['field'], ...error.causes]
  }
}

function stage(options: OrgOptions = {}, credentials: object = {}) {
  const { org } = testOrg(options)
  const create = (input: Partial<NewUser> = {}, how: RegistrationOptions = { activate: false }) =>
    org.registration.create({ profile, ...input }, how)
  const before = create({ credentials })
  org.clock.advance('1h')
  const given = (changes: Partial<UserRecord>) => org.users.write(org.users.get(before.id)!, changes)
  const update = (input: UpdateUser) => org.users.update(before.id, input)
  const replace = (input: UpdateUser) => org.users.replace(before.id, input)
  const user = () => org.users.get(before.id)!
  return { org, create, before, given, update, replace, user }
}

test('a user with nothing but a profile is made so', () => {
  const { org, before } = stage()
  expect(before).toStrictEqual({
    id: before.id,
    status: 'STAGED',
    created: made,
    activated: null,
    statusChanged: null,
    lastLogin: null,
    lastUpdated: made,
    passwordChanged: null,
    type: { id: org.userTypes.ids[0] },
    profile: { ...profile, locale: 'en_US' },
    provider: { type: 'SVC', name: 'SVC' },
    hidden: {},
  })
})

test('a user with all credentials is made so', () => {
  const { before, org } = stage(
    {},
    { password: { value: password }, recovery_question: { question: 'Who?', answer } },
  )
  expect(before).toMatchObject({ passwordChanged: made, provider: org.ownProvider })
  expect(before.hidden).toStrictEqual({ password: own, recovery: { question: 'Who?', answer: own } })
})

test('whose password is imported as a hash is an imported user', () => {
  const { before } = stage({}, { password: { hash: md5 } })
  expect(before).toMatchObject({ passwordChanged: made, provider: { type: 'IMPORT', name: 'IMPORT' } })
  expect(before.hidden).toStrictEqual({ password: { kind: 'imported', hash: md5 } })
})

test('a user of a trusted provider has neither password nor question', () => {
  const { create } = stage()
  const user = create(
    {
      profile: { ...profile, login: 'bob@example.com' },
      credentials: { provider: federation },
    },
    { provider: true, activate: false },
  )
  expect(user).toMatchObject({ provider: federation, passwordChanged: null })
  expect(user.hidden).toStrictEqual({})
})

test('a password that is to be changed at the next sign-in is marked so', () => {
  const { create } = stage()
  const bob = {
    profile: { ...profile, login: 'bob@example.com' },
    credentials: { password: { value: password } },
  }
  expect(create(bob, { nextLogin: 'changePassword' })).toMatchObject({
    hidden: { password: own, passwordExpired: true },
  })
})

test.each([
  [{ activate: false }, { password: { value: password } }, 'next-login-without-activation'],
  [{}, {}, 'next-login-without-password'],
  [{ activate: false }, {}, 'next-login-without-activation'],
])('a change at the next sign-in is refused with %j and %j', (how, credentials, refusal) => {
  const { org, create } = stage()
  const bob = { profile: { ...profile, login: 'bob@example.com' }, credentials }
  const refused = refusedBy(() => create(bob, { ...how, nextLogin: 'changePassword' }))
  expect(refused).toMatchObject({ 0: refusal })
  expect(org.users.find('bob@example.com')).toBeUndefined()
})

test('all that is wrong with a new user is told at once', () => {
  const { create } = stage()
  expect(
    refusedBy(() =>
      create({
        profile: { ...profile, lastName: '', planet: 'Mars' },
        type: { id: 'none' },
        credentials: { password: { value: 'ada' } },
      }),
    ),
  ).toStrictEqual([
    'validation',
    'lastName',
    'lastName: The field cannot be left blank',
    "Property name 'planet' is not defined in profile",
    'type: There is no user type with the id none',
    `password: ${policy}`,
    'login: An object with this field already exists in the current organization',
  ])
})

test('a password is held to the login that is sent, even where that cannot be one', () => {
  const { create, update } = stage()
  const credentials = { password: { value: 'Zebra123' } }
  const zebra = { login: 'zebra', email: 'x' }
  for (const action of [
    () => create({ profile: zebra, credentials }),
    () => update({ profile: zebra, credentials }),
  ]) {
    expect(refusedBy(action)).toContain(`password: ${policy}`)
  }
  expect(
    refusedBy(() => update({ profile: { title: 5 }, credentials: { password: { value: 'Example12' } } })),
  ).toEqual(['validation', 'title', 'title: Expected a string', `password: ${policy}`])
})

test('a login that is no text is no one’s', () => {
  const { create, update } = stage()
  expect(refusedBy(() => create({ profile: { ...profile, login: 5 } }))).toStrictEqual([
    'validation',
    'login',
    'login: Expected a string',
  ])
  expect(refusedBy(() => update({ profile: { login: null } }))).toStrictEqual([
    'validation',
    'login',
    'login: The field cannot be left blank',
  ])
})

test('an update of nothing changes nothing, not even when it was', () => {
  const { before, update, replace } = stage()
  for (const input of [
    {},
    { profile: null, credentials: null, type: null },
    { credentials: {} },
    { type: before.type },
  ]) {
    expect(update(input)).toStrictEqual(before)
    expect(replace(input)).toStrictEqual(before)
  }
})

test('an update of a profile changes what is sent, and a replacement all', () => {
  const { before, update, replace } = stage()
  expect(update({ profile: { title: 'Countess' } })).toStrictEqual({
    ...before,
    profile: { ...before.profile, title: 'Countess' },
    lastUpdated: anHourLater,
  })
  expect(replace({ profile: { ...profile, nickName: 'A' } })).toStrictEqual({
    ...before,
    profile: { ...profile, nickName: 'A', locale: 'en_US' },
    lastUpdated: anHourLater,
  })
})

test('a replacement changes the type, and an update does not', () => {
  const { org, before, update, replace } = stage()
  const id = org.userTypes.add(org.ids)
  expect(refusedBy(() => update({ type: { id } }))).toStrictEqual([
    'immutable-attribute',
    'type',
    'type: immutable',
  ])
  expect(replace({ type: { id } })).toStrictEqual({ ...before, type: { id }, lastUpdated: anHourLater })
  expect(refusedBy(() => replace({ type: { id: 'none' } }))).toStrictEqual([
    'validation',
    'type',
    'type: There is no user type with the id none',
  ])
})

test('new credentials are no update of the record', () => {
  const { before, update, org } = stage({}, { password: { hash: md5 } })
  const changed = update({ credentials: { password: { value: password } } })
  expect(changed).toStrictEqual({
    ...before,
    passwordChanged: anHourLater,
    provider: org.ownProvider,
    hidden: { password: own, passwordHistory: [before.hidden.password] },
  })
  const asked = update({ credentials: { recovery_question: { question: 'Who?', answer } } })
  expect(asked).toStrictEqual({
    ...changed,
    hidden: { ...changed.hidden, recovery: { question: 'Who?', answer: own } },
  })
  expect(update({ credentials: { recovery_question: null } })).toStrictEqual(changed)
})

test.each([
  [{ hash: md5 }, 'password.hash: Can be set only while the user is STAGED'],
  [{ hook: { type: 'default' } }, 'password.hook: Can be set only while the user is STAGED'],
])('%j is taken only while the user is STAGED', (given, cause) => {
  const { org, before, update } = stage()
  expect(update({ credentials: { password: given } })).toMatchObject({ status: 'STAGED' })
  org.lifecycle.force(before.id, 'ACTIVE')
  expect(refusedBy(() => update({ credentials: { password: given } }))).toStrictEqual([
    'validation',
    'password',
    cause,
  ])
})

test('a federated user is given neither password nor question', () => {
  const { given, update, user } = stage()
  const before = given({ provider: federation })
  const recovery_question = { question: 'Who?', answer }
  const none = (field: string) => `${field}: A user with provider FEDERATION has none`
  expect(
    refusedBy(() => update({ credentials: { password: { value: password }, recovery_question } })),
  ).toEqual(['validation', 'password', none('password'), none('recovery_question')])
  expect(refusedBy(() => update({ credentials: { recovery_question } }))).toEqual([
    'validation',
    'recovery_question',
    none('recovery_question'),
  ])
  expect(user()).toBe(before)
})

test('where the policy leaves users without passwords, none is set', () => {
  const { org, before, update } = stage({ optionalPassword: 'disabled' })
  org.lifecycle.force(before.id, 'ACTIVE')
  expect(refusedBy(() => update({ credentials: { password: { value: otherPassword } } }))).toStrictEqual([
    'update-credentials-failed',
    undefined,
    'The enrolment policy leaves this user without a password',
  ])
})

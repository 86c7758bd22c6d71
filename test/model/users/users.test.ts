/** How users are found, written and removed, and who is told of it. */
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import type { OrgOptions } from '../../../src/model/kernel/options.ts'
import { testOrg } from '../../support/call.ts'
import { otherPassword, password } from '../../support/people.ts'

const profileOf = (login: string) => ({ login, email: login, firstName: 'A', lastName: 'Person' })

function stage(options: OrgOptions = {}) {
  const { org } = testOrg(options)
  const create = (login: string) =>
    org.registration.create({ profile: profileOf(login), credentials: { password: { value: password } } })
  const ann = create('ann@example.com')
  const told: unknown[] = []
  org.users.onChange((before, after, sequence) => told.push([before, after, sequence]))
  return { users: org.users, org, create, ann, told }
}

function refusedBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.refusal, error.details]
  }
}

test('a user is found by id, login or short name, the last while it is that of one', () => {
  const { users, create, ann } = stage()
  for (const reference of [ann.id, 'ann@example.com', 'ANN@Example.com', 'ann', 'Änn']) {
    expect([users.find(reference), users.resolve(reference)]).toStrictEqual([ann, ann])
  }
  expect(users.get('ann')).toBeUndefined()
  create('ann@other.example.com')
  expect(users.find('ann')).toBeUndefined()
  expect(refusedBy(() => users.resolve('ann'))).toStrictEqual([
    'not-found',
    {
      values: { id: 'ann', kind: 'User' },
      because: 'ambiguous-name',
      found: ['2 users have the short name ann'],
    },
  ])
})

test('a login with a slash names nobody in a path, and is a login all the same', () => {
  const { users, create } = stage()
  const user = create('a/b@example.com')
  expect([users.find('a/b@example.com'), users.find('a/b'), users.find(user.id)]).toStrictEqual([
    undefined,
    undefined,
    user,
  ])
})

test('who me is depends on who calls', () => {
  const { users, create, ann } = stage()
  const found = ['The token is of no user who exists']
  const nobody = ['not-found', { values: { id: 'me', kind: 'User' }, because: 'nobody', found }] as const
  expect(users.resolve('me', { userId: ann.id })).toBe(ann)
  expect(users.changeable('me', { userId: ann.id })).toBe(ann)
  expect(users.resolve('ann', { userId: 'none' })).toBe(ann)
  expect(refusedBy(() => users.resolve('me', { userId: 'none' }))).toStrictEqual(nobody)
  expect(refusedBy(() => users.resolve('me', {}))).toStrictEqual(nobody)
  expect(refusedBy(() => users.resolve('me'))).toStrictEqual(['not-found', { values: nobody[1].values }])
  const me = create('me@example.com')
  expect(users.resolve('me')).toBe(me)
  expect(refusedBy(() => users.resolve('me', {}))).toStrictEqual(nobody)
})

test('a user on its way to a status is not changed, and says where it goes', () => {
  const { users, ann } = stage()
  const going = users.write(ann, { transitioningToStatus: 'DEPROVISIONED' })
  expect(going).toStrictEqual({ ...ann, transitioningToStatus: 'DEPROVISIONED' })
  expect(refusedBy(() => users.changeable('ann'))).toStrictEqual([
    'transition-in-progress',
    { values: {}, causes: ['The user is on its way to DEPROVISIONED.'] },
  ])
  expect(users.write(going, { transitioningToStatus: undefined })).toStrictEqual(ann)
  expect(users.changeable('ann')).toStrictEqual(ann)
})

test('what is written is told with what was there before, whatever was in hand', () => {
  const { users, ann, told } = stage()
  const first = users.write(ann, { lastLogin: '2026-01-05T09:30:00.000Z' })
  const second = users.write(ann, { lastUpdated: '2026-01-06T09:30:00.000Z' })
  expect(second).toStrictEqual({ ...first, lastUpdated: '2026-01-06T09:30:00.000Z' })
  users.remove(first)
  users.remove(first)
  expect(told).toStrictEqual([
    [ann, first, 2],
    [first, second, 2],
    [second, undefined, 2],
  ])
})

test('no user gets the login of another, in whatever spelling', () => {
  const { users, create, ann } = stage()
  const bob = create('bob@example.com')
  const taken = [
    'validation',
    {
      values: { field: 'login' },
      causes: ['login: An object with this field already exists in the current organization'],
    },
  ]
  expect(refusedBy(() => users.write(bob, { profile: profileOf('ÁNN@example.com') }))).toStrictEqual(taken)
  expect(refusedBy(() => users.insert({ ...bob, id: 'x', profile: ann.profile }))).toStrictEqual(taken)
  expect(users.get('x')).toBeUndefined()
  expect(() => users.insert(bob)).toThrow(`users: another record has the id "${bob.id}"`)
  expect(users.write(ann, { profile: profileOf('ANN@example.com') }).profile.login).toBe('ANN@example.com')
})

test('so many passwords are remembered as the policy says, the latest first', () => {
  const { org, users, ann } = stage({ passwordPolicy: { historyCount: 2 } })
  const change = (value: string) =>
    users.write(users.get(ann.id)!, users.passwordChange(users.get(ann.id)!, value))
  const remembers = (...values: string[]) => {
    const user = users.get(ann.id)!
    return values.map((value) => users.isRemembered(user, value))
  }
  expect(remembers(password, otherPassword)).toStrictEqual([true, false])
  const second = change(otherPassword)
  expect(second.hidden.passwordHistory).toStrictEqual([ann.hidden.password])
  const third = change('Th1rdPassword')
  expect(third.hidden.passwordHistory).toStrictEqual([second.hidden.password, ann.hidden.password])
  expect(remembers('Th1rdPassword', otherPassword, password)).toStrictEqual([true, true, false])
  expect(change('F0urthPassword').hidden.passwordHistory).toStrictEqual([
    third.hidden.password,
    second.hidden.password,
  ])
  org.changePasswordPolicy({ historyCount: 0 })
  expect(remembers('F0urthPassword', 'Th1rdPassword')).toStrictEqual([false, false])
  expect(change(password).hidden).not.toHaveProperty('passwordHistory')
})

test('a hook is no password to remember', () => {
  const { users, ann } = stage()
  const hooked = users.write(ann, { hidden: { password: { kind: 'hook' } } })
  expect(users.isRemembered(hooked, password)).toBe(false)
  expect(users.withPassword(hooked, ann.hidden.password)).toStrictEqual({ password: ann.hidden.password })
})

test('a password against the policy is refused with all that the policy asks', () => {
  const { users, ann } = stage()
  expect(refusedBy(() => users.passwordChange(ann, 'short'))).toStrictEqual([
    'update-credentials-failed',
    {
      because: 'password-policy',
      values: {
        requirements:
          'at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username',
      },
      causes: [
        'Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.',
      ],
    },
  ])
  expect(users.passwordChange(ann, otherPassword)).toStrictEqual({
    hidden: {
      password: { kind: 'own', salt: expect.any(String), digest: expect.any(String) },
      passwordHistory: [ann.hidden.password],
    },
    passwordChanged: '2026-01-05T09:30:00.000Z',
    provider: { type: 'SVC', name: 'SVC' },
  })
})

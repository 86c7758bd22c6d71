import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../../support/call.ts'
import { otherPassword, password, person } from '../../support/people.ts'

/** A failing sign-in: the preparation of the user, the input other than the login, and the outcome. */
type Failure = readonly [
  prepare: (it: TestOrg, id: string) => unknown,
  given: { readonly password?: string; readonly newPassword?: string },
  outcome: {
    readonly reason: string
    readonly message: string
    readonly userStatus?: string
    readonly attemptsLeft?: number
  },
]

const requirements =
  'Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.'

const failures: readonly Failure[] = [
  [
    (it, id) => it.control.blockUser({ user: id, appliesTo: 'ANY_DEVICES' }),
    {},
    { reason: 'DEVICE_BLOCKED', message: 'The user is blocked on this device', userStatus: 'ACTIVE' },
  ],
  [
    () => undefined,
    { password: 'wrong' },
    {
      reason: 'WRONG_PASSWORD',
      message: 'The password is wrong',
      userStatus: 'ACTIVE',
      attemptsLeft: 9,
    },
  ],
  [
    (it, id) => it.control.setUserStatus({ user: id, status: 'LOCKED_OUT' }),
    {},
    { reason: 'LOCKED_OUT', message: 'The user is locked out', userStatus: 'LOCKED_OUT' },
  ],
  [
    (it, id) => it.control.setUserStatus({ user: id, status: 'SUSPENDED' }),
    {},
    {
      reason: 'STATUS',
      message: 'The status of the user does not let it sign in',
      userStatus: 'SUSPENDED',
    },
  ],
  [
    (it, id) => it.control.setUserProvider({ user: id, type: 'FEDERATION' }),
    {},
    {
      reason: 'FEDERATED',
      message: 'The user signs in at a trusted identity provider',
      userStatus: 'ACTIVE',
    },
  ],
  [
    (it, id) => it.call('POST', `/api/v1/users/${id}/lifecycle/expire_password`),
    {},
    {
      reason: 'PASSWORD_EXPIRED',
      message: 'The password has expired and must be changed',
      userStatus: 'PASSWORD_EXPIRED',
    },
  ],
  [
    (it, id) => it.call('POST', `/api/v1/users/${id}/lifecycle/expire_password`),
    { newPassword: 'short' },
    { reason: 'NEW_PASSWORD_REFUSED', message: requirements, userStatus: 'PASSWORD_EXPIRED' },
  ],
  [
    (it, id) => {
      it.control.changeSettings({ transitionDelay: '1m' })
      return it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`, undefined, {
        prefer: 'respond-async',
      })
    },
    {},
    {
      reason: 'TRANSITION_IN_PROGRESS',
      message: 'A transition of the user is under way',
      userStatus: 'ACTIVE',
    },
  ],
]

test.for(failures)('a sign-in %# fails as it is said to', async ([prepare, given, outcome]) => {
  const it = testOrg()
  const { id, profile } = await person(it)
  await prepare(it, id)
  expect(await it.control.signIn({ login: profile.login, password, ...given })).toEqual({
    status: 'FAILURE',
    userId: id,
    ...outcome,
  })
})

test('a sign-in of nobody, without a password or without a hook says so', async () => {
  const it = testOrg()
  expect(it.control.signIn({ login: 'nobody', password })).toEqual({
    status: 'FAILURE',
    reason: 'UNKNOWN_USER',
    message: 'No user has this login, or several have this short name',
  })
  const without = await person(it, { credentials: {} })
  expect(it.control.signIn({ login: without.profile.login, password })).toEqual({
    status: 'FAILURE',
    reason: 'NO_PASSWORD',
    message: 'The user has no password',
    userId: without.id,
    userStatus: 'PROVISIONED',
  })
  const hooked = await person(it, { credentials: { password: { hook: { type: 'default' } } } })
  expect(await it.control.signIn({ login: hooked.profile.login, password })).toEqual({
    status: 'FAILURE',
    reason: 'HOOK_NOT_SET',
    message: 'The option passwordHook is not set',
    userId: hooked.id,
    userStatus: 'ACTIVE',
  })
})

test('no user of a trusted identity provider is mailed a link to sign in', async () => {
  const it = testOrg()
  const { id } = await person(it)
  it.control.setUserProvider({ user: id, type: 'FEDERATION' })
  expect(() => it.control.sendSignInMail({ user: id })).toThrow(
    'user: The user signs in at a trusted identity provider, and is mailed no link',
  )
})

/** Resets a user's password, and answers the token of the link. */
async function resetToken({ call, control }: TestOrg, id: string): Promise<string> {
  await call('POST', `/api/v1/users/${id}/lifecycle/reset_password`)
  return control.listMails({ userId: id }).at(-1)!.token!
}

test('a link that does not work says why, and works once that is mended', async () => {
  const it = testOrg()
  const user = await person(it)
  const token = await resetToken(it, user.id)
  const use = (given: { readonly token: string; readonly password?: string }) => it.control.useToken(given)
  const failed = (reason: string, message: string) => ({ status: 'FAILURE', reason, message })

  expect(use({ token: 'none', password: otherPassword })).toEqual(
    failed('INVALID_TOKEN', 'The link was used, has expired, or a newer one took its place'),
  )
  expect(use({ token })).toEqual(failed('PASSWORD_MISSING', 'The link needs a new password'))
  expect(use({ token, password: 'short' })).toEqual(failed('PASSWORD_REFUSED', requirements))
  it.control.setUserStatus({ user: user.id, status: 'STAGED' })
  expect(use({ token, password: otherPassword })).toEqual(
    failed('STATUS', 'The status of the user does not allow it'),
  )
  it.control.setUserStatus({ user: user.id, status: 'RECOVERY' })
  it.control.changeSettings({ transitionDelay: '1m' })
  await it.call('POST', `/api/v1/users/${user.id}/lifecycle/deactivate`, undefined, {
    prefer: 'respond-async',
  })
  expect(use({ token, password: otherPassword })).toEqual(
    failed('TRANSITION_IN_PROGRESS', 'The user is still being activated or deactivated'),
  )
})

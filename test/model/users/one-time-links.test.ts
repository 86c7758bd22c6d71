import { expect, test } from 'vitest'
import type { OrgOptions } from '../../../src/model/kernel/options.ts'
import { testOrg } from '../../support/call.ts'
import { otherPassword, password } from '../../support/people.ts'

const login = 'ada@example.com'
const profile = { login, email: 'mail@example.com', firstName: 'Ada', lastName: 'Lovelace' }
const federation = { type: 'FEDERATION', name: 'FEDERATION' }
const failed = (reason: string, message: string) => ({ status: 'FAILURE', reason, message })
const invalid = failed('INVALID_TOKEN', 'The link was used, has expired, or a newer one took its place')

function stage(options: OrgOptions = {}, credentials: object = { password: { value: password } }) {
  const { org } = testOrg(options)
  const { id } = org.registration.create({ profile, credentials })
  const user = () => org.users.get(id)!
  const { oneTimeLinks: links, oneTimeTokens: tokens } = org
  /** What the link opens with that verifies a new address. */
  const newAddress = (address: string): string => {
    org.selfService.update(user(), { email: address })
    const link = org.outbox.list({ to: address })[0]?.link
    return typeof link === 'object' ? link.value : ''
  }
  return { org, id, user, links, tokens, newAddress }
}

test.each(['activation', 'password-reset', 'forgot-password'] as const)(
  'a link of %s needs a password',
  (purpose) => {
    const { id, links, tokens } = stage()
    const { value } = tokens.issue(id, purpose)
    expect(links.look(value)).toStrictEqual({ purpose, needs: 'password', userId: id, login })
    expect(links.look(value)).toBeDefined()
  },
)

test('a link to sign in needs nothing, and is used up by it', () => {
  const { org, id, links, tokens } = stage()
  const { value } = tokens.issue(id, 'verify')
  expect(links.look(value)).toStrictEqual({ purpose: 'verify', needs: 'nothing', userId: id, login })
  const used = links.use(value)
  const [session] = org.sessions.of(id)
  expect(used).toStrictEqual({ status: 'SUCCESS', purpose: 'verify', userId: id, session })
  expect([links.look(value), links.use(value)]).toStrictEqual([undefined, invalid])
})

test('a link to sign in that lets nobody in works once it does', () => {
  const { org, id, links, tokens } = stage()
  const { value } = tokens.issue(id, 'verify')
  org.lifecycle.force(id, 'LOCKED_OUT')
  expect(links.use(value)).toStrictEqual(failed('STATUS', 'The user is locked out'))
  org.lifecycle.force(id, 'ACTIVE')
  expect(links.use(value)).toMatchObject({ status: 'SUCCESS' })
})

test('a link that verifies an address tells it, and makes it the user’s', () => {
  const { id, user, links, newAddress } = stage()
  const value = newAddress('new@example.com')
  const purpose = 'email-verification'
  expect(links.look(value)).toStrictEqual({
    purpose,
    needs: 'nothing',
    userId: id,
    login,
    address: 'new@example.com',
  })
  expect(links.use(value)).toStrictEqual({ status: 'SUCCESS', purpose, userId: id })
  expect(user().profile.email).toBe('new@example.com')
  expect(links.use(value)).toStrictEqual(invalid)
})

test('a federated user verifies an address, and is let in by no link', () => {
  const { org, id, user, links, tokens, newAddress } = stage()
  const value = newAddress('new@example.com')
  org.lifecycle.setProvider(id, federation)
  const access = tokens.issue(id, 'password-reset')
  expect([links.look(access.value), links.use(access.value, otherPassword)]).toStrictEqual([
    undefined,
    invalid,
  ])
  expect(links.use(value)).toMatchObject({ status: 'SUCCESS' })
  expect(user().profile.email).toBe('new@example.com')
})

test('an address that the schema takes no longer is not verified, and it is said why', () => {
  const { org, user, links, newAddress } = stage()
  const value = newAddress('new@example.com')
  org.userSchema.add({ name: 'badge', type: 'string', required: true })
  expect(links.use(value)).toStrictEqual(failed('STATUS', 'badge: The field cannot be left blank'))
  org.userSchema.add({ name: 'size', type: 'integer', required: true })
  expect(links.use(value)).toStrictEqual(
    failed('STATUS', 'badge: The field cannot be left blank; size: The field cannot be left blank'),
  )
  expect(user().profile.email).toBe('mail@example.com')
})

test('a password that is set by a link is there, and lets the user in', () => {
  const { org, id, user, links } = stage({}, {})
  const { value } = org.lifecycle.reactivate(id)!
  expect(links.use(value)).toStrictEqual(failed('PASSWORD_MISSING', 'The link needs a new password'))
  expect(links.use(value, '')).toStrictEqual(failed('PASSWORD_MISSING', 'The link needs a new password'))
  expect(links.use(value, password)).toStrictEqual({ status: 'SUCCESS', purpose: 'activation', userId: id })
  expect(user()).toMatchObject({ status: 'ACTIVE', passwordChanged: '2026-01-05T09:30:00.000Z' })
  expect(links.use(value, password)).toStrictEqual(invalid)
  expect(org.signIn.signIn({ login, password })).toMatchObject({ status: 'SUCCESS' })
})

test('a link of whoever is gone is of no use', () => {
  const { org, user, links, newAddress } = stage()
  const value = newAddress('new@example.com')
  org.users.remove(user())
  expect([links.look(value), links.use(value), links.use('')]).toStrictEqual([undefined, invalid, invalid])
})

import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import type { UserRecord } from '../../../src/model/users/records.ts'
import { testOrg } from '../../support/call.ts'

/** A user with two addresses, an hour before anything is done to it. */
function stage() {
  const { org } = testOrg()
  const profile = {
    login: 'ada@example.com',
    email: 'ada@example.com',
    secondEmail: 'second@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    title: 'Countess',
    department: 'Engines',
  }
  const credentials = { password: { value: 'Tr0ub4dor' } }
  const { id } = org.registration.create({ profile, credentials })
  org.clock.advance('1h')
  const user = () => org.users.get(id)!
  const mails = () => org.outbox.list().flatMap(({ kind, to, userId }) => (userId === id ? [[kind, to]] : []))
  /** What the link of the last mail to an address opens with. */
  const linkTo = (to: string): string => {
    const link = org.outbox.list({ to, userId: id }).at(-1)?.link
    return typeof link === 'object' ? link.value : ''
  }
  const works = (value: string) => org.oneTimeTokens.find(value) !== undefined
  const update = (changes: Record<string, unknown>) => org.selfService.update(user(), changes)
  return { org, id, profile: { ...profile, locale: 'en_US' }, user, mails, linkTo, works, update }
}

function refusedBy(action: () => UserRecord): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.refusal, error.details.values, error.causes]
  }
}

test('a new address waits until it is verified, and the rest changes at once', () => {
  const { profile, mails, user, update } = stage()
  const written = update({ email: 'new@example.com', title: null, nickName: 'A' })
  const { title: _, ...kept } = profile
  expect(written.profile).toStrictEqual({ ...kept, nickName: 'A' })
  expect(Object.isFrozen(written.profile)).toBe(true)
  expect(written.lastUpdated).toBe('2026-01-05T10:30:00.000Z')
  expect(written.hidden.pendingEmails).toStrictEqual({ email: 'new@example.com' })
  expect(user()).toBe(written)
  expect(mails()).toStrictEqual([['email-verification', 'new@example.com']])
})

test('each address waits by itself, and is verified by its own link', () => {
  const { org, linkTo, works, user, update } = stage()
  update({ email: 'new@example.com' })
  update({ secondEmail: 'other@example.com' })
  const [first, second] = [linkTo('new@example.com'), linkTo('other@example.com')]
  expect(user().hidden.pendingEmails).toStrictEqual({
    email: 'new@example.com',
    secondEmail: 'other@example.com',
  })
  org.clock.advance('1m')
  const verified = org.selfService.verifyEmail(second)!
  expect([verified.profile.email, verified.profile.secondEmail, verified.lastUpdated]).toStrictEqual([
    'ada@example.com',
    'other@example.com',
    '2026-01-05T10:31:00.000Z',
  ])
  expect(verified.hidden.pendingEmails).toStrictEqual({ email: 'new@example.com' })
  expect(org.selfService.verifyEmail(second)).toBeUndefined()
  const both = org.selfService.verifyEmail(first)!
  expect(both.profile.email).toBe('new@example.com')
  expect(both.hidden).not.toHaveProperty('pendingEmails')
  expect([works(first), works(second)]).toStrictEqual([false, false])
})

test('an address that goes back to what it was waits no longer, and its link is of no use', () => {
  const { org, profile, linkTo, works, mails, update } = stage()
  update({ email: 'new@example.com', secondEmail: 'other@example.com' })
  const link = linkTo('new@example.com')
  const back = update({ email: 'ada@example.com' })
  expect(back.profile).toStrictEqual(profile)
  expect(back.hidden.pendingEmails).toStrictEqual({ secondEmail: 'other@example.com' })
  expect([works(link), works(linkTo('other@example.com'))]).toStrictEqual([false, true])
  expect(org.selfService.verifyEmail(link)).toBeUndefined()
  expect(mails()).toHaveLength(2)
})

test('an address that is taken away goes at once', () => {
  const { org, linkTo, user, update } = stage()
  update({ secondEmail: 'other@example.com' })
  const link = linkTo('other@example.com')
  update({ secondEmail: null })
  expect(user().profile).not.toHaveProperty('secondEmail')
  expect(user().hidden).not.toHaveProperty('pendingEmails')
  expect(org.selfService.verifyEmail(link)).toBeUndefined()
})

test('an address where there was none is not there until it is verified', () => {
  const { org, linkTo, update } = stage()
  update({ secondEmail: null })
  expect(update({ secondEmail: 'third@example.com' }).profile).not.toHaveProperty('secondEmail')
  expect(org.selfService.verifyEmail(linkTo('third@example.com'))?.profile.secondEmail).toBe(
    'third@example.com',
  )
})

test('a link of another purpose, or of nothing, verifies no address', () => {
  const { org, id, update } = stage()
  update({ email: 'new@example.com' })
  const other = org.oneTimeTokens.issue(id, 'forgot-password')
  expect(org.selfService.verifyEmail(other.value)).toBeUndefined()
  expect(org.selfService.verifyEmail('none')).toBeUndefined()
  expect(org.oneTimeTokens.find(other.value)).toBe(other)
})

test('properties that users may not write are refused together, and nothing changes', () => {
  const { user, mails, update } = stage()
  const before = user()
  expect(
    refusedBy(() => update({ title: 'Lady', login: 'new@example.com', department: null, division: 'East' })),
  ).toStrictEqual([
    'read-only-attribute',
    { field: 'login' },
    ['login: read-only', 'department: read-only', 'division: read-only'],
  ])
  expect(user()).toBe(before)
  expect(mails()).toStrictEqual([])
})

test('a property that users may not write may be sent as it is', () => {
  const { profile, update } = stage()
  const sent = { login: 'ada@example.com', department: 'Engines', division: null, manager: undefined }
  expect(update(sent).profile).toStrictEqual(profile)
})

test('a hidden property is refused, and an unknown one is no property', () => {
  const { org, update } = stage()
  org.userSchema.add({ name: 'secret', type: 'string', permission: 'HIDE' })
  org.userSchema.add({ name: 'open', type: 'string' })
  expect(refusedBy(() => update({ secret: 'x', open: 'y' }))).toStrictEqual([
    'read-only-attribute',
    { field: 'secret' },
    ['secret: read-only'],
  ])
  expect(refusedBy(() => update({ planet: 'Mars' }))).toStrictEqual([
    'validation',
    { field: 'newUser' },
    ["Property name 'planet' is not defined in profile"],
  ])
  expect(update({ open: 'y' }).profile).toMatchObject({ open: 'y' })
})

/** What a change of a user, a group or a client leaves alone, beside what it ends. */
import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'

const person = (name: string) => {
  const login = `${name}@example.com`
  return { login, email: login, firstName: name, lastName: 'Person' }
}

function stage() {
  const { org, control } = testOrg()
  const user = (name: string) =>
    org.registration.create({ profile: person(name), credentials: { password: { value: 'Tr0ub4dor' } } })
  const ann = user('ann')
  const token = (userId: string) =>
    org.access.makeApiToken({ userId, role: 'SUPER_ADMIN', value: `token-of-${userId}` })
  const everyone = () => org.groups.resolve(org.groups.everyoneId).lastMembershipUpdated
  return { org, control, user, ann, token, everyone }
}

test('the group of all has other members when a user comes or goes, and only then', () => {
  const { org, user, ann, everyone } = stage()
  const moments: string[] = []
  const step = (change: () => unknown) => {
    org.clock.advance('1h')
    change()
    moments.push(everyone())
  }
  step(() => user('bob'))
  step(() => org.users.update(ann.id, { profile: { title: 'x' } }))
  step(() => org.lifecycle.deactivate(ann.id))
  step(() => org.users.remove(org.users.get(ann.id)!))
  expect(moments).toStrictEqual([
    '2026-01-05T10:30:00.000Z',
    '2026-01-05T10:30:00.000Z',
    '2026-01-05T10:30:00.000Z',
    '2026-01-05T13:30:00.000Z',
  ])
})

test('an API token ends with its user, and with no other change of it', () => {
  const { org, user, ann, token } = stage()
  const bob = user('bob')
  token(ann.id)
  token(bob.id)
  const values = () => org.principals.apiTokens().map(({ value }) => value)
  const [own, ofAnn, ofBob] = values()
  org.users.update(ann.id, { profile: { title: 'x' } })
  org.lifecycle.suspend(ann.id)
  expect(values()).toStrictEqual([own, ofAnn, ofBob])
  org.lifecycle.deactivate(ann.id)
  expect(values()).toStrictEqual([own, ofBob])
  org.users.remove(org.users.get(bob.id)!)
  expect(values()).toStrictEqual([own])
})

test('sessions and links end with who is shut out, and with no other change', () => {
  const { org, ann } = stage()
  const session = org.sessions.open(ann.id)
  const link = org.oneTimeTokens.issue(ann.id, 'verify')
  const held = () => [org.sessions.of(ann.id), org.oneTimeTokens.find(link.value)]
  org.users.update(ann.id, { profile: { title: 'x' } })
  org.lifecycle.force(ann.id, 'RECOVERY')
  org.lifecycle.force(ann.id, 'LOCKED_OUT')
  expect(held()).toStrictEqual([[session], link])
  org.lifecycle.force(ann.id, 'SUSPENDED')
  expect(held()).toStrictEqual([[], undefined])
  const later = org.sessions.open(ann.id)
  org.users.update(ann.id, { profile: { title: 'y' } })
  expect(held()).toStrictEqual([[later], undefined])
})

test('a rule that excepts a user does so until the user is removed', () => {
  const { org, user, ann } = stage()
  const bob = user('bob')
  const group = org.groups.create({ profile: { name: 'Crew' } })
  const { id } = org.rules.create({
    name: 'all but two',
    conditions: {
      people: { users: { exclude: [ann.id, bob.id] } },
      expression: { type: org.vocabulary.expressionType, value: 'user.lastName == "Person"' },
    },
    actions: { assignUserToGroups: { groupIds: [group.id] } },
  })
  org.rules.activate(id)
  const excepted = () => org.rules.collection.get(id)?.conditions.people?.users.exclude
  org.users.update(ann.id, { profile: { title: 'x' } })
  org.lifecycle.deactivate(ann.id)
  user('cyd')
  expect(excepted()).toStrictEqual([ann.id, bob.id])
  org.users.remove(org.users.get(ann.id)!)
  expect(excepted()).toStrictEqual([bob.id])
  expect(org.memberships.has(group.id, bob.id)).toBe(false)
})

test('a rule reads the names of groups, as they are after a change', () => {
  const { org, user } = stage()
  const [crew, all] = ['Crew', 'All'].map((name) => org.groups.create({ profile: { name } }).id)
  const { id } = org.rules.create({
    name: 'by name',
    conditions: {
      expression: { type: org.vocabulary.expressionType, value: 'isMemberOfGroupName("Staff")' },
    },
    actions: { assignUserToGroups: { groupIds: [all!] } },
  })
  org.rules.activate(id)
  const bob = user('bob')
  org.members.add(crew!, bob.id)
  expect(org.memberships.has(all!, bob.id)).toBe(false)
  org.groups.replace(crew!, { profile: { name: 'Crew', description: 'x' } })
  expect(org.memberships.has(all!, bob.id)).toBe(false)
  org.groups.replace(crew!, { profile: { name: 'Staff' } })
  expect(org.memberships.has(all!, bob.id)).toBe(true)
  org.groups.remove(crew!)
  expect(org.memberships.has(all!, bob.id)).toBe(false)
  expect(org.rules.collection.get(id)?.status).toBe('ACTIVE')
  org.groups.remove(all!)
  expect(org.rules.collection.get(id)?.status).toBe('INVALID')
})

test('an application stays assigned to a group that is changed, and to none that is gone', () => {
  const { org, control } = stage()
  const { id } = org.groups.create({ profile: { name: 'Crew' } })
  const app = control.createApplication({ label: 'Shop' })
  control.assignApplication({ application: app.id, group: 'Crew' })
  org.groups.replace(id, { profile: { name: 'Staff' } })
  expect(org.apps.assignments.size).toBe(1)
  org.groups.remove(id)
  expect(org.apps.assignments.size).toBe(0)
})

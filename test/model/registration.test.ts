import { expect, test } from 'vitest'
import { Refusal } from '../../src/contract/errors.ts'
import { testOrg } from '../support/call.ts'

let serial = 0
const profile = () => {
  serial += 1
  const login = `r${serial}@example.com`
  return { login, email: login, firstName: 'R', lastName: 'Person' }
}

function stage(groups = 2) {
  const { org } = testOrg()
  const ids = Array.from({ length: groups }, (_, index) =>
    org.groups.create({ profile: { name: `G${index}` } }),
  ).map(({ id }) => id)
  const create = org.registration.create.bind(org.registration)
  const groupsOf = (userId: string) => ids.filter((id) => org.memberships.has(id, userId))
  return { org, ids, create, groupsOf }
}

function refusedBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.refusal
  }
}

test('a user is created into each group once, and activated unless that is not wanted', () => {
  const { org, ids, create, groupsOf } = stage()
  const user = create({ profile: profile(), groupIds: [ids[1]!, ids[0]!, ids[1]!] })
  expect([user.status, groupsOf(user.id)]).toStrictEqual(['PROVISIONED', ids])
  expect(org.users.get(user.id)).toBe(user)
  for (const groupIds of [[], null, undefined]) {
    const alone = create({ profile: profile(), groupIds }, { activate: false })
    expect([alone.status, groupsOf(alone.id)]).toStrictEqual(['STAGED', []])
  }
})

test('twenty groups are taken, and no more', () => {
  const { org, ids, create, groupsOf } = stage(21)
  const user = create({ profile: profile(), groupIds: ids.slice(1) })
  expect(groupsOf(user.id)).toStrictEqual(ids.slice(1))
  const { size } = org.users.collection
  expect(refusedBy(() => create({ profile: profile(), groupIds: ids }))).toBe('group-targets-exceeded')
  expect(org.users.collection.size).toBe(size)
})

test('who may create users into some groups must name some of these, and no other', () => {
  const { org, ids, create, groupsOf } = stage()
  const scope = ids.slice(0, 1)
  const { size } = org.users.collection
  for (const groupIds of [[], null, undefined, ids, ids.slice(1), ['none']]) {
    expect(refusedBy(() => create({ profile: profile(), groupIds }, { scope }))).toBe('access-denied')
  }
  expect(refusedBy(() => create({ profile: profile() }, { scope: [] }))).toBe('access-denied')
  expect(org.users.collection.size).toBe(size)
  const user = create({ profile: profile(), groupIds: scope }, { scope })
  expect(groupsOf(user.id)).toStrictEqual(scope)
})

test('no user is created into a group that there is not, or that others manage', () => {
  const { org, ids, create } = stage()
  const everyone = org.groups.list({ limit: 10, search: 'type eq "BUILT_IN"' }).items[0]!.id
  const { size } = org.users.collection
  expect(refusedBy(() => create({ profile: profile(), groupIds: [ids[0]!, 'none'] }))).toBe('not-found')
  expect(refusedBy(() => create({ profile: profile(), groupIds: [everyone] }))).toBe('group-not-modifiable')
  expect(org.users.collection.size).toBe(size)
})

test('a custom property that is removed goes from every profile that has it, and when is told', () => {
  const { org, create } = stage()
  const { customProperties: properties } = org
  properties.add('user', { name: 'badge', type: 'string' })
  const has = create({ profile: { ...profile(), badge: 'B1' } })
  const hasNot = create({ profile: profile() })
  org.clock.advance('1h')
  expect(properties.remove('user', 'badge')).toBe(true)
  const { badge: _, ...rest } = has.profile
  expect(org.users.get(has.id)).toStrictEqual({
    ...has,
    profile: rest,
    lastUpdated: '2026-01-05T10:30:00.000Z',
  })
  expect(org.users.get(hasNot.id)).toBe(hasNot)
  expect(properties.remove('user', 'badge')).toBe(false)
})

test('users and groups have properties of their own', () => {
  const { org, ids } = stage()
  const { customProperties: properties } = org
  expect([properties.schemaOf('user'), properties.schemaOf('group')]).toStrictEqual([
    org.userSchema,
    org.groupSchema,
  ])
  properties.add('group', { name: 'floor', type: 'string' })
  properties.change('group', 'floor', { maxLength: 5 })
  expect(org.groupSchema.find('floor')).toStrictEqual({ name: 'floor', type: 'string', maxLength: 5 })
  expect(org.userSchema.find('floor')).toBeUndefined()
  org.groups.replace(ids[0]!, { profile: { name: 'G0', floor: '2nd' } })
  expect(org.groups.resolve(ids[0]!).profile).toMatchObject({ floor: '2nd' })
  expect(properties.remove('user', 'floor')).toBe(false)
  expect(properties.remove('group', 'floor')).toBe(true)
  expect(org.groups.resolve(ids[0]!).profile).not.toHaveProperty('floor')
})

import { expect, test } from 'vitest'
import { createData } from '../../src/data/index.ts'
import type { GroupRecord } from '../../src/model/groups/groups.ts'
import { testOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'
import { createGroup, createUser, memberIds, ruleBody } from '../support/groups.ts'

const stage = () => {
  const it = testOrg()
  return { ...it, data: createData(it.org) }
}

/** The input for `data.rules`. */
const ruleOf = (value: string, groupIds: readonly string[]) => {
  const { name, conditions, actions } = ruleBody(value, groupIds)
  return { name, conditions, actions }
}

const isNamed = (name: string) => (q: { where(condition: object): unknown }) =>
  q.where({ profile: { name } }) as never

test('users are created, changed and removed, without what no reply shows', async () => {
  const { data, org } = stage()
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }
  const ada = await data.users.create({ profile })
  expect(ada).toEqual({
    id: expect.stringMatching(/^00u/),
    status: 'PROVISIONED',
    created: '2026-01-05T09:30:00.000Z',
    activated: null,
    statusChanged: '2026-01-05T09:30:00.000Z',
    lastLogin: null,
    lastUpdated: '2026-01-05T09:30:00.000Z',
    passwordChanged: null,
    type: { id: expect.stringMatching(/^oty/) },
    provider: { type: 'SVC', name: 'SVC' },
    profile: expect.objectContaining(profile),
  })
  expect(Object.isFrozen(ada)).toBe(true)
  const changed = await data.users.update(ada, {
    data: (draft) => void (draft.profile['title'] = 'Countess'),
  })
  expect(changed).toEqual({ ...ada, profile: { ...ada.profile, title: 'Countess' } })
  expect(org.users.get(ada.id)?.profile['title']).toBe('Countess')
  // A value that `data` returns replaces the draft.
  const next = { ...changed!, profile: { ...changed!.profile, title: 'Analyst' } }
  const again = await data.users.update(ada, { data: () => next })
  expect(again?.profile['title']).toBe('Analyst')
  expect(data.users.delete(ada)).toEqual(again)
  expect([org.users.get(ada.id), data.users.count()]).toEqual([undefined, 1])
  const gone = await data.users.create({ profile })
  org.lifecycle.deactivate(gone.id)
  expect(data.users.delete((q) => q.where({ id: gone.id }))?.status).toBe('DEPROVISIONED')
  expect(data.users.count()).toBe(1)
})

test('groups are created, changed and removed', async () => {
  const { data, org } = stage()
  const crew = await data.groups.create({ profile: { name: 'Crew' } })
  expect(crew).toEqual(org.groups.resolve(crew.id))
  expect(crew).not.toBe(org.groups.resolve(crew.id))
  const changed = await data.groups.update(crew, { data: (draft) => void (draft.profile['name'] = 'Team') })
  expect(changed).toEqual({ ...crew, profile: { ...crew.profile, name: 'Team' } })
  expect(data.groups.delete(isNamed('Team'))).toEqual(changed)
  expect(data.groups.all().map(({ profile }) => profile['name'])).toEqual(['Everyone'])
})

test('rules are created, changed, switched on and off, and removed', async () => {
  const { data, org, call } = stage()
  const { id: group } = await createGroup(call)
  const user = await createUser(call)
  const rule = await data.rules.create(ruleOf('user.firstName == "Test"', [group]))
  expect(rule).toEqual(org.rules.resolve(rule.id))
  const members = () => memberIds(call, group)
  // A name alone switches nothing on.
  await data.rules.update(rule, { data: (draft) => void (draft.name = 'Other') })
  expect([org.rules.resolve(rule.id).name, org.rules.resolve(rule.id).status, await members()]).toEqual([
    'Other',
    'INACTIVE',
    [],
  ])
  await data.rules.update(rule, { data: (draft) => void (draft.status = 'ACTIVE') })
  expect([org.rules.resolve(rule.id).status, await members()]).toEqual(['ACTIVE', [user.id]])
  await data.rules.update(rule, { data: () => {} })
  expect(org.rules.resolve(rule.id).status).toBe('ACTIVE')
  // A rule that is ACTIVE cannot be changed.
  await expect(
    data.rules.update(rule, { data: (draft) => void (draft.name = 'Third') }),
  ).rejects.toMatchObject({ refusal: 'rule-not-inactive' })
  await data.rules.update(rule, { data: (draft) => void (draft.status = 'INACTIVE') })
  expect([org.rules.resolve(rule.id).status, await members()]).toEqual(['INACTIVE', [user.id]])
  const { conditions } = ruleOf('user.firstName == "None"', [group])
  const changed = await data.rules.update(rule, {
    data: (draft) => void Object.assign(draft, { conditions, status: 'ACTIVE' }),
  })
  expect([changed?.conditions, changed?.status]).toEqual([conditions, 'ACTIVE'])
  expect(await members()).toEqual([])
  await createUser(call, { firstName: 'None' })
  expect(await members()).toHaveLength(1)
  expect(data.rules.delete(rule)?.id).toBe(rule.id)
  expect([data.rules.count(), await members()]).toEqual([0, [expect.any(String)]])
})

test('clients and applications are seen, and made and changed elsewhere', async () => {
  const it = stage()
  const { data } = it
  const { clientId } = await parties(it)
  const [client] = data.clients.all()
  expect(client).toMatchObject({ id: clientId, isActive: true, settings: { client_name: 'Shop' } })
  expect(Object.hasOwn(client!, 'secret')).toBe(false)
  expect(data.clients.delete(client!)).toEqual(client)
  expect(it.org.clients.get(clientId)).toBeUndefined()

  const app = await data.apps.create({ label: 'Till' })
  expect(app).toEqual(it.org.apps.resolve(app.id))
  expect(data.apps.count()).toBe(1)
})

test('changes and removes many records at once, and none without a match', async () => {
  const { data } = stage()
  const made = await Promise.all(
    [0, 1, 2].map((index) => data.groups.create({ profile: { name: `Group ${index}` } })),
  )
  const first = (q: { where(test: (group: GroupRecord) => boolean): unknown }) =>
    q.where(({ type, profile }) => type === 'SVC_GROUP' && profile['name'] !== 'Group 2') as never
  const changed = await data.groups.updateMany(first, {
    data: (draft) => void (draft.profile['description'] = `Was ${String(draft.profile['name'])}`),
  })
  expect(changed.map(({ profile }) => profile['description'])).toEqual(['Was Group 0', 'Was Group 1'])
  const none = isNamed('None')
  expect(await data.groups.update(none, { data: () => expect.unreachable() })).toBeUndefined()
  expect(await data.groups.updateMany(none, { data: () => expect.unreachable() })).toEqual([])
  expect([data.groups.delete(none), data.groups.deleteMany(none), data.groups.count()]).toEqual([
    undefined,
    [],
    4,
  ])
  expect(data.groups.deleteMany(first).map(({ id }) => id)).toEqual(made.slice(0, 2).map(({ id }) => id))
  expect(data.groups.all().map(({ profile }) => profile['name'])).toEqual(['Everyone', 'Group 2'])
})

test('a record of one organisation is in no other organisation', async () => {
  const [one, other] = [stage(), stage()]
  await createGroup(one.call)
  expect([one.data.groups.count(), other.data.groups.count()]).toEqual([2, 1])
})

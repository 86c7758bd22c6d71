import { expect, test } from 'vitest'
import { recordsOf, testOrg } from '../support/call.ts'
import { createGroup, createRule, createUser, groupNames, memberIds } from '../support/groups.ts'

const later = '2026-01-05T09:31:00.000Z'

async function everyone(call: ReturnType<typeof testOrg>['call']) {
  const { json } = await call('GET', '/api/v1/groups?filter=type%20eq%20%22BUILT_IN%22')
  return json[0]
}

test.each([
  ['a name with blanks around it', { name: ' W ' }],
  ['a name of 255 characters outside the basic plane', { name: '𝒲'.repeat(255) }],
  ['a description of 1024 characters outside the basic plane', { name: 'W', description: '😀'.repeat(1024) }],
])('takes %s and keeps it whole', async (_, profile) => {
  const { call } = testOrg()
  const { status, json } = await call('POST', '/api/v1/groups', { profile })
  expect(status).toBe(200)
  expect((await call('GET', `/api/v1/groups/${json.id}`)).json.profile).toMatchObject(profile)
})

test('a custom property is shown until it is taken out of the schema', async () => {
  const { call, control } = testOrg()
  control.setSchemaProperty({ schema: 'group', name: 'motto' })
  const { id } = await createGroup(call, { name: 'West', motto: '<b>Go</b>' })
  control.remove({ kind: 'schemaProperty', schema: 'group', name: 'motto' })
  expect((await call('GET', `/api/v1/groups/${id}`)).json.profile).toEqual({
    name: 'West',
    description: null,
  })
})

test('shows a description that was never given as null', async () => {
  const { call } = testOrg()
  expect((await createGroup(call)).profile.description).toBeNull()
  const { id, profile } = await createGroup(call, { description: 'Rockies' })
  const { json } = await call('PUT', `/api/v1/groups/${id}`, { profile: { name: profile.name } })
  expect(json.profile.description).toBeNull()
})

test('the built-in everyone group contains every user, in any status', async () => {
  const { call, control } = testOrg()
  const group = await everyone(call)
  expect(group).toMatchObject({ type: 'BUILT_IN', profile: { name: 'Everyone' } })
  const user = await createUser(call)
  expect(await memberIds(call, group.id)).toContain(user.id)
  control.setUser({ user: user.id, status: 'DEPROVISIONED' })
  expect(await memberIds(call, group.id)).toContain(user.id)
  expect(await groupNames(call, user.id)).toEqual(['Everyone'])
  control.advanceClock({ by: '1m' })
  await call('DELETE', `/api/v1/users/${user.id}`)
  expect(await memberIds(call, group.id)).not.toContain(user.id)
  expect((await everyone(call)).lastMembershipUpdated).toBe(later)
})

test('an imported group of another class has the profile that its application brings', async () => {
  const { call, control } = testOrg()
  const app = control.setApplication({ label: 'LDAP' })
  const imported = control.importGroup({
    application: app.id,
    objectClass: ['groupOfNames'],
    profile: { name: 'crew', gid: 100, tags: ['a'] },
  })
  const { json } = await call('GET', `/api/v1/groups/${imported.id}`)
  expect(json).toMatchObject({ objectClass: ['groupOfNames'], source: { id: app.id } })
  expect(json.profile).toEqual({ name: 'crew', gid: 100, tags: ['a'] })
})

test('importing a group again replaces its profile and its members', async () => {
  const { call, control } = testOrg()
  const [first, second] = [await createUser(call), await createUser(call)]
  const { id } = control.importGroup({
    profile: { name: 'crew', description: 'old' },
    members: [first.id, second.profile.login],
  })
  expect(await memberIds(call, id)).toEqual([first.id, second.id])
  control.advanceClock({ by: '1m' })
  const again = control.importGroup({ profile: { name: 'crew', description: 'new' }, members: [second.id] })
  expect(again).toMatchObject({ id, lastUpdated: later, lastMembershipUpdated: later })
  expect(await memberIds(call, id)).toEqual([second.id])
  control.importGroup({ profile: { name: 'crew', description: 'new' }, members: [first.id] })
  expect(await memberIds(call, id)).toEqual([first.id])
})

test('an imported group that a push mapping uses cannot be deleted until the mapping ends', async () => {
  const it = testOrg()
  const { call, control } = it
  const { id } = control.importGroup({ profile: { name: 'crew' } })
  const mapping = control.addPushMapping({ group: 'crew' })
  const before = recordsOf(it)
  const { status, json } = await call('DELETE', `/api/v1/groups/${id}`)
  expect(status).toBe(403)
  expect(json.errorCauses[0].errorSummary).toContain('push mapping')
  expect(recordsOf(it)).toEqual(before)
  expect(control.remove({ kind: 'pushMapping', id: mapping.id })).toEqual({ removed: true })
  expect((await call('DELETE', `/api/v1/groups/${id}`)).status).toBe(204)
})

test('a group managed here that is pushed somewhere can be deleted', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call, { name: 'West' })
  control.addPushMapping({ group: 'West' })
  expect((await call('DELETE', `/api/v1/groups/${id}`)).status).toBe(204)
})

test('an imported group may have the name of another group', async () => {
  const { call, control } = testOrg()
  await createGroup(call, { name: 'West' })
  expect(control.importGroup({ profile: { name: 'West' } }).type).toBe('APP_GROUP')
  await createGroup(call, { name: 'East' })
  control.importGroup({ profile: { name: 'North' } })
  expect((await createGroup(call, { name: 'North' })).type).toBe('SVC_GROUP')
})

test('the vocabulary can be spelled otherwise', async () => {
  const { call, control } = testOrg({ prefix: 'acme' })
  const { id, type, objectClass } = await createGroup(call)
  expect([type, objectClass]).toEqual(['ACME_GROUP', ['acme:user_group']])
  expect(control.importGroup({ profile: { name: 'crew' } }).objectClass).toEqual([
    'acme:directory_security_principal',
  ])
  const { json } = await call('GET', '/api/v1/groups?filter=type%20eq%20%22ACME_GROUP%22')
  expect(json.map((group: { id: string }) => group.id)).toEqual([id])
  expect((await call('GET', '/api/v1/groups?filter=type%20eq%20%22SVC_GROUP%22')).status).toBe(400)
})

test('reset takes groups, members, rules and applications back', async () => {
  const it = testOrg()
  const { call, control } = it
  const before = recordsOf(it)
  const user = await createUser(call)
  const group = await createGroup(call)
  await call('PUT', `/api/v1/groups/${group.id}/users/${user.id}`)
  await createRule(call, 'true', [group.id])
  const app = control.setApplication({ label: 'Mail' })
  control.assignApplication({ application: app.id, group: group.id })
  control.importGroup({ profile: { name: 'crew', own: 'x' }, members: [user.id] })
  control.reset()
  expect(recordsOf(it)).toEqual(before)
  expect((await call('GET', '/api/v1/groups?search=profile.own%20eq%20%22x%22')).status).toBe(400)
})

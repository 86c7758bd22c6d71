import { expect, test } from 'vitest'
import { recordsOf, testOrg } from '../support/call.ts'
import { createGroup, createRule, createUser, groupNames, memberIds } from '../support/groups.ts'

const now = '2026-01-05T09:30:00.000Z'
const later = '2026-01-05T09:31:00.000Z'

async function everyone(call: ReturnType<typeof testOrg>['call']) {
  const { json } = await call('GET', '/api/v1/groups?filter=type%20eq%20%22BUILT_IN%22')
  return json[0]
}

test('links a group to itself, its members, its applications and two logos', async () => {
  const { call } = testOrg({ baseUrl: 'https://id.example.org/tenant' })
  const { id, _links: links } = await createGroup(call)
  const self = `https://id.example.org/tenant/api/v1/groups/${id}`
  expect(links).toEqual({
    self: { href: self },
    users: { href: `${self}/users` },
    apps: { href: `${self}/apps` },
    logo: [
      { name: 'medium', href: expect.stringMatching(/\.png$/), type: 'image/png' },
      { name: 'large', href: expect.stringMatching(/\.png$/), type: 'image/png' },
    ],
  })
  expect(links.logo[0].href).not.toBe(links.logo[1].href)
})

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

test('shows a description that was never given as null', async () => {
  const { call } = testOrg()
  expect((await createGroup(call)).profile.description).toBeNull()
  const { id, profile } = await createGroup(call, { description: 'Rockies' })
  const { json } = await call('PUT', `/api/v1/groups/${id}`, { profile: { name: profile.name } })
  expect(json.profile.description).toBeNull()
})

test('takes custom properties once they are in the schema, HTML and all', async () => {
  const { call, control } = testOrg()
  const profile = { name: 'West', motto: '<b>Go</b> & see', size: 12 }
  expect((await call('POST', '/api/v1/groups', { profile })).status).toBe(400)
  control.addSchemaProperty({ schema: 'group', name: 'motto' })
  control.addSchemaProperty({ schema: 'group', name: 'size', type: 'integer' })
  const { status, json } = await call('POST', '/api/v1/groups', { profile })
  expect(status).toBe(200)
  expect(json.profile).toEqual({ ...profile, description: null })
  control.removeSchemaProperty({ schema: 'group', name: 'motto' })
  expect((await call('GET', `/api/v1/groups/${json.id}`)).json.profile).toEqual({
    name: 'West',
    size: 12,
    description: null,
  })
})

test('refuses a name that another group has, in any case, and keeps its own', async () => {
  const it = testOrg()
  const { call } = it
  const west = await createGroup(call, { name: 'West' })
  const east = await createGroup(call, { name: 'East' })
  const before = recordsOf(it)
  for (const name of ['West', 'WEST', 'everyone']) {
    const create = await call('POST', '/api/v1/groups', { profile: { name } })
    const update = await call('PUT', `/api/v1/groups/${east.id}`, { profile: { name } })
    for (const { status, json } of [create, update]) {
      expect(status).toBe(400)
      expect(json.errorCauses[0].errorSummary).toBe(
        'name: An object with this field already exists in the current organization',
      )
    }
  }
  expect(recordsOf(it)).toEqual(before)
  expect((await call('PUT', `/api/v1/groups/${west.id}`, { profile: { name: 'WEST' } })).status).toBe(200)
})

test('lastUpdated moves with the profile alone, lastMembershipUpdated with membership alone', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const { id } = await createGroup(call, { name: 'West' })
  const stamps = async () => {
    const { json } = await call('GET', `/api/v1/groups/${id}`)
    return [json.created, json.lastUpdated, json.lastMembershipUpdated]
  }
  control.advanceClock({ by: '1m' })
  await call('PUT', `/api/v1/groups/${id}`, { profile: { name: 'Ski' } })
  expect(await stamps()).toEqual([now, later, now])
  control.advanceClock({ by: '1m' })
  await call('PUT', `/api/v1/groups/${id}`, { profile: { name: 'Ski' } })
  expect(await stamps()).toEqual([now, later, now])
  await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  expect(await stamps()).toEqual([now, later, '2026-01-05T09:32:00.000Z'])
  control.advanceClock({ by: '1m' })
  await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  expect(await stamps()).toEqual([now, later, '2026-01-05T09:32:00.000Z'])
  await call('DELETE', `/api/v1/groups/${id}/users/${user.id}`)
  expect(await stamps()).toEqual([now, later, '2026-01-05T09:33:00.000Z'])
  control.advanceClock({ by: '1m' })
  await call('DELETE', `/api/v1/groups/${id}/users/${user.id}`)
  expect(await stamps()).toEqual([now, later, '2026-01-05T09:33:00.000Z'])
})

test('a name is free again once its group is deleted', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call, { name: 'West' })
  await call('DELETE', `/api/v1/groups/${id}`)
  expect((await createGroup(call, { name: 'West' })).profile.name).toBe('West')
})

test('the built-in everyone group contains every user, in any status', async () => {
  const { call, control } = testOrg()
  const group = await everyone(call)
  expect(group).toMatchObject({ type: 'BUILT_IN', profile: { name: 'Everyone' } })
  const user = await createUser(call)
  expect(await memberIds(call, group.id)).toContain(user.id)
  control.setUserStatus({ user: user.id, status: 'DEPROVISIONED' })
  expect(await memberIds(call, group.id)).toContain(user.id)
  expect(await groupNames(call, user.id)).toEqual(['Everyone'])
  control.advanceClock({ by: '1m' })
  await call('DELETE', `/api/v1/users/${user.id}`)
  expect(await memberIds(call, group.id)).not.toContain(user.id)
  expect((await everyone(call)).lastMembershipUpdated).toBe(later)
})

test('the built-in everyone group can be neither changed nor removed', async () => {
  const it = testOrg()
  const { call } = it
  const user = await createUser(call)
  const { id, profile } = await everyone(call)
  const before = recordsOf(it)
  for (const reply of [
    await call('PUT', `/api/v1/groups/${id}`, { profile }),
    await call('PUT', `/api/v1/groups/${id}`, { profile: { name: 'All' } }),
    await call('DELETE', `/api/v1/groups/${id}`),
    await call('PUT', `/api/v1/groups/${id}/users/${user.id}`),
    await call('DELETE', `/api/v1/groups/${id}/users/${user.id}`),
  ]) {
    expect(reply.status).toBe(403)
    expect(reply.json.errorCode).toBe('E0000077')
  }
  expect(recordsOf(it)).toEqual(before)
})

test('an imported directory group is an APP_GROUP with its source and all properties of a directory', async () => {
  const { call, control } = testOrg()
  const imported = control.importGroup({ profile: { name: 'Domain Users', dn: 'CN=Domain Users,DC=corp' } })
  const { status, json } = await call('GET', `/api/v1/groups/${imported.id}`)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    type: 'APP_GROUP',
    objectClass: ['svc:directory_security_principal'],
    source: { id: expect.stringMatching(/^0oa/) },
    profile: {
      name: 'Domain Users',
      dn: 'CN=Domain Users,DC=corp',
      description: expect.any(String),
      samAccountName: 'Domain Users',
      directoryDomainQualifiedName: expect.stringContaining('Domain Users'),
    },
  })
  const changed = await call('PUT', `/api/v1/groups/${imported.id}`, { profile: { name: 'Mine' } })
  expect(changed.json.errorCauses).toEqual([
    { errorSummary: 'The profile of a group of type APP_GROUP is not managed here' },
  ])
  expect(atob(json.profile.externalId)).toHaveLength(16)
  expect(json._links.source.href).toBe(`https://svc.example.com/api/v1/apps/${json.source.id}`)
})

test('an imported group of another class has the profile that its application brings', async () => {
  const { call, control } = testOrg()
  const app = control.createApplication({ label: 'LDAP' })
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
  control.setGroupMembers({ group: 'crew', members: [first.id] })
  expect(await memberIds(call, id)).toEqual([first.id])
})

test('an imported group is changed by its application alone, but can be deleted', async () => {
  const it = testOrg()
  const { call, control } = it
  const [member, stranger] = [await createUser(call), await createUser(call)]
  const { id, profile } = control.importGroup({ profile: { name: 'crew' }, members: [member.id] })
  const before = recordsOf(it)
  for (const reply of [
    await call('PUT', `/api/v1/groups/${id}`, { profile }),
    await call('PUT', `/api/v1/groups/${id}/users/${stranger.id}`),
    await call('DELETE', `/api/v1/groups/${id}/users/${member.id}`),
  ]) {
    expect(reply.status).toBe(403)
    expect(reply.json.errorCode).toBe('E0000077')
  }
  expect(recordsOf(it)).toEqual(before)
  expect((await call('DELETE', `/api/v1/groups/${id}`)).status).toBe(204)
  expect(await groupNames(call, member.id)).toEqual(['Everyone'])
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
  expect(control.removePushMapping({ id: mapping.id })).toEqual({ removed: true })
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
  const { call, control } = testOrg({ vocabulary: { word: 'acme' } })
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
  const app = control.createApplication({ label: 'Mail' })
  control.assignApplication({ application: app.id, group: group.id })
  control.importGroup({ profile: { name: 'crew', own: 'x' }, members: [user.id] })
  control.reset()
  expect(recordsOf(it)).toEqual(before)
  expect((await call('GET', '/api/v1/groups?search=profile.own%20eq%20%22x%22')).status).toBe(400)
})

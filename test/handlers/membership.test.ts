import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import {
  createGroup,
  createUser,
  everythingAboutGroups,
  groupAdministrator,
  memberIds,
} from '../support/groups.ts'

test('adding a member again and removing a stranger succeed and change nothing', async () => {
  const it = testOrg()
  const { call, control } = it
  const [member, stranger] = [await createUser(call), await createUser(call)]
  const { id } = await createGroup(call)
  await call('PUT', `/api/v1/groups/${id}/users/${member.id}`)
  const before = await everythingAboutGroups(it)
  control.advanceClock({ by: '1m' })
  expect((await call('PUT', `/api/v1/groups/${id}/users/${member.id}`)).status).toBe(204)
  expect((await call('DELETE', `/api/v1/groups/${id}/users/${stranger.id}`)).status).toBe(204)
  expect(await everythingAboutGroups(it)).toEqual(before)
})

test('a user may be named by its login', async () => {
  const { call } = testOrg()
  const user = await createUser(call, { login: 'isaac@example.com' })
  const { id } = await createGroup(call)
  expect((await call('PUT', `/api/v1/groups/${id}/users/isaac%40example.com`)).status).toBe(204)
  expect(await memberIds(call, id)).toEqual([user.id])
  expect((await call('DELETE', `/api/v1/groups/${id}/users/isaac`)).status).toBe(204)
  expect(await memberIds(call, id)).toEqual([])
})

test('members are whole users whose only link is self', async () => {
  const { call } = testOrg()
  const user = await createUser(call)
  const { id } = await createGroup(call)
  await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  const { _links: _, ...rest } = (await call('GET', `/api/v1/users/${user.id}`)).json
  const [member] = (await call('GET', `/api/v1/groups/${id}/users`)).json
  expect(member).toEqual({
    ...rest,
    _links: { self: { href: `https://svc.example.com/api/v1/users/${user.id}` } },
  })
})

test('members come in pages, in the order in which the users were created', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  const users = []
  for (let index = 0; index < 7; index++) users.push(await createUser(call))
  for (const user of users.toReversed()) await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  const seen: string[] = []
  let url = `/api/v1/groups/${id}/users?limit=3`
  for (;;) {
    const { json, headers } = await call('GET', url)
    seen.push(...json.map((user: { id: string }) => user.id))
    const [self, next] = headers.link as string[]
    expect(self).toContain('limit=3')
    if (next === undefined) break
    expect(json).toHaveLength(3)
    // A user who leaves between two pages does not disturb the next one.
    await call('DELETE', `/api/v1/groups/${id}/users/${json[2].id}`)
    url = next.slice('<https://svc.example.com'.length, next.indexOf('>'))
  }
  expect(seen).toEqual(users.map((user) => user.id))
})

test.each([
  ['', 1000],
  ['?limit=1000', 1000],
  ['?limit=1001', 1000],
  ['?limit=200', 200],
])('a page of members with "%s" holds up to %i', async (query, count) => {
  const { call, org } = testOrg()
  const { id } = await createGroup(call)
  for (let index = 0; index < 1001; index++) {
    const login = `many${index}@example.com`
    const profile = { login, email: login, firstName: 'A', lastName: 'B' }
    org.members.add(id, org.registration.create({ profile }, { activate: false }).id)
  }
  const { json, headers } = await call('GET', `/api/v1/groups/${id}/users${query}`)
  expect(json).toHaveLength(count)
  expect(headers.link).toHaveLength(2)
})

test.each(['limit=0', 'limit=x', 'after=nonsense'])('refuses a page of members with %s', async (query) => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  expect((await call('GET', `/api/v1/groups/${id}/users?${query}`)).status).toBe(400)
})

test.each(['STAGED', 'PROVISIONED', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED'] as const)(
  'a %s user can be added, is listed, and can be removed',
  async (status) => {
    const { call, control } = testOrg()
    const user = await createUser(call)
    control.setUserStatus({ user: user.id, status })
    const { id } = await createGroup(call)
    expect((await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)).status).toBe(204)
    expect(await memberIds(call, id)).toEqual([user.id])
    expect((await call('DELETE', `/api/v1/groups/${id}/users/${user.id}`)).status).toBe(204)
    expect(await memberIds(call, id)).toEqual([])
  },
)

test('a deactivated user stays in its groups until it is removed for good', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const { id } = await createGroup(call)
  await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  await call('DELETE', `/api/v1/users/${user.id}`)
  expect(await memberIds(call, id)).toEqual([user.id])
  control.advanceClock({ by: '1m' })
  await call('DELETE', `/api/v1/users/${user.id}`)
  expect(await memberIds(call, id)).toEqual([])
  const { json } = await call('GET', `/api/v1/groups/${id}`)
  expect(json.lastMembershipUpdated).toBe('2026-01-05T09:31:00.000Z')
})

test("a user's groups are whole groups", async () => {
  const { call } = testOrg()
  const user = await createUser(call)
  const { id } = await createGroup(call)
  await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  const { json } = await call('GET', `/api/v1/users/${user.id}/groups`)
  expect(json[1]).toEqual((await call('GET', `/api/v1/groups/${id}`)).json)
})

test('a group administrator changes membership within its scope only', async () => {
  const it = testOrg()
  const { call } = it
  const [administrator, member, stranger] = [
    await createUser(call),
    await createUser(call),
    await createUser(call),
  ]
  const [west, south, east] = [await createGroup(call), await createGroup(call), await createGroup(call)]
  for (const user of [administrator, member]) await call('PUT', `/api/v1/groups/${west.id}/users/${user.id}`)
  await call('PUT', `/api/v1/groups/${east.id}/users/${stranger.id}`)
  const headers = groupAdministrator(it, administrator.id, [west.id, south.id])
  const as = (method: string, url: string) => call(method, url, undefined, headers)
  expect((await as('PUT', `/api/v1/groups/${south.id}/users/${member.id}`)).status).toBe(204)
  expect((await as('DELETE', `/api/v1/groups/${west.id}/users/${member.id}`)).status).toBe(204)
  const before = await everythingAboutGroups(it)
  expect((await as('PUT', `/api/v1/groups/${east.id}/users/${member.id}`)).status).toBe(404)
  expect((await as('GET', `/api/v1/groups/${east.id}/users`)).status).toBe(404)
  expect((await as('PUT', `/api/v1/groups/${south.id}/users/${stranger.id}`)).status).toBe(404)
  expect((await as('GET', '/api/v1/groups/rules')).status).toBe(403)
  expect(await everythingAboutGroups(it)).toEqual(before)
  expect(await memberIds(call, south.id)).toEqual([member.id])
})

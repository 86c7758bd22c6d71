import { expect, test } from 'vitest'
import { recordsOf, testOrg } from '../support/call.ts'
import { createGroup, createUser, memberIds } from '../support/groups.ts'

test('adding a member again and removing a stranger succeed and change nothing', async () => {
  const it = testOrg()
  const { call, control } = it
  const [member, stranger] = [await createUser(call), await createUser(call)]
  const { id } = await createGroup(call)
  await call('PUT', `/api/v1/groups/${id}/users/${member.id}`)
  const before = recordsOf(it)
  control.advanceClock({ by: '1m' })
  expect((await call('PUT', `/api/v1/groups/${id}/users/${member.id}`)).status).toBe(204)
  expect((await call('DELETE', `/api/v1/groups/${id}/users/${stranger.id}`)).status).toBe(204)
  expect(recordsOf(it)).toEqual(before)
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

test('a page holds 1000 members, also where more are asked for', async () => {
  const { call, org } = testOrg()
  const { id } = await createGroup(call)
  for (let index = 0; index < 1001; index++) {
    const login = `many${index}@example.com`
    const profile = { login, email: login, firstName: 'A', lastName: 'B' }
    org.members.add(id, org.registration.create({ profile }, { activate: false }).id)
  }
  for (const [query, count] of [
    ['', 1000],
    ['?limit=1000', 1000],
    ['?limit=1001', 1000],
    ['?limit=200', 200],
  ] as const) {
    const { json, headers } = await call('GET', `/api/v1/groups/${id}/users${query}`)
    expect([json.length, headers.link?.length], query).toEqual([count, 2])
  }
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

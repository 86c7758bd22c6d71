import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'

const person = (login: string, firstName: string, lastName: string) => ({
  profile: { login, email: `${login.split('@')[0]}@mail.example.org`, firstName, lastName },
  credentials: { password: { value: 'Abcd1234' } },
})

const org = createOrg()
const { control, data } = org
const ids = new Map<string, string>()
for (const [login, first, last] of [
  ['hope@example.com', 'Hope', 'Medhurst'],
  ['zoe@example.com', 'Zoë', 'Ångström'],
  ['bo@example.com', 'Bo', 'Adams'],
] as const) {
  ids.set(login, (await data.users.create(person(login, first, last))).id)
}
const sales = await data.groups.create({ profile: { name: 'Inside sales', description: 'Sells by phone' } })

const logins = async (input: Parameters<typeof control.searchUsers>[0]): Promise<string[]> =>
  (await control.searchUsers(input)).rows.map(({ profile }) => String(profile.login).split('@')[0]!)

test.each([
  ['', 'admin hope zoe bo'],
  ['DHUR', 'hope'],
  ['pe med', 'hope'],
  ['med pe', 'hope'],
  ['ångstr', 'zoe'],
  ['E@EXAMPLE', 'hope zoe'],
  ['@mail.', 'hope zoe bo'],
  [' bo ', 'bo'],
  ['hope adams', ''],
])('searchUsers finds by any part of name, login and e-mail: %j', async (text, found) => {
  expect((await logins({ text })).join(' ')).toBe(found)
})

test('searchUsers finds by any part of the id', async () => {
  expect(await logins({ text: ids.get('bo@example.com')!.slice(4, -1) })).toEqual(['bo'])
})

test('searchUsers returns the number found and the total with every page', async () => {
  expect(await control.searchUsers({ text: 'example', offset: 1, limit: 1 })).toEqual({
    total: 4,
    found: 4,
    rows: [
      {
        id: ids.get('hope@example.com'),
        status: 'ACTIVE',
        lastLogin: null,
        profile: person('hope@example.com', 'Hope', 'Medhurst').profile,
      },
    ],
  })
  expect(await control.searchUsers({ offset: 9 })).toEqual({ total: 4, found: 4, rows: [] })
})

test.each([
  ['login', 'asc', 'admin bo hope zoe'],
  ['login', 'desc', 'zoe hope bo admin'],
  ['name', 'asc', 'bo admin hope zoe'],
  ['lastLogin', 'asc', 'hope admin zoe bo'],
  ['lastLogin', 'desc', 'hope admin zoe bo'],
] as const)(
  'searchUsers sorts by %s, %s; who never signed in comes last',
  async (sortBy, sortOrder, found) => {
    await control.signIn({ login: 'hope@example.com', password: 'Abcd1234' })
    expect((await logins({ sortBy, sortOrder })).join(' ')).toBe(found)
  },
)

test('searchUsers sees each change at once, and a status alone', async () => {
  const { id } = control.setUserStatus({ user: 'bo@example.com', status: 'SUSPENDED' })
  expect(await logins({ status: 'SUSPENDED' })).toEqual(['bo'])
  expect(await logins({ status: 'SUSPENDED', text: 'hope' })).toEqual([])
  control.saveSnapshot({ name: 'before' })
  org.model.users.collection.remove(id)
  expect(await logins({ status: 'SUSPENDED' })).toEqual([])
  expect((await control.searchUsers({})).total).toBe(3)
  control.restoreSnapshot({ name: 'before' })
  expect(await logins({ status: 'SUSPENDED' })).toEqual(['bo'])
})

test('searchGroups finds by any part of name and description, and counts members', async () => {
  await data.groups.create({ profile: { name: 'Alpha' } })
  const names = async (input: Parameters<typeof control.searchGroups>[0]): Promise<string[]> =>
    (await control.searchGroups(input)).rows.map(
      ({ profile, usersCount }) => `${String(profile.name)} ${usersCount}`,
    )
  expect(await names({ text: 'SIDE' })).toEqual(['Inside sales 0'])
  expect(await names({ text: 'by phone' })).toEqual(['Inside sales 0'])
  expect((await names({ sortBy: 'users', sortOrder: 'desc' }))[0]).toBe('Everyone 4')
  expect((await names({ sortBy: 'name' }))[0]).toBe('Alpha 0')
  expect(await names({ type: 'BUILT_IN' })).toEqual(['Everyone 4'])
  expect(await control.searchGroups({ text: sales.id })).toMatchObject({ total: 3, found: 1 })
})

test('rejects an order that it does not know, and names the field', async () => {
  expect(() => control.searchUsers({ sortBy: 'age' as 'name' })).toThrow(/sortBy/)
})

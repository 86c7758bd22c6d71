import assert from 'node:assert/strict'
import { test } from 'node:test'

const client = await import(process.env.CLIENT ?? './careless.js')
const { call, createGroup, createUser } = client
let serial = 0
const login = () => `person${++serial}@example.com`

test('lists the members', async () => {
  const group = await createGroup('Members')
  const logins = [login(), login(), login()]
  for (const each of logins) {
    const { id } = await createUser(each)
    await call('PUT', `/api/v1/groups/${group.id}/users/${id}`)
  }
  assert.deepEqual(
    await client.memberLogins(group.id),
    logins.toSorted((one, other) => (one < other ? -1 : 1)),
  )
})

test('finds the newest group', async () => {
  await createGroup('Older')
  await createGroup('Newer')
  assert.equal(await client.newestGroup(), 'Newer')
})

test('creates a person once', async () => assert.equal(await client.createOnce(login()), true))

test('activates a person', async () => {
  const { id } = await createUser(login())
  assert.equal(await client.activatedStatus(id), 'ACTIVE')
})

test('has groups of administrators', async () => assert.equal(await client.hasAdmins(), true))

test('exports columns', async () => {
  const { id } = await createUser(login())
  assert.equal(await client.columns(id), 7)
})

test('knows where to recover', async () => {
  const { id } = await createUser(login())
  assert.equal(await client.recoveryAddress(id), 'none')
})

test('greets by the nick name', async () => {
  const { id } = await createUser(login())
  assert.equal(await client.nickName(id), 'Ada')
})

test('keeps the id of a group', async () => assert.ok(await client.newGroupId('Kept')))

test('lists everybody', async () => {
  const logins = [login(), login(), login()]
  for (const each of logins) await createUser(each)
  const all = await client.allLogins()
  for (const each of logins) assert.ok(all.includes(each), each)
})

test('says who is unknown', async () => assert.equal(await client.isUnknown('00u00000000000000000'), true))

test('says that a login is taken', async () => {
  const taken = login()
  await createUser(taken)
  assert.equal(await client.isTaken(taken), true)
})

test('makes a group', async () => assert.equal(await client.made('Made'), 'Made'))

test('suspends a person', async () => {
  const { id } = await createUser(login(), {}, true)
  assert.equal(await client.suspend(id), 200)
  const user = await (await call('GET', `/api/v1/users/${id}`)).json()
  assert.equal(user.status, 'SUSPENDED')
})

test('renames a group', async () => {
  const { id } = await createGroup('Before')
  assert.equal(await client.rename(id, 'After'), 'After')
})

test('names all groups', async () => {
  for (const name of ['One', 'Two', 'Three']) await createGroup(name)
  const names = await client.groupNames()
  for (const name of ['One', 'Two', 'Three']) assert.ok(names.includes(name), name)
})

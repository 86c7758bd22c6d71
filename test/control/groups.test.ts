import { expect, test } from 'vitest'
import { Refusal } from '../../src/contract/errors.ts'
import { newUser, type TestOrg, testOrg } from '../support/call.ts'
import { createGroup, createUser, everythingAboutGroups } from '../support/groups.ts'

/** The summary and the causes of an action's refusal. */
function refusalOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof Refusal) return [error.summary, ...error.causes].join('; ')
    throw error
  }
  throw new Error('not refused')
}

async function unchanged(it: TestOrg, action: () => string): Promise<string> {
  const before = await everythingAboutGroups(it)
  const schema = it.org.groupSchema.properties
  const applications = it.org.apps.collection.size
  const message = action()
  expect(await everythingAboutGroups(it)).toEqual(before)
  expect(it.org.groupSchema.properties).toBe(schema)
  expect(it.org.apps.collection.size).toBe(applications)
  return message
}

test.each([
  ['a description that is not text', { description: 5 }, 'description: expected a string'],
  ['a null dn', { dn: null }, 'dn: expected a string'],
  ['a groupType that is not text', { groupType: 1 }, 'groupType: expected a string'],
])('refuses a directory group with %s', async (_, properties, message) => {
  const it = testOrg()
  it.control.importGroup({ profile: { name: 'made before, for the application' } })
  const profile = { name: 'crew', ...properties }
  expect(await unchanged(it, () => refusalOf(() => it.control.importGroup({ profile })))).toContain(message)
})

test.each([
  ['neither group nor user', { application: '0oa' }],
  ['both group and user', { application: '0oa', group: 'West', user: 'x' }],
  ['an unknown key', { application: '0oa', group: 'West', role: 'x' }],
])('an assignment with %s is a mistake', (_, input) => {
  const { control } = testOrg()
  expect(() => control.assignApplication(input as never)).toThrow('assignApplication: ')
})

test('rejects a pattern that is not a regular expression', () => {
  const { control } = testOrg()
  expect(() => control.addSchemaProperty({ schema: 'user', name: 'code', pattern: '(' })).toThrow(
    'pattern: expected a regular expression',
  )
})

test('a property that is added holds values to its limits, and can be changed', async () => {
  const { call, control } = testOrg()
  control.addSchemaProperty({ schema: 'user', name: 'code', pattern: '^[A-Z]+$', maxLength: 3 })
  const user = await createUser(call, { code: 'ABC' })
  const status = async (code: unknown) =>
    (await call('POST', `/api/v1/users/${user.id}`, { profile: { code } })).status
  expect([await status('ABCD'), await status('abc'), await status('XYZ')]).toEqual([400, 400, 200])
  const { properties } = control.changeSchemaProperty({ schema: 'user', name: 'code', maxLength: 4 })
  expect(properties.at(-1)).toMatchObject({ name: 'code', type: 'string', maxLength: 4 })
  expect([await status('ABCD'), await status('abc')]).toEqual([200, 400])
})

test('a property that is removed is gone from profiles and can no longer be set', async () => {
  const { call, control } = testOrg()
  control.addSchemaProperty({ schema: 'user', name: 'code' })
  const [holder, other] = [await createUser(call, { code: 'ABC' }), await createUser(call)]
  control.advanceClock({ by: '1m' })
  expect(control.removeSchemaProperty({ schema: 'user', name: 'code' }).removed).toBe(true)
  expect(control.removeSchemaProperty({ schema: 'user', name: 'code' }).removed).toBe(false)
  const { json } = await call('GET', `/api/v1/users/${holder.id}`)
  expect(json.profile).not.toHaveProperty('code')
  expect(json.lastUpdated).toBe('2026-01-05T09:31:00.000Z')
  expect((await call('GET', `/api/v1/users/${other.id}`)).json.lastUpdated).toBe('2026-01-05T09:30:00.000Z')
  const reply = await call('POST', `/api/v1/users/${holder.id}`, { profile: { code: 'x' } })
  expect(reply.status).toBe(400)
})

test('groups imported without an application come from one and the same directory', () => {
  const { control } = testOrg()
  const [first, second] = ['a', 'b'].map((name) => control.importGroup({ profile: { name } }))
  expect(first!.source).toEqual(second!.source)
})

test('two applications may each bring a group of one name', () => {
  const { control } = testOrg()
  const application = control.createApplication({ label: 'LDAP' }).id
  const first = control.importGroup({ profile: { name: 'crew' } })
  const second = control.importGroup({ application, profile: { name: 'crew' } })
  expect(second.id).not.toBe(first.id)
})

test('the answers of actions can be written as JSON', async () => {
  const { call, control } = testOrg()
  await createGroup(call, { name: 'West' })
  const application = control.createApplication({ label: 'Mail' }).id
  for (const answer of [
    control.importGroup({ profile: { name: 'crew' } }),
    control.assignApplication({ application, group: 'West' }),
    control.addPushMapping({ group: 'West', application }),
    control.addSchemaProperty({ schema: 'group', name: 'motto' }),
  ]) {
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  }
})

test('copies the input of a caller: it neither freezes nor stores it', () => {
  const { control, org } = testOrg()
  const given = {
    objectClass: ['groupOfNames'],
    profile: { name: 'crew', tags: ['a'] },
  }
  const { id } = control.importGroup(given)
  given.profile.tags.push('b')
  const settings = { app: { domains: ['a'] } }
  const application = control.createApplication({ label: 'Mail', settings }).id
  settings.app.domains.push('b')
  expect(org.groups.resolve(id).profile).toEqual({ name: 'crew', tags: ['a'] })
  expect(org.apps.resolve(application).settings).toEqual({ app: { domains: ['a'] } })
})

test('tries a rule on the named person or the first one, and reports its mistakes', async () => {
  const { call, control, org } = testOrg()
  const { json: user } = await call('POST', '/api/v1/users', newUser({ title: 'Chief' }))
  const type = 'urn:svc:expression:1.0'
  const { login } = user.profile
  const expression = 'user.title == "Chief"'
  expect(control.tryRule({ expression, user: user.id })).toEqual({ type, login, matches: true })
  expect(control.tryRule({ expression, user: login })).toEqual({ type, login, matches: true })
  expect(control.tryRule({ expression })).toEqual({ type, login: 'admin@example.com', matches: false })
  expect(control.tryRule({ expression: 'user.title ==', user: login })).toMatchObject({
    matches: false,
    problem: expect.stringContaining('expected a value'),
  })
  expect(() => control.tryRule({ expression, user: 'nobody' })).toThrow(/nobody/)
  expect(org.rules.collection.size).toBe(0)
})

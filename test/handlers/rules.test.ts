import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { createGroup, createRule, createUser, ruleBody } from '../support/groups.ts'

test('keeps excluded users, and shows excluded groups as the nothing that they are', async () => {
  const { call } = testOrg()
  const user = await createUser(call)
  const { id: groupId } = await createGroup(call)
  const create = async (people: unknown) => {
    const body = ruleBody('true', [groupId])
    return (
      await call('POST', '/api/v1/groups/rules', { ...body, conditions: { ...body.conditions, people } })
    ).json.conditions.people
  }
  const excluded = { users: { exclude: [user.id] }, groups: { exclude: [] } }
  expect(await create({ users: { exclude: [user.id, user.id] } })).toEqual(excluded)
  expect(await create({ ...excluded, groups: { exclude: [groupId] } })).toEqual(excluded)
  expect(await create({})).toEqual({ users: { exclude: [] }, groups: { exclude: [] } })
  expect(await create(null)).toBeUndefined()
})

test('an expression may read custom attributes of the schema, by their type', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call)
  const create = async (expression: string) =>
    (await call('POST', '/api/v1/groups/rules', ruleBody(expression, [id]))).status
  expect(await create('user.level > 3')).toBe(400)
  control.setSchemaProperty({ schema: 'user', name: 'level', type: 'integer' })
  control.setSchemaProperty({ schema: 'user', name: 'remote', type: 'boolean' })
  control.setSchemaProperty({ schema: 'user', name: 'teams', type: 'array' })
  expect(await create('user.level > 3 and user.remote and Arrays.contains(user.teams, "a")')).toBe(200)
  expect(await create('user.level')).toBe(400)
})

test('a rule may ask for directories, of which there is none', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  const user = await createUser(call, { department: 'Kilns' })
  const expressions = [
    'hasDirectoryUser() or hasWorkdayUser()',
    'findDirectoryUser() != null or findWorkdayUser().location != null',
    '(hasDirectoryUser() ? findDirectoryUser().department : user.department) == "Kilns"',
  ]
  const members = async () => (await call('GET', `/api/v1/groups/${id}/users`)).json
  for (const expression of expressions) {
    expect(await members()).toEqual([])
    await createRule(call, expression, [id])
  }
  expect(await members()).toMatchObject([{ id: user.id }])
})

test('an update leaves out people that are not sent', async () => {
  const { call } = testOrg()
  const user = await createUser(call)
  const { id } = await createGroup(call)
  const body = ruleBody('true', [id])
  const rule = await createRule(call, 'true', [id], {
    activate: false,
    conditions: { ...body.conditions, people: { users: { exclude: [user.id] } } },
  })
  const { json } = await call('PUT', `/api/v1/groups/rules/${rule.id}`, body)
  expect(json.conditions).not.toHaveProperty('people')
})

test('the expression type follows the vocabulary', async () => {
  const { call } = testOrg({ prefix: 'acme' })
  const { id } = await createGroup(call)
  const body = ruleBody('true', [id])
  expect((await call('POST', '/api/v1/groups/rules', body)).status).toBe(400)
  const conditions = { expression: { type: 'urn:acme:expression:1.0', value: 'true' } }
  expect((await call('POST', '/api/v1/groups/rules', { ...body, conditions })).status).toBe(200)
})

import { expect, test } from 'vitest'
import { recordsOf, testOrg, type TestReply } from '../support/call.ts'
import { createGroup, createRule, createUser, memberIds, ruleBody } from '../support/groups.ts'

const now = '2026-01-05T09:30:00.000Z'
const later = '2026-01-05T09:31:00.000Z'

const causes = ({ json }: TestReply): string =>
  json.errorCauses.map(({ errorSummary }: { errorSummary: string }) => errorSummary).join('; ')

test('creates an INACTIVE rule that adds nobody, and answers it', async () => {
  const { call } = testOrg()
  await createUser(call, { department: 'Engineering' })
  const { id: groupId } = await createGroup(call)
  const { status, json } = await call('POST', '/api/v1/groups/rules', {
    type: 'group_rule',
    name: 'Engineering',
    status: 'ACTIVE',
    id: '0prmine',
    created: '2001-01-01T00:00:00.000Z',
    conditions: {
      expression: { value: 'user.department=="Engineering"', type: 'urn:svc:expression:1.0' },
    },
    actions: { assignUserToGroups: { groupIds: [groupId] } },
  })
  expect(status).toBe(200)
  expect(json).toEqual({
    type: 'group_rule',
    id: expect.stringMatching(/^0pr[A-Za-z0-9]{17}$/),
    status: 'INACTIVE',
    name: 'Engineering',
    created: now,
    lastUpdated: now,
    conditions: {
      expression: { value: 'user.department=="Engineering"', type: 'urn:svc:expression:1.0' },
    },
    actions: { assignUserToGroups: { groupIds: [groupId] } },
    allGroupsValid: true,
  })
  expect((await call('GET', `/api/v1/groups/rules/${json.id}`)).json).toEqual(json)
  expect(await memberIds(call, groupId)).toEqual([])
})

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

test.each([
  ['a name with blanks around it', ' r '],
  ['a name of 50 characters outside the basic plane', '𝒲'.repeat(50)],
])('takes %s', async (_, name) => {
  const { call } = testOrg()
  const { id: groupId } = await createGroup(call)
  const rule = await createRule(call, 'true', [groupId], { name, activate: false })
  expect((await call('GET', `/api/v1/groups/rules/${rule.id}`)).json.name).toBe(name)
})

test('a create needs the type, an update does not', async () => {
  const { call } = testOrg()
  const { id: groupId } = await createGroup(call)
  const rule = await createRule(call, 'true', [groupId], { activate: false })
  const { type: _, ...body } = ruleBody('true', [groupId])
  const create = await call('POST', '/api/v1/groups/rules', body)
  expect(create.status).toBe(400)
  expect(causes(create)).toContain('type')
  expect((await call('PUT', `/api/v1/groups/rules/${rule.id}`, body)).status).toBe(200)
})

test('a name can be had once, in any case, and is free again after deletion', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  const first = await createRule(call, 'true', [id], { name: 'Sales', activate: false })
  const second = await createRule(call, 'true', [id], { name: 'Legal', activate: false })
  for (const name of ['Sales', 'SALES']) {
    const create = await call('POST', '/api/v1/groups/rules', ruleBody('true', [id], { name }))
    const update = await call('PUT', `/api/v1/groups/rules/${second.id}`, ruleBody('true', [id], { name }))
    for (const reply of [create, update]) {
      expect(reply.status).toBe(400)
      expect(causes(reply)).toBe('name: Policy rule name already in use')
    }
  }
  const own = ruleBody('true', [id], { name: 'SALES' })
  expect((await call('PUT', `/api/v1/groups/rules/${first.id}`, own)).status).toBe(200)
  await call('DELETE', `/api/v1/groups/rules/${first.id}`)
  const again = ruleBody('true', [id], { name: 'sales' })
  expect((await call('POST', '/api/v1/groups/rules', again)).status).toBe(200)
})

test('an expression may read custom attributes of the schema, by their type', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call)
  const create = async (expression: string) =>
    (await call('POST', '/api/v1/groups/rules', ruleBody(expression, [id]))).status
  expect(await create('user.level > 3')).toBe(400)
  control.addSchemaProperty({ schema: 'user', name: 'level', type: 'integer' })
  control.addSchemaProperty({ schema: 'user', name: 'remote', type: 'boolean' })
  control.addSchemaProperty({ schema: 'user', name: 'teams', type: 'array' })
  expect(await create('user.level > 3 and user.remote and Arrays.contains(user.teams, "a")')).toBe(200)
  expect(await create('user.level')).toBe(400)
})

test('updates name, expression and excluded users of an INACTIVE rule', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const [first, second] = [await createGroup(call), await createGroup(call)]
  const rule = await createRule(call, 'true', [first.id, second.id], { activate: false })
  control.advanceClock({ by: '1m' })
  const body = ruleBody('user.title == "Lead"', [second.id, first.id], { name: 'Leads' })
  const { status, json } = await call('PUT', `/api/v1/groups/rules/${rule.id}`, {
    ...rule,
    ...body,
    id: '0prmine',
    status: 'ACTIVE',
    conditions: { ...body.conditions, people: { users: { exclude: [user.id] } } },
  })
  expect(status).toBe(200)
  expect(json).toEqual({
    ...rule,
    name: 'Leads',
    lastUpdated: later,
    conditions: {
      people: { users: { exclude: [user.id] }, groups: { exclude: [] } },
      expression: { type: 'urn:svc:expression:1.0', value: 'user.title == "Lead"' },
    },
  })
  expect((await call('GET', `/api/v1/groups/rules/${rule.id}`)).json).toEqual(json)
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

test('activation and deactivation answer 204 and show in the status, however often', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  const rule = await createRule(call, 'true', [id], { activate: false })
  const status = async () => (await call('GET', `/api/v1/groups/rules/${rule.id}`)).json.status
  for (const [verb, expected] of [
    ['deactivate', 'INACTIVE'],
    ['activate', 'ACTIVE'],
    ['activate', 'ACTIVE'],
    ['deactivate', 'INACTIVE'],
    ['deactivate', 'INACTIVE'],
  ]) {
    const reply = await call('POST', `/api/v1/groups/rules/${rule.id}/lifecycle/${verb}`)
    expect(reply).toMatchObject({ status: 204, text: '' })
    expect(await status()).toBe(expected)
  }
})

test('reports an unknown rule before mistakes in query or body', async () => {
  const { call } = testOrg()
  for (const [method, url, body] of [
    ['PUT', '/api/v1/groups/rules/0prunknown', {}],
    ['PUT', '/api/v1/groups/rules/0prunknown', '{'],
    ['DELETE', '/api/v1/groups/rules/0prunknown?removeUsers=maybe', undefined],
  ] as const) {
    const { status, json } = await call(method, url, body)
    expect([method, status, json.errorCode]).toEqual([method, 404, 'E0000007'])
  }
})

test('lists rules in pages, by a keyword anywhere in the name', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  for (const name of ['West sales', 'East', 'Sales lead', 'Presales']) {
    await createRule(call, 'true', [id], { name, activate: false })
  }
  const names = ({ json }: TestReply) => json.map(({ name }: { name: string }) => name)
  expect(names(await call('GET', '/api/v1/groups/rules?search=SALES'))).toEqual([
    'West sales',
    'Sales lead',
    'Presales',
  ])
  expect(names(await call('GET', '/api/v1/groups/rules?search=zzz'))).toEqual([])
  const first = await call('GET', '/api/v1/groups/rules?search=sales&limit=2')
  expect(names(first)).toEqual(['West sales', 'Sales lead'])
  const next = (first.headers.link as string[])[1]!
  expect(next).toContain('search=sales')
  const second = await call('GET', next.slice('<https://svc.example.com'.length, next.indexOf('>')))
  expect(names(second)).toEqual(['Presales'])
  expect(second.headers.link).toHaveLength(1)
})

test('a page holds up to 50 rules, and 200 at the most', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  for (let index = 0; index < 201; index++) await createRule(call, 'true', [id], { activate: false })
  for (const [query, count] of [
    ['', 50],
    ['?limit=200', 200],
    ['?limit=201', 200],
    ['?limit=1', 1],
  ] as const) {
    expect((await call('GET', `/api/v1/groups/rules${query}`)).json, query).toHaveLength(count)
  }
})

test('expand=groupIdToGroupNameMap shows the names of the groups, in the list and alone', async () => {
  const { call } = testOrg()
  const [west, east] = [await createGroup(call, { name: 'West' }), await createGroup(call, { name: 'East' })]
  const rule = await createRule(call, 'true', [west.id, east.id])
  const embedded = { groupIdToGroupNameMap: { [west.id]: 'West', [east.id]: 'East' } }
  const one = await call('GET', `/api/v1/groups/rules/${rule.id}?expand=groupIdToGroupNameMap`)
  expect(one.json._embedded).toEqual(embedded)
  const [listed] = (await call('GET', '/api/v1/groups/rules?expand=groupIdToGroupNameMap')).json
  expect(listed._embedded).toEqual(embedded)
  expect((await call('GET', `/api/v1/groups/rules/${rule.id}`)).json).not.toHaveProperty('_embedded')
  await call('PUT', `/api/v1/groups/${west.id}`, { profile: { name: 'Wild West' } })
  await call('DELETE', `/api/v1/groups/${east.id}`)
  const after = await call('GET', `/api/v1/groups/rules/${rule.id}?expand=groupIdToGroupNameMap`)
  expect(after.json._embedded.groupIdToGroupNameMap).toEqual({ [west.id]: 'Wild West' })
})

test('a rule whose group is deleted is INVALID: it can be read and deleted, and nothing else', async () => {
  const it = testOrg()
  const { call } = it
  const [west, east] = [await createGroup(call), await createGroup(call)]
  const user = await createUser(call)
  const rule = await createRule(call, 'true', [west.id, east.id])
  await call('DELETE', `/api/v1/groups/${east.id}`)
  const { json } = await call('GET', `/api/v1/groups/rules/${rule.id}`)
  expect(json).toMatchObject({
    status: 'INVALID',
    allGroupsValid: false,
    actions: { assignUserToGroups: { groupIds: [west.id, east.id] } },
  })
  expect(await memberIds(call, west.id)).toContain(user.id)
  const newcomer = await createUser(call)
  expect(await memberIds(call, west.id)).not.toContain(newcomer.id)
  const before = recordsOf(it)
  const path = `/api/v1/groups/rules/${rule.id}`
  for (const reply of [
    await call('POST', `${path}/lifecycle/activate`),
    await call('POST', `${path}/lifecycle/deactivate`),
    await call('PUT', path, ruleBody('true', [west.id, east.id])),
  ]) {
    expect([reply.status, reply.json.errorCode]).toEqual([400, 'E0000001'])
    expect(causes(reply)).toContain('INVALID')
  }
  expect(recordsOf(it)).toEqual(before)
  expect((await call('DELETE', `${path}?removeUsers=true`)).status).toBe(202)
  expect(await memberIds(call, west.id)).toEqual([])
})

test('the expression type follows the vocabulary', async () => {
  const { call } = testOrg({ vocabulary: { word: 'acme' } })
  const { id } = await createGroup(call)
  const body = ruleBody('true', [id])
  expect((await call('POST', '/api/v1/groups/rules', body)).status).toBe(400)
  const conditions = { expression: { type: 'urn:acme:expression:1.0', value: 'true' } }
  expect((await call('POST', '/api/v1/groups/rules', { ...body, conditions })).status).toBe(200)
})

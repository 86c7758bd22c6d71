import { expect, test } from 'vitest'
import { testOrg, type TestReply } from '../support/call.ts'
import {
  createGroup,
  createRule,
  createUser,
  everythingAboutGroups,
  memberIds,
  ruleBody,
} from '../support/groups.ts'

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

type Body = ReturnType<typeof ruleBody>

function without(field: keyof Body): (body: Body) => unknown {
  return (body) => ({ ...body, [field]: undefined })
}

test.each<[string, string, (body: Body) => unknown]>([
  ['a name of white space', 'name', (body) => ({ ...body, name: ' \t' })],
  ['a null name', 'name', (body) => ({ ...body, name: null })],
  ['another type', 'type', (body) => ({ ...body, type: 'rule' })],
  ['no conditions', 'conditions', without('conditions')],
  ['no expression', 'conditions.expression', (body) => ({ ...body, conditions: {} })],
  [
    'an empty expression value',
    'conditions.expression.value',
    (body) => ({ ...body, conditions: { expression: { type: 'urn:svc:expression:1.0', value: '' } } }),
  ],
  [
    'another expression type',
    'conditions.expression.type',
    (body) => ({ ...body, conditions: { expression: { value: 'true', type: 'urn:svc:expression:2.0' } } }),
  ],
  ['no actions', 'actions', without('actions')],
  [
    'an empty list of group ids',
    'actions.assignUserToGroups.groupIds',
    (body) => ({ ...body, actions: { assignUserToGroups: { groupIds: [] } } }),
  ],
  [
    'an excluded user that does not exist',
    'conditions.people.users.exclude',
    (body) => ({
      ...body,
      conditions: { ...body.conditions, people: { users: { exclude: ['00uunknown'] } } },
    }),
  ],
  [
    'people that are a list',
    'conditions.people',
    (body) => ({ ...body, conditions: { ...body.conditions, people: [] } }),
  ],
])(
  'refuses %s, on create and (but for the type) on update, and changes nothing',
  async (what, field, change) => {
    const it = testOrg()
    const { call } = it
    const { id: groupId } = await createGroup(call)
    const rule = await createRule(call, 'true', [groupId], { activate: false })
    const body = change(ruleBody('true', [groupId]))
    const before = await everythingAboutGroups(it)
    const replies = [await call('POST', '/api/v1/groups/rules', body)]
    replies.push(await call('PUT', `/api/v1/groups/rules/${rule.id}`, body))
    for (const reply of replies) {
      expect(reply.status, what).toBe(400)
      expect(reply.json.errorCode).toBe('E0000001')
      // The whole action section missing is found as a change of it or as the field that is missing.
      expect(causes(reply)).toContain(field.split('.')[0])
    }
    expect(causes(replies[0]!)).toContain(field)
    expect(await everythingAboutGroups(it)).toEqual(before)
  },
)

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

test('adds only to groups that exist and are managed here', async () => {
  const it = testOrg()
  const { call, control } = it
  const { id } = await createGroup(call)
  const imported = control.importGroup({ profile: { name: 'crew' } }).id
  const everyone = (await call('GET', '/api/v1/groups?q=Everyone')).json[0].id
  const before = await everythingAboutGroups(it)
  const reply = await call(
    'POST',
    '/api/v1/groups/rules',
    ruleBody('true', [id, '00gunknown', imported, everyone]),
  )
  expect(reply.status).toBe(400)
  expect(reply.json.errorCauses).toHaveLength(3)
  for (const bad of ['00gunknown', imported, everyone]) expect(causes(reply)).toContain(bad)
  expect(await everythingAboutGroups(it)).toEqual(before)
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

test.each([
  ['user.department ==', 'line 1, column 19'],
  ['user.department = "x"', 'line 1, column 17'],
  ['user.department == "x" and\n  (user.title', 'line 2, column 14'],
  ['user.departement == "x"', "did you mean 'user.department'?"],
  ['String.startWith(user.login, "x")', 'line 1, column 1'],
  ['String.len(user.login)', 'expected a Boolean, got a Number'],
  ['"yes"', 'expected a Boolean, got a String'],
  ['isMemberOfGroup("00gunknown")', 'the id of a group that exists'],
  ['isMemberOfGroupNameRegex("(")', 'line 1, column'],
  ['('.repeat(500), 'line 1, column'],
])('refuses the expression %s, pointing at the place, and changes nothing', async (expression, place) => {
  const it = testOrg()
  const { call } = it
  const { id } = await createGroup(call)
  const rule = await createRule(call, 'true', [id], { activate: false })
  const before = await everythingAboutGroups(it)
  for (const reply of [
    await call('POST', '/api/v1/groups/rules', ruleBody(expression, [id])),
    await call('PUT', `/api/v1/groups/rules/${rule.id}`, ruleBody(expression, [id])),
  ]) {
    expect(reply.status).toBe(400)
    expect(reply.json.errorCode).toBe('E0000001')
    expect(causes(reply)).toContain('conditions.expression.value: ')
    expect(causes(reply)).toContain(place)
  }
  expect(await everythingAboutGroups(it)).toEqual(before)
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

test('removeUsers must be true or false', async () => {
  const it = testOrg()
  const { id } = await createGroup(it.call)
  const rule = await createRule(it.call, 'true', [id])
  const before = await everythingAboutGroups(it)
  expect((await it.call('DELETE', `/api/v1/groups/rules/${rule.id}?removeUsers=yes`)).status).toBe(400)
  expect(await everythingAboutGroups(it)).toEqual(before)
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

test.each([
  ['', 50],
  ['?limit=200', 200],
  ['?limit=201', 200],
  ['?limit=1', 1],
])('a page of rules with "%s" holds up to %i', async (query, count) => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  for (let index = 0; index < 201; index++) await createRule(call, 'true', [id], { activate: false })
  expect((await call('GET', `/api/v1/groups/rules${query}`)).json).toHaveLength(count)
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
  const before = await everythingAboutGroups(it)
  const path = `/api/v1/groups/rules/${rule.id}`
  for (const reply of [
    await call('POST', `${path}/lifecycle/activate`),
    await call('POST', `${path}/lifecycle/deactivate`),
    await call('PUT', path, ruleBody('true', [west.id, east.id])),
  ]) {
    expect([reply.status, reply.json.errorCode]).toEqual([400, 'E0000001'])
    expect(causes(reply)).toContain('INVALID')
  }
  expect(await everythingAboutGroups(it)).toEqual(before)
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

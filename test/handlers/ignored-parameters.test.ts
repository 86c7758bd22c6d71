import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'
import { codeOf, otherPassword, password, person } from '../support/people.ts'

const searches = {
  '/api/v1/users': { search: 'search=id%20pr', filter: 'filter=status%20eq%20%22ACTIVE%22', q: 'q=A' },
  '/api/v1/groups': { search: 'search=id%20pr', filter: 'filter=type%20eq%20%22BUILT_IN%22', q: 'q=E' },
} as const

for (const [path, how] of Object.entries(searches)) {
  test.for([
    ['nothing', ''],
    ['a filter', how.filter],
    ['q', how.q],
    ['an empty search', 'search='],
  ])(`${path} ignores sortBy and sortOrder in addition to %s, even invalid ones`, async ([, query]) => {
    const { call } = testOrg()
    const plain = await call('GET', `${path}?${query}`)
    expect(plain.json).not.toEqual([])
    for (const sorting of [
      'sortOrder=up',
      'sortOrder=desc',
      'sortBy=nonsense',
      'sortBy=profile.nope&sortOrder=DOWN',
      'sortBy=%22%22&sortOrder=',
    ]) {
      const reply = await call('GET', `${path}?${query}&${sorting}`)
      expect([sorting, reply.status, reply.json]).toEqual([sorting, 200, plain.json])
    }
  })

  test(`${path} ignores sortOrder without sortBy in a search, and refuses a wrong one with it`, async () => {
    const { call } = testOrg()
    for (const alone of ['sortOrder=up', 'sortOrder=desc&sortBy=', 'sortOrder=']) {
      expect((await call('GET', `${path}?${how.search}&${alone}`)).status).toBe(200)
    }
    const wrong = await call('GET', `${path}?${how.search}&sortBy=id&sortOrder=up`)
    expect(codeOf(wrong)).toBe('400 E0000037')
    const unknown = await call('GET', `${path}?${how.search}&sortBy=nonsense`)
    expect(codeOf(unknown)).toBe('400 E0000031')
  })
}

test('strict is a text: true validates, and nothing else does', async () => {
  const it = testOrg({ passwordPolicy: { historyCount: 4 } })
  const { id } = await person(it)
  const again = { credentials: { password: { value: password } } }
  for (const method of ['PUT', 'POST']) {
    for (const strict of ['maybe', 'no', '1', '']) {
      const reply = await it.call(method, `/api/v1/users/${id}?strict=${strict}`, again)
      expect([strict, reply.status]).toEqual([strict, 200])
    }
    expect(codeOf(await it.call(method, `/api/v1/users/${id}?strict=true`, again))).toBe('400 E0000001')
    expect(codeOf(await it.call(method, `/api/v1/users/${id}?strict=TRUE`, again))).toBe('400 E0000001')
  }
})

test('forgot_password with a body takes no query', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const reply = await it.call('POST', `/api/v1/users/${id}/credentials/forgot_password?sendEmail=perhaps`, {
    password: { value: otherPassword },
    recovery_question: { answer: 'Cowboy Dan' },
  })
  expect(reply.status).toBe(200)
})

test('ignores read-only members with any value', async () => {
  const { call } = testOrg()
  const nonsense = {
    id: 5,
    status: ['ACTIVE'],
    created: 'yesterday',
    activated: {},
    statusChanged: 1,
    lastLogin: false,
    lastUpdated: [],
    passwordChanged: 'no',
    transitioningToStatus: 'NOWHERE',
    _links: 'none',
    _embedded: 7,
    credentials: { provider: 'mine' },
  }
  const created = await call('POST', '/api/v1/users', { ...nonsense, ...newUser() })
  expect(created.status).toBe(200)
  const path = `/api/v1/users/${created.json.id}`
  for (const method of ['POST', 'PUT']) {
    const { profile } = created.json
    expect((await call(method, path, { ...nonsense, profile })).status).toBe(200)
  }
  const me = await call('POST', '/api/v1/users/me', { ...nonsense, profile: { nickName: 'Ad' } })
  expect(me.status).toBe(200)
  const group = { ...nonsense, objectClass: 1, type: 2, source: 3, profile: { name: 'Ignoring' } }
  const made = await call('POST', '/api/v1/groups', group)
  expect(made.status).toBe(200)
  expect((await call('PUT', `/api/v1/groups/${made.json.id}`, group)).status).toBe(200)
})

test('ignores read-only members of a rule with any value', async () => {
  const { call, org } = testOrg()
  const target = await call('POST', '/api/v1/groups', { profile: { name: 'Target' } })
  const rule = {
    type: 'group_rule',
    name: 'Ignoring',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.city == "Oslo"' } },
    actions: { assignUserToGroups: { groupIds: [target.json.id] } },
    id: 1,
    status: 'ACTIVE',
    created: [],
    lastUpdated: {},
    _links: 'none',
    _embedded: 0,
    allGroupsValid: 'perhaps',
  }
  const made = await call('POST', '/api/v1/groups/rules', rule)
  expect([made.status, made.json.status]).toEqual([200, 'INACTIVE'])
  expect((await call('PUT', `/api/v1/groups/rules/${made.json.id}`, rule)).json.id).toBe(made.json.id)
  expect(org.rules.collection.size).toBe(1)
})

test.for([
  ['mine', 'credentials.provider: expected an object'],
  [{ type: 'SOCIAL', name: 5 }, 'credentials.provider.name: expected a string'],
  [{ type: 7 }, 'credentials.provider.type: expected one of FEDERATION, SOCIAL'],
  [undefined, 'credentials.provider: The field cannot be left blank'],
] as const)('a create with provider=true reads its provider: %j is refused', async ([provider, cause]) => {
  const { call } = testOrg()
  const reply = await call('POST', '/api/v1/users?provider=true', {
    ...newUser(),
    credentials: { provider },
  })
  expect([reply.status, reply.json.errorCauses]).toEqual([400, [{ errorSummary: cause }]])
})

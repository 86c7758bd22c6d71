/** What arranging sends for each wish, and what it hands out. */
import { expect, test } from 'vitest'
import { Deadline } from '../../../conformance/engine/wire/deadline.ts'
import { createGiven, type GivenTools, withoutPool } from '../../../conformance/engine/supply/given.ts'
import type { GivenStatus, UserOptions } from '../../../conformance/engine/supply/given-types.ts'
import type { Blocked } from '../../../conformance/engine/run/interruption.ts'
import { createPoll } from '../../../conformance/engine/run/poll.ts'
import { type Answer, fakeApi } from './fake-api.ts'

/** Arranges at a target that answers; notes each call with its body. */
function arranging(
  answer: (call: string, body: unknown) => Answer,
  more: Partial<GivenTools> = {},
  login = 'l@example.com',
) {
  const sent: string[] = []
  const { api } = fakeApi((call, body) => {
    sent.push(body === undefined ? call : `${call} ${JSON.stringify(body)}`)
    return answer(call, body)
  })
  const deadline = new Deadline(60_000, () => new Error('over'))
  deadline.stop()
  let names = 0
  const unique = Object.assign((hint: string) => `cf-abc123-${++names}-${hint}`, {
    login: () => login,
    email: () => 'mail@example.com',
    password: () => 'Pw-1',
    names: () => ({ firstName: 'F', lastName: 'L' }),
  })
  const given = createGiven({
    api,
    unique: unique as never,
    poll: createPoll(deadline, 0),
    ownerOf: (operation) => `owner of ${operation}`,
    expressionFor: async (name) => `is ${name}`,
    marker: 'cf-abc123',
    ...more,
  })
  return { given, sent }
}

const blocked = async (work: Promise<unknown>) => {
  const error = (await work.catch((reason: unknown) => reason)) as Blocked
  return [error.name, error.message, error.owner]
}

/** A target whose one user has these statuses, one with each call that may show it. */
const users = (...statuses: (string | object)[]) => {
  let at = 0
  return (call: string): Answer => {
    const status = statuses[Math.min(at, statuses.length - 1)]
    if (call.startsWith('POST /api/v1/users?') || call.startsWith('GET')) at++
    return [200, { id: 'u/1', ...(typeof status === 'object' ? status : { status }) }]
  }
}

const profile = '"profile":{"firstName":"F","lastName":"L","email":"l@example.com","login":"l@example.com"'
const password = '"credentials":{"password":{"value":"Pw-1"}}'

test.each<[UserOptions, string, object]>([
  [{}, `POST /api/v1/users?activate=true {${profile}},${password}}`, { password: 'Pw-1' }],
  [{ activate: false }, `POST /api/v1/users?activate=false {${profile}},${password}}`, {}],
  [{ activate: true }, `POST /api/v1/users?activate=true {${profile}},${password}}`, {}],
  [{ password: false }, `POST /api/v1/users?activate=true {${profile}}}`, { password: '' }],
  [
    { password: 'Own-1' },
    `POST /api/v1/users?activate=true {${profile}},"credentials":{"password":{"value":"Own-1"}}}`,
    { password: 'Own-1' },
  ],
  [
    { activate: false, password: true, recoveryQuestion: true },
    `POST /api/v1/users?activate=false {${profile}},"credentials":{"password":{"value":"Pw-1"},"recovery_question":{"question":"Which answer?","answer":"cf-abc123-1-answer"}}}`,
    { recovery: { question: 'Which answer?', answer: 'cf-abc123-1-answer' } },
  ],
  [
    { password: false, recoveryQuestion: { question: 'Q?', answer: 'A' } },
    `POST /api/v1/users?activate=true {${profile}},"credentials":{"recovery_question":{"question":"Q?","answer":"A"}}}`,
    { recovery: { question: 'Q?', answer: 'A' } },
  ],
  [
    { recoveryQuestion: false },
    `POST /api/v1/users?activate=true {${profile}},${password}}`,
    { recovery: undefined },
  ],
  [
    { credentials: { provider: { type: 'X' } } },
    `POST /api/v1/users?activate=true {${profile}},"credentials":{"provider":{"type":"X"}}}`,
    {},
  ],
  [{ credentials: {} }, `POST /api/v1/users?activate=true {${profile}}}`, {}],
  [
    { groups: ['g1', 'g2'], profile: { title: 'T' } },
    `POST /api/v1/users?activate=true {${profile},"title":"T"},${password},"groupIds":["g1","g2"]}`,
    {},
  ],
  [
    { query: { provider: true, activate: false } },
    `POST /api/v1/users?activate=false&provider=true {${profile}},${password}}`,
    {},
  ],
])('a user with %j is made by one call', async (options, call, made) => {
  const { given, sent } = arranging(users('ACTIVE'))
  const user = await given.user(options)
  expect(sent).toEqual([call])
  expect(user).toMatchObject({
    id: 'u/1',
    login: 'l@example.com',
    email: 'l@example.com',
    path: '/api/v1/users/u%2F1',
    json: { id: 'u/1', status: 'ACTIVE' },
    ...made,
  })
})

test('a login of a wish is taken, and one that is no address has another address', async () => {
  const wished = arranging(users('ACTIVE'))
  expect(await wished.given.user({ profile: { login: 'own@example.com' } })).toMatchObject({
    login: 'own@example.com',
    email: 'own@example.com',
    profile: { login: 'own@example.com', email: 'own@example.com' },
  })
  const odd = arranging(users('ACTIVE'))
  expect(await odd.given.user({ profile: { login: 7 } })).toMatchObject({ login: 'l@example.com' })
  const plain = arranging(users('ACTIVE'), {}, 'plain7')
  expect(await plain.given.user()).toMatchObject({ login: 'plain7', email: 'mail@example.com' })
})

test.each<[GivenStatus, readonly string[], boolean]>([
  ['STAGED', ['activate=false'], true],
  ['ACTIVE', ['activate=true'], true],
  ['PROVISIONED', ['activate=false', 'activate?sendEmail=false'], false],
  ['SUSPENDED', ['activate=true', 'suspend'], true],
  ['DEPROVISIONED', ['activate=true', 'deactivate'], true],
  ['RECOVERY', ['activate=true', 'reset_password?sendEmail=false'], true],
  ['PASSWORD_EXPIRED', ['activate=true', 'expire_password'], true],
])('%s is reached by documented calls: %j', async (status, [created = '', ...calls], hasPassword) => {
  const { given, sent } = arranging(created === 'activate=true' ? users('ACTIVE', status) : users(status))
  const user = await given.user({ status, activate: created !== 'activate=true' })
  expect(sent[0]).toContain(`POST /api/v1/users?${created} `)
  expect(sent[0]?.includes('"credentials"')).toBe(hasPassword)
  expect(sent.slice(1)).toEqual([
    ...calls.map((call) => `POST /api/v1/users/u%2F1/lifecycle/${call}`),
    ...calls.map(() => 'GET /api/v1/users/u%2F1'),
  ])
  expect(user.json).toEqual({ id: 'u/1', status })
})

test('a user is waited for until it is there and no transition is under way', async () => {
  const moving = { status: 'ACTIVE', transitioningToStatus: 'ACTIVE' }
  const { given, sent } = arranging(users('STAGED', 'ACTIVE'))
  expect((await given.user()).json).toEqual({ id: 'u/1', status: 'ACTIVE' })
  expect(sent[1]).toBe('GET /api/v1/users/u%2F1')
  const settled = arranging(users(moving, { status: 'ACTIVE', transitioningToStatus: null }))
  expect((await settled.given.user()).json).toMatchObject({ transitioningToStatus: null })
  expect(settled.sent).toHaveLength(2)
  const never = arranging(users(moving))
  expect(await blocked(never.given.user())).toEqual([
    'NotDone',
    'a user could not be brought to ACTIVE: it is ACTIVE (exchange 2)',
    'owner of createUser',
  ])
  const stuck = arranging(users('ACTIVE'))
  expect(await blocked(stuck.given.user({ status: 'SUSPENDED' }))).toEqual([
    'NotDone',
    'a user could not be brought to SUSPENDED: it is ACTIVE (exchange 3)',
    'owner of suspendUser',
  ])
  // Without a password no status is waited for: the service waits for the user.
  const invited = arranging(users('PROVISIONED'))
  expect((await invited.given.user({ password: false })).json).toMatchObject({ status: 'PROVISIONED' })
  expect(invited.sent).toHaveLength(1)
})

test.each<[Answer, string]>([
  [400, 'could not be arranged: POST /api/v1/users was answered with 400 (exchange 1)'],
  [199, 'could not be arranged: POST /api/v1/users was answered with 199 (exchange 1)'],
  [300, 'could not be arranged: POST /api/v1/users was answered with 300 (exchange 1)'],
  [[200, {}], 'POST /api/v1/users answered without id (exchange 1)'],
  [[299, { id: '' }], 'POST /api/v1/users answered without id (exchange 1)'],
  [[200, { id: 7 }], 'POST /api/v1/users answered without id (exchange 1)'],
])('a create that is answered with %j blocks the check', async (answer, message) => {
  expect(await blocked(arranging(() => answer).given.user())).toEqual([
    'NotDone',
    message,
    'owner of createUser',
  ])
})

test('a status that a call refuses blocks the check, owned by the clause of that call', async () => {
  const { given } = arranging((call) =>
    call.endsWith('suspend') ? 403 : [200, { id: 'u/1', status: 'ACTIVE' }],
  )
  expect(await blocked(given.user({ status: 'SUSPENDED' }))).toEqual([
    'NotDone',
    'could not be arranged: POST /api/v1/users/u%2F1/lifecycle/suspend was answered with 403 (exchange 2)',
    'owner of suspendUser',
  ])
})

const one = (id: string) => (): Answer => [200, { id, client_id: id }]

test('a group is made with what was wished, and its members are added', async () => {
  const plain = arranging(one('g/1'))
  expect(await plain.given.group()).toEqual({
    id: 'g/1',
    name: 'cf-abc123-1-group',
    json: { id: 'g/1', client_id: 'g/1' },
    path: '/api/v1/groups/g%2F1',
  })
  expect(plain.sent).toEqual(['POST /api/v1/groups {"profile":{"name":"cf-abc123-1-group"}}'])
  const full = arranging(one('g1'))
  await full.given.group({
    name: 'N',
    description: '',
    profile: { other: 1 },
    members: [{ id: 'u/1' }, { id: 'u2' }],
  })
  expect(full.sent).toEqual([
    'POST /api/v1/groups {"profile":{"name":"N","description":"","other":1}}',
    'PUT /api/v1/groups/g1/users/u%2F1',
    'PUT /api/v1/groups/g1/users/u2',
  ])
  const fresh = arranging(one('g1'))
  await fresh.given.fresh.group({ members: [{ id: 'u2' }] })
  expect(fresh.sent.at(-1)).toBe('PUT /api/v1/groups/g1/users/u2')
  const refused = arranging((call) => (call.startsWith('PUT') ? 403 : [200, { id: 'g1' }]))
  expect(await blocked(refused.given.group({ members: [{ id: 'u1' }] }))).toEqual([
    'NotDone',
    'could not be arranged: PUT /api/v1/groups/g1/users/u1 was answered with 403 (exchange 2)',
    'owner of addUserToGroup',
  ])
  expect((await blocked(arranging(() => 400).given.group()))[2]).toBe('owner of createGroup')
})

test('a rule is made with what was wished, and stays INACTIVE unless it is to be activated', async () => {
  const plain = arranging(one('r/1'))
  expect(await plain.given.rule({ groups: [{ id: 'g1' }] })).toEqual({
    id: 'r/1',
    name: 'cf-abc123-1-rule',
    json: { id: 'r/1', client_id: 'r/1' },
    path: '/api/v1/groups/rules/r%2F1',
  })
  const rule = (name: string, value: string, people = '') =>
    `POST /api/v1/groups/rules {"type":"group_rule","name":"${name}","conditions":{${people}"expression":{"type":"urn:svc:expression:1.0","value":"${value}"}},"actions":{"assignUserToGroups":{"groupIds":["g1"]}}}`
  expect(plain.sent).toEqual([rule('cf-abc123-1-rule', 'is l@example.com')])
  const full = arranging(one('r1'))
  await full.given.rule({
    groups: [{ id: 'g1' }],
    name: 'N',
    forLogin: 'someone',
    excludeUsers: [{ id: 'u1' }],
    activate: true,
  })
  expect(full.sent).toEqual([
    rule('N', 'is someone', '"people":{"users":{"exclude":["u1"]},"groups":{"exclude":[]}},'),
    'POST /api/v1/groups/rules/r1/lifecycle/activate',
  ])
  const own = arranging(one('r1'))
  await own.given.rule({ groups: [{ id: 'g1' }], name: 'N', expression: 'true', activate: false })
  expect(own.sent).toEqual([rule('N', 'true')])
  const refused = arranging((call) => (call.endsWith('activate') ? 409 : [200, { id: 'r1' }]))
  expect((await blocked(refused.given.rule({ groups: [], activate: true })))[2]).toBe(
    'owner of activateGroupRule',
  )
  expect((await blocked(arranging(() => 400).given.rule({ groups: [] })))[2]).toBe('owner of createGroupRule')
})

test('a client is a confidential one of the web, with the settings that were wished', async () => {
  const { given, sent } = arranging(() => [201, { client_id: 'c/1', client_secret: 's', id: 'x' }])
  const settings = {
    client_name: 'cf-abc123-1-client',
    application_type: 'web',
    redirect_uris: ['https://client.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_basic',
  }
  expect(await given.client()).toEqual({
    id: 'c/1',
    name: 'cf-abc123-1-client',
    secret: 's',
    json: { client_id: 'c/1', client_secret: 's', id: 'x' },
    path: '/oauth2/v1/clients/c%2F1',
  })
  expect(sent).toEqual([`POST /oauth2/v1/clients ${JSON.stringify(settings)}`])
  const publicly = arranging(() => [201, { client_id: 'c1' }])
  expect(await publicly.given.client({ client_name: 'N', response_types: [] })).toMatchObject({
    name: 'N',
    secret: undefined,
  })
  expect(publicly.sent[0]).toContain('"client_name":"N"')
  expect(publicly.sent[0]).toContain('"response_types":[]')
  expect(await blocked(arranging(() => [201, { id: 'x' }]).given.client())).toEqual([
    'NotDone',
    'POST /oauth2/v1/clients answered without client_id (exchange 1)',
    'owner of registerClient',
  ])
})

test('what is alike comes out of the pool under one key, and what holds the marker is made anew', async () => {
  const keys: string[] = []
  const reuse: GivenTools['reuse'] = async (key, make) => {
    keys.push(key)
    return make(fakeApi(() => [200, { id: 'pooled', client_id: 'pooled', status: 'ACTIVE' }]).api)
  }
  const { given, sent } = arranging(one('made'), { reuse })
  expect((await given.user()).id).toBe('pooled')
  expect((await given.user({ activate: false })).id).toBe('pooled')
  expect((await given.group()).id).toBe('pooled')
  expect((await given.group({ name: 'cf-abc123-9' })).id).toBe('made')
  expect((await given.client({ response_types: [] })).id).toBe('pooled')
  expect((await given.client()).id).toBe('pooled')
  expect((await given.rule({ groups: [] })).id).toBe('made')
  expect((await given.fresh.group()).id).toBe('made')
  expect(await given.scene('two groups', async (records) => (await records.group()).id)).toBe('pooled')
  expect(keys).toEqual([
    'user {}',
    'user {"activate":false}',
    'group {}',
    'client {"response_types":[]}',
    'client {}',
    'scene two groups {}',
  ])
  // Members are added to a group out of the pool by the check itself.
  sent.length = 0
  await given.group({ members: [{ id: 'u1' }] })
  expect(sent).toEqual(['PUT /api/v1/groups/pooled/users/u1'])
  const without = withoutPool(given)
  expect((await without.group()).id).toBe('made')
  expect(await without.scene('x', async (records) => (await records.group()).id)).toBe('made')
  expect(without.fresh).toBe(given.fresh)
})

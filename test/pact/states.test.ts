import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { providerStateNames } from '../../src/pact/states/catalogue.ts'
import { findState, ProviderStateError, setUpState } from '../../src/pact/states/set-up.ts'

/** One way to ask for each state. */
const examples: Record<string, Record<string, unknown>> = {
  'user {id} is {status}': { id: '00u1', status: 'SUSPENDED' },
  'user {id} has password {password}': { id: '00u1', password: 'Other2Horse' },
  'user {id} has recovery question {question}': { id: '00u1', question: 'Pet?', answer: 'Rex' },
  'user {id} has provider {type}': { id: '00u1', type: 'FEDERATION' },
  'user {id} is blocked from {appliesTo}': { id: '00u1', appliesTo: 'ANY_DEVICES' },
  'user {id} is enrolled in factor {factor}': { id: '00u1', factor: 'sms' },
  'user {id} is moving to {status}': { id: '00u1', status: 'ACTIVE' },
  '{count} users exist': { count: 3 },
  'user {id} is assigned application {label}': { id: '00u1', label: 'Wiki' },
  'group {id} of type {type} exists': { id: '00g1', type: 'APP_GROUP' },
  '{count} groups exist': { count: 2 },
  'user {userId} is in group {groupId}': { userId: '00u1', groupId: '00g1' },
  'group {id} is used in a push mapping': { id: '00g1' },
  'group {id} is assigned application {label}': { id: '00g1', label: 'Wiki' },
  'group rule {id} is {status}': { id: '0pr1', status: 'ACTIVE' },
  'client {id} exists': { id: '0oa1' },
  'user {id} granted {scopes} to client {clientId}': { id: '00u1', scopes: 'openid', clientId: '0oa1' },
  'a current session for {id} exists': { id: '00u1' },
  'the API token has role {role}': { role: 'READ_ONLY_ADMIN' },
  'an access token with scopes {scopes} exists': { scopes: 'svc.users.read' },
  'operation {operation} fails with {refusal}': { operation: 'listUsers', refusal: 'time-out' },
  'the {schema} profile has custom property {name}': { schema: 'user', name: 'badge' },
  'the time is {time}': { time: '2026-01-05T09:30:00.000Z' },
}

const base = 'https://svc.example.com'

async function call(
  org: ReturnType<typeof createOrg>,
  path: string,
  headers: Record<string, string> = { Authorization: `SSWS ${org.apiToken}` },
  method = 'GET',
) {
  const reply = await org.fetch(new Request(base + path, { method, headers }))
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
}

test.each(providerStateNames)('"%s" can be set up, alone and twice in a row', (name) => {
  const { model } = createOrg()
  const values = setUpState(model, name, examples[name])
  expect(values.apiToken).toBeTypeOf('string')
  const repeatable = !['the {schema} profile has custom property {name}'].includes(name)
  if (repeatable) expect(() => setUpState(model, name, examples[name])).not.toThrow()
})

test.each([
  ['STAGED'],
  ['PROVISIONED'],
  ['ACTIVE'],
  ['RECOVERY'],
  ['LOCKED_OUT'],
  ['PASSWORD_EXPIRED'],
  ['SUSPENDED'],
  ['DEPROVISIONED'],
])('a user is found under the id and in the status %s that the state names', async (status) => {
  const org = createOrg()
  const { userId } = setUpState(org.model, 'user {id} is {status}', { id: '00uChosen', status })
  expect(userId).toBe('00uChosen')
  expect((await call(org, '/api/v1/users/00uChosen')).body).toMatchObject({ id: '00uChosen', status })
})

test('parameters may stand in the name', async () => {
  const org = createOrg()
  setUpState(org.model, 'user 00u7 is SUSPENDED')
  setUpState(org.model, 'user 00u7 is in group 00g7')
  expect((await call(org, '/api/v1/users/00u7')).body).toMatchObject({ status: 'SUSPENDED' })
  expect((await call(org, '/api/v1/groups/00g7/users')).body).toHaveLength(1)
})

test('states build on one another', async () => {
  const org = createOrg()
  setUpState(org.model, 'group {id} of type {type} exists', { id: '00gImp', type: 'APP_GROUP' })
  setUpState(org.model, 'user {userId} is in group {groupId}', { userId: '00u1', groupId: '00gImp' })
  setUpState(org.model, 'user {id} is {status}', { id: '00u1', status: 'SUSPENDED', firstName: 'Ada' })
  expect((await call(org, '/api/v1/groups/00gImp')).body.type).toBe('APP_GROUP')
  const [member] = (await call(org, '/api/v1/groups/00gImp/users')).body
  expect(member).toMatchObject({ id: '00u1', status: 'SUSPENDED', profile: { firstName: 'Ada' } })
})

test('with no user at all the token still works', async () => {
  const org = createOrg()
  const { apiToken } = setUpState(org.model, 'no user exists')
  expect(await call(org, '/api/v1/users', { Authorization: `SSWS ${apiToken}` })).toEqual({
    status: 200,
    body: [],
  })
})

test('a session, a grant and a refresh token are there to be used', async () => {
  const org = createOrg()
  const { sessionCookie } = setUpState(org.model, 'a current session for 00u1 exists')
  expect((await call(org, '/api/v1/users/me', { Cookie: String(sessionCookie) })).body.id).toBe('00u1')
  const { grantId } = setUpState(org.model, 'user {id} granted {scopes} to client {clientId}', {
    id: '00u1',
    scopes: ['openid'],
    clientId: '0oa1',
    grantId: 'oag1',
  })
  expect(grantId).toBe('oag1')
  expect((await call(org, '/api/v1/users/00u1/grants/oag1')).body).toMatchObject({ clientId: '0oa1' })
  const { refreshTokenId } = setUpState(org.model, 'a refresh token exists', {
    id: 'oar1',
    userId: '00u1',
    clientId: '0oa1',
  })
  expect(refreshTokenId).toBe('oar1')
  expect((await call(org, '/api/v1/users/00u1/clients/0oa1/tokens/oar1')).status).toBe(200)
})

test('callers are refused as the state says', async () => {
  const invalid = createOrg()
  const { apiToken } = setUpState(invalid.model, 'the API token is invalid')
  expect((await call(invalid, '/api/v1/users', { Authorization: `SSWS ${apiToken}` })).status).toBe(401)
  const readOnly = createOrg()
  const { apiToken: token } = setUpState(readOnly.model, 'the API token has role READ_ONLY_ADMIN')
  const headers = { Authorization: `SSWS ${token}`, 'Content-Type': 'application/json' }
  expect((await call(readOnly, '/api/v1/users', headers, 'POST')).status).toBe(403)
  const busy = createOrg()
  setUpState(busy.model, 'the rate limit is exceeded')
  expect((await call(busy, '/api/v1/users')).status).toBe(429)
})

test.each([
  ['a user exsits', '"a user exists"'],
  ['an user exists', '"a user exists"'],
  ['the user is in the group', 'is in group'],
  ['a valid session exists', 'session'],
])('an unknown state "%s" names the nearest', (asked, nearest) => {
  expect(() => findState(asked)).toThrow(ProviderStateError)
  expect(() => findState(asked)).toThrow(nearest)
})

test('what is like no state is told without a guess', () => {
  expect(() => findState('the moon is full')).toThrow('there is no provider state "the moon is full"')
  expect(() => findState('the moon is full')).not.toThrow('did you mean')
})

test.each([
  ['user {id} is {status}', { id: '00u1', status: 'HAPPY' }, 'status'],
  ['user {id} is {status}', { id: '00u1', status: 'ACTIVE', frstName: 'Ada' }, 'did you mean firstName?'],
  ['user {id} is {status}', { status: 'ACTIVE' }, 'id'],
  ['a group exists', { id: 'no/slash' }, 'Expected an id of letters'],
  ['group 00g1 of type FANCY exists', {}, 'expected SVC_GROUP, APP_GROUP or BUILT_IN'],
  ['a user exists', { login: 'x' }, 'login: '],
] as const)('"%s" with %o is refused by what is wrong', (name, params, message) => {
  const { model } = createOrg()
  expect(() => setUpState(model, name, params)).toThrow(ProviderStateError)
  expect(() => setUpState(model, name, params)).toThrow(message)
})

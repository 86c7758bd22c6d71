import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { setUpState } from '../../src/pact/states/set-up.ts'

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

test('a custom property takes no values of another type than its own, which is text unless said otherwise', () => {
  const org = createOrg()
  setUpState(org.model, 'the user profile has custom property badge')
  setUpState(org.model, 'the group profile has custom property cost', { type: 'integer' })
  expect(() => setUpState(org.model, 'a user exists', { profile: { badge: 7 } })).toThrow('badge')
  expect(() => setUpState(org.model, 'a group exists', { profile: { name: 'B', cost: 'x' } })).toThrow('cost')
})

test('a user has the password that the state names or one that is known', async () => {
  const org = createOrg()
  const signsIn = (login: string, password: string) => org.control.signIn({ login, password })
  setUpState(org.model, 'a user exists', { id: '00u1' })
  setUpState(org.model, 'user 00u2 has password Other2Horse')
  expect(await signsIn('00u1@example.com', 'Correct1Horse')).toMatchObject({ status: 'SUCCESS' })
  expect(await signsIn('00u2@example.com', 'Other2Horse')).toMatchObject({ status: 'SUCCESS' })
  expect(await signsIn('00u2@example.com', 'Correct1Horse')).toMatchObject({ status: 'FAILURE' })
})

test('where logins need no @, the email is built from the login', () => {
  const { model } = createOrg({ profile: { loginPattern: '[a-z]+' } })
  expect(setUpState(model, 'a user exists', { login: 'adabel' })).toMatchObject({
    login: 'adabel',
    email: 'adabel@example.com',
  })
})

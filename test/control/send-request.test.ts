import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'

const org = createOrg({ baseUrl: 'https://id.example.com/orgs/acme', apiToken: 'token' })
const { control } = org
const authorization = 'SSWS token'

test('sendRequest sends any header and body, below the base URL or as from the root; the journal shows it', async () => {
  const sent = await control.sendRequest({
    method: 'POST',
    path: '/orgs/acme/api/v1/groups?x=1',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: '{"profile":{"name":"Sent"}}',
  })
  expect(sent).toMatchObject({ status: 200, number: expect.any(Number) })
  expect(JSON.parse(sent.body)).toMatchObject({ profile: { name: 'Sent' } })
  expect(control.readExchange({ number: sent.number! })).toMatchObject({ method: 'POST', status: 200 })
  const read = await control.sendRequest({ path: '/api/v1/groups?q=Sent', headers: { authorization } })
  expect(JSON.parse(read.body)).toHaveLength(1)
})

test('sendRequest follows no redirect, has a cookie, and authenticates as a client', async () => {
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }
  const { id } = await org.data.users.create({ profile, credentials: { password: { value: 'Abcd1234' } } })
  const uri = 'https://app.example.com/callback'
  const client = control.registerClient({
    client_name: 'App',
    redirect_uris: [uri],
    consent_method: 'TRUSTED',
  })
  const query = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: uri,
    scope: 'openid',
    state: 's',
  })
  const path = `/oauth2/v1/authorize?${query}`
  const stranger = await control.sendRequest({ path })
  expect(stranger.status).toBe(303)
  expect(stranger.headers['Location']).toMatch(/^\/orgs\/acme\/signin\?interaction=/)
  const { sessionCookie } = control.openSession({ user: id })
  const back = await control.sendRequest({ path, headers: { cookie: sessionCookie } })
  const code = new URL(String(back.headers['Location'])).searchParams.get('code')!
  const exchange = (by: object) =>
    control.sendRequest({
      method: 'POST',
      path: '/oauth2/v1/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: uri })),
      ...by,
    })
  expect((await exchange({})).status).toBe(401)
  expect(JSON.parse((await exchange({ client: 'App' })).body)).toMatchObject({ token_type: 'Bearer' })
})

test('faults meet what sendRequest sends, and one that breaks the connection is named', async () => {
  control.addFault({ operation: 'listGroups', status: 500, times: 1 })
  control.addFault({ operation: 'listGroups', breaks: 'connection-reset', times: 1 })
  const ask = () => control.sendRequest({ path: '/api/v1/groups', headers: { authorization } })
  expect((await ask()).status).toBe(500)
  expect((await ask()).broken).toBe('connection-reset')
  expect((await ask()).status).toBe(200)
})

test.each([
  [{ path: 'api/v1/users' }, /path/],
  [{ path: '/api/v1/users', method: 'TRACE' as 'GET' }, /method/],
  [{ path: '/api/v1/users', client: 'none' }, /client: expected an existing client, got 'none'/],
])('sendRequest names the field of %j that is wrong', async (input, message) => {
  await expect(async () => control.sendRequest(input)).rejects.toThrow(message)
})

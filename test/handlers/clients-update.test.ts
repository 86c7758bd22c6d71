import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { fullUpdate, registered, serviceClient, webClient } from '../support/clients.ts'

const clients = '/oauth2/v1/clients'

/** How an update without a setting is refused: null is a value of most. */
const missing = (setting: string): string =>
  ['client_name', 'grant_types', 'token_endpoint_auth_method'].includes(setting)
    ? `${setting}: The field cannot be left blank`
    : `${setting}: The setting is missing: send null where the client has none`

async function client(target: TestOrg, settings = webClient()): Promise<{ id: string; path: string }> {
  const { client_id: id } = await registered(target, settings)
  return { id, path: `${clients}/${id}` }
}

test('an update with all settings answers 200 and the client, which reads the same afterwards', async () => {
  const target = testOrg()
  const { id, path } = await client(target)
  const update = await fullUpdate(target, id, {
    client_name: 'Store',
    redirect_uris: ['https://store.example.com/callback'],
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token', 'id_token'],
    logo_uri: 'https://store.example.com/logo.png',
  })
  const { status, headers, json } = await target.call('PUT', path, update)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json;charset=UTF-8')
  expect(json).toMatchObject(update)
  const { client_secret: _, ...shown } = json
  expect((await target.call('GET', path)).json).toEqual(shown)
})

test.each([
  'client_name',
  'redirect_uris',
  'response_types',
  'grant_types',
  'token_endpoint_auth_method',
  'initiate_login_uri',
  'jwks',
  'logo_uri',
  'policy_uri',
  'post_logout_redirect_uris',
  'request_object_signing_alg',
  'tos_uri',
])('an update without %s fails and changes nothing', async (setting) => {
  const target = testOrg()
  const { id, path } = await client(target)
  const before = await target.call('GET', path)
  const { [setting]: _, ...update } = await fullUpdate(target, id, { consent_method: 'TRUSTED' })
  const { status, json } = await target.call('PUT', path, update)
  expect(status).toBe(400)
  expect(json).toEqual({
    error: 'invalid_client_metadata',
    error_description: missing(setting),
  })
  expect((await target.call('GET', path)).json).toEqual(before.json)
})

test.each([
  'client_id',
  'application_type',
  'jwks_uri',
  'frontchannel_logout_uri',
  'frontchannel_logout_session_required',
  'client_uri',
  'consent_method',
])('an update may leave out %s', async (setting) => {
  const target = testOrg()
  const { id, path } = await client(
    target,
    webClient({ application_type: 'native', consent_method: 'TRUSTED' }),
  )
  const { [setting]: before, ...update } = await fullUpdate(target, id)
  const { status, json } = await target.call('PUT', path, update)
  expect(status).toBe(200)
  expect(json[setting]).toEqual(before)
})

test.each([
  { setting: 'jwks_uri', value: 'https://shop.example.com/keys' },
  { setting: 'frontchannel_logout_uri', value: 'https://shop.example.com/logout' },
  { setting: 'frontchannel_logout_session_required', value: false },
])('an update must hold $setting once the client has it', async ({ setting, value }) => {
  const target = testOrg()
  const { id, path } = await client(target, webClient({ [setting]: value }))
  const { [setting]: _, ...update } = await fullUpdate(target, id)
  expect((await target.call('PUT', path, update)).json.error_description).toBe(missing(setting))
  expect((await target.call('PUT', path, { ...update, [setting]: null })).json[setting]).toBeNull()
})

test('where required settings are enough, those that are left out become null or empty', async () => {
  const target = testOrg({ clientUpdate: 'required-settings' })
  const { id, path } = await client(
    target,
    webClient({
      logo_uri: 'https://shop.example.com/logo.png',
      post_logout_redirect_uris: ['https://shop.example.com/bye'],
    }),
  )
  const required = {
    client_name: 'Store',
    redirect_uris: ['https://shop.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_basic',
  }
  const { status, json } = await target.call('PUT', path, required)
  expect(status).toBe(200)
  expect(json).toMatchObject({ ...required, logo_uri: null, post_logout_redirect_uris: [] })
  for (const setting of Object.keys(required) as (keyof typeof required)[]) {
    const { [setting]: _, ...partial } = required
    expect((await target.call('PUT', path, partial)).json.error_description).toBe(missing(setting))
  }
  expect((await target.call('GET', `${clients}/${id}`)).json.client_name).toBe('Store')
})

test('an update with a name and nothing else fails', async () => {
  const target = testOrg()
  const { path } = await client(target)
  const { status, json } = await target.call('PUT', path, { client_name: 'Store' })
  expect(status).toBe(400)
  expect(json.error).toBe('invalid_client_metadata')
  expect((await target.call('GET', path)).json.client_name).toBe('Shop')
})

test.each([null, '', ' '])('an update with the name %j fails as one without it', async (client_name) => {
  const target = testOrg()
  const { id, path } = await client(target)
  const { status, json } = await target.call('PUT', path, await fullUpdate(target, id, { client_name }))
  expect(status).toBe(400)
  expect(json.error_description).toBe('client_name: The field cannot be left blank')
})

test.each([
  { sent: 'client_secret', value: 'x'.repeat(40) },
  { sent: 'client_secret_expires_at', value: 0 },
  { sent: 'client_id_issued_at', value: 1_767_605_400 },
])('an update that includes $sent fails', async ({ sent, value }) => {
  const target = testOrg()
  const { id, path } = await client(target)
  const update = await fullUpdate(target, id, { client_name: 'Store', [sent]: value })
  const { status, json } = await target.call('PUT', path, update)
  expect(status).toBe(400)
  expect(json).toEqual({
    error: 'invalid_client_metadata',
    error_description: `${sent}: Must not be specified`,
  })
  expect((await target.call('GET', path)).json.client_name).toBe('Shop')
})

test('read-only members that are null count as not sent', async () => {
  const target = testOrg()
  const nothing = { client_secret: null, client_secret_expires_at: null, client_id_issued_at: null }
  const { id, path } = await client(target, webClient({ client_id: null, ...nothing }))
  const update = await fullUpdate(target, id, { ...nothing, client_id: null })
  expect((await target.call('PUT', path, update)).status).toBe(200)
})

test('an update need not hold a setting of a feature that was turned off', async () => {
  const target = testOrg()
  const { id, path } = await client(target, webClient({ jwks_uri: 'https://shop.example.com/keys' }))
  target.org.settings.features = { earlyAccess: false, newerEngine: true }
  expect((await target.call('PUT', path, await fullUpdate(target, id))).status).toBe(200)
})

test('an update may include the id of the client, and no other', async () => {
  const target = testOrg()
  const { id, path } = await client(target)
  const update = await fullUpdate(target, id)
  expect(update.client_id).toBe(id)
  expect((await target.call('PUT', path, update)).status).toBe(200)
  const { status, json } = await target.call('PUT', path, { ...update, client_id: '0oaOther' })
  expect(status).toBe(400)
  expect(json.error_description).toBe('client_id: Cannot be changed')
  expect((await target.call('GET', `${clients}/0oaOther`)).status).toBe(401)
})

test('an update cannot change application_type', async () => {
  const target = testOrg()
  const { id, path } = await client(target)
  const update = await fullUpdate(target, id, { application_type: 'native' })
  const { status, json } = await target.call('PUT', path, update)
  expect(status).toBe(400)
  expect(json.error_description).toBe('application_type: Cannot be changed')
  expect((await target.call('PUT', path, { ...update, application_type: null })).json.application_type).toBe(
    'web',
  )
})

test('an update must follow the rules for the type of the client', async () => {
  const target = testOrg()
  const { id, path } = await client(target, serviceClient())
  for (const changes of [
    { grant_types: ['authorization_code'] },
    { response_types: ['id_token'] },
    { grant_types: ['client_credentials', 'password'] },
  ]) {
    const { application_type: _, ...update } = await fullUpdate(target, id, changes)
    expect((await target.call('PUT', path, update)).status).toBe(400)
  }
})

test('a setting that is sent as null is taken away', async () => {
  const target = testOrg()
  const { id, path } = await client(target, webClient({ logo_uri: 'https://shop.example.com/logo.png' }))
  const { json } = await target.call('PUT', path, await fullUpdate(target, id, { logo_uri: null }))
  expect(json.logo_uri).toBeNull()
  expect((await target.call('GET', path)).json.logo_uri).toBeNull()
})

test('an update leaves the id and the time of issue as they were', async () => {
  const target = testOrg()
  const { id, path } = await client(target)
  target.control.advanceClock({ by: '1h' })
  const { json } = await target.call('PUT', path, await fullUpdate(target, id))
  expect(json).toMatchObject({ client_id: id, client_id_issued_at: 1_767_605_400 })
})

test.each([
  { method: 'GET', body: undefined },
  { method: 'PUT', body: webClient() },
  { method: 'DELETE', body: undefined },
])('$method of an unknown client is 401 invalid_client', async ({ method, body }) => {
  const { status, headers, json } = await testOrg().call(method, `${clients}/0oaNobody`, body)
  expect(status).toBe(401)
  expect(json).toEqual({
    error: 'invalid_client',
    error_description: "Invalid value for 'client_id' parameter.",
  })
  expect(headers['content-type']).toBe('application/json;charset=UTF-8')
})

test('a deleted client is gone from reading, listing, updating and newSecret', async () => {
  const target = testOrg()
  const { id, path } = await client(target)
  const other = await client(target, webClient({ client_name: 'Other' }))
  const deleted = await target.call('DELETE', path)
  expect(deleted.status).toBe(204)
  expect(deleted.text).toBe('')
  expect((await target.call('GET', path)).status).toBe(401)
  expect((await target.call('DELETE', path)).status).toBe(401)
  expect((await target.call('PUT', path, webClient())).status).toBe(401)
  expect((await target.call('POST', `${path}/lifecycle/newSecret`)).status).toBe(404)
  const listed = await target.call('GET', clients)
  expect(listed.json.map((one: { client_id: string }) => one.client_id)).toEqual([other.id])
  expect(listed.text).not.toContain(id)
})

test('without a token every client operation is refused in its own style', async () => {
  const { call } = testOrg()
  for (const [method, path, body] of [
    ['POST', clients, webClient()],
    ['GET', clients, undefined],
    ['GET', `${clients}/x`, undefined],
    ['PUT', `${clients}/x`, webClient()],
    ['DELETE', `${clients}/x`, undefined],
  ] as const) {
    const { status, json } = await call(method, path, body, { authorization: undefined })
    expect(status).toBe(401)
    expect(json.error).toBe('invalid_token')
  }
  const secret = await call('POST', `${clients}/x/lifecycle/newSecret`, undefined, {
    authorization: undefined,
  })
  expect(secret.json.errorCode).toBe('E0000011')
})

import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { fullUpdate, registered, webClient } from '../support/clients.ts'

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
  const target = testOrg({ interpretations: { 'client-update-missing': 'required-settings' } })
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

test.each([null, '', ' '])('an update with the name %j fails as one without it', async (client_name) => {
  const target = testOrg()
  const { id, path } = await client(target)
  const { status, json } = await target.call('PUT', path, await fullUpdate(target, id, { client_name }))
  expect(status).toBe(400)
  expect(json.error_description).toBe('client_name: The field cannot be left blank')
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
  target.control.changeSettings({ features: { earlyAccess: false, newerEngine: true } })
  expect((await target.call('PUT', path, await fullUpdate(target, id))).status).toBe(200)
})

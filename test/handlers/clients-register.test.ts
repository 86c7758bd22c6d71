import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { fullUpdate, registered, serviceClient, webClient } from '../support/clients.ts'

const clients = '/oauth2/v1/clients'

test.each([
  'javascript:alert(1)',
  'JavaScript://shop.example.com/%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
])('no client is sent back to %s', async (uri) => {
  const target = testOrg()
  const { client_id: id } = await registered(target, webClient())
  for (const redirect_uris of [[uri], ['https://shop.example.com/callback', uri]]) {
    const setting = `redirect_uris.${redirect_uris.length - 1}`
    for (const reply of [
      await target.call('POST', clients, webClient({ redirect_uris })),
      await target.call('PUT', `${clients}/${id}`, await fullUpdate(target, id, { redirect_uris })),
    ]) {
      expect(reply.status).toBe(400)
      expect(reply.json).toEqual({
        error: 'invalid_redirect_uri',
        error_description: `${setting}: Must not have the scheme javascript or data or vbscript`,
      })
    }
  }
  const { status, json } = await target.call('POST', clients, webClient({ post_logout_redirect_uris: [uri] }))
  expect([status, json.error]).toEqual([400, 'invalid_client_metadata'])
  expect((await target.call('GET', clients)).json).toHaveLength(1)
})

test.each([
  { setting: 'redirect_uris', sent: null, shown: null },
  { setting: 'redirect_uris', sent: [], shown: [] },
  { setting: 'redirect_uris', sent: undefined, shown: [] },
  { setting: 'response_types', sent: null, shown: null },
  { setting: 'response_types', sent: [], shown: [] },
  { setting: 'response_types', sent: undefined, shown: ['code'] },
  { setting: 'post_logout_redirect_uris', sent: null, shown: null },
  { setting: 'post_logout_redirect_uris', sent: [], shown: [] },
  { setting: 'post_logout_redirect_uris', sent: undefined, shown: [] },
])('a service client sent $setting $sent shows $shown', async ({ setting, sent, shown }) => {
  const target = testOrg()
  const client = await registered(target, serviceClient({ [setting]: sent }))
  expect(client[setting]).toEqual(shown)
  const read = await target.call('GET', `${clients}/${client.client_id}`)
  expect(read.json[setting]).toEqual(shown)
})

test.each([
  'https://shop.example.com/callback',
  'http://localhost:8080/callback',
  'https://shop.example.com/callback?x=1&y=%20',
  'com.example.shop:/callback',
  'myapp://callback',
  'urn:ietf:wg:oauth:2.0:oob',
  'dataroom:/callback',
  'myapp:',
  'myapp://host:99999/%5Bx%5D',
  'http://[::1]:8080/callback',
])('%s may be a redirect URI', async (uri) => {
  expect((await registered(testOrg(), webClient({ redirect_uris: [uri] }))).redirect_uris).toEqual([uri])
})

test('settings that are not listed are ignored', async () => {
  const unlisted = { contacts: ['a@example.com'], 'client_name#ja': '店', scope: 'openid', hidden: 1 }
  const client = await registered(testOrg(), webClient(unlisted))
  for (const name of Object.keys(unlisted)) expect(client).not.toHaveProperty([name])
})

test('a member named like a property of every object is ignored too', async () => {
  const { call } = testOrg()
  const body = `{"__proto__":{"client_name":"Ghost"},"constructor":1,"redirect_uris":["https://a.example.com"]}`
  expect((await call('POST', clients, body)).json.error_description).toBe(
    'client_name: The field cannot be left blank',
  )
})

test('two clients may have the same name, unless the organisation says otherwise', async () => {
  const lenient = testOrg()
  await registered(lenient, webClient())
  await registered(lenient, webClient())
  const strict = testOrg({ interpretations: { 'client-name-unique': 'unique' } })
  const first = await registered(strict, webClient())
  const second = await registered(strict, webClient({ client_name: 'Other' }))
  const { status, json } = await strict.call('POST', clients, webClient({ client_name: 'SHOP' }))
  expect(status).toBe(400)
  expect(json).toEqual({
    error: 'invalid_client_metadata',
    error_description: 'client_name: An object with this field already exists in the current organization',
  })
  const { client_id_issued_at: _1, client_secret_expires_at: _2, client_secret: _3, ...settings } = first
  expect((await strict.call('PUT', `${clients}/${first.client_id}`, settings)).status).toBe(200)
  const taken = { ...settings, client_id: second.client_id }
  expect((await strict.call('PUT', `${clients}/${second.client_id}`, taken)).status).toBe(400)
})

test.each(['REQUIRED', 'TRUSTED'])('a client keeps consent_method %s', async (consent_method) => {
  expect((await registered(testOrg(), webClient({ consent_method }))).consent_method).toBe(consent_method)
})

test.each([
  { features: { earlyAccess: false }, lacking: ['jwks_uri', 'frontchannel_logout_uri'], kept: [] },
  {
    features: { newerEngine: false },
    lacking: ['frontchannel_logout_uri', 'frontchannel_logout_session_required'],
    kept: ['jwks_uri'],
  },
])('with $features a client has no $lacking', async ({ features, lacking, kept }) => {
  const target = testOrg({ features })
  const client = await registered(target, webClient(Object.fromEntries(lacking.map((name) => [name, null]))))
  const listed = await target.call('GET', clients)
  for (const name of lacking) {
    expect(client).not.toHaveProperty(name)
    expect(listed.json[0]).not.toHaveProperty(name)
    const value = name.endsWith('_required') ? true : 'https://shop.example.com/x'
    const { status, json } = await target.call('POST', clients, webClient({ [name]: value }))
    expect(status).toBe(400)
    expect(json.error_description).toMatch(new RegExp(`^${name}: .* is not enabled$`))
  }
  for (const name of kept) expect(client).toHaveProperty(name, null)
})

test('a reply follows features that are turned on while the organisation runs', async () => {
  const target = testOrg({ features: { earlyAccess: false } })
  const { client_id: id } = await registered(target, webClient())
  expect((await target.call('GET', `${clients}/${id}`)).json).not.toHaveProperty('jwks_uri')
  target.control.changeSettings({ features: { earlyAccess: true, newerEngine: true } })
  expect((await target.call('GET', `${clients}/${id}`)).json).toHaveProperty('jwks_uri', null)
})

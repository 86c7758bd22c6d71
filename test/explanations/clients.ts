import { fullUpdate, registered, rsaKey, serviceClient, webClient } from '../support/clients.ts'
import { type Case, on, type Refused } from './case.ts'

const reg =
  (c: object): Refused =>
  ({ call }) =>
    call('POST', '/oauth2/v1/clients', webClient(c as never))
const upd =
  (without: string[], changes: object = {}): Refused =>
  async (it) => {
    const c = await registered(it, webClient())
    const b = await fullUpdate(it, c.client_id, changes as never)
    for (const w of without) delete b[w]
    return it.call('PUT', `/oauth2/v1/clients/${c.client_id}`, b)
  }
const svc =
  (c: object): Refused =>
  ({ call }) =>
    call('POST', '/oauth2/v1/clients', serviceClient(c as never))
const keys = (...list: object[]): object => ({
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: list },
})
export const clients: readonly Case[] = [
  on('invalid-client', 'GET', ({ call }) => call('GET', '/oauth2/v1/clients/nobody')),
  on('invalid-client', 'PUT', ({ call }) => call('PUT', '/oauth2/v1/clients/nobody', webClient())),
  on('not-found', 'a new secret of an unknown client', ({ call }) =>
    call('POST', '/oauth2/v1/clients/nobody/lifecycle/newSecret'),
  ),
  on('secret-not-applicable', 'a public client', async (it) => {
    const c = await registered(it, webClient({ token_endpoint_auth_method: 'none' }))
    return it.call('POST', `/oauth2/v1/clients/${c.client_id}/lifecycle/newSecret`)
  }),
  on('secret-not-applicable', 'a client that signs with its secret', async (it) => {
    const c = await registered(it, webClient({ token_endpoint_auth_method: 'client_secret_jwt' }))
    return it.call('POST', `/oauth2/v1/clients/${c.client_id}/lifecycle/newSecret`)
  }),
  ...Object.entries<Refused>({
    'no name': reg({ client_name: undefined }),
    'a blank name': reg({ client_name: '  ' }),
    'a name that is a number': reg({ client_name: 7 }),
    'an update without a name': upd(['client_name']),
    'an update with a name that is null': upd([], { client_name: null }),
    'an update without settings that are null': upd(['logo_uri', 'tos_uri']),
    'an update without grant types': upd(['grant_types']),
    'several: an update without settings and with wrong ones': upd(['client_name', 'tos_uri'], {
      grant_types: ['magic'],
      policy_uri: 'x',
    }),
    'an update of the application type': upd([], { application_type: 'native' }),
    'an update of the id': upd([], { client_id: 'other' }),
    'an update with a secret': upd([], { client_secret: 'x' }),
    'an update with the time of issue': upd([], { client_id_issued_at: 1 }),
    'an update with the end of the secret': upd([], { client_secret_expires_at: 0 }),
    'an unknown application type': reg({ application_type: 'desktop' }),
    'what the service sets': reg({
      client_id: 'x',
      client_secret: 'y',
      client_id_issued_at: 1,
      client_secret_expires_at: 0,
    }),
    'a grant type of another application type': reg({ grant_types: ['authorization_code', 'password'] }),
    'a refresh token for a browser': reg({
      application_type: 'browser',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
    'client credentials for a native client': reg({
      application_type: 'native',
      grant_types: ['client_credentials'],
    }),
    'no authorization_code': reg({ grant_types: ['refresh_token'] }),
    'no grant type': reg({ grant_types: [] }),
    'an unknown grant type': reg({ grant_types: ['authorization_code', 'magic'] }),
    'grant types that are a text': reg({ grant_types: 'authorization_code' }),
    'no response type': reg({ response_types: [] }),
    'response types that are null': reg({ response_types: null }),
    'no code': reg({ response_types: ['id_token'] }),
    'an ID token for a service': svc({ response_types: ['id_token'] }),
    'no redirect URI': reg({ redirect_uris: [] }),
    'redirect URIs that are null': reg({ redirect_uris: null }),
    'a redirect URI that is a number': reg({ redirect_uris: [5] }),
    'addresses that are none': reg({
      client_uri: '/x',
      frontchannel_logout_uri: 'x',
      initiate_login_uri: 'ftp://a.example',
      jwks_uri: '//a.example',
      logo_uri: 'logo.png',
      policy_uri: '',
      tos_uri: 'javascript:x',
    }),
    'an address that is an object': reg({ logo_uri: {} }),
    'addresses after a sign-out': reg({
      post_logout_redirect_uris: [5, 'javascript:x', 'https://shop.example.com/#x', '/bye'],
    }),
    'a session that is a text': reg({ frontchannel_logout_session_required: 'yes' }),
    'an unknown algorithm': reg({ request_object_signing_alg: 'none' }),
    'an unknown way to authenticate': reg({ token_endpoint_auth_method: 'magic' }),
    'an unknown way to consent': reg({ consent_method: 'MAYBE' }),
    'no key': svc({ token_endpoint_auth_method: 'private_key_jwt' }),
    'an empty key set': svc(keys()),
    'a key set that is a list': reg({ jwks: [] }),
    'a key of an unknown type': svc(keys({ kty: 'oct' })),
    'half an RSA key': svc(keys(rsaKey({ n: undefined }))),
    'half an EC key': svc(keys({ kty: 'EC', x: 'x' })),
    'a private key': reg({ jwks: { keys: [rsaKey({ d: 'x' })] } }),
    'a key without an id among several': svc(keys(rsaKey({ kid: null }), rsaKey({ kid: 'b' }))),
    'two keys of one id': svc(keys(rsaKey(), rsaKey())),
    'two key sets': reg({ jwks: { keys: [rsaKey()] }, jwks_uri: 'https://a.example/keys' }),
    'a body that is a list': ({ call }) => call('POST', '/oauth2/v1/clients', []),
  }).map(([when, cause]) => on('invalid-client-metadata', when, cause)),
  on(
    'invalid-client-metadata',
    'a grant type of the newer engine',
    reg({ grant_types: ['authorization_code', 'interaction_code'] }),
    { features: { newerEngine: false } },
  ),
  on(
    'invalid-client-metadata',
    'a setting of the newer engine',
    reg({ frontchannel_logout_uri: 'https://a.example/out' }),
    { features: { newerEngine: false } },
  ),
  on('invalid-client-metadata', 'a feature that is off', reg({ jwks_uri: 'https://a.example/keys' }), {
    features: { earlyAccess: false },
  }),
  on('invalid-redirect-uri', 'a script', reg({ redirect_uris: ['javascript:alert(1)'] })),
  ...[
    'https://shop.example.com/callback#top',
    'https://shop.example.com/callback#',
    '/callback',
    'shop.example.com/callback',
    '//shop.example.com/callback',
    'https://',
    '',
    ' ',
  ].map((uri) => on('invalid-redirect-uri', JSON.stringify(uri), reg({ redirect_uris: [uri] }))),
]

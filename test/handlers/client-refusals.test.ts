import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { fullUpdate, registered, rsaKey, serviceClient, webClient } from '../support/clients.ts'

type Asked = (
  it: TestOrg,
) => Promise<{ readonly status: number; readonly json: { error_description: string } }>

const clients = '/oauth2/v1/clients'

const register =
  (body: object, options: object = {}): Asked =>
  ({ call, control }) => {
    control.changeSettings(options)
    return call('POST', clients, body)
  }

const web = (changes: object, options?: object): Asked => register(webClient(changes as never), options)
const service = (changes: object): Asked => register(serviceClient(changes as never))
const native = (changes: object): Asked => web({ application_type: 'native', ...changes })

const update =
  (changes: object): Asked =>
  async (it) => {
    const client = await registered(it, webClient())
    const body = await fullUpdate(it, client.client_id, changes as never)
    return it.call('PUT', `${clients}/${client.client_id}`, body)
  }

const keys = (...list: object[]): object => ({
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: list },
})

test.for<readonly [asked: Asked, said: string]>([
  [web({ client_name: undefined }), 'client_name: The field cannot be left blank'],
  [web({ client_name: '  ' }), 'client_name: The field cannot be left blank'],
  [
    web({ application_type: 'desktop' }),
    'application_type: Invalid option: expected one of "web"|"native"|"browser"|"service"',
  ],
  [
    web({ client_id: 'x', client_secret: 'y', client_id_issued_at: 1, client_secret_expires_at: 0 }),
    'client_id: Must not be specified; client_secret: Must not be specified',
  ],
  [
    web({ grant_types: ['authorization_code', 'password'] }),
    'grant_types: password is not valid for application_type web: use native',
  ],
  [
    web({ grant_types: ['refresh_token'] }),
    'grant_types: application_type web must include authorization_code',
  ],
  [web({ grant_types: [] }), 'grant_types: application_type web must include authorization_code'],
  [
    web({ grant_types: ['authorization_code', 'magic'] }),
    'grant_types.1: Invalid option: expected one of "authorization_code"|"client_credentials"|"implicit"|"interaction_code"|"password"|"refresh_token"|"urn:ietf:params:oauth:grant-type:device_code"|"urn:ietf:params:oauth:grant-type:saml2-bearer"|"urn:ietf:params:oauth:grant-type:token-exchange"',
  ],
  [web({ grant_types: 'authorization_code' }), 'grant_types: expected a list, got a text'],
  [
    web({ grant_types: ['authorization_code', 'interaction_code'] }, { features: { newerEngine: false } }),
    'grant_types: interaction_code needs the newer engine, which is not enabled',
  ],
  [
    web({ frontchannel_logout_uri: 'https://shop.example.com/out' }, { features: { newerEngine: false } }),
    'frontchannel_logout_uri: the newer engine is not enabled',
  ],
  [
    web({ jwks_uri: 'https://shop.example.com/keys' }, { features: { earlyAccess: false } }),
    'jwks_uri: early access is not enabled',
  ],
  [web({ response_types: [] }), 'response_types: At least one response type is required'],
  [web({ response_types: null }), 'response_types: At least one response type is required'],
  [
    web({ response_types: ['id_token'] }),
    'response_types: authorization_code among grant_types implies code',
  ],
  [
    service({ response_types: ['id_token'] }),
    'response_types: id_token is not valid for application_type service',
  ],
  [
    native({ grant_types: ['client_credentials'] }),
    'grant_types: client_credentials is not valid for application_type native: use service or web; grant_types: application_type native must include authorization_code',
  ],
  [
    web({ application_type: 'browser', grant_types: ['refresh_token', 'authorization_code'] }),
    'grant_types: refresh_token is not valid for application_type browser: use native or web',
  ],
  [web({ redirect_uris: [] }), 'redirect_uris: At least one redirect URI is required'],
  [web({ redirect_uris: null }), 'redirect_uris: At least one redirect URI is required'],
  [
    web({ redirect_uris: ['/cb', 'https://shop.example.com/#x', 'javascript:alert(1)'] }),
    'redirect_uris.0: Must be an absolute URI without a fragment; redirect_uris.1: Must be an absolute URI without a fragment; redirect_uris.2: Must not have the scheme javascript or data or vbscript',
  ],
  [web({ redirect_uris: [5] }), 'redirect_uris.0: expected a text, got a number'],
  [
    web({ logo_uri: 'nowhere', tos_uri: 'javascript:x', policy_uri: '', client_uri: '/x' }),
    'client_uri: Must be an absolute http or https URL; logo_uri: Must be an absolute http or https URL; policy_uri: Must be an absolute http or https URL; tos_uri: Must be an absolute http or https URL',
  ],
  [
    web({ post_logout_redirect_uris: ['javascript:x'], initiate_login_uri: 'x' }),
    'initiate_login_uri: Must be an absolute http or https URL; post_logout_redirect_uris.0: Must not have the scheme javascript or data or vbscript',
  ],
  [
    web({ post_logout_redirect_uris: [5, 'javascript:x', 'https://shop.example.com/#x', '/bye'] }),
    'post_logout_redirect_uris.0: expected a text, got a number; post_logout_redirect_uris.1: Must not have the scheme javascript or data or vbscript; post_logout_redirect_uris.3: Must be an absolute URI',
  ],
  [
    web({ request_object_signing_alg: 'none' }),
    'request_object_signing_alg: Invalid option: expected one of "HS256"|"HS384"|"HS512"|"RS256"|"RS384"|"RS512"|"ES256"|"ES384"|"ES512"',
  ],
  [
    web({ token_endpoint_auth_method: 'magic' }),
    'token_endpoint_auth_method: Invalid option: expected one of "none"|"client_secret_post"|"client_secret_basic"|"client_secret_jwt"|"private_key_jwt"',
  ],
  [web({ consent_method: 'MAYBE' }), 'consent_method: Invalid option: expected one of "REQUIRED"|"TRUSTED"'],
  [
    service({ token_endpoint_auth_method: 'private_key_jwt' }),
    'jwks: private_key_jwt needs jwks with a key, or jwks_uri',
  ],
  [service(keys()), 'jwks: private_key_jwt needs jwks with a key, or jwks_uri'],
  [service(keys({ kty: 'oct' })), 'jwks.keys.0.kty: Invalid option: expected one of "RSA"|"EC"'],
  [service(keys({ kty: 'RSA', e: 'AQAB' })), 'jwks.keys.0.n: The field cannot be left blank when kty is RSA'],
  [service(keys({ kty: 'EC', x: 'x' })), 'jwks.keys.0.y: The field cannot be left blank when kty is EC'],
  [service(keys(rsaKey({ d: 'secret' }))), 'jwks.keys.0.d: A key set holds public keys only'],
  [
    service(keys(rsaKey({ kid: null }), rsaKey({ kid: 'b' }))),
    'jwks.keys.0.kid: The field cannot be left blank in a set of several keys',
  ],
  [service(keys(rsaKey(), rsaKey())), 'jwks.keys.1.kid: The set has another key with this kid'],
  [
    service({ ...keys(rsaKey()), jwks_uri: 'https://shop.example.com/keys' }),
    'jwks: Cannot be combined with jwks_uri',
  ],
  [
    update({ client_name: undefined, redirect_uris: undefined }),
    'client_name: The field cannot be left blank; redirect_uris: The setting is missing: send null where the client has none',
  ],
  [update({ client_id: 'other' }), 'client_id: Cannot be changed'],
  [update({ application_type: 'native' }), 'application_type: Cannot be changed'],
  [update({ client_secret: 'x' }), 'client_secret: Must not be specified'],
  [update({ client_id_issued_at: 1 }), 'client_id_issued_at: Must not be specified'],
  [update({ client_secret_expires_at: 0 }), 'client_secret_expires_at: Must not be specified'],
])('a client %# is refused with the exact text', async ([asked, said]) => {
  const it = testOrg()
  const { status, json } = await asked(it)
  expect(status).toBe(400)
  expect(json.error_description).toBe(said)
})

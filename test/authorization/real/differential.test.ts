import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anything, callback, served, type Served } from './served.ts'

/** An authorization server under test: ours, or oidc-provider with the same clients. */
interface Side {
  readonly paths: Readonly<
    Record<'authorize' | 'token' | 'introspect' | 'revoke' | 'userinfo' | 'device', string>
  >
  readonly shop: { readonly id: string; readonly secret: string }
  readonly app: { readonly id: string }
  readonly spa: { readonly id: string }
}

let ours: Side
let theirs: Side
let server: Served
let other: Server

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

beforeAll(async () => {
  server = await served()
  const shop = server.client({})
  const app = server.client({
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', deviceGrant],
  })
  const spa = server.client({
    application_type: 'browser',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'id_token', 'token'],
  })
  const base = `${server.url}/oauth2/v1`
  ours = {
    paths: {
      authorize: `${base}/authorize`,
      token: `${base}/token`,
      introspect: `${base}/introspect`,
      revoke: `${base}/revoke`,
      userinfo: `${base}/userinfo`,
      device: `${base}/device/authorize`,
    },
    shop: { id: shop.client_id, secret: shop.client_secret },
    app: { id: app.client_id },
    spa: { id: spa.client_id },
  }
  other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const common = { redirect_uris: [callback] }
  const provider = new Provider(url, {
    clients: [
      {
        ...common,
        client_id: 'shop',
        client_secret: 'secret-of-the-shop',
        grant_types: ['authorization_code', 'refresh_token'],
      },
      {
        ...common,
        client_id: 'app',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', deviceGrant],
      },
      {
        ...common,
        redirect_uris: ['https://spa.example.com/callback'],
        client_id: 'spa',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'implicit'],
        response_types: ['code', 'id_token', 'id_token token'],
      },
    ],
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      requestObjects: { enabled: true },
    },
    responseTypes: [
      'code',
      'id_token',
      'id_token token',
      'code id_token',
      'code token',
      'code id_token token',
      'none',
    ],
    interactions: { url: () => '/interaction' },
    cookies: { keys: ['x'] },
    jwks: await keySet(),
  } as Anything)
  other.on('request', provider.callback())
  theirs = {
    paths: {
      authorize: `${url}/auth`,
      token: `${url}/token`,
      introspect: `${url}/token/introspection`,
      revoke: `${url}/token/revocation`,
      userinfo: `${url}/me`,
      device: `${url}/device/auth`,
    },
    shop: { id: 'shop', secret: 'secret-of-the-shop' },
    app: { id: 'app' },
    spa: { id: 'spa' },
  }
})

afterAll(async () => {
  await server.close()
  other.closeAllConnections()
  other.close()
})

async function keySet(): Promise<Anything> {
  const { exportJWK, generateKeyPair } = await import('jose')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }] }
}

type Form = Readonly<Record<string, string>>

const basic = ({ shop }: Side, secret = shop.secret): Form => ({
  authorization: `Basic ${btoa(`${shop.id}:${secret}`)}`,
})

const post = async (url: string, form: Form, headers: Form = {}): Promise<string> => {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers })
  const text = await reply.text()
  return `${reply.status} ${text.startsWith('{') ? JSON.parse(text).error : ''}`.trim()
}

const authorize = async (side: Side, client: 'shop' | 'app' | 'spa', changes: Form): Promise<string> => {
  const redirect = client === 'spa' && side === theirs ? 'https://spa.example.com/callback' : callback
  const url = new URL(side.paths.authorize)
  const all = {
    client_id: side[client].id,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    ...changes,
  }
  for (const [name, value] of Object.entries(all)) if (value !== '') url.searchParams.set(name, value)
  const reply = await fetch(url, { redirect: 'manual' })
  const location = reply.headers.get('location')
  if (location === null) return `page ${reply.status}`
  const [, text = ''] = location.split(/[?#](.*)/s)
  return new URLSearchParams(text).get('error') ?? 'interaction'
}

const challenge = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

const cases: Readonly<Record<string, (side: Side) => Promise<string>>> = {
  'token: no grant type': (side) => post(side.paths.token, {}, basic(side)),
  'token: unknown grant type': (side) => post(side.paths.token, { grant_type: 'x' }, basic(side)),
  'token: grant type that is not registered': (side) =>
    post(side.paths.token, { grant_type: 'client_credentials' }, basic(side)),
  'token: wrong secret': (side) => post(side.paths.token, { grant_type: 'x' }, basic(side, 'wrong')),
  'token: no client': (side) => post(side.paths.token, { grant_type: 'authorization_code', code: 'x' }),
  'token: unknown client': (side) =>
    post(side.paths.token, { grant_type: 'authorization_code', code: 'x', client_id: 'nobody' }),
  'token: two ways at once': (side) =>
    post(
      side.paths.token,
      { grant_type: 'x', client_id: side.shop.id, client_secret: side.shop.secret },
      basic(side),
    ),
  'token: unknown code': (side) =>
    post(
      side.paths.token,
      { grant_type: 'authorization_code', code: 'x', redirect_uri: callback },
      basic(side),
    ),
  'token: no code': (side) =>
    post(side.paths.token, { grant_type: 'authorization_code', redirect_uri: callback }, basic(side)),
  'token: unknown refresh token': (side) =>
    post(side.paths.token, { grant_type: 'refresh_token', refresh_token: 'x' }, basic(side)),
  'token: no refresh token': (side) => post(side.paths.token, { grant_type: 'refresh_token' }, basic(side)),
  'token: unknown device code': (side) =>
    post(side.paths.token, { grant_type: deviceGrant, device_code: 'x', client_id: side.app.id }),
  'introspect: no client': (side) => post(side.paths.introspect, { token: 'x' }),
  'introspect: no token': (side) => post(side.paths.introspect, {}, basic(side)),
  'introspect: unknown token': (side) => post(side.paths.introspect, { token: 'x' }, basic(side)),
  'revoke: no client': (side) => post(side.paths.revoke, { token: 'x' }),
  'revoke: no token': (side) => post(side.paths.revoke, {}, basic(side)),
  'revoke: unknown token': (side) => post(side.paths.revoke, { token: 'x' }, basic(side)),
  'userinfo: made-up token': (side) => post(side.paths.userinfo, {}, { authorization: 'Bearer x' }),
  'userinfo: token in two ways': (side) =>
    post(side.paths.userinfo, { access_token: 'x' }, { authorization: 'Bearer x' }),
  'userinfo: no token': (side) => post(side.paths.userinfo, {}),
  'device: client that is not registered for it': (side) =>
    post(side.paths.device, { client_id: side.shop.id, scope: 'openid' }, basic(side)),
  'authorize: unknown client': (side) => authorize(side, 'shop', { client_id: 'nobody' }),
  'authorize: redirect URI that is not registered': (side) =>
    authorize(side, 'shop', { redirect_uri: 'https://x.example.com/' }),
  'authorize: no redirect URI': (side) => authorize(side, 'shop', { redirect_uri: '' }),
  'authorize: no response type': (side) => authorize(side, 'shop', { response_type: '' }),
  'authorize: unknown response type': (side) => authorize(side, 'shop', { response_type: 'x' }),
  'authorize: response type that is not registered': (side) =>
    authorize(side, 'shop', { response_type: 'id_token', nonce: 'n' }),
  'authorize: unknown scope': (side) => authorize(side, 'shop', { scope: 'openid x' }),
  'authorize: unknown prompt': (side) => authorize(side, 'shop', { prompt: 'x' }),
  'authorize: prompt=none with another': (side) => authorize(side, 'shop', { prompt: 'none login' }),
  'authorize: prompt=none': (side) => authorize(side, 'shop', { prompt: 'none' }),
  'authorize: max_age that is none': (side) => authorize(side, 'shop', { max_age: 'x' }),
  'authorize: unknown response mode': (side) => authorize(side, 'shop', { response_mode: 'x' }),
  'authorize: ID token without nonce': (side) => authorize(side, 'spa', { response_type: 'id_token' }),
  'authorize: tokens in the query': (side) =>
    authorize(side, 'spa', { response_type: 'id_token', nonce: 'n', response_mode: 'query' }),
  'authorize: public client without challenge': (side) => authorize(side, 'app', {}),
  'authorize: plain challenge': (side) =>
    authorize(side, 'app', { ...challenge, code_challenge_method: 'plain' }),
  'authorize: challenge of a wrong form': (side) =>
    authorize(side, 'app', { ...challenge, code_challenge: 'short' }),
  'authorize: challenge': (side) => authorize(side, 'app', challenge),
  'authorize: request object that is none': (side) => authorize(side, 'shop', { request: 'x' }),
  'authorize: request object by reference': (side) =>
    authorize(side, 'shop', { request_uri: 'https://x.example.com/' }),
  'authorize: registration': (side) => authorize(side, 'shop', { registration: '{}' }),
  'authorize: hint that is none': (side) => authorize(side, 'shop', { id_token_hint: 'x' }),
}

/** Where the two differ, and the section or decision that says why. */
const differences: Readonly<Record<string, readonly [ours: string, theirs: string, why: string]>> = {
  'token: grant type that is not registered': [
    '400 unauthorized_client',
    '400 invalid_request',
    'RFC 6749, section 5.2: the client is not authorized to use this grant type',
  ],
  'token: no client': [
    '401 invalid_client',
    '400 invalid_request',
    'RFC 6749, section 5.2: no client authentication included',
  ],
  'introspect: no client': ['401 invalid_client', '400 invalid_request', 'RFC 7662, section 2.3'],
  'revoke: no client': ['401 invalid_client', '400 invalid_request', 'RFC 7009, section 2.1'],
  'revoke: unknown token': ['200 undefined', '200', 'decision: revocation-reply'],
  'device: client that is not registered for it': [
    '400 unauthorized_client',
    '400 invalid_request',
    'RFC 8628, section 3.2, has the errors of RFC 6749, section 5.2',
  ],
  'authorize: no redirect URI': [
    'page 400',
    'interaction',
    'decision redirect-uri-ports: OpenID Connect Core 1.0, section 3.1.2.1, requires it',
  ],
  'authorize: response type that is not registered': [
    'unauthorized_client',
    'invalid_request',
    'RFC 6749, section 4.1.2.1: not authorized to request a code by this method',
  ],
  'authorize: unknown scope': [
    'invalid_scope',
    'interaction',
    'RFC 6749, section 4.1.2.1; decision unknown-scopes',
  ],
  'authorize: unknown response mode': [
    'invalid_request',
    'unsupported_response_mode',
    'OAuth 2.0 Multiple Response Types names no error of its own',
  ],
}

test.each(Object.keys(cases))('%s', async (name) => {
  const [mine, others] = await Promise.all([cases[name]!(ours), cases[name]!(theirs)])
  const [expected, difference] = differences[name] ?? [others, others]
  expect([mine, others]).toEqual([expected, difference])
})

import fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { operations } from '../../src/contract/operations/index.ts'
import {
  type Anything,
  asPublic,
  basic,
  base,
  callback,
  client,
  codeFor,
  hiddenFields,
  oauthOrg,
  type OAuthOrg,
  pkce,
  verifier,
} from '../support/oauth.ts'
import { runs } from '../support/runs.ts'

const scope = 'svc.users.manage svc.groups.manage svc.clients.manage'

async function assertion(id: string, key: CryptoKey, claims: object = {}, alg = 'RS256'): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    iss: id,
    sub: id,
    aud: `${base}/oauth2/v1/token`,
    iat: now,
    exp: now + 300,
    jti: crypto.randomUUID(),
    ...claims,
  })
    .setProtectedHeader({ alg })
    .sign(key)
}

async function privateKeyClient(): Promise<{ target: OAuthOrg; job: Anything; key: CryptoKey }> {
  const target = await oauthOrg()
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const job = await client(target, {
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [await exportJWK(publicKey)] },
  })
  return { target, job, key: privateKey }
}

const asked = (client_assertion: string) => ({
  grant_type: 'client_credentials',
  scope,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion,
})

test('an SDK in private-key mode may call all operations that take a token', async () => {
  const { target, job, key } = await privateKeyClient()
  const issued = await target.post('token', asked(await assertion(job.client_id, key)), { dpop: 'tolerated' })
  expect(issued.json.token_type).toBe('Bearer')
  const authorization = `Bearer ${issued.json.access_token}`
  expect(operations).toHaveLength(57)
  for (const { name, method, path, auth } of operations) {
    if (auth === 'session') continue
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    const body = method === 'GET' ? undefined : {}
    const { status, json } = await target.call(method, url, body, { authorization })
    const code = json?.errorCode ?? json?.error
    expect(
      ['E0000011', 'E0000006', 'insufficient_scope', 'invalid_token'],
      `${name} ${status}`,
    ).not.toContain(code)
  }
})

test('an assertion holds by either clock, and for the present keys only', async () => {
  const { target, job, key } = await privateKeyClient()
  const byOrg = Math.floor(target.org.clock.now() / 1000)
  const own = { iat: byOrg, exp: byOrg + 300 }
  expect((await target.post('token', asked(await assertion(job.client_id, key, own)))).status).toBe(200)
  expect((await target.post('token', asked(await assertion(job.client_id, key)))).status).toBe(200)
  const other = await generateKeyPair('RS256')
  const reply = await target.post('token', asked(await assertion(job.client_id, other.privateKey)))
  expect(reply.json.error).toBe('invalid_client')
})

const endings: readonly (readonly [string, (target: OAuthOrg, app: Anything) => unknown])[] = [
  ['the user is suspended', ({ call, userId }) => call('POST', `/api/v1/users/${userId}/lifecycle/suspend`)],
  [
    'the user is deactivated',
    ({ call, userId }) => call('POST', `/api/v1/users/${userId}/lifecycle/deactivate`),
  ],
  [
    'its sessions and tokens are cleared',
    ({ call, userId }) => call('DELETE', `/api/v1/users/${userId}/sessions?oauthTokens=true`),
  ],
  [
    'the refresh tokens are revoked',
    ({ call, userId }, app) => call('DELETE', `/api/v1/users/${userId}/clients/${app.client_id}/tokens`),
  ],
  ['the grants are revoked', ({ call, userId }) => call('DELETE', `/api/v1/users/${userId}/grants`)],
  [
    'the client is deactivated',
    ({ control }, app) => control.setApplication({ application: app.client_id, status: 'INACTIVE' }),
  ],
  ['the client is deleted', ({ call }, app) => call('DELETE', `/oauth2/v1/clients/${app.client_id}`)],
  [
    'the scope is deactivated',
    ({ control }) => control.setScope({ scope: 'svc.users.read', status: 'INACTIVE' }),
  ],
]

test.each(endings)(
  'once %s, nothing works any more: API, UserInfo, introspection, refresh',
  async (_, end) => {
    const target = await oauthOrg()
    const resource = await client(target)
    const app = await client(target, { ...asPublic, consent_method: 'REQUIRED' })
    const tokens: Anything = await target.control.authorize({
      user: target.login,
      client: app.client_id,
      scopes: ['openid', 'offline_access', 'svc.users.read'],
    })
    const authorization = `Bearer ${tokens.access_token}`
    const look = async () => ({
      api: (await target.call('GET', '/api/v1/users/me', undefined, { authorization })).status,
      userinfo: (await target.open(`${target.at}/userinfo`, { authorization })).status,
      active: (await target.post('introspect', { token: tokens.access_token }, basic(resource))).json.active,
      refreshActive: (await target.post('introspect', { token: tokens.refresh_token }, basic(resource))).json
        .active,
    })
    expect(await look()).toEqual({ api: 200, userinfo: 200, active: true, refreshActive: true })
    await end(target, app)
    expect(await look()).toEqual({ api: 401, userinfo: 401, active: false, refreshActive: false })
    const form = {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: app.client_id,
    }
    expect((await target.post('token', form)).status).toBeGreaterThanOrEqual(400)
  },
)

// Pending codes stay valid when the refresh tokens are revoked.
const endingsOfCodes = endings.filter(([name]) => name !== 'the refresh tokens are revoked')

test.each(endingsOfCodes)(
  'once %s, a code that waits is worth nothing, nor is one of a device',
  async (_, end) => {
    const target = await oauthOrg()
    const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
    const app = await client(target, {
      ...asPublic,
      consent_method: 'REQUIRED',
      grant_types: ['authorization_code', 'refresh_token', grantType],
    })
    const scopes = ['openid', 'offline_access', 'svc.users.read']
    target.control.grantConsent({ user: target.login, client: app.client_id, scopes })
    const scope = scopes.join(' ')
    const codeForm = async () => ({
      grant_type: 'authorization_code',
      code: await codeFor(target, app.client_id, { ...pkce, scope }),
      redirect_uri: callback,
      client_id: app.client_id,
      code_verifier: verifier,
    })
    const deviceForm = async () => {
      const begun = await target.post('device/authorize', { client_id: app.client_id, scope })
      const { cookie } = target
      const page = await target.open(begun.json.verification_uri_complete, { cookie })
      const { device_code } = begun.json
      await target.post('/activate', { ...hiddenFields(page), decision: 'allow' }, { cookie })
      return { grant_type: grantType, device_code, client_id: app.client_id }
    }
    for (const form of [await codeForm(), await deviceForm()]) {
      expect((await target.post('token', form)).status, form.grant_type).toBe(200)
    }
    const waiting = [await codeForm(), await deviceForm()]
    await end(target, app)
    for (const form of waiting) {
      const reply = await target.post('token', form)
      expect([form.grant_type, reply.status < 500, reply.json.error]).toEqual([
        form.grant_type,
        true,
        expect.stringMatching(/^(invalid_grant|invalid_client|unauthorized_client)$/),
      ])
    }
  },
)

const names = [
  'grant_type',
  'client_id',
  'code',
  'redirect_uri',
  'scope',
  'token',
  'response_type',
  'prompt',
  'request',
  'id_token_hint',
  'response_mode',
  'code_challenge',
  'client_assertion',
  'refresh_token',
  'device_code',
  'user_code',
  'interaction',
  'decision',
  'token',
  'post_logout_redirect_uri',
  'max_age',
  'username',
  'password',
  '__proto__',
]
const paths = [
  'authorize',
  'token',
  'userinfo',
  'introspect',
  'revoke',
  'logout',
  'keys',
  'device/authorize',
  '/activate',
  '/signin',
  '/signout',
  '/oauth2/default/v1/token',
  '/oauth2/%00/v1/token',
  '/.well-known/openid-configuration/x',
]

test('no input makes an endpoint fail', async () => {
  const target = await oauthOrg()
  const shop = await client(target, {
    grant_types: ['authorization_code', 'refresh_token', 'implicit'],
    response_types: ['code', 'token', 'id_token'],
  })
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      shop.client_id,
      callback,
      'code',
      'id_token token',
      'openid',
      'form_post',
      'svc_post_message',
      'authorization_code',
      'none',
      'login',
      'a.b.c',
      'e30.e30.e30',
      '🦊',
      'toString',
      '[]',
      '{}',
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 8 }),
      fc.option(value, { nil: undefined }),
      fc.boolean(),
      async (path, isPost, given, header, isKnown) => {
        const form = Object.fromEntries(
          isKnown ? [['client_id', shop.client_id], ['redirect_uri', callback], ...given] : given,
        )
        const authorization = header === undefined ? undefined : `Basic ${header}`
        const url = path.startsWith('/') ? path : `${target.at}/${path}`
        const headers = { cookie: target.cookie, authorization }
        // An error that is ours is thrown.
        const reply = isPost
          ? await target.post(url, form, headers)
          : await target.open(`${url}?${new URLSearchParams(form)}`, headers)
        expect(reply.status).toBeLessThan(500)
      },
    ),
    { numRuns: runs(400) },
  )
})

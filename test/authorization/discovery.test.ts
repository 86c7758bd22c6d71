import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
type Anything = any

const base = 'https://svc.example.com'

async function read({ call }: TestOrg, path: string): Promise<Anything> {
  const reply = await call('GET', path, undefined, { authorization: undefined })
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json')
  return reply.json
}

async function issued(target: TestOrg, more: object = {}): Promise<Anything> {
  const mine = await parties(target)
  const tokens = (await target.control.issueTokens({
    user: mine.userId,
    client: mine.clientId,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    ...more,
  })) as Anything
  return { ...tokens, ...mine }
}

async function verify(target: TestOrg, token: string, path = '/oauth2/v1/keys'): Promise<Anything> {
  const keys = createLocalJWKSet(await read(target, path))
  const currentDate = new Date(target.org.clock.now())
  return (await jwtVerify(token, keys, { currentDate, algorithms: ['RS256'] })).payload
}

test('an access token verifies with the key set and carries its claims', async () => {
  const target = testOrg()
  const tokens = await issued(target)
  expect(await verify(target, tokens.access_token)).toEqual({
    ver: 1,
    jti: expect.stringMatching(/^oat/),
    iss: base,
    aud: base,
    sub: tokens.login,
    iat: 1_767_605_400,
    exp: 1_767_605_400 + 3600,
    cid: tokens.clientId,
    uid: tokens.userId,
    scp: ['openid', 'profile', 'email', 'offline_access'],
  })
})

test('an ID token verifies with the key set and names the user who signed in', async () => {
  const target = testOrg()
  const tokens = await issued(target, { nonce: 'n-0S6_WzA2Mj' })
  expect(await verify(target, tokens.id_token)).toMatchObject({
    iss: base,
    aud: tokens.clientId,
    sub: tokens.userId,
    nonce: 'n-0S6_WzA2Mj',
    name: 'Isaac Brock',
    preferred_username: tokens.login,
    email: tokens.login,
    iat: 1_767_605_400,
    exp: 1_767_605_400 + 3600,
  })
  expect(decodeProtectedHeader(tokens.id_token)).toEqual({ alg: 'RS256', kid: expect.any(String) })
})

test('there is no ID token without openid, and no claim without its scope', async () => {
  const target = testOrg()
  expect(await issued(target, { scopes: ['profile'] })).not.toHaveProperty('id_token')
  const { id_token: bare } = await issued(target, { scopes: ['openid'] })
  expect(decodeJwt(bare)).not.toHaveProperty('email')
  expect(decodeJwt(bare)).not.toHaveProperty('name')
})

test('the key set holds public members only', async () => {
  const { keys } = await read(testOrg(), '/oauth2/v1/keys')
  expect(keys).toEqual([
    {
      kty: 'RSA',
      alg: 'RS256',
      use: 'sig',
      kid: expect.any(String),
      e: 'AQAB',
      n: expect.stringMatching(/^[\w-]{342}$/),
    },
  ])
})

test('a token that was changed, or is over, does not verify', async () => {
  const target = testOrg()
  const { access_token: token } = await issued(target)
  const [head, payload, signature] = token.split('.') as [string, string, string]
  const forged = btoa(atob(payload.replaceAll('-', '+').replaceAll('_', '/')).replace('openid', 'admin1'))
  await expect(verify(target, `${head}.${forged.replaceAll('=', '')}.${signature}`)).rejects.toThrow()
  target.control.advanceClock({ by: '1h' })
  await expect(verify(target, token)).rejects.toThrow(/exp/)
})

test('tokens verify across a rotation of keys, and a reset', async () => {
  const target = testOrg({ seed: 'rotation' })
  const before = await issued(target)
  await target.control.rotateSigningKeys()
  const after = await issued(target)
  const [first, second] = [before, after].map(({ access_token: token }) => decodeProtectedHeader(token).kid)
  expect(first).not.toBe(second)
  const { keys } = await read(target, '/oauth2/v1/keys')
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([second, first])
  await verify(target, before.access_token)
  await verify(target, after.access_token)
  target.control.reset()
  await verify(target, before.access_token)
})

test('organisations with another seed or address have other keys', async () => {
  const kid = async (options: object): Promise<string> =>
    (await read(testOrg(options), '/oauth2/v1/keys')).keys[0].kid
  const first = await kid({ seed: 'a' })
  expect(await kid({ seed: 'a' })).toBe(first)
  expect(await kid({ seed: 'b' })).not.toBe(first)
  expect(await kid({ seed: 'a', baseUrl: 'https://other.example.com' })).not.toBe(first)
})

test('another authorization server has an issuer, metadata and keys of its own address', async () => {
  const target = testOrg()
  const { id } = target.control.createAuthorizationServer({
    name: 'Cars',
    audience: 'api://cars',
  }) as Anything
  const tokens = await issued(target, { authorizationServer: id })
  const payload = await verify(target, tokens.access_token, `/oauth2/${id}/v1/keys`)
  expect(payload).toMatchObject({ iss: `${base}/oauth2/${id}`, aud: 'api://cars' })
  const metadata = await read(target, `/oauth2/${id}/.well-known/openid-configuration`)
  expect(metadata).toMatchObject({
    issuer: `${base}/oauth2/${id}`,
    jwks_uri: `${base}/oauth2/${id}/v1/keys`,
  })
  target.control.deactivateAuthorizationServer({ authorizationServer: id })
  expect(await target.call('GET', `/oauth2/${id}/v1/keys`)).toMatchObject({ status: 404 })
})

test.each(['/oauth2/v1/clientsandmore', '/oauth2/ausNone/v1/keys', '/constructor', '/oauth2/x/toString'])(
  'answers 404 at %s',
  async (path) => {
    expect(await testOrg().call('GET', path)).toMatchObject({ status: 404 })
  },
)

test('links and issuers follow the base URL', async () => {
  const target = testOrg()
  const mine = await parties(target)
  target.control.grantConsent({ user: mine.userId, client: mine.clientId, scopes: ['openid'] })
  target.org.baseUrl = 'http://localhost:4010/'
  const [grant] = (await target.call('GET', mine.grants)).json
  expect(grant.issuer).toBe('http://localhost:4010')
  expect(grant._links.self.href).toBe(`http://localhost:4010${mine.grants}/${grant.id}`)
})

test.for([
  ['/.well-known/openid-configuration', base, `${base}/oauth2/v1`, ['svc.users.read']],
  ['/oauth2/cars/.well-known/openid-configuration', `${base}/oauth2/cars`, `${base}/oauth2/cars/v1`, []],
] as const)('%s tells all that the server can do, and nothing else', async ([path, issuer, below, more]) => {
  const target = testOrg()
  target.control.createAuthorizationServer({ name: 'Cars', id: 'cars' })
  target.control.createScope({ name: 'gone', authorizationServer: 'cars' })
  target.control.deactivateScope({ scope: 'gone', authorizationServer: 'cars' })
  const { scopes_supported: scopes, ...metadata } = await read(target, path)
  expect(scopes).toEqual(
    expect.arrayContaining([
      'openid',
      'profile',
      'email',
      'address',
      'phone',
      'offline_access',
      'groups',
      ...more,
    ]),
  )
  expect(scopes).not.toContain('gone')
  const algorithms = 'HS256 HS384 HS512 RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512'.split(' ')
  const methods = [
    'none',
    'client_secret_post',
    'client_secret_basic',
    'client_secret_jwt',
    'private_key_jwt',
  ]
  const sorted = Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      name.includes('auth_methods') ? (value as string[]).toSorted() : value,
    ]),
  )
  expect(sorted).toEqual({
    issuer,
    authorization_endpoint: `${below}/authorize`,
    token_endpoint: `${below}/token`,
    userinfo_endpoint: `${below}/userinfo`,
    jwks_uri: `${below}/keys`,
    registration_endpoint: `${base}/oauth2/v1/clients`,
    introspection_endpoint: `${below}/introspect`,
    revocation_endpoint: `${below}/revoke`,
    end_session_endpoint: `${below}/logout`,
    device_authorization_endpoint: `${below}/device/authorize`,
    response_types_supported: [
      'code',
      'token',
      'id_token',
      'id_token token',
      'code id_token',
      'code token',
      'code id_token token',
    ],
    response_modes_supported: ['query', 'fragment', 'form_post', 'svc_post_message'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'password',
      'urn:ietf:params:oauth:grant-type:device_code',
      'implicit',
    ],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    request_object_signing_alg_values_supported: algorithms,
    token_endpoint_auth_methods_supported: methods.toSorted(),
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    introspection_endpoint_auth_methods_supported: methods.toSorted(),
    introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: methods.toSorted(),
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    code_challenge_methods_supported: ['S256'],
    claim_types_supported: ['normal'],
    claims_supported: (
      'sub name given_name family_name middle_name nickname preferred_username profile zoneinfo locale email ' +
      'updated_at email_verified phone_number phone_number_verified address groups iss aud exp iat auth_time amr ' +
      'nonce sid'
    ).split(' '),
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_parameter_supported: false,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
  })
})

test('pages of any origin may read public data, and trusted origins also with credentials', async () => {
  const target = testOrg()
  target.control.changeSettings({ trustedOrigins: ['https://trusted.example.com'] })
  const headersFor = async (origin: string | undefined) => {
    const { headers } = await target.call('GET', '/oauth2/v1/keys', undefined, {
      authorization: undefined,
      origin,
    })
    return Object.fromEntries(Object.entries(headers).filter(([name]) => /^access-control|^vary/.test(name)))
  }
  expect(await headersFor(undefined)).toEqual({ 'access-control-allow-origin': '*' })
  expect(await headersFor('https://other.example.com')).toEqual({
    'access-control-allow-origin': '*',
    vary: 'Origin',
  })
  expect(await headersFor('https://trusted.example.com')).toMatchObject({
    'access-control-allow-origin': 'https://trusted.example.com',
    'access-control-allow-credentials': 'true',
  })
})

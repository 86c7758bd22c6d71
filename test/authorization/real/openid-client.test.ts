import { exportJWK, generateKeyPair } from 'jose'
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'
import { Browser, callback, served, type Served } from './served.ts'

const options = { execute: [oidc.allowInsecureRequests] }
const scope = 'openid profile email offline_access'

async function codeFlow(
  server: Served,
  config: oidc.Configuration,
): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers> {
  const verifier = oidc.randomPKCECodeVerifier()
  const nonce = oidc.randomNonce()
  const state = oidc.randomState()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
  })
  const back = await new Browser(server).open(url)
  return oidc.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  })
}

test.each(['', '/oauth2/default'])('openid-client: code flow, UserInfo, refresh, end at %j', async (path) => {
  await using server = await served()
  const issuer = new URL(server.url + path)
  for (const method of ['client_secret_basic', 'client_secret_post', 'none'] as const) {
    const isPublic = method === 'none'
    const client = server.client({
      token_endpoint_auth_method: method,
      ...(isPublic ? { application_type: 'native' } : {}),
    })
    const config = await oidc.discovery(
      issuer,
      client.client_id,
      client.client_secret,
      isPublic ? oidc.None() : undefined,
      options,
    )
    const tokens = await codeFlow(server, config)
    const claims = tokens.claims()!
    expect(claims).toMatchObject({
      iss: issuer.href.replace(/\/$/, ''),
      sub: server.userId,
      email: server.login,
    })
    const info = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    expect(info.name).toBe('Jo Ames')
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token!)
    expect(refreshed.refresh_token === tokens.refresh_token).toBe(!isPublic)
    expect(await oidc.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true })
    await oidc.tokenRevocation(config, refreshed.refresh_token!)
    expect(await oidc.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
    await expect(oidc.refreshTokenGrant(config, refreshed.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  }
})

test('openid-client: discovery in the way of RFC 8414', async () => {
  await using server = await served()
  const client = server.client({})
  for (const path of ['', '/oauth2/default']) {
    const config = await oidc.discovery(
      new URL(server.url + path),
      client.client_id,
      client.client_secret,
      undefined,
      { ...options, algorithm: 'oauth2' },
    )
    expect(config.serverMetadata().token_endpoint).toContain('/v1/token')
  }
})

test('openid-client: client_secret_jwt and private_key_jwt, with a registered key set and one at a URL', async () => {
  await using server = await served()
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const bySecret = server.client({ token_endpoint_auth_method: 'client_secret_jwt' })
  const byKey = server.client({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } })
  const cases = [
    [bySecret, oidc.ClientSecretJwt(bySecret.client_secret)],
    [byKey, oidc.PrivateKeyJwt({ key: privateKey, kid: 'k1' })],
  ] as const
  for (const [client, method] of cases) {
    const config = await oidc.discovery(new URL(server.url), client.client_id, undefined, method, options)
    expect((await codeFlow(server, config)).claims()!.aud).toBe(client.client_id)
  }
})

test('openid-client: client credentials with a private key open the API', async () => {
  await using server = await served()
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1' }
  const job = server.client({
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
  })
  const config = await oidc.discovery(
    new URL(server.url),
    job.client_id,
    undefined,
    oidc.PrivateKeyJwt({ key: privateKey, kid: 'k1' }),
    options,
  )
  const tokens = await oidc.clientCredentialsGrant(config, { scope: 'svc.users.manage' })
  const users = await fetch(`${server.url}/api/v1/users`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  expect(users.status).toBe(200)
})

test('openid-client: device flow', async () => {
  await using server = await served()
  const tv = server.client({
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
  })
  const config = await oidc.discovery(new URL(server.url), tv.client_id, undefined, oidc.None(), options)
  const device = await oidc.initiateDeviceAuthorization(config, { scope: 'openid' })
  server.org.control.answerDevice({ userCode: device.user_code, user: server.login })
  const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 })
  expect(tokens.claims()!.sub).toBe(server.userId)
})

test('openid-client: hybrid and implicit answers', async () => {
  await using server = await served()
  const client = server.client({
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'id_token'],
  })
  const config = await oidc.discovery(
    new URL(server.url),
    client.client_id,
    client.client_secret,
    undefined,
    options,
  )
  const nonce = oidc.randomNonce()
  const hybrid = await oidc.discovery(
    new URL(server.url),
    client.client_id,
    client.client_secret,
    undefined,
    {
      execute: [oidc.allowInsecureRequests, oidc.useCodeIdTokenResponseType],
    },
  )
  const url = oidc.buildAuthorizationUrl(hybrid, { redirect_uri: callback, scope: 'openid', nonce })
  const back = await new Browser(server).open(url)
  const tokens = await oidc.authorizationCodeGrant(hybrid, back, { expectedNonce: nonce })
  expect(tokens.claims()!.sub).toBe(server.userId)

  const implicit = await oidc.discovery(new URL(server.url), client.client_id, undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests, oidc.useIdTokenResponseType],
  })
  const asked = oidc.buildAuthorizationUrl(implicit, { redirect_uri: callback, scope: 'openid', nonce })
  const claims = await oidc.implicitAuthentication(implicit, await new Browser(server).open(asked), nonce)
  expect(claims.sub).toBe(server.userId)
  expect(config.serverMetadata().authorization_response_iss_parameter_supported).toBe(true)
})

test('openid-client: a signed request object', async () => {
  await using server = await served()
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1' }
  const client = server.client({
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
    request_object_signing_alg: 'ES256',
  })
  const key = { key: privateKey, kid: 'k1' }
  const config = await oidc.discovery(
    new URL(server.url),
    client.client_id,
    undefined,
    oidc.PrivateKeyJwt(key),
    options,
  )
  const url = await oidc.buildAuthorizationUrlWithJAR(
    config,
    { redirect_uri: callback, scope: 'openid', response_type: 'code' },
    key,
  )
  const back = await new Browser(server).open(url)
  expect((await oidc.authorizationCodeGrant(config, back)).claims()!.sub).toBe(server.userId)
})

test('openid-client: sign-out leads back to the application', async () => {
  await using server = await served()
  const client = server.client({ post_logout_redirect_uris: ['http://localhost:8080/bye'] })
  const config = await oidc.discovery(
    new URL(server.url),
    client.client_id,
    client.client_secret,
    undefined,
    options,
  )
  const tokens = await codeFlow(server, config)
  const url = oidc.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token!,
    post_logout_redirect_uri: 'http://localhost:8080/bye',
    state: 's',
  })
  expect((await new Browser(server).open(url)).href).toBe('http://localhost:8080/bye?state=s')
})

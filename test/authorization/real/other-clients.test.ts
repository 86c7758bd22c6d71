import { Auth, type AuthConfig, raw, skipCSRFCheck } from '@auth/core'
import { OktaAuth } from '@okta/okta-auth-js'
import OktaJwtVerifier from '@okta/jwt-verifier'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { Strategy } from 'passport-openidconnect'
import { expect, test } from 'vitest'
import { type Anything, Browser, callback, served } from './served.ts'

test('oidc-client-ts: code flow, refresh and sign-out', async () => {
  await using server = await served()
  const app = server.client({ application_type: 'native', token_endpoint_auth_method: 'none' })
  const store = new WebStorageStateStore({ store: new InMemoryWebStorage() })
  const client = new OidcClient({
    authority: `${server.url}/oauth2/default`,
    client_id: app.client_id,
    redirect_uri: callback,
    scope: 'openid profile offline_access',
    loadUserInfo: true,
    stateStore: store,
  })
  const { url } = await client.createSigninRequest({ state: { at: 'here' } })
  const response = await client.processSigninResponse((await new Browser(server).open(url)).href)
  expect(response.profile).toMatchObject({ sub: server.userId, name: 'Jo Ames' })
  expect(response.userState).toEqual({ at: 'here' })
  const refreshed = await client.useRefreshToken({
    state: {
      refresh_token: response.refresh_token!,
      id_token: response.id_token!,
      session_state: '',
    } as Anything,
  })
  expect(refreshed.refresh_token).not.toBe(response.refresh_token)
  await client.revokeToken(refreshed.refresh_token!, 'refresh_token')
  const signOut = await client.createSignoutRequest({ id_token_hint: response.id_token! })
  expect((await fetch(signOut.url)).status).toBe(200)
})

test('@okta/okta-auth-js: code flow with PKCE, refresh, UserInfo and revocation', async () => {
  await using server = await served()
  const app = server.client({ application_type: 'native', token_endpoint_auth_method: 'none' })
  const client = new OktaAuth({
    issuer: `${server.url}/oauth2/default`,
    clientId: app.client_id,
    redirectUri: callback,
    scopes: ['openid', 'profile', 'offline_access'],
    pkce: true,
    devMode: true,
  })
  const params = await client.token.prepareTokenParams({ responseType: 'code' })
  const { urls } = await import('@okta/okta-auth-js').then(async ({ getOAuthUrls }) => ({
    urls: getOAuthUrls(client as Anything, params),
  }))
  const address = new URL(urls.authorizeUrl!)
  const asked = {
    client_id: app.client_id,
    redirect_uri: callback,
    response_type: 'code',
    scope: params.scopes!.join(' '),
    state: params.state!,
    nonce: params.nonce!,
    code_challenge: params.codeChallenge!,
    code_challenge_method: params.codeChallengeMethod!,
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  const back = await new Browser(server).open(address)
  const { tokens } = await client.token.exchangeCodeForTokens({
    ...params,
    authorizationCode: back.searchParams.get('code')!,
  })
  expect(tokens.idToken!.claims).toMatchObject({ sub: server.userId, name: 'Jo Ames' })
  const info = await client.token.getUserInfo(tokens.accessToken, tokens.idToken)
  expect(info.sub).toBe(server.userId)
  client.tokenManager.setTokens(tokens)
  const renewed = await client.token.renewTokens()
  expect(renewed.accessToken!.accessToken).not.toBe(tokens.accessToken!.accessToken)
  await client.revokeAccessToken(renewed.accessToken)
  await expect(client.token.getUserInfo(renewed.accessToken, renewed.idToken)).rejects.toThrow()
})

test('@okta/jwt-verifier: takes tokens of a server and of the organisation, and nothing that is broken', async () => {
  await using server = await served()
  const shop = server.client({})
  for (const issuer of [`${server.url}/oauth2/default`, server.url]) {
    const audience = issuer === server.url ? server.url : 'api://default'
    const verifier = new OktaJwtVerifier({
      issuer,
      clientId: shop.client_id,
      testing: { disableHttpsCheck: true },
    })
    const input = {
      user: server.login,
      client: shop.client_id,
      scopes: ['openid'],
      authorizationServer: issuer,
      nonce: 'n',
    }
    const tokens = (await server.org.control.authorize(input)) as Anything
    const access = await verifier.verifyAccessToken(tokens.access_token, audience)
    expect(access.claims).toMatchObject({ cid: shop.client_id, uid: server.userId })
    const id = await verifier.verifyIdToken(tokens.id_token, shop.client_id, 'n')
    expect(id.claims.sub).toBe(server.userId)
    for (const flaw of ['expired', 'wrong-signature', 'alg-none', 'wrong-audience'] as const) {
      const { token } = await server.org.control.issueTokens({ ...input, flaw, token: 'access' })
      await expect(verifier.verifyAccessToken(token, audience)).rejects.toThrow()
    }
  }
})

test("jose's remote key set: keys that are rotated in the middle are found", async () => {
  await using server = await served()
  const shop = server.client({})
  const keys = createRemoteJWKSet(new URL(`${server.url}/oauth2/v1/keys`), { cooldownDuration: 0 })
  const input = { user: server.login, client: shop.client_id }
  for (let round = 0; round < 2; round++) {
    const { id_token: token } = (await server.org.control.authorize(input)) as Anything
    const { payload } = await jwtVerify(token, keys, { issuer: server.url, audience: shop.client_id })
    expect(payload.sub).toBe(server.userId)
    await server.org.control.rotateSigningKeys()
  }
})

test('passport-openidconnect: signs a user in', async () => {
  await using server = await served()
  const shop = server.client({})
  const root = `${server.url}/oauth2/default`
  const strategy = new Strategy(
    {
      issuer: root,
      authorizationURL: `${root}/v1/authorize`,
      tokenURL: `${root}/v1/token`,
      userInfoURL: `${root}/v1/userinfo`,
      clientID: shop.client_id,
      clientSecret: shop.client_secret,
      callbackURL: callback,
      scope: ['profile', 'email'],
    },
    (_issuer: string, profile: Anything, done: Anything) => done(null, profile),
  )
  const session = {}
  const run = (query: object): Promise<Anything> =>
    new Promise((resolve, reject) => {
      const acting = Object.create(strategy)
      Object.assign(acting, {
        redirect: (url: string) => resolve({ url }),
        success: (user: Anything) => resolve({ user }),
        fail: (info: Anything) => reject(new Error(JSON.stringify(info))),
        error: reject,
      })
      acting.authenticate({ query, session, headers: {}, body: {} }, {})
    })
  const { url } = await run({})
  const back = await new Browser(server).open(url)
  const { user } = await run(Object.fromEntries(back.searchParams))
  expect(user).toMatchObject({ id: server.userId, displayName: 'Jo Ames' })
})

test('@auth/core: signs a user in', async () => {
  await using server = await served()
  const site = 'http://localhost:8080'
  const shop = server.client({ redirect_uris: [`${site}/auth/callback/identikit`] })
  const config: AuthConfig = {
    trustHost: true,
    basePath: '/auth',
    secret: 'x'.repeat(32),
    skipCSRFCheck,
    raw,
    providers: [
      {
        id: 'identikit',
        name: 'Identikit',
        type: 'oidc',
        issuer: `${server.url}/oauth2/default`,
        clientId: shop.client_id,
        clientSecret: shop.client_secret,
        checks: ['pkce', 'state', 'nonce'],
      },
    ],
  }
  const begun = (await Auth(
    new Request(`${site}/auth/signin/identikit`, { method: 'POST', body: new URLSearchParams() }),
    config,
  )) as Anything
  const cookie = begun.cookies.map(({ name, value }: Anything) => `${name}=${value}`).join('; ')
  const back = await new Browser(server).open(begun.redirect)
  const done = (await Auth(new Request(back, { headers: { cookie } }), config)) as Anything
  expect(done.redirect).not.toContain('error')
  const session = done.cookies.map(({ name, value }: Anything) => `${name}=${value}`).join('; ')
  const { raw: _, ...answering } = config
  const shown = await Auth(new Request(`${site}/auth/session`, { headers: { cookie: session } }), answering)
  expect(await shown.json()).toMatchObject({ user: { name: 'Jo Ames', email: server.login } })
})

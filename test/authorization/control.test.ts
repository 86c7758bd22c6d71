import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import {
  type Anything,
  asPublic,
  base,
  basic,
  callback,
  client,
  oauthOrg,
  type OAuthOrg,
  s256,
  tokensFor,
  verifier,
} from '../support/oauth.ts'

const issued = async (target: OAuthOrg, more: object): Promise<Anything> =>
  target.control.authorize({ user: target.login, ...more } as Anything)

test('tokens for a user and a client come in one line, with a consent where one is needed', async () => {
  const target = await oauthOrg()
  const shop = await client(target, { consent_method: 'REQUIRED' })
  const tokens = await issued(target, { client: shop.client_id, scopes: ['openid', 'offline_access'] })
  expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) })
  const info = await target.open(`${target.at}/userinfo`, { authorization: `Bearer ${tokens.access_token}` })
  expect(info.json.sub).toBe(target.userId)
  const grants = await target.call('GET', `/api/v1/users/${target.userId}/grants`)
  expect(grants.json).toHaveLength(2)
  await target.call('DELETE', `/api/v1/users/${target.userId}/grants`)
  const after = await target.open(`${target.at}/userinfo`, { authorization: `Bearer ${tokens.access_token}` })
  expect(after.status).toBe(401)
})

test('a code comes with the address that the browser would be sent to, and is redeemed as any other', async () => {
  const target = await oauthOrg()
  const app = await client(target, asPublic)
  const { code, url } = await target.control.authorize({
    as: 'code',
    user: target.login,
    client: app.client_id,
    state: 's',
    codeChallenge: s256(verifier),
    redirectUri: callback,
  })
  expect(url).toBe(`${callback}?${new URLSearchParams({ code, state: 's', iss: base })}`)
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: app.client_id }
  expect((await target.post('token', { ...form, code_verifier: verifier })).status).toBe(200)
  const wrong = { user: target.login, client: app.client_id, redirectUri: `${callback}/x` }
  await expect(target.control.authorize({ as: 'code', ...wrong })).rejects.toThrow('redirectUri')
})

test('claims are added by value, expression, group filter and function; by server, token, scope, user and request', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const { control } = target
  for (const name of ['app-admins', 'app-users', 'staff']) {
    const { json: group } = await target.call('POST', '/api/v1/groups', { profile: { name } })
    await target.call('PUT', `/api/v1/groups/${group.id}/users/${target.userId}`)
  }
  control.addClaim({ name: 'tier', value: { level: 3 } })
  control.addClaim({ name: 'first', expression: 'String.toUpperCase(user.firstName)', tokens: ['id'] })
  control.addClaim({ name: 'roles', groups: { startsWith: 'app-' }, tokens: ['access'] })
  control.addClaim({ name: 'mail_domain', value: 'example.com', scopes: ['email'] })
  control.addClaim({ name: 'elsewhere', value: 1, authorizationServer: 'default' })
  control.addClaim({ name: 'other_user', value: 1, user: 'admin@example.com' })
  control.addClaim({ name: 'made', compute: ({ token, scopes }) => `${token} ${scopes.join()}` })
  const tokens = await issued(target, {
    client: shop.client_id,
    scopes: ['openid', 'groups'],
    claims: { once: true },
  })
  const id = decodeJwt(tokens.id_token)
  const access = decodeJwt(tokens.access_token)
  expect(id).toMatchObject({
    tier: { level: 3 },
    first: 'ISAAC',
    made: 'id openid,groups',
    once: true,
    groups: expect.arrayContaining(['Everyone', 'app-admins', 'app-users', 'staff']),
  })
  expect(access).toMatchObject({
    roles: ['app-admins', 'app-users'],
    made: 'access openid,groups',
    once: true,
  })
  for (const name of ['mail_domain', 'elsewhere', 'other_user', 'roles']) expect(id).not.toHaveProperty(name)
  expect(access).not.toHaveProperty('first')
  const later = decodeJwt(
    (await issued(target, { client: shop.client_id, scopes: ['openid', 'email'] })).id_token,
  )
  expect(later).toMatchObject({ mail_domain: 'example.com' })
  expect(later).not.toHaveProperty('once')
  const info = await target.open(`${target.at}/userinfo`, { authorization: `Bearer ${tokens.access_token}` })
  expect(info.json).toMatchObject({ sub: target.userId, first: 'ISAAC', tier: { level: 3 } })
  control.reset()
  expect(control.list({ kind: 'claims' })).toEqual([])
})

test('nobody but the service says who issued a token and for how long', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  expect(() => target.control.addClaim({ name: 'iss', value: 'x' })).toThrow('Only the service says iss')
  expect(() => target.control.addClaim({ name: 'x', expression: 'user.' })).toThrow('expression')
  expect(() => target.control.addClaim({ name: 'x' })).toThrow('expected one of value')
  const tokens = await issued(target, {
    client: shop.client_id,
    claims: { iss: 'https://x.example.com', exp: 1 },
  })
  expect(decodeJwt(tokens.id_token)).toMatchObject({ iss: base, exp: 1_767_609_000 })
})

test('the claims that scopes ask for are those of the profile', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  await target.call('POST', `/api/v1/users/${target.userId}`, {
    profile: {
      mobilePhone: '+1 555 0100',
      streetAddress: '1 Main Street',
      city: 'Springfield',
      zipCode: '12345',
      countryCode: 'US',
      nickName: 'Izzy',
    },
  })
  const tokens = await issued(target, {
    client: shop.client_id,
    scopes: ['openid', 'profile', 'email', 'phone', 'address'],
  })
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    name: 'Isaac Brock',
    nickname: 'Izzy',
    preferred_username: target.login,
    email: target.login,
    email_verified: true,
    phone_number: '+1 555 0100',
    address: {
      street_address: '1 Main Street',
      locality: 'Springfield',
      postal_code: '12345',
      country: 'US',
    },
    updated_at: 1_767_605_400,
  })
})

test('each server has its own id and alias, and default exists', async () => {
  const target = await oauthOrg()
  const { control } = target
  const metadata = await target.open('/oauth2/default/.well-known/openid-configuration')
  expect(metadata.json).toMatchObject({
    issuer: `${base}/oauth2/default`,
    token_endpoint: `${base}/oauth2/default/v1/token`,
  })
  for (const path of [
    '/.well-known/oauth-authorization-server/oauth2/default',
    '/oauth2/default/.well-known/oauth-authorization-server',
  ]) {
    expect((await target.open(path)).json).toEqual(metadata.json)
  }
  const cars = control.setAuthorizationServer({
    authorizationServer: 'Cars',
    id: 'cars',
    audience: 'api://cars',
  })
  expect(cars.issuer).toBe(`${base}/oauth2/cars`)
  const renamed = control.setAuthorizationServer({
    authorizationServer: 'cars',
    alias: 'vehicles',
    tokenLifetimes: { access: '5m' },
  })
  expect(renamed.issuer).toBe(`${base}/oauth2/vehicles`)
  const again = control.setAuthorizationServer({ authorizationServer: 'cars', alias: 'vehicles' })
  expect(again).toEqual(renamed)
  expect((await target.open('/oauth2/cars/.well-known/openid-configuration')).json.issuer).toBe(
    renamed.issuer,
  )
  const shop = await client(target)
  const tokens = await issued(target, { client: shop.client_id, authorizationServer: 'vehicles' })
  expect(tokens.expires_in).toBe(300)
  expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: renamed.issuer, aud: 'api://cars' })
  expect(() => control.setAuthorizationServer({ authorizationServer: 'Two', id: 'vehicles' })).toThrow(
    'expected one that no other server has',
  )
  expect(() => control.setAuthorizationServer({ authorizationServer: 'Two', id: 'v1' })).toThrow(
    'not a version',
  )
  control.remove({ kind: 'authorizationServer', authorizationServer: 'default' })
  expect((await target.open('/oauth2/default/.well-known/openid-configuration')).status).toBe(404)
})

test('a key that was taken away verifies nothing any more', async () => {
  const target = await oauthOrg({ seed: 'taken' })
  const shop = await client(target)
  const { id_token: token } = await issued(target, { client: shop.client_id })
  await target.control.rotateSigningKeys({ keepEarlier: false })
  const { json } = await target.open('/oauth2/v1/keys')
  expect(json.keys).toHaveLength(1)
  await expect(jwtVerify(token, createLocalJWKSet(json))).rejects.toThrow(/no applicable key/)
})

test.each([
  ['expired', /"exp" claim timestamp check failed/],
  ['not-yet-valid', /"nbf" claim timestamp check failed/],
  ['wrong-audience', /unexpected "aud" claim value/],
  ['wrong-issuer', /unexpected "iss" claim value/],
  ['wrong-signature', /signature verification failed/],
  ['unknown-key', /signature verification failed/],
  ['alg-none', /Unsupported "alg"|"alg"/],
  ['signed-with-public-key', /no applicable key|"alg"/],
] as const)('a token that is %s is told by who verifies it, and by nobody taken', async (flaw, message) => {
  const target = await oauthOrg()
  const shop = await client(target)
  const input = { flaw, client: shop.client_id, user: target.login, scopes: ['openid', 'svc.users.read'] }
  const { token } = await target.control.issueTokens(input)
  const { json } = await target.open('/oauth2/v1/keys')
  const currentDate = new Date(target.org.clock.now())
  const verified = jwtVerify(token, createLocalJWKSet(json), { currentDate, issuer: base, audience: base })
  await expect(verified).rejects.toThrow(message)
  const authorization = `Bearer ${token}`
  expect((await target.open(`${target.at}/userinfo`, { authorization })).status).toBe(401)
  expect((await target.call('GET', '/api/v1/users', undefined, { authorization })).status).toBe(401)
  expect(decodeProtectedHeader(token).alg).toBe(
    { 'alg-none': 'none', 'signed-with-public-key': 'HS256' }[flaw as string] ?? 'RS256',
  )
})

test('codes, device codes, replays and rotated tokens go back with a snapshot', async () => {
  const target = await oauthOrg()
  const app = await client(target, asPublic)
  const tokens = await tokensFor(target, app, { scope: 'openid offline_access' })
  target.control.saveSnapshot({ name: 'before' })
  const refresh = () =>
    target.post('token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: app.client_id,
    })
  expect((await refresh()).status).toBe(200)
  expect((await refresh()).status).toBe(400)
  target.control.restoreSnapshot({ name: 'before' })
  expect((await refresh()).status).toBe(200)
})

test('an introspection shows the claims of a valid token, and nothing about an invalid one', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const tokens = await tokensFor(target, shop, { scope: 'openid offline_access' })
  const look = async (token: string) => (await target.post('introspect', { token }, basic(shop))).json
  expect(await look(tokens.access_token)).toEqual({
    active: true,
    scope: 'openid offline_access',
    client_id: shop.client_id,
    username: target.login,
    uid: target.userId,
    token_type: 'Bearer',
    iat: 1_767_605_400,
    exp: 1_767_609_000,
    sub: target.login,
    aud: base,
    iss: base,
    jti: expect.stringMatching(/^oat/),
  })
  await target.post('revoke', { token: tokens.refresh_token }, basic(shop))
  expect(await look(tokens.access_token)).toEqual({ active: false })
  expect(await look(tokens.refresh_token)).toEqual({ active: false })
})

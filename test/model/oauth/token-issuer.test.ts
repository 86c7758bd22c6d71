import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import type { Refusal } from '../../../src/contract/errors.ts'
import type { TokenRequest } from '../../../src/model/oauth/token-issuer.ts'
import { testOrg } from '../../support/call.ts'
import { parties } from '../../support/consents.ts'

const start = Date.parse('2026-01-05T09:30:00.000Z')
const seconds = start / 1000
const base = 'https://svc.example.com'

async function stage() {
  const it = testOrg()
  const { userId, clientId, login } = await parties(it)
  const { own } = it.org.authorizationServers
  const issue = (changes: Partial<TokenRequest> = {}) =>
    it.org.tokenIssuer.issue({ userId, clientId, scopes: ['openid', 'email'], server: own, ...changes })
  const said = async (changes: Partial<TokenRequest>) => {
    const before = [it.org.refreshTokens.collection.size, it.org.accessTokens.collection.size]
    try {
      await issue(changes)
      return undefined
    } catch (error) {
      expect([it.org.refreshTokens.collection.size, it.org.accessTokens.collection.size]).toStrictEqual(
        before,
      )
      const { refusal, details } = error as Refusal
      return [refusal, details.values, ...(details.causes ?? [])]
    }
  }
  return { ...it, userId, clientId, login, own, issue, said }
}

const scopeIds = (it: Awaited<ReturnType<typeof stage>>, ...names: string[]) =>
  names.map((name) => it.org.authorizationServers.resolveScope(name).id)

test('tokens of a user tell all that is known of the authorization', async () => {
  const it = await stage()
  const authentication = { authTime: start - 1500, amr: ['pwd', 'otp'], sessionId: 'session' }
  const issued = await it.issue({
    scopes: ['openid', 'offline_access'],
    nonce: 'n',
    code: 'the code',
    authentication,
    familyId: 'family',
    isUnderConsent: true,
    claims: { tier: 'gold' },
  })
  const { accessToken, refreshToken, idToken, ...rest } = issued
  expect(rest).toStrictEqual({ expiresIn: 3600, scopes: ['openid', 'offline_access'] })
  const shared = {
    clientId: it.clientId,
    userId: it.userId,
    scopeIds: scopeIds(it, 'openid', 'offline_access'),
    authorizationServerId: it.own.id,
    familyId: 'family',
    isUnderConsent: true,
    claims: { tier: 'gold' },
  }
  expect(accessToken).toStrictEqual({
    ...shared,
    id: expect.stringMatching(/^oat/),
    value: expect.any(String),
    issuedAt: start,
    expiresAt: start + 3_600_000,
    refreshTokenId: refreshToken!.id,
  })
  expect(refreshToken).toStrictEqual({
    ...shared,
    id: expect.stringMatching(/^oar/),
    value: expect.any(String),
    isRevoked: false,
    created: '2026-01-05T09:30:00.000Z',
    lastUpdated: '2026-01-05T09:30:00.000Z',
    expiresAt: start + 7 * 86_400_000,
    authentication,
  })
  expect(it.org.accessTokens.find(accessToken!.value)).toBe(accessToken)
  const times = { iat: seconds, exp: seconds + 3600, auth_time: seconds - 2 }
  expect(decodeJwt(accessToken!.value)).toStrictEqual({
    ...times,
    sub: it.login,
    tier: 'gold',
    ver: 1,
    iss: base,
    aud: base,
    cid: it.clientId,
    uid: it.userId,
    scp: ['openid', 'offline_access'],
    jti: accessToken!.id,
  })
  expect(decodeJwt(idToken!)).toStrictEqual({
    ...times,
    sub: it.userId,
    tier: 'gold',
    ver: 1,
    iss: base,
    aud: it.clientId,
    amr: ['pwd', 'otp'],
    sid: 'session',
    nonce: 'n',
    jti: `ID.${accessToken!.id}`,
    at_hash: expect.stringMatching(/^[\w-]{22}$/),
    // The left half of its SHA-256, worked out by hand.
    c_hash: 'JuoIlK19xhWlSLBfEW8Hag',
  })
})

test("a client's own token tells nothing of a user", async () => {
  const it = await stage()
  const issued = await it.issue({ userId: undefined, scopes: ['orders'] })
  const { accessToken } = issued
  expect(issued).toStrictEqual({ accessToken, expiresIn: 3600, scopes: ['orders'] })
  expect(accessToken).toStrictEqual({
    id: expect.stringMatching(/^oat/),
    value: expect.any(String),
    clientId: it.clientId,
    scopeIds: scopeIds(it, 'orders'),
    authorizationServerId: it.own.id,
    issuedAt: start,
    expiresAt: start + 3_600_000,
  })
  expect(decodeJwt(accessToken!.value)).toStrictEqual({
    sub: it.clientId,
    ver: 1,
    iss: base,
    aud: base,
    cid: it.clientId,
    scp: ['orders'],
    iat: seconds,
    exp: seconds + 3600,
    jti: accessToken!.id,
  })
})

test('what is not wanted is not issued', async () => {
  const it = await stage()
  const kinds = async (changes: Partial<TokenRequest>) => Object.keys(await it.issue(changes)).toSorted()
  const usual = ['expiresIn', 'scopes']
  expect(await kinds({})).toStrictEqual(['accessToken', 'expiresIn', 'idToken', 'scopes'])
  expect(await kinds({ accessToken: false })).toStrictEqual(['expiresIn', 'idToken', 'scopes'])
  expect(await kinds({ idToken: false })).toStrictEqual(['accessToken', ...usual])
  expect(await kinds({ scopes: ['email'] })).toStrictEqual(['accessToken', ...usual])
  expect(await kinds({ scopes: ['offline_access'] })).toStrictEqual([
    'accessToken',
    'expiresIn',
    'refreshToken',
    'scopes',
  ])
  expect(await kinds({ scopes: ['offline_access'], refreshToken: false })).toStrictEqual([
    'accessToken',
    ...usual,
  ])
  expect(await kinds({ scopes: ['email'], refreshToken: true })).toStrictEqual([
    'accessToken',
    'expiresIn',
    'refreshToken',
    'scopes',
  ])
  const { idToken } = await it.issue({ accessToken: false })
  expect(Object.hasOwn(decodeJwt(idToken!), 'at_hash')).toBe(false)
  expect(decodeJwt(idToken!)).toMatchObject({ amr: ['pwd'], auth_time: seconds })
})

test('a server has lifetimes and an audience of its own', async () => {
  const it = await stage()
  const { authorizationServers } = it.org
  const cars = authorizationServers.change(
    authorizationServers.create('Cars', { id: 'cars', audience: 'api://x' }),
    {
      tokenLifetimes: { access: 61_500, id: 5000 },
    },
  )
  const { accessToken, idToken, expiresIn } = await it.issue({ server: cars })
  expect(expiresIn).toBe(62)
  expect(accessToken).toMatchObject({ expiresAt: start + 61_500, authorizationServerId: 'cars' })
  expect(decodeJwt(accessToken!.value)).toMatchObject({
    iss: `${base}/oauth2/cars`,
    aud: 'api://x',
    exp: seconds + 61,
  })
  expect(decodeJwt(idToken!)).toMatchObject({ iss: `${base}/oauth2/cars`, exp: seconds + 5 })
})

test('what is not there, or not in use, gets no tokens', async () => {
  const it = await stage()
  const { said, clientId, userId, org } = it
  const validation = (field: string, cause: string) => ['validation', { field }, `${field}: ${cause}`]
  expect(await said({ userId: undefined, scopes: ['offline_access'] })).toStrictEqual(
    validation('user', 'A refresh token is issued for a user'),
  )
  expect(await said({ userId: undefined, scopes: ['email'], refreshToken: true })).toStrictEqual(
    validation('user', 'A refresh token is issued for a user'),
  )
  expect(await said({ userId: undefined })).toStrictEqual(
    validation('user', 'An ID token is issued for a user'),
  )
  expect(await said({ userId: 'none' })).toStrictEqual(['not-found', { id: 'none', kind: 'User' }])
  expect(await said({ clientId: 'none' })).toStrictEqual([
    'not-found',
    { id: 'none', kind: 'PublicClientApp' },
  ])
  org.clients.setActive(clientId, false)
  expect(await said({})).toStrictEqual(validation('client', 'The client is not in use'))
  org.clients.setActive(clientId, true)
  await it.call('POST', `/api/v1/users/${userId}/lifecycle/suspend`)
  expect(await said({})).toBeUndefined()
  await it.call('POST', `/api/v1/users/${userId}/lifecycle/deactivate`)
  expect(await said({})).toStrictEqual(validation('user', 'The user is DEPROVISIONED'))
})

test.for<[string, (it: Awaited<ReturnType<typeof stage>>) => unknown, readonly unknown[]]>([
  [
    'a scope is out of use',
    ({ control }) => control.deactivateScope({ scope: 'orders' }),
    ['validation', { field: 'scopes' }, 'scopes: The scope orders is not in use'],
  ],
  [
    'a scope is gone',
    ({ control }) => control.deleteScope({ scope: 'orders' }),
    ['validation', { field: 'scopes' }, 'scopes: The scope orders is gone'],
  ],
  [
    'the server is out of use',
    ({ control }) => control.deactivateAuthorizationServer({ authorizationServer: 'cars' }),
    [
      'validation',
      { field: 'authorizationServer' },
      'authorizationServer: The authorization server is not in use',
    ],
  ],
  [
    'the server is gone',
    ({ control }) => control.deleteAuthorizationServer({ authorizationServer: 'cars' }),
    ['not-found', { id: 'cars', kind: 'AuthorizationServer' }],
  ],
  [
    'the client is out of use',
    ({ control, clientId }) => control.deactivateClient({ client: clientId }),
    ['validation', { field: 'client' }, 'client: The client is not in use'],
  ],
])('nothing is issued where %s once it is signed', async ([what, end, expected]) => {
  const it = await stage()
  it.control.createScope({ name: 'orders' })
  const cars = it.org.authorizationServers.create('Cars', { id: 'cars' })
  const said = it.said({ scopes: ['orders'], ...(what.includes('server') ? { server: cars } : {}) })
  await end(it)
  expect(await said).toStrictEqual(expected)
})

test('who asks may refuse once it is signed', async () => {
  const { issue, org } = await stage()
  const check = () => {
    throw new Error('not any more')
  }
  await expect(issue({ check })).rejects.toThrow('not any more')
  expect(org.accessTokens.collection.size).toBe(0)
})

test('a refresh token that works gives further tokens, and stays', async () => {
  const it = await stage()
  const { org, issue } = it
  const authentication = { authTime: start, amr: ['pwd'] }
  const { refreshToken: token } = await issue({
    scopes: ['openid', 'offline_access'],
    familyId: 'family',
    authentication,
    isUnderConsent: true,
    claims: { a: 1 },
  })
  expect(org.tokenIssuer.requestOf(token!)).toStrictEqual({
    userId: it.userId,
    clientId: it.clientId,
    scopes: ['openid', 'offline_access'],
    server: it.own,
    familyId: 'family',
    authentication,
    isUnderConsent: true,
    claims: { a: 1 },
  })
  const again = await org.tokenIssuer.refresh(token!.value)
  expect([again.refreshToken, again.accessToken?.refreshTokenId, again.accessToken?.familyId]).toStrictEqual([
    token,
    token!.id,
    'family',
  ])
  expect(org.refreshTokens.collection.size).toBe(1)
  const causes = async (reference: string) =>
    org.tokenIssuer.refresh(reference).then(
      () => undefined,
      ({ details }: Refusal) => details,
    )
  const refused = (cause: string) => ({
    values: { field: 'refreshToken' },
    causes: [`refreshToken: ${cause}`],
  })
  expect(await causes('none')).toStrictEqual(refused('There is no such token'))
  const { refreshToken: expired } = await issue({ refreshToken: true })
  org.refreshTokens.expire(expired!)
  expect(await causes(expired!.id)).toStrictEqual(refused('The token is EXPIRED'))
  org.refreshTokens.revoke(token!)
  expect(await causes(token!.id)).toStrictEqual(refused('The token is REVOKED'))
  const { refreshToken: other } = await issue({ refreshToken: true })
  org.authorizationServers.scopes.remove(scopeIds(it, 'email')[0]!)
  expect(await causes(other!.id)).toStrictEqual({
    values: { field: 'scopes' },
    causes: ['scopes: A scope of the token is gone'],
  })
})

test('UserInfo tells what the scopes and the authorization ask for', async () => {
  const it = await stage()
  const { org } = it
  const { accessToken } = await it.issue({
    scopes: ['openid', 'email', 'groups'],
    claims: { tier: 'gold', sub: 'x' },
  })
  const user = org.users.get(it.userId)!
  expect(org.tokenIssuer.userInfo(user, accessToken!)).toStrictEqual({
    email: it.login,
    email_verified: true,
    groups: ['Everyone'],
    tier: 'gold',
    sub: it.userId,
  })
  org.authorizationServers.scopes.remove(scopeIds(it, 'email')[0]!)
  expect(Object.keys(org.tokenIssuer.userInfo(user, accessToken!))).toStrictEqual(['groups', 'tier', 'sub'])
})

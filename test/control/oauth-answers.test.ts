/** The answers of actions about authorization servers, clients, tokens and claims, member by member. */
import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { webClient } from '../support/clients.ts'
import { parties } from '../support/consents.ts'

const base = 'https://svc.example.com'

function complaint(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It was taken')
}

async function failure(act: () => Promise<unknown>): Promise<string> {
  return act().then(
    () => expect.unreachable('it was taken'),
    (error: unknown) => (error as Error).message,
  )
}

test('a server is shown with its issuer, and with alias and lifetimes where it has them', () => {
  const { control, org } = testOrg()
  const cars = {
    id: 'cars',
    name: 'Cars',
    issuer: `${base}/oauth2/cars`,
    audience: 'api://default',
    isActive: true,
  }
  const made = control.createAuthorizationServer({ name: 'Cars', id: 'cars' })
  const { scopes } = made
  expect(made).toStrictEqual({ ...cars, scopes })
  expect(scopes.map(({ name }) => name)).toContain('openid')
  for (const scope of scopes) {
    expect(Object.keys(scope)).toEqual(['id', 'name', 'displayName', 'description', 'isActive'])
  }
  const change = (changes: object) =>
    control.changeAuthorizationServer({ authorizationServer: 'cars', ...changes })
  const changed = { ...cars, audience: 'api://x', issuer: `${base}/oauth2/autos`, alias: 'autos', scopes }
  const tokenLifetimes = { access: 300_000 }
  expect(change({ audience: 'api://x', alias: 'autos', tokenLifetimes: { access: '5m' } })).toStrictEqual({
    ...changed,
    tokenLifetimes,
  })
  expect(change({})).toStrictEqual({ ...changed, tokenLifetimes })
  expect(change({ tokenLifetimes: null })).toStrictEqual(changed)
  expect(change({ alias: null })).toStrictEqual({ ...cars, audience: 'api://x', scopes })
  const of = { authorizationServer: 'cars' }
  expect(control.deactivateAuthorizationServer(of).isActive).toBe(false)
  expect(control.activateAuthorizationServer(of).isActive).toBe(true)
  const listed = control.listAuthorizationServers()
  expect(listed.map(({ id, issuer, audience }) => [id, issuer, audience])).toEqual([
    [org.authorizationServers.own.id, base, base],
    ['cars', `${base}/oauth2/cars`, 'api://x'],
  ])
  expect(control.deleteAuthorizationServer(of)).toBeUndefined()
  expect(control.listAuthorizationServers()).toStrictEqual(listed.slice(0, 1))
})

test('a scope is shown without its server, by id or name', () => {
  const { control } = testOrg()
  const plain = control.createScope({ name: 'a' })
  expect(plain).toStrictEqual({
    id: plain.id,
    name: 'a',
    displayName: plain.displayName,
    description: plain.description,
    isActive: true,
  })
  const made = control.createScope({ name: 'b', displayName: 'Be', description: 'To be' })
  const shown = { id: made.id, name: 'b', displayName: 'Be', description: 'To be', isActive: true }
  expect(made).toStrictEqual(shown)
  expect(control.deactivateScope({ scope: 'b' })).toStrictEqual({ ...shown, isActive: false })
  expect(control.activateScope({ scope: made.id })).toStrictEqual(shown)
  expect(control.deleteScope({ scope: made.id })).toBeUndefined()
  control.createAuthorizationServer({ name: 'Cars', id: 'cars' })
  const there = control.createScope({ name: 'a', authorizationServer: 'cars' })
  expect(there.id).not.toBe(plain.id)
  expect(control.deactivateScope({ scope: 'a', authorizationServer: 'cars' }).id).toBe(there.id)
})

test('issues tokens as a token endpoint does, and describes them while they work', async () => {
  const it = testOrg()
  const { control, org } = it
  const { userId, login, clientId } = await parties(it)
  const plain = await control.issueTokens({ client: 'Shop', scopes: ['a', 'b'] })
  expect(plain).toStrictEqual({
    token_type: 'Bearer',
    expires_in: 3600,
    access_token: plain.access_token,
    scope: 'a b',
  })
  const full = await control.issueTokens({
    client: clientId,
    user: login,
    scopes: ['openid', 'offline_access'],
    nonce: 'n-1',
    claims: { tier: 3 },
  })
  expect(Object.keys(full)).toEqual([
    'token_type',
    'expires_in',
    'access_token',
    'scope',
    'id_token',
    'refresh_token',
    'refresh_token_id',
  ])
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object
  expect(claimsOf(full.id_token!)).toMatchObject({ nonce: 'n-1', tier: 3 })
  expect(claimsOf(full.access_token)).toMatchObject({ tier: 3 })
  const now = org.clock.now() / 1000
  const inspect = (token: string) => control.inspectToken({ token })
  const common = { active: true, client_id: clientId, iss: base }
  expect(inspect(plain.access_token)).toStrictEqual({
    ...common,
    token_type: 'Bearer',
    scope: 'a b',
    exp: now + 3600,
    jti: expect.any(String),
  })
  const refresh = inspect(full.refresh_token!)
  expect(refresh).toStrictEqual({
    ...common,
    token_type: 'refresh_token',
    scope: 'openid offline_access',
    uid: userId,
    exp: expect.any(Number),
    jti: full.refresh_token_id,
  })
  expect(inspect(full.refresh_token_id!)).toStrictEqual(refresh)
  const again = await control.refreshTokens({ refreshToken: full.refresh_token_id! })
  expect(again).toMatchObject({ token_type: 'Bearer', scope: 'openid offline_access' })
  expect(control.expireToken({ token: full.refresh_token_id! })).toMatchObject({ status: 'EXPIRED' })
  expect(inspect(full.refresh_token_id!)).toStrictEqual({ active: false })
  expect(control.revokeToken({ token: plain.access_token })).toBeUndefined()
  expect(inspect(plain.access_token)).toStrictEqual({ active: false })
})

test('clients and grants are answered as they are then', async () => {
  const it = testOrg()
  const { control } = it
  const { userId, clientId } = await parties(it)
  expect(control.deactivateClient({ client: 'Shop' })).toStrictEqual({ client_id: clientId, isActive: false })
  const consent = { user: userId, client: clientId, scopes: ['a'] }
  expect(complaint(() => control.grantConsent(consent))).toBe(
    'grantConsent: client: The client is not in use [validation]',
  )
  expect(control.activateClient({ client: clientId })).toStrictEqual({ client_id: clientId, isActive: true })
  const [grant] = control.grantConsent(consent)
  const id = grant!['id']
  expect(grant).toMatchObject({ status: 'ACTIVE', userId, clientId, issuer: base })
  expect(control.expireGrant({ grant: id })).toMatchObject({ id, status: 'EXPIRED' })
  const [other] = control.grantConsent({ ...consent, scopes: ['b'] })
  expect(control.revokeGrant({ grant: other!['id'] })).toMatchObject({ status: 'REVOKED' })
  control.setUserStatus({ user: userId, status: 'DEPROVISIONED' })
  expect(complaint(() => control.grantConsent(consent))).toBe(
    'grantConsent: user: The user is DEPROVISIONED [validation]',
  )
  expect(complaint(() => control.registerClient({ ...webClient(), client_id: clientId }))).toBe(
    `registerClient: client_id: expected an id that no client has, got '${clientId}' [validation]`,
  )
  const named = { ...webClient(), consent_method: 'REQUIRED' } as never
  expect(control.registerClient(named)).toMatchObject({ consent_method: 'REQUIRED' })
  for (const act of ['expireToken', 'revokeToken'] as const) {
    expect(complaint(() => control[act]({ token: 'none' }))).toBe(
      `${act}: token: expected a token that was issued, got a text of 4 characters [validation]`,
    )
  }
})

test('keys are named once they sign, and earlier ones stay unless they are to go', async () => {
  const { control, call } = testOrg()
  const kids = async () =>
    ((await call('GET', '/oauth2/v1/keys')).json.keys as { kid: string }[]).map(({ kid }) => kid)
  const [first] = await kids()
  const { kid } = await control.rotateSigningKeys()
  expect((await kids()).toSorted()).toEqual([first!, kid].toSorted())
  const last = await control.rotateSigningKeys({ keepEarlier: false })
  expect(Object.keys(last)).toEqual(['kid'])
  expect(await kids()).toEqual([last.kid])
})

test('claims are shown with what they are of, a function by its name alone', async () => {
  const it = testOrg()
  const { control } = it
  const { userId, login, clientId } = await parties(it)
  control.createAuthorizationServer({ name: 'Cars', id: 'cars' })
  const added = [
    control.addClaim({ name: 'a', value: null }),
    control.addClaim({ name: 'b', expression: 'user.login', tokens: ['id'], scopes: ['x'] }),
    control.addClaim({ name: 'c', groups: { startsWith: 'app' }, user: login, client: 'Shop' }),
    control.addClaim({ name: 'd', compute: () => 1, authorizationServer: 'cars' }),
  ]
  const [a, b, c, d] = added.map(({ id }) => id)
  const all = { tokens: ['access', 'id'], scopes: [] }
  expect(added).toStrictEqual([
    { id: a, name: 'a', ...all, value: null },
    { id: b, name: 'b', tokens: ['id'], scopes: ['x'], expression: 'user.login' },
    { id: c, name: 'c', ...all, userId, clientId, groups: { startsWith: 'app' } },
    { id: d, name: 'd', ...all, authorizationServerId: 'cars', compute: 'function' },
  ])
  expect(control.listClaims()).toStrictEqual(added)
  expect(control.removeClaim({ claim: String(b) })).toBeUndefined()
  expect(control.listClaims().map(({ name }) => name)).toEqual(['a', 'c', 'd'])
  expect(complaint(() => control.removeClaim({ claim: String(b) }))).toBe(
    `removeClaim: claim: expected an existing claim, got '${String(b)}' [validation]`,
  )
  for (const source of [{}, { value: 1, expression: 'user.login' }]) {
    expect(complaint(() => control.addClaim({ name: 'e', ...source }))).toBe(
      'addClaim: input: expected one of value, expression, groups and compute',
    )
  }
  expect(complaint(() => control.addClaim({ name: 'e', compute: 'x' as never }))).toBe(
    "addClaim: compute: expected a function, got 'x'",
  )
})

test('sends a code to the first address of the client, or to another one if asked', async () => {
  const it = testOrg()
  const { control } = it
  const { login } = await parties(it)
  const uris = ['https://a.example.com/cb?x=1', 'https://b.example.com/cb']
  const of = (client_name: string, redirect_uris: readonly string[]) =>
    control.registerClient(webClient({ client_name, redirect_uris }))
  of('Two', uris)
  const issue = (more: object) => control.issueCode({ user: login, client: 'Two', ...more })
  const query = (code: string, more: object = {}) => new URLSearchParams({ code, ...more, iss: base })
  const first = issue({})
  expect(first).toStrictEqual({ code: first.code, url: `${uris[0]}&${query(first.code)}` })
  const second = issue({ redirectUri: uris[1], state: '' })
  expect(second.url).toBe(`${uris[1]}?${query(second.code, { state: '' })}`)
  expect(complaint(() => issue({ redirectUri: 'https://c.example.com/' }))).toBe(
    "issueCode: redirectUri: expected a redirect URI of the client, got 'https://c.example.com/' [validation]",
  )
})

test('a device that waits is shown with its scopes, and is answered once', async () => {
  const { control, org, call } = testOrg()
  const { client_id: id } = control.registerClient({
    client_name: 'TV',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['tv.example.com:/cb'],
    grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
  })
  expect(control.listDevices()).toEqual([])
  const ask = async () => {
    const form = { authorization: undefined, 'content-type': 'application/x-www-form-urlencoded' }
    return (await call('POST', '/oauth2/v1/device/authorize', `client_id=${id}&scope=openid+profile`, form))
      .json as { user_code: string; expires_in: number }
  }
  const { user_code: userCode, expires_in: lasts } = await ask()
  expect(control.listDevices()).toStrictEqual([
    {
      userCode: expect.any(String),
      clientId: id,
      scopes: ['openid', 'profile'],
      expiresAt: new Date(org.clock.now() + lasts * 1000).toISOString(),
    },
  ])
  expect(control.refuseDevice({ userCode })).toBeUndefined()
  expect(control.listDevices()).toEqual([])
  for (const act of [
    () => control.refuseDevice({ userCode }),
    () => control.approveDevice({ userCode, user: 'admin' }),
  ]) {
    expect(complaint(act)).toMatch(
      /^(?:refuse|approve)Device: userCode: expected the code of a device that waits for an answer, got '[\w-]+' \[validation\]$/,
    )
  }
})

test('a broken token is of whom it was asked for', async () => {
  const it = testOrg()
  const { control } = it
  const { login, userId } = await parties(it)
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  const broken = async (more: object) =>
    claimsOf((await control.issueBrokenToken({ flaw: 'expired', client: 'Shop', ...more })).token)
  const own = await broken({ scopes: ['openid', 'a'] })
  expect([own['scp'], own['uid']]).toEqual([['a'], undefined])
  const ofUser = await broken({ user: login, claims: { tier: 3 } })
  expect([ofUser['scp'], ofUser['uid'], ofUser['tier']]).toEqual([['openid'], userId, 3])
  const ofId = await broken({ user: login, token: 'id', nonce: 'n-1' })
  expect([ofId['nonce'], ofId['sub']]).toEqual(['n-1', userId])
  expect(
    await failure(async () => control.issueBrokenToken({ flaw: 'odd' as 'expired', client: 'Shop' })),
  ).toMatch(/^issueBrokenToken: flaw: expected one of /)
})

test('a user consents where a client asks for it, and to no trusted one', async () => {
  const it = testOrg()
  const { control } = it
  const { userId, grants } = await parties(it)
  const count = async () => ((await it.call('GET', grants)).json as unknown[]).length
  for (const [consent_method, expected] of [
    ['TRUSTED', 0],
    ['REQUIRED', 1],
  ] as const) {
    const { client_id: client } = control.registerClient({
      ...webClient({ client_name: consent_method }),
      consent_method,
    })
    await control.authorize({ user: userId, client })
    control.issueCode({ user: userId, client })
    expect([consent_method, await count()]).toEqual([consent_method, expected])
  }
})

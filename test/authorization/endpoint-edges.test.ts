/** Scopes, addresses, headers and pages of the endpoints, where a small change would be seen last. */
import { expect, test } from 'vitest'
import { respond } from '../../src/authorization/response.ts'
import { apiScopes, standardScopes, userScopes } from '../../src/model/oauth/standard-scopes.ts'
import { deviceGrant, asPublic, basic, callback, client, oauthOrg, tokensFor } from '../support/oauth.ts'

test.for([
  [['authorization_code', deviceGrant], 'openid profile'],
  [['authorization_code', 'refresh_token', deviceGrant], 'openid profile offline_access'],
] as const)('a device of a client with %j is given the scopes %s', async ([grant_types, expected]) => {
  const it = await oauthOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const tv = await client(it, { ...asPublic, grant_types })
  const scope = 'openid profile offline_access'
  const { json } = await it.post('device/authorize', { client_id: tv.client_id, scope })
  expect(json).toStrictEqual({
    device_code: expect.stringMatching(/^\w{43}$/),
    user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    verification_uri: 'https://svc.example.com/activate',
    verification_uri_complete: `https://svc.example.com/activate?user_code=${json.user_code}`,
    expires_in: 600,
    interval: 5,
  })
  const code = it.org.deviceCodes.find(json.device_code)!
  expect(code.scopeIds.map((id) => it.org.authorizationServers.scopes.get(id)!.name).join(' ')).toBe(expected)
  const wrong = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid none' })
  expect(wrong.json).toStrictEqual({
    error: 'invalid_scope',
    error_description: 'The server has no scope none',
  })
})

test('a scope that a client made up is not made for it', async () => {
  const it = await oauthOrg()
  const job = await client(it, {
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
  })
  const { size } = it.org.authorizationServers.scopes
  const ask = async (scope: string) => {
    const { status, json } = await it.post('token', { grant_type: 'client_credentials', scope }, basic(job))
    return status === 200 ? json.scope : `${json.error}: ${json.error_description}`
  }
  expect(await ask('none svc.users.read other')).toBe('invalid_scope: The server has no scope none, other')
  expect(await ask('openid svc.users.read email')).toBe(
    'invalid_scope: There is no user for the scope openid, email',
  )
  expect(await ask('svc.users.read')).toBe('svc.users.read')
  expect(it.org.authorizationServers.scopes.size).toBe(size)
})

test('nor by the password of a user', async () => {
  const it = await oauthOrg()
  const app = await client(it, { ...asPublic, grant_types: ['authorization_code', 'password'] })
  const form = { grant_type: 'password', client_id: app.client_id, password: it.password }
  const ask = async (more: Record<string, string>) => {
    const { json } = await it.post('token', { ...form, ...more })
    return json.error === undefined ? json.scope : `${json.error}: ${json.error_description}`
  }
  expect(await ask({ username: it.login, scope: 'openid none' })).toBe(
    'invalid_scope: The server has no scope none',
  )
  expect(await ask({ scope: 'openid' })).toBe('invalid_request: The parameter username is missing')
  expect(await ask({ username: it.login, password: '', scope: 'openid' })).toBe(
    'invalid_request: The parameter password is missing',
  )
  const sessions = it.control.listSessions({ user: it.login }).length
  expect(await ask({ username: it.login, scope: 'openid' })).toBe('openid')
  expect(it.control.listSessions({ user: it.login })).toHaveLength(sessions)
})

test('an access token stands alone behind its scheme, with blanks or without', async () => {
  const it = await oauthOrg()
  const { access_token: token } = await tokensFor(it, await client(it))
  const ask = async (authorization: string) => (await it.open(`${it.at}/userinfo`, { authorization })).status
  for (const header of [`Bearer ${token}`, `bearer  ${token} `, `DPoP ${token}\t `, `Bearer\t${token}`])
    expect([header, await ask(header)]).toStrictEqual([header, 200])
  for (const header of [
    `Bearer ${token} x`,
    `xBearer ${token}`,
    `Bearer${token}`,
    `Bearer, ${token}`,
    'Bearer',
  ])
    expect([header, await ask(header)]).toStrictEqual([header, 400])
})

test.for([
  ['/.well-known/openid-configuration/oauth2/other', 200],
  ['/.well-known/openid-configuration/x/oauth2/other', 404],
  ['/oauth2/v1/keys', 200],
  ['/v1/keys', 200],
  ['/x/oauth2/v1/keys', 404],
  ['/oauth2/other/v1/keys', 200],
  ['/oauth2/v1/v1/keys', 404],
  ['/oauth2/other/x/v1/keys', 404],
] as const)('%s is answered %i', async ([path, status]) => {
  const it = await oauthOrg()
  it.control.createAuthorizationServer({ name: 'Other', alias: 'other' })
  expect((await it.open(path)).status).toBe(status)
})

test.for([
  ['/.well-known/openid-configuration/idp', 'https://example.com/idp'],
  ['/.well-known/oauth-authorization-server/idp/oauth2/other', 'https://example.com/idp/oauth2/other'],
  ['/.well-known/openid-configuration/oauth2/other', 'https://example.com/idp/oauth2/other'],
  ['/idp/.well-known/openid-configuration', 'https://example.com/idp'],
] as const)('below a path of the base URL, %s tells of %s', async ([path, issuer]) => {
  const it = await oauthOrg({ baseUrl: 'https://example.com/idp' })
  it.control.createAuthorizationServer({ name: 'Other', alias: 'other' })
  const answer = await it.open(path)
  expect([path, answer.status, answer.json?.issuer]).toStrictEqual([path, 200, issuer])
})

test('a page that hands the answer over shows nothing, and runs one script', () => {
  const target = { redirectUri: callback, mode: 'post_message', state: undefined } as never
  const { body, headers } = respond(target, 'i', {}, 'GET')
  expect(body.replaceAll(/\s+/g, ' ')).toBe(
    '<!doctype html> <html lang="en"> <head> <meta charset="utf-8" /> <title>Back to the application</title> </head> <body> ' +
      '<script>const to=window.opener||window.parent;to.postMessage({"iss":"i"},"https://shop.example.com")</script> </body> </html> ',
  )
  expect(headers['Content-Security-Policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; form-action 'none'; base-uri 'none'$/,
  )
})

test('codes go with the user whose tokens end', async () => {
  const it = await oauthOrg()
  const { id: scope } = it.org.authorizationServers.resolveScope('email')
  const about = {
    clientId: 'shop',
    userId: it.userId,
    authorizationServerId: 'own',
    scopeIds: [scope],
    authentication: { authTime: 5, amr: ['pwd'] },
    isUnderConsent: false,
  }
  const { authorizationCodes, deviceCodes } = it.org
  const issue = () => {
    authorizationCodes.issue(about)
    const code = deviceCodes.issue({ clientId: 'shop', authorizationServerId: 'own', scopeIds: [scope] })
    deviceCodes.approve(code, about)
  }
  const left = () => [authorizationCodes.state.size, deviceCodes.state.size]
  for (const end of [
    () => it.call('POST', `/api/v1/users/${it.userId}/lifecycle/deactivate`),
    () => it.control.deactivateScope({ scope: 'email' }),
    () => it.call('DELETE', `/api/v1/users/${it.userId}/sessions?oauthTokens=true`),
  ]) {
    issue()
    expect(left()).toStrictEqual([1, 1])
    await end()
    expect(left()).toStrictEqual([0, 0])
    it.control.setUserStatus({ user: it.userId, status: 'ACTIVE' })
  }
})

test('each scope says on the page for consent what it is for', () => {
  const reads = (what: string) => `Allows the application to read ${what}`
  expect(
    standardScopes.map(({ name, displayName, description }) => [name, displayName, description]),
  ).toStrictEqual([
    ['openid', 'Sign in', 'Tells the application who signed in'],
    ['profile', 'Profile', reads('your profile')],
    ['email', 'E-mail address', reads('your e-mail')],
    ['address', 'Address', reads('your address')],
    ['phone', 'Phone', reads('your phone number')],
    ['offline_access', 'Stay signed in', 'Keeps the application signed in while you are away'],
    ['groups', 'Groups', reads('your groups')],
  ])
  expect([...userScopes].join(' ')).toBe('openid profile email address phone offline_access groups')
  const manages = (what: string) => `Allows the application to manage ${what} of your organization`
  expect(
    apiScopes('abc').map(({ name, displayName, description }) => [name, displayName, description]),
  ).toStrictEqual([
    ['abc.users.read', 'Read users', reads('users of your organization')],
    ['abc.users.manage', 'Manage users', manages('users')],
    ['abc.groups.read', 'Read groups', reads('groups of your organization')],
    ['abc.groups.manage', 'Manage groups', manages('groups')],
    ['abc.clients.read', 'Read OAuth clients', reads('OAuth clients of your organization')],
    ['abc.clients.manage', 'Manage OAuth clients', manages('OAuth clients')],
  ])
  expect(apiScopes('def')[0]!.name).toBe('def.users.read')
  expect(apiScopes('abc')[0]!.name).toBe('abc.users.read')
})

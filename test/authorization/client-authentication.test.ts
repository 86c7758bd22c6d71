import { expect, test } from 'vitest'
import { newUser } from '../support/call.ts'
import { asPublic, basic, client, oauthOrg, type OAuthOrg } from '../support/oauth.ts'

/** The replies of the token endpoint to a client that authenticates in some way. */
async function answers() {
  const it = await oauthOrg()
  const service = {
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: undefined,
  }
  it.control.setScope({ scope: 'orders' })
  const shop = await client(it, service)
  const other = await client(it, service)
  const form = { grant_type: 'client_credentials', scope: 'orders' }
  const ask = async (more: object, headers: Record<string, string> = {}) => {
    const { status, json } = await it.post('token', { ...form, ...more }, headers)
    return status === 200 ? '200' : `${status} ${json.error}: ${json.error_description}`
  }
  return { it, shop, other, ask }
}

test.each(['basic', 'BASIC', 'Basic '])(
  'the scheme %s is that of RFC 7617, in whatever case',
  async (scheme) => {
    const { shop, ask } = await answers()
    const [, value] = basic(shop).authorization.split(' ')
    expect(await ask({}, { authorization: `${scheme} ${value} ` })).toBe('200')
    expect(await ask({}, { authorization: `x${scheme} ${value}` })).toMatch(/^401 /)
    expect(await ask({}, { authorization: `${scheme} ${value} x` })).toMatch(/^401 /)
  },
)

test('a client that was deleted before the password hook answered gets no tokens', async () => {
  let it: OAuthOrg | undefined
  let clientId = ''
  const passwordHook = async (): Promise<boolean> => {
    await it!.call('DELETE', `/oauth2/v1/clients/${clientId}`)
    return true
  }
  it = await oauthOrg({ passwordHook })
  const app = await client(it, {
    ...asPublic,
    grant_types: ['authorization_code', 'refresh_token', 'password'],
  })
  clientId = app.client_id
  const { json: user } = await it.call('POST', '/api/v1/users', {
    ...newUser({}),
    credentials: { password: { hook: { type: 'default' } } },
  })
  const reply = await it.post('token', {
    grant_type: 'password',
    client_id: clientId,
    username: user.profile.login,
    password: 'Right1Password',
    scope: 'openid',
  })
  expect([reply.status, reply.json.error]).toEqual([401, 'invalid_client'])
  expect(it.control.list({ kind: 'sessions', user: user.id })).toEqual([])
  expect((await it.call('GET', `/api/v1/users/${user.id}/clients`)).json).toEqual([])
})

test.each([
  [['authorization_code', 'refresh_token', 'password'], 'offline_access openid', true],
  // A client that may not refresh gets the other scopes.
  [['authorization_code', 'password'], 'openid', false],
])('with the grants %j a password gets the scopes %s', async (grants, scope, hasRefreshToken) => {
  const it = await oauthOrg()
  const app = await client(it, { ...asPublic, grant_types: grants })
  const reply = await it.post('token', {
    grant_type: 'password',
    client_id: app.client_id,
    username: it.login,
    password: it.password,
    scope: 'openid offline_access',
  })
  expect([reply.status, reply.json.scope.split(' ').sort().join(' ')]).toEqual([200, scope])
  expect('refresh_token' in reply.json).toBe(hasRefreshToken)
})

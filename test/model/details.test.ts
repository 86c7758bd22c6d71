import { expect, test } from 'vitest'
import { password, person } from '../support/people.ts'
import { testOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'

test('a group profile that is sent again in another order is not a change', async () => {
  const { call, control } = testOrg()
  const { json } = await call('POST', '/api/v1/groups', { profile: { name: 'Crew', description: 'All' } })
  control.advanceClock({ by: '1h' })
  const put = async (profile: object) => (await call('PUT', `/api/v1/groups/${json.id}`, { profile })).json
  expect((await put({ description: 'All', name: 'Crew' })).lastUpdated).toBe(json.lastUpdated)
  expect((await put({ description: 'Few', name: 'Crew' })).lastUpdated).toBe('2026-01-05T10:30:00.000Z')
})

test.for([{}, { name: '' }, { name: 5 }, { name: null }])(
  'an imported group with its own class needs a name: %j',
  (profile) => {
    const { org } = testOrg()
    let refused: unknown
    try {
      org.imports.profile({ objectClass: ['other'], profile })
    } catch (error) {
      refused = error
    }
    expect(refused).toMatchObject({ causes: ['name: The field cannot be left blank'] })
  },
)

test('scopes that are not in use, or are no names, are named', async () => {
  const it = testOrg()
  const { userId: user, clientId: client } = await parties(it)
  it.control.setScope({ scope: 'orders' })
  it.control.setScope({ scope: 'orders', status: 'INACTIVE' })
  const grant =
    (...scopes: string[]) =>
    () =>
      it.control.grantConsent({ user, client, scopes })
  expect(grant('orders')).toThrow('scopes: orders is not in use')
  expect(grant('two words')).toThrow("scopes: expected the name of a scope, got 'two words'")
})

test('a user without an address has no claim of one', async () => {
  const it = testOrg()
  const { userId: user, clientId: client } = await parties(it)
  const claims = async () => {
    const { id_token: token } = await it.control.issueTokens({
      user,
      client,
      scopes: ['openid', 'address', 'phone'],
    })
    const { address, phone_number: phone } = JSON.parse(
      Buffer.from(token!.split('.')[1]!, 'base64url').toString(),
    ) as Record<string, unknown>
    return { address, phone }
  }
  // The claims of scopes are those of userinfo where an access token comes along.
  const { access_token: token } = await it.control.issueTokens({
    user,
    client,
    scopes: ['openid', 'address'],
  })
  const info = async () =>
    (await it.call('GET', '/oauth2/v1/userinfo', undefined, { authorization: `Bearer ${token}` })).json
  expect(await info()).not.toHaveProperty('address')
  await it.call('POST', `/api/v1/users/${user}`, { profile: { city: 'Oslo', postalAddress: 'Box 1, Oslo' } })
  expect((await info()).address).toEqual({ locality: 'Oslo', formatted: 'Box 1, Oslo' })
  await claims()
})

test('a second sign-in after a password hook said yes asks nobody', async () => {
  let asked = 0
  const it = testOrg({ passwordHook: () => (asked += 1) > 0 })
  const { profile } = await person(it, { credentials: { password: { hook: { type: 'default' } } } })
  for (let time = 0; time < 2; time++) {
    expect(await it.control.signIn({ login: profile.login, password })).toMatchObject({ status: 'SUCCESS' })
  }
  expect(asked).toBe(1)
  expect(await it.control.signIn({ login: profile.login, password: 'wrong' })).toMatchObject({
    reason: 'WRONG_PASSWORD',
    attemptsLeft: 9,
  })
})

test('sessions and one-time tokens of a snapshot are those of their users again', async () => {
  const it = testOrg()
  const { id } = await person(it)
  it.control.openSession({ user: id })
  const { json } = await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_password?sendEmail=false`)
  it.control.saveSnapshot({ name: 'before' })
  it.control.signOut({ user: id })
  await it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`)
  it.control.restoreSnapshot({ name: 'before' })
  expect(it.control.list({ kind: 'sessions', user: id })).toHaveLength(1)
  await it.call('DELETE', `/api/v1/users/${id}/sessions`)
  expect(it.control.list({ kind: 'sessions', user: id })).toEqual([])
  await it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`)
  const token = json.resetPasswordUrl.split('/').at(-1)
  expect(it.control.useToken({ token, password: 'Corr3ctHorse' })).toMatchObject({ reason: 'INVALID_TOKEN' })
})

test('a user that was removed is found until searches see it', async () => {
  const it = testOrg({ delays: { search: '1m' } })
  const { id, profile } = await person(it)
  await person(it)
  it.control.advanceClock({ by: '2m' })
  await it.call('DELETE', `/api/v1/users/${id}`)
  await it.call('DELETE', `/api/v1/users/${id}`)
  const found = async () => {
    const search = encodeURIComponent(`profile.login eq "${profile.login}"`)
    return (await it.call('GET', `/api/v1/users?search=${search}`)).json.length
  }
  expect((await it.call('GET', `/api/v1/users/${id}`)).status).toBe(404)
  expect(await found()).toBe(1)
  it.control.advanceClock({ by: '2m' })
  expect(await found()).toBe(0)
})

test('the hint of the journal joins the mistakes, each once', async () => {
  const { call, org } = testOrg()
  await call('POST', '/api/v1/users', { profile: { login: 'x' } })
  expect(org.traffic.journal().at(-1)?.hint).toMatch(/^Api validation failed: .+; .+: .+; .+: /)
})

test('devices that were answered wait for nobody, and those of a scope that went end with it', async () => {
  const it = testOrg()
  const { json } = await it.call('POST', '/oauth2/v1/clients', {
    client_name: 'TV',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['com.example:/cb'],
    grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
  })
  it.control.setScope({ scope: 'orders' })
  const { authorizationServers, deviceCodes } = it.org
  const begin = () => {
    const { own } = authorizationServers
    const scopes = authorizationServers.scopesOf(own).filter(({ name }) => /openid|orders/.test(name))
    return deviceCodes.issue({
      clientId: json.client_id,
      authorizationServerId: own.id,
      scopeIds: scopes.map(({ id }) => id),
    })
  }
  const one = begin()
  const two = begin()
  const waiting = () => deviceCodes.waiting().map(({ userCode }) => userCode)
  expect(waiting()).toEqual([one.userCode, two.userCode])
  it.control.answerDevice({ userCode: one.userCode, user: null })
  expect(waiting()).toEqual([two.userCode])
  it.control.advanceClock({ by: '1h' })
  expect(waiting()).toEqual([])
  begin()
  expect(waiting()).toHaveLength(1)
  const orders = authorizationServers.scopes.values().find(({ name }) => name === 'orders')!
  authorizationServers.scopes.remove(orders.id)
  expect(waiting()).toEqual([])
})

import { expect, test } from 'vitest'
import { parseDuration } from '../../src/model/kernel/duration.ts'
import { orgOptionsSchema } from '../../src/model/kernel/options-schema.ts'
import { codeOf, password, person } from '../support/people.ts'
import { testOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'

test('an application that is given its label alone has the rest by default', async () => {
  const { call, control } = testOrg()
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).json.id
  const { id } = control.createApplication({ label: 'My Shop!' })
  control.assignApplication({ application: id, group })
  const [{ _links, ...app }] = (await call('GET', `/api/v1/groups/${group}/apps`)).json
  expect(app).toEqual({
    id,
    name: 'myshop',
    label: 'My Shop!',
    status: 'ACTIVE',
    lastUpdated: '2026-01-05T09:30:00.000Z',
    created: '2026-01-05T09:30:00.000Z',
    accessibility: { selfService: false, errorRedirectUrl: null },
    visibility: { autoSubmitToolbar: false, hide: { iOS: false, web: false }, appLinks: { login: true } },
    features: [],
    signOnMode: 'BOOKMARK',
    credentials: { userNameTemplate: { template: '${source.login}', type: 'BUILT_IN' } },
    settings: { app: {} },
  })
  expect(control.createApplication({ label: '!!!' }).name).toBe('app')
})

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

test('throws the errors of clock callbacks, several errors as one', () => {
  const { clock } = testOrg().org
  const fail = (message: string, at: number) =>
    clock.schedule(new Date(Date.UTC(2026, 0, 5, 9, 30, 0, at)), () => {
      throw new Error(message)
    })
  fail('one', 10)
  expect(() => clock.advance(20)).toThrow(new Error('one'))
  fail('two', 30)
  fail('three', 31)
  try {
    clock.advance(20)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(AggregateError)
    expect((error as Error).message).toBe('clock: 2 callbacks failed')
    expect((error as AggregateError).errors.map(({ message }) => message)).toEqual(['two', 'three'])
  }
})

test.for(['P1Y', 'P10Y', 'P1Y2M', 'P1.5Y', 'P12M', 'P1Y1D', 'p1yT1H'])(
  '%s has no fixed length, which is said',
  (text) => {
    expect(() => parseDuration(text)).toThrow(
      new RangeError(
        `duration: expected days instead of years and months, which have no fixed length, got '${text}'`,
      ),
    )
  },
)

test.for(['P', 'PT', 'P1', 'P1H', 'P1Y2', '1x', '1h2', 'h', ''])('%j is not a duration', (text) => {
  expect(() => parseDuration(text)).toThrow(
    new RangeError(
      `duration: expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', got '${text}'`,
    ),
  )
})

const least = (path: string, value: number) => {
  const names = path.split('.').toReversed()
  return names.reduce<unknown>((inner, name) => ({ [name]: inner }), value)
}

/** Every option that is a number, the least and the greatest that it can be. */
test.for([
  ['pageSizes.listUsers.default', 1],
  ['pageSizes.listUsers.max', 1],
  ['pageSizes.listGroupRules.max', 1],
  ['pageSizes.listClients.max', 1],
  ['rateLimit.limit', 1],
  ['largePageTimeout', 1],
  ['journal.entries', 1],
  ['journal.bytes', 1],
  ['sessionLifetime', 1],
  ['tokenLifetimes.access', 1],
  ['oneTimeTokenLifetimes.activation', 1],
  ['searchLag', 0],
  ['transitionDelay', 0],
  ['refreshTokenGrace', 0],
  ['passwordPolicy.minLength', 0],
  ['passwordPolicy.historyCount', 0],
  ['passwordPolicy.maxAttempts', 0],
  ['passwordPolicy.minAge', 0],
] as const)('the option %s is %i or more', ([path, lowest]) => {
  const isTaken = (value: number) => orgOptionsSchema().safeParse(least(path, value)).success
  expect([isTaken(lowest - 1), isTaken(lowest), isTaken(lowest + 2)]).toEqual([false, true, true])
})

test('page sizes are those of lists', () => {
  const isTaken = (name: string) =>
    orgOptionsSchema().safeParse({ pageSizes: { [name]: { max: 5 } } }).success
  expect(
    ['listUsers', 'listGroups', 'listClients', 'listUserGrants', 'getUser', 'createUser'].map(isTaken),
  ).toEqual([true, true, true, true, false, false])
})

test('scopes that are not in use, or are no names, are named', async () => {
  const it = testOrg()
  const { userId: user, clientId: client } = await parties(it)
  it.control.createScope({ name: 'orders' })
  it.control.deactivateScope({ scope: 'orders' })
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

test('a transition that is dropped does not complete', async () => {
  const it = testOrg({ transitionDelay: '1m' })
  const { json } = await it.call('POST', '/api/v1/users', {
    profile: { login: 'ada@x.test', email: 'ada@x.test', firstName: 'A', lastName: 'L' },
    credentials: { password: { value: password } },
  })
  expect(json.transitioningToStatus).toBe('ACTIVE')
  it.control.setUserStatus({ user: json.id, status: 'SUSPENDED' })
  it.control.advanceClock({ by: '2m' })
  expect((await it.call('GET', `/api/v1/users/${json.id}`)).json.status).toBe('SUSPENDED')
  expect(codeOf(await it.call('POST', `/api/v1/users/${json.id}/lifecycle/unsuspend`))).toBe('200')
})

test('an address that goes back to what it was waits no longer, and another one does', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const session = await it.control.signIn({ login: profile.login, password })
  const cookie = { authorization: undefined, cookie: (session as { sessionCookie: string }).sessionCookie }
  const change = (changes: object) => it.call('POST', '/api/v1/users/me', { profile: changes }, cookie)
  await change({ email: 'new@example.com', secondEmail: 'second@example.com' })
  const token = (to: string) => it.control.listMails({ userId: id, to }).at(-1)!.token!
  await change({ email: profile.email })
  expect(it.control.useToken({ token: token('new@example.com') })).toMatchObject({ reason: 'INVALID_TOKEN' })
  expect(it.control.useToken({ token: token('second@example.com') })).toMatchObject({ status: 'SUCCESS' })
  const { json } = await it.call('GET', `/api/v1/users/${id}`)
  expect([json.profile.email, json.profile.secondEmail]).toEqual([profile.email, 'second@example.com'])
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
  expect(it.control.listSessions({ user: id })).toHaveLength(1)
  await it.call('DELETE', `/api/v1/users/${id}/sessions`)
  expect(it.control.listSessions({ user: id })).toEqual([])
  await it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`)
  const token = json.resetPasswordUrl.split('/').at(-1)
  expect(it.control.useToken({ token, password: 'Corr3ctHorse' })).toMatchObject({ reason: 'INVALID_TOKEN' })
})

test('a user that was removed is found until searches see it', async () => {
  const it = testOrg({ searchLag: '1m' })
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

test('devices that were answered wait for nobody, and a scope that went is consented to by nobody', async () => {
  const it = testOrg()
  const { userId: user } = await parties(it)
  const { json } = await it.call('POST', '/oauth2/v1/clients', {
    client_name: 'TV',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['com.example:/cb'],
    grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
  })
  it.control.createScope({ name: 'orders' })
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
  it.control.refuseDevice({ userCode: one.userCode })
  expect(waiting()).toEqual([two.userCode])
  it.control.advanceClock({ by: '1h' })
  expect(waiting()).toEqual([])
  const three = begin()
  const orders = authorizationServers.scopes.values().find(({ name }) => name === 'orders')!
  authorizationServers.scopes.remove(orders.id)
  it.control.approveDevice({ userCode: three.userCode, user })
  expect((await it.call('GET', `/api/v1/users/${user}/grants`)).json).toHaveLength(1)
})

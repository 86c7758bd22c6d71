import { expect, test } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/index.ts'
import { newUser, testOrg } from '../support/call.ts'
import { registered, webClient } from '../support/clients.ts'
import { password, person, personIn } from '../support/people.ts'

test('a sorted page that holds the last rows exactly offers no next', async () => {
  const { call } = testOrg()
  for (const name of ['A', 'B', 'C', 'D']) await call('POST', '/api/v1/groups', { profile: { name } })
  const search = encodeURIComponent('type eq "SVC_GROUP"')
  const page = (more: string) =>
    call('GET', `/api/v1/groups?search=${search}&sortBy=profile.name&limit=${more}`)
  expect((await page('4')).headers.link).toHaveLength(1)
  expect((await page('3')).headers.link).toHaveLength(2)
  const first = await page('2')
  const next = /<https:\/\/svc\.example\.com([^>]*)>/.exec(String(first.headers.link?.[1]))![1]!
  const last = await call('GET', next)
  expect(last.json.map(({ profile }: { profile: { name: string } }) => profile.name)).toEqual(['C', 'D'])
  expect(last.headers.link).toHaveLength(1)
})

test('each device that a user signed in from stays known', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const from = (device: string) => it.control.signIn({ login: profile.login, password, device })
  for (const device of ['phone', 'laptop', 'tablet']) await from(device)
  it.control.setUser({ user: id, block: 'UNKNOWN_DEVICES' })
  for (const device of ['phone', 'laptop', 'tablet']) {
    expect(await from(device)).toMatchObject({ status: 'SUCCESS' })
  }
  expect(await from('other')).toMatchObject({ reason: 'DEVICE_BLOCKED' })
})

test('parameters implied by an alias do not reach the next call of the documented path', async () => {
  const it = testOrg()
  const { id } = await personIn(it, 'ACTIVE')
  const path = `/api/v1/users/${id}/lifecycle/expire_password`
  for (const [alias, documented] of [
    [`${path}_with_temp_password`, path],
    [`${path}_with_temp_password?tempPassword=false`, `${path}?tempPassword=false`],
  ] as const) {
    expect((await it.call('POST', alias)).json).toHaveProperty('tempPassword')
    expect((await it.call('POST', documented)).json).toHaveProperty('profile')
    expect((await it.call('POST', alias)).json).toHaveProperty('tempPassword')
  }
})

test('a rule works by the conditions that it had when the snapshot was taken', async () => {
  const it = testOrg()
  const { call, control } = it
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Here' } })).json.id
  const rule = (city: string) => ({
    type: 'group_rule',
    name: 'By city',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: `user.city == "${city}"` } },
    actions: { assignUserToGroups: { groupIds: [group] } },
  })
  const { id } = (await call('POST', '/api/v1/groups/rules', rule('Oslo'))).json
  const path = `/api/v1/groups/rules/${id}`
  await call('POST', `${path}/lifecycle/activate`)
  const members = async () => (await call('GET', `/api/v1/groups/${group}/users`)).json.length
  const settle = async (city: string) => call('POST', '/api/v1/users', newUser({ city }))
  control.saveSnapshot({ name: 'before' })
  await call('POST', `${path}/lifecycle/deactivate`)
  await call('PUT', path, rule('Rome'))
  await call('POST', `${path}/lifecycle/activate`)
  await settle('Rome')
  expect(await members()).toBe(1)
  control.restoreSnapshot({ name: 'before' })
  expect(await members()).toBe(0)
  await settle('Rome')
  expect(await members()).toBe(0)
  await settle('Oslo')
  expect(await members()).toBe(1)
})

test('a reply without a body resolves to undefined in the client', async () => {
  const org = createOrg()
  const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
  const group = await client.createGroup({ body: { profile: { name: 'Gone' } } })
  expect(await client.deleteGroup({ params: { groupId: group.id } })).toBeUndefined()
  const reply = await client.call('clearUserSessions', { params: { userId: 'admin@example.com' } })
  expect([reply.status, reply.body]).toEqual([204, undefined])
})

test.each([
  'code',
  'pass',
  'pin',
  'sig',
  'key',
  'otp',
  'signature',
  'PIN',
  'p%69n',
  'user[pass]',
  'x-functions-key',
])('the journal shows no value of the query parameter %s', async (name) => {
  const { call, control } = testOrg()
  await call('GET', `/api/v1/users?${name}=4711secret&q=A`)
  const [entry] = control.readJournal()
  expect(JSON.stringify(entry)).not.toContain('4711secret')
  expect(entry?.query).toBe(`${name}=[secret]&q=A`)
})

test.each(['code', 'pass', 'pin', 'sig', 'key', 'PIN', 'x-functions-key'])(
  'no face of the journal shows the value of %s in an address, wherever the address stands',
  async (name) => {
    const { call, control } = testOrg()
    const address = `https://app.example.com/back?a=1&${name}=4711secret`
    await call('GET', `/api/v1/users?${name}=4711secret`, undefined, { referer: address })
    await call('POST', '/api/v1/groups', { profile: { name: address } })
    const shown = JSON.stringify([
      control.readJournal(),
      control.readJournal().map(({ number }) => control.readExchange({ number })),
      control.readJournal({ as: 'har' }),
      control.readJournal().map(({ number }) => control.readExchange({ number, as: 'curl' })),
    ])
    expect(shown).not.toContain('4711secret')
    expect(shown).toContain(`a=1&${name}=[secret]`)
  },
)

test.each([
  ['https://hooks.example.com/verify?key=4711&v=2', 'https://hooks.example.com/verify?key=[secret]&v=2'],
  ['https://user:4711@hooks.example.com/?PIN=4711', 'https://[secret]@hooks.example.com/?PIN=[secret]'],
  ['https://hooks.example.com/verify?v=2#top', 'https://hooks.example.com/verify?v=2#top'],
])('the settings show %s without what opens it', (url, shown) => {
  for (const passwordHook of [url, { url, headers: { 'x-key': '4711' } }]) {
    const { control } = testOrg({ passwordHook })
    expect(control.readSettings()).toMatchObject({ passwordHook: shown })
    expect(control.changeSettings({ delays: { search: 1 } })).toMatchObject({ passwordHook: shown })
  }
})

test.for([
  ['setScope', { scope: 'orders', status: 'INACTIVE' }, 'scopes: The scope orders is not in use'],
  ['remove', { kind: 'scope', scope: 'orders' }, 'scopes: The scope orders is gone'],
  ['setApplication', { application: 'Shop', status: 'INACTIVE' }, 'client: The client is not in use'],
] as const)('%s while tokens are signed leaves none behind', async ([action, input, message]) => {
  const { control, org } = testOrg()
  control.registerClient({
    client_name: 'Shop',
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
  })
  control.setScope({ scope: 'orders' })
  const issuing = control.issueTokens({ client: 'Shop', scopes: ['orders'] })
  control[action](input as never)
  await expect(issuing).rejects.toThrow(message)
  expect(org.tokens.count('access')).toBe(0)
  expect(org.tokens.count('refresh')).toBe(0)
})

test('an authorization server that goes while tokens are signed or refreshed leaves none behind', async () => {
  const it = testOrg()
  const { control, org } = it
  const { id } = await person(it)
  control.registerClient({
    client_name: 'Shop',
    application_type: 'web',
    redirect_uris: ['https://shop.example/cb'],
    grant_types: ['authorization_code', 'refresh_token'],
  })
  control.setAuthorizationServer({ authorizationServer: 'Other' })
  const request = { client: 'Shop', user: id, scopes: ['orders'], authorizationServer: 'Other' }
  const { refresh_token: token } = await control.issueTokens({ ...request, refreshToken: true })
  const issuing = control.issueTokens({ ...request, refreshToken: true })
  const refreshing = control.refreshTokens({ refreshToken: token! })
  control.remove({ kind: 'authorizationServer', authorizationServer: 'Other' })
  // Both at once: a rejection while the test waits for the other one would be unhandled.
  await Promise.all([
    expect(issuing).rejects.toThrow('not-found'),
    expect(refreshing).rejects.toThrow('not-found'),
  ])
  expect([org.tokens.count('access'), org.tokens.count('refresh')]).toEqual([0, 0])
})

test("a list of a user's groups links to itself as it was asked for, and to no page", async () => {
  const it = testOrg()
  const { id } = await person(it)
  const link = async (query: string) =>
    (await it.call('GET', `/api/v1/users/${id}/groups${query}`)).headers.link
  expect(await link('')).toEqual([`<https://svc.example.com/api/v1/users/${id}/groups>; rel="self"`])
  expect(await link('?limit=1')).toEqual([
    `<https://svc.example.com/api/v1/users/${id}/groups?limit=1>; rel="self"`,
  ])
})

test('a rule that is not active is deactivated again without any change', async () => {
  const it = testOrg()
  const group = (await it.call('POST', '/api/v1/groups', { profile: { name: 'Here' } })).json.id
  const { id } = (
    await it.call('POST', '/api/v1/groups/rules', {
      type: 'group_rule',
      name: 'All',
      conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.city == "Oslo"' } },
      actions: { assignUserToGroups: { groupIds: [group] } },
    })
  ).json
  const before = (await it.call('GET', `/api/v1/groups/rules/${id}`)).json
  it.control.advanceClock({ by: '1h' })
  expect((await it.call('POST', `/api/v1/groups/rules/${id}/lifecycle/deactivate`)).status).toBe(204)
  expect((await it.call('GET', `/api/v1/groups/rules/${id}`)).json).toEqual(before)
})

test('a reset forgets what happened, and every fault', async () => {
  const { call, control } = testOrg()
  await call('POST', '/api/v1/groups', { profile: { name: 'Gone' } })
  control.addFault({ refusal: 'rate-limited', path: '/nowhere' })
  expect(control.listEvents({ type: 'group.created' })).toHaveLength(1)
  expect(control.list({ kind: 'faults' })).toHaveLength(1)
  control.reset()
  expect(control.listEvents({ type: 'group.created' })).toEqual([])
  expect(control.list({ kind: 'faults' })).toEqual([])
  expect(control.readJournal()).toEqual([])
})

test('lists clients of a user by their first grant or token, oldest first', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const clients: string[] = []
  for (const client_name of ['Granted', 'Refreshed', 'Neither'])
    clients.push((await registered(it, webClient({ client_name }))).client_id)
  const names = async () =>
    (await it.call('GET', `/api/v1/users/${id}/clients`)).json.map(
      ({ client_name }: { client_name: string }) => client_name,
    )
  const refresh = (client: string) =>
    it.control.issueTokens({ user: id, client, scopes: ['openid', 'offline_access'], refreshToken: true })
  await refresh(clients[1]!)
  it.control.advanceClock({ by: '1h' })
  it.control.grantConsent({ user: id, client: clients[0]!, scopes: ['openid'] })
  expect(await names()).toEqual(['Refreshed', 'Granted'])
  it.control.advanceClock({ by: '1h' })
  await refresh(clients[0]!)
  expect(await names()).toEqual(['Refreshed', 'Granted'])
})

test('the id that a directory gives an imported group depends on its name alone', () => {
  const imported = (name: string) => {
    const { call, control } = testOrg()
    return call('GET', `/api/v1/groups/${control.importGroup({ profile: { name } }).id}`)
  }
  return Promise.all([imported('crew'), imported('crew'), imported('team')]).then(([one, two, other]) => {
    expect(one.json.profile.externalId).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(two.json.profile.externalId).toBe(one.json.profile.externalId)
    expect(other.json.profile.externalId).not.toBe(one.json.profile.externalId)
    expect(new Set(atob(one.json.profile.externalId)).size).toBeGreaterThan(8)
  })
})

test('a device that is used again is the last to be forgotten, and is known once', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const from = (device: string) => it.control.signIn({ login: profile.login, password, device })
  for (const device of ['phone', 'laptop', 'phone']) await from(device)
  expect(it.org.users.get(id)?.hidden.devices).toEqual(['laptop', 'phone'])
})

test.each([
  ['/api/v1/users?', 'users'],
  ['/api/v1/groups?', 'groups'],
  ['/api/v1/groups?expand=stats&', 'groups with more in them'],
  ['/oauth2/v1/clients?', 'clients'],
])('the cursor of %s goes on with a page of another size', async (path) => {
  const it = testOrg()
  for (const name of ['a', 'b', 'c', 'd']) {
    await it.call('POST', '/api/v1/users?activate=false', newUser())
    await it.call('POST', '/api/v1/groups', { profile: { name } })
    await it.call('POST', '/oauth2/v1/clients', webClient({ client_name: name }))
  }
  const { headers } = await it.call('GET', `${path}limit=1`)
  const after = /[?&]after=([^&>]+)/.exec(String(headers.link?.[1]))![1]!
  const rest = await it.call('GET', `${path}limit=3&after=${after}`)
  expect([rest.status, rest.json.length]).toEqual([200, 3])
})

test('no reply is to be kept', async () => {
  const it = testOrg()
  for (const path of ['/api/v1/users/me', '/api/v1/users/nobody', '/oauth2/v1/clients', '/elsewhere']) {
    const { headers } = await it.call('GET', path)
    expect([headers['cache-control'], headers['pragma'], headers['expires']]).toEqual([
      'no-cache, no-store',
      'no-cache',
      '0',
    ])
  }
})

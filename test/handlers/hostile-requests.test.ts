import { expect, test } from 'vitest'
import { webClient } from '../support/clients.ts'
import { newUser, type TestOrg, testOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'
import { sample } from '../support/runs.ts'

const many = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`fi${index}`, value]))
const listOf = (count: number, make: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => make(index))
const rule = {
  type: 'group_rule',
  name: 'r',
  conditions: { expression: { value: 'true', type: 'urn:svc:expression:1.0' } },
}
const ofGroups = (groupIds: unknown) => ({ ...rule, actions: { assignUserToGroups: { groupIds } } })

/** Bodies with as many mistakes as are asked for. */
const mistaken: readonly (readonly [string, string, (count: number) => object])[] = [
  ['numbers as groupIds', '/api/v1/users', (count) => ({ ...newUser(), groupIds: listOf(count, () => 1) })],
  ['unknown groupIds', '/api/v1/users', (count) => ({ ...newUser(), groupIds: listOf(count, String) })],
  ['an unknown profile', '/api/v1/users', (count) => ({ profile: { ...newUser().profile, ...many(count) } })],
  ['unknown members', '/api/v1/users', (count) => ({ profile: {}, ...many(count) })],
  ['unknown credentials', '/api/v1/users', (count) => ({ profile: {}, credentials: many(count) })],
  ['an unknown profile', '/api/v1/groups', (count) => ({ profile: { name: 'x', ...many(count) } })],
  ['unknown groups', '/api/v1/groups/rules', (count) => ofGroups(listOf(count, (index) => `00g${index}`))],
  ['unknown members', '/api/v1/groups/rules', (count) => ({ ...rule, ...many(count) })],
  [
    'grant types',
    '/oauth2/v1/clients',
    (count) => ({ client_name: 'x', grant_types: listOf(count, String) }),
  ],
  [
    'redirect URIs',
    '/oauth2/v1/clients',
    (count) => ({ client_name: 'x', redirect_uris: listOf(count, String) }),
  ],
  [
    'keys',
    '/oauth2/v1/clients',
    (count) => ({ client_name: 'x', jwks: { keys: listOf(count, (index) => ({ kty: `k${index}` })) } }),
  ],
]

async function holdToSmallAnswer(target: TestOrg, path: string, body: unknown): Promise<void> {
  const { status, text, json } = await target.call('POST', path, body)
  expect(status).toBe(400)
  expect(text.length).toBeLessThan(12_000)
  expect(json.errorCauses?.length ?? 0).toBeLessThanOrEqual(21)
}

test.each(sample(mistaken, 4))(
  'many mistakes cost in proportion to their number, have a small answer, and leave little behind: %s to %s',
  async (_, path, bodyOf) => {
    const target = testOrg()
    const cost = async (count: number): Promise<number> => {
      const body = bodyOf(count)
      let least = Number.POSITIVE_INFINITY
      for (let time = 0; time < 3; time += 1) {
        const before = process.cpuUsage()
        await holdToSmallAnswer(target, path, body)
        least = Math.min(least, process.cpuUsage(before).user)
      }
      return least
    }
    await cost(100)
    // Four times as many; each with every other would cost sixteen times as much.
    expect((await cost(40_000)) / (await cost(10_000))).toBeLessThan(12)
    expect(JSON.stringify(target.org.traffic.journal()).length).toBeLessThan(35_000)
  },
)

test('a long name of a property has a small answer, and leaves little behind', async () => {
  const target = testOrg()
  await holdToSmallAnswer(target, '/api/v1/groups', { profile: { name: 'x', ['p'.repeat(900_000)]: 1 } })
  expect(JSON.stringify(target.org.traffic.journal()).length).toBeLessThan(5000)
})

test.each(['addFault', 'findUser', 'changeSettings', 'registerClient'] as const)(
  '%s names the first twenty unknown fields, and how many more',
  (action) => {
    const { control } = testOrg()
    const refused = catchError(() => control[action](many(30_000) as never))
    expect(refused.message.length).toBeLessThan(2000)
    expect(refused.message).toMatch(/and (29980|29981) more$/)
  },
)

function catchError(run: () => unknown): Error {
  try {
    run()
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not throw')
}

test('a refusal shows the first twenty causes, and the number of further ones', async () => {
  const { call } = testOrg()
  const profile = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`p${index}`, 1]))
  const { json } = await call('POST', '/api/v1/groups', { profile: { name: 'x', ...profile } })
  expect(json.errorCauses).toHaveLength(21)
  expect(json.errorCauses[19].errorSummary).toBe("Property name 'p19' is not defined in profile")
  expect(json.errorCauses[20].errorSummary).toBe('and 110 more')
})

test('a text of the caller in a refusal is not read as a place to fill in', async () => {
  const { call } = testOrg()
  const jwks = { keys: [{ kty: 'RSA', kid: 'k', e: 'e', n: 'n', use: ['{constructor}{field}'] }] }
  const { json } = await call('POST', '/oauth2/v1/clients', { client_name: '{field}', jwks })
  expect(json.error_description).not.toMatch(/native code/)
})

test('secrets in the address of a request are redacted of journal and log', async () => {
  const { call, control, org } = testOrg()
  const { json: user } = await call('POST', '/api/v1/users', newUser())
  const { json: client } = await call('POST', '/oauth2/v1/clients', webClient())
  const { json: link } = await call('POST', `/api/v1/users/${user.id}/lifecycle/reactivate?sendEmail=false`)
  const issued = await control.issueTokens({
    client: client.client_id,
    user: user.id,
    scopes: ['openid', 'offline_access'],
  })
  const cookie = control.openSession({ user: user.id }).sessionCookie.split('=')[1]!
  const odd = control.createApiToken({ token: 'a/b+c==|d&e' }).token
  const secrets = [
    org.apiToken,
    odd,
    cookie,
    link.activationToken as string,
    client.client_secret as string,
    issued.access_token,
    issued.refresh_token!,
  ]
  const logged: unknown[] = []
  org.traffic.entries.onEntry((entry) => logged.push(entry))
  for (const secret of secrets) {
    const written = encodeURIComponent(secret)
    await call('GET', `/api/v1/users/${written}`)
    await call('GET', `/nope/${written}/x`)
    await call('GET', `/api/v1/users?limit=1&access_token=${written}`)
    await call('GET', `/api/v1/users/${user.id}/clients/${client.client_id}/tokens/${written}`)
    if (secret === client.client_secret) continue
    await call('GET', `/api/v1/users?innocent=${written}&limit=1`)
    await call('GET', `/api/v1/groups?search=${encodeURIComponent(`profile.name eq "${secret}"`)}`)
  }
  await call('GET', '/api/v1/users?Password=s3cret-Word&limit=2')
  const text = JSON.stringify([logged, control.readJournal()])
  const shown = [...secrets, 's3cret-Word'].filter(
    (secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
  )
  expect(shown).toEqual([])
  expect(control.readJournal().at(-1)).toMatchObject({
    path: '/api/v1/users',
    query: 'Password=[secret]&limit=2',
    status: 200,
  })
})

test('the journal keeps texts that are not secrets unchanged', async () => {
  const { call, control, org } = testOrg()
  const { json: user } = await call('POST', '/api/v1/users?activate=false', newUser())
  const urls = [
    `/api/v1/users/${user.id}/lifecycle/expire_password?tempPassword=true`,
    `/api/v1/users/${user.id}/sessions?oauthTokens=false`,
    '/api/v1/users/n%c3%b6body%?q=a%20b+c&after=%zz',
    `/api/v1/users?limit=1&after=${'x'.repeat(40)}&nextLogin=changePassword`,
  ]
  for (const url of urls) await call('GET', url)
  const shown = control.readJournal().slice(1)
  expect(shown.map(({ path, query }) => `${path}?${query}`)).toEqual(urls)
  expect(org.traffic.journal({ path: `/api/v1/users/${user.id}/sessions` })).toHaveLength(1)
})

test('no user is created into a group that is managed elsewhere', async () => {
  const { call, control, org } = testOrg()
  const imported = control.importGroup({ profile: { name: 'Imported' } }).id
  const before = org.state.snapshot()
  for (const groupId of [imported, org.groups.everyoneId]) {
    const { status, json } = await call('POST', '/api/v1/users', { ...newUser(), groupIds: [groupId] })
    expect([status, json.errorCode]).toEqual([403, 'E0000077'])
  }
  expect(org.state.snapshot().get('users')).toEqual(before.get('users'))
})

test.each([
  ['a delay until after the end of time', '2026-01-05T09:30:00.000Z', 315_576_000_000_000],
  ['a delay at the end of time', '9999-12-31T23:59:59.900Z', 1000],
])('a transition with %s is under way, and breaks nothing', async (_, time, transition) => {
  const { call, control } = testOrg({ clock: { start: time, frozen: true } })
  control.changeSettings({ delays: { transition } })
  const { status, json } = await call('POST', '/api/v1/users', newUser())
  expect([status, json.transitioningToStatus]).toEqual([200, 'ACTIVE'])
  control.setClock({ to: '9999-12-31T23:59:59.999Z' })
  expect((await call('GET', `/api/v1/users/${json.id}`)).json.status).toBe('PROVISIONED')
})

test('a token that would end after the year 9999 ends with that year', async () => {
  const end = '9999-12-31T23:59:59.999Z'
  const target = testOrg({ clock: { start: end, frozen: true } })
  const { call, control } = target
  const { userId, clientId } = await parties(target)
  const input = { user: userId, client: clientId, scopes: ['car:drive'] }
  control.grantConsent(input)
  const tokens = await control.issueTokens({ ...input, refreshToken: true })
  expect(control.openSession({ user: userId }).expiresAt).toBe(end)
  expect(control.createAccessToken({ scopes: ['svc.users.read'], expiresIn: '1h' }).expiresAt).toBe(end)
  const { status, json } = await call('GET', `/api/v1/users/${userId}/clients/${clientId}/tokens`)
  expect([status, json[0]]).toMatchObject([200, { created: end, expiresAt: end, status: 'ACTIVE' }])
  expect(control.inspectToken({ token: tokens.access_token }).active).toBe(true)
})

import { expect, test } from 'vitest'
import { clientApps } from '../../../src/model/oauth/client-app.ts'
import { approveDevice } from '../../../src/model/oauth/device-approvals.ts'
import { ReplayMemory } from '../../../src/model/oauth/replay-memory.ts'
import { testOrg, type TestOrg } from '../../support/call.ts'
import { registered, webClient } from '../../support/clients.ts'

const start = Date.parse('2026-01-05T09:30:00.000Z')

test('a client is an application under the same id', async () => {
  const it = testOrg()
  const { client_id: id } = await registered(it, webClient({ client_name: 'Shop' }))
  const apps = clientApps(it.org.clients)
  const { settings } = it.org.clients.get(id)!
  const app = {
    id,
    name: 'oidc_client',
    label: 'Shop',
    status: 'ACTIVE',
    lastUpdated: '2026-01-05T09:30:00.000Z',
    created: '2026-01-05T09:30:00.000Z',
    accessibility: { selfService: false, errorRedirectUrl: null },
    visibility: { autoSubmitToolbar: false, hide: { iOS: false, web: false }, appLinks: { login: true } },
    features: [],
    signOnMode: 'OPENID_CONNECT',
    credentials: {
      oauthClient: { client_id: id, token_endpoint_auth_method: settings.token_endpoint_auth_method },
    },
    settings: { oauthClient: settings },
  }
  expect(apps.find(id)).toStrictEqual(app)
  expect(apps.find(id)).toBe(apps.find(id))
  expect(apps.find('none')).toBeUndefined()
  it.control.advanceClock({ by: '1h' })
  apps.rename(id, 'Till')
  apps.setActive(id, false)
  expect(apps.find(id)).toStrictEqual({
    ...app,
    label: 'Till',
    status: 'INACTIVE',
    lastUpdated: '2026-01-05T10:30:00.000Z',
    settings: { oauthClient: { ...settings, client_name: 'Till' } },
  })
})

test('writes of clients are told, those that change nothing are not', async () => {
  const it = testOrg()
  const { clients } = it.org
  const told: unknown[] = []
  clients.onChange((before, after) => told.push([before, after]))
  const one = clients.register(webClient({ client_name: 'Shop' }), { id: 'one', secret: 'secret' })
  expect(one).toMatchObject({ id: 'one', secret: 'secret', issuedAt: start / 1000, isActive: true })
  expect(clients.setActive('one', true)).toBe(one)
  const off = clients.setActive('one', false)
  const renewed = clients.renewSecret('one')
  expect(renewed).toStrictEqual({ ...off, secret: expect.stringMatching(/^[\w-]{40}$/) })
  const other = clients.register(webClient({ client_name: 'shop' }))
  expect([
    clients.named('SHOP'),
    clients.hasSecret('secret'),
    clients.hasSecret(renewed.secret!),
  ]).toStrictEqual([undefined, false, true])
  clients.remove('one')
  expect([clients.named('SHOP'), clients.named('none')]).toStrictEqual([other, undefined])
  expect(told).toStrictEqual([
    [undefined, one],
    [one, off],
    [off, renewed],
    [undefined, other],
    [renewed, undefined],
  ])
})

test('names of clients are theirs alone where the organisation says so', async () => {
  const it = testOrg({ uniqueClientNames: true })
  const { clients } = it.org
  const one = clients.register(webClient({ client_name: 'Shop' }))
  const two = clients.register(webClient({ client_name: 'Till' }))
  const taken = expect.objectContaining({
    refusal: 'invalid-client-metadata',
    causes: ['client_name: An object with this field already exists in the current organization'],
  })
  expect(() => clients.rename(two.id, 'SHOP')).toThrow(taken)
  expect(() => clients.register(webClient({ client_name: 'shop' }))).toThrow(taken)
  expect([clients.collection.size, clients.get(two.id)]).toStrictEqual([2, two])
  expect(clients.rename(one.id, 'SHOP').settings.client_name).toBe('SHOP')
})

test('clients are found by the beginning of their name, in pages', async () => {
  const it = testOrg()
  const { clients } = it.org
  for (const client_name of ['Shop', 'Till', 'shopping']) clients.register(webClient({ client_name }))
  const page = (query: object) => {
    const { items, ...rest } = clients.list({ limit: 5, ...query })
    return [items.map(({ settings }) => settings.client_name), rest]
  }
  expect(page({})).toStrictEqual([['Shop', 'Till', 'shopping'], {}])
  expect(page({ q: 'SHO' })).toStrictEqual([['Shop', 'shopping'], {}])
  expect(page({ q: 'hop' })).toStrictEqual([[], {}])
  expect(page({ q: 'shop', limit: 1 })).toStrictEqual([['Shop'], { next: 1 }])
  expect(page({ q: 'shop', limit: 1, after: 1 })).toStrictEqual([['shopping'], {}])
  expect(page({ limit: 1, after: 1 })).toStrictEqual([['Till'], { next: 2 }])
})

test('an assertion is the first of its client with its id', () => {
  const { clock } = testOrg().org
  const memory = new ReplayMemory(clock)
  const first = (client: string, jti: string) => memory.isFirst(client, jti, start + 1000)
  expect([first('a', 'b'), first('a', 'b'), first('a', 'c'), first('b', 'b')]).toStrictEqual([
    true,
    false,
    true,
    true,
  ])
  expect(memory.state.values()).toStrictEqual(Array.from({ length: 3 }, () => ({ expiresAt: start + 1000 })))
})

test.for(['REQUIRED', 'TRUSTED'] as const)(
  'a device of a client whose consent is %s',
  async (consent_method) => {
    const it = testOrg()
    const { org } = it
    const { client_id: clientId } = await registered(it, webClient({ consent_method }))
    const { own } = org.authorizationServers
    const scopeIds = [org.authorizationServers.resolveScope('email').id, 'gone']
    const code = org.deviceCodes.issue({ clientId, authorizationServerId: own.id, scopeIds })
    const authentication = { authTime: 5, amr: ['pwd'] }
    approveDevice(org, code, 'ada', authentication)
    const isUnderConsent = consent_method === 'REQUIRED'
    expect(org.deviceCodes.find(code.value)).toStrictEqual({
      ...code,
      status: 'approved',
      userId: 'ada',
      authentication,
      isUnderConsent,
    })
    expect(org.grants.collection.values().map(({ userId, scopeId }) => [userId, scopeId])).toStrictEqual(
      isUnderConsent ? [['ada', scopeIds[0]]] : [],
    )
  },
)

/** Ids of clients named A to D. */
async function fourClients(it: TestOrg): Promise<readonly string[]> {
  const ids: string[] = []
  for (const client_name of ['A', 'B', 'C', 'D'])
    ids.push((await registered(it, webClient({ client_name }))).client_id)
  return ids
}

test("a user's clients are those first with which it has had to do for longest", async () => {
  const it = testOrg()
  const { org } = it
  const { own } = org.authorizationServers
  const ids = await fourClients(it)
  const consent = (clientId: string) =>
    org.grants.consent({ userId: 'ada', clientId, scopes: ['email'], server: own })[0]!
  const issue = (clientId: string, userId = 'ada') =>
    org.refreshTokens.issue({ userId, clientId, scopes: [], server: own })
  const names = () => org.userClients.list('ada').map(({ settings }) => settings.client_name)
  issue(ids[2]!)
  it.control.advanceClock({ by: '1s' })
  const grant = consent(ids[1]!)
  issue(ids[3]!, 'bob')
  it.control.advanceClock({ by: '1s' })
  const token = issue(ids[0]!)
  consent(ids[2]!)
  expect(names()).toStrictEqual(['C', 'B', 'A'])
  org.grants.setStatus(grant, 'REVOKED')
  org.refreshTokens.revoke(token)
  expect(names()).toStrictEqual(['C'])
  org.settings.endedGrants = 'shown'
  expect(names()).toStrictEqual(['C', 'B', 'A'])
  org.clients.collection.remove(ids[1]!)
  expect(names()).toStrictEqual(['C', 'A'])
})

test('clients with which a user has had to do since the same moment come in the order of what was given', async () => {
  const it = testOrg()
  const { org } = it
  const { own } = org.authorizationServers
  const ids = await fourClients(it)
  const issue = (clientId: string) =>
    org.refreshTokens.issue({ userId: 'ada', clientId, scopes: [], server: own })
  for (const at of [3, 1]) issue(ids[at]!)
  for (const at of [2, 0])
    org.grants.consent({ userId: 'ada', clientId: ids[at]!, scopes: ['email'], server: own })
  expect(org.userClients.list('ada').map(({ settings }) => settings.client_name)).toStrictEqual([
    'C',
    'A',
    'D',
    'B',
  ])
})

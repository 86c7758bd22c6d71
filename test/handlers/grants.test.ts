import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { anotherClient, ids, parties, type Parties } from '../support/consents.ts'

const base = 'https://svc.example.com'
const now = '2026-01-05T09:30:00.000Z'

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
function consent({ control }: TestOrg, { userId, clientId }: Parties, ...scopes: string[]): any {
  return control.grantConsent({ user: userId, client: clientId, scopes })
}

test('a grant shows who consented to what, with the documented links and hints', async () => {
  const target = testOrg()
  const mine = await parties(target)
  target.control.createScope({ name: 'car:drive', displayName: 'Drive', description: 'Drive your car' })
  const [{ id, scopeId }] = consent(target, mine, 'car:drive')
  const { status, json } = await target.call('GET', `${mine.grants}/${id}`)
  const server = json._links.authorizationServer.href
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.stringMatching(/^oag[A-Za-z0-9]{17}$/),
    status: 'ACTIVE',
    created: now,
    lastUpdated: now,
    issuer: base,
    clientId: mine.clientId,
    userId: mine.userId,
    scopeId,
    _links: {
      app: { href: `${base}/api/v1/apps/${mine.clientId}`, title: 'Shop' },
      scope: { href: `${server}/scopes/${scopeId}`, title: 'Drive' },
      client: { href: `${base}/oauth2/v1/clients/${mine.clientId}`, title: 'Shop' },
      self: { href: `${base}${mine.grants}/${id}`, hints: { allow: ['GET', 'DELETE'] } },
      user: { href: `${base}/api/v1/users/${mine.userId}`, title: 'Isaac Brock' },
      authorizationServer: { href: server, title: 'Organization' },
    },
  })
  expect(server).toMatch(new RegExp(`^${base}/api/v1/authorizationServers/aus[A-Za-z0-9]{17}$`))
  const expanded = await target.call('GET', `${mine.grants}/${id}?expand=scope`)
  expect(expanded.json._embedded).toEqual({
    scope: { name: 'car:drive', displayName: 'Drive', description: 'Drive your car' },
  })
})

for (const list of ['grants', 'client grants'] as const) {
  test(`${list} are paged: 20 by default, 200 at the most, next links to the rest`, async () => {
    const target = testOrg()
    const mine = await parties(target)
    const all = ids(consent(target, mine, ...Array.from({ length: 205 }, (_, index) => `s:${index}`)))
    const path = list === 'grants' ? mine.grants : `${mine.ofClient}/grants`
    expect((await target.call('GET', path)).json).toHaveLength(20)
    expect((await target.call('GET', `${path}?limit=200`)).json).toHaveLength(200)
    expect((await target.call('GET', `${path}?limit=201`)).json).toHaveLength(200)
    const first = await target.call('GET', `${path}?limit=150&expand=scope`)
    const [self, next] = first.headers.link as readonly string[]
    expect(self).toBe(`<${base}${path}?limit=150&expand=scope>; rel="self"`)
    const second = await target.call('GET', next!.match(/<https:\/\/[^/]+(.+)>; rel="next"/)![1]!)
    expect(ids([...first.json, ...second.json])).toEqual(all)
    expect(second.json[0]._embedded.scope.name).toBe('s:150')
    expect(second.headers.link).toHaveLength(1)
    for (const query of ['limit=0', 'limit=x', 'after=made-up']) {
      expect((await target.call('GET', `${path}?${query}`)).status).toBe(400)
    }
  })
}

test('revoking many grants answers 204 where there are none, one that is gone 404', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const [{ id }] = consent(target, mine, 'openid')
  expect((await target.call('DELETE', `${mine.grants}/${id}`)).status).toBe(204)
  expect((await target.call('DELETE', `${mine.grants}/${id}`)).status).toBe(404)
  expect((await target.call('DELETE', mine.grants)).status).toBe(204)
  expect((await target.call('DELETE', `${mine.ofClient}/grants`)).status).toBe(204)
})

test('a revoked grant can be shown as REVOKED where the organisation says so', async () => {
  const target = testOrg({ endedGrants: 'shown' })
  const mine = await parties(target)
  const [{ id }] = consent(target, mine, 'openid')
  target.control.advanceClock({ by: '1h' })
  await target.call('DELETE', `${mine.grants}/${id}`)
  const revoked = { id, status: 'REVOKED', created: now, lastUpdated: '2026-01-05T10:30:00.000Z' }
  expect((await target.call('GET', `${mine.grants}/${id}`)).json).toMatchObject(revoked)
  target.control.advanceClock({ by: '1h' })
  await target.call('DELETE', mine.grants)
  target.control.expireGrant({ grant: id })
  expect((await target.call('GET', mine.grants)).json).toMatchObject([revoked])
})

test('a grant that expired is shown as EXPIRED', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const [{ id }] = consent(target, mine, 'openid')
  target.control.expireGrant({ grant: id })
  expect((await target.call('GET', mine.grants)).json).toMatchObject([{ id, status: 'EXPIRED' }])
})

test('consenting again keeps the grant, and after a revocation makes another', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const [first] = consent(target, mine, 'openid')
  target.control.advanceClock({ by: '1h' })
  const [second] = consent(target, mine, 'openid')
  expect(second).toMatchObject({ id: first.id, created: now, lastUpdated: '2026-01-05T10:30:00.000Z' })
  await target.call('DELETE', mine.grants)
  const [third] = consent(target, mine, 'openid')
  expect(third.id).not.toBe(first.id)
  expect(ids((await target.call('GET', mine.grants)).json)).toEqual([third.id])
})

test("a user's clients are those for which it has grants or tokens", async () => {
  const target = testOrg()
  const mine = await parties(target)
  const path = `/api/v1/users/${mine.userId}/clients`
  expect((await target.call('GET', path)).json).toEqual([])
  consent(target, mine, 'openid', 'email')
  const other = await anotherClient(target, mine)
  target.control.advanceClock({ by: '1m' })
  await target.control.issueTokens({ user: mine.userId, client: other.clientId, scopes: ['offline_access'] })
  const { status, json } = await target.call('GET', path)
  expect(status).toBe(200)
  const hints = { allow: ['GET', 'DELETE'] }
  expect(json[0]).toEqual({
    client_id: mine.clientId,
    client_name: 'Shop',
    client_uri: null,
    logo_uri: null,
    _links: {
      grants: { href: `${base}${mine.ofClient}/grants`, hints },
      tokens: { href: `${base}${mine.ofClient}/tokens`, hints },
    },
  })
  expect(json[1].client_id).toBe(other.clientId)
  expect(json).toHaveLength(2)
  await target.call('DELETE', `${mine.ofClient}/grants`)
  await target.call('DELETE', `${other.ofClient}/tokens`)
  expect((await target.call('GET', path)).json).toEqual([])
})

test('unknown users, clients and grants are 404 E0000007', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const stranger = await parties(target)
  const [theirs] = consent(target, stranger, 'openid')
  const user = `/api/v1/users/${mine.userId}`
  for (const [method, path] of [
    ['GET', '/api/v1/users/nobody/grants'],
    ['GET', '/api/v1/users/nobody/grants/x'],
    ['DELETE', '/api/v1/users/nobody/grants'],
    ['GET', '/api/v1/users/nobody/clients'],
    ['GET', `${user}/grants/oagNone`],
    ['DELETE', `${user}/grants/oagNone`],
    ['GET', `${user}/grants/${theirs.id}`],
    ['DELETE', `${user}/grants/${theirs.id}`],
    ['GET', `${user}/clients/0oaNone/grants`],
    ['DELETE', `${user}/clients/0oaNone/grants`],
  ] as const) {
    const { status, json } = await target.call(method, path)
    expect({ path, status, code: json?.errorCode }).toEqual({ path, status: 404, code: 'E0000007' })
  }
  expect((await target.call('GET', stranger.grants)).json).toHaveLength(1)
})

test('me works in a session without an API token, and only for oneself', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const [{ id }] = consent(target, mine, 'openid', 'email')
  const { cookie: value } = target.org.sessions.open(mine.userId)
  const own = { authorization: undefined, cookie: `sid=${value}` }
  const call = (method: string, path: string) => target.call(method, path, undefined, own)
  expect((await call('GET', '/api/v1/users/me/grants')).json).toHaveLength(2)
  expect((await call('GET', `/api/v1/users/me/grants/${id}?expand=scope`)).json.id).toBe(id)
  expect((await call('GET', `/api/v1/users/me/clients/${mine.clientId}/grants`)).json).toHaveLength(2)
  expect((await call('GET', '/api/v1/users/me/clients')).json).toHaveLength(1)
  expect((await call('GET', mine.grants)).status).toBe(401)
  expect((await call('DELETE', `/api/v1/users/me/grants/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/api/v1/users/me/clients/${mine.clientId}/grants`)).status).toBe(204)
  expect((await call('DELETE', '/api/v1/users/me/grants')).status).toBe(204)
  expect((await call('GET', '/api/v1/users/me/grants')).json).toEqual([])
})

test('a user is also named by its login', async () => {
  const target = testOrg()
  const mine = await parties(target)
  consent(target, mine, 'openid')
  expect((await target.call('GET', `/api/v1/users/${mine.login}/grants`)).json).toHaveLength(1)
})

test('grants are refused where early access is off, refresh tokens are not', async () => {
  const target = testOrg({ features: { earlyAccess: false } })
  const mine = await parties(target)
  const { status, json } = await target.call('GET', mine.grants)
  expect(status).toBe(401)
  expect(json.errorCode).toBe('E0000015')
  expect((await target.call('DELETE', mine.grants)).status).toBe(401)
  expect((await target.call('GET', `/api/v1/users/${mine.userId}/clients`)).status).toBe(401)
  expect((await target.call('GET', `${mine.ofClient}/tokens`)).status).toBe(200)
})

test('a grant read again shows what has changed since: names and base URL', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const [{ id }] = consent(target, mine, 'openid')
  const path = `${mine.grants}/${id}`
  expect((await target.call('GET', path)).json._links.user.title).toBe('Isaac Brock')
  await target.call('POST', `/api/v1/users/${mine.userId}`, { profile: { lastName: 'Newton' } })
  expect((await target.call('GET', path)).json._links.user.title).toBe('Isaac Newton')
  expect((await target.call('GET', `${path}?expand=scope`)).json).toHaveProperty('_embedded')
  expect((await target.call('GET', path)).json).not.toHaveProperty('_embedded')
  target.org.baseUrl = 'https://elsewhere.example.com'
  expect((await target.call('GET', path)).json._links.self.href).toBe(`https://elsewhere.example.com${path}`)
})

import { expect, test } from 'vitest'
import type { TokenReply } from '../../src/control/oauth.ts'
import { testOrg, type TestOrg } from '../support/call.ts'
import { anotherClient, ids, parties, type Parties } from '../support/consents.ts'

const base = 'https://svc.example.com'
const now = '2026-01-05T09:30:00.000Z'

async function issue(
  { control }: TestOrg,
  { userId, clientId }: Parties,
  ...scopes: string[]
): Promise<Required<TokenReply>> {
  return (await control.issueTokens({
    user: userId,
    client: clientId,
    scopes,
    refreshToken: true,
  })) as Required<TokenReply>
}

function works(target: TestOrg, token: string): boolean {
  return target.control.inspectToken({ token }).active
}

test('a refresh token shows its purpose, but never its value', async () => {
  const target = testOrg()
  const mine = await parties(target)
  target.control.createScope({ name: 'car:drive', displayName: 'Drive', description: 'Drive your car' })
  const issued = await issue(target, mine, 'offline_access', 'car:drive')
  const path = `${mine.ofClient}/tokens/${issued.refresh_token_id}`
  const { status, json } = await target.call('GET', path)
  const server = json._links.authorizationServer.href
  const self = `${base}${path}`
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.stringMatching(/^oar[A-Za-z0-9]{17}$/),
    status: 'ACTIVE',
    created: now,
    lastUpdated: now,
    expiresAt: '2026-01-12T09:30:00.000Z',
    issuer: base,
    clientId: mine.clientId,
    userId: mine.userId,
    scopes: ['offline_access', 'car:drive'],
    _links: {
      app: { href: `${base}/api/v1/apps/${mine.clientId}`, title: 'Shop' },
      self: { href: self },
      revoke: { href: self, hints: { allow: ['DELETE'] } },
      client: { href: `${base}/oauth2/v1/clients/${mine.clientId}`, title: 'Shop' },
      user: { href: `${base}/api/v1/users/${mine.userId}`, title: 'Isaac Brock' },
      authorizationServer: { href: server, title: 'Organization' },
    },
  })
  const expanded = await target.call('GET', `${path}?expand=scope`)
  expect(expanded.json._embedded.scopes[1]).toEqual({
    id: expect.stringMatching(/^scp/),
    name: 'car:drive',
    displayName: 'Drive',
    description: 'Drive your car',
    _links: { scope: { href: expect.stringContaining(`${server}/scopes/scp`), title: 'Drive' } },
  })
  const list = await target.call('GET', `${mine.ofClient}/tokens?expand=scope`)
  expect(list.json).toEqual([expanded.json])
  for (const reply of [expanded, list]) {
    expect(reply.text).not.toContain(issued.refresh_token)
    expect(reply.text).not.toContain(issued.access_token)
  }
})

test('refresh tokens are paged: 20 by default, 200 at the most, next links to the rest', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const { authorizationServers, refreshTokens } = target.org
  const server = authorizationServers.own
  const scopes = authorizationServers.scopesNamed(server, ['offline_access'])
  const all = Array.from({ length: 205 }, () => refreshTokens.issue({ ...mine, scopes, server }))
  const path = `${mine.ofClient}/tokens`
  expect((await target.call('GET', path)).json).toHaveLength(20)
  expect((await target.call('GET', `${path}?limit=200`)).json).toHaveLength(200)
  expect((await target.call('GET', `${path}?limit=201`)).json).toHaveLength(200)
  const first = await target.call('GET', `${path}?limit=150`)
  const [self, next] = first.headers.link as readonly string[]
  expect(self).toBe(`<${base}${path}?limit=150>; rel="self"`)
  const second = await target.call('GET', next!.match(/<https:\/\/[^/]+(.+)>; rel="next"/)![1]!)
  expect(ids([...first.json, ...second.json])).toEqual(ids(all))
  for (const query of ['limit=0', 'limit=x', 'after=made-up']) {
    expect((await target.call('GET', `${path}?${query}`)).status).toBe(400)
  }
})

test('revoking a refresh token ends it and the access tokens issued with and from it', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const issued = await issue(target, mine, 'openid')
  const further = await target.control.refreshTokens({ refreshToken: issued.refresh_token })
  const sibling = await issue(target, mine, 'openid')
  const alone = await target.control.issueTokens({
    user: mine.userId,
    client: mine.clientId,
    scopes: ['openid'],
  })
  expect(further.access_token).not.toBe(issued.access_token)
  expect(further.refresh_token_id).toBe(issued.refresh_token_id)
  const path = `${mine.ofClient}/tokens/${issued.refresh_token_id}`
  const { status, text } = await target.call('DELETE', path)
  expect({ status, text }).toEqual({ status: 204, text: '' })
  expect(works(target, issued.refresh_token)).toBe(false)
  expect(works(target, issued.access_token)).toBe(false)
  expect(works(target, further.access_token)).toBe(false)
  expect(works(target, sibling.refresh_token)).toBe(true)
  expect(works(target, sibling.access_token)).toBe(true)
  expect(works(target, alone.access_token)).toBe(true)
  expect((await target.call('GET', path)).status).toBe(404)
  expect((await target.call('DELETE', path)).status).toBe(404)
})

test('an access token of the organisation opens the API until its refresh token is revoked', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const issued = await issue(target, mine, 'svc.users.read')
  const bearer = { authorization: `Bearer ${issued.access_token}` }
  const read = await target.call('GET', '/api/v1/users/me', undefined, bearer)
  expect(read.status).toBe(200)
  expect(read.json.id).toBe(mine.userId)
  expect((await target.call('DELETE', mine.grants, undefined, bearer)).status).toBe(403)
  await target.call('DELETE', `${mine.ofClient}/tokens`)
  expect((await target.call('GET', '/api/v1/users/me', undefined, bearer)).status).toBe(401)
})

test('a refresh token is EXPIRED once its time is over, and no longer gives access tokens', async () => {
  const target = testOrg({ tokenLifetimes: { refresh: '10m' } })
  const mine = await parties(target)
  const issued = await issue(target, mine, 'openid')
  const path = `${mine.ofClient}/tokens/${issued.refresh_token_id}`
  target.control.advanceClock({ by: 10 * 60_000 - 1 })
  expect((await target.call('GET', path)).json.status).toBe('ACTIVE')
  target.control.advanceClock({ by: 1 })
  expect((await target.call('GET', path)).json.status).toBe('EXPIRED')
  await expect(target.control.refreshTokens({ refreshToken: issued.refresh_token })).rejects.toThrow()
  expect(works(target, issued.refresh_token)).toBe(false)
  expect(works(target, issued.access_token)).toBe(true)
})

test('a revoked token can be shown as REVOKED where the organisation says so', async () => {
  const target = testOrg({ endedGrants: 'shown' })
  const mine = await parties(target)
  const issued = await issue(target, mine, 'openid')
  await target.call('DELETE', `${mine.ofClient}/tokens`)
  expect((await target.call('GET', `${mine.ofClient}/tokens`)).json).toMatchObject([
    { id: issued.refresh_token_id, status: 'REVOKED' },
  ])
  expect(works(target, issued.refresh_token)).toBe(false)
})

test('unknown users, clients and tokens are 404 E0000007', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const stranger = await parties(target)
  const theirs = await issue(target, stranger, 'openid')
  const other = await anotherClient(target, mine)
  const own = await issue(target, mine, 'openid')
  const shared = await issue(target, { ...stranger, clientId: mine.clientId }, 'openid')
  for (const path of [
    `/api/v1/users/nobody/clients/${mine.clientId}/tokens`,
    `/api/v1/users/${mine.userId}/clients/0oaNone/tokens`,
    `${mine.ofClient}/tokens/oarNone`,
    `${mine.ofClient}/tokens/${theirs.refresh_token_id}`,
    `${other.ofClient}/tokens/${own.refresh_token_id}`,
    `${mine.ofClient}/tokens/${shared.refresh_token_id}`,
  ]) {
    for (const method of ['GET', 'DELETE']) {
      const { status, json } = await target.call(method, path)
      expect({ path, status, code: json?.errorCode }).toEqual({ path, status: 404, code: 'E0000007' })
    }
  }
  expect(works(target, theirs.refresh_token)).toBe(true)
  expect(works(target, own.refresh_token)).toBe(true)
  expect(works(target, shared.refresh_token)).toBe(true)
})

test('me works in a session without an API token', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const issued = await issue(target, mine, 'openid')
  await issue(target, mine, 'openid')
  const { cookie: value } = target.org.sessions.open(mine.userId)
  const own = { authorization: undefined, cookie: `sid=${value}` }
  const path = `/api/v1/users/me/clients/${mine.clientId}/tokens`
  const call = (method: string, url: string) => target.call(method, url, undefined, own)
  expect((await call('GET', path)).json).toHaveLength(2)
  expect((await call('GET', `${path}/${issued.refresh_token_id}`)).status).toBe(200)
  expect((await call('DELETE', `${path}/${issued.refresh_token_id}`)).status).toBe(204)
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', `${mine.ofClient}/tokens`)).status).toBe(401)
})

test('a refresh token read again shows what has changed since: names, status, base URL', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const issued = await issue(target, mine, 'openid')
  const path = `${mine.ofClient}/tokens/${issued.refresh_token_id}`
  const before = (await target.call('GET', path)).json
  expect((await target.call('GET', path)).json).toEqual(before)

  await target.call('POST', `/api/v1/users/${mine.userId}`, { profile: { lastName: 'Newton' } })
  const renamed = (await target.call('GET', path)).json
  expect(renamed._links.user.title).toBe('Isaac Newton')

  const ofClient = `/oauth2/v1/clients/${mine.clientId}`
  const settings = (await target.call('GET', ofClient)).json
  delete settings.client_id_issued_at
  delete settings.client_secret_expires_at
  expect((await target.call('PUT', ofClient, { ...settings, client_name: 'Store' })).status).toBe(200)
  expect((await target.call('GET', path)).json._links.client.title).toBe('Store')

  target.org.baseUrl = 'https://elsewhere.example.com'
  expect((await target.call('GET', path)).json._links.self.href).toBe(`https://elsewhere.example.com${path}`)

  target.org.clock.advance('8d')
  expect((await target.call('GET', path)).json.status).toBe('EXPIRED')
})

import { expect, test } from 'vitest'
import type { TokenReply } from '../../src/control/oauth.ts'
import { testOrg, type TestOrg } from '../support/call.ts'
import { parties, type Parties } from '../support/consents.ts'

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

test('a refresh token is EXPIRED once its time is over, and no longer gives access tokens', async () => {
  const target = testOrg({ lifetimes: { refresh: '10m' } })
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
  const target = testOrg({ interpretations: { 'revoked-grants': 'shown' } })
  const mine = await parties(target)
  const issued = await issue(target, mine, 'openid')
  await target.call('DELETE', `${mine.ofClient}/tokens`)
  expect((await target.call('GET', `${mine.ofClient}/tokens`)).json).toMatchObject([
    { id: issued.refresh_token_id, status: 'REVOKED' },
  ])
  expect(works(target, issued.refresh_token)).toBe(false)
})

test('me works in a session without an API token', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const issued = await issue(target, mine, 'openid')
  await issue(target, mine, 'openid')
  const { value } = target.org.sessions.open(mine.userId)
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

import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { ids, parties, type Parties } from '../support/consents.ts'

const now = '2026-01-05T09:30:00.000Z'

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
function consent({ control }: TestOrg, { userId, clientId }: Parties, ...scopes: string[]): any {
  return control.grantConsent({ user: userId, client: clientId, scopes })
}

test('a revoked grant can be shown as REVOKED where the organisation says so', async () => {
  const target = testOrg({ interpretations: { 'revoked-grants': 'shown' } })
  const mine = await parties(target)
  const [{ id }] = consent(target, mine, 'openid')
  target.control.advanceClock({ by: '1h' })
  await target.call('DELETE', `${mine.grants}/${id}`)
  const revoked = { id, status: 'REVOKED', created: now, lastUpdated: '2026-01-05T10:30:00.000Z' }
  expect((await target.call('GET', `${mine.grants}/${id}`)).json).toMatchObject(revoked)
  target.control.advanceClock({ by: '1h' })
  await target.call('DELETE', mine.grants)
  target.control.revoke({ grant: id, status: 'EXPIRED' })
  expect((await target.call('GET', mine.grants)).json).toMatchObject([revoked])
})

test('a grant that expired is shown as EXPIRED', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const [{ id }] = consent(target, mine, 'openid')
  target.control.revoke({ grant: id, status: 'EXPIRED' })
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

test('the clients of a user have a grant or a refresh token, not just an access token', async () => {
  const target = testOrg()
  const mine = await parties(target)
  const listed = async () => {
    const { json } = await target.call('GET', `/api/v1/users/${mine.userId}/clients`)
    return json.map(({ client_id: id }: { client_id: string }) => id)
  }
  const issue = (refreshToken: boolean) =>
    target.control.issueTokens({ client: mine.clientId, user: mine.userId, scopes: ['openid'], refreshToken })
  await issue(false)
  expect(await listed()).toEqual([])
  await issue(true)
  expect(await listed()).toEqual([mine.clientId])
})

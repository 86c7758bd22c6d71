import { expect, test } from 'vitest'
import { asPublic, authorizeUrl, callback, client, deviceGrant, oauthOrg, pkce } from '../support/oauth.ts'

const longest = 32_768
const most = 10_000

/** A request of a length that is exact. */
function requestOf(length: number, clientId: string): Record<string, string> {
  const request = {
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    claims: '',
  }
  return { ...request, claims: 'a'.repeat(length - new URLSearchParams(request).toString().length) }
}

test.each(['claims', 'state', 'nonce', 'login_hint', 'anything'])(
  'a request to sign in with a long %s is refused, and not kept',
  async (name) => {
    const target = await oauthOrg()
    const shop = await client(target)
    const answer = await target.post('authorize', {
      ...requestOf(longest, shop.client_id),
      [name]: 'x'.repeat(longest),
    })
    expect(answer.status).toBe(413)
    expect(answer.text).toMatch(/The request has \d+ characters, expected at most 32768\./)
    expect(answer.headers['location']).toBeUndefined()
    expect(target.org.tokens.count('interaction')).toBe(0)
    expect(JSON.stringify(target.control.exportState())).not.toContain('xxxx')
  },
)

test('a request to sign in may have 32,768 characters, by GET and by POST', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const send = async (length: number) => {
    const form = requestOf(length, shop.client_id)
    const replies = [
      await target.post('authorize', form),
      await target.open(`${target.at}/authorize?${new URLSearchParams(form)}`),
    ]
    return replies.map(({ status }) => status)
  }
  expect(await send(longest)).toEqual([303, 303])
  expect(await send(longest + 1)).toEqual([413, 413])
})

test('long requests to sign in take 8 MiB at most, and the oldest goes first', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const begin = async () =>
    String((await target.post('authorize', requestOf(longest, shop.client_id))).headers['location'])
  const first = await begin()
  const second = await begin()
  for (let count = 2; count < 257; count += 1) await begin()
  expect(JSON.stringify(target.control.exportState()).length).toBeLessThan(10 * 1024 * 1024)
  const goesOn = async (location: string) => (await target.open(location)).text.includes('To go on to')
  expect(await goesOn(first)).toBe(false)
  expect(await goesOn(second)).toBe(false)
  expect(await goesOn(await begin())).toBe(true)
  // A state that was kept counts as before.
  target.org.state.restore(target.org.state.snapshot())
  for (let count = 0; count < 10; count += 1) await begin()
  expect(JSON.stringify(target.control.exportState()).length).toBeLessThan(10 * 1024 * 1024)
})

test('10,000 requests to sign in wait at most, and the oldest goes first', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const begin = async () =>
    String((await target.open(authorizeUrl(target.at, shop.client_id))).headers['location'])
  const first = await begin()
  const second = await begin()
  for (let count = 2; count < most + 1; count += 1) await begin()
  expect(target.org.tokens.count('interaction')).toBe(most)
  expect((await target.open(first)).text).not.toContain('To go on to')
  expect((await target.open(second)).text).toContain('To go on to')
})

test('1,000 devices wait at most, and the oldest goes first', async () => {
  const target = await oauthOrg()
  const { client_id } = await client(target, {
    ...asPublic,
    grant_types: ['authorization_code', deviceGrant],
  })
  const begin = async () =>
    (await target.post('device/authorize', { client_id, scope: 'openid' })).json.device_code as string
  const poll = async (device_code: string) =>
    (await target.post('token', { grant_type: deviceGrant, client_id, device_code })).json.error as string
  const first = await begin()
  const second = await begin()
  for (let count = 2; count < 1001; count += 1) await begin()
  expect(target.control.list({ kind: 'devices' })).toHaveLength(1000)
  expect([await poll(first), await poll(second)]).toEqual(['invalid_grant', 'authorization_pending'])
})

test('a user has 1,000 sessions at most, and its oldest ends first', async () => {
  const target = await oauthOrg({ signIn: { quick: true } })
  const other = target.control.openSession({ user: 'admin@example.com' }).sessionCookie
  const cookies: string[] = [target.cookie]
  for (let count = 0; count < 1000; count += 1) {
    const reply = await target.post('/signin', { person: target.userId })
    cookies.push(String(reply.headers['set-cookie']).split(';')[0]!)
  }
  const statusBy = async (cookie: string) => (await target.open('/api/v1/users/me', { cookie })).status
  expect(target.control.list({ kind: 'sessions', user: target.userId })).toHaveLength(1000)
  expect(await Promise.all([target.cookie, cookies[1]!, cookies[1000]!, other].map(statusBy))).toEqual([
    403, 200, 200, 200,
  ])
})

test('codes of a user who is signed in are kept up to 10,000', async () => {
  const target = await oauthOrg()
  const app = await client(target, asPublic)
  const url = authorizeUrl(target.at, app.client_id, pkce)
  for (let count = 0; count < most + 1; count += 1) await target.open(url, { cookie: target.cookie })
  expect(target.org.tokens.count('code')).toBe(most)
})

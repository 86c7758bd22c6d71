/** Edge cases of the endpoints: methods, unreadable credentials, tokens that have ended. */
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { authorizeUrl, base, callback, client, oauthOrg, sentBack } from '../support/oauth.ts'

test('a trusted client has its user asked where it wants that, and not otherwise', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const { cookie } = target
  expect(sentBack(await target.open(authorizeUrl(target.at, shop.client_id), { cookie }))).toHaveProperty(
    'code',
  )
  const asked = await target.open(authorizeUrl(target.at, shop.client_id, { prompt: 'consent' }), { cookie })
  expect([asked.status, asked.text.includes('Shop asks for access')]).toEqual([200, true])
})

test('another method is refused with those that would do', async () => {
  const target = await oauthOrg()
  for (const [path, allow] of [
    ['token', 'POST, OPTIONS'],
    ['keys', 'GET, HEAD, OPTIONS'],
    ['userinfo', 'GET, HEAD, POST, OPTIONS'],
  ] as const) {
    const { status, headers } = await target.call('PUT', `${target.at}/${path}`, {})
    expect([path, status, headers['allow']]).toEqual([path, 405, allow])
  }
})

test('a request object that is signed with the secret of its client counts, one by another secret does not', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const signed = (secret: string) =>
    new SignJWT({ state: 'from-inside', redirect_uri: callback, response_type: 'code', scope: 'openid' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(shop.client_id)
      .setAudience(base)
      .sign(new TextEncoder().encode(secret))
  const ask = async (secret: string) =>
    sentBack(
      await target.open(
        authorizeUrl(target.at, shop.client_id, { state: 'outside', request: await signed(secret) }),
        { cookie: target.cookie },
      ),
    )
  expect(await ask(shop.client_secret)).toMatchObject({ code: expect.any(String), state: 'from-inside' })
  expect(await ask('s'.repeat(64))).toMatchObject({ error: 'invalid_request_object' })
})

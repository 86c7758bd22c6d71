/** Edge cases of the endpoints: methods, unreadable credentials, tokens that have ended. */
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import {
  authorizeUrl,
  base,
  basic,
  callback,
  client,
  oauthOrg,
  sentBack,
  tokensFor,
} from '../support/oauth.ts'

test('the metadata says what is served', async () => {
  const target = await oauthOrg()
  const { json } = await target.open(`${base}/.well-known/openid-configuration`)
  expect(json).toMatchObject({
    issuer: base,
    subject_types_supported: ['public'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_parameter_supported: false,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  })
  // RFC 7519 and OpenID Connect Core 1.0, section 2: what each ID token carries.
  expect(json.claims_supported).toEqual(
    expect.arrayContaining(['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'amr', 'nonce', 'sid', 'email']),
  )
})

test('a refresh token that has expired, or was revoked, gets no tokens', async () => {
  const target = await oauthOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const shop = await client(target)
  const refresh = (refresh_token: string) =>
    target.post('token', { grant_type: 'refresh_token', refresh_token }, basic(shop))
  const told = async (value: string) => {
    const { status, json } = await refresh(value)
    return [status, json.error, json.error_description]
  }
  const revoked = await tokensFor(target, shop, { scope: 'openid offline_access' })
  await target.call('DELETE', `/api/v1/users/${target.userId}/clients/${shop.client_id}/tokens`)
  expect(await told(revoked.refresh_token)).toEqual([400, 'invalid_grant', 'The refresh token is REVOKED'])
  const expired = await tokensFor(target, shop, { scope: 'openid offline_access' })
  expect((await refresh(expired.refresh_token)).status).toBe(200)
  target.control.advanceClock({ by: '400d' })
  expect(await told(expired.refresh_token)).toEqual([400, 'invalid_grant', 'The refresh token is EXPIRED'])
})

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

test.each([
  ['Basic %%%', 'The Authorization header is not base64'],
  [`Basic ${Buffer.from([0xff, 0xfe]).toString('base64')}`, 'The Authorization header is not base64'],
])('rejects credentials that cannot be read and says why: %s', async (authorization, description) => {
  const target = await oauthOrg()
  const reply = await target.post('token', { grant_type: 'client_credentials' }, { authorization })
  expect([reply.status, reply.json.error, reply.json.error_description]).toEqual([
    401,
    'invalid_client',
    description,
  ])
  expect(reply.headers['www-authenticate']).toBe('Basic')
})

test('another method is refused with those that would do', async () => {
  const target = await oauthOrg()
  for (const [path, allow] of [
    ['token', 'POST'],
    ['keys', 'GET, HEAD'],
    ['userinfo', 'GET, HEAD, POST'],
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

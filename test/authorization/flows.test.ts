import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import {
  asPublic,
  authorizeUrl,
  base,
  basic,
  callback,
  client,
  codeFor,
  hiddenFields,
  oauthOrg,
  pkce,
  s256,
  sentBack,
  tokensFor,
  verifier,
} from '../support/oauth.ts'

test('a code that the user brought is redeemed for tokens', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const answer = await target.open(
    authorizeUrl(target.at, shop.client_id, { scope: 'openid profile email offline_access', nonce: 'n1' }),
    { cookie: target.cookie },
  )
  expect(answer.status).toBe(302)
  expect(String(answer.headers['location'])).toMatch(/^https:\/\/shop\.example\.com\/callback\?/)
  const back = sentBack(answer)
  expect(back).toEqual({ code: expect.stringMatching(/^\w{43}$/), state: 'xyz', iss: base })
  const reply = await target.post(
    'token',
    { grant_type: 'authorization_code', code: back['code'], redirect_uri: callback },
    basic(shop),
  )
  expect(reply.status).toBe(200)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.headers['pragma']).toBe('no-cache')
  expect(reply.json).toEqual({
    token_type: 'Bearer',
    expires_in: 3600,
    access_token: expect.any(String),
    id_token: expect.any(String),
    refresh_token: expect.stringMatching(/^\w{43}$/),
    scope: 'openid profile email offline_access',
  })
  const hash = Buffer.from(s256(reply.json.access_token), 'base64url').subarray(0, 16).toString('base64url')
  expect(decodeJwt(reply.json.id_token)).toMatchObject({
    iss: base,
    aud: shop.client_id,
    sub: target.userId,
    nonce: 'n1',
    auth_time: 1_767_605_400,
    amr: ['pwd'],
    sid: expect.stringMatching(/^102/),
    at_hash: hash,
    name: 'Isaac Brock',
    given_name: 'Isaac',
    family_name: 'Brock',
    email: target.login,
    email_verified: true,
  })
})

test('an ID token names the methods of a sign-in with a second factor, and its time', async () => {
  const target = await oauthOrg({ signIn: { secondFactor: true } })
  const shop = await client(target)
  const { login, password, control } = target
  control.enrollFactor({ user: login, factor: 'totp' })
  control.advanceClock({ by: '1h' })
  const { code } = await control.readFactorCode({ user: login })
  const signedIn = await control.signIn({ login, password, code })
  const { sessionCookie } = signedIn as { sessionCookie: string }
  const tokens = await tokensFor({ ...target, cookie: sessionCookie }, shop)
  expect(decodeJwt(tokens.id_token)).toMatchObject({ amr: ['pwd', 'mfa', 'otp'], auth_time: 1_767_609_000 })
})

test('two simultaneous requests with one code leave no working token', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const code = await codeFor(target, shop.client_id)
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
  const replies = await Promise.all([
    target.post('token', form, basic(shop)),
    target.post('token', form, basic(shop)),
  ])
  expect(replies.map(({ status }) => status)).toEqual([400, 400])
})

test('refresh tokens of a public client rotate, and one that comes again ends its family', async () => {
  const target = await oauthOrg()
  const app = await client(target, asPublic)
  const tokens = await tokensFor(target, app, { scope: 'openid offline_access' })
  const refresh = (value: string) =>
    target.post('token', { grant_type: 'refresh_token', refresh_token: value, client_id: app.client_id })
  const second = await refresh(tokens.refresh_token)
  expect(second.status).toBe(200)
  expect(second.json.refresh_token).not.toBe(tokens.refresh_token)
  // The token keeps its id, under which the API shows it.
  const listed = await target.call('GET', `/api/v1/users/${target.userId}/clients/${app.client_id}/tokens`)
  expect(listed.json).toHaveLength(1)
  const reused = await refresh(tokens.refresh_token)
  expect([reused.status, reused.json.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(second.json.refresh_token)).json.error).toBe('invalid_grant')
  const info = await target.open(`${target.at}/userinfo`, {
    authorization: `Bearer ${second.json.access_token}`,
  })
  expect(info.status).toBe(401)
})

test('a client for itself gets what the API takes', async () => {
  const target = await oauthOrg()
  const job = await client(target, {
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
  })
  const reply = await target.post(
    'token',
    { grant_type: 'client_credentials', scope: 'svc.users.manage' },
    basic(job),
  )
  expect(reply.json).toMatchObject({ token_type: 'Bearer', scope: 'svc.users.manage' })
  expect(reply.json).not.toHaveProperty('refresh_token')
  const users = await target.call('GET', '/api/v1/users', undefined, {
    authorization: `Bearer ${reply.json.access_token}`,
  })
  expect(users.status).toBe(200)
})

test('a user who is not signed in signs in on the way, and then consents', async () => {
  const target = await oauthOrg()
  const shop = await client(target, { consent_method: 'REQUIRED' })
  const begun = await target.open(authorizeUrl(target.at, shop.client_id, { login_hint: 'jo@example.com' }))
  expect(begun.status).toBe(303)
  const signIn = String(begun.headers['location'])
  expect(signIn).toMatch(/^\/signin\?interaction=\w{32}$/)
  const page = await target.open(signIn)
  expect(page.text).toContain('jo@example.com')
  expect(String(page.headers['content-security-policy'])).toContain(
    "form-action 'self' https://shop.example.com;",
  )
  const signedIn = await target.post(signIn, { login: target.login, password: target.password })
  expect(signedIn.status).toBe(303)
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
  const consent = await target.open(String(signedIn.headers['location']), { cookie })
  expect(consent.status).toBe(200)
  expect(consent.text).toContain('Shop asks for access')
  const done = await target.post('authorize', { ...hiddenFields(consent), decision: 'allow' }, { cookie })
  expect(done.status).toBe(303)
  expect(sentBack(done)).toMatchObject({ code: expect.any(String), state: 'xyz' })
  const grants = await target.call('GET', `/api/v1/users/${target.userId}/grants?expand=scope`)
  expect(
    grants.json.map((grant: { _embedded: { scope: { name: string } } }) => grant._embedded.scope.name),
  ).toEqual(['openid'])
  // Once it was consented to, nobody is asked again.
  expect(await codeFor(target, shop.client_id)).toMatch(/^\w{43}$/)
})

test('a device gets tokens once its user has approved', async () => {
  const target = await oauthOrg()
  const app = await client(target, {
    ...asPublic,
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  })
  const begun = await target.post('device/authorize', {
    client_id: app.client_id,
    scope: 'openid offline_access',
  })
  expect(begun.json).toEqual({
    device_code: expect.stringMatching(/^\w{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${base}/activate`,
    verification_uri_complete: `${base}/activate?user_code=${begun.json.user_code}`,
    expires_in: 600,
    interval: 5,
  })
  const poll = () =>
    target.post('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: begun.json.device_code,
      client_id: app.client_id,
    })
  expect((await poll()).json.error).toBe('authorization_pending')
  expect((await poll()).json.error).toBe('slow_down')
  const { cookie } = target
  const away = await target.open(begun.json.verification_uri_complete)
  expect(away.headers['location']).toBe(
    `/signin?returnTo=${encodeURIComponent(begun.json.verification_uri_complete)}`,
  )
  const page = await target.open(begun.json.verification_uri_complete, { cookie })
  expect(page.text).toContain(begun.json.user_code)
  const done = await target.post(
    '/activate',
    { ...hiddenFields(page), user_code: begun.json.user_code.toLowerCase(), decision: 'allow' },
    { cookie },
  )
  expect(done.text).toContain('The device is connected')
  const tokens = await poll()
  expect(tokens.json).toMatchObject({ refresh_token: expect.any(String), id_token: expect.any(String) })
  expect((await poll()).json.error).toBe('invalid_grant')
})

test('hybrid and implicit answers go into the fragment, with the hashes of what comes along', async () => {
  const target = await oauthOrg()
  const app = await client(target, {
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token', 'id_token'],
  })
  const answer = await target.open(
    authorizeUrl(target.at, app.client_id, { response_type: 'code id_token token', nonce: 'n1', ...pkce }),
    { cookie: target.cookie },
  )
  expect(String(answer.headers['location'])).toMatch(/callback#/)
  const back = sentBack(answer)
  expect(Object.keys(back).toSorted()).toEqual(
    ['access_token', 'code', 'expires_in', 'id_token', 'iss', 'scope', 'state', 'token_type'].toSorted(),
  )
  const half = (text: string) => Buffer.from(s256(text), 'base64url').subarray(0, 16).toString('base64url')
  expect(decodeJwt(back['id_token']!)).toMatchObject({
    c_hash: half(back['code']!),
    at_hash: half(back['access_token']!),
  })
  const redeemed = await target.post(
    'token',
    { grant_type: 'authorization_code', code: back['code'], redirect_uri: callback, code_verifier: verifier },
    basic(app),
  )
  expect(redeemed.status).toBe(200)
})

test.each(['id_token', 'token', 'id_token token'])(
  'an error of response_type=%s is in the fragment',
  async (type) => {
    const target = await oauthOrg()
    const shop = await client(target)
    const answer = await target.open(
      authorizeUrl(target.at, shop.client_id, { response_type: type, scope: 'made_up', nonce: 'n1' }),
      { cookie: target.cookie },
    )
    expect(String(answer.headers['location'])).toMatch(/^https:\/\/shop\.example\.com\/callback#.*error=/)
  },
)

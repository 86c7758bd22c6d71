import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { OAuthError } from '../../src/authorization/oauth-error.ts'
import { respond } from '../../src/authorization/response.ts'
import { cspSource } from '../../src/pages/page.ts'
import {
  deviceGrant,
  asPublic,
  authorizeUrl,
  base,
  basic,
  callback,
  client,
  codeFor,
  type Form,
  hiddenFields,
  oauthOrg,
  pkce,
  sentBack,
  tokensFor,
} from '../support/oauth.ts'

test('a description is printable, without quotes, and no longer than 500 characters', () => {
  expect(new OAuthError('invalid_scope', 'a"b\\c\u00e9\n~ ').description).toBe("a'b?c??~ ")
  expect(new OAuthError('invalid_scope', 'x'.repeat(501)).description).toBe('x'.repeat(500))
  const error = new OAuthError('insufficient_scope', 'why')
  expect([error.name, error.message, error.status, error.headers, error.code]).toEqual([
    'OAuthError',
    'insufficient_scope: why',
    403,
    {},
    'insufficient_scope',
  ])
  const { stackTraceLimit } = Error
  const other = new OAuthError('invalid_token', 'why', { status: 418, headers: { a: 'b' } })
  expect([other.status, other.headers, Error.stackTraceLimit]).toEqual([418, { a: 'b' }, stackTraceLimit])
})

const target = (redirectUri: string, mode: 'query' | 'fragment' | 'form_post' | 'post_message') =>
  ({ redirectUri, mode, state: 's' }) as never

test.for([
  ['query', callback, `${callback}?code=c&state=s&iss=i`],
  ['query', `${callback}?a=1`, `${callback}?a=1&code=c&state=s&iss=i`],
  ['fragment', `${callback}?a=1`, `${callback}?a=1#code=c&state=s&iss=i`],
  ['query', 'com.example:/cb/\u00e9', 'com.example:/cb/%C3%A9?code=c&state=s&iss=i'],
] as const)('an answer by %s goes to %s', ([mode, redirectUri, location]) => {
  const answer = { code: 'c', error: undefined }
  expect(respond(target(redirectUri, mode), 'i', answer, 'GET')).toEqual({
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
    body: '',
  })
  expect(respond(target(redirectUri, mode), 'i', answer, 'POST').status).toBe(303)
})

test('an answer by a page hands it to the window that opened it, or sends a form', () => {
  const posted = respond(target(callback, 'form_post'), 'i', { code: '"c' }, 'GET')
  expect(posted.status).toBe(200)
  for (const part of [
    '<title>Back to the application</title>',
    `<form method="post" action="${callback}">`,
    '<input type="hidden" name="code" value="&quot;c" />',
    '<input type="hidden" name="state" value="s" />',
    '<input type="hidden" name="iss" value="i" />',
    '<button>Continue</button>',
    '<script>document.forms[0].submit()</script>',
  ])
    expect(posted.body).toContain(part)
  expect(String(posted.headers['Content-Security-Policy'])).toContain('form-action https://shop.example.com;')
  const message = respond(target(callback, 'post_message'), 'i', { code: '</script>' }, 'GET')
  expect(message.body).toContain('<title>Back to the application</title>')
  expect(message.body).toContain(
    `<script>const to=window.opener||window.parent;to.postMessage({"code":"\\u003c/script>","state":"s","iss":"i"},"https://shop.example.com")</script>`,
  )
})

test('replies with tokens, and about them, are kept by nobody', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  const tokens = await it.post('token', { grant_type: 'x' }, basic(shop))
  const revoked = await it.post('revoke', { token: 'x' }, basic(shop))
  for (const { headers } of [tokens, revoked])
    expect([headers['cache-control'], headers['pragma']]).toEqual(['no-store', 'no-cache'])
})

test.each(['a token of its own', 'no token'])(
  'revoking %s answers 200 with JSON, for clients that read nothing else',
  async (which) => {
    const it = await oauthOrg()
    const shop = await client(it)
    const token = which === 'no token' ? 'x' : (await tokensFor(it, shop)).access_token
    const { status, headers, json } = await it.post('revoke', { token }, basic(shop))
    expect([status, headers['content-type'], json]).toEqual([200, 'application/json', {}])
  },
)

test('the journal notes parameters and proofs that have no effect', async () => {
  const it = await oauthOrg()
  const shop = await client(it, {
    grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
  })
  const lastIgnored = () => it.org.traffic.journal().at(-1)?.ignored
  const sent = { sessionToken: 's', dpop_jkt: 'k', claims: '{}', 'not a name': '1', ['x'.repeat(65)]: '1' }
  const code = await codeFor(it, shop.client_id, sent)
  expect(lastIgnored()).toEqual(['parameter sessionToken', 'parameter dpop_jkt', 'parameter claims'])
  const proof = { dpop: 'eyJ.proof.x' }
  const redeem = { grant_type: 'authorization_code', code, redirect_uri: callback, audience: 'api' }
  const { json } = await it.post('token', redeem, { ...basic(shop), ...proof })
  expect(json.token_type).toBe('Bearer')
  expect(lastIgnored()).toEqual(['header DPoP', 'parameter audience'])
  const info = await it.open(`${it.at}/userinfo`, { authorization: `DPoP ${json.access_token}`, ...proof })
  expect([info.status, lastIgnored()]).toEqual([200, ['header DPoP']])
  await it.call('GET', '/api/v1/users/me', undefined, proof)
  expect(lastIgnored()).toEqual(['header DPoP'])
  await codeFor(it, shop.client_id, { nonce: 'n', login_hint: 'a', prompt: 'none' })
  expect(lastIgnored()).toBeUndefined()
  await it.post('token', { grant_type: 'client_credentials', scope: 'svc.users.read' }, basic(shop))
  expect(it.org.traffic.journal().at(-1)).toMatchObject({ status: 200 })
  expect(lastIgnored()).toBeUndefined()
})

test('the journal lists at most twenty parameters that have no effect', async () => {
  const it = await oauthOrg()
  const { client_id: id } = await client(it)
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, '1']))
  await codeFor(it, id, many)
  expect(it.org.traffic.journal().at(-1)?.ignored).toHaveLength(20)
})

test('a page that tells what is wrong says that nothing was changed', async () => {
  const it = await oauthOrg()
  const page = await it.open(`${it.at}/authorize`)
  expect(page.text).toContain('<title>Error: This request cannot be answered</title>')
  expect(page.text).toContain('<p>Nothing was changed. Tell the people who make the application.</p>')
})

test('tokens come by a form where that is asked for, and a message from a page without TLS too', async () => {
  const it = await oauthOrg()
  const spa = await client(it, {
    application_type: 'browser',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token'],
    redirect_uris: [callback, 'http://shop.example.com/cb'],
  })
  const open = (changes: Form) =>
    it.open(authorizeUrl(it.at, spa.client_id, { response_type: 'token', ...changes }), { cookie: it.cookie })
  const form = await open({ response_mode: 'form_post' })
  expect([form.status, form.text.includes('name="access_token"')]).toEqual([200, true])
  const framed = await open({ response_mode: 'svc_post_message', redirect_uri: 'http://shop.example.com/cb' })
  expect(framed.text).toContain('"http://shop.example.com")</script>')
  expect(String(framed.headers['content-security-policy'])).not.toContain("frame-ancestors 'none'")
})

test.each([
  ['svc', 'okta_post_message', ['post-message-word']],
  ['okta', 'svc_post_message', ['post-message-word']],
  ['svc', 'svc_post_message', undefined],
  ['okta', 'okta_post_message', undefined],
])(
  'where the word is %s, the mode %s answers a page, and the journal notes %j',
  async (word, mode, noted) => {
    const it = await oauthOrg({ vocabulary: { word } })
    const spa = await client(it)
    const open = (changes: Form = {}, cookie = it.cookie) =>
      it.open(authorizeUrl(it.at, spa.client_id, { response_mode: mode, prompt: 'none', ...changes }), {
        cookie,
      })
    const posted = (await open()).text
    expect(posted).toMatch(
      /postMessage\(\{"code":"\w{43}","state":"xyz","iss":"[^"]+"\},"https:\/\/shop\.example\.com"\)/,
    )
    expect((await open({}, '')).text).toContain('postMessage({"error":"login_required"')
    const entries = it.org.traffic.journal().slice(-2)
    expect(entries.map(({ tolerated }) => tolerated)).toEqual([noted, noted])
    it.control.changeSettings({ strictSpelling: true })
    const strict = await open()
    if (noted === undefined) expect(strict.text).toContain('postMessage({"code"')
    else expect(sentBack(strict)).toMatchObject({ error: 'invalid_request' })
  },
)

test.each(['Okta_post_message', '_post_message', 'post_message', 'a b_post_message', 'okta_post_messages'])(
  'the response mode %j is refused',
  async (mode) => {
    const it = await oauthOrg()
    const { client_id: id } = await client(it)
    const url = authorizeUrl(it.at, id, { response_mode: mode })
    expect(sentBack(await it.open(url, { cookie: it.cookie }))).toMatchObject({ error: 'invalid_request' })
  },
)

test('a user is asked again where one of the scopes is new', async () => {
  const it = await oauthOrg()
  const shop = await client(it, { consent_method: 'REQUIRED' })
  it.control.grantConsent({ user: it.userId, client: shop.client_id, scopes: ['openid'] })
  const open = (scope: string) =>
    it.open(authorizeUrl(it.at, shop.client_id, { scope }), { cookie: it.cookie })
  expect((await open('openid')).status).toBe(302)
  const asked = await open('openid profile')
  expect([asked.status, asked.text.includes('asks for access')]).toEqual([200, true])
})

test('metadata is found by the address of its server, whole', async () => {
  const it = await oauthOrg()
  it.control.createAuthorizationServer({ name: 'Other', alias: 'other' })
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    expect((await it.open(`${path}/oauth2/other`)).json.issuer).toBe(`${base}/oauth2/other`)
    expect((await it.open(`/oauth2/other${path}`)).json.issuer).toBe(`${base}/oauth2/other`)
    for (const wrong of [`${path}/oauth2/other/x`, `${path}/oauth2/none`, `/x${path}`])
      expect([wrong, (await it.open(wrong)).status]).toEqual([wrong, 404])
  }
  const { json } = await it.open('/.well-known/openid-configuration')
  expect(json.response_types_supported).toEqual([
    'code',
    'token',
    'id_token',
    'id_token token',
    'code id_token',
    'code token',
    'code id_token token',
  ])
  expect(json.response_modes_supported).toEqual(['query', 'fragment', 'form_post', 'svc_post_message'])
  expect(json.grant_types_supported).toEqual([
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'password',
    deviceGrant,
    'implicit',
  ])
})

test.for([
  ['https://shop.example.com/cb', 'https://shop.example.com'],
  ['http://127.0.0.1:8080/cb', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080/cb', 'http:'],
  ['com.example:/cb', 'com.example:'],
  ['xhttp://shop.example.com', 'xhttp:'],
  ['nowhere', "'self'"],
] as const)('the policy of a page that leads to %s names %s', ([uri, source]) => {
  expect(cspSource(uri)).toBe(source)
})

test('where a message can be handed to a page, it is asked for by the word of the service', async () => {
  const it = await oauthOrg()
  const native = await client(it, { ...asPublic, redirect_uris: ['com.example:/cb', callback] })
  const open = async (changes: Form) => {
    const url = authorizeUrl(it.at, native.client_id, {
      ...pkce,
      response_mode: 'svc_post_message',
      ...changes,
    })
    return it.open(url, { cookie: it.cookie })
  }
  expect((await open({})).text).toContain('"https://shop.example.com")</script>')
  const app = await open({ redirect_uri: 'com.example:/cb' })
  expect([app.status, String(app.headers['location'])]).toEqual([
    302,
    expect.stringMatching(/^com\.example:\/cb#code=/),
  ])
  const plain = await open({ redirect_uri: 'com.example:/cb', response_mode: 'query' })
  expect(String(plain.headers['location'])).toMatch(/^com\.example:\/cb\?code=/)
})

test.for([
  ['http://127.0.0.1/cb', 'http://127.0.0.1:8123/cb', 'native', 302],
  ['http://127.0.0.1:80/cb', 'http://127.0.0.1:8123/cb', 'native', 302],
  ['http://[::1]/cb', 'http://[::1]:8123/cb', 'native', 302],
  ['http://127.0.0.1', 'http://127.0.0.1:8123', 'native', 302],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:8123/other', 'native', 400],
  ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.example/cb', 'native', 400],
  ['https://shop.example.com/cb', 'https://shop.example.com:444/cb', 'native', 400],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:8123/cb', 'web', 400],
  ['http://127.0.0.1/cb', 'http://127.0.0.1/cb', 'web', 302],
] as const)(
  'who registered %s and asks for %s as a %s client is answered %i',
  async ([registered, asked, type, status]) => {
    const it = await oauthOrg()
    const app = await client(it, { ...asPublic, application_type: type, redirect_uris: [registered] })
    const url = authorizeUrl(it.at, app.client_id, { ...pkce, redirect_uri: asked })
    expect((await it.open(url, { cookie: it.cookie })).status).toBe(status)
  },
)

test.for(['client_secret_jwt', 'private_key_jwt'])('a client of %s sends no secret', async (method) => {
  const it = await oauthOrg()
  const service = await client(it, {
    application_type: 'service',
    token_endpoint_auth_method: method,
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
    ...(method === 'private_key_jwt' ? { jwks_uri: 'https://keys.example.com' } : {}),
  })
  const { status, json } = await it.post('token', { client_id: service.client_id, client_secret: 'x' })
  expect([status, json]).toEqual([
    401,
    {
      error: 'invalid_client',
      error_description: `The client authenticates by ${method}: send a client_assertion`,
    },
  ])
})

test('the journal tells who called an endpoint', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  const caller = () => it.control.readJournal().at(-1)?.caller
  await it.open(authorizeUrl(it.at, shop.client_id), { cookie: it.cookie })
  expect(caller()).toEqual({ kind: 'client', id: shop.client_id })
  const tokens = await tokensFor(it, shop)
  expect(caller()).toEqual({ kind: 'client', id: shop.client_id })
  await it.open(`${it.at}/userinfo`, { authorization: `Bearer ${tokens.access_token}` })
  expect(caller()).toEqual({ kind: 'access-token', id: expect.any(String) })
  await it.open(`${it.at}/keys`)
  expect(caller()).toBe(undefined)
})

test('a request object is over at the very second that it names', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  const now = Math.floor(it.org.clock.now() / 1000)
  const ask = async (exp: unknown) => {
    const request = await new SignJWT({ exp: exp as number })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(shop.client_secret))
    return sentBack(await it.open(authorizeUrl(it.at, shop.client_id, { request }), { cookie: it.cookie }))
  }
  expect((await ask(now))['error']).toBe('invalid_request_object')
  expect((await ask(now - 1))['error']).toBe('invalid_request_object')
  expect((await ask(now + 1))['code']).toEqual(expect.any(String))
})

test('what a token is good for is told by the server that issued it, and by no other', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  it.control.createAuthorizationServer({ name: 'Other', alias: 'other' })
  const tokens = await tokensFor(it, shop, { scope: 'openid offline_access' })
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const ask = async (at: string) => (await it.post(`${at}/introspect`, { token }, basic(shop))).json
    expect((await ask(it.at)).active).toBe(true)
    expect(await ask('/oauth2/other/v1')).toEqual({ active: false })
    expect((await it.post('/oauth2/other/v1/revoke', { token }, basic(shop))).status).toBe(200)
    expect((await ask(it.at)).active).toBe(true)
  }
})

test('a page of another origin cannot connect a device', async () => {
  const it = await oauthOrg()
  const tv = await client(it, { ...asPublic, grant_types: ['authorization_code', deviceGrant] })
  const begun = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
  const { user_code: code } = begun.json
  const page = await it.open(`/activate?user_code=${code}`, { cookie: it.cookie })
  const { token } = hiddenFields(page)
  const send = (form: Form, headers: Readonly<Record<string, string>> = {}) =>
    it.post('/activate', { user_code: code, token, ...form }, { cookie: it.cookie, ...headers })
  expect(page.text).toContain(`A device shows the code <strong>${code}</strong>. Go on only if it is yours.`)
  const foreign = await send({ decision: 'allow' }, { origin: 'https://evil.example' })
  expect(foreign.text).toContain('<title>Connect Shop?</title>')
  expect((await send({ decision: 'allow', token: 'other' })).text).toContain('<title>Connect Shop?</title>')
  expect((await send({})).text).toContain('<title>Connect Shop?</title>')
  const asked = await it.open(
    `/activate?user_code=${code}&decision=allow&token=${encodeURIComponent(token!)}`,
    {
      cookie: it.cookie,
    },
  )
  expect(asked.text).toContain('<title>Connect Shop?</title>')
  const refused = await send({ decision: 'deny' }, { origin: base })
  expect(refused.text).toContain('<title>The device was refused</title>')
  expect(refused.text).toContain('<p>It cannot sign in with this code.</p>')
  const over = await send({ decision: 'allow' })
  expect([over.status, over.text.includes('This code is unknown, or over.')]).toEqual([400, true])
  expect(over.text).toContain(`value="${code}"`)
  expect(over.text).toContain('aria-invalid="true"')
  const empty = await it.open('/activate?user_code=%20', { cookie: it.cookie })
  expect([empty.status, empty.text.includes('unknown, or over')]).toEqual([200, false])
  expect(empty.text).toContain('<title>Connect a device</title>')
  expect(empty.text).toContain('aria-invalid="false"')
  const again = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
  const allow = (form: Form) =>
    it.post(
      '/activate',
      { user_code: ` ${again.json.user_code} `, decision: 'allow', ...form },
      { cookie: it.cookie },
    )
  // What the page of another code carried decides nothing.
  const other = await allow({ token })
  expect(other.text).toContain('<title>Connect Shop?</title>')
  const approved = await allow({ token: hiddenFields(other)['token'] })
  expect(approved.text).toContain('<title>The device is connected</title>')
  expect(approved.text).toContain('<p>You can go back to it now.</p>')
  const signIn = await it.open(`/activate?user_code=${again.json.user_code}`)
  expect([signIn.status, String(signIn.headers['location'])]).toEqual([
    303,
    `/signin?${new URLSearchParams({ returnTo: `${base}/activate?user_code=${again.json.user_code}` })}`,
  ])
  const bare = await it.open('/activate')
  expect(String(bare.headers['location'])).toBe(
    `/signin?${new URLSearchParams({ returnTo: `${base}/activate` })}`,
  )
})

test('five wrong codes in a row make a user wait for a minute, and no other one', async () => {
  const it = await oauthOrg()
  const tv = await client(it, { ...asPublic, grant_types: ['authorization_code', deviceGrant] })
  const { user_code: code } = (
    await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
  ).json
  const other = it.control.openSession({ user: 'admin@example.com' }).sessionCookie
  const type = async (typed: string, cookie = it.cookie) => {
    const { status, headers, text } = await it.open(`/activate?user_code=${typed}`, { cookie })
    return [status, headers['retry-after'], /role="alert" id="problem">([^<]*)/.exec(text)?.[1]]
  }
  const wrong = [400, undefined, 'This code is unknown, or over.']
  const right = [200, undefined, undefined]
  const wait = (seconds: number) => [
    429,
    String(seconds),
    `Too many wrong codes. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  ]
  // A right one, and a pause of a minute: the count begins anew with the pause.
  for (let count = 0; count < 4; count += 1) expect(await type('BBBB-BBBB')).toEqual(wrong)
  expect(await type(code)).toEqual(right)
  it.control.advanceClock({ by: 60_000 })
  for (let count = 0; count < 4; count += 1) expect(await type('BBBB-BBBB')).toEqual(wrong)
  it.control.advanceClock({ by: 59_999 })
  expect(await type('BBBB-BBBB')).toEqual(wrong)
  for (const typed of ['BBBB-BBBB', code]) expect(await type(typed)).toEqual(wait(60))
  expect(await type('')).toEqual(right)
  const form = { user_code: code, decision: 'allow' }
  expect((await it.post('/activate', form, { cookie: it.cookie })).status).toBe(429)
  expect(await type(code, other)).toEqual(right)
  // Another session of the user is the user all the same, and what is kept tells it too.
  it.org.restore(it.org.snapshot())
  expect(await type(code, it.control.openSession({ user: it.userId }).sessionCookie)).toEqual(wait(60))
  it.control.advanceClock({ by: 59_001 })
  expect(await type(code)).toEqual(wait(1))
  it.control.advanceClock({ by: 999 })
  expect(await type(code)).toEqual(right)
})

test('a form without anything in it lacks what it needs, whatever its type', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  const send = async (body: string, headers: Record<string, string | undefined> = {}) => {
    const { json } = await it.call('POST', '/oauth2/v1/token', body, {
      'content-type': undefined,
      ...basic(shop),
      ...headers,
    })
    return json.error_description
  }
  const missing = 'The parameter grant_type is missing'
  const type = 'Expected Content-Type: application/x-www-form-urlencoded'
  expect([await send(''), await send(' \n'), await send('a=b')]).toEqual([missing, missing, type])
  for (const given of [
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-Urlencoded ; charset=utf-8',
  ])
    expect(await send('a=b', { 'content-type': given })).toBe(missing)
  expect(await send('a=b', { 'content-type': 'application/json' })).toBe(type)
})

test.for([
  ['/signin', 200, 'text/html; charset=utf-8'],
  ['/signin/', 200, 'text/html; charset=utf-8'],
  ['/signin/reset-password/none', 404, 'text/html; charset=utf-8'],
  ['/signinn', 404, 'application/json'],
  ['/x/signin/', 404, 'application/json'],
] as const)('%s answers %i, as %s', async ([path, status, type]) => {
  const { open } = await oauthOrg()
  const reply = await open(path)
  expect([reply.status, reply.headers['content-type']]).toEqual([status, type])
})

test('a client without response types is asked nothing', async () => {
  const it = await oauthOrg()
  const shop = await client(it, {
    grant_types: ['authorization_code', 'client_credentials'],
    response_types: ['code'],
  })
  const { settings } = it.org.clients.get(shop.client_id)!
  it.org.clients.collection.put({
    ...it.org.clients.get(shop.client_id)!,
    settings: { ...settings, response_types: null },
  })
  const answer = await it.open(authorizeUrl(it.at, shop.client_id), { cookie: it.cookie })
  expect(sentBack(answer)).toMatchObject({
    error: 'unauthorized_client',
    error_description: 'The client is not registered for the response type code',
  })
})

test.each([
  ['scp', { scp: ['openid', 'profile'] }],
  ['scope', { scope: 'openid profile' }],
  ['both', { scp: ['openid', 'profile'], scope: 'openid profile' }],
] as const)('with scopeClaim %s access tokens have %j', async (scopeClaim, expected) => {
  const it = await oauthOrg({ scopeClaim })
  const shop = await client(it)
  const reply = await tokensFor(it, shop, { scope: 'openid profile' })
  const { scp, scope } = decodeJwt(reply.access_token)
  expect({ scp, scope }).toEqual({ scp: undefined, scope: undefined, ...expected })
  expect(decodeJwt(reply.id_token)).not.toHaveProperty('scope')
  const { json } = await it.post('introspect', { token: reply.access_token }, basic(shop))
  expect([reply.scope, json.scope]).toEqual(['openid profile', 'openid profile'])
  it.control.changeSettings({ scopeClaim: 'scp' })
  expect(decodeJwt((await tokensFor(it, shop)).access_token)).toMatchObject({ scp: ['openid'] })
})

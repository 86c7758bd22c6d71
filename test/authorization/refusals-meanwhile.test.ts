/** Errors for records that ended while tokens were made, and errors that requests rarely meet. */
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ClientRecord } from '../../src/model/oauth/clients.ts'
import {
  deviceGrant,
  type Answered,
  asPublic,
  base,
  basic,
  callback,
  client,
  codeFor,
  type Form,
  oauthOrg,
  type OAuthOrg,
  tokensFor,
  authorizeUrl,
  sentBack,
} from '../support/oauth.ts'

function told({ status, json }: Answered): string {
  return json.error === undefined ? `${status}` : `${status} ${json.error}: ${json.error_description}`
}

/** Runs a function while the next token is signed. */
function whileSigning({ org }: OAuthOrg, happens: () => unknown): void {
  const { signingKeys } = org
  const sign = signingKeys.sign.bind(signingKeys)
  const spy = vi.spyOn(signingKeys, 'sign').mockImplementationOnce(async (claims) => {
    happens()
    return sign(claims)
  })
  onTestFinished(() => spy.mockRestore())
}

const redeem = (it: OAuthOrg, code: string, shop: { client_id: string; client_secret?: string }) =>
  it.post('token', { grant_type: 'authorization_code', code, redirect_uri: callback }, basic(shop))

test('a code that is forgotten or used again while its tokens are signed is worth nothing', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  const first = await codeFor(it, shop.client_id)
  whileSigning(it, () => it.org.ends.end('oauthTokens', it.userId))
  expect(told(await redeem(it, first, shop))).toBe('400 invalid_grant: The code is over')
  const second = await codeFor(it, shop.client_id)
  const used = { use: 'misused' } as const
  whileSigning(it, () => it.org.tokens.put<'code'>({ ...it.org.tokens.find('code', second)!, ...used }))
  expect(told(await redeem(it, second, shop))).toBe('400 invalid_grant: The code is over')
  expect(it.org.tokens.count('access')).toBe(0)
  const third = await codeFor(it, shop.client_id)
  whileSigning(it, () => undefined)
  expect(told(await redeem(it, third, shop))).toBe('200')
})

test('a device gets no tokens if its code is forgotten while they are signed', async () => {
  const it = await oauthOrg()
  const tv = await client(it, { ...asPublic, grant_types: ['authorization_code', deviceGrant] })
  const poll = async (happens: () => unknown) => {
    const { json } = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
    it.control.answerDevice({ userCode: json.user_code, user: it.userId })
    whileSigning(it, happens)
    return told(
      await it.post('token', {
        grant_type: deviceGrant,
        device_code: json.device_code,
        client_id: tv.client_id,
      }),
    )
  }
  expect(await poll(() => it.org.ends.end('oauthTokens', it.userId))).toBe(
    '400 invalid_grant: The device code is over',
  )
  expect(await poll(() => undefined)).toBe('200')
})

test('a device code is for its own client, at its own server', async () => {
  const it = await oauthOrg()
  const settings = { ...asPublic, grant_types: ['authorization_code', deviceGrant] }
  const [tv, radio] = [await client(it, settings), await client(it, { ...settings, client_name: 'Radio' })]
  it.control.setAuthorizationServer({ authorizationServer: 'Cars', alias: 'cars' })
  const { json } = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
  const poll = async (at: string, { client_id }: { client_id: string }) => {
    const form = { grant_type: deviceGrant, device_code: json.device_code, client_id }
    return told(await it.post(`${at}/token`, form))
  }
  const unknown = '400 invalid_grant: The device code is unknown, or was issued to another client'
  expect(await poll(it.at, radio)).toBe(unknown)
  expect(await poll('/oauth2/cars/v1', tv)).toBe(unknown)
  expect(await poll(it.at, tv)).toBe('400 authorization_pending: The user has not answered yet')
})

test('a code and a refresh token are for the server that issued them', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  it.control.setAuthorizationServer({ authorizationServer: 'Cars', alias: 'cars' })
  const elsewhere = async (form: Form) =>
    told(await it.post('/oauth2/cars/v1/token', { redirect_uri: callback, ...form }, basic(shop)))
  const code = await codeFor(it, shop.client_id)
  expect(await elsewhere({ grant_type: 'authorization_code', code })).toBe(
    '400 invalid_grant: The code is unknown, or over, or was issued to another client',
  )
  expect(told(await redeem(it, code, shop))).toBe('200')
  const { refresh_token } = await tokensFor(it, shop, { scope: 'openid offline_access' })
  expect(await elsewhere({ grant_type: 'refresh_token', refresh_token })).toBe(
    '400 invalid_grant: The refresh token is unknown, or was issued to another client',
  )
})

test('a rotated refresh token works during its grace period; used later, it ends its whole family', async () => {
  const it = await oauthOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const shop = await client(it)
  it.control.changeSettings({ refreshTokens: { rotation: 'all-clients', grace: '10s' } })
  const { refresh_token: old } = await tokensFor(it, shop, { scope: 'openid offline_access' })
  const ask = (refresh_token: string) =>
    it.post('token', { grant_type: 'refresh_token', refresh_token }, basic(shop))
  const { refresh_token: next } = (await ask(old)).json
  expect(next).not.toBe(old)
  it.org.clock.advance(9999)
  expect((await ask(old)).json.refresh_token).toBe(next)
  it.org.clock.advance(1)
  expect(told(await ask(old))).toBe(
    '400 invalid_grant: The refresh token was used before: all tokens issued with it have ended',
  )
  expect(told(await ask(next))).toBe('400 invalid_grant: The refresh token is REVOKED')
  expect(it.org.tokens.count('access')).toBe(0)
})

/** Gives a client settings that no registration allows. */
function put(it: OAuthOrg, id: string, changes: object, more: Partial<ClientRecord> = {}): void {
  const record = it.org.clients.get(id)!
  it.org.clients.collection.put({ ...record, ...more, settings: { ...record.settings, ...changes } })
}

test('a public client gets no client credentials token, and no implicit token without that grant', async () => {
  const it = await oauthOrg()
  const app = await client(it, asPublic)
  put(it, app.client_id, { grant_types: ['client_credentials'], response_types: ['code', 'token'] })
  const form = { grant_type: 'client_credentials', client_id: app.client_id, scope: 'svc.users.read' }
  expect(told(await it.post('token', form))).toBe(
    '400 unauthorized_client: A public client cannot have tokens of its own by client_credentials',
  )
  const ask = async (response_type: string) =>
    sentBack(await it.open(authorizeUrl(it.at, app.client_id, { response_type }), { cookie: it.cookie }))
  expect((await ask('token'))['error_description']).toBe(
    'The client is not registered for the grant type implicit: it has client_credentials',
  )
  expect((await ask('code'))['error_description']).toBe(
    'The client is not registered for the grant type authorization_code: it has client_credentials',
  )
})

const registered = '(registered with token_endpoint_auth_method client_secret_basic, sent'

test.each([
  ['a+b c%', 'a+b c%', '200'],
  ['a+b c%', 'a%2Bb+c%25', '200'],
  ['a:b', 'a:b', '200'],
  ['a:b', 'a%3Ab', '200'],
  [
    'a b',
    'a%20c',
    `401 invalid_client: The client secret is wrong ${registered} a secret in the Authorization header)`,
  ],
  ['a b', '', `401 invalid_client: The client did not authenticate ${registered} no credentials)`],
])('a client whose secret is %s may send %s: %s', async (secret, sent, expected) => {
  const it = await oauthOrg()
  const job = await client(it, {
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
  })
  put(it, job.client_id, {}, { secret })
  const form = { grant_type: 'client_credentials', scope: 'svc.users.read' }
  expect(told(await it.post('token', form, basic({ ...job, client_secret: sent })))).toBe(expected)
})

test('a header without a colon is not shown, since it may be a secret', async () => {
  const it = await oauthOrg()
  const authorization = `Basic ${btoa('Very-Secret-77')}`
  const reply = await it.post('token', { grant_type: 'client_credentials' }, { authorization })
  expect(told(reply)).toBe('401 invalid_client: There is no client of this name')
  expect(JSON.stringify([it.control.readJournal(), it.control.readExchange()])).not.toContain(
    'Very-Secret-77',
  )
})

test('a header without a colon names a client that has no secret', async () => {
  const it = await oauthOrg()
  const [app, shop] = [await client(it, asPublic), await client(it)]
  const ask = async (id: string) =>
    told(await it.post('token', { grant_type: 'x' }, { authorization: `Basic ${btoa(id)}` }))
  expect(await ask(app.client_id)).toBe(
    '400 unsupported_grant_type: grant_type: expected one of authorization_code, refresh_token, client_credentials, password, urn:ietf:params:oauth:grant-type:device_code',
  )
  expect(await ask(shop.client_id)).toBe(
    `401 invalid_client: The client did not authenticate ${registered} no credentials)`,
  )
})

test('an assertion has no claims if its payload is not an object', async () => {
  const it = await oauthOrg()
  const service = await client(it, {
    application_type: 'service',
    token_endpoint_auth_method: 'client_secret_jwt',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
  })
  const ask = async (payload: string) => {
    const client_assertion = await new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(service.client_secret))
    return told(
      await it.post('token', {
        client_id: service.client_id,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion,
      }),
    )
  }
  expect(await ask('null')).toMatch(/^401 invalid_client: The assertion holds no claims/)
  expect(await ask('5')).toMatch(/^401 invalid_client: The assertion holds no claims/)
  expect(await ask('x')).toMatch(/^401 invalid_client: The assertion cannot be verified: .*JSON/)
})

test('rejects a compressed body and says how to send it', async () => {
  const it = await oauthOrg()
  const answer = await it.post('token', { grant_type: 'x' }, { 'content-encoding': 'gzip' })
  expect([answer.headers['accept-encoding'], told(answer)]).toStrictEqual([
    'identity',
    '415 invalid_request: Content-Encoding: expected none, got gzip',
  ])
})

test.each(['authorize', 'logout'])('%s by another method is refused by a page', async (path) => {
  const it = await oauthOrg()
  const { status, headers, body } = await it.dispatcher.dispatch({
    method: 'PUT',
    path: `${it.at}/${path}`,
    query: '',
    header: () => undefined,
    body: '',
  })
  expect([status, headers['Allow'], /id="problem"[^>]*>([^<]*)</.exec(body)?.[1]]).toStrictEqual([
    405,
    'GET, HEAD, POST, OPTIONS',
    'Use GET, POST for this endpoint.',
  ])
})

test('a client that was changed while its keys were fetched has authenticated for nothing', async () => {
  const it = await oauthOrg({ features: { earlyAccess: true } })
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one' }]
  const service = await client(it, {
    application_type: 'service',
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
    jwks_uri: 'https://keys.example.com',
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const ask = async (jti: string, meanwhile: () => unknown) => {
    vi.stubGlobal('fetch', async () => {
      meanwhile()
      return Response.json({ keys })
    })
    const now = Math.floor(it.org.clock.now() / 1000)
    const claims = { iss: service.client_id, sub: service.client_id, aud: base, exp: now + 60, jti }
    return told(
      await it.post('token', {
        grant_type: 'client_credentials',
        scope: 'svc.users.read',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', kid: 'one' })
          .sign(privateKey),
      }),
    )
  }
  expect(await ask('one', () => undefined)).toBe('200')
  expect(await ask('two', () => it.org.clients.rename(service.client_id, 'Other'))).toBe(
    '401 invalid_client: The client has changed meanwhile',
  )
})

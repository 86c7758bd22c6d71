import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import {
  deviceGrant,
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
  tokensFor,
} from '../support/oauth.ts'

test('form_post sends the answer by a form of the page, and puts nothing into the address', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const answer = await target.open(
    authorizeUrl(target.at, shop.client_id, { response_mode: 'form_post', state: '"><script>' }),
    { cookie: target.cookie },
  )
  expect(answer.status).toBe(200)
  expect(answer.headers['location']).toBeUndefined()
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(answer.text).toContain(`action="${callback}"`)
  expect(answer.text).not.toContain('<script>">')
  expect(answer.text).toContain('&quot;&gt;&lt;script&gt;')
  const [, code] = /name="code" value="(\w+)"/.exec(answer.text) ?? []
  const redeemed = await target.post(
    'token',
    { grant_type: 'authorization_code', code, redirect_uri: callback },
    basic(shop),
  )
  expect(redeemed.status).toBe(200)
})

test('a client signs in with a key that stands behind its jwks_uri, and not with another', async () => {
  const own = await generateKeyPair('ES256')
  const other = await generateKeyPair('ES256')
  const key = { ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig' }
  let served: unknown = { keys: [key] }
  const keys = createServer((_, response) => response.end(JSON.stringify(served)))
  keys.listen(0, '127.0.0.1')
  await once(keys, 'listening')
  try {
    const target = await oauthOrg({ features: { earlyAccess: true } })
    const uri = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`
    const service = await client(target, {
      application_type: 'service',
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      response_types: ['token'],
      redirect_uris: [],
      jwks_uri: uri,
    })
    const ask = async (key: CryptoKey): Promise<number> => {
      const now = Math.floor(target.org.clock.now() / 1000)
      const assertion = await new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(service.client_id)
        .setSubject(service.client_id)
        .setAudience(`${base}/oauth2/v1/token`)
        .setIssuedAt(now)
        .setExpirationTime(now + 60)
        .sign(key)
      const reply = await target.post('token', {
        grant_type: 'client_credentials',
        scope: 'svc.users.read',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      })
      return reply.status
    }
    expect([await ask(own.privateKey), await ask(other.privateKey)]).toEqual([200, 401])
    served = { keys: [{ kty: 'oct', kid: 'two', k: 'c2VjcmV0' }, 5, { ...key, crv: undefined }] }
    expect([await ask(own.privateKey), await ask(other.privateKey)]).toEqual([200, 401])
    served = { nothing: 'here' }
    expect(await ask(own.privateKey)).toBe(401)
  } finally {
    keys.close()
  }
})

test('a snapshot brings codes and devices back as they were', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const app = await client(target, {
    ...asPublic,
    client_name: 'TV',
    grant_types: ['authorization_code', deviceGrant],
  })
  const code = await codeFor(target, shop.client_id)
  const begun = await target.post('device/authorize', { client_id: app.client_id, scope: 'openid' })
  target.control.saveSnapshot({ name: 'before' })
  const redeem = () =>
    target.post('token', { grant_type: 'authorization_code', code, redirect_uri: callback }, basic(shop))
  const poll = () =>
    target.post('token', {
      grant_type: deviceGrant,
      device_code: begun.json.device_code,
      client_id: app.client_id,
    })
  expect((await redeem()).status).toBe(200)
  expect((await redeem()).json.error).toBe('invalid_grant')
  target.control.answerDevice({ userCode: begun.json.user_code, user: target.login })
  expect((await poll()).status).toBe(200)
  target.control.restoreSnapshot({ name: 'before' })
  expect((await poll()).json.error).toBe('authorization_pending')
  expect((await redeem()).status).toBe(200)
})

test('faults meet the endpoints of sign-in, and the journal names the call without its secrets', async () => {
  const target = await oauthOrg()
  const shop = await client(target)
  const tokens = await tokensFor(target, shop, { scope: 'openid offline_access' })
  target.control.addFault({ path: '/oauth2/v1/token', status: 503, times: 1 })
  const refresh = () =>
    target.post('token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, basic(shop))
  expect((await refresh()).status).toBe(503)
  expect((await refresh()).status).toBe(200)
  const journal = JSON.stringify(
    target.control.readJournal().map(({ number }) => target.control.readExchange({ number })),
  )
  expect(journal).toContain('/oauth2/v1/token')
  const { access_token, id_token, refresh_token } = tokens
  for (const secret of [
    access_token,
    id_token,
    refresh_token,
    shop.client_secret,
    target.password,
    target.cookie,
  ])
    expect(journal).not.toContain(secret)
})

test('what opens something at an authorization server is redacted of addresses', async () => {
  const target = await oauthOrg()
  const app = await client(target, {
    ...asPublic,
    grant_types: ['authorization_code', 'refresh_token', deviceGrant],
  })
  const shop = await client(target, { consent_method: 'REQUIRED' })
  const { refresh_token: rotated } = await tokensFor(target, app, { scope: 'openid offline_access' })
  await target.post('token', {
    grant_type: 'refresh_token',
    refresh_token: rotated,
    client_id: app.client_id,
  })
  const { json: device } = await target.post('device/authorize', {
    client_id: app.client_id,
    scope: 'openid',
  })
  const page = await target.open(authorizeUrl(target.at, shop.client_id), { cookie: target.cookie })
  const secrets = [
    rotated,
    await codeFor(target, app.client_id, pkce),
    device.device_code,
    device.user_code,
    hiddenFields(page)['interaction'],
  ]
  for (const secret of secrets) await target.call('GET', `/api/v1/users/${secret}`)
  const shown = target.control.readJournal().slice(-secrets.length)
  expect(shown.map(({ path }) => path)).toEqual(secrets.map(() => '/api/v1/users/[secret]'))
})

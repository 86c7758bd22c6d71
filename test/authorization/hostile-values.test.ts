/** No URI of a client and no claim makes an endpoint fail. */
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import {
  asPublic,
  authorizeUrl,
  base,
  basic,
  callback,
  client,
  oauthOrg,
  type OAuthOrg,
  pkce,
  sentBack,
} from '../support/oauth.ts'

test.each(['query', 'fragment', 'form_post', 'svc_post_message'])(
  'an answer in the mode %s reaches a redirect URI that no browser can parse',
  async (response_mode) => {
    const target = await oauthOrg()
    for (const redirect_uri of ['myapp:', 'myapp://host:99999/cb', 'myapp://[v1.a]', 'myapp://@/?a=b']) {
      const app = await client(target, { redirect_uris: [redirect_uri] })
      const url = authorizeUrl(target.at, app.client_id, { redirect_uri, response_mode })
      const reply = await target.open(url, { cookie: target.cookie })
      if (response_mode === 'form_post') {
        expect(reply.status).toBe(200)
        expect(reply.text).toContain(`action="${redirect_uri}"`)
        expect(reply.headers['content-security-policy']).toContain('form-action myapp:;')
      } else {
        const isQuery = response_mode === 'query'
        const separator = isQuery ? (redirect_uri.includes('?') ? '&' : '?') : '#'
        expect(String(reply.headers['location'])).toContain(`${redirect_uri}${separator}code=`)
      }
    }
  },
)

test('a native application is sent to any port of the device that exists', async () => {
  const target = await oauthOrg()
  const registered = { ...asPublic, redirect_uris: ['http://127.0.0.1/cb', 'http://[::1]:1/cb'] }
  const app = await client(target, registered)
  const open = async (redirect_uri: string, response_mode: string) => {
    const more = { ...pkce, redirect_uri, response_mode }
    return target.open(authorizeUrl(target.at, app.client_id, more), { cookie: target.cookie })
  }
  for (const mode of ['query', 'form_post', 'svc_post_message']) {
    for (const port of ['99999', '65536', '080000']) {
      const reply = await open(`http://127.0.0.1:${port}/cb`, mode)
      expect([reply.status, reply.text.includes('none of the redirect URIs')]).toEqual([400, true])
    }
    for (const host of ['127.0.0.1:65535', '[::1]:8080', '127.0.0.1']) {
      expect([200, 302]).toContain((await open(`http://${host}/cb`, mode)).status)
    }
  }
})

test('a host whose letters mean something in a policy does not change the policy of a page', async () => {
  const target = await oauthOrg()
  for (const redirect_uri of ['https://a;script-src*/cb', 'https://*.example.com/cb', 'https://a,b/cb']) {
    const app = await client(target, { redirect_uris: [redirect_uri] })
    const url = authorizeUrl(target.at, app.client_id, { redirect_uri, response_mode: 'form_post' })
    const reply = await target.open(url, { cookie: target.cookie })
    expect(reply.headers['content-security-policy']).toContain('; form-action https:; ')
  }
})

/** Signs claims in which a value is nested as deep as it says; the text stands for it. */
async function signed(secret: string, claims: object, depth: number): Promise<string> {
  const [header = '', payload = ''] = (
    await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret))
  ).split('.')
  const deep = '['.repeat(depth) + ']'.repeat(depth)
  const text = Buffer.from(payload, 'base64url').toString().replaceAll('"deep"', deep)
  const unsigned = `${header}.${Buffer.from(text).toString('base64url')}`
  const hmac = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const signature = await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(unsigned))
  return `${unsigned}.${Buffer.from(signature).toString('base64url')}`
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The replies to a JWT at each place that reads one. An error that is ours is thrown. */
async function everywhere(it: OAuthOrg, jwt: string, id: string, claims: string): Promise<readonly number[]> {
  const { cookie } = it
  const form = { client_assertion_type: assertionType, client_assertion: jwt }
  const token = { grant_type: 'client_credentials', scope: 'orders' }
  return [
    await it.post('token', { ...token, ...form }),
    await it.post('introspect', { ...form, token: jwt }),
    await it.post('revoke', { ...form, token: jwt }),
    await it.post('device/authorize', { ...form, scope: 'openid' }),
    await it.open(authorizeUrl(it.at, id, { request: jwt }), { cookie }),
    await it.open(authorizeUrl(it.at, id, { id_token_hint: jwt, claims }), { cookie }),
    await it.open(`${it.at}/logout?id_token_hint=${jwt}`, { cookie }),
    await it.open(`${it.at}/userinfo`, { authorization: `Bearer ${jwt}` }),
    await it.call('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${jwt}` }),
  ].map(({ status }) => status)
}

test.each([10, 5000, 8000])(
  'a value %i levels deep in a signed object makes no endpoint fail',
  async (depth) => {
    const start = '2026-01-05T09:30:00.000Z'
    const it = await oauthOrg({ clock: { start, frozen: true } })
    it.control.setScope({ scope: 'orders' })
    const { client_id: id, client_secret: secret } = await client(it, {
      token_endpoint_auth_method: 'client_secret_jwt',
      grant_types: ['authorization_code', 'client_credentials'],
    })
    const usual = { iss: id, sub: id, exp: Date.parse(start) / 1000 + 60, aud: base }
    const places = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'state', 'scope', 'claims', 'max_age']
    const claims = '['.repeat(depth) + ']'.repeat(depth)
    for (const place of places) {
      const jwt = await signed(secret, { jti: place, ...usual, [place]: 'deep' }, depth)
      for (const status of await everywhere(it, jwt, id, claims)) expect(status, place).toBeLessThan(500)
    }
    const lists = await signed(secret, { ...usual, jti: 'list', aud: ['deep', base] }, depth)
    expect((await everywhere(it, lists, id, claims))[0]).toBe(200)
    const request = await signed(secret, { ...usual, redirect_uri: callback, nested: 'deep' }, depth)
    const reply = sentBack(await it.open(authorizeUrl(it.at, id, { request }), { cookie: it.cookie }))
    if (depth === 10) expect(reply).toHaveProperty('code')
    else expect(reply['error_description']).toBe('The claim nested is nested too deeply')
  },
)

test('an assertion whose iss and sub are no texts names no client', async () => {
  const it = await oauthOrg()
  for (const value of [5, null, {}, [], true]) {
    const jwt = await signed('s'.repeat(32), { iss: value, sub: value }, 1)
    const { status, json } = await it.post('token', {
      client_assertion: jwt,
      client_assertion_type: assertionType,
    })
    expect([status, json.error_description]).toEqual([
      401,
      'The request names no client: expected client_id, credentials of the scheme Basic or a client_assertion',
    ])
  }
  expect((await it.post('introspect', { token: 'x' }, basic({ client_id: 'nobody' }))).status).toBe(401)
})

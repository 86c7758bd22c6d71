/** Clients that say who they are by a JWT (RFC 7523, section 3; OpenID Connect Core 1.0, section 9). */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { base, client, oauthOrg } from '../support/oauth.ts'

/** The end of a reply about a client that came with an assertion, as it is registered. */
const as = (method: string): string =>
  ` (registered with token_endpoint_auth_method ${method}, sent client_assertion)`

const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const start = '2026-01-05T09:30:00.000Z'
const now = Date.parse(start) / 1000

/** A client that signs with its secret or its own keys, and the replies of the token endpoint. */
async function signing(method: 'client_secret_jwt' | 'private_key_jwt', keys: readonly object[] = []) {
  const it = await oauthOrg({ clock: { start, frozen: true } })
  it.control.setScope({ scope: 'orders' })
  const service = await client(it, {
    application_type: 'service',
    token_endpoint_auth_method: method,
    grant_types: ['client_credentials'],
    response_types: ['token'],
    redirect_uris: [],
    ...(keys.length === 0 ? {} : { jwks: { keys } }),
  })
  const secret = new TextEncoder().encode(service.client_secret)
  const usual = {
    iss: service.client_id,
    sub: service.client_id,
    aud: `${base}/oauth2/v1/token`,
    exp: now + 60,
    jti: 'one',
  }
  const sign = (claims: object = {}, header: object = {}, key: CryptoKey | Uint8Array = secret) =>
    new SignJWT(JSON.parse(JSON.stringify({ ...usual, ...claims })))
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(key)
  const send = async (client_assertion: string, more: object = {}) => {
    const form = { grant_type: 'client_credentials', scope: 'orders', client_assertion_type: type }
    const { status, json } = await it.post('token', { ...form, client_assertion, ...more })
    return status === 200 ? '200' : `${status} ${json.error}: ${json.error_description}`
  }
  const ask = async (claims: object = {}, header: object = {}, key?: CryptoKey | Uint8Array) =>
    send(await sign(claims, header, key))
  return { it, service, ask, send, sign }
}

const aud = 'aud of the assertion must be https://svc.example.com/oauth2/v1/token'
const who = 'iss and sub of the assertion must be the client_id'

test.each<[object, string | undefined]>([
  [{}, undefined],
  [{ aud: base }, undefined],
  [{ aud: ['https://else.test', `${base}/oauth2/v1/token`] }, undefined],
  [{ aud: 'https://else.test' }, aud],
  [{ aud: [] }, aud],
  [{ aud: undefined }, aud],
  [{ iss: 'https://else.test' }, who],
  [{ iss: undefined }, who],
  [{ sub: 'another' }, 'There is no client another'],
  [{ sub: undefined }, who],
  [{ sub: 5 }, who],
  [{ jti: undefined }, 'The assertion has no jti'],
  [{ jti: '' }, 'The assertion has no jti'],
  [{ exp: undefined }, 'The assertion has no exp'],
  [{ exp: now - 29 }, undefined],
  [{ exp: now - 30 }, 'The assertion has expired'],
  [{ exp: now + 3630 }, undefined],
  [{ exp: now + 3631 }, 'The assertion is good for more than an hour'],
  [{ nbf: now + 30 }, undefined],
  [{ nbf: now + 31 }, 'The assertion is not good yet'],
  [{ iat: now + 30 }, undefined],
  [{ iat: now + 31 }, 'The assertion was issued in the future'],
])('an assertion that says %j is answered: %s', async (claims, problem) => {
  const { ask } = await signing('client_secret_jwt')
  const end = claims && 'sub' in claims && claims.sub === 'another' ? '' : as('client_secret_jwt')
  expect(await ask(claims)).toBe(problem === undefined ? '200' : `401 invalid_client: ${problem}${end}`)
})

test('an assertion is good once, and another one of the same client is another', async () => {
  const { ask } = await signing('client_secret_jwt')
  expect(await ask()).toBe('200')
  expect(await ask()).toBe(
    `401 invalid_client: An assertion with this jti was used before${as('client_secret_jwt')}`,
  )
  expect(await ask({ jti: 'two' })).toBe('200')
})

test('rejects a wrong or foreign assertion', async () => {
  const { send, sign, ask, service } = await signing('client_secret_jwt')
  const good = await sign()
  expect(await send(good, { client_assertion_type: 'urn:else' })).toBe(
    `401 invalid_client: client_assertion_type must be ${type}${as('client_secret_jwt')}`,
  )
  const [head, body] = good.split('.')
  expect(await send(`${head}.${body}.${'A'.repeat(43)}`)).toMatch(
    /^401 invalid_client: The assertion cannot be verified: ./,
  )
  expect(await ask({}, {}, new TextEncoder().encode(`${service.client_secret}x`))).toMatch(
    /^401 invalid_client: The assertion cannot be verified: ./,
  )
  expect(await send('none')).toMatch(/^401 invalid_client: /)
  expect(await ask({ sub: 'nobody', iss: 'nobody' })).toMatch(
    /^401 invalid_client: There is no client nobody$/,
  )
})

test.each(['HS256', 'HS384', 'HS512'])('a client with a secret signs by %s', async (alg) => {
  const { ask } = await signing('client_secret_jwt')
  expect(await ask({}, { alg })).toBe('200')
})

test.each(['RS256', 'PS256', 'ES256', 'ES384'])(
  'a client with keys signs by %s, one with a secret does not',
  async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    const own = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }
    const { ask, service } = await signing('private_key_jwt', [own])
    expect(await ask({}, { alg, kid: 'one' }, privateKey)).toBe('200')
    const other = await generateKeyPair(alg)
    expect(await ask({ jti: 'two' }, { alg, kid: 'one' }, other.privateKey)).toMatch(
      /^401 invalid_client: The assertion cannot be verified: ./,
    )
    const anySecret = new TextEncoder().encode(String(service.client_secret ?? 'x').padEnd(64, 'x'))
    expect(await ask({ jti: 'three' }, { alg: 'HS256' }, anySecret)).toBe(
      `401 invalid_client: The algorithm HS256 is not accepted${as('private_key_jwt')}`,
    )
    const withSecret = await signing('client_secret_jwt')
    expect(await withSecret.ask({}, { alg, kid: 'one' }, privateKey)).toBe(
      `401 invalid_client: The algorithm ${alg} is not accepted${as('client_secret_jwt')}`,
    )
  },
)

/** Each key that a client can register verifies what it signed (Clients, JSON Web Key Set). */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { sample } from '../support/runs.ts'
import { authorizeUrl, base, callback, client, oauthOrg, type OAuthOrg, sentBack } from '../support/oauth.ts'

interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const rsa = (modulusLength: number, publicExponent = 65_537): Pair =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
const ec = (namedCurve: string): Pair => generateKeyPairSync('ec', { namedCurve })

/** The registered form of a key, with changes; undefined leaves a member out. */
const shown = ({ publicKey }: Pair, changes: object = {}): object => ({
  ...publicKey.export({ format: 'jwk' }),
  kid: 'one',
  ...changes,
})

const pairs = {
  'RSA of 2048 bits': rsa(2048),
  'RSA of 2049 bits': rsa(2049),
  'RSA of 3072 bits with exponent 3': rsa(3072, 3),
  'EC on P-256': ec('P-256'),
  'EC on P-384': ec('P-384'),
  'EC on P-521': ec('P-521'),
} as const

const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
const signatures = [
  ...rsaAlgorithms.flatMap((alg) =>
    (['RSA of 2048 bits', 'RSA of 2049 bits', 'RSA of 3072 bits with exponent 3'] as const).map(
      (name) => [name, alg] as const,
    ),
  ),
  ['EC on P-256', 'ES256'],
  ['EC on P-384', 'ES384'],
  ['EC on P-521', 'ES512'],
] as const

/** Other ways to register the key, and the `kid` of what it signs. */
const ways: readonly (readonly [string, object, string | undefined])[] = [
  ['the documented members alone', { crv: undefined }, 'one'],
  ['no kid', { kid: undefined, crv: null }, undefined],
  ['no kid, and signed with one', { kid: null }, 'one'],
  ['a use of another name', { use: 'signature', crv: undefined }, 'one'],
  ['every member', { use: 'sig', key_ops: ['verify'] }, 'one'],
  ['more operations', { key_ops: ['sign', 'verify', 'of-nobody'] }, 'one'],
  ['empty texts', { kid: '', alg: '', use: '', crv: undefined }, 'one'],
]

describe('a key verifies what it signed', () => {
  let it: OAuthOrg
  beforeAll(async () => {
    it = await oauthOrg({ clock: { start: new Date().toISOString() } })
    it.control.setScope({ scope: 'orders' })
  })

  /** A client that has these keys and uses both endpoints. */
  async function keyed(keys: readonly object[], more: object = {}): Promise<string> {
    const registered = await client(it, {
      grant_types: ['authorization_code', 'client_credentials'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys },
      ...more,
    })
    return registered.client_id
  }

  /** The answers to an assertion at the token endpoint, and to a request object. */
  async function answers(
    id: string,
    { privateKey }: Pair,
    header: { alg: string; kid?: string | undefined },
  ) {
    const sign = (claims: object, aud: string) =>
      new SignJWT({ ...claims })
        .setProtectedHeader(JSON.parse(JSON.stringify(header)))
        .setIssuer(id)
        .setSubject(id)
        .setAudience(aud)
        .setExpirationTime('1m')
        .setJti(crypto.randomUUID())
        .sign(privateKey)
    const reply = await it.post('token', {
      grant_type: 'client_credentials',
      scope: 'orders',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await sign({}, `${base}/oauth2/v1/token`),
    })
    const request = await sign({ redirect_uri: callback, response_type: 'code', state: 'inside' }, base)
    const url = authorizeUrl(it.at, id, { request })
    const { state, error_description: error } = sentBack(await it.open(url, { cookie: it.cookie }))
    return [reply.json.error_description ?? reply.status, error ?? state]
  }

  const registered = signatures.flatMap((each) => ways.map((way) => [...each, ...way] as const))
  // Every third: each way and each signature is among them.
  test.each(sample(registered, 48))('%s, %s, registered with %s', async (name, alg, _, changes, kid) => {
    const id = await keyed([shown(pairs[name], changes)], { request_object_signing_alg: null })
    expect(await answers(id, pairs[name], { alg, kid })).toEqual([200, 'inside'])
    const bound = await keyed([shown(pairs[name], { ...changes, alg })])
    expect(await answers(bound, pairs[name], { alg, kid })).toEqual([200, 'inside'])
  })

  test('without a kid in the JWT each key of a set is tried, and with one that key alone', async () => {
    const [one, two, stranger] = [pairs['EC on P-256'], ec('P-256'), ec('P-256')]
    const id = await keyed([shown(one), shown(two, { kid: 'two', crv: undefined })])
    for (const pair of [one, two]) {
      expect(await answers(id, pair, { alg: 'ES256' })).toEqual([200, 'inside'])
    }
    const cannot = expect.stringMatching(/^The assertion cannot be verified: signature verification failed/)
    expect(await answers(id, stranger, { alg: 'ES256' })).toContainEqual(cannot)
    expect(await answers(id, two, { alg: 'ES256', kid: 'one' })).toContainEqual(cannot)
  })

  test('a key for encryption verifies nothing', async () => {
    const pair = pairs['RSA of 2048 bits']
    const id = await keyed([shown(pair, { use: 'enc' }), shown(pairs['EC on P-256'], { kid: 'two' })])
    expect(await answers(id, pair, { alg: 'RS256', kid: 'one' })).toContainEqual(
      expect.stringMatching(/^The assertion cannot be verified: no applicable key found/),
    )
  })
})

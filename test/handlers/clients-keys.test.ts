import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { ecKey, fullUpdate, modulus, registered, rsaKey, serviceClient } from '../support/clients.ts'

// Clients, JSON Web Key Set.

function withKeys(...keys: readonly unknown[]): Record<string, unknown> {
  return serviceClient({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys } })
}

async function refused(body: Record<string, unknown>): Promise<string> {
  const { call } = testOrg()
  const { status, json } = await call('POST', '/oauth2/v1/clients', body)
  expect(status, JSON.stringify(body)).toBe(400)
  expect(json.error).toBe('invalid_client_metadata')
  expect((await call('GET', '/oauth2/v1/clients')).json).toEqual([])
  return json.error_description
}

test('members of a key that nobody knows are dropped', async () => {
  const client = await registered(testOrg(), withKeys(rsaKey({ alg: 'RS256', note: 'mine', x: 'stray' })))
  expect(client.jwks.keys[0]).toEqual({
    kty: 'RSA',
    kid: 'one',
    e: 'AQAB',
    n: modulus,
    alg: 'RS256',
    use: null,
  })
})

test('a key set has exactly one attribute', async () => {
  expect(await refused(serviceClient({ jwks: { keys: [rsaKey()], issuer: 'x' } }))).toContain('issuer')
  expect(await refused(serviceClient({ jwks: {} }))).toMatch(/^jwks\.keys: /)
  expect(await refused(serviceClient({ jwks: { keys: 'none' } }))).toMatch(/^jwks\.keys: /)
})

test('the keys of a set may be null, or none, where the method does not need one', async () => {
  const target = testOrg()
  expect((await registered(target, serviceClient({ jwks: { keys: null } }))).jwks).toEqual({ keys: null })
  expect((await registered(target, serviceClient({ jwks: { keys: [] } }))).jwks).toEqual({ keys: [] })
})

test('an update replaces the keys, and an address takes their place', async () => {
  const target = testOrg()
  const { client_id: id } = await registered(target, withKeys(rsaKey()))
  const path = `/oauth2/v1/clients/${id}`
  const other = await fullUpdate(target, id, { jwks: { keys: [ecKey()] } })
  expect((await target.call('PUT', path, other)).json.jwks.keys).toMatchObject([{ kid: 'two' }])
  const { jwks: _, ...rest } = await fullUpdate(target, id, { jwks_uri: 'https://jobs.example.com/keys' })
  expect((await target.call('PUT', path, rest)).json).toMatchObject({
    jwks: null,
    jwks_uri: 'https://jobs.example.com/keys',
  })
  const { jwks_uri: _uri, ...keysAgain } = await fullUpdate(target, id, { jwks: { keys: [rsaKey()] } })
  const again = await target.call('PUT', path, keysAgain)
  expect(again.json).toMatchObject({ jwks: { keys: [{ kid: 'one' }] }, jwks_uri: null })
  await target.call('PUT', path, rest)
  const refusedUpdate = await fullUpdate(target, id, { jwks_uri: null })
  expect((await target.call('PUT', path, refusedUpdate)).status).toBe(400)
})

test('members nested as deep as a body can hold are refused, or dropped', async () => {
  const target = testOrg()
  let deep: unknown = 'hidden'
  for (let depth = 0; depth < 2000; depth++) deep = [deep]
  expect(await refused(withKeys(rsaKey({ x5c: deep })))).toMatch('jwks.keys.0.x5c')
  const { jwks } = await registered(target, withKeys(rsaKey({ other: deep })))
  expect(jwks.keys).toEqual([rsaKey({ use: null })])
})

test('reports unknown members of a key set before the mistakes of its keys', async () => {
  const keys = [rsaKey({ kid: undefined }), ecKey()]
  expect(await refused(serviceClient({ jwks: { keys, issuer: 'x', alg: 'y' } }))).toBe(
    'jwks: unknown member issuer, alg',
  )
  expect(await refused(serviceClient({ jwks: { keys } }))).toBe(
    'jwks.keys.0.kid: The field cannot be left blank in a set of several keys',
  )
})

const point = {
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

type Invalid = readonly [kind: 'RSA' | 'EC', members: object, cause: string]

const lacks = (kind: 'RSA' | 'EC', name: string): readonly Invalid[] =>
  [undefined, null, ''].map((value) => [
    kind,
    { [name]: value },
    `.${name}: The field cannot be left blank when kty is ${kind}`,
  ])

/** The type of a key, its members, and the cause of the refusal behind the place of the key. */
const invalid: readonly Invalid[] = [
  ...lacks('RSA', 'e'),
  ...lacks('RSA', 'n'),
  ...lacks('EC', 'x'),
  ...lacks('EC', 'y'),
  ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].map((name): Invalid => [
    'RSA',
    { [name]: 'hidden' },
    `.${name}: A key set holds public keys only`,
  ]),
  ['RSA', { oth: [{ r: 'hidden' }] }, '.oth: A key set holds public keys only'],
  ['RSA', { crv: ['P-256'] }, '.crv'],
  ['RSA', { alg: { d: 'hidden' } }, '.alg'],
  ['RSA', { key_ops: 'verify' }, '.key_ops'],
  ['RSA', { key_ops: { d: 'hidden' } }, '.key_ops'],
  ['RSA', { key_ops: [{ d: 'hidden' }] }, '.key_ops'],
  ['RSA', { x5c: [['MIIB']] }, '.x5c'],
  ['RSA', { x5u: 5 }, '.x5u'],
  ['RSA', { x5t: {} }, '.x5t'],
  ['RSA', { 'x5t#S256': [] }, '.x5t#S256'],
  ['RSA', { n: 'a+b/' }, '.n: expected base64url'],
  ['EC', { x: 'not base64' }, '.x: expected base64url'],
  ['EC', { y: `${point.y}=` }, '.y: expected base64url'],
  ['EC', { x: 'AQAB' }, '.x: expected 43 characters of base64url for P-256'],
  ['EC', { crv: 'P-384' }, '.x: expected 64 characters of base64url for P-384'],
  ['EC', { x: point.y }, ': x and y are no point of the curve P-256'],
  ['EC', { x: '_'.repeat(42) + '8' }, ': x and y are no point of the curve P-256'],
  ['EC', { crv: undefined, x: point.y }, ': x and y are no point of the curve P-256'],
  ['EC', { crv: null, y: 'A'.repeat(64) }, '.y: expected 43 characters of base64url for P-256'],
  [
    'EC',
    { crv: undefined, x: 'AQAB' },
    '.x: expected base64url of as many characters as a curve has: 43 for P-256, 64 ',
  ],
  ['EC', { crv: 'P-255' }, '.crv: expected one of P-256, P-384, P-521'],
  ['EC', { crv: 'secp256k1' }, '.crv: expected one of P-256, P-384, P-521'],
  ['EC', { crv: 'toString' }, '.crv: expected one of P-256, P-384, P-521'],
  ['EC', { alg: 'ES384' }, '.alg: expected ES256 for this key'],
  ['EC', { crv: undefined, alg: 'RS256' }, '.alg: expected ES256 for this key'],
  ['RSA', { alg: 'ES256' }, '.alg: expected one of RS256, RS384, RS512, PS256, PS384, PS512 for this key'],
  ['RSA', { alg: 'RSA-OAEP' }, '.alg: expected one of RS256, '],
  ['RSA', { key_ops: ['sign'] }, '.key_ops: expected verify, '],
  ['RSA', { key_ops: [] }, '.key_ops: expected verify, '],
  ['EC', { key_ops: ['verify', 'verify'] }, '.key_ops: expected verify, and no operation twice'],
  ['RSA', { n: 'AQABA' }, '.n: expected base64url'],
  [
    'RSA',
    { n: `${'_'.repeat(341)}g`.slice(2) },
    '.n: expected a modulus of 2048 to 16384 bits, got 2040 bits',
  ],
  ['RSA', { n: `A${modulus.slice(1)}` }, '.n: expected a modulus of 2048 to 16384 bits, got 2040 bits'],
  [
    'RSA',
    { n: `${modulus}${'A'.repeat(2732 - 342)}` },
    '.n: expected a modulus of 2048 to 16384 bits, got 16',
  ],
  ['RSA', { n: `${modulus.slice(0, 341)}A` }, '.n: expected a modulus, which is odd'],
  ...['AA', 'AQ', 'Ag', 'AQAA', 'AQAAAAAAAAAB'].map((e): Invalid => [
    'RSA',
    { e },
    '.e: expected an odd exponent of 3 or more, of up to 64 bits, such as AQAB',
  ]),
]

test.for(invalid)('refuses a key of type %s with %j', async ([kind, members, cause]) => {
  const key = kind === 'RSA' ? rsaKey : ecKey
  expect(await refused(withKeys(key({ ...members })))).toContain(`jwks.keys.0${cause}`)
})

test.for(['P-256', 'P-384', 'P-521'])('takes a key of %s', async (namedCurve) => {
  const it = testOrg()
  for (let index = 0; index < 5; index += 1) {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve })
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: null }] }
    expect((await it.call('POST', '/oauth2/v1/clients', serviceClient({ jwks }))).status).toBe(201)
  }
})

test('a key for encryption may have any purpose and algorithm, and does not sign', async () => {
  const it = testOrg()
  const forEncryption = rsaKey({ use: 'enc', alg: 'RSA-OAEP', key_ops: ['encrypt'] })
  expect((await registered(it, withKeys(forEncryption, ecKey()))).jwks.keys).toHaveLength(2)
  expect(await refused(withKeys(forEncryption))).toContain('private_key_jwt needs jwks with a key that signs')
})

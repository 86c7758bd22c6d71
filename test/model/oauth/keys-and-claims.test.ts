import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { brokenToken, tokenFlaws } from '../../../src/model/oauth/broken-tokens.ts'
import { standardClaims, userClaims } from '../../../src/model/oauth/user-claims.ts'
import { Refusal } from '../../../src/contract/errors.ts'
import type { UserRecord } from '../../../src/model/users/records.ts'
import { testOrg } from '../../support/call.ts'
import { parties } from '../../support/consents.ts'

const start = Date.parse('2026-01-05T09:30:00.000Z') / 1000
const base = 'https://svc.example.com'

test('the newest fifty keys are in the key set', async () => {
  const { signingKeys } = testOrg().org
  const first = await signingKeys.current()
  const [kept] = signingKeys.state.snapshot()
  const older = Array.from({ length: 49 }, (_, index) => ({
    ...kept!,
    publicKey: { ...kept!.publicKey, kid: `key ${index}` },
  }))
  signingKeys.state.restore([kept!, ...older])
  const kids = async () => (await signingKeys.keySet()).keys.map(({ kid }) => kid)
  expect(await kids()).toStrictEqual([first.kid, ...older.map(({ publicKey }) => publicKey.kid)])
  const { kid } = await signingKeys.rotate()
  expect(await kids()).toStrictEqual([
    kid,
    first.kid,
    ...older.slice(0, 48).map(({ publicKey }) => publicKey.kid),
  ])
  expect((await signingKeys.current()).kid).toBe(kid)
  expect(signingKeys.state.snapshot().map(({ publicKey }) => publicKey.kid)).toStrictEqual(await kids())
})

test('a public key says what it is for, and shows nothing of the private one', async () => {
  const { signingKeys } = testOrg().org
  const { keys } = await signingKeys.keySet()
  expect(keys).toStrictEqual([
    {
      kty: 'RSA',
      n: expect.any(String),
      e: 'AQAB',
      kid: expect.stringMatching(/^[\w-]{43}$/),
      alg: 'RS256',
      use: 'sig',
    },
  ])
})

test('claims are read of what one of the keys signed, be it over or not, and of nothing else', async () => {
  const { signingKeys } = testOrg().org
  const claims = { sub: 'ada', exp: 1 }
  const signed = await signingKeys.sign(claims)
  expect(decodeProtectedHeader(signed)).toStrictEqual({
    alg: 'RS256',
    kid: (await signingKeys.current()).kid,
  })
  expect(await signingKeys.claimsOf(signed)).toStrictEqual(claims)
  await signingKeys.rotate()
  expect(await signingKeys.claimsOf(signed)).toStrictEqual(claims)
  const { kid, privateKey, privateJwk } = await signingKeys.current()
  const make = (header: { alg: string; kid?: string }, key = privateKey) =>
    new SignJWT(claims).setProtectedHeader(header).sign(key)
  const other = (await importJWK(privateJwk, 'PS256')) as CryptoKey
  for (const text of [
    '',
    'no token',
    await signingKeys.signWithUnknownKey(claims),
    await signingKeys.signWithPublicKey(claims),
    await make({ alg: 'RS256' }),
    await make({ alg: 'RS256', kid: 'none' }),
    await make({ alg: 'PS256', kid }, other),
  ])
    expect(await signingKeys.claimsOf(text)).toBeUndefined()
  expect(await signingKeys.claimsOf(await make({ alg: 'RS256', kid }))).toStrictEqual(claims)
})

test('a key that is made while the state is another one is not kept there', async () => {
  const { signingKeys } = testOrg().org
  await signingKeys.current()
  const before = signingKeys.state.snapshot()
  const rotated = signingKeys.rotate()
  await Promise.resolve()
  signingKeys.state.restore(before)
  await rotated
  const { kid } = await signingKeys.current()
  expect(signingKeys.state.snapshot()[0]?.publicKey.kid).toBe(kid)
})

test('each flaw of a token is the only one', async () => {
  const it = testOrg()
  const { userId, clientId } = await parties(it)
  const { org } = it
  const request = { userId, clientId, scopes: ['openid'], server: org.authorizationServers.own }
  const decoded: Record<string, unknown> = {}
  for (const flaw of tokenFlaws) {
    const token = await brokenToken(org, request, 'access', flaw)
    const { sub, jti, scp, uid, cid, ver, ...others } = decodeJwt(token)
    decoded[flaw] = [decodeProtectedHeader(token).alg, others]
    expect([sub, jti, scp, uid, cid, ver]).toStrictEqual([
      expect.stringMatching(/@example.com$/),
      expect.stringMatching(/^oat/),
      ['openid'],
      userId,
      clientId,
      1,
    ])
  }
  const usual = { iss: base, aud: base, iat: start, exp: start + 3600 }
  expect(decoded).toStrictEqual({
    expired: ['RS256', { ...usual, iat: start - 7200, exp: start - 3600 }],
    'not-yet-valid': ['RS256', { ...usual, iat: start + 3600, nbf: start + 3600, exp: start + 7200 }],
    'wrong-audience': ['RS256', { ...usual, aud: 'api://somebody-else' }],
    'wrong-issuer': ['RS256', { ...usual, iss: 'https://attacker.example.com' }],
    'wrong-signature': ['RS256', usual],
    'unknown-key': ['RS256', usual],
    'alg-none': ['none', usual],
    'signed-with-public-key': ['HS256', usual],
  })
  const none = await brokenToken(org, request, 'access', 'alg-none')
  expect(none).toMatch(/^eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0\.[\w-]+\.$/)
  const wrong = await brokenToken(org, request, 'access', 'wrong-signature')
  expect(wrong.split('.').at(-1)).toHaveLength(342)
  const plain = { ...request, scopes: ['email'] }
  await expect(brokenToken(org, plain, 'id', 'expired')).rejects.toMatchObject({
    causes: ['scopes: An ID token needs a user and the scope openid'],
  })
  expect(decodeJwt(await brokenToken(org, request, 'id', 'wrong-issuer'))).toStrictEqual({
    sub: userId,
    ver: 1,
    iss: 'https://attacker.example.com',
    aud: clientId,
    amr: ['pwd'],
    auth_time: start,
    iat: start,
    exp: start + 3600,
    jti: expect.stringMatching(/^ID\.oat/),
  })
})

/** Signatures begin with any letter: another first one is there for each of them. */
test('a signature that is changed begins with another letter', async () => {
  const org = {
    tokenIssuer: { claims: () => ({ access: {} }) },
    signingKeys: { sign: async () => signed },
  }
  let signed = 'head.body.Axyz'
  const changed = () => brokenToken(org as never, {} as never, 'access', 'wrong-signature')
  expect(await changed()).toBe('head.body.Bxyz')
  signed = 'head.body.Bxyz'
  expect(await changed()).toBe('head.body.Axyz')
})

const profile = {
  login: 'ada@example.com',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  middleName: 'King',
  nickName: 'Countess',
  profileUrl: 'https://ada.example.com',
  timezone: 'Europe/London',
  locale: 'en_GB',
  primaryPhone: '1',
  mobilePhone: '2',
  streetAddress: 'St James Square 12',
  city: 'London',
  state: 'Middlesex',
  zipCode: 'SW1Y',
  countryCode: 'GB',
}
const ada = (changes: object = {}, given: object = profile) =>
  ({
    status: 'ACTIVE',
    activated: '2026-01-01T00:00:00.000Z',
    lastUpdated: '2026-01-05T09:30:00.999Z',
    profile: given,
    ...changes,
  }) as unknown as UserRecord

test('each scope asks for its claims, and what a profile lacks is left out', () => {
  const claims = (scope: string, given: object = profile) => userClaims(ada({}, given), [scope])
  expect(claims('openid')).toStrictEqual({})
  expect(claims('profile')).toStrictEqual({
    given_name: 'Ada',
    family_name: 'Lovelace',
    middle_name: 'King',
    nickname: 'Countess',
    preferred_username: 'ada@example.com',
    profile: 'https://ada.example.com',
    zoneinfo: 'Europe/London',
    locale: 'en_GB',
    name: 'Ada Lovelace',
    updated_at: start,
  })
  expect(claims('profile', { firstName: '', lastName: 'L', nickName: null, displayName: '' })).toStrictEqual({
    family_name: 'L',
    name: 'L',
    updated_at: start,
  })
  expect(claims('profile', { displayName: 'The Countess' })).toStrictEqual({
    name: 'The Countess',
    updated_at: start,
  })
  expect(claims('email')).toStrictEqual({ email: 'ada@example.org', email_verified: true })
  expect(claims('phone')).toStrictEqual({ phone_number: '2', phone_number_verified: false })
  expect(claims('phone', { mobilePhone: '', primaryPhone: '1' }).phone_number).toBe('1')
  expect(claims('phone', { mobilePhone: null })).toStrictEqual({})
  expect(claims('address')).toStrictEqual({
    address: {
      street_address: 'St James Square 12',
      locality: 'London',
      region: 'Middlesex',
      postal_code: 'SW1Y',
      country: 'GB',
    },
  })
  expect(claims('address', { postalAddress: 'Box 1', city: '' })).toStrictEqual({
    address: { formatted: 'Box 1' },
  })
  expect(claims('address', { postalAddress: '' })).toStrictEqual({})
  expect(standardClaims).toStrictEqual(
    (
      'sub name given_name family_name middle_name nickname preferred_username profile zoneinfo locale email ' +
      'updated_at email_verified phone_number phone_number_verified address groups'
    ).split(' '),
  )
})

test.for([
  ['ACTIVE', '2026-01-01T00:00:00.000Z', true],
  ['SUSPENDED', '2026-01-01T00:00:00.000Z', true],
  ['STAGED', '2026-01-01T00:00:00.000Z', false],
  ['PROVISIONED', '2026-01-01T00:00:00.000Z', false],
  ['ACTIVE', null, false],
] as const)(
  'the address of a user who is %s, activated %s, is verified: %j',
  ([status, activated, expected]) => {
    expect(userClaims(ada({ status, activated }), ['email'])['email_verified']).toBe(expected)
  },
)

test('a claim is in the tokens, for the scopes, server, user and client that it is for', () => {
  const { customClaims } = testOrg().org
  const claim = { tokens: ['access'], scopes: [] as string[], source: { value: 1 } } as const
  const subject = { user: undefined, clientId: 'shop', authorizationServerId: 'own', scopes: ['a', 'b'] }
  const of = (changes: object, token: 'access' | 'id' = 'access', about: object = {}) => {
    const { id } = customClaims.add({ name: 'it', ...claim, ...changes })
    const claims = customClaims.of(token, { ...subject, ...about })
    customClaims.collection.remove(id)
    return Object.hasOwn(claims, 'it')
  }
  const user = { id: 'ada', profile: {} }
  expect(of({})).toBe(true)
  expect(of({}, 'id')).toBe(false)
  expect(of({ tokens: ['access', 'id'] }, 'id')).toBe(true)
  expect(of({ scopes: ['b', 'c'] })).toBe(true)
  expect(of({ scopes: ['c'] })).toBe(false)
  expect(of({ authorizationServerId: 'own' })).toBe(true)
  expect(of({ authorizationServerId: 'other' })).toBe(false)
  expect(of({ clientId: 'shop' })).toBe(true)
  expect(of({ clientId: 'other' })).toBe(false)
  expect(of({ userId: 'ada' })).toBe(false)
  expect(of({ userId: 'ada' }, 'access', { user })).toBe(true)
  expect(of({ userId: 'bob' }, 'access', { user })).toBe(false)
  expect(of({ source: { compute: () => undefined } })).toBe(false)
  expect(of({ source: { groups: {} } })).toBe(false)
  expect(of({ source: { expression: '"a"' } })).toBe(false)
})

test('a function that makes a claim is told of whom, for whom and which groups', async () => {
  const it = testOrg()
  const { userId, clientId } = await parties(it)
  const { customClaims, users } = it.org
  const group = await it.call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  await it.call('PUT', `/api/v1/groups/${group.json.id}/users/${userId}`)
  const told: unknown[] = []
  const compute = (context: unknown) => told.push(context)
  customClaims.add({ name: 'it', tokens: ['id'], scopes: [], source: { compute } })
  const subject = { clientId, authorizationServerId: 'own', scopes: ['openid'] }
  const user = users.get(userId)!
  customClaims.of('id', { ...subject, user })
  customClaims.of('id', { ...subject, user: undefined })
  expect(told).toStrictEqual([
    {
      token: 'id',
      user: { id: userId, profile: user.profile },
      clientId,
      scopes: ['openid'],
      groups: ['Everyone', 'Crew'],
    },
    { token: 'id', user: undefined, clientId, scopes: ['openid'], groups: [] },
  ])
  const names = (filter: object) => customClaims.groupNames(user, filter)
  expect(customClaims.groupNames(user)).toStrictEqual(['Everyone', 'Crew'])
  expect(names({ startsWith: 'C' })).toStrictEqual(['Crew'])
  expect(names({ contains: 'ver' })).toStrictEqual(['Everyone'])
  expect(names({ contains: 'C', startsWith: 'E' })).toStrictEqual([])
  expect(names({ equals: 'Crew' })).toStrictEqual(['Crew'])
  expect(names({ equals: 'Cre' })).toStrictEqual([])
  const value = (expression: string) => {
    const { id } = customClaims.add({ name: 'e', tokens: ['access'], scopes: [], source: { expression } })
    const claims = customClaims.of('access', { ...subject, user })
    customClaims.collection.remove(id)
    return claims['e']
  }
  expect(value(`isMemberOfGroup("${group.json.id}")`)).toBe(true)
  expect(value('isMemberOfGroup("00gnone")')).toBe(false)
  expect(value('isMemberOfGroupName("Crew")')).toBe(true)
  expect(value('user.firstName')).toBe('Isaac')
})

test.for([
  ['', 'name: The field cannot be left blank'],
  [' ', 'name: The field cannot be left blank'],
  ...'iss aud exp iat nbf jti azp nonce at_hash c_hash sid scp cid uid ver auth_time'
    .split(' ')
    .map((name) => [name, `name: Only the service says ${name}`] as const),
] as const)('a claim is not named %j', ([name, cause]) => {
  const { customClaims } = testOrg().org
  let refused: unknown
  try {
    customClaims.add({ name, tokens: ['id'], scopes: [], source: { value: 1 } })
  } catch (error) {
    refused = error
  }
  expect((refused as Refusal).causes).toStrictEqual([cause])
  expect(customClaims.collection.size).toBe(0)
})

test('an expression that cannot be read is refused, and what is none is a mistake of the caller', () => {
  const { customClaims } = testOrg().org
  const add = (expression: unknown) =>
    customClaims.add({ name: 'e', tokens: ['id'], scopes: [], source: { expression: expression as string } })
  expect(() => add('user.')).toThrow(Refusal)
  expect(() => add(undefined)).toThrow(TypeError)
})

test('a claim that a function computes is kept without it', () => {
  const { org } = testOrg()
  const claim = { name: 'it', tokens: ['id'], scopes: [], source: { compute: () => 1 } } as const
  const { id } = org.customClaims.add(claim)
  org.customClaims.add({ ...claim, name: 'other', source: { value: 2 } })
  const rows = [...org.state.log.all()].filter(([part]) => part === 'claims').map(([, , row]) => row)
  expect(rows).toContainEqual({ id, ...claim, source: { compute: 'a function' } })
  expect(rows).toContainEqual(expect.objectContaining({ name: 'other', source: { value: 2 } }))
})

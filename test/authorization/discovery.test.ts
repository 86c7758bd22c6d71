import { inspect } from 'node:util'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
type Anything = any

const base = 'https://svc.example.com'

async function read({ call }: TestOrg, path: string): Promise<Anything> {
  const reply = await call('GET', path, undefined, { authorization: undefined })
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json')
  return reply.json
}

async function issued(target: TestOrg, more: object = {}): Promise<Anything> {
  const mine = await parties(target)
  const tokens = (await target.control.issueTokens({
    user: mine.userId,
    client: mine.clientId,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    ...more,
  })) as Anything
  return { ...tokens, ...mine }
}

async function verify(target: TestOrg, token: string, path = '/oauth2/v1/keys'): Promise<Anything> {
  const keys = createLocalJWKSet(await read(target, path))
  const currentDate = new Date(target.org.clock.now())
  return (await jwtVerify(token, keys, { currentDate, algorithms: ['RS256'] })).payload
}

test('an access token verifies with the key set and carries its claims', async () => {
  const target = testOrg()
  const tokens = await issued(target)
  expect(await verify(target, tokens.access_token)).toEqual({
    ver: 1,
    jti: expect.stringMatching(/^oat/),
    iss: base,
    aud: base,
    sub: tokens.login,
    iat: 1_767_605_400,
    exp: 1_767_605_400 + 3600,
    cid: tokens.clientId,
    uid: tokens.userId,
    scp: ['openid', 'profile', 'email', 'offline_access'],
  })
})

test('there is no ID token without openid, and no claim without its scope', async () => {
  const target = testOrg()
  expect(await issued(target, { scopes: ['profile'] })).not.toHaveProperty('id_token')
  const { id_token: bare } = await issued(target, { scopes: ['openid'] })
  expect(decodeJwt(bare)).not.toHaveProperty('email')
  expect(decodeJwt(bare)).not.toHaveProperty('name')
})

test('the key set holds public members only', async () => {
  const { keys } = await read(testOrg(), '/oauth2/v1/keys')
  expect(keys).toEqual([
    {
      kty: 'RSA',
      alg: 'RS256',
      use: 'sig',
      kid: expect.any(String),
      e: 'AQAB',
      n: expect.stringMatching(/^[\w-]{342}$/),
    },
  ])
})

test('tokens verify across a rotation of keys, and a reset', async () => {
  const target = testOrg({ seed: 'rotation' })
  const before = await issued(target)
  await target.control.rotateSigningKeys()
  const after = await issued(target)
  const [first, second] = [before, after].map(({ access_token: token }) => decodeProtectedHeader(token).kid)
  expect(first).not.toBe(second)
  const { keys } = await read(target, '/oauth2/v1/keys')
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([second, first])
  for (const { access_token: access, id_token: id } of [before, after]) {
    await verify(target, access)
    await verify(target, id)
  }
  target.control.reset()
  await verify(target, before.access_token)
})

test('organisations with another seed or address have other keys', async () => {
  const kid = async (options: object): Promise<string> =>
    (await read(testOrg(options), '/oauth2/v1/keys')).keys[0].kid
  const first = await kid({ seed: 'a' })
  expect(await kid({ seed: 'a' })).toBe(first)
  expect(await kid({ seed: 'b' })).not.toBe(first)
  expect(await kid({ seed: 'a', baseUrl: 'https://other.example.com' })).not.toBe(first)
})

test.each(['/oauth2/v1/clientsandmore', '/oauth2/ausNone/v1/keys', '/constructor', '/oauth2/x/toString'])(
  'answers 404 at %s',
  async (path) => {
    expect(await testOrg().call('GET', path)).toMatchObject({ status: 404 })
  },
)

test('a deactivated server has no keys', async () => {
  const { call, control } = testOrg()
  const { id } = control.setAuthorizationServer({ authorizationServer: 'Cars' })
  expect((await call('GET', `/oauth2/${id}/v1/keys`)).status).toBe(200)
  control.setAuthorizationServer({ authorizationServer: id, status: 'INACTIVE' })
  expect((await call('GET', `/oauth2/${id}/v1/keys`)).status).toBe(404)
})

test('links and issuers follow the base URL', async () => {
  const target = testOrg()
  const mine = await parties(target)
  target.control.grantConsent({ user: mine.userId, client: mine.clientId, scopes: ['openid'] })
  target.org.baseUrl = 'http://localhost:4010/'
  const [grant] = (await target.call('GET', mine.grants)).json
  expect(grant.issuer).toBe('http://localhost:4010')
  expect(grant._links.self.href).toBe(`http://localhost:4010${mine.grants}/${grant.id}`)
})

test('the metadata of each server names everything that it can do, and nothing else', async () => {
  const target = testOrg()
  target.control.setAuthorizationServer({ authorizationServer: 'Cars', id: 'cars' })
  target.control.setScope({ scope: 'gone', authorizationServer: 'cars' })
  target.control.setScope({ scope: 'gone', authorizationServer: 'cars', status: 'INACTIVE' })
  const paths = ['/.well-known/openid-configuration', '/oauth2/cars/.well-known/openid-configuration']
  const documents = await Promise.all(paths.map((path) => read(target, path)))
  const text = documents.map((document) => inspect(document, { depth: null, breakLength: 110 })).join('\n')
  await expect(text).toMatchFileSnapshot('metadata.txt')
})

test('pages of any origin may read public data, and trusted origins also with credentials', async () => {
  const target = testOrg()
  target.control.changeSettings({ trustedOrigins: ['https://trusted.example.com'] })
  const headersFor = async (origin: string | undefined) => {
    const { headers } = await target.call('GET', '/oauth2/v1/keys', undefined, {
      authorization: undefined,
      origin,
    })
    return Object.fromEntries(Object.entries(headers).filter(([name]) => /^access-control|^vary/.test(name)))
  }
  expect(await headersFor(undefined)).toEqual({ 'access-control-allow-origin': '*' })
  expect(await headersFor('https://other.example.com')).toEqual({
    'access-control-allow-origin': '*',
    vary: 'Origin',
  })
  expect(await headersFor('https://trusted.example.com')).toMatchObject({
    'access-control-allow-origin': 'https://trusted.example.com',
    'access-control-allow-credentials': 'true',
  })
})

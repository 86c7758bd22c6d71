import { expect, test } from 'vitest'
import { operations } from '../../src/contract/operations/index.ts'
import { newUser, testOrg } from '../support/call.ts'

/** A request that reaches each operation, written down from the API description. */
const requests = [
  ['POST', '/oauth2/v1/clients'],
  ['GET', '/oauth2/v1/clients'],
  ['GET', '/oauth2/v1/clients/x'],
  ['PUT', '/oauth2/v1/clients/x'],
  ['POST', '/oauth2/v1/clients/x/lifecycle/newSecret'],
  ['DELETE', '/oauth2/v1/clients/x'],
  ['POST', '/api/v1/groups'],
  ['GET', '/api/v1/groups'],
  ['GET', '/api/v1/groups/x'],
  ['PUT', '/api/v1/groups/x'],
  ['DELETE', '/api/v1/groups/x'],
  ['GET', '/api/v1/groups/x/users'],
  ['PUT', '/api/v1/groups/x/users/y'],
  ['DELETE', '/api/v1/groups/x/users/y'],
  ['POST', '/api/v1/groups/rules'],
  ['GET', '/api/v1/groups/rules'],
  ['GET', '/api/v1/groups/rules/x'],
  ['PUT', '/api/v1/groups/rules/x'],
  ['DELETE', '/api/v1/groups/rules/x'],
  ['POST', '/api/v1/groups/rules/x/lifecycle/activate'],
  ['POST', '/api/v1/groups/rules/x/lifecycle/deactivate'],
  ['GET', '/api/v1/groups/x/apps'],
  ['POST', '/api/v1/users'],
  ['GET', '/api/v1/users'],
  ['GET', '/api/v1/users/x'],
  ['PUT', '/api/v1/users/x'],
  ['POST', '/api/v1/users/x'],
  ['POST', '/api/v1/users/me'],
  ['GET', '/api/v1/users/x/appLinks'],
  ['GET', '/api/v1/users/x/groups'],
  ['POST', '/api/v1/users/x/lifecycle/activate'],
  ['POST', '/api/v1/users/x/lifecycle/reactivate'],
  ['POST', '/api/v1/users/x/lifecycle/deactivate'],
  ['POST', '/api/v1/users/x/lifecycle/suspend'],
  ['POST', '/api/v1/users/x/lifecycle/unsuspend'],
  ['POST', '/api/v1/users/x/lifecycle/unlock'],
  ['POST', '/api/v1/users/x/lifecycle/reset_password'],
  ['POST', '/api/v1/users/x/lifecycle/expire_password'],
  ['POST', '/api/v1/users/x/lifecycle/reset_factors'],
  ['DELETE', '/api/v1/users/x'],
  ['POST', '/api/v1/users/me/lifecycle/delete_sessions'],
  ['DELETE', '/api/v1/users/x/sessions'],
  ['POST', '/api/v1/users/x/credentials/forgot_password'],
  ['POST', '/api/v1/users/x/credentials/change_password'],
  ['POST', '/api/v1/users/x/credentials/change_recovery_question'],
  ['GET', '/api/v1/users/x/grants'],
  ['GET', '/api/v1/users/x/grants/y'],
  ['GET', '/api/v1/users/x/clients/z/grants'],
  ['DELETE', '/api/v1/users/x/grants'],
  ['DELETE', '/api/v1/users/x/grants/y'],
  ['DELETE', '/api/v1/users/x/clients/z/grants'],
  ['GET', '/api/v1/users/x/clients'],
  ['GET', '/api/v1/users/x/clients/z/tokens'],
  ['GET', '/api/v1/users/x/clients/z/tokens/y'],
  ['DELETE', '/api/v1/users/x/clients/z/tokens'],
  ['DELETE', '/api/v1/users/x/clients/z/tokens/y'],
] as const

const isOAuth = (path: string): boolean => path.startsWith('/oauth2/') && !path.endsWith('newSecret')

test('knows all 56 routes of the 57 operations, and no other', () => {
  expect(requests).toHaveLength(56)
  expect(operations).toHaveLength(57)
  const known = new Set(operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '*')}`))
  expect(known).toEqual(
    new Set(requests.map(([method, path]) => `${method} ${path.replaceAll(/\/[xyz](?=\/|$)/g, '/*')}`)),
  )
})

test.each(requests)(
  'refuses %s %s without a token, with a wrong one, and with another scheme',
  async (method, path) => {
    const { call } = testOrg()
    for (const [authorization, cause] of [
      [undefined, / (?:got no such header|got neither)$/],
      ['SSWS wrong', /no API token of this organisation has the value that came after SSWS/],
      ['Bearer wrong', /no access token in force has the value that came after Bearer/],
      ['Basic eDp5', /expected the scheme SSWS or Bearer, got Basic/],
      ['SSWS', /expected SSWS or Bearer and a token, got one word/],
      ['', /expected SSWS or Bearer and a token, got an empty header/],
    ] as const) {
      const { status, json } = await call(method, path, undefined, { authorization })
      if (path.endsWith('delete_sessions')) {
        expect([status, json.errorCode]).toEqual([403, 'E0000005'])
        const [{ errorSummary }] = json.errorCauses
        expect(errorSummary).toMatch(
          authorization === undefined ? /Cookie: expected sid/ : /only the session cookie sid/,
        )
      } else if (isOAuth(path)) {
        expect([status, json]).toEqual([
          401,
          { error: 'invalid_token', error_description: expect.stringMatching(cause) },
        ])
      } else {
        const { errorCode, errorSummary, errorCauses } = json
        expect([status, errorCode, errorSummary]).toEqual([401, 'E0000011', 'Invalid token provided'])
        expect(errorCauses).toEqual([{ errorSummary: expect.stringMatching(cause) }])
      }
    }
  },
)

test.each(requests)('answers %s %s in the dialect of its area', async (method, path) => {
  const { call } = testOrg()
  const { status, json } = await call(method, path, undefined, { accept: 'text/html' })
  if (path.endsWith('delete_sessions')) return
  expect(status).toBe(400)
  if (isOAuth(path)) {
    expect(Object.keys(json).sort()).toEqual(['error', 'error_description'])
  } else {
    expect(Object.keys(json).sort()).toEqual([
      'errorCauses',
      'errorCode',
      'errorId',
      'errorLink',
      'errorSummary',
    ])
    expect(json.errorLink).toBe(json.errorCode)
  }
})

test.each([
  [undefined, 200],
  ['', 200],
  ['application/json', 200],
  ['*/*', 200],
  ['text/html, */*', 200],
  ['Application/JSON', 200],
  [' application/json ', 200],
  ['application/*', 200],
  ['application/problem+json', 200],
  ['text/html, application/json;q=0.9', 200],
  ['application/json;q=0.001, text/html', 200],
  ['text/html;q=0, */*;q=0.1', 200],
  ['application/*;q=0, application/hal+json, application/json', 200],
  ['application/json;q=0, application/*', 400],
  ['*/*, application/json;q=0', 400],
  ['application/*;q=0, */*', 400],
  ['*/*;q=0', 400],
  ['application/json;xq=0', 200],
  ['application/json;q=0', 400],
  ['application/json;q=0.', 400],
  ['application/json; q=0.000', 400],
  ['application/json;q=0;v=1', 400],
  ['application/jsonx', 400],
  ['text/html', 400],
  [';', 400],
])('answers Accept: %s with %i', async (accept, status) => {
  const { call } = testOrg()
  expect((await call('GET', '/api/v1/users', undefined, { accept })).status).toBe(status)
})

test.each([
  ['{', 'E0000003'],
  ['', 'E0000003'],
  ['[1,]', 'E0000003'],
  ['"text"', 'E0000001'],
  ['[]', 'E0000001'],
  ['null', 'E0000001'],
  ['{}', 'E0000001'],
  ['{"profile":"x"}', 'E0000001'],
  ['{"profile":{},"groupIds":"x"}', 'E0000001'],
])('refuses the body %s with %s and creates nothing', async (body, code) => {
  const { call, org } = testOrg()
  const before = org.users.collection.size
  const { status, json } = await call('POST', '/api/v1/users', body)
  expect([status, json.errorCode]).toEqual([400, code])
  expect(org.users.collection.size).toBe(before)
})

test.each([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['Application/JSON', 200],
  [' Application/JSON ; charset=UTF-8', 200],
  ['application/vnd.api+json', 200],
  ['application/merge-patch.v1+json', 200],
  ['text/plain', 'E0000021'],
  ['', 'E0000021'],
  ['xapplication/x+json', 'E0000021'],
  ['application/x+jsonx', 'E0000021'],
  ['application/+json', 'E0000021'],
  ['application/a b+json', 'E0000021'],
  ['application/x-www-form-urlencoded', 'E0000021'],
  [undefined, 'E0000018'],
])('takes a body of type %s: %s', async (type, expected) => {
  const { call } = testOrg()
  const { status, json } = await call('POST', '/api/v1/users', newUser(), { 'content-type': type })
  if (expected === 200) expect(status).toBe(200)
  else expect([status, json.errorCode]).toEqual([400, expected])
})

test.each([
  ['{nope: 1}', 'position 1'],
  ['{"profile":', 'too early'],
])('reports where the body %s stops being JSON, and quotes nothing from it', async (body, place) => {
  const { call } = testOrg()
  const { text, json } = await call('POST', '/api/v1/users', body)
  expect(json.errorCauses).toHaveLength(1)
  expect(json.errorCauses[0].errorSummary).toContain(place)
  expect(text).not.toContain('nope')
})

test.each([
  ['', 200],
  ['identity', 200],
  [' Identity , identity,', 200],
  ['gzip', 415],
  ['identity, br', 415],
])('takes a body of encoding %j: %i', async (encoding, status) => {
  const { call } = testOrg()
  const reply = await call('POST', '/api/v1/users', newUser(), { 'content-encoding': encoding })
  expect(reply.status).toBe(status)
})

test('passes over a byte order mark before a body', async () => {
  const { call } = testOrg()
  expect((await call('POST', '/api/v1/users', `\uFEFF${JSON.stringify(newUser())}`)).status).toBe(200)
})

test.each([
  ['PATCH', '/oauth2/v1/clients', undefined, {}, 405, 'The path supports GET, POST'],
  ['GET', '/oauth2/v1/clients/x/y', undefined, {}, 404, 'Operations below /oauth2/v1/clients/{clientId}'],
  ['POST', '/oauth2/v1/clients', 'a=b', { 'content-type': 'text/plain' }, 400, 'got text/plain'],
  ['GET', '/oauth2/v1/clients', undefined, { accept: 'text/html' }, 400, 'got text/html'],
] as const)(
  'says in OAuth style too why %s %s is refused',
  async (method, url, body, headers, status, why) => {
    const { call } = testOrg()
    const reply = await call(method, url, body, headers)
    expect(reply.status).toBe(status)
    expect(Object.keys(reply.json)).toEqual(['error', 'error_description'])
    expect(reply.json.error_description).toContain(why)
  },
)

test('refuses malformed JSON in OAuth style on client endpoints', async () => {
  const { call } = testOrg()
  const { status, json } = await call('POST', '/oauth2/v1/clients', '{')
  expect([status, json.error]).toEqual([400, 'invalid_request'])
})

test('refuses a body of more than a mebibyte', async () => {
  const { call } = testOrg()
  const { status } = await call('POST', '/api/v1/users', newUser({ city: 'x'.repeat(1024 * 1024) }))
  expect(status).toBe(413)
})

test('distinguishes an unknown path from an unknown resource, and names the nearest path', async () => {
  const { call, org } = testOrg()
  const path = await call('GET', '/api/v1/user')
  expect([path.status, path.json.errorCode]).toEqual([404, 'E0000008'])
  const resource = await call('GET', '/api/v1/users/nobody')
  expect([resource.status, resource.json.errorCode]).toEqual([404, 'E0000007'])
  const hints = org.traffic.journal().map((entry) => entry.hint)
  expect(hints[0]).toContain('/api/v1/users')
  expect(hints[1]).toContain('nobody (User)')
  const oauth = await call('GET', '/oauth2/v1/clients/x/secret')
  expect([oauth.status, oauth.json.error]).toEqual([404, 'invalid_request'])
  for (const unknown of [
    '/',
    '/api/v1/users//lifecycle/activate',
    '/api/v2/users',
    '/api/v1/users/x/y/z/a/b',
  ]) {
    expect((await call('GET', unknown)).status, unknown).toBe(404)
  }
})

test.each([
  ['PATCH', '/api/v1/users/x', 'GET, POST, PUT, DELETE'],
  ['PATCH', '/api/v1/users/me', 'GET, POST, PUT, DELETE'],
  ['PUT', '/api/v1/users', 'GET, POST'],
  ['GET', '/api/v1/users/me/lifecycle/delete_sessions', 'POST'],
  ['GET', '/api/v1/users/x/lifecycle/suspend', 'POST'],
  ['POST', '/api/v1/groups/x', 'GET, PUT, DELETE'],
  ['DELETE', '/api/v1/groups', 'GET, POST'],
  ['PUT', '/api/v1/groups/rules', 'GET, POST'],
  ['DELETE', '/api/v1/groups/rules', 'GET, POST'],
  ['PATCH', '/api/v1/groups/rules', 'GET, POST'],
  ['PATCH', '/api/v1/groups/rules/x', 'GET, PUT, DELETE'],
  ['POST', '/api/v1/groups/rules/users', 'GET, PUT, DELETE'],
])('refuses %s %s with 405 E0000022, which supports %s', async (method, path, methods) => {
  const { call } = testOrg()
  const { status, json } = await call(method, path, {})
  expect([status, json.errorCode]).toEqual([405, 'E0000022'])
  expect(json.errorCauses).toEqual([{ errorSummary: `The path supports ${methods}` }])
})

test.each([
  ['PUT', '/api/v1/groups/rules/users/x'],
  ['DELETE', '/api/v1/groups/rules/users/x'],
])('does not take rules for the id of a group: %s %s', async (method, path) => {
  const { call } = testOrg()
  const { status, json } = await call(method, path)
  expect([status, json.errorCode]).toEqual([404, 'E0000008'])
})

test.each([
  ['GET', '/oauth2/v1/clients/x/lifecycle/newSecret', 405, 'E0000022'],
  ['POST', '/oauth2/v1/clients/%zz/lifecycle/newSecret', 400, 'E0000003'],
])('refuses %s %s in platform style, as all of newSecret', async (method, path, status, code) => {
  const reply = await testOrg().call(method, path)
  expect([reply.status, reply.json.errorCode, reply.json.errorLink]).toEqual([status, code, code])
  expect(reply.json).not.toHaveProperty('error')
})

test('reports an unknown client before mistakes in query or body', async () => {
  const { call } = testOrg()
  for (const body of ['{', { client_name: 5 }, '']) {
    const { status, json } = await call('PUT', '/oauth2/v1/clients/nobody', body)
    expect([status, json.error]).toEqual([401, 'invalid_client'])
  }
  for (const list of ['grants?limit=many', 'tokens?limit=0', 'tokens?after=x']) {
    const { status, json } = await call('GET', `/api/v1/users/me/clients/nobody/${list}`)
    expect([status, json.errorCode]).toEqual([404, 'E0000007'])
  }
})

test('refuses a path that is not validly encoded', async () => {
  const { call } = testOrg()
  expect((await call('GET', '/api/v1/users/%E0%A4%A')).status).toBe(400)
})

test('puts a request id and the rate limit on every reply', async () => {
  const { call } = testOrg({ rateLimit: { limit: 100, window: '1m' } })
  const ids = new Set<unknown>()
  for (const [index, path] of ['/api/v1/users', '/api/v1/none', '/api/v1/users/nobody'].entries()) {
    const { headers } = await call('GET', path)
    ids.add(headers['x-svc-request-id'])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': String(99 - index),
      'x-rate-limit-reset': String(Date.parse('2026-01-05T09:31:00Z') / 1000),
      date: 'Mon, 05 Jan 2026 09:30:00 GMT',
    })
  }
  expect(ids.size).toBe(3)
})

test('refuses too many requests if so set, before anything is done', async () => {
  const { call, org } = testOrg({ rateLimit: { limit: 2, window: '10s', enforce: true } })
  const statuses: number[] = []
  for (let index = 0; index < 3; index++) {
    const reply = await call('POST', '/api/v1/users', newUser({ login: `limited${index}@example.com` }))
    statuses.push(reply.status)
    if (reply.status === 429) {
      expect(reply.json.errorCode).toBe('E0000047')
      expect(reply.headers['x-rate-limit-remaining']).toBe('0')
    }
  }
  expect(statuses).toEqual([200, 200, 429])
  expect(org.users.find('limited2@example.com')).toBeUndefined()
  org.clock.advance('10s')
  expect((await call('GET', '/api/v1/users/me')).status).toBe(200)
})

test('makes links under the configured base URL, also below a path', async () => {
  const { call } = testOrg({ baseUrl: 'https://proxy.example/id/' })
  const reply = await call('GET', '/api/v1/users?limit=1', undefined, { host: 'evil.example' })
  expect(reply.json[0]._links.self.href).toMatch(/^https:\/\/proxy\.example\/id\/api\/v1\/users\/00u/)
  expect([reply.headers.link].flat()[0]).toBe('<https://proxy.example/id/api/v1/users?limit=1>; rel="self"')
  const below = await call('GET', '/id/api/v1/users?limit=1')
  expect([below.status, [below.headers.link].flat()[0]]).toEqual([
    200,
    '<https://proxy.example/id/api/v1/users?limit=1>; rel="self"',
  ])
})

test('spells identifiers with the word of the vocabulary', async () => {
  const { call, org } = testOrg({ prefix: 'okta' })
  const { json, headers } = await call('GET', '/api/v1/users/me')
  expect(json.credentials.provider).toEqual({ type: 'OKTA', name: 'OKTA' })
  expect(headers['x-okta-request-id']).toBeDefined()
  expect(org.vocabulary).toMatchObject({
    groupType: 'OKTA_GROUP',
    groupObjectClass: 'okta:user_group',
    directoryObjectClass: 'okta:windows_security_principal',
    directoryQualifiedName: 'windowsDomainQualifiedName',
    expressionType: 'urn:okta:expression:1.0',
    responseParameter: 'okta-response',
  })
  const content = { 'content-type': 'application/json; okta-response=omitCredentials' }
  expect((await call('GET', '/api/v1/users/me', undefined, content)).json.credentials).toBeUndefined()
})

test('times out on large pages if so set', async () => {
  const { call } = testOrg({ interpretations: { 'large-page-time-out': 50 } })
  expect((await call('GET', '/api/v1/users?limit=51')).status).toBe(500)
  expect((await call('GET', '/api/v1/users?limit=50')).status).toBe(200)
})

test('lists every mistake in its options', () => {
  expect(() =>
    testOrg({ delays: { search: -1 }, baseUrl: 'nowhere', features: { x: true } } as never),
  ).toThrow(/baseUrl: .*\n.*delays\.search: .*\n.*features\.x: /s)
  expect(() => testOrg({ passwordPolicy: { minLength: 99 } })).toThrow('passwordPolicy.minLength')
})

test('goes back to the seeded state by reset, with the same ids again', async () => {
  const { call, org } = testOrg()
  const first = (await call('POST', '/api/v1/users', newUser())).json.id
  org.clock.advance('1d')
  org.reset()
  expect(org.users.collection.size).toBe(1)
  expect(org.clock.iso()).toBe('2026-01-05T09:30:00.000Z')
  expect((await call('POST', '/api/v1/users', newUser())).json.id).toBe(first)
})

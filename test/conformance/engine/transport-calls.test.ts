/** What one call makes of a path, a body and an answer: on the wire, in the ledger, and in what is noted beside. */
import { expect, test } from 'vitest'
import type { Api, CallOptions } from '../../../conformance/engine/run/api.ts'
import { type CallScope, emptyScope } from '../../../conformance/engine/run/call-scope.ts'
import { Deadline } from '../../../conformance/engine/wire/deadline.ts'
import type { WireRequest } from '../../../conformance/engine/wire/http-sender.ts'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import { Pace } from '../../../conformance/engine/wire/pace.ts'
import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import { Transport, type TransportOptions } from '../../../conformance/engine/run/transport.ts'

interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

function calling(
  answer: (request: WireRequest) => Answer = () => ({}),
  more: Partial<TransportOptions> = {},
) {
  const sent: WireRequest[] = []
  const ledger = new Ledger()
  const redactor = new Redactor()
  const transport = new Transport({
    baseUrl: new URL('https://id.example.com/base/'),
    token: 'the-token',
    headers: {},
    allowed: new Set(['me']),
    ledger,
    redactor,
    pace: new Pace({ rateLimitBudget: 0 }),
    marker: 'cf-abc123',
    send: async (request) => {
      sent.push(request)
      const { status = 200, body = {}, headers = {} } = answer(request)
      return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) }
    },
    ...more,
  })
  const deadline = new Deadline(60_000, () => new Error('over'))
  deadline.stop()
  const scope: CallScope = emptyScope(deadline)
  return { api: transport.api(scope), scope, sent, ledger, redactor, transport }
}

const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`,
  )

test.each<[string, CallOptions['query'], string]>([
  ['/api/v1/users', undefined, 'https://id.example.com/base/api/v1/users'],
  [
    '/api/v1/users?a=b%20c',
    { limit: 5, q: 'x y+z', on: false, none: undefined },
    'https://id.example.com/base/api/v1/users?a=b%20c&limit=5&q=x%20y%2Bz&on=false',
  ],
  [
    'https://other.example.com/base/api/v1/users?after=1',
    undefined,
    'https://id.example.com/base/api/v1/users?after=1',
  ],
  [
    'HTTP://other.example.com/api/v1/users?after=1',
    undefined,
    'https://id.example.com/base/api/v1/users?after=1',
  ],
  ['http://other.example.com/basement/x', undefined, 'https://id.example.com/base/basement/x'],
])('the path %s with the query %j goes to %s', async (path, query, url) => {
  const { api, sent } = calling()
  await api.get(path, query === undefined ? {} : { query })
  expect(sent.map((request) => request.url.href)).toEqual([url])
})

test('a base URL without a path stays without one', async () => {
  const { api, sent } = calling(undefined, { baseUrl: new URL('https://id.example.com') })
  await api.get('https://x.test/api/v1/users')
  expect(sent[0]?.url.href).toBe('https://id.example.com/api/v1/users')
})

test.each(['users', 'mailto:x', 'ftp://x.test/a', ''])(
  'the path %j is a fault of the suite',
  async (path) => {
    const { api, sent } = calling()
    expect(await messageOf(api.get(path))).toBe(`SuiteFault: a path of a call starts with a slash: '${path}'`)
    expect(sent).toEqual([])
  },
)

test.each([
  ['undefined', 'undefined'],
  ['null', 'null'],
  ['NaN', 'NaN'],
  ['[object Object]', '[object%20Object]'],
  [encodeURIComponent('[object Object]'), '%5Bobject%20Object%5D'],
])('a path with %s for an id is not sent', async (id, shown) => {
  const { api, sent } = calling()
  for (const below of ['', '/groups'])
    expect(await messageOf(api.get(`/api/v1/users/${id}${below}`))).toBe(
      `Blocked: an answer lacks the id that the next call needs: GET /base/api/v1/users/${shown}${below}`,
    )
  expect(sent).toEqual([])
  await api.get(`/api/v1/users/x${id}`)
  await api.get(`/api/v1/users/${id}x`)
  expect(sent).toHaveLength(2)
})

test('a body is sent as JSON, raw text as it is, and nothing without a type', async () => {
  const { api, sent } = calling(undefined, { headers: { 'x-a': '1', Accept: 'x' } })
  await api.post('/api/v1/users/me', { profile: {} })
  await api.post('/api/v1/users/me', undefined, { raw: '{', headers: { 'Content-Type': 'text/plain' } })
  await api.post('/api/v1/users/me', { profile: {} }, { raw: '' })
  await api.post('/api/v1/users/me')
  await api.get('/api/v1/users/me')
  const own = { Accept: 'x', 'x-a': '1', Authorization: 'SSWS the-token' }
  expect(sent.map(({ method, headers, body }) => [method, headers, body])).toEqual([
    ['POST', { ...own, 'Content-Type': 'application/json' }, '{"profile":{}}'],
    ['POST', { ...own, 'Content-Type': 'text/plain' }, '{'],
    ['POST', { ...own, 'Content-Type': 'application/json' }, ''],
    ['POST', own, undefined],
    ['GET', own, undefined],
  ])
})

test('only writes are guarded', async () => {
  const { api } = calling()
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(await messageOf(api.request(method, '/api/v1/users/u9'))).toBeUndefined()
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect(await messageOf(api.request(method, '/api/v1/users/u9'))).toBe(
      `Refused: ${method} /api/v1/users/u9 would write to a user that this run did not make`,
    )
  // What is sent raw is guarded by what it says; what is no JSON says nothing.
  const named = (raw: string) => messageOf(api.post('/api/v1/groups', undefined, { raw }))
  expect(await named('{"profile":{"name":"mine"}}')).toMatch(/^Refused: a group of a run carries/)
  expect(await named('{"profile":{"name":"mine"')).toBeUndefined()
  expect(
    await messageOf(api.post('/api/v1/groups', { profile: { name: 'mine' } }, { unmarked: true })),
  ).toBeUndefined()
})

test('without a token calls carry none, and no token can be made of it', async () => {
  const { api, sent } = calling(undefined, { token: undefined })
  await api.get('/x')
  expect(sent[0]?.headers).toEqual({ Accept: 'application/json' })
  expect(() => api.almost((token) => `${token}x`)).toThrow('the run has no API token')
  const own = calling()
  await own.api.almost((token) => `${token}x`).get('/x')
  expect(own.sent[0]?.headers['Authorization']).toBe('SSWS the-tokenx')
  expect(own.redactor.text('the-token the-tokenx')).toBe('«token#1» «token#2»')
})

test('a cookie is a secret, and means the user whose session it is', async () => {
  const { api, sent, redactor, transport, ledger } = calling()
  ledger.created(ledger.intend('user', 'cf-abc123-1'), 'u1')
  transport.addSession('sid=12345678', 'u1')
  await api.withCookie('sid=12345678').post('/api/v1/users/me/lifecycle/suspend')
  expect(sent[0]?.headers).toEqual({ Accept: 'application/json', Cookie: 'sid=12345678' })
  expect(redactor.text('12345678')).toBe('«cookie#1»')
  expect(await messageOf(api.withCookie('sid=87654321').post('/api/v1/users/me/lifecycle/suspend'))).toMatch(
    /^Refused: POST \/api\/v1\/users\/me\/lifecycle\/suspend would write to a current user/,
  )
})

test.each<[number | undefined, number, string | undefined]>([
  [undefined, 200, undefined],
  [undefined, 299, undefined],
  [undefined, 199, '199, not 2xx'],
  [undefined, 300, '300, not 2xx'],
  [404, 404, undefined],
  [404, 200, '200, not 404'],
])('a control case of %s that is answered with %s', async (wanted, status, said) => {
  const { api } = calling(() => ({ status }))
  const call = api.control('owner', wanted).get('/x?a=1')
  if (said === undefined) return expect(await messageOf(call)).toBeUndefined()
  await expect(call).rejects.toMatchObject({
    name: 'NotDone',
    owner: 'owner',
    message: `the control case GET /x?a=1 was answered with ${said} (exchange 1)`,
  })
})

const group = { profile: { name: 'cf-abc123-1' } }
test.each<[Answer, string, string | undefined]>([
  [{ body: { id: 'g1' } }, 'created', 'g1'],
  [{ status: 399, body: { id: 'g1' } }, 'created', 'g1'],
  [{ status: 400, body: { id: 'g1' } }, 'none', undefined],
  [{ status: 499 }, 'none', undefined],
  [{ status: 500, body: { id: 'g1' } }, 'created', 'g1'],
  [{ body: { id: '' } }, 'intended', undefined],
  [{ body: { id: 7 } }, 'intended', undefined],
  [{ body: 'no JSON' }, 'intended', undefined],
  [{ status: 502 }, 'intended', undefined],
  [{ status: 429, headers: { 'retry-after': '9' } }, 'none', undefined],
])('a create that is answered with %j leaves its entry %s', async (answer, state, id) => {
  const { api, ledger, scope } = calling(() => answer)
  await messageOf(api.post('/api/v1/groups', group))
  expect(ledger.entries).toMatchObject([{ kind: 'group', name: 'cf-abc123-1', state }])
  expect(ledger.entries[0]?.id).toBe(id)
  expect(scope.created).toEqual(ledger.entries)
})

test('a client is known by its client_id, and by its id where it has none', async () => {
  const client = { client_name: 'cf-abc123-1' }
  const both = calling(() => ({ body: { client_id: 'c1', id: 'x' } }))
  await both.api.post('/oauth2/v1/clients', client)
  const plain = calling(() => ({ body: { id: 'c2' } }))
  await plain.api.post('/oauth2/v1/clients', client)
  expect([both.ledger.entries[0]?.id, plain.ledger.entries[0]?.id]).toEqual(['c1', 'c2'])
})

test('a user whose login was changed is known by the new one, whatever came of it', async () => {
  const { api, ledger } = calling(() => ({ status: 500 }))
  const user = ledger.intend('user', 'cf-abc123-1@example.com')
  ledger.created(user, 'u 1')
  const login = (name: unknown) => ({ profile: { login: name } })
  await api.post('/api/v1/users/u%201', login('cf-abc123-2@example.com'))
  await api.put('/api/v1/users/cf-abc123-2', login('cf-abc123-3@example.com'))
  for (const name of ['cf-abc123-1', 'cf-abc123-2', 'cf-abc123-3@example.com', 'cf-abc123-3'])
    expect(ledger.find('user', name)).toBe(user)
  await api.delete('/api/v1/users/u%201')
  await api.post('/api/v1/users/u%201', login(7))
  await api.get('/api/v1/users/u%201')
  expect(ledger.find('user', '7')).toBeUndefined()
})

test.each<[string, number, boolean | undefined]>([
  ['DELETE /api/v1/users/u%201', 204, true],
  ['DELETE /api/v1/users/u%201', 300, undefined],
  ['DELETE /api/v1/users/u%201/sessions', 204, undefined],
  ['POST /api/v1/users/u%201/lifecycle/deactivate', 200, true],
  ['POST /api/v1/users/cf-abc123-1/lifecycle/deactivate', 299, true],
  ['POST /api/v1/users/u%201/lifecycle/suspend', 200, undefined],
  ['POST /api/v1/users/u%201', 200, undefined],
])('after %s with %s the user is deactivated: %s', async (write, status, expected) => {
  const { api, ledger } = calling(() => ({ status }))
  const user = ledger.intend('user', 'cf-abc123-1')
  ledger.created(user, 'u 1')
  const [method = '', path = ''] = write.split(' ')
  await api.request(method, path)
  expect(user.isDeactivated).toBe(expected)
})

test('a user that is activated again is deactivated no longer', async () => {
  const { api, ledger } = calling()
  const user = ledger.intend('user', 'cf-abc123-1')
  ledger.created(user, 'u1')
  await api.post('/api/v1/users/u1/lifecycle/deactivate')
  await api.get('/api/v1/users/u1/lifecycle/activate')
  expect(user.isDeactivated).toBe(true)
  await api.post('/api/v1/users/u1/lifecycle/activate?sendEmail=false')
  expect(user.isDeactivated).toBe(false)
})

const refused = (status: number) => () => ({ status, body: { errorCode: 'E0000006' } })

test('a create that is refused for want of rights is noted, one that is made ends that', async () => {
  const { api, scope, transport } = calling(refused(403))
  await api.get('/nowhere')
  await api.get('/api/v1/users/u1')
  await api.post('/api/v1/groups', group)
  expect(scope.refusals).toEqual([
    { exchange: 2, kind: 'user' },
    { exchange: 3, kind: 'group' },
  ])
  expect(transport.rights.denials).toEqual([
    "the target lets the run's token create no group: every attempt was answered with 403 E0000006",
  ])
  const oauth = calling(() => ({ status: 401, body: { error: 'invalid_token' } }))
  await oauth.api.post('/oauth2/v1/clients', { client_name: 'cf-abc123-1' })
  expect(oauth.transport.rights.denials[0]).toContain('401 invalid_token')
  const found = calling(refused(404))
  await found.api.get('/api/v1/users/u1')
  expect(found.scope.refusals).toEqual([])
})

test('what other credentials may not do says nothing of the token of the run', async () => {
  const { api, scope } = calling(refused(403))
  const others: Api[] = [
    api.as('another'),
    api.anonymous(),
    api.withCookie('sid=1'),
    api.withHeaders({ Authorization: 'Bearer x' }),
    api.as('another').withHeaders({ 'x-a': '1' }),
  ]
  for (const each of others) await each.get('/api/v1/users/u1')
  await api.get('/api/v1/users/u1', { headers: { Authorization: 'Bearer x' } })
  expect(scope.refusals).toEqual([])
  await api.withHeaders({ 'x-a': '1' }).get('/api/v1/users/u1')
  await api.control('owner', 403).get('/api/v1/users/u1')
  await api.get('/api/v1/users/u1', { headers: { 'x-a': '1' } })
  expect(scope.refusals.map(({ exchange }) => exchange)).toEqual([7, 8, 9])
})

test('where no form of passwords is taken, what refuses one is excused', async () => {
  const { api, scope, transport, ledger } = calling(() => ({ status: 400 }))
  ledger.created(ledger.intend('user', 'cf-abc123-1'), 'u1')
  const denial = { why: 'why', hint: 'hint', passwords: true }
  transport.rights.unformed = denial
  await api.post('/api/v1/users/u1', { credentials: { password: { value: 'x' } } })
  await api.post('/api/v1/users/u1', { newPassword: { value: 'x' } })
  await api.post('/api/v1/users/u1', { profile: {} })
  await api.post('/api/v1/users/u1', { password: { hash: {} } })
  expect(scope.refusals).toEqual([
    { exchange: 1, kind: 'user', denial },
    { exchange: 2, kind: 'user', denial },
  ])
})

test('a list that takes too long is asked for again where it should be answered: by the token, or a known session', async () => {
  const failing = () => ({ status: 500 })
  const asked = async (of: (it: ReturnType<typeof calling>) => Api, path = '/api/v1/users/u1/groups') => {
    const it = calling(failing)
    it.ledger.addPhantom('none 1')
    it.transport.addSession('sid=1', 'u1')
    await messageOf(of(it).get(path))
    return it.sent.length
  }
  expect(await asked(({ api }) => api)).toBe(3)
  expect(await asked(({ api }) => api.withCookie('sid=1'))).toBe(3)
  expect(await asked(({ api }) => api.withCookie('sid=2'))).toBe(1)
  expect(await asked(({ api }) => api.anonymous())).toBe(1)
  expect(await asked(({ api }) => api, '/api/v1/users/none%201/groups')).toBe(1)
})

test('every answer is looked through, and counted', async () => {
  const { api, transport } = calling(() => ({ body: { x: 1 }, headers: { 'content-type': 'text/html' } }))
  await api.get('/api/v1/users?limit=1')
  expect(transport.watch.sights).toEqual([
    { kind: 'media-type', where: 'GET /api/v1/users?limit=1, answered with 200' },
  ])
  expect(transport.requests).toBe(1)
})

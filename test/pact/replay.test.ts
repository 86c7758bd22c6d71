/** How the request of a pact becomes one that an organisation answers: credentials, generators, and what is kept of it. */
import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import type { WireRequest } from '../../src/handlers/wire.ts'
import { admit } from '../../src/pact/credentials.ts'
import { type Exchange, Watch } from '../../src/pact/exchange.ts'
import { readPact } from '../../src/pact/file/read-pact.ts'
import { Replay } from '../../src/pact/replay.ts'
import { ProviderStateError } from '../../src/pact/states/set-up.ts'
import { json, pactOf, type Sample } from './sample.ts'

const wire = (headers: Record<string, string> = {}): WireRequest => ({
  method: 'GET',
  path: '/api/v1/users/me',
  query: 'a=1',
  body: 'text',
  header: (name) => headers[name],
})

test.each<[given: string, values: Record<string, string>, sent: string]>([
  ['SSWS example', {}, 'SSWS own'],
  ['ssws  example', {}, 'SSWS own'],
  ['SSWS example', { apiToken: 'of-state' }, 'SSWS of-state'],
  ['SSWS own', { apiToken: 'of-state' }, 'SSWS own'],
  ['Bearer example', { accessToken: 'of-state' }, 'Bearer of-state'],
  ['bearer example', { accessToken: 'of-state', apiToken: 'x' }, 'Bearer of-state'],
  ['SSWS  own', { apiToken: 'of-state' }, 'SSWS  own'],
  ['Basic ssws x', { apiToken: 'x' }, 'Basic ssws x'],
  ['Basic example', { apiToken: 'x', accessToken: 'y' }, 'Basic example'],
  ['XSSWS example', {}, 'XSSWS example'],
  ['SSWSX example', {}, 'SSWSX example'],
  ['XBearer example', {}, 'XBearer example'],
  ['BearerX example', { accessToken: 'y' }, 'BearerX example'],
  ['SSWS', { apiToken: 'x' }, 'SSWS'],
])('the credentials "%s", with %j of states, are sent as "%s"', (given, values, sent) => {
  const { model } = createOrg({ apiToken: 'own' })
  expect(admit(model, wire({ authorization: given }), values).header('authorization')).toBe(sent)
})

test('a bearer token that no state made has the scopes of everything', () => {
  const { model } = createOrg({ vocabulary: { word: 'acme' } })
  const sent = admit(model, wire({ authorization: 'Bearer example' }), {}).header('authorization')!
  const [token] = model.principals.accessTokens()
  expect(sent).toBe(`Bearer ${token!.value}`)
  expect(token!.scopes).toEqual(['acme.users.manage', 'acme.groups.manage', 'acme.clients.manage'])
})

test.each<[cookie: string | undefined, session: string | undefined, sent: string | undefined]>([
  ['sid=example', 'sid=real', 'sid=real'],
  ['theme=dark; sid=example;a=b', 'sid=real', 'sid=real; theme=dark; a=b'],
  ['sidx=1; xsid=2', 'sid=real', 'sid=real; sidx=1; xsid=2'],
  ['sid=real', 'sid=real', 'sid=real'],
  ['sid=example', undefined, 'sid=example'],
  [undefined, 'sid=real', undefined],
])('the cookie %j, with the session %j of a state, is sent as %j', (cookie, sessionCookie, sent) => {
  const { model } = createOrg()
  const given = wire(cookie === undefined ? {} : { cookie })
  expect(admit(model, given, sessionCookie === undefined ? {} : { sessionCookie }).header('cookie')).toBe(
    sent,
  )
})

test('what is not a credential stays as it is', () => {
  const { model } = createOrg({ apiToken: 'own' })
  const none = wire({ accept: 'x' })
  expect(admit(model, none, { apiToken: 'x', sessionCookie: 'sid=x' })).toBe(none)
  const known = wire({ authorization: 'SSWS own', cookie: 'sid=a' })
  const inSession = admit(model, known, { sessionCookie: 'sid=b' })
  expect(['authorization', 'cookie'].map((name) => inSession.header(name))).toEqual(['SSWS own', 'sid=b'])
  const given = wire({ authorization: 'SSWS example', cookie: 'sid=a', accept: 'x' })
  const admitted = admit(model, given, {})
  const { method, path, query, body } = given
  expect(admitted).toMatchObject({ method, path, query, body })
  expect(['accept', 'cookie', 'prefer'].map((name) => admitted.header(name))).toEqual([
    'x',
    'sid=a',
    undefined,
  ])
})

const replay = new Replay({ apiToken: 'own' })

/** What an interaction of a pact sends, and what is answered. */
async function run(sample: Sample): Promise<Exchange> {
  return replay.run(readPact(JSON.stringify(pactOf(sample)), 'pact').interactions[0]!)
}

const fromState = (expression: string) => ({ type: 'ProviderState', expression, dataType: 'STRING' })

test('generators take what states made, by name or within a text', async () => {
  const { request } = await run({
    states: [
      { name: 'a user exists', params: { id: '00u9', firstName: 'Ada' } },
      { name: 'a group exists', params: { id: '00g9' } },
    ],
    request: {
      path: '/example',
      query: { q: ['one', 'two'], plain: ['x y'], search: ['z'] },
      headers: { Authorization: ['SSWS example'], Prefer: ['a', 'b'], Accept: ['application/json'] },
      generators: {
        path: fromState('/api/v1/groups/${groupId}/users/${userId}/${nothing}'),
        query: { q: fromState('firstName'), search: fromState('nothing') },
        header: { Prefer: fromState('for ${userId}'), Accept: { type: 'Uuid' } },
      },
    },
  })
  expect(request).toEqual({
    method: 'GET',
    path: '/api/v1/groups/00g9/users/00u9/${nothing}',
    query: 'q=Ada&q=Ada&plain=x+y&search=z',
    headers: { accept: 'application/json', authorization: 'SSWS own', prefer: 'for 00u9' },
    body: '',
  })
})

test('what no generator is for is sent as it is', async () => {
  const sent = { path: '/api/v1/users', query: { q: ['x'] }, headers: { Prefer: ['a', 'b'] } }
  const { request } = await run({ request: sent })
  expect(request).toMatchObject({ path: '/api/v1/users', query: 'q=x', headers: { prefer: 'a, b' } })
  const generators = { path: { type: 'ProviderState' }, query: {}, header: {} }
  expect((await run({ request: { ...sent, generators } })).request).toEqual(request)
})

test.each<[request: object, type: string | undefined, body: string]>([
  [{}, undefined, ''],
  [{ body: json({ a: 1 }) }, 'application/json', '{"a":1}'],
  [{ body: json('text') }, 'application/json', '"text"'],
  [{ body: json(null) }, 'application/json', 'null'],
  [{ body: { content: 'text', contentType: 'text/plain', encoded: false } }, 'text/plain', 'text'],
  [{ body: { content: 'text', encoded: false } }, 'application/json', '"text"'],
  [
    { body: json('text'), headers: { 'Content-Type': ['text/plain'], Authorization: ['SSWS x'] } },
    'text/plain',
    'text',
  ],
  [
    {
      body: json('text'),
      headers: { 'Content-Type': ['application/scim+JSON; a=b'], Authorization: ['SSWS x'] },
    },
    'application/scim+JSON; a=b',
    '"text"',
  ],
  [
    { body: json('text'), headers: { 'Content-Type': ['text/jsonx'], Authorization: ['SSWS x'] } },
    'text/jsonx',
    'text',
  ],
])('the request %j has the type %j and the body %j', async (more, type, body) => {
  const { request } = await run({ request: { method: 'POST', path: '/api/v1/groups', ...more } })
  expect([request.headers['content-type'], request.body]).toEqual([type, body])
})

test('each interaction meets an organisation in its first state, and states build on one another', async () => {
  const create = { method: 'POST', path: '/api/v1/groups', body: json({ profile: { name: 'Staff' } }) }
  for (let time = 0; time < 2; time++)
    expect((await run({ states: [], request: create })).reply.status).toBe(200)
  const { reply, operation, refusal, before } = await run({
    states: [{ name: 'a user exists', params: { id: '00u9' } }, { name: 'user 00u9 is SUSPENDED' }],
    request: { method: 'POST', path: '/api/v1/users/00u9/lifecycle/suspend' },
  })
  expect([reply.status, operation, refusal, before.subject?.status]).toEqual([
    400,
    'suspendUser',
    'suspend-not-active',
    'SUSPENDED',
  ])
  await expect(run({ states: [{ name: 'the moon is full' }] })).rejects.toThrow(ProviderStateError)
})

test('what a caller sent is kept below the base URL, with the headers that a pact may speak of', async () => {
  const org = createOrg({ baseUrl: 'https://id.test/t/acme' })
  const exchanges: Exchange[] = []
  const watch = new Watch(org.model, (exchange) => exchanges.push(exchange))
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `SSWS ${org.apiToken}`,
    'content-type': 'application/json',
    cookie: 'a=b',
    origin: 'https://app.test',
    prefer: 'respond-async',
    'user-agent': 'x',
  }
  const request: WireRequest = {
    method: 'GET',
    path: '/t/acme/api/v1/groups/00gNobody',
    query: 'a=%20b',
    header: (name) => headers[name],
    body: '{}',
  }
  const answered = await watch.around(request, () => org.dispatcher.dispatch(request))
  const { 'user-agent': _, ...kept } = headers
  expect(exchanges).toHaveLength(1)
  expect(exchanges[0]).toMatchObject({
    request: { method: 'GET', path: '/api/v1/groups/00gNobody', query: 'a=%20b', headers: kept, body: '{}' },
    operation: 'getGroup',
    refusal: 'not-found',
    reply: { status: 404, body: answered.body },
    before: { missing: [{ kind: 'group', id: '00gNobody' }] },
  })
  expect(exchanges[0]!.request.headers).toEqual(kept)
  expect(exchanges[0]!.reply.headers).toMatchObject({ 'content-type': ['application/json'] })
  // Replies that are late, and requests that lead nowhere.
  const late = { status: 200, headers: { 'Set-Cookie': ['a=1', 'b=2'], 'X-One': 'x' }, body: 'late' }
  expect(await watch.around({ ...request, path: '/nowhere' }, () => Promise.resolve(late))).toBe(late)
  expect(watch.around(request, () => late)).toBe(late)
  expect(exchanges[1]).toMatchObject({
    reply: { status: 200, headers: { 'set-cookie': ['a=1', 'b=2'], 'x-one': ['x'] }, body: 'late' },
    operation: undefined,
    refusal: undefined,
  })
  watch.stop()
  await watch.around(request, () => org.dispatcher.dispatch(request))
  expect(exchanges[3]).toMatchObject({ reply: { status: 404 }, operation: undefined })
})

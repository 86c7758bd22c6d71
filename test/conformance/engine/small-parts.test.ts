/** Small parts of the engine, at their limits. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Api } from '../../../conformance/engine/run/api.ts'
import { makeDescribedCall } from '../../../conformance/engine/wire/described-call.ts'
import { probeFeature, readEarlyAccess } from '../../../conformance/engine/plan/features.ts'
import { walkPages } from '../../../conformance/engine/run/paging.ts'
import { planOf } from '../../../conformance/engine/plan/plan.ts'
import { seeded, seedOf } from '../../../conformance/engine/supply/random.ts'
import { parseLinkHeader, toReply } from '../../../conformance/engine/wire/reply.ts'
import { namesSecret, readSecret } from '../../../conformance/engine/wire/secret-source.ts'
import { isFiltered, selectChecks } from '../../../conformance/engine/plan/selection.ts'
import { Watch } from '../../../conformance/engine/run/watch.ts'
import { checkOf, clause } from './suite-of.ts'

const reply = (status: number, body: unknown = '', headers: Record<string, string> = {}, where = '/x') =>
  toReply(
    {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      text: typeof body === 'string' ? body : JSON.stringify(body),
    },
    3,
    { method: 'GET', path: where, body: undefined },
  )

test('the numbers of a seed are the same on every machine', () => {
  const random = seeded(4711)
  expect(Array.from({ length: 3 }, () => Math.floor(random() * 1e6))).toEqual([363019, 725263, 62357])
  expect([seedOf(''), seedOf('a'), seedOf('cf-abc123')]).toEqual([2166136261, 3826002220, 2542164099])
})

test('a secret is read from where it is named, and never shown', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-secret-'))
  const file = path.join(folder, 'token')
  fs.writeFileSync(file, ' from-file\n')
  const read = (source: string) =>
    readSecret(source, '--token', {
      environment: { T: ' from-env ', E: ' ' },
      readStdin: () => 'from-stdin\n',
    })
  try {
    expect([read('env:T'), read(`file:${file}`), read('stdin')]).toEqual([
      'from-env',
      'from-file',
      'from-stdin',
    ])
    expect(() => read('env:U')).toThrow('--token: env:U is not set, or empty')
    expect(() => read('env:E')).toThrow('--token: env:E is not set, or empty')
    expect(() => read(`file:${file}x`)).toThrow(`--token: the file ${file}x cannot be read`)
    expect(() => read('s3cret')).toThrow(
      '--token takes env:NAME, file:PATH or stdin, never the secret itself: other users can read the command line',
    )
    expect(['env:T', 'file:x', 'stdin', 'env:', 'x env:T', 'stdin2', 'x'].map(namesSecret)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})

test('recognises options that leave out a graded clause', () => {
  const clauses = [clause('a'), clause('b', { level: 'default' }), clause('c', { level: 'open' })]
  expect(isFiltered({}, clauses)).toBe(false)
  expect(isFiltered({ only: ['*'] }, clauses)).toBe(true)
  expect(isFiltered({ level: ['must', 'default'] }, clauses)).toBe(false)
  expect(isFiltered({ level: ['must'] }, clauses)).toBe(true)
  expect(isFiltered({ level: [] }, clauses)).toBe(false)
})

test('a seed and a shard pick out and order the same checks each time', () => {
  const checks = Array.from({ length: 7 }, (_, at) => checkOf(`${at}`, { judges: ['a'] }, async () => {}))
  const titles = (selection: Parameters<typeof selectChecks>[1]) =>
    selectChecks(checks, selection, () => true).map(({ title }) => title)
  expect(titles({ shard: { index: 2, of: 3 } })).toEqual(['1', '4'])
  expect(titles({ seed: 1 })).toEqual(['1', '5', '6', '3', '2', '0', '4'])
})

test('the parts of a Link header are read, the first of a relation counts', () => {
  expect(parseLinkHeader('<a>; rel="next", <b>; rel="next"')).toEqual({ next: 'a' })
  expect(parseLinkHeader('<a> ; REL = next')).toEqual({ next: 'a' })
  expect(parseLinkHeader('<a>; rel="  self   next "')).toEqual({ self: 'a', next: 'a' })
  expect(parseLinkHeader('<a>; title="rel=next"')).toEqual({})
  expect(reply(200, '', { link: '<a>; rel="self"' }).links).toEqual({ self: 'a' })
})

test('a reply is read as JSON where it is an object or a list', () => {
  expect([
    reply(200, '1').json,
    reply(200, '1').body,
    reply(200, 'null').json,
    reply(200, 'null').body,
  ]).toEqual([{}, 1, {}, null])
  expect(reply(200, { a: 1 })).toMatchObject({
    json: { a: 1 },
    items: [],
    text: '{"a":1}',
    exchange: 3,
    links: {},
  })
})

/** Pages by path, and what was asked for. */
function paged(pages: Record<string, ReturnType<typeof reply>>) {
  const asked: unknown[] = []
  const api = {
    get: async (where: string, options: unknown) => {
      asked.push([where, options])
      return pages[where] ?? reply(404, '', {}, where)
    },
  } as unknown as Api
  return { api, asked }
}

test('all pages of a list are read, the query on the first only', async () => {
  const { api, asked } = paged({
    '/a': reply(200, [1], { link: '</b>; rel="next"' }),
    '/b': reply(200, [2, 3]),
  })
  const found = await walkPages(api, '/a', { query: { limit: 1 }, maxPages: 2 })
  expect(found.items).toEqual([1, 2, 3])
  expect(found.replies).toHaveLength(2)
  expect(asked).toEqual([
    ['/a', { query: { limit: 1 } }],
    ['/b', {}],
  ])
})

test('gives up a list that is not a list, has no end, or goes in a circle', async () => {
  const next = (to: string) => reply(200, [1], { link: `<${to}>; rel="next"` })
  await expect(walkPages(paged({ '/a': reply(200, {}, {}, '/a?x') }).api, '/a')).rejects.toThrow(
    'GET /a?x was answered with 200 and no array (exchange 3)',
  )
  await expect(walkPages(paged({ '/a': next('/b'), '/b': next('/b') }).api, '/a')).rejects.toThrow(
    'the next link of exchange 3 leads back to a page already read',
  )
  await expect(
    walkPages(paged({ '/a': next('/b'), '/b': next('/c') }).api, '/a', { maxPages: 2 }),
  ).rejects.toThrow('/a has more than 2 pages')
})

test('ids are taken out of the paths of a plan, and words are not', () => {
  const exchanges = [
    ['POST', '/api/v1/users/u1/lifecycle/suspend'],
    ['PUT', '/api/v1/groups/g1/users/u2'],
    ['DELETE', '/api/v1/groups/rules/r1?removeUsers=true&x=1'],
    ['POST', '/api/v1/users/me?nextLogin=changePassword&provider=FEDERATION&activate=false'],
    ['DELETE', '/api/v1/users/u1/clients/c1/grants/g1'],
    ['DELETE', '/api/v1/users/u1/clients/c1/tokens/t1'],
    ['PUT', '/oauth2/v1/clients/c1'],
    ['PUT', '/users/u1'],
    ['GET', '/api/v1/users/u1'],
  ].map(([method, where]) => ({ method, path: where }))
  const plan = planOf({ checks: [{ exchanges }] as never, facts: { created: {}, requests: 9 } })
  expect(plan.reads).toBe(1)
  expect(plan.writes.map(({ method, path: where }) => `${method} ${where}`)).toEqual([
    'PUT /api/v1/groups/{groupId}/users/{userId}',
    'DELETE /api/v1/groups/rules/{ruleId}?removeUsers=true',
    'DELETE /api/v1/users/{userId}/clients/{clientId}/grants/{grantId}',
    'DELETE /api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
    'POST /api/v1/users/{userId}/lifecycle/suspend',
    'POST /api/v1/users/me?nextLogin=changePassword&provider=FEDERATION&activate=false',
    'PUT /oauth2/v1/clients/{clientId}',
    'PUT /users/u1',
  ])
})

test('a described call is filled in, and its answer read', async () => {
  const sent: unknown[] = []
  const call = async (described: object, answer = reply(200, { status: 'SUCCESS' })) =>
    makeDescribedCall(
      { method: 'POST', url: '/in/{login}', success: {}, ...described } as never,
      { login: 'a b', password: 'p' },
      {
        send: async ({ url, ...request }) => {
          sent.push({ url: url.href, ...request })
          return answer
        },
        baseUrl: new URL('https://id.example.com/base/'),
        readSecret: (text) => text.replace('env:KEY', 'the-key'),
        signal: new AbortController().signal,
      },
    )
  await call({
    body: { user: '{login}', list: ['{password}', 1, null], other: '{other}' },
    headers: { 'x-key': 'env:KEY', 'x-user': '{login}' },
  })
  await call({ form: { user: '{login}' }, url: 'https://other.example.com/x' })
  await call({ url: 'relative/{login}' })
  expect(sent).toEqual([
    {
      url: 'https://id.example.com/base/in/a%20b',
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'x-key': 'the-key',
        'x-user': 'a b',
      },
      body: '{"user":"a b","list":["p",1,null],"other":"{other}"}',
    },
    {
      url: 'https://other.example.com/x',
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'user=a+b',
    },
    {
      url: 'https://id.example.com/base/relative/a%20b',
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: undefined,
    },
  ])
  expect(await call({})).toEqual({ ok: true, status: 200 })
  expect(await call({}, reply(299, ''))).toEqual({ ok: true, status: 299 })
  expect(await call({}, reply(300, 'no JSON'))).toEqual({ ok: false, status: 300, reason: '300' })
  expect(await call({}, reply(199, ''))).toMatchObject({ ok: false })
  expect(await call({ success: { status: 401 } }, reply(401))).toEqual({ ok: true, status: 401 })
  expect(await call({ success: { status: 200 } }, reply(201))).toMatchObject({ ok: false })
  expect(await call({ success: { body: { status: 'SUCCESS' } } })).toEqual({ ok: true, status: 200 })
  const locked = reply(
    200,
    { status: 'LOCKED_OUT', errorCode: 'E1', error: 'e', other: 'x' },
    { 'set-cookie': 'sid=1; Path=/' },
  )
  expect(await call({ success: { body: { status: 'SUCCESS' } } }, locked)).toEqual({
    ok: false,
    status: 200,
    reason: '200 LOCKED_OUT E1 e',
    cookie: 'sid=1',
  })
})

test('every answer is looked through for what no answer may show', () => {
  const seen = (
    ...calls: [method: string, where: string, body: unknown, reply: ReturnType<typeof reply>][]
  ) => {
    const watch = new Watch('https://svc.example.com')
    for (const [method, where, body, answer] of calls) watch.note(method, where, body, answer)
    return watch.sights.map(({ kind, where }) => `${kind}: ${where}`)
  }
  const users = '/api/v1/users'
  const user = {
    credentials: { password: { value: 'Secret-1' }, recovery_question: { answer: 'my answer' } },
  }
  expect(seen(['POST', users, user, reply(200, { x: 'Secret-1' })])).toEqual([
    'password: POST /api/v1/users, answered with 200',
  ])
  expect(
    seen(['POST', users, user, reply(200, '')], ['GET', users, undefined, reply(404, 'so: my answer')]),
  ).toEqual(['answer: GET /api/v1/users, answered with 404'])
  const hash = { credentials: { password: { hash: { value: 'hash-value', salt: 'salt-value' } } } }
  expect(seen(['POST', users, hash, reply(200, { x: 'hash-value salt-value' })])).toEqual([
    'hash: POST /api/v1/users, answered with 200',
  ])
  for (const name of ['oldPassword', 'newPassword'])
    expect(
      seen(['POST', users, { [name]: { value: '12345678' } }, reply(200, { x: '12345678' })]),
    ).toHaveLength(1)
  // Too short, or sent as something else too, or no secret.
  expect(seen(['POST', users, { oldPassword: { value: '1234567' } }, reply(200, { x: '1234567' })])).toEqual(
    [],
  )
  expect(seen(['POST', users, { ...user, login: 'Secret-1' }, reply(200, { x: 'Secret-1' })])).toEqual([])
  expect(seen(['POST', `${users}/Secret-1`, user, reply(200, { x: 'Secret-1' })])).toEqual([])
  expect(
    seen([
      'POST',
      users,
      { password: { hint: '12345678' }, value: '87654321' },
      reply(200, { x: '12345678 87654321' }),
    ]),
  ).toEqual([])
  // A secret of a client may stand in the answers to writes of clients.
  const clients = '/oauth2/v1/clients'
  const made = ['POST', clients, {}, reply(201, { client_secret: 'client-secret-1' })] as const
  expect(
    seen([...made], ['PUT', `${clients}/c1`, {}, reply(200, { client_secret: 'client-secret-1' })]),
  ).toEqual([])
  expect(seen([...made], ['GET', `${clients}/c1`, undefined, reply(200, { x: 'client-secret-1' })])).toEqual([
    'client-secret: GET /oauth2/v1/clients/c1, answered with 200',
  ])
  expect(
    seen(
      ['GET', clients, {}, reply(200, { client_secret: 'client-secret-1' })],
      ['GET', users, {}, reply(200, 'client-secret-1')],
    ),
  ).toEqual([])
  expect(
    seen(
      ['POST', clients, {}, reply(201, { client_secret: 'short' })],
      ['GET', users, {}, reply(200, { x: 'short' })],
    ),
  ).toEqual([])
  // Media types and links, of successes only.
  expect(seen(['GET', users, undefined, reply(200, [], { 'content-type': 'text/html' })])).toEqual([
    'media-type: GET /api/v1/users, answered with 200',
  ])
  expect(
    seen(['GET', users, undefined, reply(299, '[]', { 'content-type': 'Application/JSON; charset=utf-8' })]),
  ).toEqual([])
  expect(seen(['GET', users, undefined, reply(300, '[]', { 'content-type': 'text/html' })])).toEqual([])
  expect(seen(['GET', users, undefined, reply(204, '', { 'content-type': 'text/html' })])).toEqual([])
  const linked = (href: unknown) => ({
    _links: { self: { href }, more: [{ href: 'https://a.test' }], none: null },
  })
  expect(seen(['GET', users, undefined, reply(200, linked('/relative'))])).toEqual([
    'relative-link: GET /api/v1/users, answered with 200',
  ])
  expect(
    seen(['GET', users, undefined, reply(200, [linked('https://a.test'), null, linked('x')])]),
  ).toHaveLength(1)
  expect(seen(['GET', users, undefined, reply(200, [linked('https://a.test'), linked(1)])])).toEqual([])
})

test.each([
  [200, [], 'yes', ''],
  [299, [], 'yes', ''],
  [200, {}, 'no', ', and does not show it'],
  [300, '', 'no', ''],
  [404, { errorCode: 'E0000007' }, 'no', ''],
  [403, { errorCode: 'E0000006' }, 'undecided', ''],
  [401, '', 'undecided', ''],
  [403, { error: 'other' }, 'no', ''],
  [500, '', 'undecided', ''],
] as const)('early access is read off an answer with %s %j: %s', async (status, body, state, more) => {
  const asked: unknown[] = []
  const api = {
    get: async (where: string, options: unknown) => {
      asked.push(where, options)
      return reply(status, body, {}, where)
    },
  }
  const { errorCode, error } = body as Record<string, string>
  const said = errorCode ?? error
  expect(await readEarlyAccess(api as never)).toEqual({
    state,
    evidence: `GET /api/v1/users/me/grants was answered with ${status}${said === undefined ? '' : ` ${said}`}${more}`,
  })
  expect(asked).toEqual(['/api/v1/users/me/grants', { query: { limit: 1 } }])
})

test.each([
  ['newer-engine', { grant_types: ['authorization_code', 'interaction_code'] }, 'no'],
  ['jwks-uri', { jwks_uri: 'https://client.example.com/keys' }, 'no'],
  [
    'saml2-bearer',
    { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:saml2-bearer'] },
    'no',
  ],
  ['frontchannel-logout', { frontchannel_logout_uri: 'https://client.example.com/signed-out' }, 'no'],
  ['federation', { credentials: { provider: { type: 'FEDERATION', name: 'FEDERATION' } } }, 'undecided'],
  ['password-hook', { credentials: { password: { hook: { type: 'default' } } } }, 'undecided'],
] as const)('%s is found out by a record that shows it', async (name, shown, otherwise) => {
  const isUser = name === 'federation' || name === 'password-hook'
  const probe = async (status: number, answer: unknown) => {
    const sent: unknown[] = []
    const api = {
      post: async (where: string, body: unknown, options?: unknown) => {
        sent.push(where, body, options)
        return reply(status, answer, {}, where)
      },
    }
    const unique = Object.assign((hint: string) => `n-${hint}`, {
      login: () => 'l@example.com',
      email: () => 'e@example.com',
      names: () => ({ firstName: 'F' }),
    })
    const finding = await probeFeature(name, { api: api as never, unique: unique as never })
    return { sent, state: finding.state }
  }
  const yes = await probe(200, shown)
  expect(yes.state).toBe('yes')
  expect(yes.sent).toEqual(
    isUser
      ? [
          '/api/v1/users',
          { profile: { login: 'l@example.com', email: 'e@example.com', firstName: 'F' }, ...shown },
          { query: { activate: false, ...(name === 'federation' ? { provider: true } : {}) } },
        ]
      : [
          '/oauth2/v1/clients',
          {
            client_name: 'n-feature',
            application_type: 'web',
            redirect_uris: ['https://client.example.com/callback'],
            response_types: ['code'],
            grant_types: ['authorization_code'],
            token_endpoint_auth_method: 'client_secret_basic',
            ...shown,
          },
          undefined,
        ],
  )
  expect((await probe(200, { grant_types: ['authorization_code'], credentials: {} })).state).toBe(otherwise)
  expect((await probe(200, {})).state).toBe(otherwise)
  expect((await probe(400, { errorCode: 'E0000001' })).state).toBe(otherwise)
  expect((await probe(500, '')).state).toBe('undecided')
})

test('a feature that no call reveals stays undecided', async () => {
  expect(await probeFeature('defaults', {} as never)).toEqual({
    state: 'undecided',
    evidence: 'nothing tells',
  })
})

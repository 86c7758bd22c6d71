import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createFetchHandler, serve } from '../../src/server.ts'
import { createOrg, endpoint } from '../../src/index.ts'
import type { Organisation } from '../../src/organisation.ts'
import { runHere } from '../cli/run-here.ts'

const badges = new Map<string, string[]>()
const read = endpoint('GET /api/v1/users/{userId}/badges', ({ params, org, refuse }) => {
  expectTypeOf(params).toEqualTypeOf<{ readonly userId: string }>()
  const user = org.data.users.findFirst((q) => q.where({ id: params.userId }))
  const body = badges.get(params.userId) ?? refuse('not-found', { id: 'badges', kind: 'BadgeList' })
  return { body, headers: { 'X-Login': String(user?.profile.login) } }
})
const Badge = z.object({ name: z.string().min(2), level: z.int().default(1) })
const award = endpoint(
  'POST /api/v1/users/{userId}/badges',
  { summary: 'Award a badge', body: Badge, query: z.object({ dry: z.stringbool().default(false) }) },
  ({ params, body, query, caller, header }) => {
    expectTypeOf(body).toEqualTypeOf<{ name: string; level: number }>()
    if (!query.dry) badges.set(params.userId, [...(badges.get(params.userId) ?? []), body.name])
    return { status: 201, body: { ...body, by: caller.kind, trace: header('X-Trace') } }
  },
)
const drop = endpoint(
  'DELETE /api/v1/users/{userId}/badges',
  ({ params }) => void badges.delete(params.userId),
)
const csv = endpoint('GET /api/v1/badges.csv', () => ({
  headers: { 'content-type': 'text/csv' },
  body: 'name,level\n',
}))
const open = endpoint('GET /api/v1/weather', { auth: 'none' }, async () => ({ body: 'sunny' }))
const apps = endpoint('GET /api/v1/apps', { name: 'ownApps' }, () => ({ body: ['own'] }))
const broken = endpoint('GET /api/v1/broken', () => ({ bdoy: 1 }) as never)
const extend = [read, award, drop, csv, open, apps, broken]

type Send = (path: string, init?: RequestInit) => Promise<Response>

async function call(
  send: Send,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: 'SSWS token' },
) {
  const sent = {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  }
  const response = await send(path, body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  }
}

/** Calls one endpoint after the other, by any way to send. */
async function walk(org: Organisation, send: Send): Promise<void> {
  badges.clear()
  const path = '/api/v1/users/admin@example.com/badges'
  expect(await call(send, 'GET', path)).toMatchObject({
    status: 404,
    json: { errorCode: 'E0000007', errorSummary: 'Not found: Resource not found: badges (BadgeList)' },
  })
  expect(await call(send, 'POST', `${path}?dry=true`, { name: 'First' })).toMatchObject({ status: 201 })
  expect(
    await call(send, 'POST', path, { name: 'First' }, { authorization: 'SSWS token', 'x-trace': '7' }),
  ).toMatchObject({ status: 201, json: { name: 'First', level: 1, by: 'api-token', trace: '7' } })
  const shown = await call(send, 'GET', path)
  expect([shown.status, shown.json, shown.headers.get('x-login')]).toEqual([
    200,
    ['First'],
    'admin@example.com',
  ])
  expect(await call(send, 'POST', path, { name: 'A' })).toMatchObject({
    status: 400,
    json: { errorCode: 'E0000001', errorCauses: [{ errorSummary: expect.stringMatching(/^name: /) }] },
  })
  expect(await call(send, 'POST', path, { name: 'First' }, {})).toMatchObject({ status: 401 })
  expect(await call(send, 'PUT', path, {})).toMatchObject({ status: 405 })
  expect(await call(send, 'GET', '/api/v1/users/nobody/badges')).toMatchObject({ status: 404 })
  expect(await call(send, 'DELETE', path)).toMatchObject({ status: 204, json: undefined })
  expect(await call(send, 'GET', '/api/v1/weather', undefined, {})).toMatchObject({
    status: 200,
    json: 'sunny',
  })
  expect(await call(send, 'GET', '/api/v1/apps')).toMatchObject({ json: ['own'] })
  expect(await call(send, 'GET', '/api/v1/weathr')).toMatchObject({
    status: 404,
    json: { errorCauses: [{ errorSummary: 'The nearest known path is /api/v1/weather' }] },
  })
  const { token } = org.control.createAccessToken({ scopes: ['svc.badges.read'] })
  const bearer = { authorization: `Bearer ${token}` }
  expect(await call(send, 'DELETE', path, undefined, bearer)).toMatchObject({ status: 403 })
  expect(await call(send, 'GET', path, undefined, bearer)).toMatchObject({ status: 404 })
  expect(org.control.readJournal().map(({ operation, status }) => [operation, status])).toContainEqual([
    'postUsersUserIdBadges',
    201,
  ])
  org.control.addFault({ path: '/api/v1/weather', status: 503, times: 1 })
  expect(await call(send, 'GET', '/api/v1/weather')).toMatchObject({ status: 503 })
}

const options = { apiToken: 'token' }

test('answers endpoints of one’s own through org.fetch', async () => {
  const org = createOrg({ ...options, extend })
  await walk(org, org.fetch)
  const said: unknown[] = []
  org.dispatcher.onError = (error) => said.push(error)
  expect(await call(org.fetch, 'GET', '/api/v1/broken')).toMatchObject({ status: 500 })
  expect(String(said[0])).toContain('GET /api/v1/broken: expected a reply { status, headers, body }')
  org.control.changeSettings({ interpretations: { 'beyond-the-description': 'absent' } })
  expect(await call(org.fetch, 'GET', '/api/v1/weather')).toMatchObject({ status: 200 })
  expect(await call(org.fetch, 'GET', '/api/v1/logs')).toMatchObject({ status: 404 })
})

test('answers them through a fetch handler and a server, in each organisation, and describes them', async () => {
  const handler = createFetchHandler(createOrg(options), { extend, control: 'open' })
  await walk(handler.org, (path, init) => handler(new Request(`http://localhost${path}`, init)))
  const server = await serve({ port: 0, options, extend })
  try {
    await walk(server.org, (path, init) => fetch(server.url + path, init))
    await server.organisations.create({ name: 'acme' })
    expect(await (await fetch(`${server.url}/orgs/acme/api/v1/weather`)).json()).toBe('sunny')
    const { paths, components } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security: readonly { accessToken?: string[] }[] }>>
      components: { securitySchemes: { accessToken: { flows: Record<string, { scopes: object }> } } }
    }
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    const needed = operations.flatMap(({ security }) => security.flatMap((each) => each.accessToken ?? []))
    expect(needed).toEqual(
      expect.arrayContaining(['svc.badges.read', 'svc.schemas.manage', 'svc.users.read']),
    )
    for (const { scopes } of Object.values(components.securitySchemes.accessToken.flows))
      expect(Object.keys(scopes)).toEqual(expect.arrayContaining(needed))
    expect(paths['/api/v1/users/{userId}/badges']?.['post']).toMatchObject({
      operationId: 'postUsersUserIdBadges',
      summary: 'Award a badge',
      parameters: [
        { name: 'userId', in: 'path' },
        { name: 'dry', in: 'query' },
      ],
      requestBody: {
        content: { 'application/json': { schema: { properties: { name: { minLength: 2 } } } } },
      },
      security: [{ apiToken: [] }, { accessToken: ['svc.badges.manage'] }],
    })
  } finally {
    await server.close()
  }
})

const circle: { self?: unknown } = {}
circle.self = circle

test('reports the mistake of a reply, answers 500, and goes on', async () => {
  const replies: readonly (readonly [answered: unknown, message: string])[] = [
    ['text', 'expected a reply { status, headers, body }'],
    [new Response('x'), 'expected a reply { status, headers, body }'],
    [{ status: 99 }, 'with a status of 200 to 599'],
    [{ headers: { 'x-a': 'a\nb' } }, 'expected x-a to be a text that a header can hold'],
    [{ headers: { 'x-a': undefined } }, 'expected x-a to be a text that a header can hold'],
    [{ headers: { 'x a': 'a' } }, "that the server does not set itself, got 'x a'"],
    [{ headers: { 'content-length': '3' } }, "that the server does not set itself, got 'content-length'"],
    [{ headers: new Headers() }, 'headers: expected an object of texts'],
    [{ body: 1n }, 'body: expected what JSON can hold: '],
    [{ body: circle }, 'body: expected what JSON can hold: '],
    [{ body: () => 1 }, 'body: expected what JSON can hold, got a function'],
    [{ status: 204, body: {} }, 'expected no body with a status of 204'],
    [['nope'], "refuse: expected the name of an error (docs/reference/refusals.md), got 'nope'"],
    [['not-found', { id: '7' }], "refuse('not-found'): expected a value for kind"],
    [['validation', { field: 'a' }, 'text'], "refuse('validation'): expected causes to be a list of texts"],
  ]
  let next = 0
  const said: unknown[] = []
  const server = await serve({
    port: 0,
    options,
    onError: (error) => said.push(error),
    extend: [
      endpoint('GET /api/v1/wrong', ({ refuse }) => {
        const answered = replies[next]![0]
        return Array.isArray(answered) ? refuse(...(answered as ['not-found'])) : (answered as object)
      }),
      endpoint('GET /api/v1/right', () => ({ body: next })),
    ],
  })
  try {
    const headers = { authorization: 'SSWS token' }
    for (const [index, [, message]] of replies.entries()) {
      next = index
      const { status } = await fetch(`${server.url}/api/v1/wrong`, { headers })
      expect([status, String(said[index])]).toEqual([500, expect.stringContaining(message)])
      expect(await (await fetch(`${server.url}/api/v1/right`, { headers })).json()).toBe(index)
    }
  } finally {
    await server.close()
  }
})

test('sends a text of another type than JSON as it is, under one header', async () => {
  const org = createOrg({ ...options, extend })
  const response = await org.fetch('/api/v1/badges.csv', { headers: { authorization: 'SSWS token' } })
  expect(response.headers.get('content-type')).toBe('text/csv')
  expect(await response.text()).toBe('name,level\n')
  org.control.addFault({ status: 200, headers: { 'content-type': 'text/csv' }, body: 'none\n' })
  const faulty = await org.fetch('/api/v1/badges.csv', { headers: { authorization: 'SSWS token' } })
  expect([faulty.headers.get('content-type'), await faulty.text()]).toEqual(['text/csv', 'none\n'])
})

test.each([
  ['GET /v1/x', /expected GET, POST, PUT or DELETE and a path below \/api\//],
  ['GET /api/v1/users/{id}', /the API has this endpoint: getUser/],
  ['GET /api/v1/users/export', /the API has this endpoint: getUser/],
  ['GET /api/{a}/{a}', /another name for each placeholder/],
] as const)('refuses %s where it stands', (route, message) => {
  let refused: Error | undefined
  try {
    endpoint(route as 'GET /api/x', () => ({}))
  } catch (error) {
    refused = error as Error
  }
  expect(refused?.message).toMatch(message)
  expect(refused?.stack?.split('\n')[1]).toContain('own-endpoints.test.ts')
})

test('names wrong options', () => {
  const make = (given: object) => () => endpoint('GET /api/v1/x', given as never, () => ({}))
  expect(make({ sumary: 'x' })).toThrow(/sumary/)
  expect(make({ auth: 'all' })).toThrow(/auth: expected one of token, .*, got 'all'/)
  expect(make({ body: {} })).toThrow(/body: expected a schema with the interface Standard Schema/)
  expect(() => createOrg({ extend: [{ route: 'GET /api/x' }] as never })).toThrow(
    /extend: expected a list of endpoints/,
  )
  expect(() => createOrg({ extend: [open, open] })).toThrow(/two endpoints are at GET \/api\/v1\/weather/)
})

const folder = mkdtempSync(join(tmpdir(), 'own-endpoints-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['export default 5', /: expected a list of endpoints as default export/],
  [
    "\n\nexport default [{ route: 'GET /users', handle() {} }]",
    /mjs:3: \[0\] endpoint 'GET \/users': expected GET/,
  ],
  ["\nexport default [{ route: 'GET /api/v1/x' }]", /mjs:2: \[0\] .*handle: expected a function/],
  ['const a = 1\nthrow new Error("too early")', /mjs:2:7: too early/],
])('serve --extend names file and line of a mistake: %s', async (text, message) => {
  const file = join(folder, `m${Math.random()}.mjs`)
  writeFileSync(file, text)
  const { code, error } = await runHere(['serve', '--port', '0', '--extend', file])
  expect(error).toMatch(message)
  expect(code).toBe(2)
})

test('serve --extend names a file that is not there', async () => {
  const { error } = await runHere(['serve', '--extend', join(folder, 'none.mjs')])
  expect(error).toMatch(/--extend: there is no file/)
})

test('an own endpoint adds a method to a path of the API, with its own placeholders and name', async () => {
  const named = (route: 'PUT /api/v1/users/{who}/groups' | 'DELETE /api/v1/users/{someone}/groups') =>
    endpoint(route, { name: 'same' }, ({ params }) => ({ body: [route.split(' ')[0], Object.keys(params)] }))
  const org = createOrg({
    ...options,
    extend: [named('PUT /api/v1/users/{who}/groups'), named('DELETE /api/v1/users/{someone}/groups')],
  })
  const path = '/api/v1/users/admin@example.com/groups'
  expect(await call(org.fetch, 'PUT', path)).toMatchObject({ status: 200, json: ['PUT', ['who']] })
  expect(await call(org.fetch, 'DELETE', path)).toMatchObject({ status: 200, json: ['DELETE', ['someone']] })
  expect(await call(org.fetch, 'GET', path)).toMatchObject({ status: 200, json: [{ type: 'BUILT_IN' }] })
  const other = await call(org.fetch, 'POST', path)
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE, OPTIONS'])
})

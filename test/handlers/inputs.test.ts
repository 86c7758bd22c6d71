import { expect, test } from 'vitest'
import { z } from 'zod'
import { Call } from '../../src/handlers/call.ts'
import {
  foreignEncoding,
  parseBody,
  parseHeaders,
  parseQuery,
  refuseUnlessJsonAccepted,
} from '../../src/handlers/parse-input.ts'
import { testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'

/** The error that a step throws. */
function refused(step: () => unknown): readonly unknown[] | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    const { refusal, causes, details } = error as {
      refusal: string
      causes: readonly string[]
      details: { values?: object }
    }
    return [refusal, details.values ?? {}, ...causes]
  }
}

const anything = () => ({ name: 'x', query: z.record(z.string(), z.string()) }) as never

test.for([
  ['', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a&b=1', { a: '', b: '1' }],
  ['a=1&a=2', { a: '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['&&a=1&', { a: '1' }],
  ['=x', { '': 'x' }],
  ['a=1%202', { a: '1 2' }],
  ['a=1+2', { a: '1 2' }],
  ['%61=1', { a: '1' }],
  ['a%20b=%C3%A9&a%20b=2', { 'a b': 'é' }],
  ['a=%FF', { a: '\uFFFD' }],
  ['a=%', { a: '%' }],
  ['%20a', { ' a': '' }],
  ['__proto__=1&a=2', { a: '2' }],
] as const)('the query %s is read', ([query, expected]) => {
  const operation = anything()
  const read = parseQuery(operation, query, {})
  expect({ ...read }).toEqual(expected)
  // A second read gives the same result, and a parameter implied by the path wins.
  expect({ ...parseQuery(operation, query, {}) }).toEqual(expected)
  expect(parseQuery(operation, query, { a: 'implied' })).toMatchObject({ a: 'implied' })
  expect({ ...parseQuery(operation, query, {}) }).toEqual(expected)
})

test('an operation without a query reads none, and a long one is read too', () => {
  expect(parseQuery({} as never, 'a=1', {})).toEqual({})
  const operation = anything()
  for (const length of [254, 255, 400])
    expect(parseQuery(operation, `a=${'x'.repeat(length)}`, {})).toEqual({ a: 'x'.repeat(length) })
  for (let number = 0; number < 250; number += 1)
    expect(parseQuery(operation, `a=${number}`, {})).toEqual({ a: `${number}` })
})

test('reports every parameter that is wrong in the same way as the first', () => {
  const operation = {
    query: z.object({
      a: z.literal('1', { error: 'one' }),
      b: z.literal('2', { error: 'two' }),
      c: z.string().refine(() => false, { error: 'c', params: { refusal: 'invalid-limit' } }),
    }),
  } as never
  expect(refused(() => parseQuery(operation, 'a=x&b=y&c=z', {}))).toEqual([
    'query-type-mismatch',
    { field: 'a', expected: 'one', accepted: 'a: one; b: two', message: 'a: expected one' },
    'a: expected one',
    'b: expected two',
  ])
  expect(refused(() => parseQuery(operation, 'a=1&b=2&c=z', {}))).toEqual([
    'invalid-limit',
    { field: 'c', expected: 'c', accepted: 'c: c', message: 'c: expected c' },
    'c: expected c',
  ])
})

test('ignores a parameter without the parameters that it needs', () => {
  const operation = {
    query: z.record(z.string(), z.string()),
    ignoredWithout: { order: ['by', 'search'] },
  } as never
  expect({ ...parseQuery(operation, 'order=x&by=y&search=z', {}) }).toEqual({
    order: 'x',
    by: 'y',
    search: 'z',
  })
  expect({ ...parseQuery(operation, 'order=x&by=y', {}) }).toEqual({ by: 'y' })
  expect({ ...parseQuery(operation, 'order=x&by=&search=z', {}) }).toEqual({ by: '', search: 'z' })
})

const request = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => ({
  method: 'POST',
  path: '/x',
  query: '',
  body,
  header: (name: string) => headers[name],
})

test.for([
  [undefined, 'x', undefined],
  ['', 'x', undefined],
  ['identity', 'x', undefined],
  [' Identity , identity,', 'x', undefined],
  ['gzip', 'x', 'gzip'],
  ['gzip', '', undefined],
  ['identity, br', 'x', 'identity, br'],
  ['x'.repeat(90), 'x', 'x'.repeat(80)],
] as const)('a body of encoding %j', ([encoding, body, foreign]) => {
  expect(foreignEncoding(request(body, encoding === undefined ? {} : { 'content-encoding': encoding }))).toBe(
    foreign,
  )
})

test.for([
  [undefined, true],
  ['', true],
  ['application/json', true],
  ['text/html, */*', true],
  ['text/html', false],
  ['Application/JSON', true],
  ['text/html, application/json;q=0.5', true],
  ['application/*', true],
  ['application/problem+json', true],
  ['application/json;q=0', false],
  ['application/json; q=0.0', false],
  ['application/json;q=0.01', true],
  ['application/json;xq=0', true],
  ['application/json;q=0;v=1', false],
  ['application/jsonx', false],
  [' application/json ', true],
  [';', false],
] as const)('a caller that accepts %j is answered: %j', ([accept, isTaken]) => {
  const found = refused(() => refuseUnlessJsonAccepted(accept))
  expect(found?.slice(0, 2)).toEqual(isTaken ? undefined : ['unacceptable-accept', { found: accept }])
})

const bodySchema = z.strictObject({
  name: z.string(),
  list: z.array(z.number({ error: 'number' })).optional(),
  deep: z.strictObject({ a: z.string().optional() }).optional(),
})
const operation = { body: bodySchema } as never

test.for([
  ['{', ['malformed-json', {}, expect.stringMatching(/^The body is not JSON/)]],
  ['', ['malformed-json', {}, 'The request has no body']],
  [' \n', ['malformed-json', {}, 'The request has no body']],
  ['[]', ['validation', { field: 'body' }, expect.stringMatching(/^body: /)]],
  ['{}', ['validation', { field: 'name' }, 'name: The field cannot be left blank']],
  ['{"name":"x","list":[1,"2"]}', ['validation', { field: 'list.1' }, 'list.1: number']],
] as const)('the body %s is refused', ([body, expected]) => {
  expect(refused(() => parseBody(operation, request(body)))).toEqual(expected)
})

test('a body is read by its type, encoding and length', () => {
  const read = (body: string, headers?: Record<string, string>) =>
    parseBody(operation, request(body, headers))
  expect(read('{"name":"x"}')).toEqual({ name: 'x' })
  expect(read('\uFEFF{"name":"x"}')).toEqual({ name: 'x' })
  expect(read('{"name":"x"}', { 'content-type': ' Application/JSON ; charset=UTF-8' })).toEqual({ name: 'x' })
  expect(read('{"name":"x"}', { 'content-type': 'application/merge-patch.v1+json' })).toEqual({ name: 'x' })
  expect(refused(() => read('{}', {}))?.[0]).toBe('missing-content-type')
  expect(refused(() => read('{}', { 'content-type': 'text/plain; x' }))?.slice(0, 2)).toEqual([
    'unsupported-content-type',
    { found: 'text/plain' },
  ])
  expect(refused(() => read('{}', { 'content-type': '' }))?.slice(0, 2)).toEqual([
    'unsupported-content-type',
    { found: 'none' },
  ])
  for (const type of [
    'xapplication/x+json',
    'application/x+jsonx',
    'application/+json',
    'application/a b+json',
  ])
    expect(refused(() => read('{}', { 'content-type': type }))?.[0]).toBe('unsupported-content-type')
  expect(refused(() => read('{}', { 'content-encoding': 'gzip' }))?.slice(0, 2)).toEqual([
    'unsupported-content-encoding',
    { found: 'gzip' },
  ])
  const long = `{"name":"${'x'.repeat(1024 * 1024 - 11)}"}`
  expect(long).toHaveLength(1024 * 1024)
  expect(read(long)).toHaveProperty('name')
  expect(refused(() => read(`${long} `))?.[0]).toBe('body-too-large')
  expect(parseBody({} as never, request('{'))).toBe(undefined)
  expect(parseBody({ body: bodySchema, bodyOptional: true } as never, request(' '))).toBe(undefined)
  expect(refused(() => parseBody({ body: bodySchema, dialect: 'oauth' } as never, request('{}')))?.[0]).toBe(
    'invalid-client-metadata',
  )
})

test('the rest of a body is looked at without what is not as the contract has it', () => {
  const seen: unknown[] = []
  const look = (body: string) => {
    seen.length = 0
    const causes = refused(() =>
      parseBody(operation, request(body), (rest) => seen.push(structuredClone(rest))),
    )
    return [causes?.slice(2), ...seen]
  }
  expect(look('{"name":5,"list":[1,"2",3],"x":1,"deep":{"a":"b","y":2}}')).toEqual([
    [
      expect.stringMatching(/^name: /),
      'list.1: number',
      expect.stringMatching(/^deep: /),
      expect.stringMatching(/^body: /),
    ],
  ])
  expect(look('{"name":5,"list":[1,"2",3],"deep":{"a":"b","y":2}}')).toEqual([
    [expect.stringMatching(/^name: /), 'list.1: number', expect.stringMatching(/^deep: /)],
    { list: [1, undefined, 3], deep: { a: 'b' } },
  ])
  expect(look('{"name":"x","deep":{"a":5}}')).toEqual([
    [expect.stringMatching(/^deep\.a: /)],
    { name: 'x', deep: {} },
  ])
})

test('an operation reads the headers that it names', () => {
  const named = {
    headers: z.object({ prefer: z.string().optional(), 'x-a': z.string().optional() }),
  } as never
  expect(parseHeaders(named, request('', { prefer: 'p', other: 'o' }))).toEqual({
    prefer: 'p',
    'x-a': undefined,
  })
  expect(parseHeaders({} as never, request('', { prefer: 'p' }))).toEqual({})
})

test('a reply has these headers, and no others', async () => {
  const { call } = testOrg()
  const { headers } = await call('GET', '/api/v1/groups?limit=5')
  expect(headers).toEqual({
    'x-rate-limit-limit': '600',
    'x-rate-limit-remaining': '599',
    'x-rate-limit-reset': '1767605460',
    date: 'Mon, 05 Jan 2026 09:30:00 GMT',
    'cache-control': 'no-cache, no-store',
    pragma: 'no-cache',
    expires: '0',
    'x-svc-request-id': expect.stringMatching(/^[A-Za-z0-9]{17}$/),
    'content-type': 'application/json',
    link: ['<https://svc.example.com/api/v1/groups?limit=5>; rel="self"'],
  })
})

test('a cursor belongs to its list, with any page size and any members', async () => {
  const it = testOrg()
  for (const name of ['a', 'b', 'c']) await it.call('POST', '/api/v1/groups', { profile: { name } })
  const first = await it.call('GET', '/api/v1/groups?limit=1&search=type%20eq%20%22SVC_GROUP%22')
  const next = /<https:\/\/svc\.example\.com([^>]*)>; rel="next"/.exec(String(first.headers['link']))![1]!
  const get = async (url: string) => {
    const { status, json } = await it.call('GET', url)
    return status === 200 ? json.map(({ profile }: { profile: { name: string } }) => profile.name) : status
  }
  expect(await get(next)).toEqual(['b'])
  expect(await get(next.replace('limit=1', 'limit=2'))).toEqual(['b', 'c'])
  expect(await get(`${next}&expand=stats`)).toEqual(['b'])
  expect(await get(next.replace('SVC_GROUP', 'BUILT_IN'))).toBe(400)
  expect(await get(next.replace('/groups?', '/users?'))).toBe(400)
})

test('a list without pages links to its own address', () => {
  const { org } = testOrg()
  const link = (query: string) =>
    new Call(org, {} as never, {} as never, {} as never, {
      ...request(''),
      path: '/api/v1/x',
      query,
    }).selfLink()
  expect(link('')).toEqual({ Link: ['<https://svc.example.com/api/v1/x>; rel="self"'] })
  expect(link('a=1+2&b=')).toEqual({ Link: ['<https://svc.example.com/api/v1/x?a=1%202&b=>; rel="self"'] })
})

test('an explanation escapes letters beyond ASCII, each in four digits', async () => {
  const it = testOrg()
  const { headers } = await it.call('GET', '/api/v1/users/%C3%A9%E2%82%AC~', undefined, {
    'x-identikit-explain': '1',
  })
  const told = String(headers['x-identikit-explanation'])
  expect(told).toContain(String.raw`\u00e9\u20ac~`)
  expect(told).toMatch(/^[\x20-\x7e]+$/)
})

test('the token of a suspended user does not work until it is back', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const { value } = it.org.access.makeAccessToken({ userId: id, scopes: ['svc.users.read'] })
  const get = async () =>
    (await it.call('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${value}` })).status
  expect(await get()).toBe(200)
  it.control.setUserStatus({ user: id, status: 'SUSPENDED' })
  expect(await get()).toBe(401)
  it.control.setUserStatus({ user: id, status: 'ACTIVE' })
  expect(await get()).toBe(200)
})

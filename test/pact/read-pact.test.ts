import { expect, test } from 'vitest'
import { readPact } from '../../src/pact/file/read-pact.ts'

type Json = Record<string, unknown>

const parties = { consumer: { name: 'shop' }, provider: { name: 'identity' } }
const request = { method: 'get', path: '/api/v1/users/me' }
const of = (version: string | undefined, interaction: Json): Json => ({
  ...parties,
  interactions: [{ request, response: {}, ...interaction }],
  ...(version === undefined ? {} : { metadata: { pactSpecification: { version } } }),
})
const read = (raw: unknown) => readPact(JSON.stringify(raw), 'shop.json')
const first = (version: string | undefined, interaction: Json) =>
  read(of(version, interaction)).interactions[0]!

test('reads a pact with as little in it as there can be', () => {
  const raw = of(undefined, {})
  expect(read(raw)).toEqual({
    source: 'shop.json',
    consumer: 'shop',
    provider: 'identity',
    version: 2,
    interactions: [
      {
        description: '',
        states: [],
        pending: false,
        request: {
          method: 'GET',
          path: '/api/v1/users/me',
          query: {},
          headers: {},
          body: undefined,
          contentType: undefined,
          rules: { query: {}, header: {}, body: {} },
          generators: {},
        },
        response: {
          status: 200,
          headers: {},
          body: undefined,
          contentType: undefined,
          rules: { query: {}, header: {}, body: {} },
          generators: {},
        },
      },
    ],
    others: [],
    raw,
  })
})

test.each<[string, Json, unknown]>([
  ['one by its name', { providerState: 'there is Ada' }, [{ name: 'there is Ada', params: {} }]],
  ['one by its old name', { provider_state: 'there is Ada' }, [{ name: 'there is Ada', params: {} }]],
  ['none by an empty name', { providerState: '' }, []],
  ['none', { providerStates: 'many' }, []],
  [
    'several, with what they are given',
    {
      providerStates: [
        { name: 'a', params: { id: 1 } },
        'no state',
        { params: 'none' },
        { name: true, params: [] },
      ],
    },
    [
      { name: 'a', params: { id: 1 } },
      { name: '', params: {} },
      { name: 'true', params: {} },
    ],
  ],
])('reads the states of an interaction: %s', (_, interaction, states) => {
  expect(first('3.0.0', interaction).states).toEqual(states)
})

test('reads whether an interaction is pending, and what describes it', () => {
  expect(first('4.0', { pending: true, description: 'asks' })).toMatchObject({
    pending: true,
    description: 'asks',
  })
  expect(first('4.0', { pending: 'true', description: { a: 1 } })).toMatchObject({
    pending: false,
    description: '',
  })
})

test.each<[string, unknown, unknown]>([
  ['a text', 'q=a&limit=2&q=b+c', { q: ['a', 'b c'], limit: ['2'] }],
  ['values by name', { q: ['a', 1, true, null], limit: 2 }, { q: ['a', '1', 'true', ''], limit: ['2'] }],
  ['a list, which is none', ['q'], {}],
])('reads the query of a request: %s', (_, query, expected) => {
  expect(first('3.0.0', { request: { ...request, query } }).request.query).toEqual(expected)
})

test('reads headers by their name in lower case, each as a list', () => {
  const headers = { 'Content-Type': 'application/json', 'X-Many': ['a', 1] }
  expect(first('3.0.0', { response: { status: 201, headers } }).response).toMatchObject({
    status: 201,
    headers: { 'content-type': ['application/json'], 'x-many': ['a', '1'] },
    contentType: 'application/json',
  })
  expect(first('3.0.0', { response: { headers: 'none' } }).response.headers).toEqual({})
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
test.each<[string, string, unknown, unknown, string | undefined]>([
  ['2.0.0', 'as it stands', { content: 1 }, { content: 1 }, undefined],
  ['3.0.0', 'null', null, null, undefined],
  ['4.0', 'without a content', { contentType: 'text/plain' }, undefined, undefined],
  ['4.0', 'that is no object', 'text', undefined, undefined],
  [
    '4.0',
    'as JSON',
    { content: { a: 1 }, contentType: 'application/json', encoded: false },
    { a: 1 },
    'application/json',
  ],
  [
    '4.0',
    'as a JSON text',
    { content: 'a', encoded: 'JSON', contentType: 'application/json' },
    'a',
    'application/json',
  ],
  [
    '4.0',
    'as a text',
    { content: '{"a":1}', encoded: false, contentType: 'application/json' },
    '{"a":1}',
    'application/json',
  ],
  [
    '4.0',
    'as JSON within a text',
    { content: '{"a":1}', contentType: 'application/json; charset=utf-8' },
    { a: 1 },
    'application/json; charset=utf-8',
  ],
  [
    '4.0',
    'as JSON of its own kind',
    { content: '[1]', contentType: 'application/scim+json' },
    [1],
    'application/scim+json',
  ],
  [
    '4.0',
    'as a text that is no JSON',
    { content: '[1]', contentType: 'application/jsonp' },
    '[1]',
    'application/jsonp',
  ],
  ['4.0', 'as a text of no known kind', { content: '[1]', contentType: 7 }, '[1]', undefined],
  ['4.0', 'as broken JSON', { content: '{', contentType: 'application/json' }, '{', 'application/json'],
  [
    '4.0',
    'in base64',
    { content: base64('{"ä":1}'), encoded: 'base64', contentType: 'application/json' },
    { ä: 1 },
    'application/json',
  ],
  [
    '4.0',
    'encoded in base64 as it was said of old',
    { content: base64('ä'), encoded: true, contentType: 'text/plain' },
    'ä',
    'text/plain',
  ],
])('reads the body of version %s %s', (version, _, body, expected, contentType) => {
  const { response } = first(version, { response: { body } })
  expect([response.body, response.contentType]).toEqual([expected, contentType])
})

test('the type that a body names goes before that of the header', () => {
  const headers = { 'Content-Type': ['text/plain'] }
  const body = { content: 'a', contentType: 'text/csv' }
  expect(first('4.0', { response: { headers, body } }).response.contentType).toBe('text/csv')
})

const type = { combine: 'AND', matchers: [{ match: 'type' }] }
test('reads the rules of version 2 by where they lead to', () => {
  const rule = { match: 'type' }
  const matchingRules = {
    '$.path': rule,
    "$['path']": { match: 'regex', regex: 'a' },
    '$.query.limit': rule,
    "$.query['after'][0]": rule,
    '$.headers.X-One': rule,
    "$['header']['X-Two'][0]": rule,
    '$.body': rule,
    '$.body.items[0].id': { min: 1 },
    "$['body']['a b']": rule,
    $: rule,
    '$.else': rule,
    '$.body.none': 'rule',
  }
  expect(first('2.0.0', { request: { ...request, matchingRules } }).request.rules).toEqual({
    path: { combine: 'AND', matchers: [{ match: 'regex', regex: 'a' }] },
    query: { limit: type, after: type },
    header: { 'x-one': type, 'x-two': type },
    body: {
      $: type,
      '$.items[0].id': { combine: 'AND', matchers: [{ match: 'type', min: 1 }] },
      "$['a b']": type,
    },
  })
})

test('reads the rules of later versions by their part', () => {
  const rules = { matchers: [{ match: 'type' }] }
  const matchingRules = {
    path: { matchers: [{ match: 'regex', regex: 'a' }], combine: 'OR' },
    status: rules,
    query: { limit: rules, '$.q': rules, "$['after']": rules, "['sort'][0]": rules, 'many[*]': rules },
    header: { 'X-One': rules, 'X-Two[0]': rules, 'X-Three[*]': rules },
    body: { '$.id': rules, '$.a': 'rules', '$.b': { matchers: [1, { match: 'type' }], combine: 'else' } },
  }
  for (const version of ['3.0.0', '4.0'])
    expect(first(version, { request: { ...request, matchingRules } }).request.rules).toEqual({
      path: { combine: 'OR', matchers: [{ match: 'regex', regex: 'a' }] },
      status: type,
      query: { limit: type, q: type, after: type, sort: type, many: type },
      header: { 'x-one': type, 'x-two': type, 'x-three': type },
      body: { '$.id': type, '$.a': { combine: 'AND', matchers: [] }, '$.b': type },
    })
  expect(
    first('3.0.0', { request: { ...request, matchingRules: { path: {}, status: {}, body: 'none' } } }).request
      .rules,
  ).toEqual({ query: {}, header: {}, body: {} })
})

test.each([
  [{ regex: 'a' }, { match: 'regex', regex: 'a' }],
  [{ timestamp: 'y' }, { match: 'timestamp', timestamp: 'y' }],
  [{ date: 'y' }, { match: 'date', date: 'y' }],
  [{ time: 'H' }, { match: 'time', time: 'H' }],
  [{ min: 1 }, { match: 'type', min: 1 }],
  [{ max: 2 }, { match: 'type', max: 2 }],
  [{}, { match: 'type' }],
  [
    { match: 'equality', min: 1 },
    { match: 'equality', min: 1 },
  ],
])('takes the matcher %j for %j', (matcher, expected) => {
  const matchingRules = { body: { $: { matchers: [matcher] } } }
  expect(first('3.0.0', { response: { matchingRules } }).response.rules.body).toEqual({
    $: { combine: 'AND', matchers: [expected] },
  })
})

test('reads generators, those of headers in lower case', () => {
  const generators = { body: { '$.id': { type: 'Uuid' } }, header: { 'X-Id': { type: 'Uuid' } } }
  expect(first('3.0.0', { response: { generators } }).response.generators).toEqual({
    body: { '$.id': { type: 'Uuid' } },
    header: { 'x-id': { type: 'Uuid' } },
  })
  expect(
    first('3.0.0', { response: { generators: { path: { type: 'Uuid' } } } }).response.generators,
  ).toEqual({
    path: { type: 'Uuid' },
  })
})

test.each<[unknown, number]>([
  [undefined, 2],
  ['none', 2],
  [{}, 2],
  [{ pactSpecification: {} }, 2],
  [{ pactSpecification: { version: '3.0.0' } }, 3],
  [{ 'pact-specification': { version: '4.0' } }, 4],
  [{ pactSpecification: 'none', pactSpecificationVersion: '3' }, 3],
  [{ pactSpecificationVersion: 4 }, 4],
])('with the metadata %j a pact has version %i', (metadata, version) => {
  expect(read({ ...parties, metadata }).version).toBe(version)
})

test('lists interactions that are not HTTP by their description', () => {
  const pact = read({
    ...parties,
    interactions: [
      { type: 'Synchronous/HTTP', description: 'a', request, response: {} },
      { type: 'Asynchronous/Messages', description: 'b' },
      'c',
    ],
    messages: [{ description: 'd' }, 7],
  })
  expect(pact.interactions.map(({ description }) => description)).toEqual(['a'])
  expect(pact.others).toEqual(['b', '', 'd', ''])
  expect(read({ ...parties, messages: 'none' }).others).toEqual([])
})

test('passes over a byte order mark', () => {
  expect(readPact(`\uFEFF${JSON.stringify(parties)}`, 'shop.json').interactions).toEqual([])
})

test.each<[unknown, string | RegExp]>([
  ['{', /^shop\.json: not JSON: ./],
  ['[]', 'shop.json: expected an object'],
  [{ provider: parties.provider }, 'shop.json: consumer.name: expected a name'],
  [{ ...parties, consumer: { name: '' } }, 'shop.json: consumer.name: expected a name'],
  [{ ...parties, provider: { name: 7 } }, 'shop.json: provider.name: expected a name'],
  [{ ...parties, provider: 'identity' }, 'shop.json: provider.name: expected a name'],
  [{ ...parties, interactions: {} }, 'shop.json: interactions: expected a list'],
  [of('1.1.0', {}), 'shop.json: the Pact specification 1 is not supported; 2, 3 and 4 are'],
  [of('5.0', {}), 'shop.json: the Pact specification 5 is not supported; 2, 3 and 4 are'],
  [of('3.0.0', { request: 'GET' }), 'shop.json: interactions[0]: request: expected an object'],
  [of('3.0.0', { response: [] }), 'shop.json: interactions[0]: response: expected an object'],
  [of('3.0.0', { request: { path: '/' } }), 'shop.json: interactions[0]: request.method: expected a method'],
  [of('3.0.0', { request: { method: 'GET' } }), 'shop.json: interactions[0]: request.path: expected a path'],
  [
    of('3.0.0', { response: { status: '200' } }),
    'shop.json: interactions[0]: response.status: expected a number',
  ],
])('refuses %j, and says where and why', (raw, message) => {
  const reading = () => readPact(typeof raw === 'string' ? raw : JSON.stringify(raw), 'shop.json')
  expect(reading).toThrow(message)
  expect(reading).toThrow(expect.objectContaining({ name: 'PactFileError' }))
})

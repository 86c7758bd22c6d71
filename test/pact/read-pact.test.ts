import { expect, test } from 'vitest'
import { readPact } from '../../src/pact/file/read-pact.ts'
import { expectGolden } from '../support/golden-cases.ts'

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

test('reads headers by their name in lower case, each as a list', () => {
  const headers = { 'Content-Type': 'application/json', 'X-Many': ['a', 1] }
  expect(first('3.0.0', { response: { status: 201, headers } }).response).toMatchObject({
    status: 201,
    headers: { 'content-type': ['application/json'], 'x-many': ['a', '1'] },
    contentType: 'application/json',
  })
  expect(first('3.0.0', { response: { headers: 'none' } }).response.headers).toEqual({})
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

test('each pact is read, or refused with the place and the reason', async () => {
  await expectGolden(new URL('pacts.txt', import.meta.url), (input) => {
    try {
      const { version, interactions } = readPact(input.replace(/^text /, ''), 'shop.json')
      return [`version ${version}`, ...interactions.map((each) => JSON.stringify(each))].join('\n')
    } catch (error) {
      expect(error).toMatchObject({ name: 'PactFileError' })
      // The rest is of the JavaScript engine.
      return (error as Error).message.replace(/(?<=not JSON: ).+/, '…')
    }
  })
})

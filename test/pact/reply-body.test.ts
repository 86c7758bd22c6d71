/** What a recorded pact expects of the body of a reply: an example, and the rules that it is compared by. */
import { expect, test } from 'vitest'
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { Json } from '../../src/pact/file/pact-file.ts'
import { CanonicalIds, sorted } from '../../src/pact/record/canonical.ts'
import { pactDocument, pactPath, pactText } from '../../src/pact/record/pact-document.ts'
import type { RecordedInteraction } from '../../src/pact/record/recorded-interaction.ts'
import { expectedBody, type Keeping } from '../../src/pact/record/reply-body.ts'

const moment = '2026-01-02T03:04:05.678Z'
const time = { match: 'regex', regex: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$` }
const url = { match: 'regex', regex: String.raw`^https?://\S+$` }
const type = { match: 'type' }
const some = { match: 'type', min: 1 }
const integer = { match: 'integer' }

function expected(
  body: Json,
  operation?: OperationName,
  keeping: Keeping = { links: false, read: undefined },
) {
  const { example, rules } = expectedBody(body, operation, 200, keeping)
  const matchers = Object.entries(rules).map(([place, { combine, matchers: list }]) => {
    expect([combine, list.length]).toEqual(['AND', 1])
    return [place, list[0]]
  })
  return { example, rules: Object.fromEntries(matchers) as unknown }
}

test.each<[body: Json, example: Json, rules: object]>([
  [null, {}, {}],
  ['x', 'x', { $: type }],
  [7, 7, { $: integer }],
  [1.5, 1.5, { $: type }],
  [true, true, { $: type }],
  [[], [], {}],
  [{}, {}, {}],
  [{ list: [] }, { list: [] }, { '$.list': type }],
  [[1, 2], [1], { $: some, '$[*]': integer }],
  [[null], [], { $: some }],
  [[[1], [2]], [[1]], { $: some, '$[*]': some, '$[*][*]': integer }],
  // What is not there, or null, in one of them is not there for each.
  [
    [
      { a: 1, b: null, c: { d: 1, e: 2 }, f: 1 },
      { a: 2, b: 1, c: { d: 1, e: null } },
    ],
    [{ a: 1, c: { d: 1 } }],
    { $: some, '$[*].a': integer, '$[*].c.d': integer },
  ],
  [
    {
      errorCode: 'E1',
      errorLink: 'E1',
      errorId: 'x',
      errorSummary: 's',
      errorCauses: [{ errorSummary: 'c' }],
      error: 'e',
      error_description: 'd',
      status: 'S',
    },
    {
      errorCode: 'E1',
      errorLink: 'E1',
      errorId: 'oaeExampleErrorId0000000',
      errorSummary: 'What went wrong',
      errorCauses: [],
      error: 'e',
      error_description: 'What went wrong',
      status: 'S',
    },
    { '$.errorId': type, '$.errorSummary': type, '$.errorCauses': type, '$.error_description': type },
  ],
  [
    {
      client_secret: 's',
      tempPassword: 'p',
      activationToken: 't',
      activationUrl: 'https://x/y',
      resetPasswordUrl: 'https://x/z',
    },
    {
      client_secret: 'example-client-secret',
      tempPassword: 'Example1',
      activationToken: 'example-activation-token',
      activationUrl: 'https://svc.example.com/tokens/example-activation-token/verify',
      resetPasswordUrl: 'https://svc.example.com/reset_password/example-token',
    },
    {
      '$.client_secret': type,
      '$.tempPassword': type,
      '$.activationToken': type,
      '$.activationUrl': url,
      '$.resetPasswordUrl': url,
    },
  ],
  [{ client_secret: null, tempPassword: 7 }, { tempPassword: 7 }, { '$.tempPassword': integer }],
  [
    {
      created: moment,
      a: '2026-01-02T03:04:05Z',
      b: `a${moment}`,
      c: `${moment}c`,
      d: moment.replace('.', 'x'),
    },
    {
      created: '2026-01-05T09:30:00.000Z',
      a: '2026-01-02T03:04:05Z',
      b: `a${moment}`,
      c: `${moment}c`,
      d: moment.replace('.', 'x'),
    },
    { '$.created': time, '$.a': type, '$.b': type, '$.c': type, '$.d': type },
  ],
  [
    { issued_at: 17, expires_at: 0, expiresAt: 5, at_x: 5, that: 5, one_at: 'x' },
    { issued_at: 1_767_605_400, expires_at: 0, expiresAt: 1_767_605_400, at_x: 5, that: 5, one_at: 'x' },
    {
      '$.issued_at': integer,
      '$.expires_at': integer,
      '$.expiresAt': integer,
      '$.at_x': integer,
      '$.that': integer,
      '$.one_at': type,
    },
  ],
  [{ _links: { a: 1 }, _embedded: { a: 1 }, allGroupsValid: true, a: 1 }, { a: 1 }, { '$.a': integer }],
  [{ status: 'PROVISIONED', activated: moment }, { status: 'PROVISIONED' }, {}],
  [
    { status: 'ACTIVE', activated: moment },
    { status: 'ACTIVE', activated: '2026-01-05T09:30:00.000Z' },
    { '$.activated': time },
  ],
])('of %j a pact expects %j', (body, example, rules) => {
  expect(expected(body)).toEqual({ example, rules })
})

test('links are kept where they are wanted, under another address', () => {
  const self = { href: 'https://svc.test/api/v1/x?q=1' }
  const body = {
    _links: { self, rel: 'ftp://x' },
    _embedded: { a: 1 },
    allGroupsValid: true,
    href: 'https://x',
  }
  expect(expected(body, undefined, { links: true, read: undefined })).toEqual({
    example: {
      _links: { self: { href: 'https://svc.example.com/api/v1/x' }, rel: 'ftp://x' },
      _embedded: { a: 1 },
      href: 'https://x',
    },
    rules: { '$._links.self.href': url, '$._links.rel': type, '$._embedded.a': integer, '$.href': type },
  })
})

test('of what a consumer read everything is kept, and nothing else', () => {
  const read = new Set(['$.allGroupsValid', '$.a', '$.a.b', '$.l', '$.l[*].y'])
  const body = { allGroupsValid: true, a: { b: 1, c: 2 }, l: [{ x: 1, y: 2 }], m: 1 }
  expect(expected(body, undefined, { links: true, read })).toEqual({
    example: { allGroupsValid: true, a: { b: 1 }, l: [{ y: 2 }] },
    rules: { '$.allGroupsValid': type, '$.a.b': integer, '$.l': some, '$.l[*].y': integer },
  })
})

test.each<[OperationName, Json, rules: object]>([
  [
    'getUser',
    { id: 'x', status: 'ACTIVE', profile: { login: 'a', badge: 7 } },
    { '$.id': type, '$.profile.login': type, '$.profile.badge': integer },
  ],
  ['getGroupRule', { id: 'x', type: 'group_rule', status: 'INVALID' }, { '$.id': type }],
  [
    'getClient',
    {
      client_id: 'c',
      application_type: 'web',
      response_types: ['code'],
      grant_types: ['password'],
      jwks: { keys: [{ kty: 'RSA', e: 'AQAB' }] },
      consent_method: 'REQUIRED',
    },
    {
      '$.client_id': type,
      '$.response_types': some,
      '$.grant_types': some,
      '$.jwks.keys': some,
      '$.jwks.keys[*].e': type,
    },
  ],
  [
    'listUserGrants',
    [{ id: 'x', status: 'ACTIVE', scopeId: 'y' }],
    { $: some, '$[*].id': type, '$[*].scopeId': type },
  ],
  ['expirePassword', { id: 'x', status: 'ACTIVE', transitioningToStatus: 'ACTIVE' }, { '$.id': type }],
])('words of a list that %s answers are exact', (operation, body, rules) => {
  expect(expected(body, operation)).toEqual({ example: body, rules })
})

test('ids are counted by their kind, in the order in which they come', () => {
  const ids = new CanonicalIds()
  const a = '00uAAAAAAAAAAAAAAAAA'
  const b = '00uBBBBBBBBBBBBBBBBB'
  const g = '00gAAAAAAAAAAAAAAAAA'
  expect(
    ids.replaced({
      x: b,
      [a]: `/users/${a}/${g}`,
      y: [b, `${a}more`, `more${a}`, '00uShort', '99uAAAAAAAAAAAAAAAAA'],
    }),
  ).toEqual({
    x: '00u00000000000000001',
    '00u00000000000000002': '/users/00u00000000000000002/00g00000000000000001',
    y: ['00u00000000000000001', `${a}more`, `more${a}`, '00uShort', '99uAAAAAAAAAAAAAAAAA'],
  })
  expect([ids.count('00u'), ids.count('00g'), ids.count('0oa')]).toEqual([2, 1, 0])
  expect(ids.of(g)).toBe('00g00000000000000001')
  expect(ids.of('0oaCCCCCCCCCCCCCCCCC')).toBe('0oa00000000000000001')
})

test('members are sorted by their names, however deep', () => {
  expect(JSON.stringify(sorted({ b: [{ d: null, c: 'x' }], a: { z: 1, y: true } }))).toBe(
    '{"a":{"y":true,"z":1},"b":[{"c":"x","d":null}]}',
  )
})

test('a pact has each interaction once, in the order of descriptions and then of contents', () => {
  const one = (description: string, n: number): RecordedInteraction => ({ description, pending: false, n })
  const parties = { consumer: 'web', provider: 'id' }
  const pact = pactDocument(parties, [one('b', 2), one('a', 1), one('b', 1), one('b', 3), one('a', 1)])
  expect(pact).toEqual({
    consumer: { name: 'web' },
    provider: { name: 'id' },
    interactions: [one('a', 1), one('b', 1), one('b (2)', 2), one('b (3)', 3)],
    metadata: { pactSpecification: { version: '4.0' } },
  })
  expect(pactText(pactDocument(parties, []))).toBe(
    '{\n  "consumer": {\n    "name": "web"\n  },\n  "provider": {\n    "name": "id"\n  },\n  "interactions": [],\n  "metadata": {\n    "pactSpecification": {\n      "version": "4.0"\n    }\n  }\n}\n',
  )
  expect(pactPath('pacts', parties)).toBe('pacts/web-id.json')
})

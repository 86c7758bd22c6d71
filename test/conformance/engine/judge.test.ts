import { expect, test } from 'vitest'
import { a } from '../../../conformance/engine/judge/expectation.ts'
import type { Assertion, Judge } from '../../../conformance/engine/judge/judge.ts'
import { createJudge } from '../../../conformance/engine/judge/judge.ts'
import { parseLinkHeader, toReply } from '../../../conformance/engine/wire/reply.ts'

function judging(): { judge: Judge; assertions: Assertion[] } {
  const assertions: Assertion[] = []
  const judge = createJudge({
    record: (assertion) => void assertions.push(assertion),
    settle: () => {},
    failed: false,
    lastExchange: () => 7,
  })
  return { judge, assertions }
}

const reply = (status: number, text = '') =>
  toReply({ status, headers: {}, text }, 3, { method: 'GET', path: '/x', body: undefined })

test('undefined equals nothing, not even undefined', () => {
  const { judge } = judging()
  expect(judge.equal(undefined, 'a')).toBe(false)
  expect(() => judge.equal(undefined, undefined)).toThrow('an answer lacks what the check compares with')
  expect(() => judge.notEqual('a', undefined)).toThrow('an answer lacks what the check compares with')
  expect(judge.oneOf(undefined, [undefined])).toBe(false)
  expect(judge.notEqual(undefined, 'a')).toBe(false)
})

test('equal compares the whole value, in any order of keys', () => {
  const { judge } = judging()
  expect(judge.equal({ a: 1, b: [1] }, { b: [1], a: 1 })).toBe(true)
  expect(judge.equal({ a: 1, b: 2 }, { a: 1 })).toBe(false)
  expect(judge.equal([1, 2], [2, 1])).toBe(false)
})

test('matches looks only at the named members, and only in a 2xx answer', () => {
  const { judge, assertions } = judging()
  expect(judge.matches(reply(200, '{"status":"STAGED","x":1}'), { status: 'STAGED' })).toBe(true)
  expect(judge.matches(reply(404, '{"status":"STAGED"}'), { status: 'STAGED' })).toBe(false)
  expect(
    judge.matches(reply(200, '{"profile":{"login":"a"}}'), { profile: { login: 'b', email: a.string } }),
  ).toBe(false)
  expect(assertions.at(-1)).toMatchObject({
    exchange: 3,
    differences: [
      { path: 'profile.login', expected: 'b', got: 'a' },
      { path: 'profile.email', got: undefined },
    ],
  })
})

test('an error is judged by status and code, in its own dialect, and never by its texts', () => {
  const { judge } = judging()
  const platform = '{"errorCode":"E0000001","errorSummary":"anything"}'
  expect(judge.platformError(reply(400, platform), 400, 'E0000001')).toBe(true)
  expect(judge.platformError(reply(403, platform), 400, 'E0000001')).toBe(false)
  expect(judge.platformError(reply(400, '{"error":"E0000001"}'), 400, 'E0000001')).toBe(false)
  expect(judge.oauthError(reply(401, '{"error":"invalid_client"}'), 401, 'invalid_client')).toBe(true)
  expect(judge.oauthError(reply(401, '{"errorCode":"invalid_client"}'), 401, 'invalid_client')).toBe(false)
  expect(judge.platformError(reply(400), 400, 'E0000001')).toBe(false)
})

test('a refusal is any 4xx but 429, a success any 2xx', () => {
  const { judge } = judging()
  expect([400, 499, 429, 500, 200].map((status) => judge.refused(reply(status)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([200, 299, 300, 404].map((status) => judge.success(reply(status)))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('empty needs the status and no body', () => {
  const { judge } = judging()
  expect(judge.empty(reply(204), 204)).toBe(true)
  expect(judge.empty(reply(204, '{}'), 204)).toBe(false)
  expect(judge.empty(reply(200), 204)).toBe(false)
})

test('every element of an empty list is not evidence', () => {
  const { judge } = judging()
  expect(judge.every([], a.string)).toBe(false)
  expect(judge.every(['a', 1], a.string)).toBe(false)
  expect(judge.every(['a'], a.string)).toBe(true)
  expect(judge.some([], a.string)).toBe(false)
  expect(judge.none(undefined, a.string)).toBe(false)
})

test('absent and present need an object to look at', () => {
  const { judge } = judging()
  expect(judge.absent(undefined, 'x')).toBe(false)
  expect(judge.absent({ y: 1 }, 'x')).toBe(true)
  expect(judge.absent({ x: undefined }, 'x')).toBe(false)
  expect(judge.present({ x: null }, 'x')).toBe(true)
  expect(judge.present({}, 'x')).toBe(false)
})

test.each([
  ['2026-01-02T03:04:05.678Z', true],
  ['2026-01-02T03:04:05Z', false],
  ['2026-01-02T03:04:05.678+00:00', false],
  ['2026-13-02T03:04:05.678Z', false],
  [1700000000000, false],
])('%s is a timestamp: %s', (value, held) => {
  expect(judging().judge.timestamp(value)).toBe(held)
})

test('an assertion without a reply is tied to the last exchange, or to the one that is named', () => {
  const { judge, assertions } = judging()
  judge.ok(true, 'it is so')
  judge.on(reply(200)).ok(true, 'it is so')
  expect(assertions.map(({ exchange }) => exchange)).toEqual([7, 3])
})

test.each([
  ['<https://x.test/a?after=1,2>; rel="next"', { next: 'https://x.test/a?after=1,2' }],
  [
    '<https://x.test/a>; rel="self", <https://x.test/b>; rel=next',
    { self: 'https://x.test/a', next: 'https://x.test/b' },
  ],
  [
    '<https://x.test/a>; title="a, b; c"; rel="self next"',
    { self: 'https://x.test/a', next: 'https://x.test/a' },
  ],
  ['', {}],
  ['nonsense', {}],
])('the Link header %s is read', (header, links) => {
  expect(parseLinkHeader(header)).toEqual(links)
})

test('a missing body reads as an object without fields', () => {
  expect(reply(204).json).toEqual({})
  expect(reply(200, 'not json').body).toBeUndefined()
  expect(reply(200, '[1]').items).toEqual([1])
  expect(reply(200, '{"a":1}').items).toEqual([])
})

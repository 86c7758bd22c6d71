/** How a report shows each kind of judgement: the request, the expectation and the reply. */
import { expect, test } from 'vitest'
import { a } from '../../../conformance/engine/judge/expectation.ts'
import { type Assertion, createJudge, type Judge } from '../../../conformance/engine/judge/judge.ts'
import { parseLinkHeader, toReply } from '../../../conformance/engine/wire/reply.ts'

const reply = (status: number, text = '') =>
  toReply({ status, headers: {}, text }, 3, { method: 'GET', path: '/x', body: undefined })

const body = (status: number, json: unknown) => reply(status, JSON.stringify(json))

const judging = (assertions: Assertion[] = [], failed = false): Judge =>
  createJudge({
    record: (assertion) => void assertions.push(assertion),
    settle: () => {},
    failed,
    lastExchange: () => 7,
  })

test.each<[string, (judge: Judge) => boolean, Partial<Assertion>, places?: string]>([
  ['equal', (judge) => judge.equal(1, 1), { what: 'equals', expected: 1, got: 1 }],
  ['equal', (judge) => judge.equal({ b: 1 }, { b: 2 }, 'the b'), { what: 'the b', got: { b: 1 } }, 'b 2 1'],
  ['equal', (judge) => judge.equal({ b: 1, c: 2 }, { b: 1 }), {}, ' {"b":1} {"b":1,"c":2}'],
  ['notEqual', (judge) => judge.notEqual(1, 2), { what: 'differs', expected: { not: 2 }, got: 1 }],
  ['notEqual', (judge) => judge.notEqual(2, 2, 'it'), { what: 'it' }, ' {"not":2} 2'],
  [
    'matches',
    (judge) => judge.matches(body(200, { b: 1, c: 2 }), { b: 1 }),
    { what: 'a 2xx answer whose body matches', expected: { b: 1 }, got: { b: 1, c: 2 }, exchange: 3 },
  ],
  [
    'matches',
    (judge) => judge.matches(body(404, { b: 1 }), { b: 1 }),
    {
      what: 'a 2xx answer whose body matches',
      expected: { status: '2xx' },
      got: { status: 404, body: { b: 1 } },
    },
    'status "2xx" 404',
  ],
  ['like', (judge) => judge.like({ b: 1 }, { b: 1 }), { what: 'matches', exchange: 7 }],
  [
    'like',
    (judge) => judge.like({ b: 1 }, { b: a.string }, 'it'),
    { what: 'it' },
    'b "<a string that is not empty>" 1',
  ],
  ['status', (judge) => judge.status(reply(200), 200), { what: 'the status', expected: { status: 200 } }],
  ['status', (judge) => judge.status(reply(200), [200, 204]), { expected: { status: [200, 204] } }],
  ['status', (judge) => judge.status(reply(201), [200]), { expected: { status: 200 } }, 'status 200 201'],
  ['success', (judge) => judge.success(reply(299)), { what: 'a success', expected: { status: '2xx' } }],
  [
    'success',
    (judge) => judge.success(reply(199, 'x')),
    { got: { status: 199, body: 'x' } },
    'status "2xx" 199',
  ],
  ['refused', (judge) => judge.refused(reply(400)), { what: 'a refusal', expected: { status: '4xx' } }],
  ['refused', (judge) => judge.refused(reply(399)), {}, 'status "4xx" 399'],
  [
    'platformError',
    (judge) => judge.platformError(body(400, { errorCode: 'E1', errorSummary: 'x' }), 400, 'E1'),
    { what: 'a platform-style error', expected: { status: 400, body: { errorCode: 'E1' } }, exchange: 3 },
  ],
  [
    'platformError',
    (judge) => judge.platformError(body(403, { errorCode: 'E2' }), 400, 'E1'),
    {},
    'status 400 403, body.errorCode "E1" "E2"',
  ],
  [
    'oauthError',
    (judge) => judge.oauthError(body(400, { error: 'e' }), 400, 'e'),
    { what: 'an OAuth-style error', expected: { status: 400, body: { error: 'e' } }, exchange: 3 },
  ],
  ['oauthError', (judge) => judge.oauthError(body(400, {}), 400, 'e'), {}, 'body.error "e" undefined'],
  [
    'empty',
    (judge) => judge.empty(reply(204), 204),
    { what: 'the status, and no body', expected: { status: 204, body: '' } },
  ],
  ['empty', (judge) => judge.empty(reply(200, 'x'), 204), { exchange: 3 }, 'status 204 200, body "" "x"'],
  ['ok', (judge) => judge.ok('yes', 'it is so'), { what: 'it is so', expected: 'it is so', got: 'yes' }],
  ['ok', (judge) => judge.ok(0, 'it is so', 'zero'), { got: 'zero' }, ' "it is so" "zero"'],
  [
    'absent',
    (judge) => judge.absent({}, 'b'),
    { what: 'has no `b`', expected: 'an object without b', got: {} },
  ],
  ['absent', (judge) => judge.absent(null, 'b'), {}, ' "an object without b" null'],
  ['present', (judge) => judge.present({ b: null }, 'b'), { what: 'has `b`', expected: 'an object with b' }],
  ['present', (judge) => judge.present({ b: 1 }, 'c'), {}, ' "an object with c" {"b":1}'],
  ['oneOf', (judge) => judge.oneOf(2, [1, 2]), { what: 'is one of', expected: [1, 2], got: 2 }],
  ['oneOf', (judge) => judge.oneOf(3, [1, 2], 'it'), { what: 'it' }, ' [1,2] 3'],
  ['timestamp', (judge) => judge.timestamp('2026-01-02T03:04:05.678Z'), { what: 'is a timestamp' }],
  [
    'timestamp',
    (judge) => judge.timestamp('now', 'it'),
    { what: 'it', expected: 'yyyy-MM-ddTHH:mm:ss.SSSZ' },
    ' "yyyy-MM-ddTHH:mm:ss.SSSZ" "now"',
  ],
  ['every', (judge) => judge.every([{ b: 1 }], { b: 1 }), { what: 'every element', expected: { b: 1 } }],
  ['every', (judge) => judge.every([{ b: 1 }, { b: 2 }], { b: 1 }, 'it'), { what: 'it' }, '[1].b 1 2'],
  [
    'every',
    (judge) => judge.every([1, 2], (each) => each === 1),
    { expected: 'an element that fits' },
    '[1] "an element that fits" 2',
  ],
  [
    'every',
    (judge) => judge.every([], {}),
    { expected: 'a list that is not empty' },
    ' "a list that is not empty" []',
  ],
  ['every', (judge) => judge.every({ length: 1 }, {}), {}, ' "a list that is not empty" {"length":1}'],
  [
    'some',
    (judge) => judge.some([1, 2], (each) => each === 2),
    { what: 'an element', expected: 'an element that fits' },
  ],
  ['some', (judge) => judge.some([{ b: 1 }], { b: 2 }, 'it'), { what: 'it' }, ' {"b":2} [{"b":1}]'],
  ['some', (judge) => judge.some('x', {}), {}, ' {} "x"'],
  [
    'none',
    (judge) => judge.none([1], (each) => each === 2),
    { what: 'no element', expected: { not: 'an element that fits' } },
  ],
  [
    'none',
    (judge) => judge.none([{ b: 1 }, { b: 2 }], { b: 2 }, 'it'),
    { what: 'it' },
    ' {"not":{"b":2}} [{"b":1},{"b":2}]',
  ],
  ['none', (judge) => judge.none('x', {}), {}, ' {"not":{}} "x"'],
  ['pass', (judge) => judge.pass(), { what: 'judged by the check', expected: undefined, got: undefined }],
  ['pass', (judge) => judge.pass('it'), { what: 'it' }],
  [
    'fail',
    (judge) => judge.fail('it is so', 1),
    { what: 'it is so', expected: 'it is so', got: 1 },
    ' "it is so" 1',
  ],
])('%s is shown', (_name, make, shown, places = '') => {
  const assertions: Assertion[] = []
  const judge = judging(assertions)
  expect(make(judge)).toBe(places === '')
  expect(assertions).toHaveLength(1)
  expect(assertions[0]).toMatchObject({ held: places === '', ...shown })
  expect(
    assertions[0]?.differences
      .map((each) => `${each.path} ${JSON.stringify(each.expected)} ${JSON.stringify(each.got)}`)
      .join(', '),
  ).toBe(places)
})

test('a comparison with nothing is blocked, and says which', () => {
  const judge = judging([], true)
  expect(() => judge.equal(1, undefined)).toThrow('an answer lacks what the check compares with (equals)')
  expect(() => judge.notEqual(1, undefined)).toThrow('an answer lacks what the check compares with (differs)')
  expect(judge.failed).toBe(true)
})

test.each([
  ['2026-01-02T03:04:05.678Z', true],
  ['2026-01-02T03:04:05Z', false],
  ['2026-01-02T03:04:05.678+00:00', false],
  ['2026-13-02T03:04:05.678Z', false],
  [1700000000000, false],
])('%s is a timestamp: %s', (value, held) => {
  expect(judging().timestamp(value)).toBe(held)
})

test('a value is not equal to nothing, and one of nothing', () => {
  const judge = judging()
  expect([
    judge.equal(undefined, 'a'),
    judge.notEqual(undefined, 'a'),
    judge.oneOf(undefined, [undefined]),
  ]).toEqual([false, false, false])
  expect([judge.equal({ b: 1, c: [1] }, { c: [1], b: 1 }), judge.equal([1, 2], [2, 1])]).toEqual([
    true,
    false,
  ])
  expect([400, 499, 429, 500, 200].map((status) => judge.refused(reply(status)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['<https://x.test/a?after=1,2>; rel="next"', { next: 'https://x.test/a?after=1,2' }],
  [
    '<https://x.test/a>; rel="self", <https://x.test/b>; rel=next',
    { self: 'https://x.test/a', next: 'https://x.test/b' },
  ],
  ['<a>; title="a, b; c"; rel="  self   next "', { self: 'a', next: 'a' }],
  ['<a>; rel="next", <b>; rel="next"', { next: 'a' }],
  ['<a> ; REL = next', { next: 'a' }],
  ['<a>; title="rel=next"', {}],
  ['', {}],
  ['nonsense', {}],
])('the Link header %s is read', (header, links) => {
  expect(parseLinkHeader(header)).toEqual(links)
})

test('a body is read as JSON where it is an object or a list', () => {
  expect([reply(204).json, reply(200, '1').json, reply(200, 'null').json]).toEqual([{}, {}, {}])
  expect([reply(200, '1').body, reply(200, 'null').body, reply(200, 'not json').body]).toEqual([
    1,
    null,
    undefined,
  ])
  expect([reply(200, '[1]').items, reply(200, '{"a":1}').items]).toEqual([[1], []])
})

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
    commit: () => {},
    failed,
    lastExchange: () => 7,
  })

const makes: readonly ((judge: Judge) => boolean)[] = [
  (judge) => judge.equal(1, 1),
  (judge) => judge.equal({ b: 1 }, { b: 2 }, 'the b'),
  (judge) => judge.equal({ b: 1, c: 2 }, { b: 1 }),
  (judge) => judge.notEqual(1, 2),
  (judge) => judge.notEqual(2, 2, 'it'),
  (judge) => judge.matches(body(200, { b: 1, c: 2 }), { b: 1 }),
  (judge) => judge.matches(body(404, { b: 1 }), { b: 1 }),
  (judge) => judge.like({ b: 1 }, { b: 1 }),
  (judge) => judge.like({ b: 1 }, { b: a.string }, 'it'),
  (judge) => judge.status(reply(200), 200),
  (judge) => judge.status(reply(200), [200, 204]),
  (judge) => judge.status(reply(201), [200]),
  (judge) => judge.success(reply(299)),
  (judge) => judge.success(reply(199, 'x')),
  (judge) => judge.refused(reply(400)),
  (judge) => judge.refused(reply(399)),
  (judge) => judge.platformError(body(400, { errorCode: 'E1', errorSummary: 'x' }), 400, 'E1'),
  (judge) => judge.platformError(body(403, { errorCode: 'E2' }), 400, 'E1'),
  (judge) => judge.oauthError(body(400, { error: 'e' }), 400, 'e'),
  (judge) => judge.oauthError(body(400, {}), 400, 'e'),
  (judge) => judge.empty(reply(204), 204),
  (judge) => judge.empty(reply(200, 'x'), 204),
  (judge) => judge.ok('yes', 'it is so'),
  (judge) => judge.ok(0, 'it is so', 'zero'),
  (judge) => judge.absent({}, 'b'),
  (judge) => judge.absent(null, 'b'),
  (judge) => judge.oneOf(2, [1, 2]),
  (judge) => judge.oneOf(3, [1, 2], 'it'),
  (judge) => judge.every([{ b: 1 }], { b: 1 }),
  (judge) => judge.every([{ b: 1 }, { b: 2 }], { b: 1 }, 'it'),
  (judge) => judge.every([1, 2], (each) => each === 1),
  (judge) => judge.every([], {}),
  (judge) => judge.every({ length: 1 }, {}),
  (judge) => judge.some([1, 2], (each) => each === 2),
  (judge) => judge.some([{ b: 1 }], { b: 2 }, 'it'),
  (judge) => judge.some('x', {}),
  (judge) => judge.none([1], (each) => each === 2),
  (judge) => judge.none([{ b: 1 }, { b: 2 }], { b: 2 }, 'it'),
  (judge) => judge.none('x', {}),
  (judge) => judge.pass(),
  (judge) => judge.pass('it'),
  (judge) => judge.fail('it is so', 1),
]

const { string, number, boolean, array, object, timestamp, url, nothing, missing } = a
const plain = [string, number, boolean, array, object, timestamp, url, nothing, missing]
const demands = [...plain, a.nullable(url), a.oneOf('x', 1), a.listWith({ b: 1 }), a.text(/^x$/)]

test('a report shows each judgement by what was expected and what came, and each demand in words', async () => {
  const told = makes.map((make) => {
    const assertions: Assertion[] = []
    const isHeld = make(judging(assertions))
    expect([assertions.length, assertions[0]?.held]).toEqual([1, isHeld])
    return JSON.stringify(assertions[0])
  })
  for (const demand of demands) told.push(JSON.stringify(demand))
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('judgements.txt')
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
  expect(judging().like(value, a.timestamp)).toBe(held)
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

/** What makes two ways to go wrong the same, and what makes them different. */
import { expect, test } from 'vitest'
import type { CheckResult, ClauseOutcome } from '../../../conformance/engine/judge/check-result.ts'
import { fingerprintOf } from '../../../conformance/engine/judge/fingerprint.ts'

interface Way {
  readonly expected?: unknown
  readonly got?: unknown
  readonly path?: string
  readonly what?: string
  readonly held?: boolean
  readonly key?: string
  readonly clause?: string
  readonly verdict?: ClauseOutcome['verdict']
  readonly owner?: string
}

const print = (...ways: Way[]): string =>
  fingerprintOf(
    'a',
    ways.map((way) => {
      const { expected = 1, path = 'x', what = 'equals', held = false, owner } = way
      const got = 'got' in way ? way.got : 2
      const assertion = { held, what, expected, got, differences: [{ path, expected, got }], exchange: 1 }
      const outcome = {
        clause: way.clause ?? 'a',
        verdict: way.verdict ?? 'fail',
        ...(owner === undefined ? {} : { owner }),
        assertions: [assertion],
        asserted: 1,
      }
      return { key: way.key ?? 'k', outcomes: [outcome] } as unknown as CheckResult
    }),
  )

test('a fingerprint is twelve digits of a digest', () => {
  expect(print({})).toMatch(/^[0-9a-f]{12}$/)
  expect(print({})).toBe(print({}))
})

test.each<[string, Way, Way]>([
  ['other texts', { got: 'one' }, { got: 'two' }],
  ['other numbers', { got: 7 }, { got: 4711 }],
  ['numbers that are no statuses', { got: 99 }, { got: 600 }],
  ['a status with a fraction', { got: 200.5 }, { got: 7 }],
  ['other objects', { got: { a: 1 } }, { got: { b: 2 } }],
  ['other lists of one kind', { got: [1] }, { got: [2, 3] }],
  ['places in a list', { path: 'list[1].x' }, { path: 'list[12].x' }],
  ['what is quoted', { what: 'has "a" and \'b\' and «c»' }, { what: 'has "d" and \'e\' and «f»' }],
  ['words with a digit', { what: 'is u1 now' }, { what: 'is cf-u22 now' }],
  [
    'demands that name a value',
    { expected: { toJSON: () => '<anything but "a">' } },
    { expected: { toJSON: () => '<anything but "b">' } },
  ],
  [
    'fewer elements, and fewer still',
    { expected: [1, 2, 3], got: [1] },
    { expected: [1, 2, 3], got: [2, 3] },
  ],
  ['more elements, and more still', { expected: [1], got: [1, 2] }, { expected: [1], got: [1, 2, 3] }],
  ['others, and others', { expected: [1], got: [2] }, { expected: [1, 2], got: [3, 4] }],
  ['another order, and another', { expected: [1, 2], got: [2, 1] }, { expected: [1, 2, 3], got: [3, 1, 2] }],
  ['codes that are none', { got: 'A' }, { got: 'A_CODE_THAT_IS_LONGER_THAN_ALL' }],
  ['a long demand', { got: `<${'x'.repeat(81)}>` }, { got: 'text' }],
  ['a code of another form', { got: 'E000000' }, { got: 'E00000011' }],
  ['an error of another form', { got: 'invalid_' }, { got: 'invalid_1' }],
  ['a toJSON that is no function', { got: { toJSON: 'x' } }, { got: {} }],
])('%s are the same way', (_, one, other) => {
  expect(print(one)).toBe(print(other))
})

const different: readonly Way[] = [
  {},
  { got: 'text' },
  { got: '' },
  { got: 'ACTIVE' },
  { got: 'STAGED' },
  { got: 'E0000001' },
  { got: 'E0000003' },
  { got: 'invalid_client' },
  { got: 'invalid_token' },
  { got: '<a number>' },
  { got: '4xx' },
  { got: '2xx' },
  { got: 200 },
  { got: 404 },
  { got: 100 },
  { got: 599 },
  { got: true },
  { got: false },
  { got: null },
  { got: undefined },
  { got: [] },
  { got: [1] },
  { got: {} },
  { got: Symbol('x') },
  { got: { toJSON: () => 'ACTIVE' }, expected: 'text' },
  { expected: [1, 2], got: [1] },
  { expected: [1], got: [1, 2] },
  { expected: [1], got: [2] },
  { expected: [1, 2], got: [2, 1] },
  { path: 'y' },
  { path: 'x[1]' },
  { what: 'matches' },
  { key: 'other' },
  { owner: 'b' },
  { verdict: 'blocked' },
  { held: true },
]

test('each of these is a way of its own', () => {
  const prints = different.map((way) => print(way))
  expect(prints.flatMap((each, at) => (prints.indexOf(each) === at ? [] : [different[at]]))).toEqual([])
})

test('what passed, and what another clause says, is no part of it; nor is the order of what is', () => {
  expect(print({}, { clause: 'b', path: 'y' }, { verdict: 'pass', path: 'z' })).toBe(print({}))
  expect(print({ path: 'y' }, { path: 'z' })).toBe(print({ path: 'z' }, { path: 'y' }, { path: 'y' }))
})

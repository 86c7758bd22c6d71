import { expect, test } from 'vitest'
import { a, differences, isSet, sameValue } from '../../../conformance/engine/judge/expectation.ts'

const held = (demand: { holds: (value: unknown) => boolean }, values: readonly unknown[]) =>
  values.filter((value) => demand.holds(value))

test('each demand holds of what it says, and of nothing else', () => {
  const values = [undefined, null, '', 'x', 0, 1, Number.NaN, Infinity, true, false, [], [1], {}, { a: 1 }]
  expect(held(a.string, values)).toEqual(['x'])
  expect(held(a.number, values)).toEqual([0, 1])
  expect(held(a.boolean, values)).toEqual([true, false])
  expect(held(a.array, values)).toEqual([[], [1]])
  expect(held(a.object, values)).toEqual([{}, { a: 1 }])
  expect(held(a.nothing, values)).toEqual([undefined, null])
  expect(held(a.missing, values)).toEqual([undefined])
  expect(held(a.nullable(a.string), values)).toEqual([undefined, null, 'x'])
  expect(held(a.oneOf(1, [1], 'y'), values)).toEqual([1, [1]])
  expect(held(a.listWith({ b: 1 }), [[{ b: 1, c: 2 }], [{}, { b: 1 }], [{ b: 2 }], [], { b: 1 }])).toEqual([
    [{ b: 1, c: 2 }],
    [{}, { b: 1 }],
  ])
  expect(held(a.text(/^x+$/), ['x', 'xx', 'y', '', 1, ['x']])).toEqual(['x', 'xx'])
  expect(
    held(a.url, [
      'https://a.test',
      'http://a.test/b',
      'ftp://a.test',
      '/b',
      'x https://a.test',
      'https://',
      1,
    ]),
  ).toEqual(['https://a.test', 'http://a.test/b'])
  expect(
    held(a.timestamp, ['2026-01-02T03:04:05.678Z', ' 2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z ']),
  ).toEqual(['2026-01-02T03:04:05.678Z'])
  expect(values.filter(isSet)).toEqual(values.slice(2))
})

test.each([
  [{ b: 1, c: 2 }, { b: 1 }, []],
  [{ b: 1 }, { b: 2, c: 3 }, ['b 2 1', 'c 3 undefined']],
  [{ b: { c: [1, { d: 1 }] } }, { b: { c: [1, { d: 2 }] } }, ['b.c[1].d 2 1']],
  [[1], [1, 2], [' [1,2] [1]']],
  [{ 0: 1 }, [1], [' [1] {"0":1}']],
  [[1], { 0: 1 }, [' {"0":1} [1]']],
  [null, {}, [' {} null']],
  ['x', {}, [' {} "x"']],
  [{}, null, [' null {}']],
  [1, '1', [' "1" 1']],
  [{}, { toString: undefined }, []],
  [{}, { toString: 'x' }, ['toString "x" undefined']],
  [{ b: '' }, { b: a.string }, ['b "<a string that is not empty>" ""']],
])('%j against %j differs in %j', (got, expected, places) => {
  expect(
    differences(got, expected).map(
      (each) => `${each.path} ${JSON.stringify(each.expected)} ${JSON.stringify(each.got)}`,
    ),
  ).toEqual(places)
})

test('two values are equal in any order of their keys, and a value must meet a matcher', () => {
  expect(sameValue({ b: 1, c: [1] }, { c: [1], b: 1 })).toBe(true)
  expect(sameValue({ b: 1 }, { b: 1, c: 2 })).toBe(false)
  expect(sameValue({ b: 1, c: 2 }, { b: 1 })).toBe(false)
  expect(sameValue('x', a.string)).toBe(true)
  expect(sameValue('', a.string)).toBe(false)
})

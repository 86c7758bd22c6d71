/** How a reply is compared with what a pact expects of it: rule by rule. */
import { expect, test } from 'vitest'
import type { Json, Matcher, PactReply, Rules } from '../../src/pact/file/pact-file.ts'
import { matchBody } from '../../src/pact/match/match-body.ts'
import { type ActualReply, matchReply } from '../../src/pact/match/match-reply.ts'
import { isEqual, mismatchOf, shown, UnknownMatcher } from '../../src/pact/match/match-value.ts'
import { any, parsePath, pathText, weightOf } from '../../src/pact/match/path-expression.ts'

const rule = (match: string, more: object = {}): Matcher => ({ match, ...more })
const rules = (...matchers: (string | Matcher)[]): Rules => ({
  combine: 'AND',
  matchers: matchers.map((each) => (typeof each === 'string' ? rule(each) : each)),
})

test.each<[Matcher, Json | undefined, readonly (Json | undefined)[], readonly (Json | undefined)[], string]>([
  [rule('type'), 'a', ['', 'b'], [1, null, [], {}, undefined, true], '1 to be of the type of "a"'],
  [rule('type'), null, [null], [{}, 'null', undefined], '{} to be of the type of null'],
  [rule('type'), [1], [[], ['x']], [{}, null], '{} to be of the type of [1]'],
  [rule('type'), {}, [{ a: 1 }], [[], null], '[] to be of the type of {}'],
  [
    rule('equality'),
    { a: [1, { b: null }] },
    [{ a: [1, { b: null }] }],
    [{ a: [1] }, null, {}],
    '{"a":[1]} to be equal to {"a":[1,{"b":null}]}',
  ],
  [rule('regex', { regex: '^a+$' }), 'x', ['a', 'aa'], ['b', 'ab', null, undefined, 1], '"b" to match ^a+$'],
  [rule('regex', { regex: '^\\d+$' }), 1, [1, 22, '3'], [1.5, true], '1.5 to match ^\\d+$'],
  [
    rule('include', { value: 'el' }),
    'x',
    ['hello', 'el'],
    ['halo', null, ['el'], undefined],
    '"halo" to include el',
  ],
  [rule('null'), 'x', [null], [undefined, '', 0, false], 'nothing to be null'],
  [
    rule('boolean'),
    true,
    [true, false, 'true', 'false'],
    ['yes', 1, null, undefined, 'truex'],
    '"yes" to be a boolean',
  ],
  [
    rule('number'),
    1,
    [1, -1.5, '2', '-2.25', '1e9', '1E-9', '1.5e+3', 1e21],
    ['x', '', '1.', '.5', '1e', null, undefined, true, 'a1', '1a', '+1'],
    '"x" to be a number',
  ],
  [
    rule('integer'),
    1,
    [1, -12, '34', '-5'],
    [1.5, '1.0', 'x', 'x1', '1x', null, true],
    '1.5 to be an integer',
  ],
  [
    rule('decimal'),
    1,
    [1, 1.25, '-0.5', '12.34'],
    ['1e5', '1.', 'x', 'x1.5', '1.5x', null],
    '"1e5" to be a decimal number',
  ],
  [
    rule('notEmpty'),
    'x',
    ['a', 0, false, {}, [0]],
    ['', null, undefined, []],
    '"" not to be empty, like "x"',
  ],
  [
    rule('timestamp'),
    'x',
    ['2026-01-02T03:04:05.000Z', '2026-01-02 03:04'],
    ['2026-01-02', 'at 2026-01-02T03:04', '2026-01-02T3:04', 1, null],
    '"2026-01-02" to be a time',
  ],
  [
    rule('datetime'),
    'x',
    ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05'],
    ['03:04', 'x2026-01-02T03:04', '2026-01-02_03:04'],
    '"03:04" to be a time',
  ],
  [
    rule('date'),
    'x',
    ['2026-01-02'],
    ['2026-01-02T03:04', 'x2026-01-02', '2026-1-2', '26-01-02'],
    '"2026-01-02T03:04" to be a time',
  ],
  [rule('time'), 'x', ['03:04', '03:04:05'], ['3:04', 'at 03:04', 'x'], '"3:04" to be a time'],
  [
    rule('semver'),
    'x',
    ['1.2.3', '10.20.30', '1.2.3-rc.1', '1.2.3+build-7', '1.2.3-a+b'],
    ['1.2', 'v1.2.3', '1.2.3.4', '1.2.x', 1, null],
    '"1.2" to be a semantic version',
  ],
])('%j with the example %j', (matcher, example, fits, misses, message) => {
  for (const value of fits) expect([value, mismatchOf(matcher, example, value)]).toEqual([value, undefined])
  for (const value of misses)
    expect([value, typeof mismatchOf(matcher, example, value)]).toEqual([value, 'string'])
  expect(mismatchOf(matcher, example, misses[0])).toBe(`expected ${message}`)
})

test('an unknown rule is neither a match nor a mismatch', () => {
  expect(() => mismatchOf(rule('telepathy'), 1, 1)).toThrow(UnknownMatcher)
  expect(() => mismatchOf(rule('telepathy'), 1, 1)).toThrow('matching rule "telepathy" is not known here')
  expect(new UnknownMatcher('x').name).toBe('UnknownMatcher')
})

test.each<[Json | undefined, Json | undefined, boolean]>([
  [1, 1, true],
  [1, '1', false],
  [null, null, true],
  [null, {}, false],
  [{}, null, false],
  [undefined, null, false],
  [[], {}, false],
  [{}, [], false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: 1, b: 1 }, { a: 1 }, false],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [{ toString: 1 }, { a: 1 }, false],
  ['a', { a: 1 }, false],
])('%j is the same as %j: %s', (one, other, same) => {
  expect(isEqual(one, other)).toBe(same)
})

test('a value is shown as JSON, cut after 120 characters', () => {
  expect([shown(undefined), shown('a'), shown(null), shown({ a: 1 })]).toEqual([
    'nothing',
    '"a"',
    'null',
    '{"a":1}',
  ])
  expect(shown('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`)
  expect(shown('x'.repeat(119))).toBe(`"${'x'.repeat(119)}…`)
})

test.each<[string, ReturnType<typeof parsePath>, string]>([
  ['$', [], '$'],
  ['$.a.b', ['a', 'b'], '$.a.b'],
  ['$.a[0].b', ['a', 0, 'b'], '$.a[0].b'],
  ['$.a[*].b', ['a', any, 'b'], '$.a[*].b'],
  ['$.*.b', [any, 'b'], '$[*].b'],
  ['$.a.*', ['a', any], '$.a[*]'],
  [`$['first name'].x`, ['first name', 'x'], "$['first name'].x"],
  [`$["first name"]['x']`, ['first name', 'x'], "$['first name'].x"],
  [`$[ 'a' ][ 12 ][ * ]`, ['a', 12, any], '$.a[12][*]'],
  [`$['a\\'b']`, [`a\\'b`], `$['a\\'b']`],
  ['a.b', ['b'], '$.b'],
  ['.a', ['a'], '$.a'],
  ['$..a', ['a'], '$.a'],
  ['$.1a', ['1a'], "$['1a']"],
  ['$.a-b_c1', ['a-b_c1'], '$.a-b_c1'],
  ['$._a', ['_a'], '$._a'],
])('the path %s is %j, and written %s', (expression, steps, text) => {
  if (expression !== 'a.b') expect(parsePath(expression)).toEqual(steps)
  expect(pathText(steps)).toBe(text)
})

test.each<[string, (string | number)[], number]>([
  ['$', [], 1],
  ['$', ['a'], 1],
  ['$.a', ['a'], 4],
  ['$.a', ['b'], 0],
  ['$.a', [], 0],
  ['$.a', ['a', 'b'], 4],
  ['$.*', ['a'], 2],
  ['$.a.b', ['a', 'b'], 12],
  ['$.a[*]', ['a', 0], 6],
  ['$.a[0]', ['a', 0], 12],
  ['$.a[0]', ['a', 1], 0],
  ['$[*][*]', ['a', 0], 3],
])('the path %s fits the place %j by %i', (expression, place, weight) => {
  expect(weightOf(parsePath(expression), place)).toBe(weight)
})

/** The mismatches of a body, as `place: message`. */
const body = (all: Record<string, Rules>, expected: Json, actual: Json | undefined): string[] =>
  matchBody(all, expected, actual).map(({ place, message }) => `${place}: ${message}`)

test('without rules a body is as expected, and may hold more members', () => {
  const expected = { a: 1, list: [1, { b: 'x' }], none: null }
  expect(body({}, expected, { ...expected, more: true })).toEqual([])
  expect(body({}, expected, { a: 2, list: [1, { b: 'y', c: 1 }], none: 0 })).toEqual([
    '$.a: expected 2 to be equal to 1',
    '$.list[1].b: expected "y" to be equal to "x"',
    '$.none: expected 0 to be equal to null',
  ])
  expect(body({}, expected, { a: 1, list: [1] })).toEqual([
    '$.list: expected 2 elements, got 1',
    '$.none: expected null, got nothing',
  ])
  expect(body({}, expected, { a: 1, list: [1, { b: 'x' }, 3], none: null })).toEqual([
    '$.list: expected 2 elements, got 3',
  ])
  expect(body({}, expected, [])).toEqual(['$: expected [] to be an object'])
  expect(body({}, expected, undefined)).toEqual(['$: expected nothing to be an object'])
  expect(body({}, [1], { 0: 1 })).toEqual(['$: expected {"0":1} to be a list'])
  expect(body({}, { toString: 1 }, {})).toEqual(['$.toString: expected 1, got nothing'])
})

test('the rule that fits a place best counts, and one of a place above holds below', () => {
  const all = {
    $: rules('type'),
    '$.a': rules('equality'),
    '$.list[*].b': rules(rule('regex', { regex: '^x' })),
  }
  const expected = { a: 1, c: 1, list: [{ b: 'x', d: 'd' }] }
  expect(
    body(all, expected, {
      a: 1,
      c: 2,
      list: [
        { b: 'xx', d: 'other' },
        { b: 'x1', d: '' },
      ],
    }),
  ).toEqual([])
  expect(body(all, expected, { a: 2, c: 'x', list: [{ b: 'y', d: 1 }] })).toEqual([
    '$.a: expected 2 to be equal to 1',
    '$.c: expected "x" to be of the type of 1',
    '$.list[0].b: expected "y" to match ^x',
    '$.list[0].d: expected 1 to be of the type of "d"',
  ])
  // Of two that fit alike the later one counts; without matchers the value itself does.
  expect(body({ '$.a': rules('type'), "$['a']": rules('null') }, { a: 1 }, { a: 2 })).toEqual([
    '$.a: expected 2 to be null',
  ])
  expect(body({ '$.a': rules() }, { a: 1 }, { a: 2 })).toEqual(['$.a: expected 2 to be equal to 1'])
})

test('of several rules all have to hold, or any one', () => {
  const all = (combine: 'AND' | 'OR') => ({
    '$.a': { combine, matchers: [rule('type'), rule('regex', { regex: '^x' })] },
  })
  expect(body(all('AND'), { a: 'a' }, { a: 'xy' })).toEqual([])
  expect(body(all('AND'), { a: 'a' }, { a: 'y' })).toEqual(['$.a: expected "y" to match ^x'])
  expect(body(all('OR'), { a: 'a' }, { a: 'y' })).toEqual([])
  expect(body(all('OR'), { a: 'a' }, { a: 7 })).toEqual(['$.a: expected 7 to be of the type of "a"'])
  expect(body(all('AND'), { a: 'a' }, { a: 7 })).toHaveLength(1)
})

test('a list by type has any number of elements within its bounds, each like its counterpart or the first', () => {
  const bounded = { '$.list': rules(rule('type', { min: 1, max: 3 })) }
  const expected = { list: ['a', 1] }
  expect(body(bounded, expected, { list: ['x', 2, 'z'] })).toEqual([])
  expect(body(bounded, expected, { list: ['x', 'y'] })).toEqual([
    '$.list[1]: expected "y" to be of the type of 1',
  ])
  expect(body(bounded, expected, { list: [] })).toEqual(['$.list: expected at least 1 elements, got 0'])
  expect(body(bounded, expected, { list: ['x', 2, 'z', 'z'] })).toEqual([
    '$.list: expected at most 3 elements, got 4',
  ])
  expect(body({ '$.list': rules('type') }, expected, { list: [] })).toEqual([])
  expect(body({ '$.list': rules('type') }, { list: [] }, { list: [1, 'x'] })).toEqual([])
})

test('each element of a list follows the rules of each value, or has the type of the example', () => {
  const each = {
    '$.list': rules(rule('eachValue', { rules: [rule('integer'), rule('regex', { regex: '^1' })] })),
  }
  expect(body(each, { list: [1] }, { list: [1, 12, 100] })).toEqual([])
  expect(body(each, { list: [1] }, { list: [12, 'x', 2] })).toEqual([
    '$.list[1]: expected "x" to be an integer',
    '$.list[1]: expected "x" to match ^1',
    '$.list[2]: expected 2 to match ^1',
  ])
  const plain = { '$.list': rules('eachValue') }
  expect(body(plain, { list: [{ a: 1 }] }, { list: [{ b: 1 }, {}] })).toEqual([])
  expect(body(plain, { list: ['a', 1] }, { list: ['x', 'y', 'z'] })).toEqual([
    '$.list[1]: expected "y" to be of the type of 1',
  ])
})

test('rules of members and elements hold for their own place alone', () => {
  const values = { '$.map': rules('values') }
  expect(body(values, { map: { a: { b: 1 } } }, { map: { x: { b: 1 } } })).toEqual([])
  expect(body(values, { map: { a: { b: 1 } } }, { map: { x: { b: 2 } } })).toEqual([
    '$.map.x.b: expected 2 to be equal to 1',
  ])
  const above = { $: rules('type'), '$.map': rules('values') }
  expect(body(above, { map: { a: 1 } }, { map: { x: 2 } })).toEqual([])
})

test('a bound holds for its own list alone, and not for those in it', () => {
  const bounded = { '$.list': rules(rule('type', { min: 2 })) }
  expect(body(bounded, { list: [['a']] }, { list: [['x'], ['y']] })).toEqual([])
  expect(body(bounded, { list: [['a']] }, { list: [[]] })).toEqual([
    '$.list: expected at least 2 elements, got 1',
  ])
})

test('lists and objects by equality are the same in all', () => {
  const equal = { '$.x': rules('equality') }
  expect(body(equal, { x: [1] }, { x: [1] })).toEqual([])
  expect(body(equal, { x: [1] }, { x: [1, 2] })).toEqual(['$.x: expected [1,2] to be equal to [1]'])
  expect(body(equal, { x: { a: 1 } }, { x: { a: 1, b: 2 } })).toEqual([
    '$.x: expected {"a":1,"b":2} to be equal to {"a":1}',
  ])
  // A rule of the place above compares members, not the whole.
  expect(body({ $: rules('equality') }, { x: { a: 1 } }, { x: { a: 1 }, y: 1 })).toHaveLength(1)
})

test('names of members may be free: their values, and the names themselves, follow rules', () => {
  const values = { '$.map': rules('values'), '$.map[*]': rules('type') }
  expect(body(values, { map: { a: 1 } }, { map: { x: 2, y: 3 } })).toEqual([])
  expect(body(values, { map: { a: 1 } }, { map: { x: 'z' } })).toEqual([
    '$.map.x: expected "z" to be of the type of 1',
  ])
  expect(body(values, { map: { a: 1, b: 'x' } }, { map: { b: 2 } })).toEqual([
    '$.map.b: expected 2 to be of the type of "x"',
  ])
  expect(body(values, { map: {} }, { map: { x: 1 } })).toEqual([])
  const each = {
    '$.map': rules(
      rule('eachKey', { rules: [rule('regex', { regex: '^k' })] }),
      rule('eachValue', { rules: [rule('integer')] }),
    ),
  }
  expect(body(each, { map: { k: 1 } }, { map: { k1: 1, k2: 2 } })).toEqual([])
  expect(body(each, { map: { k: 1 } }, { map: { x: 'y' } })).toEqual([
    '$.map.x: expected "x" to match ^k',
    '$.map.x: expected "y" to be an integer',
  ])
  // Without rules of its own each value has the type of the example.
  const plain = { '$.map': rules('eachValue') }
  expect(body(plain, { map: { k: 1 } }, { map: { a: 2, b: 'x' } })).toEqual([
    '$.map.b: expected "x" to be of the type of 1',
  ])
})

test('each variant is like some element of the list', () => {
  const variants = {
    '$.list': rules(
      rule('arrayContains', {
        variants: [{ rules: { '$.a': rules('type') } }, { index: 1 }, { index: 7 }],
      }),
    ),
  }
  const expected = { list: [{ a: 1 }, { b: 'x' }] }
  expect(body(variants, expected, { list: [{ b: 'x' }, { a: 4711 }, 'more'] })).toEqual([])
  expect(body(variants, expected, { list: [{ a: 'no' }, { b: 'y' }] })).toEqual([
    '$.list: expected an element like {"a":1}',
    '$.list: expected an element like {"b":"x"}',
  ])
  expect(body({ '$.list': rules('arrayContains') }, expected, { list: [] })).toEqual([])
})

const reply = (more: Partial<PactReply> = {}): PactReply => ({
  status: 200,
  headers: {},
  body: undefined,
  contentType: undefined,
  rules: { query: {}, header: {}, body: {} },
  generators: {},
  ...more,
})
const replied = (expected: Partial<PactReply>, actual: Partial<ActualReply>): string[] =>
  matchReply(reply(expected), { status: 200, headers: {}, body: '', ...actual }).map(
    ({ place, message }) => `${place}: ${message}`,
  )
const ruled = (more: object): Partial<PactReply> => ({ rules: { query: {}, header: {}, body: {}, ...more } })

test('a status is the one expected', () => {
  expect(replied({}, { status: 200 })).toEqual([])
  expect(replied({}, { status: 201 })).toEqual(['status: expected 200, got 201'])
  expect(replied(ruled({ status: rules() }), { status: 201 })).toHaveLength(1)
  expect(replied(ruled({ status: rules('type') }), { status: 201 })).toHaveLength(1)
  expect(replied(ruled({ status: rules('type') }), { status: 200 })).toEqual([])
})

test.each<[unknown, readonly number[], readonly number[]]>([
  ['info', [100, 199], [99, 200]],
  ['success', [200, 299], [199, 300]],
  ['redirect', [300, 399], [299, 400]],
  ['clientError', [400, 499], [399, 500]],
  ['serverError', [500, 599], [499, 600]],
  ['nonError', [100, 399], [400]],
  ['error', [400, 599], [399]],
  [[201, 204], [201, 204], [200]],
  ['unknown', [], [200]],
])('a status of the class %j', (status, fits, misses) => {
  const expected = ruled({ status: rules(rule('statusCode', { status })) })
  for (const each of fits) expect([each, replied(expected, { status: each })]).toEqual([each, []])
  for (const each of misses)
    expect(replied(expected, { status: each })).toEqual([`status: expected 200, got ${each}`])
})

test.each<[string, string[], string[] | undefined, string | undefined]>([
  ['x-a', ['1'], ['1'], undefined],
  ['x-a', ['1', '2'], ['1,2'], undefined],
  ['x-a', ['1 , 2 '], ['1', '2'], undefined],
  ['x-a', ['1', '2'], ['2', '1'], 'header x-a: expected 1, 2, got 2, 1'],
  ['x-a', ['1'], undefined, 'header x-a: expected 1, got nothing'],
  ['x-a', ['A'], ['a'], 'header x-a: expected A, got a'],
  ['content-type', ['application/json'], ['Application/JSON; charset=utf-8'], undefined],
  ['content-type', ['application/json;b=2; a=1'], ['application/json; a=1;c=3; B=2'], undefined],
  [
    'content-type',
    ['application/json; charset=utf-8'],
    ['application/json'],
    'header content-type: expected application/json; charset=utf-8, got application/json',
  ],
  [
    'content-type',
    ['application/json'],
    ['text/html'],
    'header content-type: expected application/json, got text/html',
  ],
])('the header %s: %j that is answered with %j', (name, expected, actual, message) => {
  const headers = actual === undefined ? {} : { [name]: actual }
  expect(replied({ headers: { [name]: expected } }, { headers })).toEqual(
    message === undefined ? [] : [message],
  )
})

test('a header follows its rules, all of them or any one', () => {
  const by = (combine: 'AND' | 'OR', ...matchers: Matcher[]) => ({
    headers: { 'x-a': ['x1', 'x2'] },
    ...ruled({ header: { 'x-a': { combine, matchers } } }),
  })
  const regex = (text: string) => rule('regex', { regex: text })
  const valued = (value: string) => ({ headers: { 'x-a': [value] } })
  expect(replied(by('AND', regex('^x'), regex('y$')), valued('xy'))).toEqual([])
  expect(replied(by('AND', regex('^x'), regex('y$')), valued('xz'))).toEqual([
    'header x-a: expected "xz" to match y$',
  ])
  expect(replied(by('OR', regex('^x'), regex('y$')), valued('xz'))).toEqual([])
  expect(replied(by('OR', regex('^x'), regex('y$')), valued('z'))).toEqual([
    'header x-a: expected "z" to match ^x',
  ])
  expect(replied(by('AND', rule('equality')), { headers: { 'x-a': ['x1', 'x2'] } })).toEqual([])
  expect(replied(by('AND'), valued('x1,x2'))).toEqual([])
})

test.each<[Json | undefined, string, string[]]>([
  [undefined, 'anything', []],
  [null, '', []],
  [null, 'null', []],
  [null, '{}', ['$: expected no body']],
  [{ a: 1 }, '{"a":1,"b":2}', []],
  [{ a: 1 }, '', ['$: expected nothing to be an object']],
  [{ a: 1 }, 'no JSON', ['$: expected "no JSON" to be an object']],
  ['text', 'text', []],
  ['text', '"text"', []],
])('the body %j that is answered with %j', (expected, actual, mismatches) => {
  expect(replied({ body: expected }, { body: actual })).toEqual(mismatches)
})

test('the rules of a body count in a reply', () => {
  expect(
    replied({ body: { a: 1 }, ...ruled({ body: { '$.a': rules('type') } }) }, { body: '{"a":7}' }),
  ).toEqual([])
})

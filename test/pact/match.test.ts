/** How a reply is compared with what a pact expects of it: rule by rule. */
import { expect, test } from 'vitest'
import type { Json, Matcher, PactReply, Rules } from '../../src/pact/file/pact-file.ts'
import { matchBody } from '../../src/pact/match/match-body.ts'
import { type ActualReply, matchReply } from '../../src/pact/match/match-reply.ts'
import { isEqual, mismatchOf, shown, UnknownMatcher } from '../../src/pact/match/match-value.ts'
import { expectGolden } from '../support/golden-cases.ts'
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

/** Rules as `matched.txt` has them: matchers, or their names alone, that all hold, or of which one does. */
type Told = readonly (string | Matcher)[] | { readonly OR: readonly (string | Matcher)[] }
type ByPlace<Each> = Readonly<Record<string, Each>>

function toldRules(told: Told): Rules {
  return 'OR' in told ? { ...rules(...told.OR), combine: 'OR' } : rules(...told)
}

function byPlace(told: ByPlace<Told> = {}): Record<string, Rules> {
  return Object.fromEntries(Object.entries(told).map(([place, each]) => [place, toldRules(each)]))
}

interface Case {
  readonly rules?: ByPlace<Told>
  readonly expected: Json & {
    readonly rules?: { status?: Told; header?: ByPlace<Told>; body?: ByPlace<Told> }
  }
  readonly actual?: Json
}

test('a body, and a reply, are as a pact expects by its rules', async () => {
  await expectGolden(new URL('matched.txt', import.meta.url), (input) => {
    const [, kind, text = ''] = /: (body|reply) (\{.*)$/.exec(input) ?? []
    const { rules: all, expected, actual } = JSON.parse(text) as Case
    if (kind === 'body') {
      const mismatches = matchBody(byPlace(all), expected, actual)
      return mismatches.map(({ place, message }) => `${place}: ${message}`).join('\n') || 'matches'
    }
    const { status, header, body } = expected.rules ?? {}
    const given = ruled({
      ...(status && { status: toldRules(status) }),
      header: byPlace(header),
      body: byPlace(body),
    })
    return replied({ ...(expected as object), ...given }, actual as object).join('\n') || 'matches'
  })
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

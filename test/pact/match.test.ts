/** How a reply is compared with what a pact expects of it: rule by rule. */
import { expect, test } from 'vitest'
import type { Json, Matcher, PactReply, Rules } from '../../src/exchange/pact/pact-file.ts'
import { type Reply, replyOf } from '../../src/exchange/exchange.ts'
import { matchBody } from '../../src/pact/match/match-body.ts'
import { matchReply } from '../../src/pact/match/match-reply.ts'
import { isEqual, mismatchOf, shown, UnknownMatcher } from '../../src/pact/match/match-value.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { any, anyIndex, parsePath, pathText, weightOf } from '../../src/exchange/pact/path-expression.ts'

const rule = (match: string, more: object = {}): Matcher => ({ match, ...more })
const rules = (...matchers: (string | Matcher)[]): Rules => ({
  combine: 'AND',
  matchers: matchers.map((each) => (typeof each === 'string' ? rule(each) : each)),
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
  ['$.a[*].b', ['a', anyIndex, 'b'], '$.a[*].b'],
  ['$.*.b', [any, 'b'], '$.*.b'],
  ['$.a.*', ['a', any], '$.a.*'],
  [`$['first name'].x`, ['first name', 'x'], "$['first name'].x"],
  [`$["first name"]['x']`, ['first name', 'x'], "$['first name'].x"],
  [`$[ 'a' ][ 12 ][ * ]`, ['a', 12, anyIndex], '$.a[12][*]'],
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
  ['$[*][*]', ['a', 0], 0],
  ['$.*[*]', ['a', 0], 3],
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
const replied = (expected: Partial<PactReply>, actual: Partial<Reply>): string[] =>
  matchReply(reply(expected), replyOf({ status: 200, headers: {}, body: '', ...actual })).map(
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

interface Values {
  readonly rule: Matcher
  readonly example: Json
  readonly values: readonly Json[]
}

test('a body, a reply, and values are as a pact expects by its rules', async () => {
  await expectGolden(new URL('matched.txt', import.meta.url), (input) => {
    const [, kind, text = ''] = /: (body|reply|values) (\{.*)$/.exec(input) ?? []
    if (kind === 'values') {
      const { rule: matcher, example, values } = JSON.parse(text) as Values
      return [...values, undefined]
        .map((value) => mismatchOf(matcher, example, value) ?? `${shown(value)} fits`)
        .join('\n')
    }
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

/** What is said of a refused expression or pattern, word for word, and where its limits are. */
import { describe, expect, test } from 'vitest'
import { ExpressionError, quote } from '../../../src/query/expression/error.ts'
import { hintForFunction, hintForName, hintForOperator } from '../../../src/query/expression/hints.ts'
import { compileSafeRegex, PatternError } from '../../../src/query/expression/safe-regex/index.ts'
import { nearest } from '../../../src/query/expression/suggest.ts'
import type { Sign } from '../../../src/query/expression/tokens.ts'
import { boundedText, compare, equal, finite, textOf, valueOf } from '../../../src/query/expression/values.ts'
import { refusal } from './ask.ts'

test.for([
  ['sw', "did you mean 'String.startsWith(…)'?"],
  ['co', "did you mean 'String.stringContains(…)'?"],
  ['contains', "did you mean 'String.stringContains(…)'?"],
  ['Contains', "did you mean 'String.stringContains(…)'?"],
  ['pr', "did you mean '!= null'?"],
  ['IN', "did you mean 'Arrays.contains(…)'?"],
  ['matches', "did you mean 'isMemberOfGroupNameRegex(…)'?"],
  ['is', "did you mean '=='?"],
  ['ew', undefined],
] as const)('where an operator could stand, %s is answered: %s', ([name, hint]) => {
  expect(hintForOperator({ kind: 'name', name, start: 0, end: name.length })).toBe(hint)
})

test.for<[Sign, string | undefined]>([
  ...(['==', '!=', '<', '<=', '>', '>='] as const).map(
    (sign) => [sign, 'comparisons do not chain: use parentheses'] as [Sign, string],
  ),
  ['.', "an attribute follows 'user.' directly, and values have no methods"],
  ['(', "an attribute follows 'user.' directly, and values have no methods"],
  ['[', 'elements are read with Arrays.get'],
  [')', undefined],
  ['+', undefined],
])('where another operator could stand, the sign %s is answered: %s', ([sign, hint]) => {
  expect(hintForOperator({ kind: 'sign', sign, start: 0, end: sign.length })).toBe(hint)
})

test('what is no word and no sign is answered nothing', () => {
  expect(hintForOperator({ kind: 'literal', value: 'sw', start: 0, end: 4 })).toBeUndefined()
  expect(hintForOperator({ kind: 'end', start: 0, end: 0 })).toBeUndefined()
})

test.for<[string[], string]>([
  [['department'], "did you mean 'user.department'?"],
  [['usr', 'login'], "did you mean 'user.login'?"],
  [['a', 'b', 'c'], "did you mean 'user.b'?"],
  [['String', 'len'], 'a function is called with parentheses'],
  [['isMemberOfGroup'], 'a function is called with parentheses'],
])('the name %j is answered: %s', ([path, hint]) => {
  expect(hintForName(path)).toBe(hint)
})

test('a function that is none is answered by the nearest one', () => {
  expect(hintForFunction('String.lenn')).toBe("did you mean 'String.len'?")
  expect(hintForFunction('zzzzzzzzzzzzzzz')).toBeUndefined()
})

test.for([
  ['user.x = 1', "line 1, column 8: expected a value or an operator, found '='; equality is written '=='"],
  ['true & true', "line 1, column 6: expected a value or an operator, found '&'; write '&&' or 'and'"],
  ['true | true', "line 1, column 6: expected a value or an operator, found '|'; write '||' or 'or'"],
  [
    '“a',
    "line 1, column 1: expected a value or an operator, found '“'; strings stand between straight quotes",
  ],
  [
    '”a',
    "line 1, column 1: expected a value or an operator, found '”'; strings stand between straight quotes",
  ],
  [
    '‘a',
    "line 1, column 1: expected a value or an operator, found '‘'; strings stand between straight quotes",
  ],
  [
    '’a',
    "line 1, column 1: expected a value or an operator, found '’'; strings stand between straight quotes",
  ],
  ['`a', "line 1, column 1: expected a value or an operator, found '`'; strings stand between ' or \""],
  ['#', "line 1, column 1: expected a value or an operator, found '#'"],
  [
    "true == 'it",
    "line 1, column 9: expected a string closed by ', found `'it` up to the end of the expression; inside a string, ' is written twice",
  ],
  [
    'true == "it',
    'line 1, column 9: expected a string closed by ", found \'"it\' up to the end of the expression; inside a string, " is written twice',
  ],
  ['1 == 1e999', "line 1, column 6: expected a smaller number, found '1e999'"],
  ['true or', 'line 1, column 8: expected a value, found the end of the expression'],
  ['user', "line 1, column 5: expected '.' and an attribute's name, found the end of the expression"],
  ['user[1]', "line 1, column 6: expected an attribute's name as a string, found '1'"],
  ['user.1', "line 1, column 6: expected a name, found '1'"],
  [
    'true and\nabc',
    "line 2, column 1: expected 'user.' and an attribute, or a function call, found 'abc'; did you mean 'user.abc'?",
  ],
  ['(1 == 2 == 3)', "line 1, column 9: expected ')', found '=='; comparisons do not chain: use parentheses"],
  ['String.len(1, 2) == 1', "line 1, column 1: expected 'String.len(input)', found 2 arguments"],
  [
    'isMemberOfGroupNameRegex("a**")',
    "line 1, column 29: expected one quantifier, found '*'; in the pattern 'a**'",
  ],
  [
    'isMemberOfGroupNameRegex(user.x)',
    "line 1, column 26: expected a pattern written as a string, found 'user.x'",
  ],
  ['null + null == 1', "line 1, column 8: expected a String or a Number, found 'null'"],
] as const)('%j is refused in so many words', ([expression, message]) => {
  expect(refusal(expression).message).toBe(message)
})

test('what does not exist is refused in so many words', () => {
  const attributes = new Map([['department', 'string' as const]])
  const said = (expression: string) => refusal(expression, { attributes, groupExists: () => false }).message
  expect(said('user.departmnt == 1')).toBe(
    "line 1, column 1: expected an attribute of the user profile, found 'user.departmnt'; did you mean 'user.department'?",
  )
  expect(said('user.x == 1')).toBe(
    "line 1, column 1: expected an attribute of the user profile, found 'user.x'",
  )
  expect(said('isMemberOfGroup("00g")')).toBe(
    'line 1, column 17: expected the id of a group that exists, found \'"00g"\'',
  )
  expect(said('isMemberOfGrup("00g")')).toBe(
    "line 1, column 1: expected a function that exists, found 'isMemberOfGrup'; did you mean 'isMemberOfGroup'?",
  )
})

test('a quotation is one line of 40 characters at most, in marks that do not stand in it', () => {
  expect(quote('x'.repeat(40))).toBe(`'${'x'.repeat(40)}'`)
  expect(quote('x'.repeat(41))).toBe(`'${'x'.repeat(39)}…'`)
  expect(quote('a \n\t b')).toBe("'a b'")
  expect(quote("it's")).toBe("`it's`")
})

test('a place is told by its line and its column', () => {
  const text = 'ab\ncd\n\nef'
  const at = (position: number) => {
    const error = new ExpressionError(text, position, { expected: 'x', found: 'y' })
    return [error.line, error.column, error.position, error.expected, error.found, error.message]
  }
  expect(at(0)).toStrictEqual([1, 1, 0, 'x', 'y', 'line 1, column 1: expected x, found y'])
  expect(at(2)).toStrictEqual([1, 3, 2, 'x', 'y', 'line 1, column 3: expected x, found y'])
  expect(at(3)).toStrictEqual([2, 1, 3, 'x', 'y', 'line 2, column 1: expected x, found y'])
  expect(at(8)).toStrictEqual([4, 2, 8, 'x', 'y', 'line 4, column 2: expected x, found y'])
})

describe('the nearest name', () => {
  test.for([
    ['ab', ['ac'], 'ac'],
    ['ab', ['cd'], undefined],
    ['abcde', ['abcxd'], undefined],
    ['abcdef', ['abcdxy'], 'abcdxy'],
    ['abcdef', ['abcxyz'], undefined],
    ['abcdefgh', ['abcdexyz'], undefined],
    ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
    ['abc', ['abd', 'abe'], 'abd'],
    ['abcdef', ['abcxxf', 'abcxef', 'xbcdef'], 'abcxef'],
    ['ABC', ['abc'], 'abc'],
    ['abc', ['ABC'], 'ABC'],
    ['bc', ['abc'], 'abc'],
    ['abcd', ['abc'], 'abc'],
    ['', ['a'], 'a'],
    ['a', [''], ''],
    ['abc', [], undefined],
  ] as const)('to %s among %j is %s', ([name, known, expected]) => {
    expect(nearest(name, known)).toBe(expected)
  })

  test('to one of 64 characters is looked for, and to a longer one is not', () => {
    expect(nearest('x'.repeat(64), ['x'.repeat(65)])).toBe('x'.repeat(65))
    expect(nearest('x'.repeat(65), ['x'.repeat(65)])).toBeUndefined()
  })
})

test.for([
  ['(a', 0, "expected a group closed by ')', found end of the pattern"],
  ['a)b', 1, "expected a group opened before it, found ')b'"],
  ['[a', 0, "expected a class closed by ']', found end of the pattern"],
  ['[]', 2, 'expected a character in the class, found end of the pattern'],
  ['[b-a]', 1, "expected a range from low to high, found 'b-a]'"],
  ['[b-', 1, "expected a range from low to high, found 'b-'"],
  ['[a[b]]', 2, "expected '\\[', found '[b]]'"],
  ['[a&&b]', 2, "expected '\\&', found '&&b]'"],
  ['*a', 0, "expected something to repeat, found '*a'"],
  ['a**', 2, "expected one quantifier, found '*'"],
  ['a{x}', 1, "expected a count like '{2}', '{2,}' or '{2,4}', or '\\{', found '{x}'"],
  ['a{3,2}', 1, "expected a count from low to high, up to 1000, found '{3,2}'"],
  ['a{1001,}', 1, "expected a count from low to high, up to 1000, found '{1001,}'"],
  [
    '(?=abcdefghijkl)',
    1,
    "expected '(?:' or a plain group: look-around, names and flags are not supported, found '?=abcdefghij'",
  ],
  ['a\\', 1, "expected '\\' before d, w, s, D, W, S, t, n, r, f or a punctuation character, found '\\'"],
  ['a{600}{2}', 6, "expected one quantifier, found '{2}'"],
  ['(a{600}){2}', 0, 'expected a pattern of at most 1000 states, found a larger one'],
  ['x'.repeat(1001), 0, 'expected a pattern of at most 1000 characters, found 1001'],
] as const)('the pattern %s is refused at %i: %s', ([pattern, offset, message]) => {
  let error: unknown
  try {
    compileSafeRegex(pattern)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(PatternError)
  expect([(error as PatternError).offset, (error as PatternError).message]).toStrictEqual([offset, message])
})

/** The characters of the first 256, and of the other ends of lines, that a pattern matches. */
function matched(pattern: string, syntax: 'java' | 'javascript'): string {
  const regex = compileSafeRegex(pattern, { syntax })
  const codes = [...Array.from({ length: 256 }, (_, code) => code), 0x2028, 0x2029, 0xfeff]
  return codes
    .map((code) => String.fromCharCode(code))
    .filter((character) => regex.test(character))
    .join('')
}

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

test.for(['java', 'javascript'] as const)('sets of characters in a pattern of %s', (syntax) => {
  const all = matched('[^\\d]|\\d', syntax)
  const without = (set: string) =>
    Array.from(all, (character) => (set.includes(character) ? '' : character)).join('')
  const spaces = syntax === 'java' ? '\t\n\v\f\r ' : '\t\n\v\f\r \u00a0\u2028\u2029\ufeff'
  const ends = syntax === 'java' ? '\n\r\u0085\u2028\u2029' : '\n\r\u2028\u2029'
  const word = `${digits}${capitals}_${capitals.toLowerCase()}`
  expect(all).toHaveLength(259)
  expect([matched('\\d', syntax), matched('\\D', syntax)]).toStrictEqual([digits, without(digits)])
  expect([matched('\\w', syntax), matched('\\W', syntax)]).toStrictEqual([word, without(word)])
  expect([matched('\\s', syntax), matched('\\S', syntax)]).toStrictEqual([spaces, without(spaces)])
  expect(matched('.', syntax)).toBe(without(ends))
  expect(['\\t', '\\n', '\\r', '\\f'].map((escape) => matched(escape, syntax))).toStrictEqual([
    '\t',
    '\n',
    '\r',
    '\f',
  ])
  expect(matched('[a-c]', syntax)).toBe('abc')
  expect(matched('(?i)[a-c]', syntax)).toBe('ABCabc')
})

test('values that are made are bounded, and those that are none are null', () => {
  expect([boundedText('x'.repeat(65_536))?.length, boundedText('x'.repeat(65_537))]).toStrictEqual([
    65_536,
    null,
  ])
  expect([finite(1), finite(Infinity), finite(Number.NaN)]).toStrictEqual([1, null, null])
  expect([textOf(null), textOf(['a']), textOf(false), textOf(0), textOf('a')]).toStrictEqual([
    '',
    '',
    'false',
    '0',
    'a',
  ])
  expect([undefined, null, {}, () => 1, 5n].map((raw) => valueOf(raw))).toStrictEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  expect(['a', 0, false, [1]].map((raw) => valueOf(raw))).toStrictEqual(['a', 0, false, [1]])
})

test('what has no order is not compared, and lists are equal place by place', () => {
  expect([compare(1, 3), compare('a', 'b'), compare('b', 'a'), compare('a', 'a')]).toStrictEqual([
    -2, -1, 1, 0,
  ])
  expect([compare(1, '1'), compare('1', 1), compare(true, false), compare(null, null)]).toStrictEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
  expect([equal([], []), equal([1], [1, 2]), equal([1, 2], [1]), equal([1], 1), equal(1, [1])]).toStrictEqual(
    [true, false, false, false, false],
  )
  expect([equal([null], [{} as never]), equal([[1], 2], [[1], 2]), equal([[1]], [[2]])]).toStrictEqual([
    true,
    true,
    false,
  ])
  const nested = (levels: number, inner: unknown): never =>
    (levels === 0 ? [inner] : [nested(levels - 1, inner)]) as never
  expect([equal(nested(100, 1), nested(100, 1)), equal(nested(101, 1), nested(101, 1))]).toStrictEqual([
    true,
    false,
  ])
})

/** Patterns of JavaScript that name characters otherwise, and where what is read of a pattern ends. */
import { expect, test } from 'vitest'
import { compileSafeRegex, PatternError } from '../../../src/query/expression/safe-regex/index.ts'

const javascript = { syntax: 'javascript' } as const

/** The place and the reason of a refusal, or which of the texts match. */
function outcome(pattern: string, texts: readonly string[] = [], options: object = javascript): unknown {
  try {
    const regex = compileSafeRegex(pattern, options)
    return texts.filter((text) => regex.test(text))
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    return [error.offset, error.expected, error.found]
  }
}

const whole = 'a whole character'

test.for<[string, readonly string[], unknown]>([
  ['\\u0061', ['a', 'u0061'], ['a']],
  ['\\u006F', ['o'], ['o']],
  ['\\x62', ['b', 'x62'], ['b']],
  ['\\u{61}', ['a'], ['a']],
  ['\\u{1F600}', ['😀'], ['😀']],
  ['[\\u0061-\\u{63}]', ['a', 'b', 'c', 'd'], ['a', 'b', 'c']],
  ['\\uD7FF', ['\ud7ff'], ['\ud7ff']],
  ['\\uE000', ['\ue000'], ['\ue000']],
  ['\\uD800', [], [6, whole, 'end of the pattern']],
  ['a\\uDFFFb', [], [7, whole, "'b'"]],
  ['\\ud83d\\ude00', [], [6, whole, "'\\ude00'"]],
  ['\\p{Lu}', ['A', 'a', 'Ä'], ['A', 'Ä']],
  ['\\P{Lu}', ['A', 'a', '1'], ['a', '1']],
  ['\\p{Script=Greek}+', ['αβγ', 'abc'], ['αβγ']],
  ['[\\p{Nd}x]+', ['1x2', 'y'], ['1x2']],
])('the pattern of JavaScript %s', ([pattern, texts, expected]) => {
  expect(outcome(pattern, texts)).toStrictEqual(expected)
})

const before = "'\\' before d, w, s, D, W, S, t, n, r, f or a punctuation character"

test.for(['\\u0061', '\\x62', '\\u{61}', '\\p{Lu}', '\\uD800'])(
  'rejects %s, which the API description does not know',
  (pattern) => {
    expect(outcome(pattern, [], {})).toStrictEqual([0, before, `'${pattern}'`])
  },
)

test.for(['\\u006', '\\x6', '\\u{}', '\\u{g}', '\\p', '\\p{}', '\\b', '\\1', '\\k', '\\_'])(
  'rejects %s also in patterns of JavaScript',
  (pattern) => {
    expect(outcome(pattern)).toStrictEqual([0, before, `'${pattern}'`])
  },
)

test.for(['.', '-', '/', '@', '[', '`', '{', '~', '!', ' ', 'é'])(
  'a backslash before %s stands for it',
  (sign) => {
    expect(outcome(`\\${sign}`, [sign, `\\${sign}`], {})).toStrictEqual([sign])
  },
)

test.for<[string, readonly string[], readonly string[]]>([
  ['a{2}', ['a', 'aa', 'aaa'], ['aa']],
  ['a{2,}', ['a', 'aa', 'aaa'], ['aa', 'aaa']],
  ['a{2,2}', ['a', 'aa', 'aaa'], ['aa']],
  ['a{0}', ['', 'a'], ['']],
  ['a{0,0}', ['', 'a'], ['']],
  ['a{0,1}', ['', 'a', 'aa'], ['', 'a']],
  ['a{10}', ['a'.repeat(10), 'a'], ['a'.repeat(10)]],
  ['(?:a|b){2}', ['ab', 'ba', 'a', 'abc'], ['ab', 'ba']],
  ['()', ['', '('], ['']],
  ['(|a)b', ['b', 'ab'], ['b', 'ab']],
  ['a||b', ['', 'a', 'b'], ['', 'a', 'b']],
  ['[a-a]', ['a', 'b'], ['a']],
  ['[--a]', ['-', '.', 'a', 'b'], ['-', '.', 'a']],
  ['[a\\-c]', ['a', '-', 'b', 'c'], ['a', '-', 'c']],
  ['[^^]', ['^', 'a'], ['a']],
  ['[a^]', ['^', 'a'], ['^', 'a']],
  ['[&]', ['&', 'a'], ['&']],
  ['[a&b]', ['&', 'a', 'c'], ['&', 'a']],
  ['(?i)É', ['é', 'É', 'e'], ['é', 'É']],
  ['(?i)\\d', ['1', 'a'], ['1']],
  ['^^a$$', ['a', 'aa'], ['a']],
  ['a{1,2}?b', ['ab', 'aab', 'b'], ['ab', 'aab']],
])('the pattern %s of %j', ([pattern, texts, expected]) => {
  expect(outcome(pattern, texts, {})).toStrictEqual(expected)
})

test('a pattern can match anywhere in a text', () => {
  const found = (pattern: string, ...texts: string[]) => {
    const regex = compileSafeRegex(pattern)
    return texts.filter((text) => regex.find(text))
  }
  expect(found('b', 'abc', 'b', 'ac', '')).toStrictEqual(['abc', 'b'])
  expect(found('^b', 'abc', 'bc')).toStrictEqual(['bc'])
  expect(found('b$', 'abc', 'ab')).toStrictEqual(['ab'])
  expect(found('', '', 'a')).toStrictEqual(['', 'a'])
  expect(found('^$', '', 'a')).toStrictEqual([''])
  expect(found('a$|^b', 'ba', 'ab', 'cb', 'ca')).toStrictEqual(['ba', 'ca'])
  expect(found('😀b', 'a😀b', '😀', 'b')).toStrictEqual(['a😀b'])
  expect(found('aab', 'aaab', 'aba')).toStrictEqual(['aaab'])
})

test('twenty million steps are taken to find something, and no more', () => {
  const regex = compileSafeRegex('[a]{1000}', { maxSize: 5000 })
  // One state more than the characters: the one that says that all is read.
  const most = Math.floor(20_000_000 / 1001)
  expect(regex.find('a'.repeat(1000))).toBe(true)
  expect(regex.find(`${'a'.repeat(1000)}${'b'.repeat(most - 1000)}`)).toBe(true)
  expect(regex.find(`${'a'.repeat(1000)}${'b'.repeat(most - 999)}`)).toBe(false)
})

test('a choice and a repetition count as the states that they take', () => {
  const size = (pattern: string, maxSize: number) => outcome(pattern, [], { maxSize })
  const large = (most: number) => [0, `a pattern of at most ${most} states`, 'a larger one']
  for (const [pattern, states] of [
    ['abc', 3],
    ['', 1],
    ['a|b', 4],
    ['a|b|c', 7],
    ['a*', 3],
    ['a+', 4],
    ['a?', 2],
    ['a{2}', 2],
    ['a{2,}', 5],
    ['a{1,3}', 5],
    ['(ab){2}', 4],
    ['a{0}', 1],
    ['^a$', 3],
    ['(a|b)*', 6],
  ] as const) {
    expect([pattern, size(pattern, Math.max(states, 3))]).toStrictEqual([pattern, []])
    if (states > 3) expect([pattern, size(pattern, states - 1)]).toStrictEqual([pattern, large(states - 1)])
  }
})

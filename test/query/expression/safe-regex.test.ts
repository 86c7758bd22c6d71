import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileSafeRegex, PatternError } from '../../../src/query/expression/safe-regex/index.ts'
import { cpuTime } from '../../support/cpu-time.ts'

test.each([
  ['abc', ['abc'], ['ab', 'abcd', 'xabc', 'ABC', '']],
  ['', [''], ['a']],
  ['.*admin.*', ['admin', 'my admins'], ['Admin', 'a\nadmin']],
  ['^eng-.*$', ['eng-', 'eng-ops'], ['xeng-', 'eng']],
  ['a|bc|', ['a', 'bc', ''], ['ab', 'b']],
  ['(a|b)c', ['ac', 'bc'], ['c', 'abc']],
  ['(?:ab)+', ['ab', 'abab'], ['', 'aba']],
  ['a?b', ['b', 'ab'], ['aab']],
  ['a*', ['', 'aaa'], ['b']],
  ['a+?', ['a', 'aa'], ['']],
  ['a{2}', ['aa'], ['a', 'aaa']],
  ['a{2,}', ['aa', 'aaaaa'], ['a']],
  ['a{1,3}', ['a', 'aaa'], ['', 'aaaa']],
  ['a{0}b', ['b'], ['ab']],
  ['(a*)*', ['', 'aa'], ['b']],
  ['(a|a?)+b', ['b', 'aab'], ['a']],
  ['[abc]', ['a', 'c'], ['d', 'ab', '']],
  ['[^abc]', ['d', '-'], ['a', '']],
  ['[a-c0-2]', ['b', '1'], ['d', '3', '-']],
  ['[a-]', ['a', '-'], ['b']],
  ['[-a]', ['a', '-'], ['b']],
  ['[.*+?]', ['.', '*'], ['a']],
  ['[\\]\\\\]', [']', '\\'], ['a']],
  ['[\\d_]', ['5', '_'], ['a']],
  ['[^\\s]', ['a'], [' ', '\t']],
  ['\\d\\D\\w\\W\\s\\S', ['1aA- x'], ['aaaaaa']],
  ['\\t\\n\\r\\f', ['\t\n\r\f'], ['tnrf']],
  ['a\\.b\\{1\\}', ['a.b{1}'], ['axb{1}']],
  ['a-b}]', ['a-b}]'], ['ab']],
  ['.', ['x', '😀', ' '], ['', 'xy', '\n', '\u2028']],
  ['[😀-😂]', ['😁'], ['a']],
  ['x😀+', ['x😀😀'], ['x', 'x\ude00']],
  ['(?i)straße', ['Straße', 'STRAßE'], ['strase']],
  ['(?i)[a-c]+', ['aBC'], ['aBd']],
  ['(?i)[A-C]+', ['aBC'], ['aBd']],
  ['(?i)[^a]', ['b'], ['a', 'A']],
  ['a^b', [], ['ab', 'a^b']],
  ['a$b', [], ['ab']],
  ['(^a|b)$', ['a', 'b'], ['ab']],
])('matches whole texts by the pattern %s', (pattern, matching, others) => {
  const regex = compileSafeRegex(pattern)
  for (const text of matching) expect(regex.test(text), text).toBe(true)
  for (const text of others) expect(regex.test(text), text).toBe(false)
})

test.each([
  ['(a', 0, "a group closed by ')'"],
  ['a)', 1, 'a group opened before it'],
  ['[a', 0, "a class closed by ']'"],
  ['[]', 2, 'a character in the class'],
  ['[b-a]', 1, 'a range from low to high'],
  ['[a-\\d]', 1, 'a range from low to high'],
  ['[a[b]]', 2, "'\\['"],
  ['[a&&b]', 2, "'\\&'"],
  ['*a', 0, 'something to repeat'],
  ['a|+', 2, 'something to repeat'],
  ['a**', 2, 'one quantifier'],
  ['a*+', 2, 'one quantifier'],
  ['a{2}{3}', 4, 'one quantifier'],
  ['a{,2}', 1, 'a count'],
  ['a{x}', 1, 'a count'],
  ['a{', 1, 'a count'],
  ['a{3,2}', 1, 'a count from low to high'],
  ['a{1001}', 1, 'a count from low to high, up to 1000'],
  ['(?=a)', 1, 'look-around'],
  ['(?<n>a)', 1, 'look-around'],
  ['a(?i)b', 2, 'look-around'],
  ['(a)\\1', 3, "'\\' before"],
  ['\\bword', 0, "'\\' before"],
  ['\\p{L}', 0, "'\\' before"],
  ['a\\', 1, "'\\' before"],
])('refuses %s', (pattern, offset, expected) => {
  const error = catchError(() => compileSafeRegex(pattern))
  expect(error).toBeInstanceOf(PatternError)
  expect((error as PatternError).offset).toBe(offset)
  expect((error as PatternError).expected).toContain(expected)
})

test('a pattern may have a thousand states and no more', () => {
  expect(compileSafeRegex('a{1000}').test('a'.repeat(1000))).toBe(true)
  expect(compileSafeRegex('a'.repeat(1000)).test('a'.repeat(1000))).toBe(true)
  expect(() => compileSafeRegex('a{1000}b')).toThrow('at most 1000 states')
  expect(compileSafeRegex('a{0,500}').test('a'.repeat(500))).toBe(true)
  expect(() => compileSafeRegex('a{0,501}')).toThrow('at most 1000 states')
  expect(compileSafeRegex('(a{30}){30}').test('a'.repeat(900))).toBe(true)
})

test('a pattern of 1000 characters is read and one more is not', () => {
  const pattern = (length: number) => `[${'a'.repeat(length - 2)}]`
  expect(() => compileSafeRegex(pattern(1000))).not.toThrow()
  expect(() => compileSafeRegex(pattern(1001))).toThrow('at most 1000 characters')
})

test.each(['((((a{999}){999}){999}){999}){999}', '(((){1000}){1000}){1000}', '(a{1,40}){1,40}'])(
  'refuses at once a pattern whose counts multiply: %s',
  (pattern) => {
    const time = cpuTime(() => expect(() => compileSafeRegex(pattern)).toThrow('states'))
    expect(time).toBeLessThan(1000)
  },
)

test.each([
  ['(a+)+b', 'a'.repeat(5_000)],
  ['(a|aa)*b', 'a'.repeat(5_000)],
  ['(a*)*(a*)*(a*)*b', 'a'.repeat(5_000)],
  ['(.*a){20}b', 'a'.repeat(1_000)],
  ['a?'.repeat(100) + 'a'.repeat(100), 'a'.repeat(100)],
])('a pattern that makes a backtracking engine hang is answered quickly: %s', (pattern, text) => {
  const regex = compileSafeRegex(pattern)
  expect(cpuTime(() => regex.test(text))).toBeLessThan(4000)
})

test('groups nested as deep as a pattern can be exhaust no stack', () => {
  const nested = '('.repeat(150) + 'a' + ')'.repeat(150)
  expect(compileSafeRegex(nested).test('a')).toBe(true)
  expect(() => compileSafeRegex('('.repeat(1000))).toThrow(PatternError)
})

const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '\\.', '^', '$')
const { pattern: randomPattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc.tuple(tie('pattern'), fc.constantFrom('', '?:')).map(([inside, mark]) => `(${mark}${inside})`),
    fc
      .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?'))
      .map(([one, count]) => (one === '^' || one === '$' ? one : one + count)),
  ),
  pattern: fc
    .array(fc.array(tie('piece'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((choices) => choices.map((pieces) => pieces.join('')).join('|')),
}))

test("agrees with the platform's own regular expressions on what both understand", () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '1'), maxLength: 6 })
  fc.assert(
    fc.property(randomPattern, fc.array(text, { minLength: 1, maxLength: 5 }), (pattern, texts) => {
      const ours = compileSafeRegex(pattern)
      const theirs = new RegExp(`^(?:${pattern})$`, 'u')
      for (const one of texts) expect(ours.test(one), `${pattern} on ${one}`).toBe(theirs.test(one))
    }),
    { numRuns: 2_000 },
  )
})

test('an arbitrary pattern is compiled or refused with its place, and nothing else', () => {
  const soup = fc.string({
    unit: fc.constantFrom(...Array.from('ab01()[]{}|*+?.^$\\-,:=!<&i😀')),
    maxLength: 20,
  })
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), soup), fc.string(), (pattern, text) => {
      const result = catchError(() => compileSafeRegex(pattern).test(text))
      if (result === undefined) return
      expect(result).toBeInstanceOf(PatternError)
      expect((result as PatternError).offset).toBeLessThanOrEqual(pattern.length)
    }),
    { numRuns: 5_000 },
  )
})

test('an answer stays right after more names than are remembered', () => {
  const regex = compileSafeRegex('g\\d+')
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 2_500; index++) {
      expect(regex.test(`g${index}`)).toBe(true)
      expect(regex.test(`h${index}`)).toBe(false)
    }
  }
})

function catchError(action: () => unknown): unknown {
  try {
    action()
    return undefined
  } catch (error) {
    return error
  }
}

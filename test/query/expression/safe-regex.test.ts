import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileSafeRegex, PatternError } from '../../../src/query/expression/safe-regex/index.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { runs } from '../../support/runs.ts'

/** Reads a list of a pattern and of texts. Says which texts match it whole, or why it is refused. */
function outcome(line: string): string {
  const [pattern = '', ...texts] = JSON.parse(line.replace(/^javascript /, '')) as string[]
  try {
    const regex = compileSafeRegex(pattern, line.startsWith('[') ? {} : { syntax: 'javascript' })
    return JSON.stringify(texts.filter((text) => regex.test(text)))
  } catch (error) {
    const { offset, expected, found } = error as PatternError
    return `refused at ${offset}: expected ${expected}, got ${found}`
  }
}

test('patterns match the texts that patterns.txt says, or are refused at a place', async () => {
  await expectGolden(new URL('patterns.txt', import.meta.url), outcome)
})

test('a pattern may have a thousand states and no more', () => {
  expect(compileSafeRegex('a{1000}').test('a'.repeat(1000))).toBe(true)
  expect(compileSafeRegex('a'.repeat(1000)).test('a'.repeat(1000))).toBe(true)
  expect(() => compileSafeRegex('a{1000}b')).toThrow('at most 1000 states')
  expect(compileSafeRegex('a{0,500}').test('a'.repeat(500))).toBe(true)
  expect(() => compileSafeRegex('a{0,501}')).toThrow('at most 1000 states')
  expect(compileSafeRegex('(a{30}){30}').test('a'.repeat(900))).toBe(true)
})

test.each([
  ['abcd', 4],
  ['a|b', 4],
  ['a|b|c', 7],
  ['a+', 4],
  ['a{2,}', 5],
  ['a{1,3}', 5],
  ['(ab){2}', 4],
  ['(a|b)*', 6],
])('the pattern %s counts as %i states', (pattern, states) => {
  expect(catchError(() => compileSafeRegex(pattern, { maxSize: states }))).toBeUndefined()
  expect(() => compileSafeRegex(pattern, { maxSize: states - 1 })).toThrow(`at most ${states - 1} states`)
})

test('twenty million steps are taken to find something, and no more', () => {
  const regex = compileSafeRegex('[a]{1000}', { maxSize: 5000 })
  // One state more than the characters: the one that says that all is read.
  const most = Math.floor(20_000_000 / 1001)
  expect(regex.find('a'.repeat(1000))).toBe(true)
  expect(regex.find(`${'a'.repeat(1000)}${'b'.repeat(most - 1000)}`)).toBe(true)
  expect(regex.find(`${'a'.repeat(1000)}${'b'.repeat(most - 999)}`)).toBe(false)
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
    { numRuns: runs(5_000) },
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

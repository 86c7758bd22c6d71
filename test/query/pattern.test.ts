import { expect, test } from 'vitest'
import { patternTest, wholeTextTest } from '../../src/query/index.ts'
import { expectGolden } from '../support/golden-cases.ts'

/** Reads a list of a pattern and of texts. Says which texts match it whole, or that it is refused. */
function outcome(line: string): string {
  const [pattern = '', ...texts] = JSON.parse(line) as string[]
  const test = wholeTextTest(pattern)
  return test ? JSON.stringify(texts.filter(test)) : 'refused'
}

test('patterns match the whole texts that patterns.txt says, or are refused', async () => {
  await expectGolden(new URL('patterns.txt', import.meta.url), outcome)
})

test('a pattern of a property matches a part of a text, and its letters are whole characters', () => {
  expect(patternTest('b.')('a b😀')).toBe(true)
  expect(patternTest('^.$')('😀')).toBe(true)
  expect(patternTest('^\\p{Lu}')('élan')).toBe(false)
})

test('a pattern that the engine cannot run on a text does not match it', () => {
  const hostile = '((((a{999}){999}){999}){999}){999}'
  expect(patternTest(hostile)('a'.repeat(1000))).toBe(false)
  expect(wholeTextTest(hostile)!('a'.repeat(1000))).toBe(false)
  expect(patternTest('^(?:a|b)*$')('ab'.repeat(5_000_000))).toBeTypeOf('boolean')
})

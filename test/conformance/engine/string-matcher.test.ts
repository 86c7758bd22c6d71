import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StringMatcher } from '../../../conformance/engine/wire/redaction.ts'

function found(needles: readonly string[], text: string): string[] {
  const known = new StringMatcher<number>()
  for (const [number, needle] of needles.entries()) known.add(needle, number)
  return [...known.in(text)].map(({ at, needle }) => `${needle} at ${at}`)
}

test('finds from left to right, the longest where several begin, and nothing within another one', () => {
  expect(found(['secret', 'secretive', 'crety'], 'a secretive secrety secret')).toEqual([
    'secretive at 2',
    'secret at 12',
    'secret at 20',
  ])
  expect(found(['abcd'], 'abcdabcd')).toEqual(['abcd at 0', 'abcd at 4'])
})

test('finds at the start, at the end and in what is as long as the needle', () => {
  expect(found(['abcd'], 'abcd')).toEqual(['abcd at 0'])
  expect(found(['abcd'], 'abc')).toEqual([])
  expect(found(['wxyz'], 'vwxyz')).toEqual(['wxyz at 1'])
  expect(found([], 'anything')).toEqual([])
})

test('a text that is added twice keeps its first value', () => {
  const known = new StringMatcher<string>()
  known.add('abcd', 'first')
  known.add('abcd', 'second')
  expect([...known.in('abcd')].map(({ value }) => value)).toEqual(['first'])
})

test('finds what a search for each would, in any text', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '«'), maxLength: 40 })
  const needle = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '«'), minLength: 4, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(needle, { maxLength: 5 }), letters, (needles, text) => {
      const expected: string[] = []
      for (let at = 0; at < text.length; at++) {
        const here = needles
          .filter((each) => text.startsWith(each, at))
          .toSorted((one, other) => other.length - one.length)[0]
        if (here === undefined) continue
        expected.push(`${here} at ${at}`)
        at += here.length - 1
      }
      expect(found(needles, text)).toEqual(expected)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldLogin } from '../../src/contract/formats/index.ts'
import { fold } from '../../src/query/index.ts'
import { runs } from '../support/runs.ts'

test.each([
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΣΑΣ', 'σας'],
  ['ılık', 'ILIK'],
  ['Kelvin', 'kelvin'],
  ['ﬁn', 'FIN'],
])('%s and %s differ only in case', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test.each([
  ['é', 'e'],
  ['ø', 'o'],
  ['İ', 'i'],
])('%s and %s differ in more than case', (one, other) => {
  expect(fold(one)).not.toBe(fold(other))
})

test('texts that are equal in a search are also equal as logins, for all characters', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    for (const other of [character.toUpperCase(), character.toLowerCase()]) {
      if (fold(other) !== fold(character) || foldLogin(other) !== foldLogin(character)) {
        expect([code.toString(16), fold(other)]).toEqual([code.toString(16), fold(character)])
        expect([code.toString(16), foldLogin(other)]).toEqual([code.toString(16), foldLogin(character)])
      }
    }
  }
})

test('folding never shortens, and the fold of a beginning begins the fold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.nat(12), (text, at) => {
      expect(fold(text).length).toBeGreaterThanOrEqual(text.length)
      const characters = Array.from(text)
      expect(fold(text).startsWith(fold(characters.slice(0, at).join('')))).toBe(true)
    }),
    { numRuns: runs(3000) },
  )
})

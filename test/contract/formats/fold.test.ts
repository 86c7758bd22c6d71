import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldLogin } from '../../../src/contract/formats/index.ts'
import { isThorough, runs } from '../../support/runs.ts'

test('logins that differ only in case fold to one key', () => {
  expect(foldLogin('Isaac.Brock@Example.COM')).toBe(foldLogin('isaac.brock@example.com'))
  expect(foldLogin('ИМЯ@example.com')).toBe(foldLogin('имя@example.com'))
})

test('logins that differ only in diacritical marks fold to one key', () => {
  expect(foldLogin('isáàc.bröck@example.com')).toBe('isaac.brock@example.com')
  expect(foldLogin('ÉÑÇŠŽŐ@example.com')).toBe('encszo@example.com')
})

test('a composed and a decomposed letter fold to one key', () => {
  expect(foldLogin('jan\u00e9@example.com')).toBe(foldLogin('jane\u0301@example.com'))
})

test.each([
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['ς', 'σ'],
  ['Σ', 'σ'],
  ['ı', 'i'],
  ['İ', 'i'],
  ['I', 'i'],
  ['ſ', 's'],
  ['Й', 'и'],
  ['ΰ', 'υ'],
  ['ø', 'o'],
  ['Ø', 'o'],
  ['ǿ', 'o'],
  ['ł', 'l'],
  ['Đ', 'd'],
  ['ħ', 'h'],
])('%s folds as %s does', (one, other) => {
  expect(foldLogin(`x${one}x`)).toBe(foldLogin(`x${other}x`))
})

test.each([
  ['ŧ', 't'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['æ', 'ae'],
  ['ａ', 'a'],
  ['कु', 'क'],
  ['b', 'd'],
])('%s and %s are different letters', (one, other) => {
  expect(foldLogin(one)).not.toBe(foldLogin(other))
})

test('punctuation that looks like a mark is kept', () => {
  expect(foldLogin("o'brien^`~@example.com")).toBe("o'brien^`~@example.com")
})

test('folding a key again changes nothing, and the case of the login never matters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (login) => {
      const key = foldLogin(login)
      expect(foldLogin(key)).toBe(key)
      expect(foldLogin(login.toUpperCase())).toBe(key)
    }),
    { numRuns: runs(2000) },
  )
})

test('each character of Unicode folds as its upper case, its lower case and its decomposition do', () => {
  const apart: string[] = []
  // Planes 4 to 13 have no characters, and the last two are for private use.
  const end = isThorough ? 0xf0000 : 0x20000
  for (let code = 0; code < end; code++) {
    if (code === 0xd800) code = 0xe000
    if (code === 0x40000) code = 0xe0000
    const character = String.fromCodePoint(code)
    const key = foldLogin(character)
    const others = [character.toUpperCase(), character.toLowerCase(), character.normalize('NFD')]
    if (others.some((other) => foldLogin(other) !== key)) apart.push(code.toString(16))
  }
  expect(apart).toEqual([])
})

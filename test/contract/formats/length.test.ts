import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePointLength } from '../../../src/contract/formats/index.ts'

test('a length counts characters, not UTF-16 units', () => {
  expect(codePointLength('')).toBe(0)
  expect(codePointLength('abc')).toBe(3)
  expect(codePointLength('😀😀')).toBe(2)
  expect(codePointLength('a😀b')).toBe(3)
})

test('a combining mark counts as a separate character', () => {
  expect(codePointLength('e\u0301')).toBe(2)
})

test('a lone surrogate is a character', () => {
  expect(codePointLength('\ud83d')).toBe(1)
  expect(codePointLength('\ude00\ud83d')).toBe(2)
  expect(codePointLength('\ud83d\ud83d\ude00')).toBe(2)
})

test('a length is the number of steps that iterating over the text takes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0xd7fe, max: 0xe001 })), (units) => {
      const text = String.fromCharCode(...units)
      expect(codePointLength(text)).toBe(Array.from(text).length)
    }),
  )
})

import { expect, test } from 'vitest'
import { isLanguage } from '../../../src/contract/formats/index.ts'

test.each([
  'en',
  'en-US',
  'EN-us',
  'zh-Hant-TW',
  'sl-rozaj-biske-1994',
  'i-klingon',
  '*',
  'da, en-gb;q=0.8, en;q=0.7',
  'da,en-GB',
  'en;q=0',
  'en;q=1',
  'en;q=1.000',
  'en;q=0.',
  'en;q=0.123',
  'en ; Q=0.5',
  'en\t,\tde',
  'abcdefgh',
  'en-a1b2c3d4',
])('%j is a preferred language', (value) => {
  expect(isLanguage(value)).toBe(true)
})

test.each([
  '',
  ' ',
  'en_US',
  ' en',
  'en ',
  'en,',
  ',en',
  'en,,de',
  'en de',
  'en-',
  '-en',
  'e1',
  'abcdefghi',
  'en-abcdefghi',
  'en;q=1.1',
  'en;q=1.001',
  'en;q=2',
  'en;q=0.1234',
  'en;q=.5',
  'en;q=-0.5',
  'en;q',
  'en;q =0.5',
  'en;q=0.5;q=0.4',
  'en;level=1',
  '*-US',
  'dé',
  'en\n',
])('%j is not a preferred language', (value) => {
  expect(isLanguage(value)).toBe(false)
})

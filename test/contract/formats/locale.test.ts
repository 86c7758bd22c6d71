import { expect, test } from 'vitest'
import { isLocale } from '../../../src/contract/formats/index.ts'

test.each(['en_US', 'de_CH', 'fr_CA', 'zh_TW', 'he_IL', 'id_ID', 'nb_NO', 'yi_US'])(
  '%s is a locale',
  (value) => {
    expect(isLocale(value)).toBe(true)
  },
)

test.each([
  'en-US',
  'en',
  'US',
  'en_us',
  'EN_US',
  'en_UK',
  'xx_US',
  'iw_IL',
  'in_ID',
  'sh_RS',
  'eng_US',
  'en_USA',
  'en_US_POSIX',
  'en_US.UTF-8',
  'en_',
  '_US',
  '',
  ' en_US',
])('%j is not a locale', (value) => {
  expect(isLocale(value)).toBe(false)
})

test('183 languages have a two-letter code', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const pairs = Array.from(letters).flatMap((first) => Array.from(letters, (second) => first + second))
  expect(pairs.filter((language) => isLocale(`${language}_US`))).toHaveLength(183)
})

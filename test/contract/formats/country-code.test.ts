import { expect, test } from 'vitest'
import { isCountryCode } from '../../../src/contract/formats/index.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const pairs = Array.from(letters).flatMap((first) => Array.from(letters, (second) => first + second))

test('249 pairs of letters are country codes', () => {
  expect(pairs.filter(isCountryCode)).toHaveLength(249)
})

test.each(['US', 'DE', 'GB', 'JP', 'AQ', 'BQ', 'CW', 'SS', 'SX', 'TL', 'ZW'])(
  '%s is a country code',
  (value) => {
    expect(isCountryCode(value)).toBe(true)
  },
)

test.each(['us', 'Us', 'USA', 'U', '', 'UK', 'EU', 'XK', 'AN', 'CS', 'SU', 'ZZ', '84', ' US', 'US '])(
  '%j is not a country code',
  (value) => {
    expect(isCountryCode(value)).toBe(false)
  },
)

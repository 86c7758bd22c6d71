import { expect, test } from 'vitest'
import { isoOf, parseMoment, isTellable } from '../../../src/model/kernel/clock.ts'
import { looksLikeDuration, parseDuration } from '../../../src/model/kernel/duration.ts'
import { expectGolden } from '../../support/golden-cases.ts'

test('durations and moments are the milliseconds of times.txt, or are refused', async () => {
  await expectGolden(new URL('times.txt', import.meta.url), (line) => {
    const [, kind = '', text = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    const given = text.startsWith('"') ? (JSON.parse(text) as string) : Number(text)
    try {
      return String(kind === 'moment' ? parseMoment(given) : parseDuration(given))
    } catch (error) {
      return String(error)
    }
  })
})

test('the message about an unreadable duration is cut', () => {
  expect(() => parseDuration('x'.repeat(101))).toThrow(`got '${'x'.repeat(100)}'`)
})

test('what can be meant as a duration', () => {
  const texts = ['P1D', 'p', ' PT5M ', '5m', ' 1H30M ', '1.5d', '5', '2026-01-31', 'later', 'xP1D', 'x5m', '']
  expect(['5mx', ...texts].filter(looksLikeDuration)).toEqual(['P1D', 'p', ' PT5M ', '5m', ' 1H30M ', '1.5d'])
})

test('a date is a moment, and the message about one that is none shows it unchanged', () => {
  expect(parseMoment(new Date(5))).toBe(5)
  expect(() => parseMoment(Number.NaN)).toThrow(/, got NaN$/)
  expect(() => parseMoment(new Date(Number.NaN))).toThrow(/, got Invalid Date$/)
})

test('formats moments from the year 0 to the year 9999', () => {
  const [first, last] = [-62_167_219_200_000, 253_402_300_799_999]
  expect([first - 1, first, last, last + 1, Number.NaN].map(isTellable)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect([first - 1, first, last, last + 1].map(isoOf)).toEqual([
    '0000-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59.999Z',
  ])
})

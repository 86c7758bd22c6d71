import { expect, test } from 'vitest'
import { isoOf, parseMoment } from '../../../src/model/kernel/clock.ts'
import { looksLikeDuration, parseDuration } from '../../../src/model/kernel/duration.ts'
import { isTellable } from '../../../src/model/kernel/moment.ts'

const noon = Date.UTC(2026, 0, 31, 12)

test.for([
  [0, 0],
  [1.5, 2],
  [315_576_000_000_000, 315_576_000_000_000],
  ['0', 0],
  ['500', 500],
  ['12.6', 13],
  ['100ms', 100],
  ['12.25s', 12_250],
  [' 5m ', 300_000],
  ['5M', 300_000],
  ['1h30m', 5_400_000],
  ['1.25d', 108_000_000],
  ['1W', 604_800_000],
  ['10m10m', 1_200_000],
  ['1w2d3h4m5s6ms', 788_645_006],
  ['3652500d', 315_576_000_000_000],
  ['p1d', 86_400_000],
  [' P1W ', 604_800_000],
  ['P10W', 6_048_000_000],
  ['P1.5D', 129_600_000],
  ['P1.25W', 756_000_000],
  ['P1W2D', 777_600_000],
  // Minutes, though `M` before the `T` would be months.
  ['PT5M', 300_000],
  ['PT1H', 3_600_000],
  ['PT0.5S', 500],
  ['PT10H20M30.25S', 37_230_250],
  ['pt1m', 60_000],
  ['P2DT3H', 183_600_000],
] as const)('%j is a duration of %j milliseconds', ([text, milliseconds]) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

test.for([
  '',
  '5 m',
  '5m 3s',
  '5 minutes',
  ...'soon h 1x 1h2 -1 -5m 1. .5s x5m 5mx 5y 1.5.5s 1e3 P PT P1 P1H PT5D P1Y2 P1D1 P1DT PT1H1'.split(' '),
  ...'PxT1H P1DTx1H P.5D P1.D PT1H2W PT1HT1H xP1D'.split(' '),
])('%j is not a duration', (text) => {
  const form = "milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D'"
  expect(() => parseDuration(text)).toThrow(new RangeError(`duration: expected ${form}, got '${text}'`))
})

test.for(['P1Y', 'P10Y', 'P2M', 'P1Y2M', 'P1.5Y', 'P12M', 'P1Y1D', 'p1yT1H'])(
  '%s has no fixed length, which is said',
  (text) => {
    expect(() => parseDuration(text)).toThrow(
      new RangeError(
        `duration: expected days instead of years and months, which have no fixed length, got '${text}'`,
      ),
    )
  },
)

test.for([-1, 315_576_000_000_001, 1e300, Number.NaN, Infinity, '3652501d', '315576000000001', 'P521786W'])(
  'a duration of %j is too long or too short',
  (given) => {
    expect(() => parseDuration(given)).toThrow(
      new RangeError(`duration: expected 0 or more, and at most 10,000 years, got ${given}`),
    )
  },
)

test('the message about an unreadable duration is cut', () => {
  expect(() => parseDuration('x'.repeat(101))).toThrow(`got '${'x'.repeat(100)}'`)
})

test('what can be meant as a duration', () => {
  const texts = ['P1D', 'p', ' PT5M ', '5m', ' 1H30M ', '1.5d', '5', '2026-01-31', 'later', 'xP1D', 'x5m', '']
  expect(['5mx', ...texts].filter(looksLikeDuration)).toEqual(['P1D', 'p', ' PT5M ', '5m', ' 1H30M ', '1.5d'])
})

test.for([
  ['2026-01-31', Date.UTC(2026, 0, 31)],
  [' 2026-01-31 ', Date.UTC(2026, 0, 31)],
  ['2026-01-31T12:00Z', noon],
  ['2026-01-31T12:00:00Z', noon],
  ['2026-01-31T12:00:00.5Z', noon + 500],
  ['2026-01-31T12:00:00.1234Z', noon + 123],
  ['2026-01-31T14:30:00+02:30', noon],
  ['2026-01-31T14:30:00.000+0230', noon],
  ['2026-01-31T09:30:00-02:30', noon],
  ['0000-01-01', Date.UTC(-1, 12)],
  ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  [noon + 0.9, noon],
  [-0.5, -0],
  [new Date(noon), noon],
] as const)('%j is a moment', ([moment, expected]) => {
  expect(parseMoment(moment)).toBe(expected)
})

test.for([
  '',
  '2026-01-31 12:00:00Z',
  ...'yesterday P1D 12:00 2026-1-31 2026-13-01 2026-02-29 2026-00-10 x2026-01-31 2026-01-31x 02026-01-31'.split(
    ' ',
  ),
  ...'2026-01-31T12:00 2026-01-31T12Z 2026-01-31T12:00:00 2026-01-31T12:00:00.Z 2026-01-31T25:00:00Z'.split(
    ' ',
  ),
  ...'2026-01-31T12:00:00+2 2026-02-30T00:00:00Z 2026-01-31TT12:00Z'.split(' '),
])('%j is not a moment', (text) => {
  expect(() => parseMoment(text)).toThrow(
    new RangeError(
      `time: expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got '${text}'`,
    ),
  )
})

test('the message about a moment that is not a text shows it unchanged', () => {
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

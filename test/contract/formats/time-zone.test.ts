import { expect, test } from 'vitest'
import { timeZoneAliases } from '../../../src/contract/formats/time-zone-aliases.ts'
import { isTimeZone } from '../../../src/contract/formats/index.ts'

test.each([
  'America/Los_Angeles',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
  'Europe/Berlin',
  'Europe/Kyiv',
  'Europe/Kiev',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'US/Pacific',
  'Etc/GMT+5',
  'Etc/UTC',
  'UTC',
  'GMT',
  'EST5EDT',
])('%s is a time zone', (value) => {
  expect(isTimeZone(value)).toBe(true)
})

test.each([
  '',
  'europe/berlin',
  'EUROPE/BERLIN',
  'us/pacific',
  'utc',
  'Europe',
  'Europe/',
  'Europe/Atlantis',
  'Europe/Berlin ',
  '+01:00',
  '-0800',
  '+01',
  'UTC+1',
  'GMT+5',
  'CEST',
  'Pacific Standard Time',
  'Factory',
])('%j is not a time zone', (value) => {
  expect(isTimeZone(value)).toBe(false)
})

test('every zone that the engine lists is a time zone', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([])
})

test('every further name is one that the engine knows, spelled once', () => {
  for (const timeZone of timeZoneAliases) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow()
  }
  expect(new Set(timeZoneAliases).size).toBe(timeZoneAliases.length)
})

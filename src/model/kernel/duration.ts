import { ValueError } from './value-error.ts'

/**
 * A span of time. Milliseconds as a number or in digits, or a text such as `250ms`, `30s`, `5m`, `2h`, `1d`, `1w` or
 * `1h30m`. An ISO 8601 duration works too, in weeks to seconds: `P1D` or `PT1H30M`.
 */
export type Duration = number | string

/** Milliseconds by unit, longest first. */
const UNITS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const
type Unit = keyof typeof UNITS

/** Ten thousand years: a date can express the end of such a duration from any moment of the clock. */
const LONGEST = 3_652_500 * UNITS.d

const SHORT = /^(?:\d+(?:\.\d+)?(?:ms|[wdhms]))+$/
const SHORT_PART = /(?<amount>\d+(?:\.\d+)?)(?<unit>ms|[wdhms])/g
const ISO_DATE = /^(?:\d+(?:\.\d+)?[WD])*$/
const ISO_TIME = /^(?:\d+(?:\.\d+)?[HMS])+$/
const ISO_CALENDAR = /^(?:\d+(?:\.\d+)?[YMWD])+$/
const DIGITS = /^\d+(?:\.\d+)?$/

/** The form of a duration, for messages about a wrong one. */
export const durationForm = "milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D'"

/** Whether a text looks like a duration, rather than a moment. */
export function looksLikeDuration(text: string): boolean {
  return /^P/i.test(text.trim()) || SHORT.test(text.trim().toLowerCase())
}

/**
 * The milliseconds of a duration, rounded to whole ones.
 * @throws RangeError when it is negative, longer than 10,000 years or unreadable. Years and calendar months are also
 *   errors, because their length depends on the start.
 */
export function parseDuration(duration: Duration): number {
  if (typeof duration === 'number') return checked(duration, duration)
  const text = duration.trim()
  if (/^P/i.test(text)) return checked(parseIso(text), duration)
  if (DIGITS.test(text)) return checked(Number(text), duration)
  const short = text.toLowerCase()
  if (!SHORT.test(short)) throw unreadable(duration)
  return checked(sum(short), duration)
}

/** A duration in its longest whole unit: `2h`; 0 as `0`. */
export function durationIn(milliseconds: number): string {
  const [unit = '', size = 1] =
    Object.entries(UNITS).find(([, size]) => milliseconds > 0 && milliseconds % size === 0) ?? []
  return `${milliseconds / size}${unit}`
}

function checked(milliseconds: number, given: Duration): number {
  if (milliseconds >= 0 && milliseconds <= LONGEST) return Math.round(milliseconds)
  throw new ValueError('duration', `expected 0 or more, and at most 10,000 years, got ${given}`)
}

function unreadable(given: string): ValueError {
  return new ValueError('duration', `expected ${durationForm}, got '${given.slice(0, 100)}'`)
}

function parseIso(given: string): number {
  const [date, time, ...more] = given.toUpperCase().slice(1).split('T') as [string, ...string[]]
  if (/[YM]/.test(date) && ISO_CALENDAR.test(date)) {
    throw new ValueError(
      'duration',
      `expected days instead of years and months, which have no fixed length, got '${given}'`,
    )
  }
  const isTimeSound = time === undefined ? date !== '' : ISO_TIME.test(time)
  if (!ISO_DATE.test(date) || !isTimeSound || more.length > 0) {
    throw unreadable(given)
  }
  return sum((date + (time ?? '')).toLowerCase())
}

function sum(short: string): number {
  let total = 0
  for (const { groups } of short.matchAll(SHORT_PART)) {
    total += Number(groups?.amount) * UNITS[groups?.unit as Unit]
  }
  return total
}

import { ValueError } from './value-error.ts'

/**
 * A moment: a `Date`, milliseconds since 1970-01-01T00:00:00Z, or an ISO 8601 text with its offset. An example is
 * `2026-01-31T12:00:00.000Z`; a date without time means its start in UTC.
 */
export type Moment = Date | number | string

/** ISO 8601 writes the years 0 to 9999. */
const FIRST_MOMENT = Date.UTC(-1, 12)
export const LAST_MOMENT = Date.UTC(10_000) - 1
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/

/**
 * The milliseconds of a moment.
 * @throws RangeError for a wrong moment.
 */
export function parseMoment(moment: Moment): number {
  const milliseconds = typeof moment === 'string' ? parseIsoMoment(moment) : Number(moment)
  if (isTellable(milliseconds)) return Math.trunc(milliseconds)
  const given = typeof moment === 'string' ? `'${moment}'` : String(moment)
  throw new ValueError(
    'time',
    `expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got ${given}`,
  )
}

/** Whether ISO 8601 can write it with a year of four digits. */
export function isTellable(milliseconds: number): boolean {
  return milliseconds >= FIRST_MOMENT && milliseconds <= LAST_MOMENT
}

/** A moment in the service's form: ISO 8601 in UTC with milliseconds. Moments after the year 9999 become its end. */
export function isoOf(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, FIRST_MOMENT), LAST_MOMENT)).toISOString()
}

function parseIsoMoment(text: string): number {
  const trimmed = text.trim()
  return ISO_MOMENT.test(trimmed) && isCalendarDay(trimmed.slice(0, 10)) ? Date.parse(trimmed) : Number.NaN
}

/** Some engines read a 30th of February as a day in March. */
function isCalendarDay(day: string): boolean {
  const start = Date.parse(day)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
}

import type { JSX } from 'preact'
import { counted } from '../contract/formats/counted.ts'

const digits = '2-digit'

/** Swedish dates have the form of ISO 8601. */
const localTime = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: digits,
  day: digits,
  hour: digits,
  minute: digits,
  second: digits,
  timeZoneName: 'short',
})

/** Date and time in the reader's time zone, with its name; UTC on hover. */
export function When({
  at,
  isTimeOnly = false,
}: {
  readonly at: string | null | undefined
  /** Shows the date only on hover. */
  readonly isTimeOnly?: boolean
}): JSX.Element {
  if (at === undefined || at === null) return <span class="faint">never</span>
  return (
    <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {localTime.format(new Date(at)).slice(isTimeOnly ? 'yyyy-mm-dd '.length : 0)}
    </time>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** A duration in its largest units, by default two: `7 days`, `1 hour 30 minutes`. */
export function durationText(milliseconds: number, max = 2): string {
  const first = units.findIndex(([, size]) => milliseconds >= size)
  if (first === -1) return counted(milliseconds, 'millisecond')
  const pair = units.slice(first, first + max)
  const least = pair.at(-1)![1]
  let left = Math.round(milliseconds / least) * least
  return pair
    .flatMap(([unit, size]) => {
      const count = Math.floor(left / size)
      left %= size
      return count === 0 ? [] : counted(count, unit)
    })
    .join(' ')
}

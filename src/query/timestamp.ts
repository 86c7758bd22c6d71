/** Date, time to the second, a fraction if any, and `Z` or an offset with or without colon. */
const ISO_8601 =
  /^(?<day>\d{4}-(?:0[1-9]|1[0-2])-(?<date>0[1-9]|[12]\d|3[01]))T(?<time>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(?<fraction>\d{1,9}))?(?:Z|(?<sign>[+-])(?<hours>[01]\d|2[0-3]):?(?<minutes>[0-5]\d))$/

/** An offset whose `+` went through a URL without being encoded. */
const DECODED_PLUS = /T[\d:.]+ \d\d:?\d\d$/

const CANONICAL_LENGTH = '2026-01-31T00:00:00.000Z'.length

/**
 * The one spelling of a moment (Clients, conventions: UTC with milliseconds). Its order as text is its order in time.
 * Digits after the millisecond are dropped. `undefined` when the text is not an ISO 8601 date and time with an offset.
 * Also for a day that does not exist, or outside the years 0000 to 9999.
 */
export function canonicalTimestamp(text: string): string | undefined {
  const parts = ISO_8601.exec(text)?.groups
  if (parts === undefined) return undefined
  const { day, date, time, fraction = '', sign, hours, minutes } = parts
  const local = new Date(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // A day past the end of its month rolls over into the next one.
  if (local.getUTCDate() !== Number(date)) return undefined
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000
  const canonical = new Date(local.getTime() + (sign === '+' ? -offset : offset)).toISOString()
  return canonical.length === CANONICAL_LENGTH ? canonical : undefined
}

/** As `canonicalTimestamp`, for a stored value: one that has the canonical shape stays unchanged. */
export function storedTimestamp(text: string): string | undefined {
  const isCanonical = text.length === CANONICAL_LENGTH && text.endsWith('Z')
  return isCanonical ? text : canonicalTimestamp(text)
}

/** The advice for a person whose value is not a timestamp. */
export function timestampHint(text: string): string | undefined {
  if (DECODED_PLUS.test(text)) return 'encode the + of the offset as %2B in a URL'
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `write "${text}T00:00:00.000Z"`
  return undefined
}

import { timeZoneAliases } from './time-zone-aliases.ts'

/** Built when first asked for: listing the zones takes the engine some milliseconds. */
let timeZones: ReadonlySet<string> | undefined

/**
 * Whether a text is the name of a time zone in the IANA database, in its case (Users, Profile: `timezone`). Links and
 * older names are names too (`US/Pacific`, `Asia/Calcutta`). Offsets (`+01:00`) and the database's placeholder
 * `Factory` are not.
 */
export function isTimeZone(value: string): boolean {
  timeZones ??= new Set([...Intl.supportedValuesOf('timeZone'), ...timeZoneAliases])
  return timeZones.has(value)
}

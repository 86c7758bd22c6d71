const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Whether a text is a timestamp of groups, rules and users (Clients, Conventions, 2; ISO 8601). It is in UTC with
 * exactly three decimals, `2013-06-30T08:15:00.000Z`, on a day and at a time that exist. A leap second does not.
 */
export function isIsoTimestamp(value: string): boolean {
  if (!shape.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString() === value
}

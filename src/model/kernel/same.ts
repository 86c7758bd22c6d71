/** Whether two values are equal as JSON. The order of members does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const members = Object.entries(one)
  return (
    members.length === Object.keys(other).length &&
    members.every(
      ([name, value]) => Object.hasOwn(other, name) && isSame(value, other[name as keyof typeof other]),
    )
  )
}

/** Whether two byte strings are equal. The time does not depend on the place of the first difference. */
export function equalInConstantTime(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at++) difference |= one[at]! ^ other[at]!
  return difference === 0
}

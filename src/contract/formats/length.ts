/**
 * The length of a text in characters: Unicode code points. Every length limit of Users, Limits, is counted so. A
 * character outside the basic plane counts once, a lone surrogate counts as a character.
 */
export function codePointLength(value: string): number {
  let length = value.length
  for (let at = 1; at < value.length; at++) {
    if (!isLowSurrogate(value, at) || !isHighSurrogate(value, at - 1)) continue
    length--
    at++
  }
  return length
}

function isHighSurrogate(value: string, at: number): boolean {
  return (value.charCodeAt(at) & 0xfc00) === 0xd800
}

function isLowSurrogate(value: string, at: number): boolean {
  return (value.charCodeAt(at) & 0xfc00) === 0xdc00
}

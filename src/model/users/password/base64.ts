const alphabet = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * The bytes of a base64 text, RFC 4648 section 4, with or without its padding; undefined for any other text. Rejects
 * the alphabet of section 5 (`-`, `_`).
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!alphabet.test(text)) return undefined
  const bare = text.replace(/=+$/, '')
  if (bare.length % 4 === 1) return undefined
  if (bare.length < text.length && text.length % 4 !== 0) return undefined
  return Uint8Array.from(atob(bare), (character) => character.charCodeAt(0))
}

/** The bytes of a valid base64 text; for any other text, an empty array. */
export function checkedBase64(text: string): Uint8Array<ArrayBuffer> {
  return decodeBase64(text) ?? new Uint8Array()
}

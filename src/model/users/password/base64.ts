const alphabet = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * The bytes of a base64 text, RFC 4648 section 4, with or without its padding; undefined when it is not one.
 * The alphabet of section 5 (`-`, `_`) is not taken.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!alphabet.test(text)) return undefined
  const bare = text.replace(/=+$/, '')
  if (bare.length % 4 === 1) return undefined
  if (bare.length < text.length && text.length % 4 !== 0) return undefined
  return Uint8Array.from(atob(bare), (character) => character.charCodeAt(0))
}

/** The bytes of a base64 text that was checked before; of any other text, none. */
export function checkedBase64(text: string): Uint8Array<ArrayBuffer> {
  return decodeBase64(text) ?? new Uint8Array()
}

import { fromBase64Url, toBase64Url } from '../../contract/formats/base64url.ts'
import type { Position } from '../kernel/paged-list.ts'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** A place in one list. */
export interface Cursor {
  /** The list it belongs to: its path, with the filter, search and sorting that shape it. */
  list: string
  position: Position
}

/** The key that seals cursors. Opaque; created by {@link createCursorKey}. */
export interface CursorKey {
  clone(): { update(bytes: Uint8Array): { digest(): Uint8Array } }
}

/** The seal is 128 bits, which base64url writes in 22 characters. */
const SEAL_BYTES = 16
const SEAL_LENGTH = 22
/** Longer than any URL that servers accept, so that the server rejects a flood of characters unread. */
const LONGEST = 65_536
const SEQUENCE = /^[0-9a-z]{1,11}$/
const SORTED_PLACE = /^-[A-Za-z0-9_-]+$/

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Derives the key of an organisation's cursors from its seed, so that cursors stay valid after a restart. The key
 * goes into the hash once, at the first cursor, which makes each seal twice as fast.
 */
export function createCursorKey(seed: string | number): CursorKey {
  let made: CursorKey | undefined
  return { clone: () => (made ??= hmac.create(sha256, encoder.encode(`cursor\u0000${seed}`))).clone() }
}

/**
 * Encodes a cursor as a text for URLs. A caller can neither build nor change it, nor use it on another list (Clients,
 * convention 3).
 * @throws RangeError for a position that is a number but not a sequence.
 */
export function encodeCursor({ list, position }: Cursor, key: CursorKey): string {
  const body = encodePosition(position)
  return seal(list, body, key) + body
}

/**
 * The position in a cursor. For any text that {@link encodeCursor} did not write for this list with this key, returns
 * `undefined`. Never throws.
 */
export function decodeCursor(cursor: string, list: string, key: CursorKey): Position | undefined {
  if (cursor.length > LONGEST) return undefined
  const body = cursor.slice(SEAL_LENGTH)
  if (!SEQUENCE.test(body) && !SORTED_PLACE.test(body)) return undefined
  if (!isSame(cursor.slice(0, SEAL_LENGTH), seal(list, body, key))) return undefined
  return decodePosition(body)
}

function seal(list: string, body: string, key: CursorKey): string {
  const sealed = encoder.encode(`${list}\u0000${body}`)
  return toBase64Url(key.clone().update(sealed).digest().subarray(0, SEAL_BYTES))
}

/** A sequence is written in base 36; a sorted place, as JSON in base64url after a hyphen. */
function encodePosition(position: Position): string {
  if (typeof position !== 'number') return `-${toBase64Url(encoder.encode(JSON.stringify(position)))}`
  if (Number.isSafeInteger(position) && position >= 0) return position.toString(36)
  throw new RangeError(`cursor: expected a sequence, a whole number of 0 or more, got ${position}`)
}

/** Reads only sealed texts, which are well formed. */
function decodePosition(body: string): Position {
  if (!body.startsWith('-')) return Number.parseInt(body, 36)
  return JSON.parse(decoder.decode(fromBase64Url(body.slice(1)))) as Position
}

/** Takes the same time wherever the two texts differ. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let index = 0; index < expected.length; index++) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}

import { fromBase64Url, toBase64Url } from '../../contract/formats/base64url.ts'
import type { Position } from './searchable-list.ts'
import { Random } from '../kernel/random.ts'

/** A place in one list. */
export interface Cursor {
  /** The list it belongs to: its path, with the filter, search and sorting that shape it. */
  list: string
  position: Position
}

/** The seal is 128 bits, which base64url writes in 22 characters. */
const SEAL_BYTES = 16
const SEAL_LENGTH = 22
/** Longer than any URL that servers accept. */
const LONGEST = 65_536
const SEQUENCE = /^[0-9a-z]{1,11}$/
const SORTED_PLACE = /^-[A-Za-z0-9_-]+$/

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Encodes a cursor as a text for URLs. Callers obtain cursors only from links (Clients, convention 3). So a mistake in one,
 * or its use on another list, is found, but nobody is kept from building one.
 *
 * @param seed The seed of the organisation: its cursors stay valid after a restart.
 * @throws RangeError for a position that is a number but not a sequence.
 */
export function encodeCursor({ list, position }: Cursor, seed: string | number): string {
  const body = encodePosition(position)
  return seal(list, body, seed) + body
}

/**
 * The position in a cursor; undefined for any text that {@link encodeCursor} did not write for this list with this seed.
 * Never throws.
 */
export function decodeCursor(cursor: string, list: string, seed: string | number): Position | undefined {
  if (cursor.length > LONGEST) return undefined
  const body = cursor.slice(SEAL_LENGTH)
  if (!SEQUENCE.test(body) && !SORTED_PLACE.test(body)) return undefined
  return cursor.startsWith(seal(list, body, seed)) ? decodePosition(body) : undefined
}

function seal(list: string, body: string, seed: string | number): string {
  return toBase64Url(new Random([seed, list, body].join('\u0000')).bytes(SEAL_BYTES))
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

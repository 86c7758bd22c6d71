import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Random } from '../../kernel/random.ts'
import { equalInConstantTime } from './constant-time.ts'
import type { ImportedHash } from './hash.ts'
import { verifyPbkdf2 } from './pbkdf2.ts'
import type { IsWanted } from './queue.ts'

/** A password as the organisation keeps it: its own digest, or a hash that was imported. Plain JSON. */
export type StoredPassword =
  | { readonly kind: 'own'; readonly salt: string; readonly digest: string }
  | { readonly kind: 'imported'; readonly hash: ImportedHash }

const saltBytes = 8

/**
 * Keeps a password that came in clear: one salted SHA-256, some microseconds' work.
 *
 * Cheap on purpose, so that a test can create users by the thousand. It keeps passwords out of snapshots and
 * logs, but would not hold back someone who wants them: a mock must never be given passwords of real people.
 * @param random Where the salt comes from; seeded, so that the same run stores the same bytes.
 */
export function storePassword(value: string, random: Pick<Random, 'bytes'>): StoredPassword {
  const salt = random.bytes(saltBytes)
  return { kind: 'own', salt: hexOf(salt), digest: hexOf(ownDigest(salt, value)) }
}

/** Written at once: a text that grows letter by letter is kept as a chain of its beginnings, ten times as large. */
function hexOf(bytes: Uint8Array): string {
  const codes = new Uint8Array(2 * bytes.length)
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!
    codes[2 * index] = hexDigits.charCodeAt(byte >> 4)
    codes[2 * index + 1] = hexDigits.charCodeAt(byte & 15)
  }
  return String.fromCharCode(...codes)
}

const hexDigits = '0123456789abcdef'
const encoder = new TextEncoder()

function ownDigest(salt: Uint8Array, value: string): Uint8Array {
  return sha256.create().update(salt).update(encoder.encode(value)).digest()
}

/**
 * Whether a password is the stored one. At once for our own storage; a promise for imported hashes: BCRYPT and PBKDF2
 * take their time, and BCRYPT and digests are loaded with the first. Compares in constant time and never throws.
 *
 * Other work waits about 10 ms at a time for BCRYPT, 20 ms when one above work factor 12 and others run together, and
 * less for PBKDF2; that many at once makes no difference, since they queue. In all it takes 70 ms at work factor 10
 * and twice that for each one more, over a minute at 20, and up to 5 s for the costliest PBKDF2 that is taken
 * (two-core machine, Node 24).
 *
 * @param isWanted Asked before the work begins, and now and then; false ends it, and then no password matches.
 */
export function verifyPassword(
  stored: StoredPassword,
  candidate: string,
  isWanted?: IsWanted,
): boolean | Promise<boolean> {
  if (stored.kind === 'imported') return verifyImported(stored.hash, candidate, isWanted)
  return equalInConstantTime(ownDigest(hexToBytes(stored.salt), candidate), hexToBytes(stored.digest))
}

async function verifyImported(
  hash: ImportedHash,
  candidate: string,
  isWanted: IsWanted | undefined,
): Promise<boolean> {
  switch (hash.algorithm) {
    case 'BCRYPT': {
      const { verifyBcrypt } = await import('./bcrypt.ts')
      return verifyBcrypt(hash, candidate, isWanted)
    }
    case 'PBKDF2':
      return verifyPbkdf2(hash, candidate, isWanted)
    default: {
      const { verifyDigest } = await import('./digest.ts')
      return verifyDigest(hash, candidate)
    }
  }
}

/**
 * Whether a password is one of those stored, for the history of a policy: one after the other, and a promise
 * only from the first that needs one.
 */
export function matchesAny(stored: readonly StoredPassword[], candidate: string): boolean | Promise<boolean> {
  for (const [at, password] of stored.entries()) {
    const verdict = verifyPassword(password, candidate)
    if (verdict === true) return true
    if (verdict !== false)
      return verdict.then((matches) => matches || matchesAny(stored.slice(at + 1), candidate))
  }
  return false
}

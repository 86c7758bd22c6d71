import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Random } from '../../kernel/random.ts'
import { equalInConstantTime } from './constant-time.ts'
import type { ImportedHash } from './hash.ts'
import type { IsWanted } from './queue.ts'

/** The service's own digest of a password. Plain JSON. */
export interface OwnPassword {
  readonly kind: 'own'
  readonly salt: string
  readonly digest: string
}

/** A stored password: the service's own digest, or an imported hash. Plain JSON. */
export type StoredPassword = OwnPassword | { readonly kind: 'imported'; readonly hash: ImportedHash }

const saltBytes = 8

/**
 * Stores a plain-text password as one salted SHA-256, which takes some microseconds.
 *
 * It is cheap on purpose, so that a test can create thousands of users. It keeps passwords out of snapshots and logs,
 * but does not stop an attacker. Never give a mock the passwords of real people.
 * @param random The source of the salt; seeded, so that the same run stores the same bytes.
 */
export function storePassword(value: string, random: Pick<Random, 'bytes'>): OwnPassword {
  const salt = random.bytes(saltBytes)
  return { kind: 'own', salt: hexOf(salt), digest: hexOf(ownDigest(salt, value)) }
}

/** Written at once: a text that grows letter by letter takes ten times the memory. */
function hexOf(bytes: Uint8Array): string {
  const codes: number[] = []
  for (const byte of bytes) codes.push(hexDigits.charCodeAt(byte >> 4), hexDigits.charCodeAt(byte & 15))
  return String.fromCharCode(...codes)
}

const hexDigits = '0123456789abcdef'
const encoder = new TextEncoder()

function ownDigest(salt: Uint8Array, value: string): Uint8Array {
  return sha256.create().update(salt).update(encoder.encode(value)).digest()
}

/** Whether a password is the one that the service stored itself. Compares in constant time, never throws. */
export function matchesOwn({ salt, digest }: OwnPassword, candidate: string): boolean {
  return equalInConstantTime(ownDigest(hexToBytes(salt), candidate), hexToBytes(digest))
}

/** From this work factor on, a verification takes more than a second. */
const slowWorkFactor = 14

/** Warns whoever runs the organisation that somebody will wait more than a second for a check of a user's password. */
export function warnIfSlow(userId: string, stored: StoredPassword, warn: (message: string) => void): void {
  if (stored.kind !== 'imported' || stored.hash.algorithm !== 'BCRYPT') return
  const { workFactor } = stored.hash
  if (workFactor < slowWorkFactor) return
  const seconds = Math.ceil(2 ** (workFactor - slowWorkFactor) * 1.2)
  warn(
    `the BCRYPT hash of user ${userId} has workFactor ${workFactor}: a check of the password takes about ${seconds} s. Use 12 or less`,
  )
}

/**
 * Whether a password is that of an imported hash. Each algorithm loads at its first use. Compares in constant
 * time, never throws.
 *
 * Other work waits about 10 ms at a time for BCRYPT, and less for PBKDF2. It waits 20 ms if one above work factor 12
 * runs together with others. Verifications queue, so their number makes no difference. BCRYPT takes 70 ms at work
 * factor 10, and each further one doubles that: over a minute at 20. The costliest PBKDF2 takes up to 5 s (two-core
 * machine, Node 24).
 */
export async function verifyImported(
  hash: ImportedHash,
  candidate: string,
  isWanted: IsWanted | undefined,
): Promise<boolean> {
  switch (hash.algorithm) {
    case 'BCRYPT': {
      const { verifyBcrypt } = await import('./bcrypt.ts')
      return verifyBcrypt(hash, candidate, isWanted)
    }
    case 'PBKDF2': {
      const { verifyPbkdf2 } = await import('./pbkdf2.ts')
      return verifyPbkdf2(hash, candidate, isWanted)
    }
    default: {
      const { verifyDigest } = await import('./digest.ts')
      return verifyDigest(hash, candidate)
    }
  }
}

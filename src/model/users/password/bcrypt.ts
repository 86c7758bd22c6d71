import { equalInConstantTime } from './constant-time.ts'
import type { BcryptHash } from './hash.ts'
import { createQueue } from './queue.ts'

/** The lowest work factor that bcrypt implementations take, the original one included. */
const leastWorkFactor = 4

/** Up to this work factor a verification takes a fraction of a second; each one more doubles it. */
const quickWorkFactor = 12

/** Apart, so that a work factor of 20, which takes a minute, does not keep others waiting for it. */
const quick = createQueue()
const slow = createQueue()

/** The characters of a hash's value, and the bytes they hold. */
const valueLength = 31
const valueBytes = 23

/**
 * Whether a bcrypt hash is of a password, in UTF-8, of which bcrypt reads no more than the first 72 bytes.
 *
 * Hashes of work factor 1 to 3 may be imported (document 3), but no bcrypt implementation we know of makes or
 * verifies them; no password matches.
 */
export async function verifyBcrypt(hash: BcryptHash, candidate: string): Promise<boolean> {
  if (hash.workFactor < leastWorkFactor) return false
  const settings = `$2b$${String(hash.workFactor).padStart(2, '0')}$${hash.salt}`
  const queue = hash.workFactor > quickWorkFactor ? slow : quick
  // Few organisations have such a hash: it is loaded with the first.
  const { decodeBase64, hash: hashWithBcrypt } = await import('bcryptjs')
  const made = await queue(() => hashWithBcrypt(candidate, settings))
  // Compared as bytes, since the last character of a value has bits to spare that writers fill differently.
  const bytesOf = (value: string): Uint8Array => Uint8Array.from(decodeBase64(value, valueBytes))
  return equalInConstantTime(bytesOf(made.slice(-valueLength)), bytesOf(hash.value))
}

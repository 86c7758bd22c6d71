import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { checkedBase64 } from './base64.ts'
import { equalInConstantTime } from './constant-time.ts'
import type { Pbkdf2Hash } from './hash.ts'
import { createQueue, type IsWanted } from './queue.ts'

const digests = {
  SHA256_HMAC: { name: 'SHA-256', hash: sha256 },
  SHA512_HMAC: { name: 'SHA-512', hash: sha512 },
} as const

/** The maximum time of a slice of the fallback, in milliseconds; other work runs between slices. */
const slice = 10

const slices = createQueue()

/** Other threads, of which Node has four in all. A derivation cannot be stopped, and takes up to 5 s. */
const threads = createQueue(2)

/**
 * Whether a key was derived from a password, in UTF-8. The platform derives it on another thread. Without WebCrypto
 * (on insecure pages), a library derives it in slices.
 */
export async function verifyPbkdf2(
  hash: Pbkdf2Hash,
  candidate: string,
  isWanted?: IsWanted,
): Promise<boolean> {
  const derived =
    (await threads(() => deriveNatively(hash, candidate), isWanted)) ??
    (await slices(() => deriveInSlices(hash, candidate), isWanted))
  return derived !== undefined && equalInConstantTime(derived, checkedBase64(hash.value))
}

/** Undefined without WebCrypto, or with one of another realm that rejects our arrays. */
async function deriveNatively(hash: Pbkdf2Hash, candidate: string): Promise<Uint8Array | undefined> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle
  if (!subtle) return undefined
  const { salt, iterationCount: iterations, keySize, digestAlgorithm } = hash
  const derivation = {
    name: 'PBKDF2',
    hash: digests[digestAlgorithm].name,
    salt: checkedBase64(salt),
    iterations,
  }
  try {
    const password = new TextEncoder().encode(candidate)
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    return new Uint8Array(await subtle.deriveBits(derivation, key, keySize * 8))
  } catch {
    return undefined
  }
}

async function deriveInSlices(hash: Pbkdf2Hash, candidate: string): Promise<Uint8Array> {
  const { pbkdf2Async } = await import('@noble/hashes/pbkdf2.js')
  const { salt, iterationCount: c, keySize: dkLen, digestAlgorithm } = hash
  const password = new TextEncoder().encode(candidate)
  return pbkdf2Async(digests[digestAlgorithm].hash, password, checkedBase64(salt), {
    c,
    dkLen,
    asyncTick: slice,
  })
}

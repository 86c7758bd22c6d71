import { equalInConstantTime } from './constant-time.ts'
import type { BcryptHash } from './hash.ts'
import { createQueue, type IsWanted, nextTurn } from './queue.ts'

/** Up to this work factor a verification takes a fraction of a second; each further one doubles it. */
const quickWorkFactor = 12

/** Separate queues: a work factor of 20 takes a minute, and other verifications must not wait for it. */
const quick = createQueue()
const slow = createQueue()

/** The maximum time of a slice, in milliseconds, and the number of rounds between two looks at the clock. */
const slice = 10
const roundsBetween = 16

/**
 * Whether a bcrypt hash belongs to a password, in UTF-8. Bcrypt reads only the first 72 bytes.
 *
 * Work factors 1 to 3 are valid (Users, Limits), although bcrypt libraries reject them.
 *
 * This file contains the algorithm, since no library that runs everywhere can be stopped. At work factor 20 a
 * verification would run for a minute, even after the caller has gone.
 */
export async function verifyBcrypt(
  hash: BcryptHash,
  candidate: string,
  isWanted?: IsWanted,
): Promise<boolean> {
  const queue = hash.workFactor > quickWorkFactor ? slow : quick
  const made = await queue(() => bcrypt(hash, candidate, isWanted), isWanted)
  return made !== undefined && equalInConstantTime(made, bytesOf(hash.value))
}

/** The offsets of the boxes after the 18 subkeys, each of 256 words, and the total number of words. */
const [box0, box1, box2, box3, words] = [18, 274, 530, 786, 1042] as const

/** The text of 24 bytes to encipher, `OrpheanBeholderScryDoubt`. */
const magic = wordsOf(new TextEncoder().encode('OrpheanBeholderScryDoubt'), 6)

const nothing = new Int32Array(4)

/** Provos and Mazières, A Future-Adaptable Password Scheme, section 4. Undefined if nobody waits for it any more. */
async function bcrypt(
  { workFactor, salt }: BcryptHash,
  password: string,
  isWanted: IsWanted = () => true,
): Promise<Uint8Array | undefined> {
  const state = Int32Array.from(initialState())
  const key = wordsOf(new TextEncoder().encode(`${password}\0`), 18)
  const salted = wordsOf(bytesOf(salt), 18)
  expand(state, key, salted)
  let start = performance.now()
  for (let round = 0; round < 2 ** workFactor; round += 1) {
    expand(state, key, nothing)
    expand(state, salted, nothing)
    if (round % roundsBetween !== 0 || performance.now() - start < slice) continue
    await nextTurn()
    if (!isWanted()) return undefined
    start = performance.now()
  }
  const made = Int32Array.from(magic)
  for (let time = 0; time < 64; time += 1) {
    for (let at = 0; at < made.length; at += 2) encipher(state, made[at]!, made[at + 1]!, made, at)
  }
  const bytes = new DataView(new ArrayBuffer(24))
  for (const [at, word] of made.entries()) bytes.setInt32(4 * at, word)
  // Hashes do not contain the last byte.
  return new Uint8Array(bytes.buffer, 0, 23)
}

/** Mixes a key into the subkeys. Then enciphers the salt again and again, and replaces all words by the results. */
function expand(state: Int32Array, key: Int32Array, salt: Int32Array): void {
  for (let at = 0; at < box0; at += 1) state[at]! ^= key[at]!
  let left = 0
  let right = 0
  for (let at = 0; at < words; at += 2) {
    encipher(state, left ^ salt[at & 3]!, right ^ salt[(at + 1) & 3]!, state, at)
    left = state[at]!
    right = state[at + 1]!
  }
}

/** Enciphers two words by Blowfish, and writes the result to a place of a list. */
function encipher(state: Int32Array, left: number, right: number, result: Int32Array, at: number): void {
  left ^= state[0]!
  for (let round = 1; round < 17; round += 2) {
    right ^= mixed(state, left) ^ state[round]!
    left ^= mixed(state, right) ^ state[round + 1]!
  }
  result[at] = right ^ state[17]!
  result[at + 1] = left
}

function mixed(state: Int32Array, word: number): number {
  const sum = state[box0 + (word >>> 24)]! + state[box1 + ((word >>> 16) & 255)]!
  return (sum ^ state[box2 + ((word >>> 8) & 255)]!) + state[box3 + (word & 255)]!
}

/** Words of four bytes each; after the last byte, it continues with the first one. */
function wordsOf(bytes: Uint8Array, count: number): Int32Array {
  const byteAt = (at: number): number => bytes[at % bytes.length]!
  return Int32Array.from({ length: count }, (_, index) => {
    const at = 4 * index
    return (byteAt(at) << 24) | (byteAt(at + 1) << 16) | (byteAt(at + 2) << 8) | byteAt(at + 3)
  })
}

const digits = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The bytes of a text in radix 64. Ignores bits of the last character that do not fill a byte. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let bits = 0
  for (const [index, digit] of Array.from(text).entries()) {
    bits = ((bits << 6) | digits.indexOf(digit)) & 0xff_ff
    // Every character except the first of four ends a byte.
    if (index % 4 > 0) bytes[Math.floor((index * 6) / 8)] = bits >> (6 - 2 * (index % 4))
  }
  return bytes
}

let piWords: Int32Array | undefined

/** Blowfish begins with the digits of pi after the point. The first hash computes them. */
function initialState(): Int32Array {
  if (piWords) return piWords
  const one = 1n << BigInt(32 * words + 64)
  // Machin's formula.
  const pi = 16n * arctan(one, 5n) - 4n * arctan(one, 239n)
  const fraction = (pi - 3n * one) >> 64n
  piWords = Int32Array.from({ length: words }, (_, index) =>
    Number(BigInt.asIntN(32, fraction >> BigInt(32 * (words - 1 - index)))),
  )
  return piWords
}

/** The arctangent of 1 / x, times `one`. */
function arctan(one: bigint, x: bigint): bigint {
  let power = one / x
  let sum = power
  for (let divisor = 3n; power !== 0n; divisor += 4n) {
    power /= x * x
    sum -= power / divisor
    power /= x * x
    sum += power / (divisor + 2n)
  }
  return sum
}

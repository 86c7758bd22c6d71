import { fromBase64Url } from '../../contract/formats/base64url.ts'
import type { z } from 'zod'
import {
  type JsonWebKeySet,
  optionalKeyMembers,
  privateKeyMembers,
  requiredKeyMembers,
} from '../../contract/resources/client.ts'

/** A key set as it is sent. */
export type GivenKeySet = z.output<ReturnType<typeof JsonWebKeySet>>
type GivenKey = NonNullable<GivenKeySet['keys']>[number]

/** A public key as it is stored and shown: without private and unknown members. */
export type PublicKey = Readonly<Record<string, unknown>> & {
  readonly kty: 'RSA' | 'EC'
  readonly kid: string | null
  readonly use: string | null
}

/** The key set of a client. */
export interface KeySet {
  readonly keys: readonly PublicKey[] | null
}

/**
 * The mistakes in a key set, field by field (Clients, JSON Web Key Set). No message contains the value of a member.
 */
export function keySetProblems({ keys }: GivenKeySet): readonly string[] {
  if (keys === null) return []
  return [...keys.flatMap(memberProblems), ...keys.flatMap(valueProblems), ...kidProblems(keys)]
}

/** The public part of a key set. */
export function publicKeySet({ keys }: GivenKeySet): KeySet {
  // A key that the contract rejects may lack its type.
  return { keys: keys && keys.filter((key?: Partial<GivenKey>) => key?.kty !== undefined).map(publicKey) }
}

function publicKey(key: GivenKey): PublicKey {
  const members = [...requiredKeyMembers[key.kty], ...optionalKeyMembers]
  const kept = members.filter((name) => key[name] !== undefined && key[name] !== null)
  return {
    kty: key.kty,
    kid: key.kid ?? null,
    use: key.use ?? null,
    ...Object.fromEntries(kept.map((name) => [name, key[name]])),
  }
}

/** If a key or a member of it is missing, the contract has already rejected it. */
function memberProblems(key: Partial<GivenKey> | undefined, index: number): readonly string[] {
  if (!key) return []
  const missing = (key.kty ? requiredKeyMembers[key.kty] : [])
    .filter((name) => !key[name])
    .map((name) => `jwks.keys.${index}.${name}: The field cannot be left blank when kty is ${key.kty}`)
  const secret = privateKeyMembers
    .filter((name) => key[name] !== undefined && key[name] !== null)
    .map((name) => `jwks.keys.${index}.${name}: A key set holds public keys only`)
  return [...missing, ...secret]
}

/** RFC 7518, section 6.2.1.1. Bytes of a coordinate, prime, and b of y² = x³ - 3x + b (FIPS 186-4, D.1.2). */
const curves: Readonly<Record<string, readonly [bytes: number, prime: bigint, b: bigint]>> = {
  'P-256': [
    32,
    2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  ],
  'P-384': [
    48,
    2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  ],
  'P-521': [
    66,
    2n ** 521n - 1n,
    0x0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  ],
}

const base64Url = /^[\w-]+$/

/** The mistakes in the values of a key. A key with an unknown or missing curve cannot be checked. */
function valueProblems(key: Partial<GivenKey> | undefined, index: number): readonly string[] {
  if (!key?.kty) return []
  const place = `jwks.keys.${index}`
  const values = requiredKeyMembers[key.kty].map((name) => [name, key[name]] as const)
  const wrong = values.filter(([, value]) => value && !base64Url.test(value))
  if (wrong.length > 0) return wrong.map(([name]) => `${place}.${name}: expected base64url`)
  const curve = key.kty === 'EC' && key.crv ? curves[key.crv] : undefined
  if (!curve || !key.x || !key.y) return []
  const [bytes, prime, b] = curve
  // RFC 7518, section 6.2.1.2: as many bytes as the curve has, including leading zeros.
  const length = Math.ceil((bytes * 4) / 3)
  const short = values.filter(([, value]) => value!.length !== length)
  if (short.length > 0) {
    return short.map(
      ([name]) => `${place}.${name}: expected ${length} characters of base64url for ${key.crv}`,
    )
  }
  const [x, y] = [numberOf(key.x), numberOf(key.y)]
  const isOnCurve = x < prime && y < prime && (y * y - x * x * x + 3n * x - b) % prime === 0n
  return isOnCurve ? [] : [`${place}: x and y are no point of the curve ${key.crv}`]
}

function numberOf(text: string): bigint {
  let hex = '0x'
  for (const byte of fromBase64Url(text)) hex += byte.toString(16).padStart(2, '0')
  return BigInt(hex)
}

/** A `kid` is unique within the set. It may be null only in a set of one key. */
function kidProblems(keys: readonly (GivenKey | undefined)[]): readonly string[] {
  if (keys.length < 2) return []
  const seen = new Set<string>()
  return keys.flatMap((key, index) => {
    if (!key) return []
    const { kid } = key
    const place = `jwks.keys.${index}.kid`
    if (!kid) return [`${place}: The field cannot be left blank in a set of several keys`]
    if (seen.has(kid)) return [`${place}: The set has another key with this kid`]
    seen.add(kid)
    return []
  })
}

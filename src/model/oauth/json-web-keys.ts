import { fromBase64Url } from '../../contract/formats/base64url.ts'
import type { z } from 'zod'
import { type Mistake, notForm, wrong } from '../../contract/errors/mistakes.ts'
import {
  type JsonWebKeySet,
  type KeySet,
  optionalKeyMembers,
  privateKeyMembers,
  type PublicKey,
  requiredKeyMembers,
} from '../../contract/resources/json-web-key.ts'

/** A key set as it is sent. */
export type GivenKeySet = z.output<ReturnType<typeof JsonWebKeySet>>
type GivenKey = NonNullable<GivenKeySet['keys']>[number]

/**
 * The mistakes in a key set, field by field (Clients, JSON Web Key Set). No message contains the value of a member.
 */
export function keySetProblems({ keys }: GivenKeySet): readonly Mistake[] {
  if (keys === null) return []
  return [...keys.flatMap(memberProblems), ...keys.flatMap(valueProblems), ...kidProblems(keys)]
}

/** The public part of a key set. */
export function publicKeySet({ keys }: GivenKeySet): KeySet {
  return { keys: keys && keys.map(publicKey) }
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

/** The members that are missing, and those that are private. */
function memberProblems(key: GivenKey, index: number): readonly Mistake[] {
  const when = `when kty is ${key.kty}`
  const missing = requiredKeyMembers[key.kty]
    .filter((name) => !key[name])
    .map((name) => wrong('key-member-missing', `jwks.keys.${index}.${name}`, { when }))
  const secret = privateKeyMembers
    .filter((name) => key[name] !== undefined && key[name] !== null)
    .map((name) => wrong('key-private', `jwks.keys.${index}.${name}`))
  return [...missing, ...secret]
}

/** Algorithms that sign with a key pair, by the type or the curve of the key (RFC 7518, section 3.1). */
const algorithmsOf: Readonly<Record<string, readonly string[]>> = {
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
}

/** All of them. */
export const keyAlgorithms: readonly string[] = Object.values(algorithmsOf).flat()

/**
 * RFC 7518, section 6.2.1.1. Characters of a coordinate: as many bytes as the curve has, including leading zeros.
 * Prime, and b of y² = x³ - 3x + b (FIPS 186-4, D.1.2).
 */
const curves: Readonly<Record<string, readonly [characters: number, prime: bigint, b: bigint]>> = {
  'P-256': [
    43,
    2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  ],
  'P-384': [
    64,
    2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  ],
  'P-521': [
    88,
    2n ** 521n - 1n,
    0x0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  ],
}

/** The curve of an EC key. Keys need not name it, since the length of `x` shows it; undefined for any other length. */
export function curveOf({ crv, x }: { readonly crv?: unknown; readonly x?: unknown }): string | undefined {
  if (typeof crv === 'string' && crv !== '') return crv
  return Object.keys(curves).find((name) => curves[name]![0] === (x as string | undefined)?.length)
}

/** Whether a key verifies no signature, since it is for encryption. */
export function isForEncryption({ use }: { readonly use?: unknown }): boolean {
  return use === 'enc'
}

/** The mistakes in the values of a key: a key with one of them could never verify what it signed. */
function valueProblems(key: GivenKey, index: number): readonly Mistake[] {
  const values = requiredKeyMembers[key.kty].map((name) => [name, key[name]] as const)
  const garbled = values.filter(([, value]) => value && !isBase64Url(value))
  const mistakes: readonly Mistake[] =
    garbled.length > 0
      ? garbled.map(([name]) => notForm(name, 'base64url'))
      : [...(key.kty === 'EC' ? ecMistakes(key) : rsaMistakes(key)), ...usageMistakes(key)]
  return mistakes.map((mistake) => ({
    ...mistake,
    at: `jwks.keys.${index}${mistake.at === '' ? '' : `.${mistake.at}`}`,
  }))
}

function ecMistakes(key: GivenKey): readonly Mistake[] {
  const { x, y } = key
  if (!x || !y) return []
  const name = curveOf(key)
  if (name === undefined) {
    const lengths = Object.entries(curves).map(([each, [characters]]) => `${characters} for ${each}`)
    return [notForm('x', `base64url of as many characters as a curve has: ${lengths.join(', ')}`)]
  }
  if (!Object.hasOwn(curves, name)) return [notForm('crv', `one of ${Object.keys(curves).join(', ')}`)]
  const [characters, prime, b] = curves[name]!
  const short = Object.entries({ x, y }).filter(([, value]) => value.length !== characters)
  if (short.length > 0) {
    return short.map(([member]) => notForm(member, `${characters} characters of base64url for ${name}`))
  }
  const [left, right] = [numberOf(x), numberOf(y)]
  const isOnCurve =
    left < prime && right < prime && (right * right - left * left * left + 3n * left - b) % prime === 0n
  return isOnCurve ? [] : [wrong('off-curve', '', { curve: name })]
}

/** RFC 7518, section 3.3, demands 2048 bits; platforms verify up to 16384, and exponents up to 64 bits. */
function rsaMistakes({ n, e }: GivenKey): readonly Mistake[] {
  const mistakes: Mistake[] = []
  const [modulus, exponent] = [n ? numberOf(n) : undefined, e ? numberOf(e) : undefined]
  if (modulus !== undefined) {
    const bits = bitsOf(modulus)
    if (bits < 2048 || bits > 16_384) {
      const expected = 'a modulus of 2048 to 16384 bits'
      mistakes.push(wrong('seen', 'n', { expected, seen: `${bits} bits` }))
    } else if (modulus % 2n === 0n) mistakes.push(notForm('n', 'a modulus, which is odd'))
  }
  if (exponent !== undefined && (exponent < 3n || exponent % 2n === 0n || bitsOf(exponent) > 64)) {
    mistakes.push(notForm('e', 'an odd exponent of 3 or more, of up to 64 bits, such as AQAB'))
  }
  return mistakes
}

function usageMistakes(key: GivenKey): readonly Mistake[] {
  if (isForEncryption(key)) return []
  const { alg, key_ops: operations } = key
  const mistakes: Mistake[] = []
  const fitting = algorithmsOf[(key.kty === 'EC' ? curveOf(key) : key.kty) ?? '']
  if (alg && fitting && !fitting.includes(alg)) {
    mistakes.push(notForm('alg', `${fitting.length > 1 ? 'one of ' : ''}${fitting.join(', ')} for this key`))
  }
  if (operations && (!operations.includes('verify') || new Set(operations).size < operations.length)) {
    mistakes.push(notForm('key_ops', 'verify, and no operation twice, unless use is enc'))
  }
  return mistakes
}

function isBase64Url(text: string): boolean {
  return /^[\w-]+$/.test(text) && text.length % 4 !== 1
}

function numberOf(text: string): bigint {
  let hex = '0x'
  for (const byte of fromBase64Url(text)) hex += byte.toString(16).padStart(2, '0')
  return BigInt(hex)
}

function bitsOf(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length
}

/** A `kid` is unique within the set. It may be null only in a set of one key. */
function kidProblems(keys: readonly GivenKey[]): readonly Mistake[] {
  if (keys.length < 2) return []
  const seen = new Set<string>()
  return keys.flatMap(({ kid }, index) => {
    const place = `jwks.keys.${index}.kid`
    if (!kid) return [wrong('key-member-missing', place, { when: 'in a set of several keys' })]
    if (seen.has(kid)) return [wrong('kid-taken', place)]
    seen.add(kid)
    return []
  })
}

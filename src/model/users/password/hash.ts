import { type Mistake, notForm, wrong } from '../../../contract/errors/mistakes.ts'
import { notOneOf } from '../../kernel/schema-messages.ts'
import { hashAlgorithms } from '../../../contract/resources/credentials.ts'
import { decodeBase64 } from './base64.ts'

/** A plain digest of password and salt, with its name in a Hashed Password object. */
export type DigestAlgorithm = 'SHA-512' | 'SHA-256' | 'SHA-1' | 'MD5'

/** A bcrypt hash; salt and value in bcrypt's own alphabet. */
export interface BcryptHash {
  readonly algorithm: 'BCRYPT'
  /** The binary logarithm of the rounds, 1 to 20. */
  readonly workFactor: number
  /** 22 characters. */
  readonly salt: string
  /** 31 characters. */
  readonly value: string
}

/** A digest of a password. The bytes of an optional salt come before (`PREFIX`) or after (`POSTFIX`) the password. */
export interface DigestHash {
  readonly algorithm: DigestAlgorithm
  /** Base64. */
  readonly value: string
  /** Base64. */
  readonly salt?: string
  readonly saltOrder?: 'PREFIX' | 'POSTFIX'
}

/** A key derived from a password, RFC 8018 section 5.2. */
export interface Pbkdf2Hash {
  readonly algorithm: 'PBKDF2'
  /** Base64 of `keySize` bytes. */
  readonly value: string
  /** Base64. */
  readonly salt: string
  readonly iterationCount: number
  /** In bytes. */
  readonly keySize: number
  readonly digestAlgorithm: 'SHA256_HMAC' | 'SHA512_HMAC'
}

/** A valid imported password hash (Users, Hashed Password object). */
export type ImportedHash = BcryptHash | DigestHash | Pbkdf2Hash

/** The hash, or the mistake in the first wrong parameter. An empty name means the object. */
export type HashCheck =
  | { readonly ok: true; readonly hash: ImportedHash }
  | { readonly ok: false; readonly mistake: Mistake }

/** The length of a digest or of one block of a derived key, in bytes. */
const digestLengths = {
  'SHA-512': 64,
  'SHA-256': 32,
  'SHA-1': 20,
  MD5: 16,
  SHA512_HMAC: 64,
  SHA256_HMAC: 32,
} as const

/**
 * The maximum number of HMACs of PBKDF2 (iterations times blocks of key). The API description has only a lower limit.
 * This one is several times the highest common recommendation; a sign-in still takes only seconds.
 */
const maxDerivationWork = 10_000_000

/** Longer than any key in use; passport-local-mongoose's 512 are the longest in wide use. */
const maxKeySize = 1024

type Parameters = Readonly<Record<string, unknown>>

/** The mistake in one parameter, given the other ones; undefined for a valid one. */
type Check = (value: unknown, parameters: Parameters, name: string) => Mistake | undefined

type Algorithm = (typeof hashAlgorithms)[number]

/**
 * The parameters of each algorithm with their checks, in order (Users, Hashed Password object). An algorithm has no
 * other parameters.
 */
const parametersOf: { readonly [Name in Algorithm]: Readonly<Record<string, Check>> } = {
  BCRYPT: { workFactor: wholeNumber(1, 20), salt: radix64(22), value: radix64(31) },
  'SHA-512': digestParameters(digestLengths['SHA-512']),
  'SHA-256': digestParameters(digestLengths['SHA-256']),
  'SHA-1': digestParameters(digestLengths['SHA-1']),
  MD5: digestParameters(digestLengths.MD5),
  PBKDF2: {
    salt: someBase64,
    digestAlgorithm: oneOf('SHA256_HMAC', 'SHA512_HMAC'),
    keySize: wholeNumber(1, maxKeySize),
    iterationCount: iterations,
    value: (value, { keySize }, name) => base64Of(keySize as number)(value, {}, name),
  },
}

function digestParameters(length: number): Readonly<Record<string, Check>> {
  return { salt: optional(someBase64), saltOrder: orderOfSalt, value: base64Of(length) }
}

/**
 * Checks a Hashed Password object of a request (Users, Hashed Password object): the algorithm, then each parameter.
 * Rejects parameters of other algorithms and unknown ones, since a hash with them would never verify. Null counts as
 * not given. No message contains the hash.
 */
export function checkHash(input: unknown): HashCheck {
  if (!isObject(input)) return problem(notForm('', 'an object'))
  const parameters = given(input)
  const { algorithm } = parameters
  if (algorithm === undefined) return problem(wrong('blank', 'algorithm'))
  if (!isAlgorithm(algorithm)) return problem(notOneOf('algorithm', hashAlgorithms, algorithm))

  const checks = parametersOf[algorithm]
  const stray = Object.keys(parameters).find((name) => name !== 'algorithm' && !Object.hasOwn(checks, name))
  if (stray !== undefined) {
    return problem(wrong('not-a-parameter', stray, { algorithm, parameters: Object.keys(checks).join(', ') }))
  }
  for (const [name, check] of Object.entries(checks)) {
    const mistake = check(parameters[name], parameters, name)
    if (mistake !== undefined) return problem(mistake)
  }
  return { ok: true, hash: parameters as unknown as ImportedHash }
}

function problem(mistake: Mistake): HashCheck {
  return { ok: false, mistake }
}

function isObject(input: unknown): input is object {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function given(input: object): Parameters {
  const parameters = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  const { algorithm } = input as { algorithm?: unknown }
  return Object.fromEntries(
    // Clients send it with every algorithm (interpretation: hash-parameters).
    parameters.filter(([name, value]) => name !== 'workFactor' || value !== 0 || algorithm === 'BCRYPT'),
  )
}

function isAlgorithm(value: unknown): value is Algorithm {
  return hashAlgorithms.includes(value as Algorithm)
}

function optional(check: Check): Check {
  return (value, parameters, name) => (value === undefined ? undefined : check(value, parameters, name))
}

function oneOf(...allowed: readonly string[]): Check {
  return (value, _, name) => {
    if (value === undefined) return wrong('blank', name)
    return allowed.includes(value as string) ? undefined : notOneOf(name, allowed, value)
  }
}

function wholeNumber(min: number, max: number): Check {
  return (value, _, name) => {
    if (value === undefined) return wrong('blank', name)
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    return fits ? undefined : notForm(name, `a whole number from ${min} to ${max}`)
  }
}

function radix64(length: number): Check {
  const shape = new RegExp(`^[./A-Za-z0-9]{${length}}$`)
  return (value, _, name) => {
    if (value === undefined || value === '') return wrong('blank', name)
    if (typeof value === 'string' && shape.test(value)) return undefined
    const hint =
      typeof value === 'string' && value.startsWith('$2') ? 'workFactor, salt and value go apart' : undefined
    return notForm(name, `${length} characters of radix64 (./A-Za-z0-9)`, hint)
  }
}

function someBase64(value: unknown, _: Parameters, name: string): Mistake | undefined {
  if (value === undefined || value === '') return wrong('blank', name)
  const bytes = typeof value === 'string' ? decodeBase64(value) : undefined
  return bytes?.length ? undefined : notForm(name, 'base64')
}

function base64Of(length: number): Check {
  return (value, _, name) => {
    if (value === undefined || value === '') return wrong('blank', name)
    const bytes = typeof value === 'string' ? decodeBase64(value) : undefined
    if (bytes?.length === length) return undefined
    return notForm(
      name,
      `${length} bytes in base64${isHexOf(length, value) ? ', this looks like hexadecimal' : ''}`,
    )
  }
}

function isHexOf(length: number, value: unknown): boolean {
  return typeof value === 'string' && value.length === length * 2 && /^[\da-f]+$/i.test(value)
}

function orderOfSalt(value: unknown, parameters: Parameters, name: string): Mistake | undefined {
  if (parameters['salt'] !== undefined) return oneOf('PREFIX', 'POSTFIX')(value, parameters, name)
  return value === undefined ? undefined : wrong('only-with', name, { other: 'a salt' })
}

function iterations(
  value: unknown,
  { keySize, digestAlgorithm }: Parameters,
  name: string,
): Mistake | undefined {
  const blocks = Math.ceil((keySize as number) / digestLengths[digestAlgorithm as 'SHA256_HMAC'])
  return wholeNumber(4096, Math.floor(maxDerivationWork / blocks))(value, {}, name)
}

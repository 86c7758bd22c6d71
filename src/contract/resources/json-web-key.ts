import { z } from 'zod'
import { once } from '../once.ts'
import { named } from './common.ts'

/** Members that a public key of each type must have (Clients, JSON Web Key Set). */
export const requiredKeyMembers = { RSA: ['e', 'n'], EC: ['x', 'y'] } as const

/** Public members that are kept where they are sent: those listed, and those of RFC 7517 and RFC 7518. */
export const optionalKeyMembers = ['crv', 'alg', 'key_ops', 'x5u', 'x5c', 'x5t', 'x5t#S256'] as const

/** Members that hold a private or symmetric key (RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1). */
export const privateKeyMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const

const keyText = once(() => z.string().nullish())
const keyTexts = once(() => z.array(z.string()).nullish())

/** One public key (Clients, JSON Web Key Set). Unknown members are dropped, whatever they hold. */
const JsonWebKey = named('JsonWebKey', () => ({
  kty: z.enum(['RSA', 'EC']).describe('The kind of key.'),
  kid: keyText().describe('Unique in its set; may be null only if the set has one key.'),
  e: keyText().describe('RSA exponent; RSA keys need one.'),
  n: keyText().describe('RSA modulus; RSA keys need one.'),
  x: keyText().describe('EC coordinate; EC keys need one.'),
  y: keyText().describe('EC coordinate; EC keys need one.'),
  use: keyText().describe('The use of the key: `sig` or `enc`.'),
  crv: keyText().describe('Curve of an EC key, such as `P-256`.'),
  alg: keyText().describe('The algorithm that the key is for.'),
  key_ops: keyTexts().describe('The operations that the key is for.'),
  x5u: keyText().describe('URL of the certificate chain.'),
  x5c: keyTexts().describe('The certificate chain.'),
  x5t: keyText().describe('SHA-1 fingerprint of the certificate.'),
  'x5t#S256': keyText().describe('SHA-256 fingerprint of the certificate.'),
}))

/** A set of public keys: exactly one attribute (Clients, JSON Web Key Set). */
export const JsonWebKeySet = once(() =>
  z
    .strictObject({ keys: z.array(JsonWebKey()).nullable().describe('The public keys.') })
    .meta({ id: 'JsonWebKeySet' }),
)

/** A public key as it is stored and shown: without private and unknown members. */
export type PublicKey = Readonly<Record<string, unknown>> & {
  readonly kty: 'RSA' | 'EC'
  readonly kid: string | null
  readonly use: string | null
}

/** The key set of a client, as it is stored and shown. */
export interface KeySet {
  readonly keys: readonly PublicKey[] | null
}

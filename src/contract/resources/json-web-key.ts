import { z } from 'zod'
import { once } from '../once.ts'
import { resource } from './common.ts'

/** Members that a public key of each type must have (Clients, JSON Web Key Set). */
export const requiredKeyMembers = { RSA: ['e', 'n'], EC: ['x', 'y'] } as const

/** Public members that are kept where they are sent: those listed, and those of RFC 7517 and RFC 7518. */
export const optionalKeyMembers = ['crv', 'alg', 'key_ops', 'x5u', 'x5c', 'x5t', 'x5t#S256'] as const

/** Members that hold a private or symmetric key (RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1). */
export const privateKeyMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const

const keyText = () => z.string().nullish()
const keyTexts = () => z.array(z.string()).nullish()

/** One public key (Clients, JSON Web Key Set). Unknown members are dropped, whatever they hold. */
const JsonWebKey = resource('JsonWebKey', 'A public key, RFC 7517.', {
  kty: { schema: () => z.enum(['RSA', 'EC']), says: 'The kind of key.' },
  kid: { schema: keyText, says: 'Unique in its set; may be null only if the set has one key.' },
  e: { schema: keyText, says: 'RSA exponent; RSA keys need one.' },
  n: { schema: keyText, says: 'RSA modulus; RSA keys need one.' },
  x: { schema: keyText, says: 'EC coordinate; EC keys need one.' },
  y: { schema: keyText, says: 'EC coordinate; EC keys need one.' },
  use: { schema: keyText, says: 'The use of the key: `sig` or `enc`.' },
  crv: { schema: keyText, says: 'Curve of an EC key, such as `P-256`.' },
  alg: { schema: keyText, says: 'The algorithm that the key is for.' },
  key_ops: { schema: keyTexts, says: 'The operations that the key is for.' },
  x5u: { schema: keyText, says: 'URL of the certificate chain.' },
  x5c: { schema: keyTexts, says: 'The certificate chain.' },
  x5t: { schema: keyText, says: 'SHA-1 fingerprint of the certificate.' },
  'x5t#S256': { schema: keyText, says: 'SHA-256 fingerprint of the certificate.' },
})

/** A set of public keys: exactly one attribute (Clients, JSON Web Key Set). */
export const JsonWebKeySet = once(() =>
  z
    .strictObject({ keys: z.array(JsonWebKey()).nullable().describe('The public keys.') })
    .meta({ id: 'JsonWebKeySet', description: 'A set of public keys, and nothing else.' }),
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

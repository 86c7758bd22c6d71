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

/** A public key as it is stored and shown: what is not public, or not known, is not in it. */
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
 * What is wrong with a key set, field by field (document 1, JSON Web Key Set). No message holds the value of a
 * member.
 */
export function keySetProblems({ keys }: GivenKeySet): readonly string[] {
  if (keys === null) return []
  return [...keys.flatMap(memberProblems), ...kidProblems(keys)]
}

/** The public part of a key set. */
export function publicKeySet({ keys }: GivenKeySet): KeySet {
  // A key that the contract has refused may lack its type.
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

/** A key or a member of it is missing where the contract has refused it already. */
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

/** A `kid` is unique within the set and may be null only where the set has one key. */
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

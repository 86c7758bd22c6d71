import type { CompactVerifyResult, JSONWebKeySet } from 'jose'
import { Refusal } from '../contract/errors/refusal.ts'
import { boundedFetch } from '../model/kernel/bounded-fetch.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { curveOf, isForEncryption } from '../model/oauth/json-web-keys.ts'

type Key = Readonly<Record<string, unknown>>

/** How long the keys behind a `jwks_uri` may take to come, and how long they may be. */
const bounds = { timeout: 5000, longest: 1_000_000 }

/** The algorithms that sign with a secret. */
export const secretAlgorithms: readonly string[] = ['HS256', 'HS384', 'HS512']

/**
 * The content of a JWT that a client signed: with its secret, or with one of its keys.
 *
 * @param refusing `check` may refuse the algorithm. `reject` refuses for a reason, for people.
 */
export async function verifiedClaims(
  jwt: string,
  client: ClientRecord,
  refusing: { readonly check: (alg: string) => void; readonly reject: (reason: string) => never },
): Promise<unknown> {
  const { compactVerify, decodeProtectedHeader } = await import('jose')
  try {
    const { alg = '' } = decodeProtectedHeader(jwt)
    refusing.check(alg)
    const { payload } =
      secretAlgorithms.includes(alg) && client.secret !== undefined
        ? await compactVerify(jwt, new TextEncoder().encode(client.secret))
        : await verifyByKeys(jwt, client)
    return JSON.parse(new TextDecoder().decode(payload))
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refusing.reject(error instanceof Error ? error.message : '')
  }
}

/**
 * Verifies a JWT with a public key of a client: a registered one, or else one at its `jwks_uri`. Each call fetches
 * these, so that changed keys apply at once.
 *
 * @throws Error that says for people what is wrong with the JWT, or why the client has no keys.
 */
async function verifyByKeys(jwt: string, { settings }: ClientRecord): Promise<CompactVerifyResult> {
  const { compactVerify, createLocalJWKSet, decodeProtectedHeader, errors } = await import('jose')
  const { jwks, jwks_uri: uri } = settings
  if (!jwks?.keys && uri === null) throw new Error('The client has no keys')
  const keys = jwks?.keys ?? (await fetchedKeys(uri!))
  try {
    return await compactVerify(jwt, createLocalJWKSet(complete(keys, decodeProtectedHeader(jwt).kid)))
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    // Several keys fit a JWT that names no key.
    for await (const key of error) {
      const verified = await compactVerify(jwt, key).catch(() => undefined)
      if (verified) return verified
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

async function fetchedKeys(uri: string): Promise<readonly Key[]> {
  let text: string | undefined
  try {
    const headers = { accept: 'application/json, application/jwk-set+json' }
    const reply = await boundedFetch(uri, { headers, redirect: 'error' }, bounds)
    if (reply.status < 200 || reply.status > 299) throw new Error(`status ${reply.status}`)
    text = reply.text
  } catch (error) {
    throw new Error(`The keys at jwks_uri could not be fetched: ${reason(error)}`, { cause: error })
  }
  if (text === undefined) throw new Error('The keys at jwks_uri are too long')
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: unknown }
    if (Array.isArray(keys)) return keys.filter((key): key is Key => typeof key === 'object' && key !== null)
  } catch {
    // The error below reports it.
  }
  throw new Error('There is no key set at jwks_uri')
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}

/** The members of a key that jose gets. Others say nothing about a signature, or are read here. */
const verifying: readonly string[] = ['kty', 'kid', 'alg', 'crv', 'x', 'y', 'n', 'e']

/**
 * The keys that verify, in the form of jose. Null members and empty texts count as missing. Any JWT can mean a key
 * without a `kid`. A `use` other than `enc` says nothing. An EC key need not name its curve, and `key_ops` may name
 * more operations than `verify`.
 */
function complete(keys: readonly Key[], kid: string | undefined): JSONWebKeySet {
  const signing = keys.filter(
    (key) => !isForEncryption(key) && (!Array.isArray(key['key_ops']) || key['key_ops'].includes('verify')),
  )
  return {
    keys: signing.map((key) => {
      const members = key['kty'] === 'EC' ? { ...key, crv: curveOf(key) } : key
      const given = Object.entries(members).filter(([name, value]) => verifying.includes(name) && value)
      return Object.fromEntries([['kid', kid], ...given].filter(([, value]) => value !== undefined))
    }),
  }
}

import type { CryptoKey, JWK } from 'jose'
import type { Org } from '../org.ts'

/** The algorithm of the tokens that the service issues. */
export const signingAlgorithm = 'RS256'

/** A key that signs tokens, and its public half as the key set shows it. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: JWK
}

/**
 * First keys by organisation: making one takes a tenth of a second, which the many organisations of a test run
 * that are alike need not each wait for.
 */
const firstKeys = new Map<string, Promise<SigningKey>>()
const mostFirstKeys = 32

/**
 * The keys that sign an organisation's tokens. The first is made when it is first needed; `reset` keeps them,
 * as whoever verifies tokens may hold on to the key set.
 */
export class SigningKeys {
  readonly #org: Org
  #keys: readonly Promise<SigningKey>[] = []

  constructor(org: Org) {
    this.#org = org
  }

  /** The key that signs now. */
  current(): Promise<SigningKey> {
    if (this.#keys.length === 0) this.#keys = [firstKeyOf(this.#org)]
    return this.#keys[0]!
  }

  /** Signs with a new key from now on. Tokens signed before still verify. */
  async rotate(): Promise<SigningKey> {
    await this.current()
    const key = makeKey()
    this.#keys = [key, ...this.#keys]
    return key
  }

  /** The public keys, newest first (RFC 7517). */
  async keySet(): Promise<{ readonly keys: readonly JWK[] }> {
    await this.current()
    const keys = await Promise.all(this.#keys)
    return { keys: keys.map(({ publicKey }) => publicKey) }
  }
}

function firstKeyOf(org: Org): Promise<SigningKey> {
  const identity = `${org.options.seed ?? ''} ${org.baseUrl}`
  const known = firstKeys.get(identity)
  if (known) return known
  const [oldest] = firstKeys.keys()
  if (firstKeys.size >= mostFirstKeys) firstKeys.delete(oldest!)
  const key = makeKey()
  firstKeys.set(identity, key)
  return key
}

async function makeKey(): Promise<SigningKey> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose')
  const pair = await generateKeyPair(signingAlgorithm)
  const publicKey = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicKey)
  return {
    kid,
    privateKey: pair.privateKey,
    publicKey: { ...publicKey, kid, alg: signingAlgorithm, use: 'sig' },
  }
}

import type { CryptoKey, JWK, JWTPayload } from 'jose'
import { OrgService } from '../kernel/org-service.ts'

/** The algorithm of the tokens that the service issues. */
export const signingAlgorithm = 'RS256'

/** A key that signs tokens, with its public half in the form of the key set. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: JWK
  /** The private half, for storage. */
  readonly privateJwk: JWK
}

/**
 * First keys by organisation. The creation of a key takes a tenth of a second. Similar organisations of a test run
 * share it.
 */
const firstKeys = new Map<string, Promise<SigningKey>>()
const maxFirstKeys = 32

/** The maximum number of keys in the key set. Tokens of older keys no longer verify. */
const keysMax = 50

/**
 * The keys that sign an organisation's tokens. The first is created when it is first needed. `reset` keeps the keys,
 * because verifiers may cache the key set.
 */
export class SigningKeys extends OrgService {
  #keys: readonly Promise<SigningKey>[] = []
  /** The keys that are ready, newest first: the creation of a key takes time. */
  #kept: readonly KeptKey[] = []

  constructor(org: SigningKeys['org']) {
    super(org)
    org.tables.signingKeys.follow({
      read: () => this.#kept,
      write: (kept) => {
        this.#kept = kept
        this.#keys = []
      },
    })
  }

  /** The present signing key. */
  current(): Promise<SigningKey> {
    if (this.#keys.length > 0) return this.#keys[0]!
    if (this.#kept.length > 0) this.#keys = this.#kept.map((kept) => importKey(kept))
    else this.#keep([firstKeyOf(`${this.org.keySeed} ${this.org.baseUrl}`)])
    return this.#keys[0]!
  }

  /**
   * Signs with a new key from now on.
   *
   * @param keepsEarlier Whether earlier tokens still verify.
   */
  async rotate(keepsEarlier = true): Promise<SigningKey> {
    await this.current()
    const key = makeKey()
    this.#keep(keepsEarlier ? [key, ...this.#keys.slice(0, keysMax - 1)] : [key])
    await this.current()
    return key
  }

  /** Signs claims with the present key. */
  async sign(claims: JWTPayload): Promise<string> {
    const [{ SignJWT }, key] = await Promise.all([import('jose'), this.current()])
    const header = { alg: signingAlgorithm, kid: key.kid }
    return new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey)
  }

  /** The claims of a JWT that one of the keys signed, also an expired one; undefined for any other text. */
  async claimsOf(jwt: string): Promise<JWTPayload | undefined> {
    const { compactVerify, decodeProtectedHeader, importJWK } = await import('jose')
    try {
      const { kid, alg } = decodeProtectedHeader(jwt)
      const { keys } = await this.keySet()
      const jwk = keys.find((key) => key.kid === kid)
      if (!jwk || alg !== signingAlgorithm) return undefined
      const { payload } = await compactVerify(jwt, await importJWK(jwk, signingAlgorithm))
      const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
      return typeof claims === 'object' && claims !== null ? (claims as JWTPayload) : undefined
    } catch {
      return undefined
    }
  }

  /** The public keys, newest first (RFC 7517). */
  async keySet(): Promise<{ readonly keys: readonly JWK[] }> {
    await this.current()
    const keys = await Promise.all(this.#keys)
    return { keys: keys.map(({ publicKey }) => publicKey) }
  }

  /** Puts keys into use. Reports them once all are ready, before any caller has a token of theirs. */
  #keep(keys: readonly Promise<SigningKey>[]): void {
    const [newest, ...others] = keys
    const told = newest!.then(async (key) => {
      const all = [key, ...(await Promise.all(others))]
      if (this.#keys[0] === told) {
        this.#kept = all.map(({ privateJwk, publicKey }) => ({ privateJwk, publicKey }))
        this.org.tables.signingKeys.touch()
      }
      return key
    })
    this.#keys = [told, ...others]
  }
}

/** A key as it is stored: both halves as JSON Web Keys. */
export type KeptKey = Pick<SigningKey, 'privateJwk' | 'publicKey'>

async function importKey({ privateJwk, publicKey }: KeptKey): Promise<SigningKey> {
  const { importJWK } = await import('jose')
  const privateKey = (await importJWK(privateJwk, signingAlgorithm)) as CryptoKey
  return { kid: publicKey.kid!, privateKey, publicKey, privateJwk }
}

function firstKeyOf(identity: string): Promise<SigningKey> {
  const known = firstKeys.get(identity)
  if (known) return known
  const [oldest] = firstKeys.keys()
  if (firstKeys.size >= maxFirstKeys) firstKeys.delete(oldest!)
  const key = makeKey()
  firstKeys.set(identity, key)
  return key
}

/** Creates a key, with its thumbprint as the id (RFC 7638). */
async function makeKey(): Promise<SigningKey> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose')
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true })
  const [publicKey, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
  const kid = await calculateJwkThumbprint(publicKey)
  return {
    kid,
    privateKey: pair.privateKey,
    publicKey: { ...publicKey, kid, alg: signingAlgorithm, use: 'sig' },
    privateJwk,
  }
}

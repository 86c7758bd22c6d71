import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { checkedBase64 } from './base64.ts'
import { equalInConstantTime } from './constant-time.ts'
import type { DigestAlgorithm, DigestHash } from './hash.ts'

const digests: { readonly [Name in DigestAlgorithm]: (message: Uint8Array) => Uint8Array } = {
  'SHA-512': sha512,
  'SHA-256': sha256,
  'SHA-1': sha1,
  MD5: md5,
}

/** Whether a digest belongs to a password, in UTF-8. */
export function verifyDigest(hash: DigestHash, candidate: string): boolean {
  return equalInConstantTime(digestOf(hash, candidate), checkedBase64(hash.value))
}

/** The digest of a password, in UTF-8. `saltOrder` says where the salt goes. */
export function digestOf(
  { algorithm, salt, saltOrder }: Omit<DigestHash, 'value'>,
  candidate: string,
): Uint8Array {
  const password = new TextEncoder().encode(candidate)
  const salted = salt === undefined ? password : join(checkedBase64(salt), password, saltOrder === 'PREFIX')
  return digests[algorithm](salted)
}

function join(salt: Uint8Array, password: Uint8Array, saltFirst: boolean): Uint8Array {
  const joined = new Uint8Array(salt.length + password.length)
  joined.set(salt, saltFirst ? 0 : password.length)
  joined.set(password, saltFirst ? salt.length : 0)
  return joined
}

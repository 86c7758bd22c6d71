import { toBase64Url } from '../../contract/formats/base64url.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import type { JWTPayload } from 'jose'
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts'
import type { TokenFlaw } from './token-flaws.ts'
import { tokenClaims } from './token-issuer.ts'
import type { TokenRequest } from './token-request.ts'

const hour = 3600

/**
 * Creates a token with one flaw, and otherwise like an issued one. It is not stored, so no endpoint accepts it.
 *
 * @throws `Refusal` `validation` as `newTokens` does, and for an ID token without the scope for it.
 */
export async function brokenToken(
  org: Parameters<typeof tokenClaims>[0],
  request: TokenRequest,
  kind: 'access' | 'id',
  flaw: TokenFlaw,
): Promise<string> {
  const { signingKeys } = org
  const made = tokenClaims(org, request)[kind]
  if (!made)
    return refuse('other', { at: 'scopes', message: 'An ID token needs a user and the scope openid' })
  const { iat = 0, exp = 0 } = made
  const changes: Readonly<Partial<Record<TokenFlaw, object>>> = {
    expired: { iat: iat - 2 * hour, exp: iat - hour },
    'not-yet-valid': { iat: iat + hour, nbf: iat + hour, exp: exp + hour },
    'wrong-audience': { aud: 'api://somebody-else' },
    'wrong-issuer': { iss: 'https://attacker.example.com' },
  }
  const claims = { ...made, ...changes[flaw] }
  if (flaw === 'unknown-key') return signedWithUnknownKey(signingKeys, claims)
  if (flaw === 'alg-none') return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`
  if (flaw === 'signed-with-public-key') return signedWithPublicKey(signingKeys, claims)
  const token = await signingKeys.sign(claims)
  return flaw === 'wrong-signature' ? withOtherSignature(token) : token
}

/** Signed with a key that no key set contains, under the id of the present one. */
async function signedWithUnknownKey(keys: SigningKeys, claims: JWTPayload): Promise<string> {
  const [{ generateKeyPair, SignJWT }, { kid }] = await Promise.all([import('jose'), keys.current()])
  const { privateKey } = await generateKeyPair(signingAlgorithm)
  return new SignJWT(claims).setProtectedHeader({ alg: signingAlgorithm, kid }).sign(privateKey)
}

/** Signed by HS256 with the public key as the secret, for servers that confuse algorithms. */
async function signedWithPublicKey(keys: SigningKeys, claims: JWTPayload): Promise<string> {
  const [{ exportSPKI, importJWK, SignJWT }, { kid, publicKey }] = await Promise.all([
    import('jose'),
    keys.current(),
  ])
  const key = await importJWK(publicKey, signingAlgorithm)
  const secret = new TextEncoder().encode(await exportSPKI(key as CryptoKey))
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
}

/** Changes the first character of the signature: bits of the last character may not count. */
function withOtherSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}

function encoded(part: object): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(part)))
}

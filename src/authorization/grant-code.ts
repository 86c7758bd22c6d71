import { refuse } from '../contract/errors/refusal.ts'
import { toBase64Url } from '../contract/formats/base64url.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import type { AuthorizationCode, TokenOf } from '../model/tokens/records.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { type IssuedTokens, requestOf } from '../model/oauth/token-request.ts'
import type { Org } from '../model/org.ts'
import type { EndpointCall } from './endpoint.ts'
import type { Parameters } from './parameters.ts'
import { issueTokens, presentedTo } from './tokens.ts'

/** 43 to 128 unreserved characters (RFC 7636, section 4.1). */
const verifierForm = /^[\w.~-]{43,128}$/

/** Redeems an authorization code (RFC 6749, section 4.1.3), once. */
export async function redeemCode(
  { org, server }: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<IssuedTokens> {
  const found = org.tokens.find('code', parameters.required('code'))
  const code = presentedTo(server, client, found) ?? refuse('code-unknown')
  if (code.use !== 'unused') return refuseReuse(org, code)
  if (org.tokens.isOver(code)) refuse('code-unknown')
  checkRedirectUri(code, parameters)
  checkVerifier(code, parameters.get('code_verifier'))
  // Used up before anything is waited for: of two requests at once, one gets the tokens.
  org.tokens.put<'code'>({ ...code, use: 'used' })
  return issueTokens(org, {
    ...requestOf(org, code),
    grantType: 'authorization_code',
    nonce: code.nonce,
    check() {
      if (org.tokens.find('code', code.id)?.use !== 'used') {
        refuse('code-over')
      }
    },
  })
}

/** A code that comes again was stolen: every token issued for it ends (RFC 6749, section 4.1.2). */
function refuseReuse(org: Org, code: TokenOf<'code'>): never {
  org.tokens.put<'code'>({ ...code, use: 'misused' })
  org.ends.end('family', code.familyId)
  return refuse('code-used')
}

/** A redirect URI of the authorization request must be sent again, unchanged (RFC 6749, section 4.1.3). */
function checkRedirectUri({ redirectUri }: AuthorizationCode, parameters: Parameters): void {
  const given = parameters.get('redirect_uri')
  if (given === redirectUri) return
  if (given === undefined) refuse('redirect-uri-missing')
  if (redirectUri !== undefined) refuse('redirect-uri-other')
}

/** RFC 7636, section 4.6; a verifier without a challenge is refused, too (RFC 9700, section 2.1.1). */
function checkVerifier({ codeChallenge }: AuthorizationCode, verifier: string | undefined): void {
  if (codeChallenge === undefined) {
    if (verifier !== undefined) refuse('verifier-unasked')
    return
  }
  if (verifier === undefined) return refuse('verifier-missing')
  if (!verifierForm.test(verifier)) refuse('verifier-form')
  if (s256(verifier) !== codeChallenge) refuse('verifier-wrong')
}

function s256(text: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(text)))
}

import type { JWTPayload } from 'jose'
import type { AccessTokenRecord } from './access-tokens.ts'
import type { AuthorizationServerRecord } from './authorization-server-records.ts'
import type { Authentication } from './authorizations.ts'
import type { RefreshTokenRecord } from './refresh-tokens.ts'

/** What tokens are asked for. */
export interface TokenRequest {
  readonly clientId: string
  /** Absent for a client's own tokens. */
  readonly userId?: string | undefined
  /** Names of scopes; those that the server does not have yet are added to it. */
  readonly scopes: readonly string[]
  readonly server: AuthorizationServerRecord
  /** Whether a refresh token comes with them. Default: when `offline_access` is among the scopes. */
  readonly refreshToken?: boolean | undefined
  /** The refresh token that they are issued from, which then comes with them. */
  readonly from?: RefreshTokenRecord | undefined
  /** Whether an access token is issued. Default true. */
  readonly accessToken?: boolean | undefined
  /** Whether an ID token is issued, where the scopes ask for one. Default true. */
  readonly idToken?: boolean | undefined
  /** Comes back in the ID token (OpenID Connect Core 1.0, section 2). */
  readonly nonce?: string | undefined
  /** The authorization code that is given out along with them, for `c_hash`. */
  readonly code?: string | undefined
  readonly authentication?: Authentication | undefined
  readonly familyId?: string | undefined
  readonly isUnderConsent?: boolean | undefined
  /** Claims for these tokens and what is issued from their refresh token only, by name. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  /** Asked once all is signed, before anything is let out: refuses where what was asked for may not be any more. */
  readonly check?: (() => void) | undefined
}

/** Tokens as they were issued. */
export interface IssuedTokens {
  readonly accessToken?: AccessTokenRecord
  /** Seconds. */
  readonly expiresIn: number
  readonly scopes: readonly string[]
  /** With scope `openid` and a user. */
  readonly idToken?: string
  readonly refreshToken?: RefreshTokenRecord
}

/** The claims of the tokens that a request would get, before they are signed. */
export interface TokenClaims {
  readonly access: JWTPayload
  /** With scope `openid` and a user. */
  readonly id: JWTPayload | undefined
}

/** What a refresh token carries on to the tokens that are issued from it. */
export function about({
  familyId,
  authentication,
  isUnderConsent,
  claims,
}: Pick<TokenRequest, 'familyId' | 'authentication' | 'isUnderConsent' | 'claims'>) {
  return {
    ...(familyId === undefined ? {} : { familyId }),
    ...(authentication === undefined ? {} : { authentication }),
    ...(isUnderConsent ? { isUnderConsent } : {}),
    ...(claims === undefined ? {} : { claims }),
  }
}

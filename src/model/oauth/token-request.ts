import type { JWTPayload } from 'jose'
import { defined } from '../kernel/defined.ts'
import type { AccessTokenRecord, Authentication, RefreshTokenRecord } from '../tokens/records.ts'
import type { AuthorizationServerRecord } from './authorization-server-records.ts'

/** A request for tokens. */
export interface TokenRequest {
  readonly clientId: string
  /** Absent for tokens of the client itself. */
  readonly userId?: string | undefined
  /** Names of scopes; those that the server does not have yet are added to it. */
  readonly scopes: readonly string[]
  readonly server: AuthorizationServerRecord
  /** The grant type that a client asked with, which policies see. Left out: they see none, and refuse nothing. */
  readonly grantType?: string | undefined
  /** Whether to issue a refresh token. Default: true with the scope `offline_access`. */
  readonly refreshToken?: boolean | undefined
  /** The refresh token that they are issued from, and that is returned with them. */
  readonly from?: RefreshTokenRecord | undefined
  /** Whether to issue an access token. Default true. */
  readonly accessToken?: boolean | undefined
  /** Whether to issue an ID token, if the scopes include `openid`. Default true. */
  readonly idToken?: boolean | undefined
  /** Returned in the ID token (OpenID Connect Core 1.0, section 2). */
  readonly nonce?: string | undefined
  /** The authorization code that is issued with them, for `c_hash`. */
  readonly code?: string | undefined
  readonly authentication?: Authentication | undefined
  readonly familyId?: string | undefined
  readonly isUnderConsent?: boolean | undefined
  /** Claims only for these tokens and for tokens from their refresh token, by name. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  /** Called after the tokens are signed and before any is issued. Throws if the request is no longer allowed. */
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

/** The data that a refresh token passes to its tokens. */
export function about({
  familyId,
  authentication,
  isUnderConsent,
  claims,
}: Pick<TokenRequest, 'familyId' | 'authentication' | 'isUnderConsent' | 'claims'>) {
  return defined({ familyId, authentication, isUnderConsent: isUnderConsent || undefined, claims })
}

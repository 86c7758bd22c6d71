import type { JWTPayload } from 'jose'
import { refuse } from '../../contract/errors/refusal.ts'
import { defined } from '../kernel/defined.ts'
import type { Uses } from '../kernel/org-service.ts'
import type {
  AccessTokenRecord,
  Authentication,
  Authorization,
  RefreshTokenRecord,
} from '../tokens/records.ts'
import type { UserRecord } from '../users/records.ts'
import type { AuthorizationServerRecord, ScopeRecord } from './authorization-server-records.ts'
import type { ClientRecord } from './clients.ts'

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

/** The parties of new tokens, after the checks. */
export interface Subject {
  readonly client: ClientRecord
  readonly user: UserRecord | undefined
  readonly server: AuthorizationServerRecord
  readonly scopes: readonly ScopeRecord[]
  readonly names: readonly string[]
}

type Parties = Uses<'authorizationServers' | 'clients' | 'users'>

/**
 * The parties that a request names.
 *
 * @throws `Refusal` `not-found`, or `validation` for an inactive client, user, server or scope.
 */
export function subjectOf(
  { clients, users, authorizationServers }: Parties,
  { clientId, userId, scopes: names, server }: TokenRequest,
): Subject {
  const client = clients.resolve(clientId)
  if (!client.isActive) refuse('other', { at: 'client', message: 'The client is not in use' })
  const user = userId === undefined ? undefined : users.get(userId)
  if (userId !== undefined && !user) return refuse('not-found', { id: userId, kind: 'User' })
  if (user?.status === 'DEPROVISIONED') refuse('user-deprovisioned', { at: 'user' })
  if (!user && names.includes('openid'))
    refuse('other', {
      at: 'user',
      message: 'Required with the scope openid: an ID token is issued for a user',
    })
  const scopes = authorizationServers.scopesNamed(server, names)
  return { client, user, server, scopes, names: scopes.map(({ name }) => name) }
}

/** The same where tokens are issued. @throws `Refusal` also for a refresh token without a user. */
export function subjectToIssue(org: Parties, request: TokenRequest): Subject {
  if (wantsRefreshToken(request) && request.userId === undefined)
    refuse('other', { at: 'user', message: 'A refresh token is issued for a user' })
  return subjectOf(org, request)
}

export function wantsRefreshToken({ refreshToken, scopes }: TokenRequest): boolean {
  return refreshToken ?? scopes.includes('offline_access')
}

/** The request that a refresh token, or a code, allows its client. */
export function requestOf(
  { authorizationServers }: Uses<'authorizationServers'>,
  token: Pick<Authorization, 'clientId' | 'scopeIds' | 'authorizationServerId'> & Partial<Authorization>,
): TokenRequest {
  const { userId, clientId, scopeIds, authorizationServerId } = token
  return {
    ...about(token),
    userId,
    clientId,
    scopes: scopeIds.map((id) => {
      const scope = authorizationServers.scopes.get(id)
      return scope?.name ?? refuse('other', { at: 'scopes', message: 'A scope of the token is gone' })
    }),
    server: authorizationServers.resolve(authorizationServerId),
  }
}

/** @throws `Refusal` `validation` for an unknown, revoked or expired token. */
export function usableToken({ refreshTokens }: Uses<'refreshTokens'>, reference: string): RefreshTokenRecord {
  const token = refreshTokens.find(reference)
  if (!token) return refuse('form', { at: 'refreshToken', expected: 'a token that was issued' })
  const status = refreshTokens.statusOf(token)
  if (status !== 'ACTIVE') refuse('other', { at: 'refreshToken', message: `The token is ${status}` })
  return token
}

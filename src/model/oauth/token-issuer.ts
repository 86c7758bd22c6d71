import type { Uses } from '../kernel/org-service.ts'
import { toBase64Url } from '../../contract/formats/base64url.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import type { JWTPayload } from 'jose'
import { refuse } from '../../contract/errors/refusal.ts'
import type { UserRecord } from '../users/records.ts'
import type { AccessTokenRecord, RefreshTokenRecord } from '../tokens/records.ts'
import type { AuthorizationServerRecord } from './authorization-server-records.ts'
import { type ClaimSubject, customClaimsOf, groupNames } from './claim-values.ts'
import {
  about,
  type IssuedTokens,
  type Subject,
  subjectOf,
  subjectToIssue,
  type TokenClaims,
  type TokenRequest,
  usableToken,
  wantsRefreshToken,
} from './token-request.ts'
import { userClaims } from './user-claims.ts'

/** The parts of an organisation that new tokens need. */
type Issuing = Uses<
  | 'clock'
  | 'ids'
  | 'settings'
  | 'users'
  | 'clients'
  | 'authorizationServers'
  | 'refreshTokens'
  | 'tokens'
  | 'signingKeys'
  | 'customClaims'
  | 'memberships'
>

/**
 * Issues tokens to a client, for a user or for itself. An authorization server does so after a user has signed in and
 * consented. Access and ID tokens are signed.
 *
 * @param subject Its parties, if the caller has checked them already.
 * @throws `Refusal` `not-found`, or `validation` for an inactive client, user, server or scope. Also for a refresh
 *   token or ID token without a user.
 */
export async function newTokens(
  org: Issuing,
  request: TokenRequest,
  subject = subjectToIssue(org, request),
): Promise<IssuedTokens> {
  const { from } = request
  const signed = await sign(org, subject, request)
  // Records may have changed while tokens were signed. From here on everything is synchronous.
  refuseGone(org, subject)
  subjectOf(org, request)
  request.check?.()
  const refreshToken = from
    ? usableToken(org, from.id)
    : wantsRefreshToken(request)
      ? org.refreshTokens.issue({ ...about(request), ...parties(subject) })
      : undefined
  return stored(org, subject, signed, refreshToken)
}

/** The claims of tokens that the caller signs itself. */
export function tokenClaims(org: Issuing, request: TokenRequest): TokenClaims {
  const subject = subjectOf(org, request)
  const id = org.ids('accessToken')
  return {
    access: accessClaims(org, subject, request, id),
    id: wantsIdToken(subject) ? idClaims(org, subject, request, id) : undefined,
  }
}

/** The claims of UserInfo on a user (OpenID Connect Core 1.0, section 5.3). */
export function userInfoOf(
  org: Issuing,
  user: UserRecord,
  token: AccessTokenRecord,
): Record<string, unknown> {
  const { authorizationServers } = org
  const scopes = authorizationServers.namesOf(token.scopeIds)
  const { clientId, authorizationServerId } = token
  const claims = claimsOfUser(org, { user, clientId, authorizationServerId, scopes }, true)
  return { ...claims, ...token.claims, sub: user.id }
}

/** Rejects a server or a scope that was removed while tokens were signed: the scope must not be created again. */
function refuseGone(org: Issuing, { server, scopes }: Subject): void {
  const { authorizationServers } = org
  const present = authorizationServers.collection.get(server.id)
  if (!present) return refuse('not-found', { id: server.id, kind: 'AuthorizationServer' })
  if (!present.isActive) {
    refuse('other', { at: 'authorizationServer', message: 'The authorization server is not in use' })
  }
  for (const { id, name } of scopes) {
    const scope = authorizationServers.scopes.get(id)
    if (!scope) return refuse('other', { at: 'scopes', message: `The scope ${name} is gone` })
    if (!scope.isActive) refuse('other', { at: 'scopes', message: `The scope ${name} is not in use` })
  }
}

async function sign(org: Issuing, subject: Subject, request: TokenRequest) {
  const { client, user, server, scopes } = subject
  const { signingKeys, clock, ids } = org
  const id = ids('accessToken')
  const now = clock.now()
  const { accessToken: wantsAccess = true, idToken: wantsId = true, code } = request
  let accessToken: AccessTokenRecord | undefined
  if (wantsAccess) {
    accessToken = {
      id,
      value: await signingKeys.sign(accessClaims(org, subject, request, id)),
      clientId: client.id,
      scopeIds: scopes.map((scope) => scope.id),
      authorizationServerId: server.id,
      issuedAt: now,
      expiresAt: now + lifetime(org, 'access', server),
      ...(user ? { userId: user.id } : {}),
      ...(request.familyId === undefined ? {} : { familyId: request.familyId }),
      ...(request.isUnderConsent ? { isUnderConsent: true } : {}),
      ...(request.claims ? { claims: request.claims } : {}),
    }
  }
  let idToken: string | undefined
  if (wantsId && wantsIdToken(subject)) {
    idToken = await signingKeys.sign({
      ...idClaims(org, subject, request, id),
      at_hash: accessToken && halfHash(accessToken.value),
      c_hash: code === undefined ? undefined : halfHash(code),
    })
  }
  return { accessToken, idToken }
}

function stored(
  org: Issuing,
  { names, server }: Subject,
  signed: Awaited<ReturnType<typeof sign>>,
  refreshToken: RefreshTokenRecord | undefined,
): IssuedTokens {
  const accessToken =
    signed.accessToken &&
    org.tokens.add<'access'>({
      kind: 'access',
      ...signed.accessToken,
      ...(server.isOwn ? { scopes: names } : {}),
      ...(refreshToken ? { refreshTokenId: refreshToken.id } : {}),
    })
  return {
    expiresIn: Math.round(lifetime(org, 'access', server) / 1000),
    scopes: names,
    ...(accessToken ? { accessToken } : {}),
    ...(signed.idToken === undefined ? {} : { idToken: signed.idToken }),
    ...(refreshToken ? { refreshToken } : {}),
  }
}

function wantsIdToken({ names, user }: Subject): boolean {
  return user !== undefined && names.includes('openid')
}

function lifetime(
  org: Issuing,
  kind: 'access' | 'id',
  { tokenLifetimes }: AuthorizationServerRecord,
): number {
  return tokenLifetimes?.[kind] ?? org.settings.lifetimes[kind]
}

function times(
  org: Issuing,
  kind: 'access' | 'id',
  server: AuthorizationServerRecord,
): { iat: number; exp: number } {
  const now = org.clock.now()
  const expiresAt = now + lifetime(org, kind, server)
  return { iat: Math.floor(now / 1000), exp: Math.floor(expiresAt / 1000) }
}

/**
 * Claims of an access token. Names are those of RFC 9068 where it has them, and the service's own `cid`, `uid` and
 * `scp`. JSON leaves out undefined claims.
 */
function accessClaims(
  org: Issuing,
  subject: Subject,
  { claims, authentication }: TokenRequest,
  id: string,
): JWTPayload {
  const { client, user, server, names } = subject
  const issuer = org.authorizationServers.issuer(server)
  const scopeClaim = org.settings.interpretations['access-token-scopes']
  return {
    sub: user ? String(user.profile['login']) : client.id,
    ...customClaimsOf(org, 'access', claimSubject(subject)),
    ...claims,
    ver: 1,
    iss: issuer,
    aud: server.audience ?? issuer,
    cid: client.id,
    uid: user?.id,
    auth_time: authentication && Math.floor(authentication.authTime / 1000),
    scp: scopeClaim === 'scope' ? undefined : [...names],
    // Not as undefined: without it, a custom claim may have the name.
    ...(scopeClaim === 'scp' ? {} : { scope: names.join(' ') }),
    ...times(org, 'access', server),
    jti: id,
  }
}

/** Claims of an ID token (OpenID Connect Core 1.0, sections 2 and 5.4). */
function idClaims(org: Issuing, subject: Subject, request: TokenRequest, id: string): JWTPayload {
  const { nonce, claims, authentication, accessToken = true } = request
  const { client, user, server } = subject
  const { authTime = org.clock.now(), amr = ['pwd'], sessionId } = authentication ?? {}
  return {
    sub: user!.id,
    // UserInfo shows the rest (OpenID Connect Core 1.0, section 5.4), for which it takes an access token.
    ...claimsOfUser(org, { ...claimSubject(subject), user: user! }, !accessToken),
    ...claims,
    ver: 1,
    iss: org.authorizationServers.issuer(server),
    aud: client.id,
    amr: [...amr],
    auth_time: Math.floor(authTime / 1000),
    sid: sessionId,
    nonce,
    ...times(org, 'id', server),
    jti: `ID.${id}`,
  }
}

function claimsOfUser(
  org: Issuing,
  subject: ClaimSubject & { readonly user: UserRecord },
  isUserInfo: boolean,
): Record<string, unknown> {
  const { user, scopes } = subject
  return {
    ...userClaims(user, scopes),
    ...(scopes.includes('groups') ? { groups: groupNames(org, user) } : {}),
    ...customClaimsOf(org, 'id', subject, isUserInfo),
  }
}

function claimSubject({ client, user, server, names }: Subject): ClaimSubject {
  return { user, clientId: client.id, authorizationServerId: server.id, scopes: names }
}

function parties({ client, user, scopes, server }: Subject) {
  return { clientId: client.id, userId: user!.id, scopes, server }
}

/** The left half of a hash, for `at_hash` and `c_hash` (OpenID Connect Core 1.0, section 3.1.3.6). */
function halfHash(value: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(value)).subarray(0, 16))
}

import { didYouMean } from '../query/suggestion.ts'
import { AccessPolicies } from '../model/oauth/access-policies.ts'
import type { AuthorizationServerRecord, ScopeRecord } from '../model/oauth/authorization-server-records.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import type { IssuedTokens, TokenRequest } from '../model/oauth/token-request.ts'
import { newTokens } from '../model/oauth/token-issuer.ts'
import type { Org } from '../model/org.ts'
import { isShutOut } from '../model/users/records.ts'
import { type Parameters, scopeNames } from './parameters.ts'
import { Refusal, refuse } from '../contract/errors/refusal.ts'
import { isOfOAuth } from '../contract/errors/catalogue.ts'

/**
 * Issues tokens.
 *
 * @param code The error where the model refuses: what was asked for has gone, or cannot be had.
 * @throws `Refusal`
 */
export async function issueTokens(
  org: Org,
  request: TokenRequest,
  code: 'invalid_grant' | 'invalid_scope' | 'access_denied' = 'invalid_grant',
): Promise<IssuedTokens> {
  const { clientId, userId, scopes, grantType } = request
  refuseByPolicy(org, request)
  const server = new AccessPolicies(org).applied(request.server, { clientId, userId, scopes, grantType })
  try {
    return await newTokens(org, {
      ...request,
      server,
      check: () => {
        refuseHeldUser(org, request.userId)
        request.check?.()
      },
    })
  } catch (error) {
    if (error instanceof Refusal && !isOfOAuth(error.refusal))
      refuse(code, { message: error.causes[0] ?? error.summary })
    throw error
  }
}

/**
 * Refuses where the server has policies, and no rule of them applies.
 *
 * @throws `Refusal` `access_denied`
 */
export function refuseByPolicy(
  org: Org,
  {
    server,
    grantType,
    ...subject
  }: Pick<TokenRequest, 'server' | 'grantType' | 'clientId' | 'userId' | 'scopes'>,
): void {
  if (grantType === undefined) return
  const { clientId, userId, scopes } = subject
  const rule = new AccessPolicies(org).ruleFor(server, { clientId, userId, scopes, grantType })
  if (rule === 'denied') refuse('policy-denied', { grantType })
}

/** Tokens as the token endpoint answers them (RFC 6749, section 5.1). */
export function tokenResponse(tokens: IssuedTokens) {
  const { accessToken, expiresIn, scopes, idToken, refreshToken } = tokens
  return {
    token_type: 'Bearer',
    expires_in: expiresIn,
    access_token: accessToken!.value,
    scope: scopes.join(' '),
    ...(refreshToken ? { refresh_token: refreshToken.value } : {}),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  }
}

/**
 * Refuses for a user who may not have tokens now.
 *
 * @throws `Refusal` `invalid_grant`
 */
export function refuseHeldUser(org: Org, userId: string | undefined): void {
  if (userId === undefined) return
  const user = org.users.get(userId)
  if (!user) refuse('user-gone')
  if (isShutOut(user)) refuse('user-status', { status: user.status })
}

/**
 * The scopes with these names.
 *
 * @param isOffline Whether the client may come back later. Otherwise `offline_access` means nothing.
 * @throws `Refusal` `invalid_scope` that names those that the server does not have.
 */
export function knownScopes(
  org: Org,
  server: AuthorizationServerRecord,
  names: readonly string[],
  isOffline: boolean,
): readonly ScopeRecord[] {
  const wanted = isOffline ? names : names.filter((name) => name !== 'offline_access')
  const { scopes, unknown } = org.authorizationServers.scopesFound(server, wanted)
  if (unknown.length > 0) {
    const known = org.authorizationServers.scopesOf(server).map(({ name }) => name)
    const advice = didYouMean(unknown[0]!.slice(0, 80), known)
    refuse('scope-unknown', {
      scopes: unknown.join(', '),
      advice: advice === undefined ? '' : `; ${advice}`,
    })
  }
  return scopes
}

/** The names of the scopes that a request asks for; without any, those that the server gives by default. */
export function askedScopes(
  org: Org,
  server: AuthorizationServerRecord,
  parameters: Parameters,
): readonly string[] {
  const names = scopeNames(parameters)
  if (names.length > 0) return names
  const scopes = org.authorizationServers.scopesOf(server)
  return scopes.filter((scope) => scope.default && scope.isActive).map(({ name }) => name)
}

/** A code or token that a client presents to a server; undefined if it is of another client or server. */
export function presentedTo<
  Token extends { readonly clientId: string; readonly authorizationServerId: string },
>(server: AuthorizationServerRecord, client: ClientRecord, token: Token | undefined): Token | undefined {
  return token?.clientId === client.id && token.authorizationServerId === server.id ? token : undefined
}

/**
 * A grant type that a client is registered for.
 *
 * @throws `Refusal` `unauthorized_client`
 */
export function refuseUnlessGrantType({ settings }: ClientRecord, grantType: string): void {
  const registered: readonly string[] = settings.grant_types
  if (!registered.includes(grantType)) {
    const has = registered.join(', ') || 'none'
    refuse('grant-type-unregistered', { type: grantType, has })
  }
}

/** Whether a client may stay signed in: only then does `offline_access` mean anything. */
export function mayRefresh({ settings }: ClientRecord): boolean {
  return settings.grant_types.includes('refresh_token')
}

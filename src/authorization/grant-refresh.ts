import { refuse } from '../contract/errors/refusal.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { type IssuedTokens, requestOf } from '../model/oauth/token-request.ts'
import type { Org } from '../model/org.ts'
import { isPublicClient } from './client-authentication.ts'
import type { EndpointCall } from './endpoint.ts'
import { type Parameters, scopeNames } from './parameters.ts'
import { issueTokens, presentedTo, refuseHeldUser } from './tokens.ts'

/** Issues further tokens from a refresh token (RFC 6749, section 6). */
export async function refreshTokens(
  { org, server }: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<IssuedTokens> {
  const presented = org.refreshTokens.presented(parameters.required('refresh_token'))
  const token = presentedTo(server, client, presented?.token) ?? refuse('refresh-token-unknown')
  const retiredAt = presented?.retiredAt
  const isRetired = retiredAt !== undefined
  if (isRetired && org.clock.now() >= retiredAt + org.settings.refreshTokens.grace) {
    org.ends.endToken(token)
    if (token.familyId !== undefined) org.ends.end('family', token.familyId)
    return refuse('refresh-token-used')
  }
  const status = org.refreshTokens.statusOf(token)
  if (status !== 'ACTIVE') refuse('refresh-token-status', { status })
  refuseHeldUser(org, token.userId)
  const scopes = narrowed(org.authorizationServers.namesOf(token.scopeIds), parameters)
  // Another value before anything is waited for; within its grace, the earlier one leads to the one that is there.
  const current = !isRetired && rotates(org, client) ? org.refreshTokens.rotate(token) : token
  return issueTokens(org, { ...requestOf(org, current), scopes, from: current })
}

/** A client may ask for fewer scopes, not for others (RFC 6749, section 6). */
function narrowed(granted: readonly string[], parameters: Parameters): readonly string[] {
  const asked = scopeNames(parameters)
  const other = asked.filter((name) => !granted.includes(name))
  if (other.length > 0) refuse('scope-not-covered', { scopes: other.join(', ') })
  return asked.length === 0 ? granted : asked
}

function rotates({ settings: { refreshTokens } }: Org, client: ClientRecord): boolean {
  return (
    refreshTokens.rotation === 'all-clients' ||
    (refreshTokens.rotation === 'public-clients' && isPublicClient(client))
  )
}

import type { UserRecord } from '../users/records.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import type { AuthorizationServers } from './authorization-servers.ts'
import type { AuthorizationPart } from './authorizations.ts'
import type { Clients } from './clients.ts'
import type { DeviceCodes } from './device-codes.ts'
import type { GrantRecord, Grants } from './grants.ts'
import type { RefreshTokens } from './refresh-tokens.ts'

/** What ends, and what it ends with. */
interface Parts {
  readonly users: {
    onChange(listener: (before: UserRecord | undefined, after: UserRecord | undefined) => void): void
  }
  readonly sessions: { onRevokeTokens(revoke: (userId: string) => void): void }
  readonly clients: Clients
  readonly authorizationServers: AuthorizationServers
  readonly grants: Grants
  readonly refreshTokens: RefreshTokens
  readonly accessTokens: AccessTokens
  readonly authorizationCodes: AuthorizationCodes
  readonly deviceCodes: DeviceCodes
}

/**
 * Ends grants, codes and tokens when the user, client, authorization server or scope that they are about is
 * deactivated or deleted (document 3, Grant), and tokens when sessions are cleared along with them. Bringing
 * something back does not bring its grants and tokens back.
 */
export function endConsents(parts: Parts): void {
  const { grants, refreshTokens, accessTokens, authorizationCodes, deviceCodes } = parts
  const endCodes = (part: AuthorizationPart, id: string): void => {
    authorizationCodes.end(part, id)
    deviceCodes.end(part, id)
  }
  const end = (part: AuthorizationPart, id: string, isDeleted: boolean): void => {
    endCodes(part, id)
    grants.end(part, id, isDeleted)
    refreshTokens.end(part, id, isDeleted)
    accessTokens.end(part, id)
  }
  parts.users.onChange((before, after) => {
    if (before && (!after || after.status === 'DEPROVISIONED')) end('user', before.id, !after)
  })
  parts.clients.onChange((before, after) => {
    if (before && !after?.isActive) end('client', before.id, !after)
  })
  parts.sessions.onRevokeTokens((userId) => {
    endCodes('user', userId)
    refreshTokens.revokeAllOf(userId)
  })
  parts.authorizationServers.onEnd(({ kind, id, isDeleted }) => end(kind, id, isDeleted))
  grants.onEnd((grant) => endUnderConsent(parts, grant))
}

/** Ends the tokens that were issued on a consent; those that needed none stay (decision: grant-revoked-tokens). */
function endUnderConsent(
  { refreshTokens, accessTokens, authorizationCodes, deviceCodes }: Parts,
  { userId, clientId, scopeId }: GrantRecord,
): void {
  const key = `${userId} ${clientId}`
  const isConcerned = (issued: {
    readonly isUnderConsent?: boolean
    readonly scopeIds: readonly string[]
  }): boolean => issued.isUnderConsent === true && issued.scopeIds.includes(scopeId)
  for (const token of refreshTokens.collection.allBy('userClient', key)) {
    if (isConcerned(token)) refreshTokens.revoke(token)
  }
  for (const token of accessTokens.collection.allBy('userClient', key)) {
    if (isConcerned(token)) accessTokens.revoke(token)
  }
  for (const { state } of [authorizationCodes, deviceCodes]) {
    state.deleteWhere((code) => code.userId === userId && code.clientId === clientId && isConcerned(code))
  }
}

import type { Org } from '../org.ts'

type Index = 'user' | 'client' | 'scope' | 'authorizationServer'

/**
 * Ends grants and tokens when the user, client, authorization server or scope that they are about is
 * deactivated or deleted (document 3, Grant), and tokens when sessions are cleared along with them. Bringing
 * something back does not bring its grants and tokens back.
 */
export function endConsents(org: Org): void {
  const end = (index: Index, id: string, isDeleted: boolean): void => {
    org.grants.end(index, id, isDeleted)
    org.refreshTokens.end(index, id, isDeleted)
    org.accessTokens.end(index, id)
  }
  org.users.onChange((before, after) => {
    if (before && (!after || after.status === 'DEPROVISIONED')) end('user', before.id, !after)
  })
  org.clients.onChange((before, after) => {
    if (before && !after?.isActive) end('client', before.id, !after)
  })
  org.sessions.onRevokeTokens((userId) => org.refreshTokens.revokeAllOf(userId))
  org.authorizationServers.onEnd(({ kind, id, isDeleted }) => end(kind, id, isDeleted))
}

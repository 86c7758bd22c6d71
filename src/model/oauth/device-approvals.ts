import type { Uses } from '../kernel/part.ts'
import type { Authentication, TokenOf } from '../tokens/records.ts'

/** Approves a device for a user, who also consents to the scopes of its client. */
export function approveDevice(
  {
    clients,
    grants,
    authorizationServers,
    deviceCodes,
  }: Uses<'clients' | 'grants' | 'authorizationServers' | 'deviceCodes'>,
  code: TokenOf<'device'>,
  userId: string,
  authentication: Authentication,
): void {
  const { clientId, scopeIds, authorizationServerId } = code
  const isUnderConsent = clients.resolve(clientId).settings.consent_method === 'REQUIRED'
  if (isUnderConsent) {
    const scopes = authorizationServers.namesOf(scopeIds)
    grants.consent({ userId, clientId, scopes, server: authorizationServers.resolve(authorizationServerId) })
  }
  deviceCodes.approve(code, { userId, authentication, isUnderConsent })
}

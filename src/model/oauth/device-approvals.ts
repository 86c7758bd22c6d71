import type { AuthorizationServers } from './authorization-servers.ts'
import type { Authentication } from './authorizations.ts'
import type { Clients } from './clients.ts'
import type { DeviceCode, DeviceCodes } from './device-codes.ts'
import type { Grants } from './grants.ts'

interface Parts {
  readonly clients: Clients
  readonly grants: Grants
  readonly authorizationServers: AuthorizationServers
  readonly deviceCodes: DeviceCodes
}

/** Approves a device for a user, who also consents to the scopes of its client. */
export function approveDevice(
  { clients, grants, authorizationServers, deviceCodes }: Parts,
  code: DeviceCode,
  userId: string,
  authentication: Authentication,
): void {
  const { clientId, scopeIds, authorizationServerId } = code
  const isUnderConsent = clients.resolve(clientId).settings.consent_method === 'REQUIRED'
  if (isUnderConsent) {
    const scopes = scopeIds.flatMap((id) => authorizationServers.scopes.get(id)?.name ?? [])
    grants.consent({ userId, clientId, scopes, server: authorizationServers.resolve(authorizationServerId) })
  }
  deviceCodes.approve(code, { userId, authentication, isUnderConsent })
}

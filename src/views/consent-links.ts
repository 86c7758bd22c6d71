import type { AuthorizationServerRecord, ScopeRecord } from '../model/oauth/authorization-servers.ts'
import type { Uses } from '../model/kernel/part.ts'

/** A link as grants, refresh tokens and their scopes carry it (Clients, Conventions, 4). */
export interface ConsentLink {
  readonly href: string
  readonly title?: string
  readonly hints?: { readonly allow: readonly string[] }
}

/** Whose consent or token it is. */
interface Parties {
  readonly userId: string
  readonly clientId: string
  readonly authorizationServerId: string
}

/** The parts that grants and tokens need to show whose they are. */
export type ConsentPart = 'baseUrl' | 'clients' | 'users' | 'authorizationServers'

/** The links that grants and refresh tokens share: application, client, user and server, by their names. */
export function partyLinks(
  org: Uses<ConsentPart>,
  { userId, clientId, authorizationServerId }: Parties,
): Readonly<Record<'app' | 'client' | 'user' | 'authorizationServer', ConsentLink>> {
  const client = org.clients.get(clientId)?.settings.client_name ?? ''
  const { firstName, lastName } = org.users.get(userId)?.profile ?? {}
  const user = [firstName, lastName].filter(Boolean).join(' ')
  const server = org.authorizationServers.resolve(authorizationServerId)
  return {
    app: { href: `${org.baseUrl}/api/v1/apps/${clientId}`, title: client },
    client: { href: `${org.baseUrl}/oauth2/v1/clients/${clientId}`, title: client },
    user: { href: `${org.baseUrl}/api/v1/users/${userId}`, title: user },
    authorizationServer: { href: serverUrl(org, server.id), title: server.name },
  }
}

/** The link to a scope. */
export function scopeLink(org: Uses<ConsentPart>, scope: ScopeRecord): ConsentLink {
  const href = `${serverUrl(org, scope.authorizationServerId)}/scopes/${scope.id}`
  return { href, title: scope.displayName }
}

function serverUrl(org: Uses<ConsentPart>, id: AuthorizationServerRecord['id']): string {
  return `${org.baseUrl}/api/v1/authorizationServers/${id}`
}

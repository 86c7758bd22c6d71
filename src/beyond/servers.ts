import { refuse } from '../contract/errors/refusal.ts'
import type { AuthorizationServerRecord, ScopeRecord } from '../model/oauth/authorization-servers.ts'
import type { Org } from '../model/org.ts'
import { type BeyondHandlers, sliced } from './handler.ts'

export const servers = {
  listAuthorizationServers: ({ query }, org, call) =>
    sliced(call, query, org.authorizationServers.collection.values(), (server) => shownServer(org, server)),
  getAuthorizationServer: ({ params }, org) => ({
    status: 200,
    body: shownServer(org, serverOf(org, params.serverId)),
  }),
  listScopes({ params, query }, org, call) {
    const { id } = serverOf(org, params.serverId)
    const scopes = org.authorizationServers.scopes.allBy('authorizationServer', id)
    return sliced(call, query, scopes, (scope) => shownScope(org, scope))
  },
  getScope({ params }, org) {
    const { id } = serverOf(org, params.serverId)
    const scope = org.authorizationServers.scopes.get(params.scopeId)
    if (scope?.authorizationServerId !== id) return refuse('not-found', { id: params.scopeId, kind: 'scope' })
    return { status: 200, body: shownScope(org, scope) }
  },
} satisfies Partial<BeyondHandlers>

function serverOf({ authorizationServers }: Org, id: string): AuthorizationServerRecord {
  return (
    authorizationServers.collection.get(id) ??
    authorizationServers.atPath(id) ??
    refuse('not-found', { id, kind: 'AuthorizationServer' })
  )
}

function shownServer({ baseUrl, authorizationServers }: Org, server: AuthorizationServerRecord): object {
  const { id, name, audience, isActive } = server
  const self = `${baseUrl}/api/v1/authorizationServers/${id}`
  return {
    id,
    name,
    audiences: audience === undefined ? [] : [audience],
    issuer: authorizationServers.issuer(server),
    status: isActive ? 'ACTIVE' : 'INACTIVE',
    _links: { self: { href: self }, scopes: { href: `${self}/scopes` } },
  }
}

function shownScope({ baseUrl }: Org, scope: ScopeRecord): object {
  const { id, authorizationServerId, name, displayName, description } = scope
  const self = `${baseUrl}/api/v1/authorizationServers/${authorizationServerId}/scopes/${id}`
  return { id, name, displayName, description, _links: { self: { href: self } } }
}

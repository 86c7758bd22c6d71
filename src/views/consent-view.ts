import type { z } from 'zod'
import type { Stored } from '../contract/resources/common.ts'
import type { Grant, GrantRecord, RefreshToken } from '../contract/resources/grant.ts'
import { isoOf } from '../model/kernel/clock.ts'
import { OrgService } from '../model/kernel/org-service.ts'
import type { ScopeRecord } from '../model/oauth/authorization-server-records.ts'
import type { RefreshTokenStatus } from '../model/oauth/refresh-tokens.ts'
import type { RefreshTokenRecord } from '../model/tokens/records.ts'

/** A grant as replies show it. */
export type ShownGrant = Stored<z.output<ReturnType<typeof Grant>>>

/** A refresh token as replies show it, which is never its value. */
export type ShownRefreshToken = Stored<z.output<ReturnType<typeof RefreshToken>>> & {
  readonly status: RefreshTokenStatus
}

/** The parts to embed. */
type Expand = readonly 'scope'[]

/** Writes grants and refresh tokens as replies show them. */
export class ConsentView extends OrgService<'clients' | 'users' | 'authorizationServers' | 'refreshTokens'> {
  grant(grant: GrantRecord, expand: Expand = []): ShownGrant {
    const { authorizationServerId: _, ...shown } = grant
    const scope = this.org.authorizationServers.scopes.get(grant.scopeId)!
    const { issuer, app, ...parties } = this.#parties(grant)
    const self = `${this.org.baseUrl}/api/v1/users/${grant.userId}/grants/${grant.id}`
    const { name, displayName, description } = scope
    return {
      ...shown,
      issuer,
      ...(expand.includes('scope') ? { _embedded: { scope: { name, displayName, description } } } : {}),
      _links: {
        app,
        scope: this.#scopeLink(scope),
        client: parties.client,
        self: { href: self, hints: { allow: ['GET', 'DELETE'] } },
        user: parties.user,
        authorizationServer: parties.authorizationServer,
      },
    }
  }

  refreshToken(token: RefreshTokenRecord, expand: Expand = []): ShownRefreshToken {
    const { id, userId, clientId, created, lastUpdated } = token
    const { authorizationServers, baseUrl, refreshTokens } = this.org
    const scopes = token.scopeIds.flatMap((each) => authorizationServers.scopes.get(each) ?? [])
    const { issuer, app, ...parties } = this.#parties(token)
    const self = `${baseUrl}/api/v1/users/${userId}/clients/${clientId}/tokens/${id}`
    return {
      id,
      status: refreshTokens.statusOf(token),
      created,
      lastUpdated,
      expiresAt: isoOf(token.expiresAt),
      issuer,
      clientId,
      userId,
      scopes: scopes.map(({ name }) => name),
      ...(expand.includes('scope')
        ? { _embedded: { scopes: scopes.map((scope) => this.#embedded(scope)) } }
        : {}),
      _links: { app, self: { href: self }, revoke: { href: self, hints: { allow: ['DELETE'] } }, ...parties },
    }
  }

  /** The issuer, and the links to application, client, user and server, by their names. */
  #parties({ userId, clientId, authorizationServerId }: Omit<GrantRecord, 'scopeId' | 'status'>) {
    const { baseUrl, clients, users, authorizationServers } = this.org
    const title = clients.get(clientId)?.settings.client_name ?? ''
    const { firstName, lastName } = users.get(userId)?.profile ?? {}
    const server = authorizationServers.resolve(authorizationServerId)
    return {
      issuer: authorizationServers.issuer(server),
      app: { href: `${baseUrl}/api/v1/apps/${clientId}`, title },
      client: { href: `${baseUrl}/oauth2/v1/clients/${clientId}`, title },
      user: {
        href: `${baseUrl}/api/v1/users/${userId}`,
        title: [firstName, lastName].filter(Boolean).join(' '),
      },
      authorizationServer: { href: this.#serverUrl(server.id), title: server.name },
    }
  }

  #embedded(scope: ScopeRecord) {
    const { id, name, displayName, description } = scope
    return { id, name, displayName, description, _links: { scope: this.#scopeLink(scope) } }
  }

  #scopeLink({ id, authorizationServerId, displayName }: ScopeRecord) {
    return { href: `${this.#serverUrl(authorizationServerId)}/scopes/${id}`, title: displayName }
  }

  #serverUrl(id: string): string {
    return `${this.org.baseUrl}/api/v1/authorizationServers/${id}`
  }
}

import { Part } from '../model/kernel/part.ts'
import { isoOf } from '../model/kernel/clock.ts'
import type { RefreshTokenRecord } from '../model/tokens/records.ts'
import type { RefreshTokenStatus } from '../model/oauth/refresh-tokens.ts'
import type { ScopeRecord } from '../model/oauth/authorization-servers.ts'
import { type ConsentLink, type ConsentPart, partyLinks, scopeLink } from './consent-links.ts'

/** A refresh token as replies show it. */
export interface ShownRefreshToken extends Pick<
  RefreshTokenRecord,
  'id' | 'created' | 'lastUpdated' | 'clientId' | 'userId'
> {
  readonly status: RefreshTokenStatus
  readonly expiresAt: string
  readonly issuer: string
  readonly scopes: readonly string[]
  readonly _embedded?: { readonly scopes: readonly EmbeddedScope[] }
  readonly _links: Readonly<Record<string, ConsentLink>>
}

/** A scope in a refresh token (Users, Refresh token, `_embedded.scopes`). */
interface EmbeddedScope extends Pick<ScopeRecord, 'id' | 'name' | 'displayName' | 'description'> {
  readonly _links: { readonly scope: ConsentLink }
}

/** Writes refresh tokens as replies show them, which is never their value. */
export class RefreshTokenView extends Part<ConsentPart | 'refreshTokens'> {
  /** A token as JSON text, with its scopes if wanted. */
  text(token: RefreshTokenRecord, expandScope = false): string {
    return JSON.stringify(this.of(token, expandScope))
  }

  /** A token (Users, Refresh token). */
  of(token: RefreshTokenRecord, expandScope = false): ShownRefreshToken {
    const { baseUrl, authorizationServers, refreshTokens } = this.org
    const scopes = token.scopeIds.flatMap((id) => authorizationServers.scopes.get(id) ?? [])
    const { app, client, user, authorizationServer } = partyLinks(this.org, token)
    const self = `${baseUrl}/api/v1/users/${token.userId}/clients/${token.clientId}/tokens/${token.id}`
    return {
      id: token.id,
      status: refreshTokens.statusOf(token),
      created: token.created,
      lastUpdated: token.lastUpdated,
      expiresAt: isoOf(token.expiresAt),
      issuer: authorizationServers.issuer(authorizationServers.resolve(token.authorizationServerId)),
      clientId: token.clientId,
      userId: token.userId,
      scopes: scopes.map(({ name }) => name),
      ...(expandScope ? { _embedded: { scopes: scopes.map((scope) => this.#embedded(scope)) } } : {}),
      _links: {
        app,
        self: { href: self },
        revoke: { href: self, hints: { allow: ['DELETE'] } },
        client,
        user,
        authorizationServer,
      },
    }
  }

  #embedded(scope: ScopeRecord): EmbeddedScope {
    const { id, name, displayName, description } = scope
    return { id, name, displayName, description, _links: { scope: scopeLink(this.org, scope) } }
  }
}

import { Part } from '../model/kernel/part.ts'
import type { GrantRecord } from '../contract/resources/grant.ts'
import type { ScopeRecord } from '../model/oauth/authorization-servers.ts'
import { type ConsentLink, type ConsentPart, partyLinks, scopeLink } from './consent-links.ts'

/** A grant as replies show it. */
export interface ShownGrant extends Omit<GrantRecord, 'authorizationServerId'> {
  readonly issuer: string
  readonly _embedded?: { readonly scope: Pick<ScopeRecord, 'name' | 'displayName' | 'description'> }
  readonly _links: Readonly<Record<string, ConsentLink>>
}

/** Writes grants as replies show them. */
export class GrantView extends Part<ConsentPart> {
  /** A grant as JSON text, its scope in it where it is to be. */
  text(grant: GrantRecord, expandScope = false): string {
    return JSON.stringify(this.of(grant, expandScope))
  }

  /** A grant (Users, Grant). */
  of(grant: GrantRecord, expandScope = false): ShownGrant {
    const { authorizationServerId, ...shown } = grant
    const { baseUrl, authorizationServers } = this.org
    const scope = authorizationServers.scopes.get(grant.scopeId)!
    const { app, client, user, authorizationServer } = partyLinks(this.org, grant)
    const self = `${baseUrl}/api/v1/users/${grant.userId}/grants/${grant.id}`
    const { name, displayName, description } = scope
    return {
      ...shown,
      issuer: authorizationServers.issuer(authorizationServers.resolve(authorizationServerId)),
      ...(expandScope ? { _embedded: { scope: { name, displayName, description } } } : {}),
      _links: {
        app,
        scope: scopeLink(this.org, scope),
        client,
        self: { href: self, hints: { allow: ['GET', 'DELETE'] } },
        user,
        authorizationServer,
      },
    }
  }
}

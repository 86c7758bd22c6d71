import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import type { GrantRecord, GrantStatus } from '../../contract/resources/grant.ts'
import type { AuthorizationServerRecord } from './authorization-server-records.ts'
import type { Page, PagePlace } from '../store/rows.ts'
import type { Authentication, TokenOf } from '../tokens/records.ts'

/** A new consent of a user. */
export interface Consent {
  readonly userId: string
  readonly clientId: string
  /** Names of scopes. */
  readonly scopes: readonly string[]
  readonly server: AuthorizationServerRecord
}

/** Filter and position of a page of a user's grants. */
export interface GrantListQuery extends PagePlace {
  readonly clientId?: string
  readonly scopeId?: string | undefined
}

/** The consents of an organisation's users. */
export class Grants extends OrgService<'tokens' | 'clients' | 'authorizationServers'> {
  readonly collection = this.org.tables.grants

  /** Records a user's consent: one grant for each scope. Returns an existing grant if it is still active. */
  consent({ userId, clientId, scopes, server }: Consent): readonly GrantRecord[] {
    const now = this.org.clock.iso()
    const active = this.#of(userId, clientId).filter(({ status }) => status === 'ACTIVE')
    return this.org.authorizationServers.scopesNamed(server, scopes).map((scope) => {
      const known = active.find(({ scopeId }) => scopeId === scope.id)
      if (known) return this.collection.put({ ...known, lastUpdated: now })
      return this.collection.insert({
        id: this.org.ids('grant'),
        status: 'ACTIVE',
        created: now,
        lastUpdated: now,
        clientId,
        userId,
        scopeId: scope.id,
        authorizationServerId: server.id,
      })
    })
  }

  /** Approves a device for a user, who also consents to the scopes of its client. */
  approveDevice(code: TokenOf<'device'>, userId: string, authentication: Authentication): void {
    const { clients, authorizationServers: servers, tokens } = this.org
    const { clientId, scopeIds, authorizationServerId } = code
    const isUnderConsent = clients.resolve(clientId).settings.consent_method === 'REQUIRED'
    if (isUnderConsent) {
      const server = servers.resolve(authorizationServerId)
      this.consent({ userId, clientId, scopes: servers.namesOf(scopeIds), server })
    }
    tokens.put<'device'>({ ...code, userId, authentication, isUnderConsent, status: 'approved' })
  }

  /** A page of a user's grants, all or those for a client, in the order in which they were given. */
  list(userId: string, { clientId, scopeId, after, limit }: GrantListQuery): Page<GrantRecord> {
    const where = (grant: GrantRecord): boolean =>
      this.isShown(grant) && (scopeId === undefined || grant.scopeId === scopeId)
    const page = { after, limit, where }
    return clientId === undefined
      ? this.collection.pageBy('user', userId, page)
      : this.collection.pageBy('userClient', `${userId} ${clientId}`, page)
  }

  /** Whether a user has grants for a client that replies show. */
  has(userId: string, clientId: string): boolean {
    return this.#of(userId, clientId).some((grant) => this.isShown(grant))
  }

  /** The ids of the scopes that a user consents to for a client. */
  consentedScopeIds(userId: string, clientId: string): ReadonlySet<string> {
    const active = this.#of(userId, clientId).filter(({ status }) => status === 'ACTIVE')
    return new Set(active.map(({ scopeId }) => scopeId))
  }

  /**
   * One of a user's grants.
   *
   * @throws `Refusal` `not-found` for an unknown id, another user's grant, or a grant that is gone.
   */
  resolve(userId: string, id: string): GrantRecord {
    const grant = this.collection.get(id)
    if (grant?.userId === userId && this.isShown(grant)) return grant
    return refuse('not-found', { id, kind: 'grant' })
  }

  /** Whether replies show a grant (interpretation: revoked-grants). */
  isShown({ status }: GrantRecord): boolean {
    return status !== 'REVOKED' || this.org.settings.interpretations['revoked-grants'] === 'shown'
  }

  /** Changes the status of a grant; a revoked one stays revoked. */
  setStatus(grant: GrantRecord, status: GrantStatus): GrantRecord {
    if (grant.status === status || grant.status === 'REVOKED') return grant
    return this.collection.put({ ...grant, status, lastUpdated: this.org.clock.iso() })
  }

  #of(userId: string, clientId: string): readonly GrantRecord[] {
    return this.collection.allBy('userClient', `${userId} ${clientId}`)
  }
}

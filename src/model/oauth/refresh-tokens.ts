import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import type { AuthorizationServerRecord, ScopeRecord } from './authorization-server-records.ts'
import type { ClientRecord } from './clients.ts'
import type { Page, PagePlace } from '../store/rows.ts'
import type { RefreshTokenRecord, TokenOf } from '../tokens/records.ts'

/** The token that a client presents. Includes whether its value is the present one. */
export interface PresentedRefreshToken {
  readonly token: TokenOf<'refresh'>
  /** When a new value replaced it, in milliseconds since 1970. */
  readonly retiredAt?: number
}

/** Statuses of a refresh token; the API description names no status (interpretation: refresh-token-statuses). */
export type RefreshTokenStatus = 'ACTIVE' | 'REVOKED' | 'EXPIRED'

/** The content of a new refresh token. */
export interface NewRefreshToken extends Pick<
  RefreshTokenRecord,
  'userId' | 'clientId' | 'familyId' | 'authentication' | 'isUnderConsent' | 'claims'
> {
  readonly scopes: readonly ScopeRecord[]
  readonly server: AuthorizationServerRecord
}

const valueLength = 43

/** Issues and reads the refresh tokens of an organisation's users. */
export class RefreshTokens extends OrgService<'tokens' | 'users' | 'clients' | 'grants'> {
  issue({ scopes, server, ...details }: NewRefreshToken): TokenOf<'refresh'> {
    const { clock, ids, settings, tokens } = this.org
    const lifetime = server.tokenLifetimes?.refresh ?? settings.lifetimes.refresh
    const now = clock.iso()
    return tokens.add<'refresh'>({
      kind: 'refresh',
      id: ids('refreshToken'),
      value: this.#newValue(),
      isRevoked: false,
      created: now,
      lastUpdated: now,
      expiresAt: clock.now() + lifetime,
      ...details,
      scopeIds: scopes.map(({ id }) => id),
      authorizationServerId: server.id,
    })
  }

  /** A page of a user's refresh tokens for a client, in the order in which they were issued. */
  list(userId: string, clientId: string, page: PagePlace): Page<TokenOf<'refresh'>> {
    return this.org.tokens.page('refresh', 'userClient', `${userId} ${clientId}`, {
      ...page,
      where: (token) => this.isShown(token),
    })
  }

  /** Those of a user that replies show, for all clients or for one. */
  shown(userId: string, clientId?: string): readonly TokenOf<'refresh'>[] {
    const { tokens } = this.org
    const all =
      clientId === undefined
        ? tokens.of('refresh', 'user', userId)
        : tokens.of('refresh', 'userClient', `${userId} ${clientId}`)
    return all.filter((token) => this.isShown(token))
  }

  /** The clients for which a user has grants or tokens (Users, Client Grant object), first those with the oldest one. */
  clientsOf(userId: string): readonly ClientRecord[] {
    const { grants, clients } = this.org
    const given = grants.collection.allBy('user', userId).filter((grant) => grants.isShown(grant))
    const byAge = [...given, ...this.shown(userId)].sort((one, other) =>
      one.created === other.created ? 0 : one.created < other.created ? -1 : 1,
    )
    return [...new Set(byAge.map(({ clientId }) => clientId))].flatMap((id) => clients.get(id) ?? [])
  }

  /**
   * One of a user's refresh tokens for a client.
   *
   * @throws `Refusal` `not-found` for an unknown id, another user's token, or a token that is gone.
   */
  resolve(userId: string, clientId: string, id: string): TokenOf<'refresh'> {
    const token = this.org.tokens.get('refresh', id)
    if (token?.userId === userId && token.clientId === clientId && this.isShown(token)) return token
    return refuse('not-found', { id, kind: 'refresh token' })
  }

  /** The token with an id or a value. */
  find(reference: string): TokenOf<'refresh'> | undefined {
    return this.org.tokens.get('refresh', reference) ?? this.org.tokens.find('refresh', reference)
  }

  /** The token of a present or earlier value. Not a token that was removed. */
  presented(value: string): PresentedRefreshToken | undefined {
    const { tokens } = this.org
    const token = tokens.find('refresh', value)
    if (token) return { token }
    const retired = tokens.find('retired', value)
    const holder = retired && tokens.get('refresh', retired.refreshTokenId)
    return holder && { token: holder, retiredAt: retired.retiredAt }
  }

  /** Gives a token a new value; the old one counts as used from now on. */
  rotate(token: RefreshTokenRecord): TokenOf<'refresh'> {
    const { clock, tokens } = this.org
    const { id: refreshTokenId, value: id, expiresAt } = token
    const value = this.#newValue()
    const rotated = tokens.put<'refresh'>({ kind: 'refresh', ...token, value, lastUpdated: clock.iso() })
    tokens.add<'retired'>({ kind: 'retired', id, refreshTokenId, retiredAt: clock.now(), expiresAt })
    return rotated
  }

  /** Whether replies show a token (interpretation: revoked-grants). */
  isShown({ isRevoked }: RefreshTokenRecord): boolean {
    return !isRevoked || this.org.settings.interpretations['revoked-grants'] === 'shown'
  }

  /** A token expires by the clock; no sweep removes it. */
  statusOf(token: RefreshTokenRecord): RefreshTokenStatus {
    if (token.isRevoked) return 'REVOKED'
    return this.org.tokens.isOver(token) ? 'EXPIRED' : 'ACTIVE'
  }

  /** Whether a token can be used: it is active, and its user is not suspended. */
  works(token: RefreshTokenRecord): boolean {
    return this.statusOf(token) === 'ACTIVE' && !this.org.users.holdsTokensOf(token.userId)
  }

  /** Makes a token expire now. Its access tokens stay valid until their own expiry. */
  expire(token: TokenOf<'refresh'>): TokenOf<'refresh'> {
    const { clock, tokens } = this.org
    if (token.isRevoked || tokens.isOver(token)) return token
    return tokens.put<'refresh'>({ ...token, expiresAt: clock.now(), lastUpdated: clock.iso() })
  }

  #newValue(): string {
    return this.org.tokens.unused(() => this.org.ids.token(valueLength))
  }
}

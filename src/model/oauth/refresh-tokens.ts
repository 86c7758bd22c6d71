import { Part } from '../kernel/part.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import type { AuthorizationServerRecord, ScopeRecord } from './authorization-servers.ts'
import type { Authentication } from './authorizations.ts'
import type { Page } from '../store/rows.ts'
import { largeRoom, ShortLived } from './short-lived.ts'

/** A refresh token as it is stored. */
export interface RefreshTokenRecord {
  readonly id: string
  /** The secret of the client; no reply shows it. */
  readonly value: string
  readonly isRevoked: boolean
  readonly created: string
  readonly lastUpdated: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly clientId: string
  readonly userId: string
  readonly scopeIds: readonly string[]
  readonly authorizationServerId: string
  /** The authorization that it was issued from; absent where the control plane issued it without one. */
  readonly familyId?: string
  /** The user's sign-in, which later ID tokens show. */
  readonly authentication?: Authentication
  /** The user consented, and the token ends with that consent. */
  readonly isUnderConsent?: boolean
  /** Claims for tokens of this authorization only, by name. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** An earlier value of a token that was rotated (RFC 9700, section 4.14.2). */
interface RetiredValue {
  readonly tokenId: string
  /** Milliseconds since 1970. */
  readonly retiredAt: number
  readonly expiresAt: number
}

/** The token that a client presents. Includes whether its value is the present one. */
export interface PresentedRefreshToken {
  readonly token: RefreshTokenRecord
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

/** Position of a page of a user's refresh tokens for a client. */
export interface RefreshTokenListQuery {
  readonly after?: number | undefined
  readonly limit: number
}

/** The indexes by which refresh tokens are found when something ends. */
export type RefreshTokenIndex = 'user' | 'client' | 'userClient' | 'scope' | 'authorizationServer' | 'family'

const valueLength = 43

/** The refresh tokens issued to an organisation's users. */
export class RefreshTokens extends Part<'tables' | 'clock' | 'ids' | 'settings' | 'users' | 'accessTokens'> {
  readonly collection = this.org.tables.refreshTokens
  /** Values that were rotated out, so that a second use is noticed. */
  readonly retired = new ShortLived<RetiredValue>(this.org.clock, largeRoom)

  issue({ scopes, server, ...details }: NewRefreshToken): RefreshTokenRecord {
    const lifetime = server.tokenLifetimes?.refresh ?? this.org.settings.tokenLifetimes.refresh
    const now = this.org.clock.iso()
    return this.collection.insert({
      id: this.org.ids('refreshToken'),
      value: this.#newValue(),
      isRevoked: false,
      created: now,
      lastUpdated: now,
      expiresAt: this.org.clock.now() + lifetime,
      ...details,
      scopeIds: scopes.map(({ id }) => id),
      authorizationServerId: server.id,
    })
  }

  /** A page of a user's refresh tokens for a client, in the order in which they were issued. */
  list(userId: string, clientId: string, page: RefreshTokenListQuery): Page<RefreshTokenRecord> {
    const where = (token: RefreshTokenRecord): boolean => this.isShown(token)
    return this.collection.pageBy('userClient', `${userId} ${clientId}`, { ...page, where })
  }

  /** Whether a user has refresh tokens for a client that replies show. */
  has(userId: string, clientId: string): boolean {
    return this.collection.allBy('userClient', `${userId} ${clientId}`).some((token) => this.isShown(token))
  }

  /**
   * One of a user's refresh tokens for a client.
   *
   * @throws `Refusal` `not-found` for an unknown id, another user's token, or a token that is gone.
   */
  resolve(userId: string, clientId: string, id: string): RefreshTokenRecord {
    const token = this.collection.get(id)
    if (token?.userId === userId && token.clientId === clientId && this.isShown(token)) return token
    return refuse('not-found', { id, kind: 'refresh token' })
  }

  /** The token with an id or a value. */
  find(reference: string): RefreshTokenRecord | undefined {
    return this.collection.get(reference) ?? this.collection.by('value', reference)
  }

  /** The token of a present or earlier value. Not a token that was removed. */
  presented(value: string): PresentedRefreshToken | undefined {
    const token = this.collection.by('value', value)
    if (token) return { token }
    const retired = this.retired.get(value)
    const holder = retired && this.collection.get(retired.tokenId)
    return holder && { token: holder, retiredAt: retired.retiredAt }
  }

  /** Gives a token a new value; the old one counts as used from now on. */
  rotate(token: RefreshTokenRecord): RefreshTokenRecord {
    const { clock } = this.org
    const { id: tokenId, expiresAt } = token
    this.retired.set(token.value, { tokenId, retiredAt: clock.now(), expiresAt })
    return this.collection.put({ ...token, value: this.#newValue(), lastUpdated: clock.iso() })
  }

  /** Whether replies show a token (interpretation: revoked-grants). */
  isShown({ isRevoked }: RefreshTokenRecord): boolean {
    return !isRevoked || this.org.settings.endedGrants === 'shown'
  }

  /** A token expires by the clock; no sweep removes it. */
  statusOf({ isRevoked, expiresAt }: RefreshTokenRecord): RefreshTokenStatus {
    if (isRevoked) return 'REVOKED'
    return expiresAt <= this.org.clock.now() ? 'EXPIRED' : 'ACTIVE'
  }

  /** Whether a token can be used: it is active, and its user is not suspended. */
  works(token: RefreshTokenRecord): boolean {
    return this.statusOf(token) === 'ACTIVE' && this.org.users.get(token.userId)?.status !== 'SUSPENDED'
  }

  /** Revokes a token, and the access tokens issued from it (Users, Refresh tokens). */
  revoke(token: RefreshTokenRecord): void {
    this.org.accessTokens.end('refreshToken', token.id)
    if (token.isRevoked) return
    this.collection.put({ ...token, isRevoked: true, lastUpdated: this.org.clock.iso() })
  }

  /** Makes a token expire now. Its access tokens stay valid until their own expiry. */
  expire(token: RefreshTokenRecord): RefreshTokenRecord {
    const now = this.org.clock.now()
    if (token.isRevoked || token.expiresAt <= now) return token
    return this.collection.put({ ...token, expiresAt: now, lastUpdated: this.org.clock.iso() })
  }

  /** Revokes all tokens with a value in an index. Removes them if that value is deleted for good. */
  end(index: RefreshTokenIndex, value: string, isDeleted = false): void {
    for (const token of this.collection.allBy(index, value)) {
      this.revoke(token)
      if (isDeleted) this.collection.remove(token.id)
    }
  }

  /**
   * Revokes every token of a user: refresh tokens, and access tokens with or without one (Users, DELETE sessions,
   * `oauthTokens`).
   */
  revokeAllOf(userId: string): void {
    this.end('user', userId)
    this.org.accessTokens.end('user', userId)
  }

  /** A value that no token has or had. A caller may have chosen the value that the seed gives next. */
  #newValue(): string {
    for (;;) {
      const value = this.org.ids.token(valueLength)
      if (!this.presented(value)) return value
    }
  }
}

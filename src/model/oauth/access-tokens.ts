import type { JWTPayload } from 'jose'
import { fromBase64Url } from '../../contract/formats/base64url.ts'
import { Part } from '../kernel/part.ts'

/** An access token that was issued and has not been revoked. */
export interface AccessTokenRecord {
  /** The `jti` claim. */
  readonly id: string
  /** The signed JWT. */
  readonly value: string
  readonly clientId: string
  /** Absent for a token of the client itself. */
  readonly userId?: string
  readonly scopeIds: readonly string[]
  readonly authorizationServerId: string
  /** The refresh token that it was issued with or from. */
  readonly refreshTokenId?: string
  /** The authorization that it was issued from. */
  readonly familyId?: string
  /** The user consented, and the token ends with that consent. */
  readonly isUnderConsent?: boolean
  /** Claims for tokens of this authorization only, by name; UserInfo shows them too. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The indexes by which access tokens are found when something ends. */
export type AccessTokenIndex =
  | 'user'
  | 'client'
  | 'userClient'
  | 'scope'
  | 'authorizationServer'
  | 'refreshToken'
  | 'family'

/** The number of tokens at which the first sweep removes expired ones. A server may run for long. */
const firstSweep = 1000

/** The issuer and audience that a token names. They stay, by whichever address it is shown. */
export function partiesIn({ value }: AccessTokenRecord): { readonly iss: string; readonly aud: string } {
  const [, payload = ''] = value.split('.')
  const { iss, aud } = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as JWTPayload
  return { iss: iss!, aud: aud as string }
}

/** The access tokens in use. */
export class AccessTokens extends Part<'tables' | 'clock' | 'users' | 'authorizationServers' | 'principals'> {
  readonly collection = this.org.tables.accessTokens
  #sweepAt = firstSweep

  /** Adds a token. A token of the organisation's own server gives access to the API (Clients, Authentication, 2). */
  add(token: AccessTokenRecord): AccessTokenRecord {
    const { authorizationServers, principals } = this.org
    if (authorizationServers.own.id === token.authorizationServerId) {
      const { id, value, clientId, userId, expiresAt } = token
      const scopes = token.scopeIds.map((scopeId) => authorizationServers.scopes.get(scopeId)!.name)
      const opening = { id, value, clientId, scopes, expiresAt, ...(userId === undefined ? {} : { userId }) }
      principals.addAccessToken(opening, this.org.clock.now())
    }
    const inserted = this.collection.insert(token)
    if (this.collection.size >= this.#sweepAt) this.#sweep()
    return inserted
  }

  /** The token with a value, while it works. Tokens of a suspended user do not work. */
  find(value: string): AccessTokenRecord | undefined {
    const token = this.collection.by('value', value)
    if (!token || token.expiresAt <= this.org.clock.now()) return undefined
    const { userId } = token
    return userId !== undefined && this.org.users.get(userId)?.status === 'SUSPENDED' ? undefined : token
  }

  /** Ends one token. */
  revoke(token: AccessTokenRecord): void {
    this.#remove([token])
  }

  /** Ends all tokens with a value in an index. */
  end(index: AccessTokenIndex, value: string): void {
    this.#remove(this.collection.allBy(index, value))
  }

  #sweep(): void {
    const now = this.org.clock.now()
    this.#remove(this.collection.values().filter(({ expiresAt }) => expiresAt <= now))
    this.#sweepAt = Math.max(firstSweep, this.collection.size * 2)
  }

  #remove(tokens: readonly AccessTokenRecord[]): void {
    for (const { id, value } of tokens) {
      this.collection.remove(id)
      this.org.principals.removeAccessToken(value)
    }
  }
}

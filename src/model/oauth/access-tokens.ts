import { z } from 'zod'
import type { Org } from '../org.ts'
import { IndexedCollection } from '../store/indexed-collection.ts'

/** An access token that was issued and has not been revoked. */
export interface AccessTokenRecord {
  /** The `jti` claim. */
  readonly id: string
  /** The signed JWT. */
  readonly value: string
  readonly clientId: string
  /** Absent for a client's own. */
  readonly userId?: string
  readonly scopeIds: readonly string[]
  readonly authorizationServerId: string
  /** The refresh token that it was issued with or from. */
  readonly refreshTokenId?: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

const recordSchema = z.looseObject({ id: z.string() }) as unknown as z.ZodType<AccessTokenRecord>

function createAccessTokenCollection() {
  return new IndexedCollection({
    name: 'accessTokens',
    schema: recordSchema,
    unique: { value: (token: AccessTokenRecord) => token.value },
    indexes: {
      user: (token: AccessTokenRecord) => token.userId ?? [],
      client: (token: AccessTokenRecord) => token.clientId,
      scope: (token: AccessTokenRecord) => token.scopeIds,
      authorizationServer: (token: AccessTokenRecord) => token.authorizationServerId,
      refreshToken: (token: AccessTokenRecord) => token.refreshTokenId ?? [],
    },
  })
}

/** What access tokens are looked up by when something ends. */
export type AccessTokenIndex = 'user' | 'client' | 'scope' | 'authorizationServer' | 'refreshToken'

/** The access tokens that are out. */
export class AccessTokens {
  readonly collection = createAccessTokenCollection()
  readonly #org: Org

  constructor(org: Org) {
    this.#org = org
  }

  /** Lets a token out; one of the organisation's own server opens the API (document 1, Authentication, 2). */
  add(token: AccessTokenRecord): AccessTokenRecord {
    const { authorizationServers, principals } = this.#org
    if (authorizationServers.own.id === token.authorizationServerId) {
      const { id, value, clientId, userId, expiresAt } = token
      const scopes = token.scopeIds.map((scopeId) => authorizationServers.scopes.get(scopeId)!.name)
      principals.addAccessToken({
        id,
        value,
        clientId,
        scopes,
        expiresAt,
        ...(userId === undefined ? {} : { userId }),
      })
    }
    return this.collection.insert(token)
  }

  /** The token with a value, while it works. */
  find(value: string): AccessTokenRecord | undefined {
    const token = this.collection.by('value', value)
    return token && token.expiresAt > this.#org.clock.now() ? token : undefined
  }

  /** Ends one token. */
  revoke(token: AccessTokenRecord): void {
    this.#remove([token])
  }

  /** Ends all tokens that have something in common. */
  end(index: AccessTokenIndex, value: string): void {
    this.#remove(this.collection.allBy(index, value))
  }

  #remove(tokens: readonly AccessTokenRecord[]): void {
    for (const { id, value } of tokens) {
      this.collection.remove(id)
      this.#org.principals.removeAccessToken(value)
    }
  }
}

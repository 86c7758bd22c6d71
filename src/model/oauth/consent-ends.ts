import type { AccessTokens } from './access-tokens.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import type { AuthorizationPart } from './authorizations.ts'
import type { DeviceCodes } from './device-codes.ts'
import type { GrantRecord, Grants } from './grants.ts'
import type { RefreshTokens } from './refresh-tokens.ts'

/** What ends. */
interface Needs {
  readonly grants: Grants
  readonly refreshTokens: RefreshTokens
  readonly accessTokens: AccessTokens
  readonly authorizationCodes: AuthorizationCodes
  readonly deviceCodes: DeviceCodes
}

/**
 * Ends grants, codes and tokens when the user, client, authorization server or scope that they are about is
 * deactivated or deleted (Users, Grant), and tokens when sessions are cleared along with them. Bringing
 * something back does not bring its grants and tokens back.
 */
export class ConsentEnds {
  readonly #org: Needs

  constructor(org: Needs) {
    this.#org = org
  }

  /** Ends what is about a user, a client, an authorization server or a scope. */
  end(part: AuthorizationPart, id: string, isDeleted: boolean): void {
    const { grants, refreshTokens, accessTokens } = this.#org
    this.#endCodes(part, id)
    grants.end(part, id, isDeleted)
    refreshTokens.end(part, id, isDeleted)
    accessTokens.end(part, id)
  }

  /** Ends the codes and tokens of a user whose sessions are cleared along with them. */
  revokeTokensOf(userId: string): void {
    this.#endCodes('user', userId)
    this.#org.refreshTokens.revokeAllOf(userId)
  }

  /** Ends the tokens that were issued on a consent; those that needed none stay (decision: grant-revoked-tokens). */
  endUnder({ userId, clientId, scopeId }: GrantRecord): void {
    const { refreshTokens, accessTokens, authorizationCodes, deviceCodes } = this.#org
    const key = `${userId} ${clientId}`
    const isConcerned = (issued: {
      readonly isUnderConsent?: boolean
      readonly scopeIds: readonly string[]
    }): boolean => issued.isUnderConsent === true && issued.scopeIds.includes(scopeId)
    for (const token of refreshTokens.collection.allBy('userClient', key)) {
      if (isConcerned(token)) refreshTokens.revoke(token)
    }
    for (const token of accessTokens.collection.allBy('userClient', key)) {
      if (isConcerned(token)) accessTokens.revoke(token)
    }
    for (const { state } of [authorizationCodes, deviceCodes]) {
      state.deleteWhere((code) => code.userId === userId && code.clientId === clientId && isConcerned(code))
    }
  }

  #endCodes(part: AuthorizationPart, id: string): void {
    this.#org.authorizationCodes.end(part, id)
    this.#org.deviceCodes.end(part, id)
  }
}

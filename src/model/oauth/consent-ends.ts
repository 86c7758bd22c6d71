import { Part } from '../kernel/part.ts'
import type { AuthorizationPart } from './authorizations.ts'
import type { GrantRecord } from '../../contract/resources/grant.ts'

/**
 * Ends grants, codes and tokens when their user, client, authorization server or scope is deactivated or deleted
 * (Users, Grant). Also ends tokens when sessions are cleared with them. Activation does not bring grants and tokens
 * back.
 */
export class ConsentEnds extends Part<
  'grants' | 'refreshTokens' | 'accessTokens' | 'authorizationCodes' | 'deviceCodes'
> {
  /** Ends the grants, codes and tokens of a user, a client, an authorization server or a scope. */
  end(part: AuthorizationPart, id: string, isDeleted: boolean): void {
    const { grants, refreshTokens, accessTokens } = this.org
    this.#endCodes(part, id)
    grants.end(part, id, isDeleted)
    refreshTokens.end(part, id, isDeleted)
    accessTokens.end(part, id)
  }

  /** Ends the codes and tokens of a user, because its sessions are cleared with them. */
  revokeTokensOf(userId: string): void {
    this.#endCodes('user', userId)
    this.org.refreshTokens.revokeAllOf(userId)
  }

  /** Ends the tokens of a consent. Tokens that needed no consent stay (interpretation: grant-revoked-tokens). */
  endUnder({ userId, clientId, scopeId }: GrantRecord): void {
    const { refreshTokens, accessTokens, authorizationCodes, deviceCodes } = this.org
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
    this.org.authorizationCodes.end(part, id)
    this.org.deviceCodes.end(part, id)
  }
}

import { OrgService, type Uses } from '../kernel/org-service.ts'
import type { Kind, RefreshTokenRecord, Token } from './records.ts'
import type { Reference } from './kinds.ts'

/** The tokens that end with something. */
interface End {
  /** The reference that the tokens have to it. */
  readonly of: Reference
  /** The kinds of tokens that end, in this order; `grant` for the user's consents. */
  readonly kinds: readonly (Kind | 'grant')[]
  /** The event, for people. */
  readonly when: string
  /** Where the API description, an RFC or an interpretation says so. */
  readonly says: string
}

/**
 * The one place that says what ends when something ends. A refresh token is revoked, and removed with a record that is
 * deleted. Every other token is removed. Activation brings nothing back.
 */
export const ends = {
  shutOut: {
    of: 'user',
    kinds: ['session', 'oneTime', 'challenge'],
    when: 'a user is suspended, deactivated or removed',
    says: 'Users, States and transitions: suspended users cannot sign in; sessions-of-inactive-users',
  },
  user: {
    of: 'user',
    kinds: ['bearer', 'api', 'code', 'device', 'grant', 'refresh', 'access'],
    when: 'a user is deactivated or removed',
    says: 'Users, Grant: until the user is deactivated or deleted; tokens-of-deactivated-users',
  },
  client: {
    of: 'client',
    kinds: ['bearer', 'code', 'device', 'grant', 'refresh', 'access'],
    when: 'a client is deactivated or removed',
    says: 'Users, Grant: until the client is deactivated or deleted; Clients, DELETE client',
  },
  authorizationServer: {
    of: 'authorizationServer',
    kinds: ['code', 'device', 'grant', 'refresh', 'access'],
    when: 'an authorization server is deactivated or removed',
    says: 'Users, Grant: until the authorization server is deactivated or deleted',
  },
  scope: {
    of: 'scope',
    kinds: ['code', 'device', 'grant', 'refresh', 'access'],
    when: 'a scope is deactivated or removed',
    says: 'Users, Grant: until the scope is deactivated or deleted',
  },
  consent: {
    of: 'userClient',
    kinds: ['refresh', 'access', 'code', 'device'],
    when: 'a grant is revoked: the tokens that needed its scope',
    says: 'Users, Grants: DELETE; grant-revoked-tokens',
  },
  tokensOfClient: {
    of: 'userClient',
    kinds: ['refresh'],
    when: 'the refresh tokens of a user and a client are revoked',
    says: 'Users, Refresh tokens: DELETE tokens',
  },
  refreshToken: {
    of: 'refreshToken',
    kinds: ['access'],
    when: 'a refresh token ends',
    says: 'Users, Refresh tokens: with access tokens issued from them; others are unaffected',
  },
  family: {
    of: 'family',
    kinds: ['refresh', 'access'],
    when: 'a code or an earlier refresh token is used again',
    says: 'RFC 6749, section 4.1.2; RFC 9700, section 4.14.2',
  },
  sessions: {
    of: 'user',
    kinds: ['session', 'challenge'],
    when: 'the sessions of a user are cleared; not with `keepCurrent` or `revokeSessions` that of the caller',
    says: 'Users, DELETE sessions, delete_sessions, reset_password and change_password',
  },
  oauthTokens: {
    of: 'user',
    kinds: ['bearer', 'code', 'device', 'refresh', 'access'],
    when: 'the sessions of a user are cleared with `oauthTokens`',
    says: 'Users, DELETE sessions: also revoke OAuth refresh and access tokens',
  },
  links: {
    of: 'user',
    kinds: ['oneTime', 'challenge'],
    when: 'a newer link is sent, or the user has another password or provider',
    says: 'Users, Lifecycle and Credential operations; one-time-links',
  },
} as const satisfies Readonly<Record<string, End>>

/** The name of something that ends, with what ends then. */
export type Cause = keyof typeof ends

/** The indexes by which grants are found when something ends. */
type GrantReference = Parameters<Uses<'tables'>['tables']['grants']['allBy']>[0]

/** A consent of a user to a scope of a client. */
interface Grant {
  readonly userId: string
  readonly clientId: string
  readonly scopeId: string
}

interface Ending {
  /** Whether the record was deleted for good. Default false. */
  readonly isDeleted?: boolean
  /** Only the tokens that pass this test. */
  readonly only?: (token: Token) => boolean
}

/** Ends tokens and grants. */
export class Ends extends OrgService<'tokens'> {
  /** Ends everything that ends with the record of an id. */
  end(cause: Cause, id: string, { isDeleted = false, only }: Ending = {}): void {
    const { of, kinds }: End = ends[cause]
    for (const kind of kinds) {
      if (kind === 'grant') {
        this.endGrants(of as GrantReference, id, isDeleted)
        continue
      }
      for (const token of this.org.tokens.of(kind, of, id)) {
        if (!only || only(token as Token)) this.endToken(token as Token, isDeleted)
      }
    }
  }

  /** Revokes the grants that refer to a record. Removes them if it was deleted for good. */
  endGrants(of: GrantReference, id: string, isDeleted = false): void {
    const { clock, tables } = this.org
    for (const grant of tables.grants.allBy(of, id)) {
      if (isDeleted) tables.grants.remove(grant.id)
      else if (grant.status !== 'REVOKED')
        tables.grants.put({ ...grant, status: 'REVOKED', lastUpdated: clock.iso() })
    }
  }

  /** Ends the tokens of a consent. Tokens that needed no consent stay (interpretation: grant-revoked-tokens). */
  endUnder({ userId, clientId, scopeId }: Grant): void {
    this.end('consent', `${userId} ${clientId}`, {
      only: (token) => 'isUnderConsent' in token && token.isUnderConsent && token.scopeIds.includes(scopeId),
    })
  }

  /** Ends a token, and those that came from it. The API token of the organisation outlives its owner. */
  endToken(token: Token, isDeleted = false): void {
    const { tokens } = this.org
    if (token.kind === 'refresh') this.revoke(token)
    if (token.kind === 'refresh' ? isDeleted : token.id !== tokens.ownApiTokenId) tokens.remove(token)
  }

  /** Revokes a refresh token, and the access tokens issued from it (Users, Refresh tokens). */
  revoke(token: RefreshTokenRecord): void {
    this.end('refreshToken', token.id)
    if (token.isRevoked) return
    this.org.tokens.put<'refresh'>({
      kind: 'refresh',
      ...token,
      isRevoked: true,
      lastUpdated: this.org.clock.iso(),
    })
  }
}

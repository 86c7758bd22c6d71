import type { Role } from '../../contract/roles.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { OrgService } from '../kernel/org-service.ts'
import type { AccessToken, ApiToken, Token } from '../tokens/records.ts'
import type { SessionPrincipal } from '../tokens/sessions.ts'

/** The caller of a request. */
export type Principal =
  | ({ readonly kind: 'api-token' } & Omit<ApiToken, 'value'>)
  | AccessPrincipal
  | SessionPrincipal

/** The caller of a request with a scoped access token. */
export interface AccessPrincipal {
  readonly kind: 'access-token'
  readonly id: string
  /** The role of its user; `SUPER_ADMIN` for a token of no user, which its scopes alone confine. */
  readonly role: Role
  readonly groupIds?: readonly string[]
  readonly userId?: string
  readonly clientId?: string
  readonly scopes: readonly string[]
}

/** Instead of a token id: no list contains the console's token. */
const consoleId = 'console'

export function isConsole({ kind, id }: Principal): boolean {
  return kind === 'api-token' && id === consoleId
}

/** Finds callers by their tokens, and lists the tokens that the API accepts. */
export class Principals extends OrgService<'tokens'> {
  /** The console's token. The state does not include it: no list shows it, and no reset removes it. */
  #consoleToken: string | undefined

  /** The stored access tokens for the API, including expired ones that were not yet removed. */
  accessTokens(): readonly AccessToken[] {
    return this.org.tokens.collection.values().filter(isAccessToken)
  }

  /** The stored access token for the API with a value, also an expired one. */
  accessToken(value: string): AccessToken | undefined {
    const token = this.org.tokens.collection.by('value', value)
    return isAccessToken(token) ? token : undefined
  }

  /** Whether the API accepts a text as a token. */
  has(value: string): boolean {
    const token = this.org.tokens.collection.by('value', value)
    return token?.kind === 'api' || isAccessToken(token)
  }

  /**
   * The token of the console, which acts as the administrator. Calls with it do not count as traffic of the
   * organisation's clients. Faults and rate limits ignore them, and the journal does not show them.
   */
  makeConsoleToken(): string {
    const random = crypto.getRandomValues(new Uint8Array(16))
    return (this.#consoleToken ??= `console-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
  }

  /** The token of the console; undefined before the first request for it. */
  get consoleToken(): string | undefined {
    return this.#consoleToken
  }

  /** Removes a token that the API accepts, by its id or value. Returns whether it existed. */
  revoke(reference: string): boolean {
    const { collection } = this.org.tokens
    const token = collection.by('value', reference) ?? collection.get(reference)
    if (token?.kind !== 'api' && !isAccessToken(token)) return false
    this.org.tokens.remove(token)
    return true
  }

  /**
   * The principal of an API token.
   *
   * @throws `Refusal` `invalid-token` for an unknown token.
   */
  fromApiToken(value: string): Principal {
    if (value === this.#consoleToken) {
      // The first token's owner is the administrator; another one may be after a reset.
      const userId = this.org.tokens.apiTokens()[0]?.userId ?? ''
      return { kind: 'api-token', id: consoleId, userId, role: 'SUPER_ADMIN' }
    }
    const token = this.org.tokens.find('api', value)
    if (!token) return refuse(this.has(value) ? 'access-token-as-ssws' : 'unknown-api-token')
    const { id, userId, role, groupIds, name } = token
    return {
      kind: 'api-token',
      id,
      userId,
      role,
      ...(groupIds && { groupIds }),
      ...(name !== undefined && { name }),
    }
  }

  /**
   * The principal of a scoped access token.
   *
   * @throws `Refusal` `invalid-token` for an unknown or expired token.
   */
  fromAccessToken(value: string): AccessPrincipal {
    const { tokens } = this.org
    const token = this.accessToken(value)
    if (!token) return refuse(tokens.find('api', value) ? 'api-token-as-bearer' : 'unknown-access-token')
    if (tokens.isOver(token)) {
      refuse('expired-token', { moment: new Date(token.expiresAt!).toISOString() })
    }
    const { id, userId, clientId, scopes } = token
    return {
      kind: 'access-token',
      id,
      role: 'SUPER_ADMIN',
      scopes,
      ...(userId === undefined ? {} : { userId }),
      ...(clientId === undefined ? {} : { clientId }),
    }
  }
}

/** Whether the API accepts a token as an access token. A token of another authorization server gives no access to it. */
function isAccessToken(token: Token | undefined): token is Token & AccessToken {
  return token?.kind === 'bearer' || (token?.kind === 'access' && token.scopes !== undefined)
}

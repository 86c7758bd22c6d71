import type { Role } from '../../contract/roles.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { Part } from '../kernel/part.ts'
import { NumberedMap } from '../kernel/numbered-map.ts'
import type { Stateful } from '../kernel/state.ts'
import type { SessionPrincipal } from '../users/sessions.ts'

/** An API token, and its permissions (Clients, Authentication). */
export interface ApiToken {
  /** `00T…`: names the token in places that must not show the value. */
  readonly id: string
  /** The secret that callers send: `Authorization: SSWS <value>`. */
  readonly value: string
  /** The user who owns it, and who is `me` in its requests. */
  readonly userId: string
  /** Decides what the caller may do. */
  readonly role: Role
  /** The groups to which its owner is confined. */
  readonly groupIds?: readonly string[]
  /** For people to read. */
  readonly name?: string
}

/** A scoped access token, sent as `Authorization: Bearer` (Clients, Authentication, 2). */
export interface AccessToken {
  /** Names the token in places that must not show the value. */
  readonly id: string
  /** The secret that callers send: `Authorization: Bearer <value>`. */
  readonly value: string
  /** The user it was issued for; absent for a token of the client itself. */
  readonly userId?: string
  /** The client it was issued to; absent where a test created the token without a client. */
  readonly clientId?: string
  /** Decides what the caller may do: `svc.users.read`, … */
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; absent when it does not expire. */
  readonly expiresAt?: number
}

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

/** The number of access tokens at which the first sweep removes expired ones. A server may run for long. */
const firstSweep = 1000

/** The tokens that the service accepts, by value. */
export class Principals extends Part<'changes'> {
  /** Id of the API token that was created with the organisation. This token outlives its owner. */
  ownTokenId = ''
  readonly #apiTokens = new NumberedMap<ApiToken>()
  readonly #accessTokens = new NumberedMap<AccessToken>()
  /** The parts of its state. */
  readonly states: { readonly apiTokens: Stateful; readonly accessTokens: Stateful } = {
    apiTokens: this.#apiTokens,
    accessTokens: this.#accessTokens,
  }
  /** The console's token. The state does not include it: no list shows it, and no reset removes it. */
  #consoleToken: string | undefined
  #sweepAt = firstSweep

  addApiToken(token: ApiToken): void {
    this.#apiTokens.set(token.value, token)
    this.org.changes.tell('apiTokens', token.id, undefined, token)
  }

  /**
   * Adds a scoped access token.
   *
   * @param now Milliseconds since 1970: tokens that expired before may be removed.
   */
  addAccessToken(token: AccessToken, now: number): void {
    this.#accessTokens.set(token.value, token)
    if (this.#accessTokens.size < this.#sweepAt) return
    this.removeAccessTokens(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now)
    this.#sweepAt = Math.max(firstSweep, 2 * this.#accessTokens.size)
  }

  /** Adds a token: it replaces the one with its id, or else comes first in the list. */
  replaceApiToken(token: ApiToken): void {
    const others = [...this.#apiTokens.values()]
    const place = others.findIndex(({ id }) => id === token.id)
    const tokens = place === -1 ? [token, ...others] : others.with(place, token)
    this.#apiTokens.clear()
    for (const each of tokens) this.#apiTokens.set(each.value, each)
  }

  /** Ends the API tokens that a test picks. */
  removeApiTokens(picked: (token: ApiToken) => boolean): void {
    for (const [value, token] of this.#apiTokens) {
      if (!picked(token)) continue
      this.#apiTokens.delete(value)
      this.org.changes.tell('apiTokens', token.id, token, undefined)
    }
  }

  /** Ends the access tokens that a test picks. */
  removeAccessTokens(picked: (token: AccessToken) => boolean): void {
    for (const [value, token] of this.#accessTokens) if (picked(token)) this.#accessTokens.delete(value)
  }

  /** Ends the access token with a value, if there is one. */
  removeAccessToken(value: string): void {
    this.#accessTokens.delete(value)
  }

  /** Whether a token of either kind has a value. */
  has(value: string): boolean {
    return this.#apiTokens.has(value) || this.#accessTokens.has(value)
  }

  /** All API tokens, in the order in which they were created. */
  apiTokens(): readonly ApiToken[] {
    return [...this.#apiTokens.values()]
  }

  /** The stored access tokens, including expired ones that were not yet removed. */
  accessTokens(): readonly AccessToken[] {
    return [...this.#accessTokens.values()]
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

  /** Removes a token of either kind, by its id or value. Returns whether it existed. */
  revoke(reference: string): boolean {
    const names = ({ id, value }: { readonly id: string; readonly value: string }): boolean =>
      id === reference || value === reference
    const apiToken = this.apiTokens().find(names)
    const accessToken = this.accessTokens().find(names)
    if (apiToken) this.removeApiTokens((token) => token === apiToken)
    if (accessToken) this.#accessTokens.delete(accessToken.value)
    return apiToken !== undefined || accessToken !== undefined
  }

  /**
   * The principal of an API token.
   *
   * @throws `Refusal` `invalid-token` for an unknown token.
   */
  fromApiToken(value: string): Principal {
    if (value === this.#consoleToken) {
      // The first token's owner is the administrator; another one may be after a reset.
      const userId = this.apiTokens()[0]?.userId ?? ''
      return { kind: 'api-token', id: consoleId, userId, role: 'SUPER_ADMIN' }
    }
    const token = this.#apiTokens.get(value)
    if (!token) return refuse(this.#accessTokens.has(value) ? 'access-token-as-ssws' : 'unknown-api-token')
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
  fromAccessToken(value: string, now: number): AccessPrincipal {
    const token = this.#accessTokens.get(value)
    if (!token) return refuse(this.#apiTokens.has(value) ? 'api-token-as-bearer' : 'unknown-access-token')
    if (token.expiresAt !== undefined && token.expiresAt <= now) {
      refuse('expired-token', { moment: new Date(token.expiresAt).toISOString() })
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

/** An issuer of tokens: the organisation itself, or an additional server. */
export interface AuthorizationServerRecord {
  readonly id: string
  readonly name: string
  /** The audience of its access tokens; undefined for the organisation's own server, whose tokens are for its API. */
  readonly audience: string | undefined
  /** The organisation's own server: its issuer is the base URL, and its tokens give access to the API. */
  readonly isOwn: boolean
  readonly isActive: boolean
  /** Replaces the id in the issuer and in paths; the id works in paths as well. */
  readonly alias?: string
  /** How long its tokens live, if that differs from the organisation's setting. */
  readonly tokenLifetimes?: TokenLifetimes
}

/** How long tokens live, in milliseconds, by kind. */
export interface TokenLifetimes {
  readonly access?: number | undefined
  readonly id?: number | undefined
  readonly refresh?: number | undefined
}

/** A scope of an authorization server (Users, Grant, `_embedded.scope`). */
export interface ScopeRecord {
  readonly id: string
  readonly authorizationServerId: string
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly isActive: boolean
}

/** The key of a scope's name among all scopes. */
export function scopeKey(authorizationServerId: string, name: string): string {
  return `${authorizationServerId} ${name}`
}

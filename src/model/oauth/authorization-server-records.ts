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
  /** ISO 8601; absent for one that came with the organisation. */
  readonly created?: string
  readonly lastUpdated?: string
  readonly description?: string
  /** The names that its issuer may have; the service has one address, which is always the organisation's. */
  readonly issuerMode?: string
  /** Who rotates its keys; replies show it. */
  readonly rotationMode?: string
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
  /** `IMPLICIT`: users are not asked for their consent. Default: they are, if the client has it so. */
  readonly consent?: string
  /** Whether requests that name no scope have it. */
  readonly default?: boolean
  /** `NO_CLIENTS`: the metadata of the server do not list it. */
  readonly metadataPublish?: string
  /** Whether users may leave it out; replies show it. */
  readonly optional?: boolean
}

/** The key of a scope's name among all scopes. */
export function scopeKey(authorizationServerId: string, name: string): string {
  return `${authorizationServerId} ${name}`
}

import { IndexedCollection } from '../store/indexed-collection.ts'

/** Who issues tokens: the organisation itself, or a server that it keeps beside. */
export interface AuthorizationServerRecord {
  readonly id: string
  readonly name: string
  /** Who its access tokens are for; undefined for the organisation's own, which are for its API. */
  readonly audience: string | undefined
  /** The organisation's own: its issuer is the base URL, and its tokens open the API. */
  readonly isOwn: boolean
  readonly isActive: boolean
  /** Stands for the id in the issuer and in paths, which the id leads to as well. */
  readonly alias?: string
  /** How long its tokens live, where that differs from the organisation's. */
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

/** What ends grants and tokens: a server or scope that was deactivated, or deleted for good. */
export interface AuthorizationEnd {
  readonly kind: 'authorizationServer' | 'scope'
  readonly id: string
  readonly isDeleted: boolean
}

const serverLayout = {
  name: 'authorizationServers',
  unique: {
    name: (server: AuthorizationServerRecord) => server.name,
    alias: (server: AuthorizationServerRecord) => server.alias,
  },
}

/** The authorization servers. */
export function createServerCollection() {
  return new IndexedCollection(serverLayout)
}

const scopeLayout = {
  name: 'scopes',
  unique: { name: (scope: ScopeRecord) => scopeKey(scope.authorizationServerId, scope.name) },
  indexes: { authorizationServer: (scope: ScopeRecord) => scope.authorizationServerId },
}

/** The scopes of all authorization servers. */
export function createScopeCollection() {
  return new IndexedCollection(scopeLayout)
}

/** A scope's name among all scopes. */
export function scopeKey(authorizationServerId: string, name: string): string {
  return `${authorizationServerId} ${name}`
}

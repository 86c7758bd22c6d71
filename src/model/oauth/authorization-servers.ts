import { z } from 'zod'
import { refuse, refuseInput } from '../../contract/errors.ts'
import type { Org } from '../org.ts'
import { standardScopes } from './standard-scopes.ts'
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
}

/** A scope of an authorization server (document 3, Grant, `_embedded.scope`). */
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

/** What makes a scope; what is left out is taken from its name. */
export interface NewScope {
  readonly name: string
  readonly displayName?: string | undefined
  readonly description?: string | undefined
}

const recordSchema = z.looseObject({ id: z.string(), name: z.string() })

function createServerCollection() {
  return new IndexedCollection({
    name: 'authorizationServers',
    schema: recordSchema as unknown as z.ZodType<AuthorizationServerRecord>,
    unique: { name: (server: AuthorizationServerRecord) => server.name },
  })
}

function createScopeCollection() {
  return new IndexedCollection({
    name: 'scopes',
    schema: recordSchema as unknown as z.ZodType<ScopeRecord>,
    unique: { name: (scope: ScopeRecord) => scopeKey(scope.authorizationServerId, scope.name) },
    indexes: { authorizationServer: (scope: ScopeRecord) => scope.authorizationServerId },
  })
}

function scopeKey(authorizationServerId: string, name: string): string {
  return `${authorizationServerId} ${name}`
}

/** A scope token as RFC 6749 section 3.3 writes it. */
const scopeName = /^[!#-[\]-~]+$/

/** The authorization servers of an organisation and their scopes; only the control plane makes and ends them. */
export class AuthorizationServers {
  readonly collection = createServerCollection()
  readonly scopes = createScopeCollection()
  readonly #org: Org
  readonly #listeners: ((end: AuthorizationEnd) => void)[] = []

  constructor(org: Org) {
    this.#org = org
  }

  /** Is told of every end from now on. */
  onEnd(listener: (end: AuthorizationEnd) => void): void {
    this.#listeners.push(listener)
  }

  /** Makes the server that every organisation has. */
  found(): void {
    this.#insert({ name: 'Organization', audience: undefined, isOwn: true })
  }

  /** The organisation's own server. */
  get own(): AuthorizationServerRecord {
    return this.collection.values()[0]!
  }

  /**
   * Adds a server, with the standard scopes.
   *
   * @param audience Who its access tokens are for. Default `api://default`.
   * @throws Refusal `validation` when the name is blank or taken.
   */
  create(name: string, audience = 'api://default'): AuthorizationServerRecord {
    if (name.trim() === '') refuseInput('name', ['name: The field cannot be left blank'])
    if (this.collection.by('name', name)) refuseInput('name', [`name: There is another server named ${name}`])
    return this.#insert({ name, audience, isOwn: false })
  }

  /**
   * The server with an id, a name or an issuer; the organisation's own where none is named.
   *
   * @throws Refusal `not-found` when there is none.
   */
  resolve(reference?: string): AuthorizationServerRecord {
    if (reference === undefined) return this.own
    return (
      this.collection.get(reference) ??
      this.collection.by('name', reference) ??
      this.collection.values().find((server) => this.issuer(server) === reference) ??
      refuse('not-found', { id: reference, kind: 'AuthorizationServer' })
    )
  }

  /** The URL that tokens and grants name as their issuer. */
  issuer(server: AuthorizationServerRecord): string {
    return server.isOwn ? this.#org.baseUrl : `${this.#org.baseUrl}/oauth2/${server.id}`
  }

  /**
   * Takes a server out of use, which ends its grants and tokens, or into use again.
   *
   * @throws Refusal `validation` for the organisation's own, which is always in use.
   */
  setActive(reference: string, isActive: boolean): AuthorizationServerRecord {
    const server = this.#changeable(reference)
    const changed = this.collection.put({ ...server, isActive })
    if (!isActive) this.#tell({ kind: 'authorizationServer', id: server.id, isDeleted: false })
    return changed
  }

  /**
   * Deletes a server with its scopes, grants and tokens.
   *
   * @throws Refusal `validation` for the organisation's own, which stays.
   */
  remove(reference: string): void {
    const server = this.#changeable(reference)
    this.#tell({ kind: 'authorizationServer', id: server.id, isDeleted: true })
    for (const { id } of this.scopesOf(server)) this.scopes.remove(id)
    this.collection.remove(server.id)
  }

  /** The scopes of a server. */
  scopesOf(server: AuthorizationServerRecord): readonly ScopeRecord[] {
    return this.scopes.allBy('authorizationServer', server.id)
  }

  /**
   * The scopes with these names, in use; those that a server does not have yet are added to it.
   *
   * @throws Refusal `validation` for a server that is not in use, and a name that is none or whose scope is not
   *   in use; nothing is added then.
   */
  scopesNamed(server: AuthorizationServerRecord, names: readonly string[]): readonly ScopeRecord[] {
    if (!this.collection.get(server.id)?.isActive) {
      refuseInput('authorizationServer', ['authorizationServer: The server is not in use'])
    }
    const unique = [...new Set(names)]
    const known = unique.map((name) => this.scopes.by('name', scopeKey(server.id, name)))
    for (const [index, scope] of known.entries()) {
      if (scope && !scope.isActive) refuseInput('scopes', [`scopes: ${scope.name} is not in use`])
      refuseUnlessScopeName(unique[index]!)
    }
    return unique.map((name, index) => known[index] ?? this.addScope(server, { name }))
  }

  /**
   * Adds a scope to a server.
   *
   * @throws Refusal `validation` when the name is none, or taken.
   */
  addScope(server: AuthorizationServerRecord, { name, displayName, description }: NewScope): ScopeRecord {
    refuseUnlessScopeName(name)
    if (this.scopes.by('name', scopeKey(server.id, name))) {
      refuseInput('name', [`name: The server has another scope named ${name}`])
    }
    return this.scopes.insert({
      id: this.#org.ids('scope'),
      authorizationServerId: server.id,
      name,
      displayName: displayName ?? name,
      description: description ?? `Access to ${displayName ?? name}`,
      isActive: true,
    })
  }

  /**
   * The scope with an id, or with a name of a server.
   *
   * @throws Refusal `not-found` when there is none.
   */
  resolveScope(reference: string, server = this.own): ScopeRecord {
    return (
      this.scopes.get(reference) ??
      this.scopes.by('name', scopeKey(server.id, reference)) ??
      refuse('not-found', { id: reference, kind: 'OAuth2Scope' })
    )
  }

  /** Takes a scope out of use, which ends its grants and tokens, or into use again. */
  setScopeActive(scope: ScopeRecord, isActive: boolean): ScopeRecord {
    const changed = this.scopes.put({ ...scope, isActive })
    if (!isActive) this.#tell({ kind: 'scope', id: scope.id, isDeleted: false })
    return changed
  }

  /** Deletes a scope with its grants and tokens. */
  removeScope(scope: ScopeRecord): void {
    this.#tell({ kind: 'scope', id: scope.id, isDeleted: true })
    this.scopes.remove(scope.id)
  }

  #insert(server: Pick<AuthorizationServerRecord, 'name' | 'audience' | 'isOwn'>): AuthorizationServerRecord {
    const id = this.#org.ids('authorizationServer')
    const inserted = this.collection.insert({ id, ...server, isActive: true })
    for (const scope of standardScopes) this.addScope(inserted, scope)
    return inserted
  }

  #changeable(reference: string): AuthorizationServerRecord {
    const server = this.resolve(reference)
    if (server.isOwn) {
      refuseInput('authorizationServer', ["authorizationServer: The organisation's own server stays in use"])
    }
    return server
  }

  #tell(end: AuthorizationEnd): void {
    for (const listener of this.#listeners) listener(end)
  }
}

function refuseUnlessScopeName(name: string): void {
  if (!scopeName.test(name)) refuseInput('scopes', [`scopes: "${name}" is not the name of a scope`])
}

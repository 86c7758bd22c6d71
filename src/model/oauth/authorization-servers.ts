import { defined } from '../kernel/defined.ts'
import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { apiScopes, isStandardScope, type NewScope, standardScopes } from './standard-scopes.ts'
import {
  type AuthorizationServerRecord,
  type ScopeRecord,
  scopeKey,
  type TokenLifetimes,
} from './authorization-server-records.ts'

/** A scope token in the form of RFC 6749 section 3.3. */
const scopeName = /^[!#-[\]-~]+$/

/** Optional settings of a new server. */
export interface NewServer {
  /** The audience of its access tokens. Default `api://default`. */
  readonly audience?: string | undefined
  /** Default: a new one; `default` for the server of that name. */
  readonly id?: string | undefined
  /** Replaces the id in its issuer. */
  readonly alias?: string | undefined
}

/** The id that tutorials and client libraries assume. Its server is created at the first use. */
const defaultId = 'default'

/** A possible part of a path that is not a version: `/oauth2/v1` is the organisation's own server. */
const pathSegment = /^(?!v\d+$)[\w-]{1,64}$/

/** The authorization servers of an organisation and their scopes; only the control plane creates and ends them. */
export class AuthorizationServers extends OrgService {
  readonly collection = this.org.tables.authorizationServers
  readonly scopes = this.org.tables.scopes
  /** Whether a server `default` ever existed: a deleted one does not come back by itself. */
  readonly hasHadDefault = this.org.tables.hasHadDefaultServer

  /** Creates the server that every organisation has. */
  found(): void {
    const own = this.#insert({
      id: this.org.ids('authorizationServer'),
      name: 'Organization',
      audience: undefined,
      isOwn: true,
    })
    for (const scope of apiScopes(this.org.vocabulary.prefix)) this.addScope(own, scope)
  }

  /** The organisation's own server. */
  get own(): AuthorizationServerRecord {
    return this.collection.values()[0]!
  }

  /**
   * Adds a server, with the standard scopes.
   *
   * @throws `Refusal` `validation` for a blank or taken name. Also for an id or alias that is taken or cannot be a
   *   part of a path.
   */
  create(name: string, { audience = 'api://default', id, alias }: NewServer = {}): AuthorizationServerRecord {
    this.#refuseUnlessFreeName(name)
    const chosen = id ?? (name === defaultId && !this.#atSegment(defaultId) ? defaultId : undefined)
    if (chosen !== undefined) this.#refuseUnlessFree('id', chosen)
    if (alias !== undefined) this.#refuseUnlessFree('alias', alias)
    return this.#insert({
      id: chosen ?? this.org.ids('authorizationServer'),
      name,
      audience,
      isOwn: false,
      ...this.#stamps(),
      ...(alias === undefined ? {} : { alias }),
    })
  }

  /**
   * Changes settings of a server. Those that you leave out stay; null removes one.
   *
   * @throws `Refusal` `validation` for a taken name or alias, and for an alias that cannot be a part of a path. Also for
   *   settings of the organisation's own server, other than lifetimes.
   */
  change(
    server: AuthorizationServerRecord,
    changes: {
      readonly audience?: string | undefined
      readonly alias?: string | null | undefined
      readonly tokenLifetimes?: TokenLifetimes | null | undefined
    } & Partial<Pick<AuthorizationServerRecord, 'name' | 'description' | 'issuerMode' | 'rotationMode'>>,
  ): AuthorizationServerRecord {
    const { alias = server.alias, tokenLifetimes = server.tokenLifetimes, name = server.name } = changes
    if (Object.keys(changes).some((each) => each !== 'tokenLifetimes')) this.#changeable(server.id)
    if (name !== server.name) this.#refuseUnlessFreeName(name)
    const isOther = typeof alias === 'string' && alias !== server.alias && alias !== server.id
    if (isOther) this.#refuseUnlessFree('alias', alias)
    const kept = { alias: alias || undefined, tokenLifetimes: tokenLifetimes || undefined }
    const stamps = server.created === undefined ? {} : { lastUpdated: this.#stamps().lastUpdated }
    return this.collection.put(defined({ ...server, ...defined(changes), ...stamps, ...kept }))
  }

  /**
   * The server with an id, an alias, a name or an issuer; the organisation's own without a reference.
   *
   * @throws `Refusal` `not-found` for an unknown server.
   */
  resolve(reference?: string): AuthorizationServerRecord {
    if (reference === undefined) return this.own
    return this.find(reference) ?? refuse('not-found', { id: reference, kind: 'AuthorizationServer' })
  }

  /** The server with an id, an alias, a name or an issuer, if any. */
  find(reference: string): AuthorizationServerRecord | undefined {
    const below = this.org.addresses().find((address) => reference.startsWith(`${address}/oauth2/`))
    const segment = below === undefined ? reference : reference.slice(below.length + '/oauth2/'.length)
    return (
      this.atPath(segment) ??
      this.collection.get(reference) ??
      this.collection.by('name', reference) ??
      this.collection.values().find((server) => this.isIssuer(server, reference))
    )
  }

  /** The server below `/oauth2/{segment}`; the server `default` is created at the first use. */
  atPath(segment: string): AuthorizationServerRecord | undefined {
    const known = this.#atSegment(segment)
    if (known || segment !== defaultId || this.hasHadDefault.value) return known
    return this.collection.by('name', defaultId) ?? this.create(defaultId)
  }

  /**
   * Returns a function that removes the server `default`, if it is created in the meantime: a rejected call changes
   * nothing. Only for synchronous work.
   */
  undoOfDefault(): () => void {
    if (this.hasHadDefault.value) return () => {}
    const { ids } = this.org.tables
    const [servers, scopes, streams] = [this.collection.snapshot(), this.scopes.snapshot(), ids.snapshot()]
    return () => {
      if (!this.hasHadDefault.value) return
      this.collection.restore(servers)
      this.scopes.restore(scopes)
      ids.restore(streams)
      this.hasHadDefault.value = false
    }
  }

  /** The names of scopes, without those that are gone. */
  namesOf(scopeIds: readonly string[]): readonly string[] {
    return scopeIds.flatMap((id) => this.scopes.get(id)?.name ?? [])
  }

  /** The URL that new tokens and grants name as their issuer. */
  issuer(server: AuthorizationServerRecord, baseUrl = this.org.baseUrl): string {
    return server.isOwn ? baseUrl : `${baseUrl}/oauth2/${server.alias ?? server.id}`
  }

  /** Whether a URL is the issuer of a server, by whichever address clients reach it. */
  isIssuer(server: AuthorizationServerRecord, url: unknown): boolean {
    return this.org.addresses().some((address) => this.issuer(server, address) === url)
  }

  /**
   * Deactivates a server, which ends its grants and tokens, or activates it again.
   *
   * @throws `Refusal` `validation` for the organisation's own server, which is always active.
   */
  setActive(reference: string, isActive: boolean): AuthorizationServerRecord {
    const server = this.#changeable(reference)
    return this.collection.put({ ...server, isActive })
  }

  /**
   * Deletes a server with its scopes, claims, policies, grants and tokens.
   *
   * @throws `Refusal` `validation` for the organisation's own server, which stays.
   */
  remove(reference: string): void {
    const server = this.#changeable(reference)
    for (const { id } of this.scopesOf(server)) this.scopes.remove(id)
    this.removePolicies(server.id)
    const { claims } = this.org.tables
    for (const { id, authorizationServerId } of claims.values())
      if (authorizationServerId === server.id) claims.remove(id)
    this.collection.remove(server.id)
  }

  /** The scopes of a server. */
  scopesOf(server: AuthorizationServerRecord): readonly ScopeRecord[] {
    return this.scopes.allBy('authorizationServer', server.id)
  }

  /**
   * The active scopes with these names. Adds those that the server does not have yet.
   *
   * @throws `Refusal` `validation` for an inactive server, a wrong name, and an inactive scope. Then it adds nothing.
   */
  scopesNamed(server: AuthorizationServerRecord, names: readonly string[]): readonly ScopeRecord[] {
    if (!this.collection.get(server.id)?.isActive) {
      refuse('other', { at: 'authorizationServer', message: 'The server is not in use' })
    }
    const unique = [...new Set(names)]
    const known = unique.map((name) => this.scopes.by('name', scopeKey(server.id, name)))
    for (const [index, scope] of known.entries()) {
      if (scope && !scope.isActive) refuse('other', { at: 'scopes', message: `${scope.name} is not in use` })
      refuseUnlessScopeName(unique[index]!, 'scopes')
    }
    return unique.map((name, index) => known[index] ?? this.addScope(server, { name }))
  }

  /** The active scopes with these names, and the unknown names. */
  scopesFound(
    server: AuthorizationServerRecord,
    names: readonly string[],
  ): { readonly scopes: readonly ScopeRecord[]; readonly unknown: readonly string[] } {
    const scopes: ScopeRecord[] = []
    const unknown: string[] = []
    for (const name of new Set(names)) {
      const scope = this.scopes.by('name', scopeKey(server.id, name))
      if (scope?.isActive) scopes.push(scope)
      else unknown.push(name)
    }
    return { scopes, unknown }
  }

  /**
   * Adds a scope to a server.
   *
   * @throws `Refusal` `validation` for a wrong or taken name.
   */
  addScope(server: AuthorizationServerRecord, scope: NewScope): ScopeRecord {
    this.#refuseUnlessFreeScope(server.id, scope.name)
    const id = this.org.ids('scope')
    return this.scopes.insert({ ...scopeOf(scope), id, authorizationServerId: server.id, isActive: true })
  }

  /**
   * Replaces the texts and settings of a scope. The name of a standard scope stays.
   *
   * @throws `Refusal` as for a new scope.
   */
  replaceScope(known: ScopeRecord, scope: NewScope): ScopeRecord {
    const { id, authorizationServerId, name, isActive } = known
    if (scope.name !== name) {
      if (isStandardScope(known)) refuse('setting-fixed', { at: 'name' })
      this.#refuseUnlessFreeScope(authorizationServerId, scope.name)
    }
    return this.scopes.put({ ...scopeOf(scope), id, authorizationServerId, isActive })
  }

  /**
   * The scope with an id, or with a name of a server.
   *
   * @throws `Refusal` `not-found` for an unknown scope.
   */
  resolveScope(reference: string, server = this.own): ScopeRecord {
    return this.findScope(reference, server) ?? refuse('not-found', { id: reference, kind: 'scope' })
  }

  /** The scope with an id, or with a name of a server, if any. */
  findScope(reference: string, server: AuthorizationServerRecord): ScopeRecord | undefined {
    return this.scopes.get(reference) ?? this.scopes.by('name', scopeKey(server.id, reference))
  }

  /** Deactivates a scope, which ends its grants and tokens, or activates it again. */
  setScopeActive(scope: ScopeRecord, isActive: boolean): ScopeRecord {
    return this.scopes.put({ ...scope, isActive })
  }

  #refuseUnlessFreeScope(serverId: string, name: string): void {
    refuseUnlessScopeName(name, 'name')
    if (this.scopes.by('name', scopeKey(serverId, name))) {
      refuse('form', { at: 'name', expected: 'a name that no other scope of the server has' })
    }
  }

  /** Removes the policies of a server with their rules, or the rules of a policy. */
  removePolicies(parentId: string): void {
    const { policies } = this.org.tables
    for (const { id } of policies.allBy('parent', parentId)) {
      this.removePolicies(id)
      policies.remove(id)
    }
  }

  #insert(server: Omit<AuthorizationServerRecord, 'isActive'>): AuthorizationServerRecord {
    const inserted = this.collection.insert({ ...server, isActive: true })
    if (inserted.id === defaultId) this.hasHadDefault.value = true
    for (const scope of standardScopes) this.addScope(inserted, scope)
    return inserted
  }

  #stamps() {
    const now = this.org.clock.iso()
    return { created: now, lastUpdated: now }
  }

  #refuseUnlessFreeName(name: string): void {
    if (name.trim() === '') refuse('blank', { at: 'name' })
    if (this.collection.by('name', name))
      refuse('form', { at: 'name', expected: 'a name that no other server has' })
  }

  #atSegment(segment: string): AuthorizationServerRecord | undefined {
    const server = this.collection.get(segment) ?? this.collection.by('alias', segment)
    return server?.isOwn ? undefined : server
  }

  #refuseUnlessFree(field: 'id' | 'alias', segment: string): void {
    if (!pathSegment.test(segment)) {
      refuse('form', { at: field, expected: 'letters, digits, - and _, at most 64, and not a version' })
    }
    if (this.collection.get(segment) ?? this.collection.by('alias', segment)) {
      refuse('form', { at: field, expected: 'one that no other server has' })
    }
  }

  #changeable(reference: string): AuthorizationServerRecord {
    const server = this.resolve(reference)
    if (server.isOwn) {
      refuse('other', { at: 'authorizationServer', message: "The organisation's own server stays in use" })
    }
    return server
  }
}

function scopeOf({ name, displayName, description, more }: NewScope) {
  const shown = displayName ?? name
  return { ...more, name, displayName: shown, description: description ?? `Access to ${shown}` }
}

function refuseUnlessScopeName(name: string, field: 'name' | 'scopes'): void {
  if (!scopeName.test(name)) refuse('seen', { at: field, expected: 'the name of a scope', seen: `'${name}'` })
}

import type { RefusalName } from '../contract/errors/catalogue.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { Role } from '../contract/roles.ts'
import type { Operation } from '../contract/operation.ts'
import { cookieNamed } from '../handlers/authenticate.ts'
import { pathBelow } from '../handlers/router.ts'
import { router } from '../handlers/routes.ts'
import type { GroupRule } from '../contract/resources/group-rule.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import type { GrantRecord } from '../contract/resources/grant.ts'
import type { Org } from '../model/org.ts'
import type { ProfileProperty } from '../contract/profile.ts'
import { type SchemaKind } from '../model/custom-properties.ts'
import type { RefreshTokenRecord, Session } from '../model/tokens/records.ts'
import type { GroupRecord } from '../model/groups/groups.ts'
import type { MembershipRecord } from '../model/groups/membership-rows.ts'
import type { UserRecord } from '../model/users/records.ts'
import { jsonOf, member, textsOf } from './json.ts'
import type { KeptEntry } from '../model/access/journal.ts'
import type { RecordedChange } from '../model/access/recorder.ts'
import { type Exchange, replyOf } from './exchange.ts'

/** A call that the mock answered, and the state of the organisation before it. */
export interface Answered extends Exchange {
  readonly before: Before
  /** Undefined if no operation has this method and path. */
  readonly operation: OperationName | undefined
  readonly refusal: RefusalName | undefined
}

/** Who was about to call. */
export type CallerBefore =
  | { readonly kind: 'nobody' | 'unknown-token' | 'unknown-session' }
  | {
      readonly kind: 'api-token'
      readonly role: Role
      readonly groupIds?: readonly string[] | undefined
      /** Absent for the administrator that every organisation has. */
      readonly owner?: UserRecord | undefined
    }
  | {
      readonly kind: 'access-token'
      readonly scopes: readonly string[]
      readonly user?: UserRecord | undefined
      readonly client?: ClientRecord | undefined
    }
  | { readonly kind: 'session'; readonly user: UserRecord }

/** A record that the path names and that does not exist. */
export interface Missing {
  readonly kind: 'user' | 'group' | 'group rule' | 'client'
  readonly id: string
}

/** An answered request as the journal keeps it, with the state of the organisation before it ran. */
export function answeredOf({ entry, exchanged }: KeptEntry, org: Org): Answered {
  const { method, query = '', status, operation, refusal } = entry
  const { requestBody, replyBody, replyElements, replyHeaders, cause } = exchanged
  const body = replyElements ? `[${replyElements.join(',')}]` : replyBody
  const exchange = {
    ...replyOf({ status, headers: replyHeaders, body }),
    method,
    path: pathBelow(entry.path, org.baseUrl),
    query,
    requestHeaders: Object.fromEntries(exchanged.requestHeaders()),
    requestBody,
  }
  return {
    ...exchange,
    before: new Before(org, exchange, cause.changes),
    operation: routeOf(method, exchange.path) && operation,
    refusal: refusal as RefusalName | undefined,
  }
}

/**
 * The records that an answered request is about, before it ran: its changes are taken back. The provider states of its
 * interaction are built from them. Never throws for the contents of the request.
 */
export class Before {
  readonly caller: CallerBefore
  readonly users: UserRecord[] = []
  readonly groups: GroupRecord[] = []
  /** Ids of a user and a group that it is in. */
  readonly memberships: (readonly [userId: string, groupId: string])[] = []
  readonly rules: GroupRule[] = []
  readonly clients: ClientRecord[] = []
  readonly grants: GrantRecord[] = []
  readonly refreshTokens: RefreshTokenRecord[] = []
  /** Only of a request that was refused. Records of other ones were there, and have ended since. */
  readonly missing: Missing[] = []
  /** The properties of profiles. */
  readonly properties: Readonly<Record<SchemaKind, readonly ProfileProperty[]>>
  /** The user that the path names, if one. */
  readonly subject: UserRecord | undefined
  readonly #org: Org
  readonly #changes: readonly RecordedChange[]
  readonly #isRefused: boolean

  /** @param changes The changes that the request made. */
  constructor(org: Org, exchange: Exchange, changes: readonly RecordedChange[] = []) {
    this.#org = org
    this.#changes = changes
    this.#isRefused = exchange.status >= 400
    this.properties = { user: org.schemas.user.properties, group: org.schemas.group.properties }
    this.caller = this.#callerOf(exchange)
    const { operations: [operation] = [], params = {} } = routeOf(exchange.method, exchange.path) ?? {}
    const { userId } = params
    if (userId !== undefined) {
      this.subject = userId === 'me' ? ownUser(this.caller) : this.#user(userId)
      if (this.subject) add(this.users, this.subject)
      else if (userId !== 'me') this.#miss('user', userId)
    }
    this.#addPath(params, operation)
    this.#addBody(jsonOf(exchange.requestBody), operation)
  }

  /** A record as it was, by its id; `now` is what it is. */
  #was<Kept>(part: string, id: string, now: Kept | undefined): Kept | undefined {
    const change = this.#changes.find((each) => each.part === part && each.key === id)
    return change ? (change.before as Kept | undefined) : now
  }

  /** The records of a part that the request changed or removed, as they were. */
  #changed<Kept>(part: string, is: (record: Kept) => boolean): readonly Kept[] {
    return this.#changes.flatMap(({ part: of, before }) =>
      of === part && before !== undefined && is(before as Kept) ? [before as Kept] : [],
    )
  }

  #addPath(
    { groupId, ruleId, clientId, grantId, tokenId }: Readonly<Record<string, string>>,
    operation: Operation | undefined,
  ): void {
    const { subject } = this
    const { grants, tokens } = this.#org
    if (groupId !== undefined && !this.#addGroup(groupId)) this.#miss('group', groupId)
    if (subject && groupId !== undefined && this.#wasIn(groupId, subject.id))
      this.memberships.push([subject.id, groupId])
    if (ruleId !== undefined) this.#addRule(ruleId)
    if (clientId !== undefined && !this.#addClient(clientId)) this.#miss('client', clientId)
    const grant = grantId && this.#was('grants', grantId, grants.collection.get(grantId))
    const token = tokenId && this.#was('refreshTokens', tokenId, tokens.get('refresh', tokenId))
    if (grant) this.#addGrant(grant)
    // Lists and removals of a user's consents are about existing ones.
    else if (subject && operation?.name.includes('Grant')) {
      const isOwn = ({ userId }: GrantRecord): boolean => userId === subject.id
      const [first] = [...this.#changed('grants', isOwn), ...grants.collection.allBy('user', subject.id)]
      if (first) this.#addGrant(first)
    }
    if (token) this.#addToken(token)
    else if (subject && operation?.name.includes('Token') && clientId !== undefined) {
      const isOwn = (each: RefreshTokenRecord): boolean =>
        each.userId === subject.id && each.clientId === clientId
      const present = tokens.of('refresh', 'userClient', `${subject.id} ${clientId}`)
      const [first] = [...this.#changed('refreshTokens', isOwn), ...present]
      if (first) this.#addToken(first)
    }
  }

  /** Adds records that a body refers to, or that conflict with it. */
  #addBody(given: unknown, operation: Operation | undefined): void {
    const { users, groups, rules } = this.#org
    for (const [kind, id] of namedIn(given)) {
      if (kind === 'group') this.#addGroup(id)
      const user = kind === 'user' ? this.#was('users', id, users.get(id)) : undefined
      if (user) add(this.users, user)
    }
    const name = member(given, 'name')
    const login = member(given, 'profile', 'login')
    const groupName = member(given, 'profile', 'name')
    if (typeof login === 'string' && operation?.area === 'users') {
      const holder = this.#user(login)
      if (holder) add(this.users, holder)
    }
    if (typeof groupName === 'string' && operation?.area === 'groups') {
      const holder = groups.named(groupName)
      if (holder) this.#addGroup(holder.id)
    }
    if (typeof name === 'string' && operation?.name === 'createGroupRule') {
      const holder = rules.collection.values().find((rule) => rule.name === name)
      if (holder && this.#was('rules', holder.id, holder)) this.#addRule(holder.id)
    }
  }

  #wasIn(groupId: string, userId: string): boolean {
    const change = this.#changes.find(({ part, before, after }) => {
      const record = (before ?? after) as MembershipRecord
      return part === 'memberships' && record.groupId === groupId && record.userId === userId
    })
    return change ? change.before !== undefined : this.#org.memberships.has(groupId, userId)
  }

  #miss(kind: Missing['kind'], id: string): void {
    if (this.#isRefused) this.missing.push({ kind, id })
  }

  #user(reference: string): UserRecord | undefined {
    const now = this.#org.users.find(reference)
    const [gone] = now ? [] : this.#changed<UserRecord>('users', ({ id }) => id === reference)
    return now ? this.#was('users', now.id, now) : gone
  }

  #addGroup(id: string): boolean {
    const group = this.#was('groups', id, this.#org.groups.collection.get(id))
    if (group) add(this.groups, group)
    return group !== undefined
  }

  #addRule(id: string): void {
    const rule = this.#was('rules', id, this.#org.rules.collection.get(id))
    if (!rule) return this.#miss('group rule', id)
    add(this.rules, rule)
    for (const groupId of rule.actions.assignUserToGroups.groupIds) this.#addGroup(groupId)
  }

  #addClient(id: string): boolean {
    const client = this.#was('clients', id, this.#org.clients.get(id))
    if (client) add(this.clients, client)
    return client !== undefined
  }

  #addGrant(grant: GrantRecord): void {
    this.grants.push(grant)
    this.#addClient(grant.clientId)
  }

  #addToken(token: RefreshTokenRecord): void {
    this.refreshTokens.push(token)
    this.#addClient(token.clientId)
  }

  #callerOf({ requestHeaders }: Exchange): CallerBefore {
    const { access, tokens, clients, sessions, settings } = this.#org
    const { authorization, cookie } = requestHeaders
    const userOf = (id: string | undefined): UserRecord | undefined =>
      id === undefined ? undefined : this.#was('users', id, this.#org.users.get(id))
    const unknown = (kind: 'unknown-token' | 'unknown-session'): CallerBefore => ({
      kind: this.#isRefused ? kind : 'nobody',
    })
    if (authorization === undefined) {
      const value = cookieNamed(cookie, settings.signIn.cookie)
      if (value === undefined) return { kind: 'nobody' }
      // A request may end the session of its caller.
      const [ended] = this.#changed<Session>('sessions', (session) => session.value === value)
      const user = userOf((sessions.find(value) ?? ended)?.userId)
      return user ? { kind: 'session', user } : unknown('unknown-session')
    }
    const value = authorization.slice(authorization.indexOf(' ') + 1).trim()
    const apiToken = tokens.find('api', value)
    if (apiToken) {
      const { id, role, groupIds, userId } = apiToken
      const owner = id === tokens.ownApiTokenId ? undefined : userOf(userId)
      return { kind: 'api-token', role, groupIds, owner }
    }
    const accessToken = access.accessToken(value)
    if (!accessToken) return unknown('unknown-token')
    const { scopes, userId, clientId } = accessToken
    const client = clientId === undefined ? undefined : clients.get(clientId)
    return { kind: 'access-token', scopes, user: userOf(userId), client }
  }
}

/** Adds a record once. */
function add<Item extends object>(records: Item[], record: Item): void {
  if (!records.includes(record)) records.push(record)
}

/** The records that a body names by their ids. */
export function namedIn(body: unknown): readonly (readonly ['group' | 'user', string])[] {
  const named = <Kind>(kind: Kind, ...names: readonly string[]) =>
    textsOf(member(body, ...names)).map((id) => [kind, id] as const)
  return [
    ...named('group' as const, 'groupIds'),
    ...named('group' as const, 'actions', 'assignUserToGroups', 'groupIds'),
    ...named('user' as const, 'conditions', 'people', 'users', 'exclude'),
  ]
}

/** The operations that method and path lead to, and the values of the path's placeholders. */
export function routeOf(method: string, path: string) {
  const { target, params, methods } = router.find(method, path) ?? {}
  return target?.kind === 'operation' && params && !methods
    ? { operations: target.operations, params }
    : undefined
}

/** The values of the path's placeholders; empty for an unknown path. */
export function paramsOf(method: string, path: string): Readonly<Record<string, string>> {
  return routeOf(method, path)?.params ?? {}
}

function ownUser(caller: CallerBefore): UserRecord | undefined {
  if (caller.kind === 'session') return caller.user
  if (caller.kind === 'api-token') return caller.owner
  return caller.kind === 'access-token' ? caller.user : undefined
}

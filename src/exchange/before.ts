import type { RefusalName } from '../contract/errors/catalogue.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { Role } from '../contract/roles.ts'
import { cookieNamed } from '../handlers/authenticate.ts'
import { router } from '../handlers/routes.ts'
import type { GroupRule } from '../contract/resources/group-rule.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import type { GrantRecord } from '../contract/resources/grant.ts'
import type { Org } from '../model/org.ts'
import type { ProfileProperty } from '../contract/profile.ts'
import { type SchemaKind } from '../model/custom-properties.ts'
import type { RefreshTokenRecord } from '../model/tokens/records.ts'
import type { GroupRecord } from '../model/groups/group-record.ts'
import type { MembershipRecord } from '../model/groups/membership-rows.ts'
import type { UserRecord } from '../model/users/records.ts'
import { jsonOf, member, textsOf } from './json.ts'
import type { RecordedChange } from '../model/access/recorder.ts'
import type { Reply, SentRequest } from './exchange.ts'

/** A request, its reply, and the state of the organisation before it ran. */
export interface Exchange {
  readonly request: SentRequest
  readonly reply: Reply
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

/** Finds the records of a request. Never throws for its contents. */
export function lookBefore(org: Org, request: SentRequest): Before {
  const before = new Before(org, request)
  before.path(request)
  before.body(request)
  return before
}

/**
 * The records that a request is about, before it ran; they never change in place. The provider states of a recorded
 * interaction are built from them.
 */
export class Before {
  caller: CallerBefore
  readonly users: UserRecord[] = []
  readonly groups: GroupRecord[] = []
  /** Ids of a user and a group that it is in. */
  readonly memberships: (readonly [userId: string, groupId: string])[] = []
  readonly rules: GroupRule[] = []
  readonly clients: ClientRecord[] = []
  readonly grants: GrantRecord[] = []
  readonly refreshTokens: RefreshTokenRecord[] = []
  readonly missing: Missing[] = []
  /** The properties of profiles. */
  readonly properties: Readonly<Record<SchemaKind, readonly ProfileProperty[]>>
  /** The user that the path names, if one. */
  subject: UserRecord | undefined
  readonly #org: Org

  constructor(org: Org, request: SentRequest) {
    this.#org = org
    this.properties = { user: org.schemas.user.properties, group: org.schemas.group.properties }
    this.caller = callerOf(org, request)
  }

  path({ method, path }: SentRequest): void {
    const { operations: [operation] = [], params = {} } = routeOf(method, path) ?? {}
    const { userId, groupId, ruleId, clientId, grantId, tokenId } = params
    const org = this.#org
    if (userId !== undefined) {
      this.subject = userId === 'me' ? ownUser(this.caller) : this.#user(userId)
      if (this.subject) add(this.users, this.subject)
      else if (userId !== 'me') this.missing.push({ kind: 'user', id: userId })
    }
    if (groupId !== undefined && !this.#addGroup(groupId)) this.missing.push({ kind: 'group', id: groupId })
    if (this.subject && groupId !== undefined && org.memberships.has(groupId, this.subject.id)) {
      this.memberships.push([this.subject.id, groupId])
    }
    if (ruleId !== undefined) this.#addRule(ruleId)
    if (clientId !== undefined && !this.#addClient(clientId))
      this.missing.push({ kind: 'client', id: clientId })
    const grant = grantId === undefined ? undefined : org.grants.collection.get(grantId)
    if (grant) this.#addGrant(grant)
    const token = tokenId === undefined ? undefined : org.tokens.get('refresh', tokenId)
    if (token) this.#addToken(token)
    // Lists and removals of a user's consents are about existing ones.
    if (this.subject && grant === undefined && operation?.name.includes('Grant')) {
      const [first] = org.grants.collection.allBy('user', this.subject.id)
      if (first) this.#addGrant(first)
    }
    if (this.subject && token === undefined && operation?.name.includes('Token') && clientId !== undefined) {
      const [first] = org.tokens.of('refresh', 'userClient', `${this.subject.id} ${clientId}`)
      if (first) this.#addToken(first)
    }
  }

  /** Records that a body refers to, or that conflict with it. */
  body({ body, method, path }: SentRequest): void {
    const given = jsonOf(body)
    for (const [kind, id] of namedIn(given)) {
      if (kind === 'group') this.#addGroup(id)
      const user = kind === 'user' ? this.#org.users.get(id) : undefined
      if (user) add(this.users, user)
    }
    const name = member(given, 'name')
    const login = member(given, 'profile', 'login')
    const groupName = member(given, 'profile', 'name')
    const [operation] = routeOf(method, path)?.operations ?? []
    const area = operation?.area
    if (typeof login === 'string' && area === 'users') {
      const holder = this.#user(login)
      if (holder) add(this.users, holder)
    }
    if (typeof groupName === 'string' && area === 'groups') {
      const holder = this.#org.groups.named(groupName)
      if (holder) this.#addGroup(holder.id)
    }
    if (typeof name === 'string' && operation?.name === 'createGroupRule') {
      const holder = this.#org.rules.collection.values().find((rule) => rule.name === name)
      if (holder) this.#addRule(holder.id)
    }
  }

  /**
   * Takes the changes of a request back that was answered already, for records that were looked up after it. Records
   * that have ended since, and are missing for that reason only, are left out.
   */
  rewind(changes: readonly RecordedChange[], status: number): void {
    for (const { part, key, before, after } of changes.toReversed()) {
      if (part === 'memberships')
        this.#rewindMembership((before ?? after) as MembershipRecord, before !== undefined)
      const list = part in parts ? (this[part as keyof typeof parts] as { readonly id: string }[]) : []
      const at = list.findIndex(({ id }) => id === key)
      const gone = this.missing.findIndex(
        ({ id, kind }) => id === key && kind === parts[part as keyof typeof parts],
      )
      if (before === undefined && at !== -1) list.splice(at, 1)
      if (before !== undefined && at !== -1) list[at] = before as (typeof list)[number]
      if (before !== undefined && gone !== -1) {
        this.missing.splice(gone, 1)
        list.push(before as (typeof list)[number])
        if (part === 'rules') this.#addGroupsOf(before as GroupRule)
      }
      if (part === 'users' && (this.subject?.id === key || gone !== -1))
        this.subject = before as UserRecord | undefined
    }
    if (status >= 400) return
    this.missing.length = 0
    if (this.caller.kind.startsWith('unknown')) this.caller = { kind: 'nobody' }
  }

  #rewindMembership({ userId, groupId }: MembershipRecord, was: boolean): void {
    const at = this.memberships.findIndex(([user, group]) => user === userId && group === groupId)
    if (!was && at !== -1) this.memberships.splice(at, 1)
    const isNamed = this.subject?.id === userId && this.groups.some(({ id }) => id === groupId)
    if (was && at === -1 && isNamed) this.memberships.push([userId, groupId])
  }

  #user(reference: string): UserRecord | undefined {
    return this.#org.users.find(reference)
  }

  #addGroup(id: string): boolean {
    const group = this.#org.groups.collection.get(id)
    if (group) add(this.groups, group)
    return group !== undefined
  }

  #addRule(id: string): void {
    const rule = this.#org.rules.collection.get(id)
    if (!rule) {
      this.missing.push({ kind: 'group rule', id })
      return
    }
    add(this.rules, rule)
    this.#addGroupsOf(rule)
  }

  #addGroupsOf({ actions }: GroupRule): void {
    for (const groupId of actions.assignUserToGroups.groupIds) this.#addGroup(groupId)
  }

  #addClient(id: string): boolean {
    const client = this.#org.clients.get(id)
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
}

/** The parts of the state whose records may be missing, each with its kind. */
const parts = { users: 'user', groups: 'group', rules: 'group rule', clients: 'client' } as const

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

function callerOf(org: Org, { headers }: SentRequest): CallerBefore {
  const { authorization, cookie } = headers
  if (authorization === undefined) {
    const value = cookieNamed(cookie, org.settings.sessionCookie)
    if (value === undefined) return { kind: 'nobody' }
    const session = org.sessions.find(value)
    const user = session && org.users.get(session.userId)
    return user ? { kind: 'session', user } : { kind: 'unknown-session' }
  }
  const value = authorization.slice(authorization.indexOf(' ') + 1).trim()
  const apiToken = org.tokens.find('api', value)
  if (apiToken) {
    const isOwn = apiToken.id === org.tokens.ownApiTokenId
    return {
      kind: 'api-token',
      role: apiToken.role,
      groupIds: apiToken.groupIds,
      owner: isOwn ? undefined : org.users.get(apiToken.userId),
    }
  }
  const accessToken = org.access.accessToken(value)
  if (!accessToken) return { kind: 'unknown-token' }
  const { scopes, userId, clientId } = accessToken
  return {
    kind: 'access-token',
    scopes,
    user: userId === undefined ? undefined : org.users.get(userId),
    client: clientId === undefined ? undefined : org.clients.get(clientId),
  }
}

function ownUser(caller: CallerBefore): UserRecord | undefined {
  if (caller.kind === 'session') return caller.user
  if (caller.kind === 'api-token') return caller.owner
  return caller.kind === 'access-token' ? caller.user : undefined
}

import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { isTokenValue } from '../../contract/formats/index.ts'
import type { Role } from '../../contract/roles.ts'
import { defined } from '../kernel/defined.ts'
import { type Duration, parseDuration } from '../kernel/duration.ts'
import { tokenValueForm } from '../kernel/org-options.ts'
import type { AccessToken, ApiToken, Token, TokenOf } from '../tokens/records.ts'
import type { SessionPrincipal } from '../tokens/sessions.ts'
import type { GroupRecord } from '../groups/groups.ts'
import type { UserRecord } from '../users/records.ts'

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

/** An API token to create. */
export interface NewApiToken {
  /** Id of the user who owns it. */
  readonly userId: string
  readonly role: Role
  /** The groups to which the owner is confined. Only for a group administrator or a help desk administrator. */
  readonly groupIds?: readonly string[] | undefined
  /** For people to read. */
  readonly name?: string | undefined
  /** The secret that callers send. Default: generated. */
  readonly value?: string | undefined
}

/** A scoped access token to create. */
export interface NewAccessToken {
  /** Id of the user for whom the token is; `me` is that user. */
  readonly userId?: string | undefined
  readonly clientId?: string | undefined
  /** Names, for example `svc.users.read`. */
  readonly scopes: readonly string[]
  /** How long it works. Default: for ever. */
  readonly expiresIn?: Duration | undefined
  /** The secret that callers send. Default: generated. */
  readonly value?: string | undefined
}

const accessTokenLength = 43

/** Roles that can be confined to groups. */
const scopedRoles: ReadonlySet<Role> = new Set(['GROUP_ADMIN', 'HELP_DESK_ADMIN'])

/**
 * The callers by their tokens, and the users and groups that a caller may see. A group administrator sees only the groups of its scope and their
 * members. It never sees the built-in everyone group (Clients, Authentication, 5).
 *
 * The folder has who calls and what came of it. `traffic.ts` has the requests in
 * `journal.ts`, without the secrets that `redaction.ts` finds. It has their changes in `recorder.ts`, the faults of `faults.ts`
 * and the unserved calls of `gaps.ts`. The folder owns the tables `faults`, `journal` and `events`.
 */
export class Access extends OrgService<'tokens' | 'users' | 'groups' | 'memberships'> {
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

  /** The groups of a scoped administrator; undefined for callers who see everything. */
  scopeOf(caller: Principal): readonly string[] | undefined {
    if (caller.kind === 'session' || !scopedRoles.has(caller.role)) return undefined
    return caller.groupIds
  }

  /**
   * Adds an API token (Clients, Authentication, 1 and 5).
   *
   * @throws `Refusal` `not-found` for an unknown owner or group. `validation` for a deactivated owner, a scope that
   *   the role cannot have, and a value that another token has.
   */
  makeApiToken({ userId, role, groupIds, name, value }: NewApiToken): TokenOf<'api'> {
    const owner = this.#holder(userId)
    const scope = groupIds && [...new Set(groupIds)].map((id) => this.org.groups.resolve(id).id)
    if (scope && !scopedRoles.has(role)) {
      refuse('other', { at: 'groupIds', message: `The role ${role} is not confined to groups` })
    }
    this.#refuseTakenValue(value)
    const { ids, tokens } = this.org
    return tokens.add<'api'>({
      kind: 'api',
      id: ids('apiToken'),
      value: value ?? tokens.unused(() => ids.apiTokenValue()),
      userId: owner.id,
      role,
      ...defined({ groupIds: scope, name }),
    })
  }

  /**
   * Adds a scoped access token, as an authorization server would issue it (Clients, Authentication, 2).
   *
   * @throws `Refusal` `not-found` for an unknown user. `validation` for a deactivated user, and a value that another
   *   token has.
   */
  makeAccessToken({ userId, clientId, scopes, expiresIn, value }: NewAccessToken): TokenOf<'bearer'> {
    const owner = userId === undefined ? undefined : this.#holder(userId)
    const { clock, ids, tokens } = this.org
    const expiresAt = expiresIn === undefined ? undefined : clock.now() + parseDuration(expiresIn)
    this.#refuseTakenValue(value)
    return tokens.add<'bearer'>({
      kind: 'bearer',
      id: ids('accessToken'),
      value: value ?? tokens.unused(() => ids.token(accessTokenLength)),
      scopes: [...new Set(scopes)],
      ...defined({ userId: owner?.id, clientId, expiresAt }),
    })
  }

  /** Which users a caller sees; undefined where it sees all. */
  visibleUsers(caller: Principal): ((user: UserRecord) => boolean) | undefined {
    const scope = this.scopeOf(caller)
    if (!scope) return undefined
    return (user) => scope.some((groupId) => this.org.memberships.has(groupId, user.id))
  }

  /** Which groups a caller sees; undefined where it sees all. */
  visibleGroups(caller: Principal): ((group: GroupRecord) => boolean) | undefined {
    const scope = this.scopeOf(caller)
    const hidesEveryone = caller.kind !== 'session' && caller.role === 'GROUP_ADMIN'
    if (!scope && !hidesEveryone) return undefined
    const { everyoneId } = this.org.groups
    return ({ id }) => (!hidesEveryone || id !== everyoneId) && (scope?.includes(id) ?? true)
  }

  /**
   * The id of the user that a path names, if the caller may see it.
   *
   * @throws `Refusal` `not-found` for an unknown user, or one that the caller does not see.
   */
  userId(reference: string, caller: Principal): string {
    const user = this.org.users.resolve(reference, caller)
    const visible = this.visibleUsers(caller)
    if (visible && user.id !== caller.userId && !visible(user)) {
      refuse('unseen-user', { id: reference, kind: 'User', user: user.id })
    }
    return user.id
  }

  /**
   * Rejects a group that the caller may not see.
   *
   * @throws `Refusal` `not-found`, as for an unknown group.
   */
  refuseUnseenGroup(id: string, caller: Principal): void {
    const group = this.org.groups.resolve(id)
    const visible = this.visibleGroups(caller)
    if (visible && !visible(group)) refuse('unseen-group', { id, kind: 'UserGroup' })
  }

  /** Every user except a deactivated one may have a token (interpretation: tokens-of-deactivated-users). */
  #holder(userId: string): UserRecord {
    const user = this.org.users.resolve(userId)
    if (user.status === 'DEPROVISIONED') refuse('user-deprovisioned', { at: 'user' })
    return user
  }

  #refuseTakenValue(value: string | undefined): void {
    if (value === undefined) return
    if (!isTokenValue(value)) refuse('form', { at: 'value', expected: tokenValueForm })
    if (this.org.tokens.collection.by('value', value))
      refuse('other', { at: 'value', message: 'Another token has this value' })
  }
}

/** Whether the API accepts a token as an access token. A token of another authorization server gives no access to it. */
function isAccessToken(token: Token | undefined): token is Token & AccessToken {
  return token?.kind === 'bearer' || (token?.kind === 'access' && token.scopes !== undefined)
}

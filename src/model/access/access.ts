import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { isTokenValue } from '../../contract/formats/index.ts'
import type { Role } from '../../contract/roles.ts'
import { type Duration, parseDuration } from '../kernel/duration.ts'
import { tokenValueForm } from '../kernel/org-options.ts'
import type { TokenOf } from '../tokens/records.ts'
import type { Principal } from './principals.ts'
import type { GroupRecord } from '../groups/group-record.ts'
import type { UserRecord } from '../users/records.ts'

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
 * The users and groups that a caller may see. A group administrator sees only the groups of its scope and their
 * members. It never sees the built-in everyone group (Clients, Authentication, 5).
 *
 * The folder has who calls and what came of it. `principals.ts` finds the caller. `traffic.ts` has the requests in
 * `journal.ts`, without the secrets that `redaction.ts` finds. It has their changes in `recorder.ts`, the faults of `faults.ts`
 * and the unserved calls of `gaps.ts`. The folder owns the tables `faults`, `journal` and `events`.
 */
export class Access extends OrgService<'clock' | 'ids' | 'tokens' | 'users' | 'groups' | 'memberships'> {
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
      ...(scope ? { groupIds: scope } : {}),
      ...(name === undefined ? {} : { name }),
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
    const lifetime = expiresIn === undefined ? undefined : parseDuration(expiresIn)
    this.#refuseTakenValue(value)
    const { clock, ids, tokens } = this.org
    return tokens.add<'bearer'>({
      kind: 'bearer',
      id: ids('accessToken'),
      value: value ?? tokens.unused(() => ids.token(accessTokenLength)),
      scopes: [...new Set(scopes)],
      ...(owner ? { userId: owner.id } : {}),
      ...(clientId === undefined ? {} : { clientId }),
      ...(lifetime === undefined ? {} : { expiresAt: clock.now() + lifetime }),
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

import { OrgService } from './kernel/org-service.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { refusals } from '../contract/errors/catalogue.ts'
import { together } from '../contract/errors/together.ts'
import { groupIdsMax } from '../contract/resources/user.ts'
import { nothingHidden, trustedProvider, withHidden } from './users/credentials-input.ts'
import type { UserRecord } from './users/records.ts'
import type { GivenUser } from './users/user-input.ts'
import { loginOf } from './users/users.ts'

/** Options for the registration of a user (Users, POST /api/v1/users, query). */
export interface RegistrationOptions {
  /** Default true. */
  readonly activate?: boolean
  /** Default false. */
  readonly provider?: boolean
  readonly nextLogin?: 'changePassword' | undefined
  /** The groups a group administrator may create users into; absent for other callers. */
  readonly scope?: readonly string[] | undefined
}

/** Parsed input that creates a user in groups (`CreateUserInput` of the contract). */
export interface NewUser extends GivenUser {
  readonly profile: Readonly<Record<string, unknown>>
  readonly groupIds?: readonly string[] | null | undefined
}

/** Creates users as callers send them, adds them to groups and activates them. After a mistake it does nothing. */
export class Registration extends OrgService<'users' | 'groups' | 'memberships' | 'members' | 'lifecycle'> {
  /**
   * Creates a user, activated or not (Users, POST /api/v1/users). After a mistake it creates nothing.
   *
   * @throws `Refusal` for every mistake.
   */
  create(input: NewUser, options: RegistrationOptions = {}): UserRecord {
    const { users, members, lifecycle, ids } = this.org
    const { activate = true, scope } = options
    const draft = this.draft(input, options)
    const groupIds = this.#groups(input.groupIds ?? [], scope)
    const made = { ...draft(), id: ids('user') }
    const user = users.insert(activate ? lifecycle.activating(made) : made)
    for (const groupId of groupIds) members.add(groupId, user.id)
    if (!activate) return user
    lifecycle.activateNew(user)
    return users.get(user.id)!
  }

  /**
   * Checks a new user. The returned function builds the user without its id, as it will be stored.
   *
   * @throws `Refusal` for every mistake.
   */
  draft(
    input: GivenUser,
    { activate = true, provider = false, nextLogin }: RegistrationOptions = {},
  ): () => UserRecord {
    const { schemas, userTypes, clock, users } = this.org
    const { credentials } = users
    const { id: typeId } = input.type ?? {}
    const given = input.credentials ?? {}
    const login = loginOf(input.profile)
    const [profile, type, trusted, password, recovery] = together(
      () => schemas.user.parse(input.profile),
      () => (typeId === undefined ? userTypes.byDefault : userTypes.known(typeId)),
      () => (provider ? trustedProvider(given) : undefined),
      () => (provider ? undefined : credentials.password(given.password, login)),
      () => (provider ? undefined : credentials.recoveryQuestion(given.recovery_question)),
      () => users.refuseTakenLogin({ id: '', profile: { login } }),
    )
    if (nextLogin === 'changePassword') {
      if (!activate) refuse('next-login-without-activation')
      if (!password) refuse('next-login-without-password')
    }
    return () => {
      const now = clock.iso()
      return {
        id: '',
        status: 'STAGED',
        created: now,
        activated: null,
        statusChanged: null,
        lastLogin: null,
        lastUpdated: now,
        passwordChanged: password ? now : null,
        type,
        profile,
        provider: trusted ?? credentials.providerOf(password),
        hidden: withHidden(nothingHidden, {
          password: password?.keep(),
          recovery: recovery?.keep(),
          passwordExpired: nextLogin === 'changePassword' ? true : undefined,
        }),
      }
    }
  }

  #groups(groupIds: readonly string[], scope: readonly string[] | undefined): readonly string[] {
    if (groupIds.length === 0) {
      const message = 'groupIds: the administrator of groups named no group'
      return scope ? refuse('outside-groups', { message }) : groupIds
    }
    if (groupIds.length > groupIdsMax) {
      const found = `groupIds: expected at most ${groupIdsMax} ids, got ${groupIds.length}`
      refuse('group-targets-exceeded', {}, { causes: [refusals['group-targets-exceeded'].cause!, found] })
    }
    const unique = [...new Set(groupIds)]
    const { groups, memberships } = this.org
    for (const groupId of unique) {
      if (scope && !scope.includes(groupId)) {
        refuse('outside-groups', { message: `groupIds: ${groupId} is not a group of the administrator` })
      }
    }
    const unknown = unique.filter((id) => !groups.collection.has(id))
    if (unknown.length > 0) {
      const causes = unknown.map((id) => `groupIds: There is no group with the id ${id}`)
      refuse('not-found', { id: unknown[0]!, kind: 'UserGroup' }, { causes })
    }
    for (const groupId of unique) memberships.refuseUnlessManaged(groupId, 'groupIds: ')
    return unique
  }
}

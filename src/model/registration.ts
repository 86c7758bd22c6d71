import { OrgService } from './kernel/org-service.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { refusals } from '../contract/errors/catalogue.ts'
import { groupIdsMax } from '../contract/resources/user.ts'
import type { UserRecord } from './users/records.ts'
import type { CreateUser, CreateUserOptions } from './users/user-input.ts'

/** Options for the registration of a user (Users, POST /api/v1/users, query). */
export interface RegistrationOptions extends CreateUserOptions {
  /** The groups a group administrator may create users into; absent for other callers. */
  readonly scope?: readonly string[] | undefined
}

/** Parsed input that creates a user in groups (`CreateUserInput` of the contract). */
export interface NewUser extends CreateUser {
  readonly groupIds?: readonly string[] | null | undefined
}

/** Creates users, adds them to groups and activates them. After a mistake it does nothing. */
export class Registration extends OrgService<
  'users' | 'userInput' | 'groups' | 'memberships' | 'members' | 'lifecycle'
> {
  /**
   * Creates a user, activated or not (Users, POST /api/v1/users). After a mistake it creates nothing.
   *
   * @throws `Refusal` for every mistake.
   */
  create(input: NewUser, options: RegistrationOptions = {}): UserRecord {
    const { users, userInput, members, lifecycle, ids } = this.org
    const { activate = true, scope } = options
    const draft = userInput.draft(input, options)
    const groupIds = this.#groups(input.groupIds ?? [], scope)
    const made = { ...draft(), id: ids('user') }
    const user = users.insert(activate ? lifecycle.activating(made) : made)
    for (const groupId of groupIds) members.add(groupId, user.id)
    if (!activate) return user
    lifecycle.activateNew(user)
    return users.get(user.id)!
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

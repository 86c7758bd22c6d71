import { Group } from '../../contract/resources/group.ts'
import { Grant, RefreshToken } from '../../contract/resources/grant.ts'
import { GroupRule } from '../../contract/resources/group-rule.ts'
import { User } from '../../contract/resources/user.ts'
import { ClientWithSecret } from '../../contract/resources/client.ts'
import { userProfileProperties } from '../../contract/profile.ts'
import type { Difference } from './difference.ts'

/** The members that the API description gives each kind of record, and those of its parts that are closed. */
const members: Readonly<Record<string, () => ReadonlySet<string>>> = {
  users: () =>
    new Set([
      ...Object.keys(User().shape),
      ...['password', 'recovery_question', 'provider'].map((name) => `credentials.${name}`),
      ...userProfileProperties.map(({ name }) => `profile.${name}`),
    ]),
  groups: () => new Set([...Object.keys(Group().shape), 'profile.name', 'profile.description']),
  rules: () => new Set(Object.keys(GroupRule().shape)),
  grants: () => new Set(Object.keys(Grant().shape)),
  tokens: () => new Set(Object.keys(RefreshToken().shape)),
  clients: () => new Set(Object.keys(ClientWithSecret().shape)),
}

/** Whether the API description has a member that a recording shows; of other replies it is taken to have all. */
export function isDescribed({ subject, path = '' }: Difference): boolean {
  const known = members[subject.replace(/ in lists$/, '')]?.()
  if (!known || known.has(path)) return true
  // Custom properties are of an administrator's making, and not of the description.
  return path.split('.').length > 2
}

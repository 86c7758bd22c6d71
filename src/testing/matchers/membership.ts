import { didYouMean } from '../../query/suggestion.ts'
import type { Organisation } from '../../organisation.ts'
import { type InOrg, type MatcherOutcome, printed } from './outcome.ts'
import { nameOf, orgOf, userOf } from './subject.ts'

/** Whether a user is in a group now, by hand, by import or by a rule; the group by its name or id, or an object. */
export function toBeMemberOf(
  subject: unknown,
  group: string | { readonly id: string },
  options: InOrg = {},
): MatcherOutcome {
  const org = orgOf('toBeMemberOf', options)
  const user = userOf('toBeMemberOf', org, subject)
  const { id, profile } = groupOf(org, typeof group === 'string' ? group : group.id)
  const pass = org.model.memberships.has(id, user.id)
  return {
    pass,
    message() {
      const groups = org.model.memberships.groupsOf(user.id).map(({ profile: { name } }) => String(name))
      const name = String(profile.name)
      if (pass) return `Expected ${nameOf(user)} not to be in ${name}`
      return `Expected ${nameOf(user)} to be in ${name}, found it in ${groups.join(', ') || 'no group'}`
    },
  }
}

function groupOf(org: Organisation, reference: string) {
  const found = org.model.groups.find(reference)
  if (found) return found
  const names = [...org.model.groups.collection.values()].map(({ profile }) => String(profile.name))
  const advice = didYouMean(reference, names)
  throw new Error(`toBeMemberOf: there is no group ${printed(reference)}${advice ? `; ${advice}` : ''}`)
}

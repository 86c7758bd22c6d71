import { didYouMean } from '../../query/suggestion.ts'
import { type GroupFacts, type Later, andThen } from './facts.ts'
import { type InOrg, type MatcherOutcome, printed } from './outcome.ts'
import { orgOf, referenceOf, userOf } from './subject.ts'

/** Whether a user is in a group now: by hand, by import or by a rule. Name the group by name, id or object. */
export function toBeMemberOf(
  subject: unknown,
  group: string | { readonly id: string },
  options: InOrg = {},
): Later<MatcherOutcome> {
  const org = orgOf('toBeMemberOf', options)
  const reference = referenceOf(group)
  if (reference === undefined) {
    throw new TypeError(`toBeMemberOf: expected the name or id of a group, or a group, got ${printed(group)}`)
  }
  return andThen(userOf('toBeMemberOf', org, subject), ({ id, login }) =>
    andThen(org.groupsOf(id), (own) => {
      const held = groupIn(own, reference)
      if (held) return { pass: true, message: () => `Expected ${login} not to be in ${held.name}` }
      return andThen(org.groups(reference), (all) => {
        const { name } = groupIn(all, reference) ?? refuseUnknown(reference, all)
        const found = own.map((each) => each.name).join(', ') || 'no group'
        return { pass: false, message: () => `Expected ${login} to be in ${name}, got it in ${found}` }
      })
    }),
  )
}

/** By its id, or by its name. */
function groupIn(groups: readonly GroupFacts[], reference: string): GroupFacts | undefined {
  return groups.find(({ id }) => id === reference) ?? groups.find(({ name }) => name === reference)
}

function refuseUnknown(reference: string, all: readonly GroupFacts[]): never {
  const advice = didYouMean(
    reference,
    all.map(({ name }) => name),
  )
  throw new Error(`toBeMemberOf: there is no group ${printed(reference)}${advice ? `; ${advice}` : ''}`)
}

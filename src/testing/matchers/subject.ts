import { didYouMean } from '../../query/suggestion.ts'
import { onlyLiveOrg } from '../live-orgs.ts'
import { factsOf, type Later, type OrgFacts, andThen, type UserFacts } from './facts.ts'
import { type InOrg, printed, refuseStrays } from './outcome.ts'

/** A user: an id, a login, a short name, or anything with an `id`, such as a reply. */
export type UserReference = string | { readonly id: string }

/** The data of the organisation for a matcher. */
export function orgOf(matcher: string, options: InOrg): OrgFacts {
  refuseStrays(matcher, 'its last argument', options ?? {}, ['org'])
  const { org } = options
  return factsOf(matcher, org ?? onlyLiveOrg(matcher))
}

/**
 * The user of a subject.
 *
 * @throws Error when the subject is not a user.
 */
export function userOf(matcher: string, org: OrgFacts, subject: unknown): Later<UserFacts> {
  const reference = referenceOf(subject)
  if (reference === undefined) {
    throw new TypeError(`${matcher}: expected an id, a login or a user, got ${printed(subject)}`)
  }
  return andThen(org.user(reference), (found) => {
    if (found) return found
    const logins = org.logins()
    const advice =
      didYouMean(reference, logins) ??
      didYouMean(
        reference,
        logins.map((login) => login.split('@', 1)[0]!),
      )
    return andThen(org.userCount(), (count) => {
      throw new Error(
        `${matcher}: there is no user ${printed(reference)} among the ${count} of the organisation${advice === undefined ? '' : `; ${advice}`}`,
      )
    })
  })
}

/** The reference to a user in a value; undefined for other values. */
export function referenceOf(subject: unknown): string | undefined {
  if (typeof subject === 'string') return subject
  const { id } = (subject ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' ? id : undefined
}

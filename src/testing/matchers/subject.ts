import { onlyLiveOrg } from '../live-orgs.ts'
import { factsOf, type Later, type OrgFacts, andThen, type UserFacts } from './facts.ts'
import { type InOrg, printed, refuseStrays } from './outcome.ts'

/** Whom a matcher is about: an id, a login or a short name, or anything with an `id`, such as a reply. */
export type UserReference = string | { readonly id: string }

/** What is known of the organisation that a matcher is about. */
export function orgOf(matcher: string, options: InOrg): OrgFacts {
  refuseStrays(matcher, 'its last argument', options ?? {}, ['org'])
  const { org } = options
  return factsOf(matcher, org ?? onlyLiveOrg(matcher))
}

/**
 * The user that a subject names.
 *
 * @throws Error when it names none.
 */
export function userOf(matcher: string, org: OrgFacts, subject: unknown): Later<UserFacts> {
  const reference = referenceOf(subject)
  if (reference === undefined) {
    throw new TypeError(`${matcher}: expected an id, a login or a user, got ${printed(subject)}`)
  }
  return andThen(org.user(reference), (found) => {
    if (found) return found
    return andThen(org.userCount(), (count) => {
      throw new Error(
        `${matcher}: there is no user ${printed(reference)} among the ${count} of the organisation`,
      )
    })
  })
}

/** What names a user; undefined for what names none. */
export function referenceOf(subject: unknown): string | undefined {
  if (typeof subject === 'string') return subject
  const { id } = (subject ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' ? id : undefined
}

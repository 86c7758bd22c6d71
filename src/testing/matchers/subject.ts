import type { UserRecord } from '../../model/users/records.ts'
import type { Organisation } from '../../organisation.ts'
import { onlyLiveOrg } from '../live-orgs.ts'
import { type InOrg, printed } from './outcome.ts'

/** Whom a matcher is about: an id, a login or a short name, or anything with an `id`, such as a reply. */
export type UserReference = string | { readonly id: string }

/** The organisation that a matcher is about. */
export function orgOf(matcher: string, { org }: InOrg): Organisation {
  return org ?? onlyLiveOrg(matcher)
}

/** Whether a value is an organisation in process. */
export function isOrganisation(value: unknown): value is Organisation {
  return typeof value === 'object' && value !== null && 'control' in value && 'dispatcher' in value
}

/**
 * The user that a subject names.
 *
 * @throws Error when it names none.
 */
export function userOf(matcher: string, org: Organisation, subject: unknown): UserRecord {
  const reference = referenceOf(subject)
  if (reference === undefined) {
    throw new TypeError(`${matcher}: expected an id, a login or a user, found ${printed(subject)}`)
  }
  const found = org.model.users.find(reference)
  if (found) return found
  const { size } = org.model.users.collection
  throw new Error(`${matcher}: there is no user ${printed(reference)} among the ${size} of the organisation`)
}

function referenceOf(subject: unknown): string | undefined {
  if (typeof subject === 'string') return subject
  const { id } = (subject ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' ? id : undefined
}

/** What a user is called in a message. */
export function nameOf(user: UserRecord): string {
  return String(user.profile.login)
}

import { type Client, createClient } from '../client.ts'
import type { Role } from '../contract/roles.ts'
import type { Organisation } from '../organisation.ts'
import { checkTypes } from '../model/kernel/check-options.ts'
import { printed } from './matchers/outcome.ts'
import { referenceOf, type UserReference } from './matchers/subject.ts'

/** The kind of caller. Default: a signed-in person, with the session cookie. */
export interface AsUserOptions {
  /** As an administrator: with an API token of the user that has this role. */
  readonly role?: Role
  /** The groups that a `GROUP_ADMIN` or `HELP_DESK_ADMIN` is confined to, by id or name. */
  readonly groups?: readonly string[]
  /**
   * As an application on the user's behalf: with an access token of these scopes. Beyond `/users/me` it also needs a
   * role.
   */
  readonly scopes?: readonly string[]
}

/**
 * Makes a client that calls as a user; the user by id, login, or as an object with an `id`.
 *
 * @throws TypeError for groups without a role, and for an invalid user or option.
 * @throws Error for an unknown user.
 */
export type AsUser = (user: UserReference, options?: AsUserOptions) => Client

/** The {@link AsUser} of an organisation. */
export function asUserOf(org: Organisation): AsUser {
  return (user, options = {}) => {
    const reference = referenceOf(user)
    if (reference === undefined) {
      throw new TypeError(
        `asUser: expected an id, a login or a user first, got ${printed(user)}; a role and scopes come second: asUser(user, { role })`,
      )
    }
    checkTypes(options, { role: 'string', groups: 'array', scopes: 'array' })
    if (!org.model.users.find(reference)) {
      throw new Error(`asUser: there is no user ${printed(reference)} in the organisation`)
    }
    return createClient({ baseUrl: org.baseUrl, fetch: org.fetch, ...credentials(org, reference, options) })
  }
}

function credentials(org: Organisation, user: string, { role, groups, scopes }: AsUserOptions) {
  if (groups !== undefined && role === undefined)
    throw new TypeError('asUser: groups confine a role; say the role, too')
  const within = groups === undefined ? {} : { groups: [...groups] }
  const apiToken = role && org.control.createApiToken({ owner: user, role, ...within }).token
  if (scopes !== undefined)
    return { accessToken: org.control.createAccessToken({ user, scopes: [...scopes] }).token }
  if (apiToken !== undefined) return { token: apiToken }
  return { headers: { Cookie: org.control.openSession({ user }).sessionCookie } }
}

import { ServiceError } from '../../client/service-error.ts'
import { type UserStatus, userStatuses } from '../../contract/user-lifecycle.ts'
import { isPromise } from '../../model/kernel/is-promise.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { type Later, andThen } from './facts.ts'
import { type InOrg, type MatcherOutcome, printed } from './outcome.ts'
import { orgOf, userOf } from './subject.ts'

/**
 * A text: the status of a user. An id or a login is looked up in the organisation, an object is taken as it is. A
 * number: the HTTP status of a reply, or of the error that a client threw.
 */
export function toHaveStatus(
  subject: unknown,
  wanted: UserStatus | number,
  options: InOrg = {},
): Later<MatcherOutcome> {
  return typeof wanted === 'number' ? httpStatus(subject, wanted) : userStatus(subject, wanted, options)
}

function httpStatus(subject: unknown, wanted: number): MatcherOutcome {
  const { status } = (subject ?? {}) as { readonly status?: unknown }
  if (typeof status !== 'number') {
    throw new TypeError(`toHaveStatus: expected a reply with an HTTP status, found ${printed(subject)}`)
  }
  const why = subject instanceof ServiceError ? `\n  ${subject.message}` : ''
  return {
    pass: status === wanted,
    message: () =>
      `Expected a reply ${status === wanted ? 'other than' : 'of'} ${wanted}, found ${status}${why}`,
  }
}

function userStatus(subject: unknown, wanted: UserStatus, options: InOrg): Later<MatcherOutcome> {
  if (!userStatuses.includes(wanted)) {
    const advice = didYouMean(wanted, userStatuses) ?? `there are ${userStatuses.join(', ')}`
    throw new TypeError(`toHaveStatus: there is no status ${printed(wanted)}; ${advice}`)
  }
  const own = (subject as { readonly status?: unknown } | null | undefined)?.status
  if (typeof own === 'number') {
    throw new TypeError(`toHaveStatus: expected a user, found a reply of ${own}; say the status as a number`)
  }
  if (typeof own !== 'string') {
    return andThen(userOf('toHaveStatus', orgOf('toHaveStatus', options), subject), ({ login, status }) =>
      outcome(login, status, wanted, ''),
    )
  }
  const { login = 'the user' } = (subject as { readonly profile?: { readonly login?: string } }).profile ?? {}
  if (own === wanted) return outcome(login, own, wanted, '')
  return andThen(statusNow(subject, options), (now) =>
    outcome(
      login,
      own,
      wanted,
      now === wanted
        ? `\n  By now the organisation has it as ${wanted}: expect its id, or read it again`
        : '',
    ),
  )
}

function outcome(name: string, found: string, wanted: string, hint: string): MatcherOutcome {
  const pass = found === wanted
  return {
    pass,
    message: () => `Expected ${name} ${pass ? 'not to be' : 'to be'} ${wanted}, found ${found}${hint}`,
  }
}

/** Who looks at an object that is out of date is told so. */
function statusNow(subject: unknown, options: InOrg): Later<string | undefined> {
  const nobody = (): undefined => undefined
  try {
    const now = andThen(
      userOf('toHaveStatus', orgOf('toHaveStatus', options), subject),
      ({ status }) => status,
    )
    return isPromise(now) ? now.catch(nobody) : now
  } catch {
    return nobody()
  }
}

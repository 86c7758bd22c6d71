import { type UserStatus, userStatuses } from '../../contract/user-lifecycle.ts'
import { isPromise } from '../../model/kernel/changes.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { type Later, andThen } from './facts.ts'
import { type InOrg, type MatcherOutcome, printed } from './outcome.ts'
import { toldBy } from './reply-text.ts'
import { orgOf, userOf } from './subject.ts'

/**
 * For a text: the status of a user. An id or a login is looked up in the organisation, an object counts with its own
 * status. For a number: the HTTP status of a reply, or of the error that a client threw.
 */
export function toHaveStatus(
  subject: unknown,
  wanted: UserStatus | number,
  options: InOrg = {},
): Later<MatcherOutcome> {
  return typeof wanted === 'number'
    ? httpStatus(subject, wanted, options)
    : userStatus(subject, wanted, options)
}

function httpStatus(subject: unknown, wanted: number, options: InOrg): MatcherOutcome {
  const status = statusOf(subject)
  if (typeof status !== 'number') {
    throw new TypeError(`toHaveStatus: expected a reply with an HTTP status, got ${printed(subject)}`)
  }
  return {
    pass: status === wanted,
    message: () =>
      `Expected a reply ${status === wanted ? 'other than' : 'of'} ${wanted}, got ${status}${status === wanted ? '' : indented(toldBy(subject, options))}`,
  }
}

/** The HTTP status of a reply, or of a client's form of one: some have the reply as `response`. */
function statusOf(subject: unknown): unknown {
  const { status, response } = (subject ?? {}) as { readonly status?: unknown; readonly response?: unknown }
  return status ?? (response as { readonly status?: unknown } | undefined)?.status
}

function indented(text: string | undefined): string {
  return text === undefined ? '' : `\n  ${text}`
}

function userStatus(subject: unknown, wanted: UserStatus, options: InOrg): Later<MatcherOutcome> {
  if (typeof wanted !== 'string') {
    throw new TypeError(
      `toHaveStatus: expected the status of a user or an HTTP status, got ${printed(wanted)}`,
    )
  }
  if (!userStatuses.includes(wanted)) {
    const advice = didYouMean(wanted, userStatuses) ?? `there are ${userStatuses.join(', ')}`
    throw new TypeError(`toHaveStatus: there is no status ${printed(wanted)}; ${advice}`)
  }
  const own = (subject as { readonly status?: unknown } | null | undefined)?.status
  if (typeof own === 'number') {
    throw new TypeError(`toHaveStatus: expected a user, got a reply of ${own}; say the status as a number`)
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
    message: () => `Expected ${name} ${pass ? 'not to be' : 'to be'} ${wanted}, got ${found}${hint}`,
  }
}

/** The current status in the organisation, for a hint that an object is out of date. */
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

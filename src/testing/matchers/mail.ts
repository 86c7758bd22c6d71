import { counted } from '../../../conformance/engine/words/text.ts'
import { type MailKind, mailKinds } from '../../model/users/outbox.ts'
import { didYouMean } from '../../query/suggestion.ts'
import type { Mail } from '../../views/mail-view.ts'
import { differences } from './differences.ts'
import { type Later, type OrgFacts, andThen } from './facts.ts'
import { type InOrg, type MatcherOutcome, printed, refuseNoCount, refuseStrays } from './outcome.ts'
import { orgOf, userOf } from './subject.ts'

/** Which mail is wanted; omitted fields may have any value. */
export interface WantedMail {
  readonly kind?: MailKind
  /** The whole subject, or a pattern for it. */
  readonly subject?: string | RegExp
  /** The address it went to. */
  readonly to?: string
  /** The expected number of such mails. Default: one or more. */
  readonly times?: number
}

/** Whether the organisation sent a user such a mail; the subject may also be an address. */
export function toHaveReceivedMail(
  subject: unknown,
  wanted: MailKind | WantedMail = {},
  options: InOrg = {},
): Later<MatcherOutcome> {
  const { times, ...only } = typeof wanted === 'string' ? { kind: wanted } : { times: undefined, ...wanted }
  refuseNoCount('toHaveReceivedMail', times)
  refuseWrongMail('toHaveReceivedMail', only)
  const org = orgOf('toHaveReceivedMail', options)
  return andThen(whoIs(org, subject), ({ name, ...whose }) =>
    andThen(org.mails(whose), (mails) => {
      const found = mails.filter((mail) => differences(only, mail).length === 0)
      const pass = times === undefined ? found.length > 0 : found.length === times
      return {
        pass,
        message() {
          const what = `${times === undefined ? 'a mail' : counted(times, 'mail')}${wishOf(only)}`
          const verb = pass ? 'not to have received' : 'to have received'
          return `Expected ${name} ${verb} ${what}, got ${listed(mails)}`
        },
      }
    }),
  )
}

/** A user, or an address that belongs to no user. */
function whoIs(
  org: OrgFacts,
  subject: unknown,
): Later<{ readonly name: string } & ({ readonly userId: string } | { readonly to: string })> {
  const isAddress = typeof subject === 'string' && subject.includes('@')
  return andThen(isAddress ? org.user(subject) : userOf('toHaveReceivedMail', org, subject), (user) =>
    user ? { name: user.login, userId: user.id } : { name: String(subject), to: String(subject) },
  )
}

/**
 * Rejects a field that no mail has, since it would never match.
 *
 * @throws TypeError that names the matcher, and the nearest name or kind.
 */
export function refuseWrongMail(matcher: string, wanted: Omit<WantedMail, 'times'>): void {
  refuseStrays(matcher, 'a mail', wanted, ['kind', 'subject', 'to'])
  const { kind } = wanted
  if (kind === undefined || (mailKinds as readonly string[]).includes(kind)) return
  const advice = didYouMean(kind, mailKinds) ?? `there are ${mailKinds.join(', ')}`
  throw new TypeError(`${matcher}: there is no kind of mail ${printed(kind)}; ${advice}`)
}

function wishOf(only: object): string {
  const wishes = Object.entries(only).map(([name, value]) => `${name} ${printed(value)}`)
  return wishes.length === 0 ? '' : ` (${wishes.join(', ')})`
}

/** The received mails, without tokens and links. */
function listed(mails: readonly Mail[]): string {
  if (mails.length === 0) return 'none'
  return mails.map(({ kind, to, subject }) => `\n  ${kind} to ${to}: ${subject}`).join('')
}

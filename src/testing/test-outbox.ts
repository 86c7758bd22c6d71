import type { MailKind } from '../model/users/outbox.ts'
import type { Organisation } from '../organisation.ts'
import type { Mail } from '../views/mail-view.ts'
import { differences } from './matchers/differences.ts'
import { refuseWrongMail, type WantedMail } from './matchers/mail.ts'
import { isRegExp, printed } from './matchers/outcome.ts'
import { referenceOf, type UserReference } from './matchers/subject.ts'

/** The mails that an organisation would have sent. */
export interface TestOutbox {
  /** All mails, oldest first. */
  readonly all: () => readonly Mail[]
  /** Those that a user was sent, oldest first: an id, a login, an address, or an object with an `id`. */
  readonly of: (user: UserReference) => readonly Mail[]
  /**
   * The last mail to a user, of one kind if you name it.
   *
   * @throws Error that lists the existing mails, if none matches.
   */
  readonly last: (user: UserReference, mail?: MailKind | Omit<WantedMail, 'times'>) => Mail
  /** Empties it. */
  readonly clear: () => void
}

function mailText(wanted: object): string {
  return Object.keys(wanted).length === 0
    ? 'at all'
    : JSON.stringify(wanted, (_, value) => (isRegExp(value) ? String(value) : value) as unknown)
}

/** The outbox of an organisation. */
export function outboxOf(org: Organisation): TestOutbox {
  const of = (user: UserReference): readonly Mail[] => {
    const reference = referenceOf(user)
    if (reference === undefined) {
      throw new TypeError(`outbox: expected an id, a login, an address or a user, got ${printed(user)}`)
    }
    const found = org.model.users.find(reference)
    return org.control.listMails(found ? { userId: found.id } : { to: reference })
  }
  return {
    all: () => org.control.listMails(),
    of,
    last(user, mail = {}) {
      const wanted = typeof mail === 'string' ? { kind: mail } : mail
      refuseWrongMail('outbox', wanted)
      const mails = of(user)
      const found = mails.findLast((each) => differences(wanted, each).length === 0)
      if (found) return found
      const there = mails.map(({ kind, to, subject }) => `\n  ${kind} to ${to}: ${subject}`).join('')
      const sought = typeof mail === 'string' ? `${mail} mail` : `mail ${mailText(mail)}`
      throw new Error(
        `outbox: ${typeof user === 'string' ? user : user.id} was sent no ${sought}; ${there ? `those sent are${there}` : 'none was sent at all'}`,
      )
    },
    clear: () => org.control.clear({ only: 'mails' }),
  }
}

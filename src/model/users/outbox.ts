import { OrgService } from '../kernel/org-service.ts'
import { type Reached, reachedNow } from '../kernel/reached.ts'
import type { OneTimePurpose, OneTimeToken } from '../tokens/records.ts'
import type { UserRecord } from './records.ts'

/** Why a mail is sent; `docs/sign-in.md` shows which operation sends which. */
export const mailKinds = [
  'activation',
  'email-login',
  'sign-in-code',
  'welcome',
  'password-reset',
  'email-verification',
  'deactivation-notice',
] as const

/** Why a mail is sent. */
export type MailKind = (typeof mailKinds)[number]

/** A mail that the service would have sent. It may contain a one-time token: it is for tests and people, not logs. */
export interface SentMail {
  /** 1 for the first mail of an organisation; the count continues after `clear`. */
  readonly number: number
  readonly kind: MailKind
  readonly to: string
  /** Id of the user in question. */
  readonly userId: string
  readonly subject: string
  /** The link in the mail, if it has one. Its address is built on reading: the base URL may change. */
  readonly link?: MailLink
  /** The code in the mail, if it has one. */
  readonly code?: string
  /** How the client reached the server whose request caused the mail. */
  readonly at?: Reached
  readonly sentAt: string
}

/** The target of a link: the page for the one-time token, or the sign-in. */
export type MailLink = { readonly purpose: OneTimePurpose; readonly value: string } | 'sign-in'

/** A mail to send. */
export type NewMail = Omit<SentMail, 'number' | 'at' | 'sentAt'>

/** Which mails to return: those to one address, about one user, of one kind. */
export interface MailFilter {
  readonly to?: string | undefined
  readonly userId?: string | undefined
  readonly kind?: MailKind | undefined
}

/** The maximum number of mails, since a server may run for long. The oldest are removed first. */
const mailsMax = 10_000

/** Writes and stores the mails that the service would have sent; `docs/sign-in.md` shows which operation sends which. */
export class Outbox extends OrgService<'tables' | 'clock'> {
  readonly #mails = this.org.tables.mails

  /** How many mails were sent since the start, including removed ones. */
  get sent(): number {
    return this.#mails.last
  }

  /** The link by which an activated user sets its password, or signs in if it needs none. */
  activation(user: UserRecord, token: OneTimeToken): SentMail {
    return token.purpose === 'verify'
      ? this.#about('email-login', user, 'Your link to sign in', linkOf(token))
      : this.#about('activation', user, 'Activate your account', linkOf(token))
  }

  /** Informs an activated user with a password that it can sign in; the mail contains no token. */
  welcome(user: UserRecord): void {
    this.#about('welcome', user, 'Your account is active', 'sign-in')
  }

  /** The link by which a user sets a new password. Default recipient: its primary address. */
  passwordReset(user: UserRecord, token: OneTimeToken, to?: string): SentMail {
    return this.#about('password-reset', user, 'Reset your password', linkOf(token), to)
  }

  /** The link that confirms a new address; it goes to that address. */
  emailVerification(user: UserRecord, address: string, token: OneTimeToken): void {
    this.#about('email-verification', user, 'Confirm your e-mail address', linkOf(token), address)
  }

  /** Informs an administrator that a user was deactivated. */
  deactivationNotice(user: UserRecord, administrator: UserRecord): void {
    const subject = `${String(user.profile.login)} was deactivated`
    this.#about('deactivation-notice', user, subject, undefined, addressOf(administrator))
  }

  /** Sends a mail about a user, to its primary address unless to another one. */
  #about(
    kind: MailKind,
    user: UserRecord,
    subject: string,
    link: MailLink | undefined,
    to = addressOf(user),
  ): SentMail {
    return this.send({ kind, to, userId: user.id, subject, ...(link ? { link } : {}) })
  }

  send(mail: NewMail): SentMail {
    const at = reachedNow()
    const sent = this.#mails.insert({
      number: this.sent + 1,
      ...mail,
      ...(at ? { at } : {}),
      sentAt: this.org.clock.iso(),
    })
    const [oldest] = this.#mails.scan()
    if (this.#mails.size > mailsMax) this.#mails.remove(String(oldest!.number))
    return sent
  }

  /** All mails, oldest first, or those that match a filter. */
  list(only: MailFilter = {}): readonly SentMail[] {
    const wanted = Object.entries(only).filter(([, value]) => value !== undefined)
    return this.#mails
      .values()
      .filter((mail) => wanted.every(([name, value]) => mail[name as keyof MailFilter] === value))
  }

  clear(): void {
    this.#mails.removeWhere()
  }
}

function addressOf({ profile }: UserRecord): string {
  return String(profile.email)
}

function linkOf({ purpose, id: value }: OneTimeToken): MailLink {
  return { purpose, value }
}

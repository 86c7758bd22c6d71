import { Part } from '../kernel/part.ts'
import type { OneTimeToken } from '../tokens/records.ts'
import type { MailKind, MailLink, SentMail } from './outbox.ts'
import type { UserRecord } from './records.ts'

/** Writes the mails of the service; `docs/sign-in.md` shows which operation sends which. */
export class Mailer extends Part<'outbox'> {
  /** The link by which an activated user sets its password, or signs in if it needs none. */
  activation(user: UserRecord, token: OneTimeToken): SentMail {
    return token.purpose === 'verify'
      ? this.#send('email-login', user, 'Your link to sign in', linkOf(token))
      : this.#send('activation', user, 'Activate your account', linkOf(token))
  }

  /** Informs an activated user with a password that it can sign in; the mail contains no token. */
  welcome(user: UserRecord): void {
    this.#send('welcome', user, 'Your account is active', 'sign-in')
  }

  /** The link by which a user sets a new password. Default recipient: its primary address. */
  passwordReset(user: UserRecord, token: OneTimeToken, to?: string): SentMail {
    return this.#send('password-reset', user, 'Reset your password', linkOf(token), to)
  }

  /** The link that confirms a new address; it goes to that address. */
  emailVerification(user: UserRecord, address: string, token: OneTimeToken): void {
    this.#send('email-verification', user, 'Confirm your e-mail address', linkOf(token), address)
  }

  /** Informs an administrator that a user was deactivated. */
  deactivationNotice(user: UserRecord, administrator: UserRecord): void {
    const subject = `${String(user.profile.login)} was deactivated`
    this.#send('deactivation-notice', user, subject, undefined, addressOf(administrator))
  }

  /** Sends a mail about a user, to its primary address unless to another one. */
  #send(
    kind: MailKind,
    user: UserRecord,
    subject: string,
    link: MailLink | undefined,
    to = addressOf(user),
  ): SentMail {
    return this.org.outbox.send({ kind, to, userId: user.id, subject, ...(link ? { link } : {}) })
  }
}

function addressOf({ profile }: UserRecord): string {
  return String(profile.email)
}

function linkOf({ purpose, id: value }: OneTimeToken): MailLink {
  return { purpose, value }
}

import { Part } from '../kernel/part.ts'
import type { OneTimeToken } from './one-time-tokens.ts'
import type { MailLink, SentMail } from './outbox.ts'
import type { UserRecord } from './records.ts'

/** Writes the mails of the service; `docs/mails.md` shows which operation sends which. */
export class Mailer extends Part<'outbox'> {
  /** The link by which an activated user sets its password, or signs in if it needs none. */
  activation(user: UserRecord, token: OneTimeToken): SentMail {
    const isLogin = token.purpose === 'verify'
    return this.org.outbox.send({
      kind: isLogin ? 'email-login' : 'activation',
      to: String(user.profile.email),
      userId: user.id,
      subject: isLogin ? 'Your link to sign in' : 'Activate your account',
      link: linkOf(token),
    })
  }

  /** Informs an activated user with a password that it can sign in; the mail contains no token. */
  welcome(user: UserRecord): void {
    this.org.outbox.send({
      kind: 'welcome',
      to: String(user.profile.email),
      userId: user.id,
      subject: 'Your account is active',
      link: 'sign-in',
    })
  }

  /** The link by which a user sets a new password. Default recipient: its primary address. */
  passwordReset(user: UserRecord, token: OneTimeToken, to = String(user.profile.email)): SentMail {
    return this.org.outbox.send({
      kind: 'password-reset',
      to,
      userId: user.id,
      subject: 'Reset your password',
      link: linkOf(token),
    })
  }

  /** The link that confirms a new address; it goes to that address. */
  emailVerification(user: UserRecord, address: string, token: OneTimeToken): void {
    this.org.outbox.send({
      kind: 'email-verification',
      to: address,
      userId: user.id,
      subject: 'Confirm your e-mail address',
      link: linkOf(token),
    })
  }

  /** Informs an administrator that a user was deactivated. */
  deactivationNotice(user: UserRecord, administrator: UserRecord): void {
    this.org.outbox.send({
      kind: 'deactivation-notice',
      to: String(administrator.profile.email),
      userId: user.id,
      subject: `${String(user.profile.login)} was deactivated`,
    })
  }
}

function linkOf({ purpose, value }: OneTimeToken): MailLink {
  return { purpose, value }
}

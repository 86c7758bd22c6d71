import type { OneTimeToken } from './one-time-tokens.ts'
import type { Org } from '../org.ts'
import type { Mail } from './outbox.ts'
import type { UserRecord } from './records.ts'

/** Writes the mails that the service sends; `docs/mails.md` tells which operation sends which. */
export class Mailer {
  readonly #org: Org

  constructor(org: Org) {
    this.#org = org
  }

  /** The link by which an activated user sets its password, or signs in where it needs none. */
  activation(user: UserRecord, token: OneTimeToken): Mail {
    const isLogin = token.purpose === 'verify'
    return this.#org.outbox.send({
      kind: isLogin ? 'email-login' : 'activation',
      to: String(user.profile.email),
      userId: user.id,
      subject: isLogin ? 'Your link to sign in' : 'Activate your account',
      ...this.#link(token),
    })
  }

  /** Tells an activated user that has a password that it can sign in; there is no token in it. */
  welcome(user: UserRecord): void {
    this.#org.outbox.send({
      kind: 'welcome',
      to: String(user.profile.email),
      userId: user.id,
      subject: 'Your account is active',
      path: '/signin',
    })
  }

  /** The link by which a user sets a new password; to its primary address unless another is given. */
  passwordReset(user: UserRecord, token: OneTimeToken, to = String(user.profile.email)): Mail {
    return this.#org.outbox.send({
      kind: 'password-reset',
      to,
      userId: user.id,
      subject: 'Reset your password',
      ...this.#link(token),
    })
  }

  /** The link that confirms a new address; it goes to that address. */
  emailVerification(user: UserRecord, address: string, token: OneTimeToken): void {
    this.#org.outbox.send({
      kind: 'email-verification',
      to: address,
      userId: user.id,
      subject: 'Confirm your e-mail address',
      ...this.#link(token),
    })
  }

  /** Tells an administrator that a user was deactivated. */
  deactivationNotice(user: UserRecord, administrator: UserRecord): void {
    this.#org.outbox.send({
      kind: 'deactivation-notice',
      to: String(administrator.profile.email),
      userId: user.id,
      subject: `${String(user.profile.login)} was deactivated`,
    })
  }

  #link(token: OneTimeToken): { readonly path: string; readonly token: string } {
    return { path: this.#org.oneTimeTokens.path(token), token: token.value }
  }
}

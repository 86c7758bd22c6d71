import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { fold } from '../../query/index.ts'
import { foldLogin } from '../../contract/formats/index.ts'
import {
  foldAnswer,
  isFederated,
  withHidden,
  withoutOwnCredentials,
  refusePasswordByPolicy,
} from './credentials-input.ts'
import type { OneTimePurpose, OneTimeToken } from '../tokens/records.ts'
import type { SentMail } from './outbox.ts'
import { usernameParts, type Verdicts } from './password/index.ts'
import type { Provider, UserRecord } from './records.ts'

/** Options of a password reset (Users, reset_password). */
export interface ResetPasswordOptions {
  /** Default true; with `provider` it must be false or left out. */
  readonly sendEmail?: boolean | undefined
  /** Ends the user's sessions. Default false. */
  readonly revokeSessions?: boolean
  /** Id of the caller's own session, which stays open. */
  readonly ownSession?: string | undefined
  /** Converts the user to a federated one. */
  readonly provider?: 'FEDERATION' | undefined
}

/** A temporary password always meets the default policy, and may break another one; the user changes it at once. */
function containsPartOf(login: string, password: string): boolean {
  return usernameParts(login).some((part) => password.toLowerCase().includes(part))
}

function isPresent({ status }: UserRecord): boolean {
  return status !== 'DEPROVISIONED'
}

function isSecondEmail({ profile }: UserRecord, folded: string): boolean {
  return typeof profile.secondEmail === 'string' && fold(profile.secondEmail) === folded
}

function onlyOne([first, second]: readonly UserRecord[]): UserRecord | undefined {
  return second === undefined ? first : undefined
}

const federation: Provider = Object.freeze({ type: 'FEDERATION', name: 'FEDERATION' })

/** Resets, expires and recovers passwords (Users, Lifecycle operations and Credential operations). */
export class PasswordRecovery extends OrgService<'users' | 'lifecycle' | 'ends' | 'oneTimeLinks' | 'outbox'> {
  /**
   * Resets a password: the user is in RECOVERY until it has set a new one (Users, reset_password). A federated user
   * becomes one of the service again.
   *
   * @returns The token of the link, if it is not mailed.
   * @throws `Refusal` `validation` for `sendEmail` together with `provider`.
   */
  reset(userId: string, options: ResetPasswordOptions = {}): OneTimeToken | undefined {
    const { sendEmail, provider, revokeSessions = false, ownSession } = options
    if (provider !== undefined && sendEmail === true) {
      refuse('no-mail', { at: 'sendEmail', other: 'provider=FEDERATION' })
    }
    const link = provider === undefined ? this.#reset(userId, sendEmail ?? true) : this.#federate(userId)
    if (revokeSessions) this.org.ends.end('sessions', userId, { only: ({ id }) => id !== ownSession })
    return link
  }

  /** Requires a password change at the user's next sign-in (Users, expire_password). */
  expire(userId: string): UserRecord {
    const user = this.#expirable(userId)
    return this.org.lifecycle.move(user, 'expirePassword', {
      hidden: withHidden(user.hidden, { passwordExpired: true }),
    })
  }

  /**
   * Sets a temporary password that is expired at once (Users, expire_password with `tempPassword`).
   *
   * @returns The temporary password.
   */
  expireWithTemporaryPassword(userId: string): string {
    const user = this.#expirable(userId)
    const { users, lifecycle, ids, clock, settings } = this.org
    refusePasswordByPolicy(user, { kind: 'value' }, settings)
    const login = String(user.profile.login)
    const temporary = ids.temporaryPassword((value) => !containsPartOf(login, value))
    const hidden = users.withPassword(user, users.credentials.keep(temporary))
    lifecycle.move(user, 'expirePassword', {
      hidden: withHidden(hidden, { passwordExpired: true }),
      passwordChanged: clock.iso(),
      provider: this.org.ownProvider,
    })
    return temporary
  }

  /**
   * Starts a recovery that the user requested (Users, forgot_password without a body).
   *
   * @returns The token of the link, if it is not mailed.
   */
  forgot(
    userId: string,
    { sendEmail = true }: { readonly sendEmail?: boolean } = {},
  ): OneTimeToken | undefined {
    const user = this.#recoverable(userId)
    return this.#sendLink(user, 'forgot-password', sendEmail)
  }

  /**
   * Finds the user for a recovery by e-mail: by login, then primary, then secondary e-mail, in any case. Never finds
   * a deactivated user (Users, Lifecycle operations), and nobody if several share the address.
   */
  lookUp(address: string): UserRecord | undefined {
    const { collection } = this.org.users
    const folded = fold(address)
    const byLogin = collection.by('login', foldLogin(address))
    if (byLogin && isPresent(byLogin)) return byLogin
    const byEmail = collection.allBy('email', folded).filter(isPresent)
    if (byEmail.length > 0) return onlyOne(byEmail)
    return onlyOne(collection.values().filter((user) => isPresent(user) && isSecondEmail(user, folded)))
  }

  /**
   * Starts a recovery from the sign-in page, by an address only, and mails the link to the address.
   *
   * @throws `Refusal` `not-found`, or `forgot-password-not-allowed` as for forgot_password.
   */
  startByAddress(address: string): SentMail {
    const found = this.lookUp(address) ?? refuse('not-found', { id: address, kind: 'User' })
    const user = this.#recoverable(found.id)
    const token = this.org.oneTimeLinks.issue(user.id, 'forgot-password')
    const to = isSecondEmail(user, fold(address)) ? String(user.profile.secondEmail) : undefined
    return this.org.outbox.send('password-reset', user, { to, token })
  }

  /**
   * Sets a new password for a user with the answer to its recovery question (Users, forgot_password with a body).
   *
   * @throws `Refusal` `recovery-answer-wrong`, or `update-credentials-failed` for a password that violates the
   *   policy.
   */
  forgotWithAnswer(userId: string, answer: string, password: string, known: Verdicts): UserRecord {
    const user = this.#recoverable(userId, { byAnswer: true })
    if (!known.matches(user.hidden.recovery!.answer, foldAnswer(answer))) refuse('recovery-answer-wrong')
    const { users, lifecycle } = this.org
    users.credentials.refuseByPolicy(password, String(user.profile.login), 'update-credentials-failed')
    const changes = users.passwordChange(user, password)
    this.org.oneTimeLinks.revokeAccess(user.id)
    return lifecycle.move(user, 'forgotPassword', changes)
  }

  #reset(userId: string, sendEmail: boolean): OneTimeToken | undefined {
    const user = this.org.lifecycle.ready(userId, 'resetPassword')
    const back = isFederated(user.provider) ? { provider: this.org.ownProvider } : {}
    const inRecovery = this.org.lifecycle.move(user, 'resetPassword', back)
    return this.#sendLink(inRecovery, 'password-reset', sendEmail)
  }

  /** A federated user has no password and no recovery question (Users, Provider object). */
  #federate(userId: string): undefined {
    const user = this.org.lifecycle.ready(userId, 'convertToFederated')
    this.org.oneTimeLinks.revokeAccess(user.id)
    this.org.lifecycle.move(user, 'convertToFederated', {
      provider: federation,
      hidden: withoutOwnCredentials(user.hidden),
    })
    return undefined
  }

  #expirable(userId: string): UserRecord {
    const user = this.org.lifecycle.ready(userId, 'expirePassword')
    if (isFederated(user.provider)) refuse('no-password-for-federated', { provider: user.provider.type })
    return user
  }

  /** A question is needed for a recovery by its answer, and as Users has it for one by mail too. */
  #recoverable(userId: string, { byAnswer = false }: { readonly byAnswer?: boolean } = {}): UserRecord {
    const user = this.org.lifecycle.ready(userId, 'forgotPassword')
    if (isFederated(user.provider)) refuse('federated-recovery')
    if (
      !user.hidden.recovery &&
      (byAnswer || this.org.settings.interpretations['forgot-password-question'] !== 'recorded')
    ) {
      refuse('no-recovery-question')
    }
    return user
  }

  #sendLink(user: UserRecord, purpose: OneTimePurpose, sendEmail: boolean): OneTimeToken | undefined {
    const token = this.org.oneTimeLinks.issue(user.id, purpose)
    if (!sendEmail) return token
    this.org.outbox.send('password-reset', user, { token })
    return undefined
  }
}

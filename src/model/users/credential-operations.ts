import { OrgService } from '../kernel/org-service.ts'
import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { type Mistake, wrong } from '../../contract/errors/mistakes.ts'
import type { RefusalName } from '../../contract/errors/catalogue.ts'
import { together } from '../../contract/errors/together.ts'
import { isFederated, withHidden } from './credentials-input.ts'
import { isTooYoung, type StoredPassword, type Verdicts, warnIfSlow } from './password/index.ts'
import type { UserRecord } from './records.ts'
import type { Checks } from './user-input.ts'

/** A change of a password (Users, change_password). */
export interface PasswordChange {
  readonly oldPassword: string
  readonly newPassword: string
  /** Also checks the minimum age and the history of the policy. Default false. */
  readonly strict?: boolean
  /** Ends the user's sessions. Default false. */
  readonly revokeSessions?: boolean
  /** Id of the caller's own session, which stays open. */
  readonly ownSession?: string | undefined
}

/** A change of the recovery question (Users, change_recovery_question). */
export interface RecoveryQuestionChange {
  readonly password: string
  readonly question: string
  readonly answer: string
}

/**
 * Operations of users on their own credentials, with the present ones (Users, Credential operations), and the
 * `strict` checks of updates. Each asks for verdicts on passwords before it writes.
 */
export class CredentialOperations extends OrgService<'users' | 'lifecycle' | 'ends' | 'oneTimeLinks'> {
  /**
   * Changes a password; the caller must know the old one.
   *
   * @throws `Refusal` `change-password-not-allowed`. `update-credentials-failed` for a wrong old password, and for a
   *   new one that the policy or `strict` rejects.
   */
  changePassword(userId: string, change: PasswordChange, known: Verdicts): UserRecord {
    const { oldPassword, newPassword, strict = false, revokeSessions = false, ownSession } = change
    const user = this.#withPassword(userId, 'changePassword', 'change-password-not-allowed')
    if (!this.#isPassword(user, oldPassword, known))
      refuse('wrong-password', { field: 'oldPassword', message: 'Old Password is not correct' })
    const isRemembered = strict && this.org.users.isRemembered(user, newPassword, known)
    const login = String(user.profile.login)
    together(
      () => this.org.users.credentials.refuseByPolicy(newPassword, login, 'update-credentials-failed'),
      () => strict && this.#refuseTooYoung(user, '', refuseCredentials),
      () => isRemembered && refuseCredentials(wrong('password-used', '')),
    )
    const changes = this.org.users.passwordChange(user, newPassword)
    this.org.oneTimeLinks.revokeAccess(user.id)
    if (revokeSessions) this.org.ends.end('sessions', user.id, { only: ({ id }) => id !== ownSession })
    return this.org.lifecycle.move(user, 'changePassword', changes)
  }

  /**
   * Sets the recovery question; the caller must know the password.
   *
   * @throws `Refusal` `change-recovery-question-not-allowed`, or `update-credentials-failed` for a wrong password.
   */
  changeRecoveryQuestion(
    userId: string,
    { password, question, answer }: RecoveryQuestionChange,
    known: Verdicts,
  ): UserRecord {
    const refusal = 'change-recovery-question-not-allowed'
    const user = this.#withPassword(userId, 'changeRecoveryQuestion', refusal)
    if (!this.#isPassword(user, password, known))
      refuse('wrong-password', { field: 'password', message: 'Password is not correct' })
    const recovery = this.org.users.credentials.recoveryQuestion({ question, answer })!.keep()
    const hidden = withHidden(user.hidden, { recovery })
    return this.org.lifecycle.move(user, 'changeRecoveryQuestion', { hidden })
  }

  /** Checks age and history for the new password of an update (Users, `strict` of PUT and POST user). */
  strictChecks(userId: string, password: string | null | undefined, known: Verdicts): Checks {
    if (password === undefined || password === null) return []
    const current = this.org.users.changeable(userId)
    const isRemembered = this.org.users.isRemembered(current, password, known)
    return [
      () => this.#refuseTooYoung(current, 'password', (mistake) => refuseMistakes([mistake])),
      () => isRemembered && refuse('password-used', { at: 'password' }),
    ]
  }

  #withPassword(
    userId: string,
    operation: 'changePassword' | 'changeRecoveryQuestion',
    refusal: RefusalName,
  ): UserRecord {
    const user = this.org.lifecycle.ready(userId, operation)
    const { password } = user.hidden
    const provider = user.provider.type
    if (isFederated(user.provider)) refuse(refusal, { provider }, { because: 'federated' })
    if (!password) refuse(refusal, {}, { because: 'no-password' })
    if (password?.kind === 'hook') refuse(refusal, {}, { because: 'hook-password' })
    return user
  }

  /** For a user with a known password. */
  #isPassword({ id, hidden }: UserRecord, candidate: string, known: Verdicts): boolean {
    const stored = hidden.password as StoredPassword
    return known.matches(stored, candidate, { onStart: () => warnIfSlow(id, stored, this.org.onTrouble) })
  }

  #refuseTooYoung(user: UserRecord, at: string, say: (mistake: Mistake) => never): void {
    const policy = this.org.passwordPolicy
    if (!isTooYoung(user.passwordChanged, this.org.clock.now(), policy)) return
    say(wrong('password-too-young', at, { minutes: Math.ceil(policy.minAge / 60_000) }))
  }
}

function refuseCredentials(mistake: Mistake): never {
  return refuseMistakes([mistake], { of: 'update-credentials-failed' })
}

import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { eventAllowed, type UserStatus } from '../../contract/user-lifecycle.ts'
import { isFederated, withHidden } from './credentials-input.ts'
import type { SentMail } from './outbox.ts'
import { isTooOld, warnIfSlow } from './password/index.ts'
import { Undecided, Verdicts } from './password/verdicts.ts'
import type { HiddenUserState, UserRecord } from './records.ts'
import type { Session } from '../tokens/records.ts'

/** The user of a sign-in, and the credentials. */
export interface SignInInput {
  /** The login, or the short name while only one user has it (Users, Profile, 2). */
  readonly login: string
  readonly password: string
  /** Any name of the user's device; without one the device is unknown. */
  readonly device?: string | undefined
  /** Replaces an expired password. */
  readonly newPassword?: string | undefined
  /** Whether the caller vouches for the second factor. Default false. */
  readonly skipFactor?: boolean | undefined
  /** Whether the caller has gone: then a slow verification stops. Default: never. */
  readonly isGone?: (() => boolean) | undefined
}

/** Why a sign-in failed. */
export type SignInFailureReason =
  /** No user has the login, or several users have the short name. */
  | 'UNKNOWN_USER'
  /** The password is wrong. `attemptsLeft` is the number of attempts until the user is locked out. */
  | 'WRONG_PASSWORD'
  /** The user has not set a password yet, or signs in by e-mail. */
  | 'NO_PASSWORD'
  /** The password is right, but has expired, is temporary, or is older than `maxAge`: change it with `newPassword`. */
  | 'PASSWORD_EXPIRED'
  /** `newPassword` violates the policy. */
  | 'NEW_PASSWORD_REFUSED'
  /** Too many wrong passwords in a row: ten, or `passwordPolicy.maxAttempts`. */
  | 'LOCKED_OUT'
  /** The status allows no sign-in: `userStatus` is `STAGED`, `RECOVERY`, `SUSPENDED` or `DEPROVISIONED`. */
  | 'STATUS'
  /** The user is still being activated or deactivated. */
  | 'TRANSITION_IN_PROGRESS'
  /** The user is blocked on any device, or on devices that it has not used before. */
  | 'DEVICE_BLOCKED'
  /** The user authenticates through a trusted identity provider. */
  | 'FEDERATED'
  /** A hook must verify the password, but the organisation has no hook. */
  | 'HOOK_NOT_SET'
  /** The password hook gave no verdict, and `message` says why. The attempt does not count. */
  | 'HOOK_FAILED'
  /** The password is right, and the code of a second factor is missing. */
  | 'FACTOR_REQUIRED'
  /** The code is wrong or missing. The fifth wrong code ends the sign-in; nobody is locked out. */
  | 'WRONG_CODE'
  /** The code of an authenticator works once. The next one comes within 30 seconds. */
  | 'CODE_USED'
  /** The sign-in that waited for a code is over: unknown, expired, completed, or ended by wrong codes. */
  | 'SIGN_IN_OVER'
  /** The caller closed the connection during the verification. The attempt does not count. */
  | 'CALLER_GONE'

/** A new session. */
export interface SignedIn {
  readonly status: 'SUCCESS'
  readonly session: Session
}

/** A failed sign-in, with the reason. */
export interface SignInFailure {
  /** Different from that of a success. */
  readonly status: 'FAILURE'
  /** The reason, for tests: `WRONG_PASSWORD`, `LOCKED_OUT`, … */
  readonly reason: SignInFailureReason
  /** For people; contains no secret. */
  readonly message: string
  /** Absent when the login is unknown. */
  readonly userId?: string
  /** The user's status after the attempt; absent when the login is unknown. */
  readonly userStatus?: UserStatus
  /** How many more wrong passwords lock the user out, or how many more wrong codes end the sign-in. */
  readonly attemptsLeft?: number
  /** Goes on with the sign-in by `POST /api/v1/authn/factors/{factorId}/verify`, for `FACTOR_REQUIRED`. */
  readonly stateToken?: string
}

/** The result of a sign-in. */
export type SignInResult = SignedIn | SignInFailure

/** The other reasons come with their own message. */
type SelfExplaining = Exclude<
  SignInFailureReason,
  'NEW_PASSWORD_REFUSED' | 'HOOK_NOT_SET' | 'HOOK_FAILED' | 'WRONG_CODE' | 'CODE_USED' | 'SIGN_IN_OVER'
>

const messages: Readonly<Record<SelfExplaining, string>> = {
  UNKNOWN_USER: 'No user has this login, or several have this short name',
  WRONG_PASSWORD: 'The password is wrong',
  NO_PASSWORD: 'The user has no password',
  PASSWORD_EXPIRED: 'The password has expired and must be changed',
  LOCKED_OUT: 'The user is locked out',
  STATUS: 'The status of the user does not let it sign in',
  TRANSITION_IN_PROGRESS: 'A transition of the user is under way',
  DEVICE_BLOCKED: 'The user is blocked on this device',
  FEDERATED: 'The user signs in at a trusted identity provider',
  FACTOR_REQUIRED: 'A second factor is asked for',
  CALLER_GONE: 'The caller has gone',
}

/** The maximum number of remembered devices of a user; the oldest is forgotten first. */
const devicesMax = 100

/** The authentication method of a one-time link. */
const byMail = ['otp']

/** The result of a password verification, before anything is written. */
type Verification =
  | { readonly isRight: boolean }
  | { readonly failure: SignInFailureReason; readonly message: string }

/**
 * Signs users in. The API description has no endpoint for it: the control plane and the sign-in page of the server
 * call it. Checks the expiry of passwords and counts wrong ones (Users, States and transitions).
 */
export class SignIn extends OrgService<'users' | 'lifecycle' | 'sessions' | 'oneTimeLinks' | 'outbox'> {
  /** Who waits for a hook, by user: the second sign-in of a user waits for the result of the first. */
  readonly #asking = new Map<string, Verdicts>()

  /**
   * Signs a user in, or returns the reason of failure.
   *
   * @param known The verdicts on passwords so far.
   * @throws Undecided where a hash or a hook takes time.
   */
  signIn(input: SignInInput, known = new Verdicts()): SignInResult {
    // Not by id, because nobody signs in with it.
    const user = this.org.users.named(input.login)
    if (!user) return failure('UNKNOWN_USER')
    if (input.isGone?.()) return failure('CALLER_GONE', user)
    const refused = this.#refuse(user, input.device)
    if (refused) return refused
    const asking = this.#asking.get(user.id)
    if (asking && asking !== known) throw new Undecided(() => asking.over)
    const verified = this.#verify(user, input, known)
    if ('failure' in verified) return told(verified.failure, verified.message, user)
    if (!verified.isRight) return this.#countFailure(user)
    if (this.#hasExpired(user)) return this.#expired(user, input)
    return this.#askFactor(user, input, this.#hidden(user, input))
  }

  /** Opens a session for a user without a password check: for tests. */
  open(user: UserRecord, amr?: readonly string[]): SignedIn {
    return { status: 'SUCCESS', session: this.org.sessions.open(user.id, amr) }
  }

  /**
   * Signs in a user by a link from an e-mail instead of a password. The user must still change an expired password
   * first.
   */
  byLink(user: UserRecord): SignInResult {
    if (isFederated(user.provider)) return this.#refuseStatus(user) ?? failure('FEDERATED', user)
    return this.elsewhere(user, !this.#hasFactor(user))
  }

  /** Signs in a user who was authenticated elsewhere, such as at its identity provider: for seeds. */
  elsewhere(user: UserRecord, skipFactor = true): SignInResult {
    const refused = this.refuseEntry(user, undefined)
    if (refused) return refused
    if (!user.hidden.password || !this.#hasExpired(user)) {
      return skipFactor ? this.enter(user, undefined, user.hidden, byMail) : failure('FACTOR_REQUIRED', user)
    }
    return failure('PASSWORD_EXPIRED', this.org.lifecycle.applyEvent(user, 'signInWithExpiredPassword'))
  }

  /** Remembers a device from which a user signed in before the device had a name. */
  rememberDevice(userId: string, device: string): void {
    const user = this.org.users.get(userId)
    if (user) this.org.users.write(user, { hidden: withDevice(user.hidden, device) })
  }

  /**
   * Mails a user a link that signs it in, once.
   *
   * @throws `Refusal` `validation` for a user who authenticates through a trusted identity provider.
   */
  sendLink(user: UserRecord): SentMail {
    if (isFederated(user.provider)) {
      return refuse('other', { at: 'user', message: `${messages.FEDERATED}, and is mailed no link` })
    }
    const token = this.org.oneTimeLinks.issue(user.id, 'verify')
    return this.org.outbox.send('email-login', user, { token })
  }

  /** Why a user who has proved who it is may not enter. */
  refuseEntry(user: UserRecord, device: string | undefined): SignInFailure | undefined {
    const refused = this.#refuseStatus(user)
    if (refused) return refused
    return isBlocked(user.hidden, device) ? failure('DEVICE_BLOCKED', user) : undefined
  }

  #refuse(user: UserRecord, device: string | undefined): SignInFailure | undefined {
    const refused = this.#refuseStatus(user)
    if (refused) return refused
    if (isFederated(user.provider)) return failure('FEDERATED', user)
    if (isBlocked(user.hidden, device)) return failure('DEVICE_BLOCKED', user)
    return user.hidden.password ? undefined : failure('NO_PASSWORD', user)
  }

  #refuseStatus(user: UserRecord): SignInFailure | undefined {
    if (user.transitioningToStatus) return failure('TRANSITION_IN_PROGRESS', user)
    if (user.status === 'LOCKED_OUT') return failure('LOCKED_OUT', user)
    return eventAllowed('signIn', user.status) ? undefined : failure('STATUS', user)
  }

  #verify(user: UserRecord, input: SignInInput, known: Verdicts): Verification {
    const { id, hidden, profile } = user
    const password = hidden.password!
    if (password.kind === 'hook') {
      return known.of(password, input.password, () => {
        this.#asking.set(id, known)
        void known.over.then(() => this.#asking.delete(id))
        const question = { userId: id, login: String(profile.login), password: input.password }
        // Loaded at the first question: few organisations have a hook.
        return import('./password-hook.ts').then((hook) => hook.askPasswordHook(this.org, question))
      })
    }
    const isRight = known.matches(password, input.password, {
      isWanted: () => this.#isWanted(user, input),
      onStart: () => warnIfSlow(id, password, this.org.onTrouble),
    })
    return { isRight }
  }

  /** False if a change makes the result useless: the user may be locked by now, and many may wait. */
  #isWanted({ id, hidden }: UserRecord, { device, isGone }: SignInInput): boolean {
    const current = this.org.users.get(id)
    if (!current || isGone?.()) return false
    return current.hidden.password === hidden.password && !this.#refuse(current, device)
  }

  #countFailure(user: UserRecord): SignInFailure {
    const { maxAttempts } = this.org.passwordPolicy
    if (maxAttempts === 0) return failure('WRONG_PASSWORD', user)
    const failedSignIns = (user.hidden.failedSignIns ?? 0) + 1
    const hidden = withHidden(user.hidden, { failedSignIns })
    if (failedSignIns >= maxAttempts) {
      return failure('LOCKED_OUT', this.org.lifecycle.applyEvent(user, 'lockOut', { hidden }))
    }
    this.org.users.write(user, { hidden })
    return { ...failure('WRONG_PASSWORD', user), attemptsLeft: maxAttempts - failedSignIns }
  }

  /** Only sign-in checks the expiry (Users, States and transitions). */
  #hasExpired({ hidden, passwordChanged }: UserRecord): boolean {
    const { clock, passwordPolicy } = this.org
    return hidden.passwordExpired === true || isTooOld(passwordChanged, clock.now(), passwordPolicy)
  }

  #expired(user: UserRecord, input: SignInInput): SignInResult {
    const hidden = withHidden(this.#hidden(user, input), { passwordExpired: true })
    const expired = this.org.lifecycle.applyEvent(user, 'signInWithExpiredPassword', { hidden })
    const { newPassword } = input
    if (newPassword === undefined) return failure('PASSWORD_EXPIRED', expired)
    const { users } = this.org
    const problem = users.credentials.policyProblem(newPassword, String(expired.profile.login))
    if (problem !== undefined)
      return told('NEW_PASSWORD_REFUSED', `${problem.message} ${problem.unmet}.`, expired)
    const changed = users.write(expired, users.passwordChange(expired, newPassword))
    this.org.oneTimeLinks.revokeAccess(user.id)
    return this.#askFactor(changed, input, changed.hidden)
  }

  /** After a right password: without the count of wrong ones, and with the password instead of a hook. */
  #hidden(user: UserRecord, { password }: SignInInput): HiddenUserState {
    const { failedSignIns, password: stored } = user.hidden
    if (stored?.kind === 'hook') {
      const kept = this.org.users.credentials.keep(password)
      return withHidden(user.hidden, { password: kept, failedSignIns: undefined })
    }
    return failedSignIns === undefined ? user.hidden : withHidden(user.hidden, { failedSignIns: undefined })
  }

  /** Lets a user in after its password, if it needs no second factor (interpretation: second-factor). */
  #askFactor(user: UserRecord, { device, skipFactor }: SignInInput, hidden: HiddenUserState): SignInResult {
    if (skipFactor || !this.#hasFactor(user)) return this.enter(user, device, hidden)
    return failure('FACTOR_REQUIRED', hidden === user.hidden ? user : this.org.users.write(user, { hidden }))
  }

  #hasFactor({ hidden: { factors = [] } }: UserRecord): boolean {
    return this.org.settings.signIn.secondFactor && factors.length > 0
  }

  /** Opens a session for a user who has proved who it is. */
  enter(
    user: UserRecord,
    device: string | undefined,
    hidden: HiddenUserState,
    amr?: readonly string[],
  ): SignedIn {
    // The activation is complete: its link must not set another password.
    if (user.status === 'PROVISIONED') this.org.oneTimeLinks.revokeAccess(user.id)
    const entered = this.org.lifecycle.applyEvent(user, 'signIn', {
      lastLogin: this.org.clock.iso(),
      hidden: withDevice(hidden, device),
    })
    return this.open(entered, amr)
  }
}

function failure(reason: SelfExplaining, user?: UserRecord): SignInFailure {
  return told(reason, messages[reason], user)
}

export function told(reason: SignInFailureReason, message: string, user?: UserRecord): SignInFailure {
  const about = user ? { userId: user.id, userStatus: user.status } : {}
  return { status: 'FAILURE', reason, message, ...about }
}

function isBlocked({ block, devices = [] }: HiddenUserState, device: string | undefined): boolean {
  if (!block) return false
  return block.appliesTo === 'ANY_DEVICES' || device === undefined || !devices.includes(device)
}

function withDevice(hidden: HiddenUserState, device: string | undefined): HiddenUserState {
  if (device === undefined) return hidden
  const others = (hidden.devices ?? []).filter((known) => known !== device)
  return withHidden(hidden, { devices: [...others, device].slice(-devicesMax) })
}

import { refuseInput } from '../../contract/errors.ts'
import { foldLogin } from '../../contract/formats/index.ts'
import { eventAllowed, type UserStatus } from '../../contract/user-lifecycle.ts'
import { isFederated, withHidden } from './credentials-input.ts'
import type { SentMail } from './outbox.ts'
import type { HookAnswer, HookQuestion } from './password-hook.ts'
import { isTooOld, type PasswordPolicy, verifyPassword } from './password/index.ts'
import type { HiddenUserState, UserRecord } from './records.ts'
import type { Session, Sessions } from './sessions.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Mailer } from './mailer.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import type { Users } from './users.ts'
import { isPromise } from '../kernel/is-promise.ts'

/** Who wants to sign in, and how. */
export interface SignInInput {
  /** The login, or the short name while only one user has it (Users, Profile, 2). */
  readonly login: string
  readonly password: string
  /** Any name of the device it comes from; without one the device is unknown. */
  readonly device?: string | undefined
  /** Takes the place of the password where that has expired. */
  readonly newPassword?: string | undefined
  /** Whether the caller has gone: then a password that takes its time is verified no further. Default: never. */
  readonly isGone?: (() => boolean) | undefined
}

/** Why a sign-in failed. */
export type SignInFailureReason =
  /** Nobody has the login, or several users the short name. */
  | 'UNKNOWN_USER'
  /** The password is another one; each time counts towards a lock. */
  | 'WRONG_PASSWORD'
  /** The user has no password: it has not set one yet, or signs in by e-mail. */
  | 'NO_PASSWORD'
  /** The password is right, and must be changed first. */
  | 'PASSWORD_EXPIRED'
  /** The new password is against the policy. */
  | 'NEW_PASSWORD_REFUSED'
  /** Too many wrong passwords came before. */
  | 'LOCKED_OUT'
  /** The user's status lets nobody in: STAGED, RECOVERY, SUSPENDED or DEPROVISIONED. */
  | 'STATUS'
  /** A transition of the user is under way. */
  | 'TRANSITION_IN_PROGRESS'
  /** The user is blocked on this device (Users, User Block). */
  | 'DEVICE_BLOCKED'
  /** The user authenticates through a trusted identity provider. */
  | 'FEDERATED'
  /** The password is verified by a hook, and the organisation has none. */
  | 'HOOK_NOT_SET'
  /** The password hook gave no verdict; the message says why. */
  | 'HOOK_FAILED'
  /** The caller closed the connection while the password was verified; nothing was counted. */
  | 'CALLER_GONE'

/** A session that was opened. */
export interface SignedIn {
  readonly status: 'SUCCESS'
  readonly session: Session
}

/** No session, and why. */
export interface SignInFailure {
  /** Tells it from a success. */
  readonly status: 'FAILURE'
  /** Why, as a test compares it: `WRONG_PASSWORD`, `LOCKED_OUT`, … */
  readonly reason: SignInFailureReason
  /** For people; holds no secret. */
  readonly message: string
  /** Absent when the login is unknown. */
  readonly userId?: string
  /** The user's status after the attempt; absent when the login is unknown. */
  readonly userStatus?: UserStatus
  /** How many wrong passwords are left before the user is locked out. */
  readonly attemptsLeft?: number
}

/** What came of a sign-in. */
export type SignInResult = SignedIn | SignInFailure

/** Of the other failures, what refused says why. */
type SelfExplaining = Exclude<SignInFailureReason, 'NEW_PASSWORD_REFUSED' | 'HOOK_NOT_SET' | 'HOOK_FAILED'>

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
  CALLER_GONE: 'The caller has gone',
}

/** The most devices that are remembered for a user; the oldest is forgotten first. */
const devicesMax = 100

/** The method of who follows a link that works once. */
const byMail = ['otp']

/** What verifying a password says, before anything is written. */
type Verification =
  | { readonly isRight: boolean }
  | { readonly failure: SignInFailureReason; readonly message: string }

/** What signing in needs of the organisation. */
interface Needs {
  readonly clock: Pick<Clock, 'now' | 'iso'>
  readonly policy: { readonly value: PasswordPolicy }
  /** Asks whether a password is right that is verified elsewhere. */
  readonly askHook: (question: HookQuestion) => Promise<HookAnswer>
  readonly users: Users
  readonly lifecycle: Lifecycle
  readonly sessions: Pick<Sessions, 'open'>
  readonly oneTimeTokens: Pick<OneTimeTokens, 'issue' | 'revokeAccess'>
  readonly mailer: Mailer
}

/**
 * Signs users in. The API description has no endpoint for it: the control plane and the sign-in page of the server
 * call it. Evaluates the expiry of passwords and counts wrong ones (Users, States and transitions).
 */
export class SignIn {
  readonly #org: Needs
  /** Hooks being asked, by user: the second sign-in of a user waits for what the first one's brings. */
  readonly #asking = new Map<string, Promise<unknown>>()

  constructor(org: Needs) {
    this.#org = org
  }

  /**
   * Signs a user in, or says why not. A promise where a hash or a hook takes its time.
   *
   * What the password was verified against is compared again before anything is written: if the user changed
   * in the meantime, all is evaluated anew.
   */
  signIn(input: SignInInput): SignInResult | Promise<SignInResult> {
    const user = this.#find(input.login)
    if (!user) return failure('UNKNOWN_USER')
    const refused = this.#refuse(user, input.device)
    if (refused) return refused
    const pending = this.#asking.get(user.id)
    if (pending) return pending.then(() => this.signIn(input))
    const verified = this.#verify(user, input)
    if (!isPromise(verified)) return this.#conclude(user, input, verified)
    const outcome = verified.then((late) => this.#concludeLate(user, input, late))
    return user.hidden.password?.kind === 'hook' ? this.#holdOthers(user.id, outcome) : outcome
  }

  /** Opens a session for a user without asking for a password: for tests. */
  open(user: UserRecord, amr?: readonly string[]): SignedIn {
    return { status: 'SUCCESS', session: this.#org.sessions.open(user.id, amr) }
  }

  /**
   * Signs in a user who has shown in another way who it is: by a link from an e-mail. An expired password has
   * to be changed first all the same.
   */
  byLink(user: UserRecord): SignInResult {
    if (isFederated(user.provider)) return this.#refuseStatus(user) ?? failure('FEDERATED', user)
    return this.elsewhere(user)
  }

  /** Signs in a user who has shown elsewhere who it is, as at its identity provider: for seeds. */
  elsewhere(user: UserRecord): SignInResult {
    const refused = this.#refuseStatus(user)
    if (refused) return refused
    if (isBlocked(user.hidden, undefined)) return failure('DEVICE_BLOCKED', user)
    if (!user.hidden.password || !this.#hasExpired(user)) {
      return this.#enter(user, undefined, user.hidden, byMail)
    }
    return failure('PASSWORD_EXPIRED', this.#org.lifecycle.happen(user, 'signInWithExpiredPassword'))
  }

  /** Makes a device known, from which a user signed in before it had a name. */
  rememberDevice(userId: string, device: string): void {
    const user = this.#org.users.get(userId)
    if (user) this.#org.users.write(user, { hidden: withDevice(user.hidden, device) })
  }

  /**
   * Mails a user a link that signs it in, once.
   *
   * @throws Refusal `validation` for one that authenticates through a trusted identity provider.
   */
  sendLink(user: UserRecord): SentMail {
    if (isFederated(user.provider)) {
      return refuseInput('user', [`user: ${messages.FEDERATED}, and is mailed no link`])
    }
    const token = this.#org.oneTimeTokens.issue(user.id, 'verify')
    return this.#org.mailer.activation(user, token)
  }

  /** By login, then by short name while it is unambiguous; not by id, which nobody signs in with. */
  #find(login: string): UserRecord | undefined {
    const { collection } = this.#org.users
    const folded = foldLogin(login)
    const byLogin = collection.by('login', folded)
    if (byLogin) return byLogin
    const [first, second] = collection.allBy('shortName', folded)
    return second === undefined ? first : undefined
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

  #verify(user: UserRecord, input: SignInInput): Verification | Promise<Verification> {
    const { password } = user.hidden
    if (password?.kind === 'hook') return this.#askHook(user, input.password)
    const verdict = verifyPassword(password!, input.password, () => this.#isWanted(user, input))
    return isPromise(verdict) ? verdict.then((isRight) => ({ isRight })) : { isRight: verdict }
  }

  /** What was changed meanwhile is evaluated anew, whatever comes of it: many may wait for a user who is locked by now. */
  #isWanted({ id, hidden }: UserRecord, { device, isGone }: SignInInput): boolean {
    const current = this.#org.users.get(id)
    if (!current || isGone?.()) return false
    return current.hidden.password === hidden.password && !this.#refuse(current, device)
  }

  #askHook(user: UserRecord, password: string): Promise<Verification> {
    return this.#org.askHook({ userId: user.id, login: String(user.profile.login), password })
  }

  /** A hook is asked by one sign-in of a user at a time: the next one may find its verdict kept. */
  #holdOthers(userId: string, outcome: Promise<SignInResult>): Promise<SignInResult> {
    const held = outcome.finally(() => this.#asking.delete(userId))
    this.#asking.set(userId, held)
    return held
  }

  /** Concludes what took its time, if the user still has the password that was verified against. */
  #concludeLate(
    user: UserRecord,
    input: SignInInput,
    verified: Verification,
  ): SignInResult | Promise<SignInResult> {
    if (input.isGone?.()) return failure('CALLER_GONE', user)
    const current = this.#org.users.get(user.id)
    if (!current || current.hidden.password !== user.hidden.password) return this.#again(user.id, input)
    return this.#refuse(current, input.device) ?? this.#conclude(current, input, verified)
  }

  #again(userId: string, input: SignInInput): SignInResult | Promise<SignInResult> {
    this.#asking.delete(userId)
    return this.signIn(input)
  }

  #conclude(user: UserRecord, input: SignInInput, verified: Verification): SignInResult {
    if ('failure' in verified) return told(verified.failure, verified.message, user)
    if (!verified.isRight) return this.#countFailure(user)
    if (this.#hasExpired(user)) return this.#expired(user, input)
    return this.#enter(user, input.device, this.#hidden(user, input))
  }

  #countFailure(user: UserRecord): SignInFailure {
    const { maxAttempts } = this.#org.policy.value
    if (maxAttempts === 0) return failure('WRONG_PASSWORD', user)
    const failedSignIns = (user.hidden.failedSignIns ?? 0) + 1
    const hidden = withHidden(user.hidden, { failedSignIns })
    if (failedSignIns >= maxAttempts) {
      return failure('LOCKED_OUT', this.#org.lifecycle.happen(user, 'lockOut', { hidden }))
    }
    this.#org.users.write(user, { hidden })
    return { ...failure('WRONG_PASSWORD', user), attemptsLeft: maxAttempts - failedSignIns }
  }

  /** Expiry is evaluated at sign-in (Users, States and transitions). */
  #hasExpired({ hidden, passwordChanged }: UserRecord): boolean {
    const { clock, policy } = this.#org
    return hidden.passwordExpired === true || isTooOld(passwordChanged, clock.now(), policy.value)
  }

  #expired(user: UserRecord, input: SignInInput): SignInResult {
    const hidden = withHidden(this.#hidden(user, input), { passwordExpired: true })
    const expired = this.#org.lifecycle.happen(user, 'signInWithExpiredPassword', { hidden })
    const { newPassword, device } = input
    if (newPassword === undefined) return failure('PASSWORD_EXPIRED', expired)
    const { users } = this.#org
    const problem = users.credentials.policyProblem(newPassword, String(expired.profile.login))
    if (problem !== undefined) return told('NEW_PASSWORD_REFUSED', problem, expired)
    const changed = users.write(expired, users.passwordChange(expired, newPassword))
    this.#org.oneTimeTokens.revokeAccess(user.id)
    return this.#enter(changed, device, changed.hidden)
  }

  /** What a right password changes: the count of wrong ones, and a hook, whose verdict is kept instead. */
  #hidden(user: UserRecord, { password }: SignInInput): HiddenUserState {
    const { failedSignIns, password: stored } = user.hidden
    if (stored?.kind === 'hook') {
      const kept = this.#org.users.credentials.keep(password)
      return withHidden(user.hidden, { password: kept, failedSignIns: undefined })
    }
    return failedSignIns === undefined ? user.hidden : withHidden(user.hidden, { failedSignIns: undefined })
  }

  #enter(
    user: UserRecord,
    device: string | undefined,
    hidden: HiddenUserState,
    amr?: readonly string[],
  ): SignedIn {
    // Its activation is over: the link to it must not set another password.
    if (user.status === 'PROVISIONED') this.#org.oneTimeTokens.revokeAccess(user.id)
    const entered = this.#org.lifecycle.happen(user, 'signIn', {
      lastLogin: this.#org.clock.iso(),
      hidden: withDevice(hidden, device),
    })
    return this.open(entered, amr)
  }
}

function failure(reason: SelfExplaining, user?: UserRecord): SignInFailure {
  return told(reason, messages[reason], user)
}

function told(reason: SignInFailureReason, message: string, user?: UserRecord): SignInFailure {
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

import { refuse } from '../../contract/errors.ts'
import {
  eventAllowed,
  type TransitioningStatus,
  transitionAllowed,
  transitionRefusal,
  transitionTarget,
  userEvents,
  type UserEventName,
  type UserStatus,
  type UserTransitionName,
} from '../../contract/user-lifecycle.ts'
import { isFederated, isServiceSourced, withHidden, withoutOwnCredentials } from './credentials-input.ts'
import type { OneTimeToken, OneTimeTokens } from './one-time-tokens.ts'
import type { HiddenUserState, Provider, UserRecord } from './records.ts'
import { type TransitionName, Transitions } from './transitions.ts'
import type { VirtualClock } from '../kernel/clock.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import { activatedStatus, leavesPasswordsOut } from './enrolment.ts'
import type { Mailer } from './mailer.ts'
import type { PasswordPolicy } from './password/index.ts'
import type { Sessions } from './sessions.ts'
import type { Users } from './users.ts'

/** How a user is deactivated or deleted (Users, Lifecycle operations). */
export interface DeactivationOptions {
  /** Whether the administrator is told by e-mail. Default false. */
  readonly sendEmail?: boolean
  /** Whether it may take its time, with `transitioningToStatus` set meanwhile. Default false. */
  readonly respondAsync?: boolean
  /** Id of the administrator who is told; the first API token's owner unless given. */
  readonly administratorId?: string | undefined
}

/** Changes to a user record; members given as undefined are taken away. */
export type UserChanges = { readonly [Name in keyof UserRecord]?: UserRecord[Name] | undefined }

const transitionTargets: Readonly<Record<TransitionName, TransitioningStatus>> = {
  activate: 'ACTIVE',
  deactivate: 'DEPROVISIONED',
}

/** Statuses in which a user is shut out: its sessions and one-time tokens end. */
const shutOut: ReadonlySet<UserStatus> = new Set(['SUSPENDED', 'DEPROVISIONED'])

/** What is refused for SUSPENDED users alone (decision: suspended-operations). */
const keptFromSuspended: ReadonlySet<UserTransitionName> = new Set([
  'resetPassword',
  'convertToFederated',
  'expirePassword',
  'resetFactors',
])

/** What the lifecycle needs of the organisation. */
interface Needs {
  readonly clock: VirtualClock
  readonly settings: Pick<
    OrgSettings,
    'transitionDelay' | 'optionalPassword' | 'activationWithoutPassword' | 'deactivation'
  >
  readonly ownProvider: Provider
  readonly policy: { readonly value: PasswordPolicy }
  readonly users: Users
  readonly sessions: Pick<Sessions, 'end'>
  readonly oneTimeTokens: Pick<OneTimeTokens, 'issue' | 'revoke' | 'revokeAccess'>
  readonly mailer: Mailer
  /** Id of the user who is told of deactivations when no administrator is named, if there is one. */
  readonly firstAdministrator: () => string | undefined
}

/** Moves users through their lifecycle (Users, States and transitions). */
export class Lifecycle {
  readonly transitions: Transitions
  readonly #org: Needs

  constructor(org: Needs) {
    this.#org = org
    this.transitions = new Transitions(org.clock, (userId, name) => {
      const user = org.users.get(userId)
      if (user?.transitioningToStatus === transitionTargets[name]) this.#complete(user, name)
    })
  }

  /**
   * A user on whom an operation is allowed now.
   *
   * @throws Refusal `not-found`, `transition-in-progress`, or as the transition table names it.
   */
  ready(userId: string, name: UserTransitionName): UserRecord {
    const user = this.#org.users.changeable(userId)
    if (transitionAllowed(name, user.status)) return user
    const message = `The user's status is ${user.status}.`
    const isHeld = user.status === 'SUSPENDED' && keptFromSuspended.has(name)
    const because = isHeld ? 'suspended' : undefined
    return refuse(transitionRefusal(name, user.status), { message }, undefined, { because, found: [message] })
  }

  /** Makes the change of status that the transition table has for an operation, and others with it. */
  move(user: UserRecord, name: UserTransitionName, changes: UserChanges = {}): UserRecord {
    const target = transitionTarget(name, user.status)
    return target === 'removed' ? user : this.#write(user, target, changes)
  }

  /** Makes the change of status that follows from something the user did, where it leads anywhere. */
  happen(user: UserRecord, name: UserEventName, changes: UserChanges = {}): UserRecord {
    const target = eventAllowed(name, user.status) ? userEvents[name].to : user.status
    return this.#write(user, target, changes)
  }

  /** Puts a user into any status, as no operation of the service would: for tests. */
  force(userId: string, status: UserStatus): UserRecord {
    const user = this.#org.users.resolve(userId)
    this.transitions.drop(user.id)
    const { maxAttempts } = this.#org.policy.value
    return this.#write(user, status, {
      transitioningToStatus: undefined,
      hidden: withHidden(user.hidden, {
        passwordExpired: status === 'PASSWORD_EXPIRED' ? true : undefined,
        failedSignIns: status === 'LOCKED_OUT' && maxAttempts > 0 ? maxAttempts : undefined,
      }),
    })
  }

  /**
   * Says who holds a user's credentials. A trusted identity provider leaves it neither password, nor recovery
   * question, nor one-time link (Users, Provider object).
   */
  setProvider(userId: string, provider: Provider): UserRecord {
    const user = this.#org.users.resolve(userId)
    if (!isFederated(provider)) return this.#org.users.write(user, { provider })
    this.#org.oneTimeTokens.revokeAccess(user.id)
    return this.#org.users.write(user, { provider, hidden: withoutOwnCredentials(user.hidden) })
  }

  /** Suspends a user; its assignments stay (Users, suspend). */
  suspend(userId: string): UserRecord {
    return this.move(this.ready(userId, 'suspend'), 'suspend')
  }

  /** Lets a suspended user in again (Users, unsuspend). */
  unsuspend(userId: string): UserRecord {
    return this.move(this.ready(userId, 'unsuspend'), 'unsuspend')
  }

  /**
   * Unlocks a user that is locked out, or lifts the block that keeps an ACTIVE one from unknown devices
   * (Users, unlock).
   *
   * @throws Refusal `unlock-not-locked`, or `unlock-not-native` for users of directories.
   */
  unlock(userId: string): UserRecord {
    const user = this.#org.users.changeable(userId)
    const isBlocked = user.hidden.block?.appliesTo === 'UNKNOWN_DEVICES'
    if (!transitionAllowed('unlock', user.status) && !(user.status === 'ACTIVE' && isBlocked)) {
      const because = user.hidden.block ? 'blocked-everywhere' : undefined
      const block = user.hidden.block ? `, with a block from ${user.hidden.block.appliesTo}` : ''
      refuse('unlock-not-locked', {}, undefined, {
        because,
        found: [`The user's status is ${user.status}${block}.`],
      })
    }
    if (!isServiceSourced(user.provider)) {
      refuse('unlock-not-native', {}, undefined, { found: [`The user's provider is ${user.provider.type}.`] })
    }
    const hidden = isBlocked ? withHidden(user.hidden, { block: undefined }) : user.hidden
    return this.move(user, 'unlock', { hidden })
  }

  /** Unenrolls all MFA factors of a user (Users, reset_factors). */
  resetFactors(userId: string): UserRecord {
    const user = this.ready(userId, 'resetFactors')
    return this.move(user, 'resetFactors', { hidden: withHidden(user.hidden, { factors: undefined }) })
  }

  /**
   * Activates a user, and mails or hands out the link by which it goes on (Users, activate).
   *
   * @returns The token of the link, where it is not mailed.
   */
  activate(
    userId: string,
    { sendEmail = true }: { readonly sendEmail?: boolean } = {},
  ): OneTimeToken | undefined {
    const user = this.#begin(this.ready(userId, 'activate'), 'activate', true)
    return this.#sendLink(user, sendEmail, this.#needsLink(user) ? this.#linkPurpose() : 'verify')
  }

  /**
   * Starts the activation of a user again (Users, reactivate).
   *
   * @returns The token of the link, where it is not mailed.
   */
  reactivate(
    userId: string,
    { sendEmail = false }: { readonly sendEmail?: boolean } = {},
  ): OneTimeToken | undefined {
    const user = this.ready(userId, 'reactivate')
    return this.#sendLink(this.move(user, 'reactivate'), sendEmail, 'activation')
  }

  /** Activates a user just created, and mails whom must be mailed (Users, POST /api/v1/users). */
  activateNew(user: UserRecord): UserRecord {
    const activated = this.#begin(user, 'activate', true)
    if (this.#needsLink(activated)) this.#sendLink(activated, true, this.#linkPurpose())
    return activated
  }

  /** Deactivates a user (Users, deactivate). */
  deactivate(userId: string, options: DeactivationOptions = {}): UserRecord {
    return this.#deactivate(this.ready(userId, 'deactivate'), options)
  }

  /** Deactivates a user, or removes one for good that is deactivated already (Users, DELETE user). */
  delete(userId: string, options: DeactivationOptions = {}): void {
    const user = this.ready(userId, 'delete')
    if (transitionTarget('delete', user.status) === 'removed') this.#org.users.remove(user)
    else this.#deactivate(user, options)
  }

  #write(user: UserRecord, status: UserStatus, changes: UserChanges): UserRecord {
    const moved = this.#org.users.withStatus(user, status)
    const completes = status === 'ACTIVE' && moved.status !== undefined && !wasActive(user)
    // Whatever leads out of LOCKED_OUT gives all attempts back.
    const isUnlocked = user.status === 'LOCKED_OUT' && moved.status !== undefined
    const hidden = changes.hidden ?? user.hidden
    return this.#org.users.write(user, {
      ...changes,
      ...moved,
      hidden: isUnlocked ? withoutFailures(hidden) : hidden,
      ...(completes ? { activated: this.#org.clock.iso() } : {}),
      ...this.#leftBehind(user, moved.status),
    })
  }

  /** Starts a transition: at once, or with `transitioningToStatus` set until the delay has passed. */
  #begin(user: UserRecord, name: TransitionName, takesTime: boolean): UserRecord {
    const delay = this.#org.settings.transitionDelay
    if (delay === 0 || !takesTime) return this.#complete(user, name)
    const started = this.#org.users.write(user, { transitioningToStatus: transitionTargets[name] })
    this.transitions.start(user.id, name, delay)
    return started
  }

  #complete(user: UserRecord, name: TransitionName): UserRecord {
    const now = this.#org.clock.iso()
    const status = name === 'activate' ? activatedStatus(user, this.#org.settings) : 'DEPROVISIONED'
    return this.#org.users.write(user, {
      ...this.#org.users.withStatus(user, status),
      ...(status === 'ACTIVE' ? { activated: now } : {}),
      transitioningToStatus: undefined,
      hidden: withoutFailures(user.hidden),
      ...this.#leftBehind(user, status),
    })
  }

  /** What a user loses by its deactivation, where its credentials are to go (decision: deactivated-credentials). */
  #leftBehind(user: UserRecord, status: UserStatus | undefined): UserChanges {
    if (status !== 'DEPROVISIONED' || this.#org.settings.deactivation.credentials === 'kept') return {}
    return {
      hidden: withHidden(withoutOwnCredentials(user.hidden), { factors: undefined }),
      passwordChanged: null,
      ...(user.provider.type === 'IMPORT' ? { provider: this.#org.ownProvider } : {}),
    }
  }

  #deactivate(user: UserRecord, options: DeactivationOptions): UserRecord {
    const { sendEmail = false, respondAsync = false, administratorId } = options
    const deactivated = this.#begin(user, 'deactivate', respondAsync)
    if (sendEmail) this.#tellAdministrator(user, administratorId)
    return deactivated
  }

  #needsLink(user: UserRecord): boolean {
    return !user.hidden.password && !isFederated(user.provider)
  }

  /** A user for whom the enrolment policy wants no password signs in by the link instead of setting one. */
  #linkPurpose(): 'activation' | 'verify' {
    return leavesPasswordsOut(this.#org.settings) ? 'verify' : 'activation'
  }

  /**
   * A user with a password is mailed no token: it signs in with the password (Users, POST users). One of a
   * trusted identity provider gets neither mail nor link: it signs in there (decision: federated-activation).
   */
  #sendLink(
    user: UserRecord,
    sendEmail: boolean,
    purpose: 'activation' | 'verify',
  ): OneTimeToken | undefined {
    if (isFederated(user.provider)) return undefined
    const needsLink = purpose === 'activation' || this.#needsLink(user)
    if (sendEmail && !needsLink) {
      this.#org.mailer.welcome(user)
      return undefined
    }
    const token = this.#org.oneTimeTokens.issue(user.id, purpose)
    if (!sendEmail) return token
    this.#org.mailer.activation(user, token)
    return undefined
  }

  #tellAdministrator(user: UserRecord, administratorId: string | undefined): void {
    const { users, mailer, firstAdministrator } = this.#org
    const recipient = administratorId ?? firstAdministrator()
    const administrator = recipient === undefined ? undefined : users.get(recipient)
    if (administrator) mailer.deactivationNotice(user, administrator)
  }

  /** What goes with a user that is shut out or removed. Groups, grants and tokens see to theirs themselves. */
  tidy(before: UserRecord | undefined, after: UserRecord | undefined): void {
    if (!before || before.status === after?.status) return
    if (after && !shutOut.has(after.status)) return
    if (!after) this.transitions.drop(before.id)
    this.#org.sessions.end(before.id)
    this.#org.oneTimeTokens.revoke(before.id)
  }
}

function withoutFailures(hidden: HiddenUserState): HiddenUserState {
  return hidden.failedSignIns === undefined ? hidden : withHidden(hidden, { failedSignIns: undefined })
}

/** Whether a user has been ACTIVE before, so that its activation is not completing only now. */
function wasActive(user: UserRecord): boolean {
  return user.activated !== null && user.status !== 'PROVISIONED'
}

import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { anyOf } from '../../contract/formats/counted.ts'
import {
  allowedStatuses,
  eventAllowed,
  type TransitioningStatus,
  transitionAllowed,
  transitionRefusal,
  transitionTarget,
  transitionTo,
  userEvents,
  type UserEventName,
  type UserStatus,
  type UserTransitionName,
} from '../../contract/user-lifecycle.ts'
import {
  isFederated,
  isServiceSourced,
  withHidden,
  withoutOwnCredentials,
  activatedStatus,
  leavesPasswordsOut,
} from './credentials-input.ts'
import type { OneTimeToken } from '../tokens/records.ts'
import { type HiddenUserState, type Provider, type UserRecord, withoutFactors } from './records.ts'
import { type TransitionName, Transitions } from './transitions.ts'
import { changed, type UserChanges } from './users.ts'

/** Options of deactivation and deletion (Users, Lifecycle operations). */
export interface DeactivationOptions {
  /** Whether the administrator gets an e-mail. Default false. */
  readonly sendEmail?: boolean
  /** Whether the deactivation may take time, with `transitioningToStatus` set meanwhile. Default false. */
  readonly respondAsync?: boolean
  /** Id of the administrator who gets the e-mail. Default: the owner of the first API token. */
  readonly administratorId?: string | undefined
}

/** Operations that only a SUSPENDED status forbids (interpretation: suspended-operations). */
const keptFromSuspended: ReadonlySet<UserTransitionName> = new Set([
  'resetPassword',
  'convertToFederated',
  'expirePassword',
  'resetFactors',
])

/** Moves users through their lifecycle (Users, States and transitions). */
export class Lifecycle extends OrgService<'users' | 'oneTimeLinks' | 'outbox' | 'tokens'> {
  readonly transitions = new Transitions(this.org, (userId, name) => {
    const user = this.org.users.get(userId)
    const target = user?.transitioningToStatus
    if (target && transitionTo(target) === name) this.#complete(user, name)
  })

  /**
   * The user, if its status allows an operation now; during a transition the present status counts.
   *
   * @throws `Refusal` `not-found`, or the error of the transition table.
   */
  ready(userId: string, name: UserTransitionName): UserRecord {
    const user = this.org.users.resolve(userId)
    const allowed = allowedStatuses(name, {
      asRecorded: this.org.settings.interpretations['reset-factors-statuses'] === 'recorded',
    })
    if (allowed.includes(user.status)) return user
    const isHeld = user.status === 'SUSPENDED' && keptFromSuspended.has(name)
    const because = isHeld ? 'suspended' : undefined
    const values = { allowed: anyOf(allowed), status: user.status }
    return refuse(transitionRefusal(name, user.status), values, { because })
  }

  /** Changes the status as the transition table says for an operation, and writes other changes with it. */
  move(user: UserRecord, name: UserTransitionName, changes: UserChanges = {}): UserRecord {
    const target = transitionTarget(name, user.status)
    return target === 'removed' ? user : this.#write(user, target, changes)
  }

  /** Changes the status after an action of the user, if the table has a transition for it. */
  applyEvent(user: UserRecord, name: UserEventName, changes: UserChanges = {}): UserRecord {
    const target = eventAllowed(name, user.status) ? userEvents[name].to : user.status
    return this.#write(user, target, changes)
  }

  /** Sets any status, which no operation of the service could do: for tests. */
  force(userId: string, status: UserStatus): UserRecord {
    const user = this.org.users.resolve(userId)
    this.transitions.drop(user.id)
    const { maxAttempts } = this.org.passwordPolicy
    return this.#write(user, status, {
      transitioningToStatus: undefined,
      hidden: withHidden(user.hidden, {
        passwordExpired: status === 'PASSWORD_EXPIRED' ? true : undefined,
        failedSignIns: status === 'LOCKED_OUT' && maxAttempts > 0 ? maxAttempts : undefined,
      }),
    })
  }

  /**
   * Sets the provider of a user's credentials. With a trusted identity provider, the user loses its password,
   * recovery question and one-time link (Users, Provider object).
   */
  setProvider(userId: string, provider: Provider): UserRecord {
    const user = this.org.users.resolve(userId)
    if (!isFederated(provider)) return this.org.users.write(user, { provider })
    this.org.oneTimeLinks.revokeAccess(user.id)
    return this.org.users.write(user, { provider, hidden: withoutOwnCredentials(user.hidden) })
  }

  /** Suspends a user; its assignments stay (Users, suspend). */
  suspend(userId: string): UserRecord {
    return this.move(this.ready(userId, 'suspend'), 'suspend')
  }

  /** Ends the suspension of a user (Users, unsuspend). */
  unsuspend(userId: string): UserRecord {
    return this.move(this.ready(userId, 'unsuspend'), 'unsuspend')
  }

  /**
   * Unlocks a locked user, or removes the block of unknown devices from an ACTIVE one (Users, unlock).
   *
   * @throws `Refusal` `unlock-not-locked`, or `unlock-not-native` for users of directories.
   */
  unlock(userId: string): UserRecord {
    const user = this.org.users.resolve(userId)
    const isBlocked = user.hidden.block?.appliesTo === 'UNKNOWN_DEVICES'
    if (!transitionAllowed('unlock', user.status) && !(user.status === 'ACTIVE' && isBlocked)) {
      const because = user.hidden.block ? 'blocked-everywhere' : undefined
      const block = user.hidden.block ? `, with a block from ${user.hidden.block.appliesTo}` : ''
      const values = { allowed: 'LOCKED_OUT', status: `${user.status}${block}` }
      refuse('unlock-not-locked', values, { because })
    }
    if (!isServiceSourced(user.provider)) refuse('unlock-not-native', { provider: user.provider.type })
    const hidden = isBlocked ? withHidden(user.hidden, { block: undefined }) : user.hidden
    return this.move(user, 'unlock', { hidden })
  }

  /** Unenrolls all MFA factors of a user (Users, reset_factors). */
  resetFactors(userId: string): UserRecord {
    const user = this.ready(userId, 'resetFactors')
    return this.move(user, 'resetFactors', { hidden: withHidden(user.hidden, withoutFactors) })
  }

  /**
   * Activates a user, and mails or returns the link to continue (Users, activate).
   *
   * @returns The token of the link, if it is not mailed.
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
   * @returns The token of the link, if it is not mailed.
   */
  reactivate(
    userId: string,
    { sendEmail = false }: { readonly sendEmail?: boolean } = {},
  ): OneTimeToken | undefined {
    const user = this.ready(userId, 'reactivate')
    return this.#sendLink(this.move(user, 'reactivate'), sendEmail, 'activation')
  }

  /** A new user whose activation begins with its creation, so that it is written once (Users, POST /api/v1/users). */
  activating(user: UserRecord): UserRecord {
    const changes = this.#beginning(user, 'activate', this.org.settings.delays.transition)
    return changed(user, changes)
  }

  /** Goes on with the activation of a new user: mails it a link if it needs one. */
  activateNew(user: UserRecord): void {
    if (user.transitioningToStatus)
      this.transitions.start(user.id, 'activate', this.org.settings.delays.transition)
    if (this.#needsLink(user)) this.#sendLink(user, true, this.#linkPurpose())
  }

  /** Deactivates a user (Users, deactivate). */
  deactivate(userId: string, options: DeactivationOptions = {}): UserRecord {
    return this.#deactivate(this.ready(userId, 'deactivate'), options)
  }

  /** Deactivates a user, or removes a deactivated one for good (Users, DELETE user). */
  delete(userId: string, options: DeactivationOptions = {}): void {
    const user = this.ready(userId, 'delete')
    if (transitionTarget('delete', user.status) === 'removed') this.org.users.collection.remove(user.id)
    else this.#deactivate(user, options)
  }

  #write(user: UserRecord, status: UserStatus, changes: UserChanges): UserRecord {
    const moved = this.org.users.withStatus(user, status)
    const completes = moved.status !== undefined && !wasActive(user) && this.#isActivated(status)
    // Every way out of LOCKED_OUT resets the count of wrong passwords.
    const isUnlocked = user.status === 'LOCKED_OUT' && moved.status !== undefined
    const hidden = changes.hidden ?? user.hidden
    return this.org.users.write(user, {
      ...changes,
      ...moved,
      hidden: isUnlocked ? withoutFailures(hidden) : hidden,
      ...(completes ? { activated: this.org.clock.iso() } : {}),
      ...this.#leftBehind(user, moved.status),
      ...this.#withoutVoid(user, status),
    })
  }

  /** Whether a user with this status has been activated (interpretation: activated-timestamp). */
  #isActivated(status: UserStatus): boolean {
    return (
      status === 'ACTIVE' ||
      (status === 'PROVISIONED' && this.org.settings.interpretations['activated-timestamp'] === 'recorded')
    )
  }

  /** Ends a transition that could not begin in the new status: a user in RECOVERY cannot be activated. */
  #withoutVoid({ id, transitioningToStatus: target }: UserRecord, status: UserStatus): UserChanges {
    if (!target || transitionAllowed(transitionTo(target), status)) return {}
    this.transitions.drop(id)
    return { transitioningToStatus: undefined }
  }

  /** Starts a transition: at once, or with `transitioningToStatus` set until the delay has passed. */
  #begin(user: UserRecord, name: TransitionName, takesTime: boolean): UserRecord {
    const delay = takesTime ? this.org.settings.delays.transition : 0
    if (delay === 0) return this.#complete(user, name)
    const started = this.org.users.write(user, this.#beginning(user, name, delay))
    this.transitions.start(user.id, name, delay)
    return started
  }

  /** The changes with which a transition begins; without a delay, those that complete it. */
  #beginning(user: UserRecord, name: TransitionName, delay: number): UserChanges {
    return delay === 0
      ? this.#completion(user, name)
      : { transitioningToStatus: this.#shownTarget(user, name) }
  }

  /** The value of `transitioningToStatus` (interpretation: transitioning-to-provisioned). */
  #shownTarget(user: UserRecord, name: TransitionName): TransitioningStatus {
    if (name === 'deactivate') return 'DEPROVISIONED'
    const isRecorded = this.org.settings.interpretations['transitioning-to-provisioned'] === 'recorded'
    return isRecorded && activatedStatus(user, this.org.settings) === 'PROVISIONED' ? 'PROVISIONED' : 'ACTIVE'
  }

  #complete(user: UserRecord, name: TransitionName): UserRecord {
    // Another transition may be under way: this one replaces it.
    this.transitions.drop(user.id)
    return this.org.users.write(user, this.#completion(user, name))
  }

  #completion(user: UserRecord, name: TransitionName): UserChanges {
    const status = name === 'activate' ? activatedStatus(user, this.org.settings) : 'DEPROVISIONED'
    return {
      ...this.org.users.withStatus(user, status),
      ...(this.#isActivated(status) ? { activated: this.org.clock.iso() } : {}),
      transitioningToStatus: undefined,
      hidden: withoutFailures(user.hidden),
      ...this.#leftBehind(user, status),
    }
  }

  /** Changes if credentials end with a deactivation (interpretation: deactivated-credentials). */
  #leftBehind(user: UserRecord, status: UserStatus | undefined): UserChanges {
    if (status !== 'DEPROVISIONED' || this.org.settings.interpretations['deactivated-credentials'] === 'kept')
      return {}
    return {
      hidden: withHidden(withoutOwnCredentials(user.hidden), withoutFactors),
      passwordChanged: null,
      ...(user.provider.type === 'IMPORT' ? { provider: this.org.ownProvider } : {}),
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

  /** If the enrolment policy wants no password, the link signs the user in instead of setting one. */
  #linkPurpose(): 'activation' | 'verify' {
    return leavesPasswordsOut(this.org.settings) ? 'verify' : 'activation'
  }

  /**
   * A mail to a user with a password has no token: it signs in with the password (Users, POST users). A user of a
   * trusted identity provider gets neither mail nor link: it signs in there (interpretation: federated-activation).
   */
  #sendLink(
    user: UserRecord,
    sendEmail: boolean,
    purpose: 'activation' | 'verify',
  ): OneTimeToken | undefined {
    if (isFederated(user.provider)) return undefined
    const needsLink = purpose === 'activation' || this.#needsLink(user)
    if (sendEmail && !needsLink) {
      this.org.outbox.send('welcome', user)
      return undefined
    }
    const token = this.org.oneTimeLinks.issue(user.id, purpose)
    if (!sendEmail) return token
    this.org.outbox.send(purpose === 'verify' ? 'email-login' : 'activation', user, { token })
    return undefined
  }

  #tellAdministrator(user: UserRecord, administratorId: string | undefined): void {
    const { users, outbox, tokens } = this.org
    const recipient = administratorId ?? tokens.apiTokens()[0]?.userId
    const administrator = recipient === undefined ? undefined : users.get(recipient)
    if (!administrator) return
    outbox.send('deactivation-notice', user, { to: String(administrator.profile.email) })
  }
}

function withoutFailures(hidden: HiddenUserState): HiddenUserState {
  return hidden.failedSignIns === undefined ? hidden : withHidden(hidden, { failedSignIns: undefined })
}

/** Whether a user was ACTIVE before. Otherwise its activation completes only now. */
function wasActive(user: UserRecord): boolean {
  return user.activated !== null && user.status !== 'PROVISIONED'
}

import { OrgService } from '../kernel/org-service.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import { Refusal } from '../../contract/errors/refusal.ts'
import { eventAllowed, type UserEventName } from '../../contract/user-lifecycle.ts'
import { isFederated } from './credentials-input.ts'
import type { OneTimePurpose, OneTimeToken, Session, Token } from '../tokens/records.ts'
import type { UserRecord } from './records.ts'

/** The input that a link needs from the person who opens it. */
export type LinkNeeds = 'password' | 'nothing'

/** A valid link, for the page that shows it. */
export interface OpenLink {
  readonly purpose: OneTimePurpose
  readonly needs: LinkNeeds
  readonly userId: string
  readonly login: string
  /** The address of an e-mail verification. */
  readonly address?: string
}

/** Why a link failed. */
export type LinkFailureReason =
  /** The token is unknown, was used, has expired, or a newer one replaced it. */
  | 'INVALID_TOKEN'
  /** The link needs a `password`, and still works. */
  | 'PASSWORD_MISSING'
  /** The password violates the policy. The link still works. */
  | 'PASSWORD_REFUSED'
  /** The status of the user does not allow it any more. */
  | 'STATUS'
  /** The link signs the user in, who must give a second factor first. The link was used. */
  | 'FACTOR_REQUIRED'
  /** The user is still being activated or deactivated. The link still works. */
  | 'TRANSITION_IN_PROGRESS'

/** The result of a link. */
export type LinkResult =
  | {
      readonly status: 'SUCCESS'
      readonly purpose: OneTimePurpose
      readonly userId: string
      /** The new session, if the link signs the user in. */
      readonly session?: Session
    }
  | { readonly status: 'FAILURE'; readonly reason: LinkFailureReason; readonly message: string }

const messages: Readonly<Record<Exclude<LinkFailureReason, 'PASSWORD_REFUSED' | 'FACTOR_REQUIRED'>, string>> =
  {
    INVALID_TOKEN: 'The link was used, has expired, or a newer one took its place',
    PASSWORD_MISSING: 'The link needs a new password',
    STATUS: 'The status of the user does not allow it',
    TRANSITION_IN_PROGRESS: 'The user is still being activated or deactivated',
  }

/** Of each link the setting of its lifetime, and the event that it completes with a new password. */
const links: Readonly<Record<OneTimePurpose, readonly [keyof Lifetimes, completes?: UserEventName]>> = {
  activation: ['activation', 'activationCompleted'],
  verify: ['activation'],
  'password-reset': ['passwordReset', 'recoveryCompleted'],
  'forgot-password': ['passwordReset', 'recoveryCompleted'],
  'email-verification': ['emailVerification'],
}

type Lifetimes = OrgSettings['lifetimes']

/**
 * Issues and executes one-time links (Users, Lifecycle and Credential operations). A newer one replaces those that give
 * access, or that verify the same address.
 */
export class OneTimeLinks extends OrgService<
  'ends' | 'users' | 'lifecycle' | 'tokens' | 'selfService' | 'signIn'
> {
  /** Creates the token of a link; an older one of the same user and group no longer works. */
  issue(userId: string, purpose: OneTimePurpose, property?: OneTimeToken['property']): OneTimeToken {
    const { clock, ids, settings, tokens } = this.org
    const id = tokens.unused(() => ids.oneTimeToken())
    if (property) this.revokeVerification(userId, property)
    else this.revokeAccess(userId)
    const expiresAt = clock.now() + settings.lifetimes[links[purpose][0]]
    return tokens.add<'oneTime'>({
      kind: 'oneTime',
      id,
      purpose,
      userId,
      expiresAt,
      ...(property ? { property } : {}),
    })
  }

  /** Whether a sent token still works. A token that a newer one replaced counts as used. */
  statusOf(id: string): 'open' | 'expired' | 'used' {
    const token = this.org.tokens.find('oneTime', id)
    if (!token) return 'used'
    return this.org.tokens.isOver(token) ? 'expired' : 'open'
  }

  /** Ends the tokens that sign a user in or set its password. */
  revokeAccess(userId: string): void {
    this.org.ends.end('links', userId, { only: (token) => propertyOf(token) === undefined })
  }

  /** Ends the token that verifies a new address for a property. */
  revokeVerification(userId: string, property: 'email' | 'secondEmail'): void {
    this.org.ends.end('links', userId, { only: (token) => propertyOf(token) === property })
  }

  /** Reads a link without using it up; undefined for an invalid one. */
  look(value: string): OpenLink | undefined {
    const { token, user } = this.#find(value)
    if (!token || !user) return undefined
    const address = token.property && user.hidden.pendingEmails?.[token.property]
    return {
      purpose: token.purpose,
      needs: links[token.purpose][1] ? 'password' : 'nothing',
      userId: user.id,
      login: String(user.profile.login),
      ...(address === undefined ? {} : { address }),
    }
  }

  /**
   * Uses a link. Only a success uses it up.
   * @param password The new password, for links that set one.
   */
  use(value: string, password?: string): LinkResult {
    const { token, user } = this.#find(value)
    if (!token || !user) return failure('INVALID_TOKEN')
    if (user.transitioningToStatus) return failure('TRANSITION_IN_PROGRESS')
    const [, event] = links[token.purpose]
    if (event) return this.#setPassword(user, token, event, password)
    return token.purpose === 'verify' ? this.#signIn(user, token) : this.#verifyEmail(user, token)
  }

  /** After a switch to a trusted identity provider, links for access are invalid (Users, Provider object). */
  #find(value: string): { readonly token?: OneTimeToken; readonly user?: UserRecord } {
    const token = this.org.tokens.live('oneTime', value)
    const user = token && this.org.users.get(token.userId)
    if (!user || (isFederated(user.provider) && token.purpose !== 'email-verification')) return {}
    return { token, user }
  }

  #setPassword(
    user: UserRecord,
    token: OneTimeToken,
    event: UserEventName,
    password: string | undefined,
  ): LinkResult {
    if (!eventAllowed(event, user.status)) return failure('STATUS')
    if (password === undefined || password === '') return failure('PASSWORD_MISSING')
    const problem = this.org.users.credentials.policyProblem(password, String(user.profile.login))
    if (problem !== undefined) return told('PASSWORD_REFUSED', `${problem.message} ${problem.unmet}.`)
    this.revokeAccess(user.id)
    this.org.lifecycle.applyEvent(user, event, this.org.users.passwordChange(user, password))
    return success(user, token)
  }

  #signIn(user: UserRecord, token: OneTimeToken): LinkResult {
    const outcome = this.org.signIn.byLink(user)
    if (outcome.status === 'FAILURE' && outcome.reason !== 'FACTOR_REQUIRED')
      return told('STATUS', outcome.message)
    this.org.tokens.remove(token)
    if (outcome.status === 'FAILURE') return told('FACTOR_REQUIRED', outcome.message)
    return { ...success(user, token), session: outcome.session }
  }

  #verifyEmail(user: UserRecord, token: OneTimeToken): LinkResult {
    try {
      return this.org.selfService.verifyEmail(token.id) ? success(user, token) : failure('INVALID_TOKEN')
    } catch (error) {
      // The profile's schema may have changed since the user gave the address.
      if (error instanceof Refusal) return told('STATUS', error.causes.join('; '))
      throw error
    }
  }
}

/** Only a token that verifies an address has one. */
function propertyOf(token: Token): string | undefined {
  return token.kind === 'oneTime' ? token.property : undefined
}

function success(user: UserRecord, token: OneTimeToken): Extract<LinkResult, { status: 'SUCCESS' }> {
  return { status: 'SUCCESS', purpose: token.purpose, userId: user.id }
}

function failure(reason: keyof typeof messages): LinkResult {
  return told(reason, messages[reason])
}

function told(reason: LinkFailureReason, message: string): LinkResult {
  return { status: 'FAILURE', reason, message }
}

import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { withHidden } from './credentials-input.ts'
import { defined } from '../kernel/defined.ts'
import { isSame } from '../kernel/same.ts'
import type { HiddenUserState, UserRecord } from './records.ts'

const emailProperties = ['email', 'secondEmail'] as const

type EmailProperty = (typeof emailProperties)[number]

/** Operations of users on themselves (Users, POST /api/v1/users/me). */
export class SelfService extends OrgService<'users' | 'oneTimeLinks' | 'tokens' | 'outbox'> {
  /**
   * Updates part of the current user's profile. A new e-mail address gets a verification mail, and replaces the old
   * one only after verification.
   *
   * @throws `Refusal` `read-only-attribute` for a property that users may not write.
   */
  update(user: UserRecord, changes: Readonly<Record<string, unknown>>): UserRecord {
    const current = this.org.users.changeable(user.id)
    this.#refuseReadOnly(current, changes)
    const profile = this.org.users.merged(current, changes)
    const sent = emailProperties.filter((name) => name in changes)
    const pending = sent.filter((name) => isNewAddress(current.profile[name], profile[name]))
    const kept = { ...profile, ...pick(current.profile, pending) }
    const next = defined(kept)
    const pendingEmails = this.#pendingEmails(current, sent, pick(profile, pending))
    const written = this.org.users.write(current, {
      ...(isSame(next, current.profile)
        ? {}
        : { profile: Object.freeze(next), lastUpdated: this.org.clock.iso() }),
      ...(isSame(pendingEmails, current.hidden.pendingEmails)
        ? {}
        : { hidden: withHidden(current.hidden, { pendingEmails }) }),
    })
    for (const name of sent) {
      // A return to the old address, or its removal, ends the verification.
      if (pending.includes(name)) this.#mailVerification(written, name)
      else this.org.oneTimeLinks.revokeVerification(written.id, name)
    }
    return written
  }

  #pendingEmails(
    user: UserRecord,
    sent: readonly EmailProperty[],
    addresses: Readonly<Record<string, unknown>>,
  ): HiddenUserState['pendingEmails'] {
    const waiting = Object.entries({ ...user.hidden.pendingEmails }).filter(
      ([name]) => !sent.includes(name as EmailProperty),
    )
    return someOf({ ...Object.fromEntries(waiting), ...addresses })
  }

  /** Sets a verified address, and uses up the token. Returns undefined for an invalid token. */
  verifyEmail(tokenValue: string): UserRecord | undefined {
    const token = this.org.tokens.live('oneTime', tokenValue)
    const user = token && this.org.users.get(token.userId)
    if (!user || !token.property) return undefined
    const { [token.property]: address, ...rest } = user.hidden.pendingEmails ?? {}
    if (address === undefined) return undefined
    const profile = this.org.users.merged(user, { [token.property]: address })
    this.org.tokens.remove(token)
    return this.org.users.write(user, {
      profile,
      lastUpdated: this.org.clock.iso(),
      hidden: withHidden(user.hidden, { pendingEmails: someOf(rest) }),
    })
  }

  /** A property with its present value is not a change: clients send whole profiles back. */
  #refuseReadOnly(user: UserRecord, changes: Readonly<Record<string, unknown>>): void {
    const readOnly = Object.keys(changes).filter((name) => {
      const permission = this.org.schemas.user.find(name)?.permission ?? 'READ_WRITE'
      return permission !== 'READ_WRITE' && (changes[name] ?? undefined) !== user.profile[name]
    })
    const causes = readOnly.map((name) => `${name}: read-only`)
    if (readOnly.length > 0) refuse('read-only-attribute', { field: readOnly[0]! }, { causes })
  }

  #mailVerification(user: UserRecord, property: EmailProperty): void {
    const token = this.org.oneTimeLinks.issue(user.id, 'email-verification', property)
    const to = user.hidden.pendingEmails![property]!
    this.org.outbox.send('email-verification', user, { to, token })
  }
}

function someOf<Value extends object>(value: Value | undefined): Value | undefined {
  return value && Object.keys(value).length > 0 ? value : undefined
}

function isNewAddress(before: unknown, after: unknown): boolean {
  return after !== undefined && after !== '' && before !== after
}

function pick(profile: UserRecord['profile'], names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, profile[name]]))
}

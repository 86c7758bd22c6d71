import { OrgService } from '../kernel/org-service.ts'
import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { wrong } from '../../contract/errors/mistakes.ts'
import { together } from '../../contract/errors/together.ts'
import type { Profile } from '../../contract/profile.ts'
import {
  type CredentialsGiven,
  isFederated,
  type PasswordParsed,
  type RecoveryParsed,
  refusePasswordByPolicy,
  withHidden,
} from './credentials-input.ts'
import { isSame } from '../kernel/same.ts'
import type { UserRecord } from './records.ts'
import { loginOf } from './users.ts'

/** A user as it is sent. */
export interface GivenUser {
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id?: string } | null | undefined
}

/** Further checks of an update. */
export type Checks = readonly (() => void)[]

/** How an update reads what was sent. */
interface Reading {
  readonly parse: (profile: object) => Profile
  /** The type of another id than the present one. */
  readonly otherType: (id: string) => UserRecord['type']
}

/**
 * Changes users as callers send them. It checks the whole input before it rejects any of it, draws a salt or writes.
 */
export class UserInput extends OrgService<'users'> {
  /**
   * Replaces a user, and removes profile properties that were not sent (Users, PUT /api/v1/users/{userId}).
   *
   * @param first Further checks, which come before all others.
   * @throws `Refusal` for every mistake.
   */
  replace(reference: string, input: GivenUser, first: Checks = []): UserRecord {
    const user = this.org.users.changeable(reference)
    return this.#change(user, input, first, {
      parse: (profile) => this.org.schemas.user.parse(profile),
      otherType: (id) => this.org.userTypes.known(id),
    })
  }

  /**
   * Updates part of a user; data that was not sent stays (Users, POST /api/v1/users/{userId}).
   *
   * @param first Further checks, which come before all others.
   * @throws `Refusal` for every mistake.
   */
  update(reference: string, input: GivenUser, first: Checks = []): UserRecord {
    const user = this.org.users.changeable(reference)
    return this.#change(user, input, first, {
      parse: (profile) => this.org.users.merged(user, profile as Readonly<Record<string, unknown>>),
      otherType: (given) => refuse('immutable-attribute', { field: 'type', present: user.type.id, given }),
    })
  }

  /** Writes the changes of an update; without changes it writes nothing (interpretation: last-updated). */
  #change(user: UserRecord, input: GivenUser, first: Checks, { parse, otherType }: Reading): UserRecord {
    const { users } = this.org
    const { credentials } = users
    const { password: givenPassword, recovery_question: question } = input.credentials ?? {}
    // A password must not contain a login, even a wrong one.
    const login = loginOf(input.profile && 'login' in input.profile ? input.profile : user.profile)
    const { id: typeId } = input.type ?? {}
    let parsed: Profile | undefined
    let { type } = user
    let password: PasswordParsed | undefined
    let recovery: RecoveryParsed | null | undefined
    together(
      ...first,
      () => void (type = typeId === undefined || typeId === type.id ? type : otherType(typeId)),
      () => void (parsed = input.profile ? parse(input.profile) : undefined),
      () => void (password = credentials.password(givenPassword, login)),
      () => void (recovery = credentials.recoveryQuestion(question, user.hidden.recovery)),
      () => this.#refuseForeign(user, password, recovery),
      () => refuseUnlessStaged(user, password),
      () => refusePasswordByPolicy(user, password, this.org.settings),
      () => users.refuseTakenLogin({ id: user.id, profile: { login } }),
    )
    const profile = parsed && !isSame(parsed, user.profile) ? parsed : user.profile
    const touched = profile !== user.profile || type !== user.type
    const changes: Partial<UserRecord> = {
      profile,
      type,
      ...this.#credentialsOf(user, password, recovery),
      ...(touched ? { lastUpdated: this.org.clock.iso() } : {}),
    }
    const names = Object.keys(changes) as (keyof UserRecord)[]
    return names.every((name) => changes[name] === user[name]) ? user : users.write(user, changes)
  }

  /** The changes for new credentials (Users, PUT and POST; administrative, so no old password). */
  #credentialsOf(
    user: UserRecord,
    password: PasswordParsed | undefined,
    recovery: RecoveryParsed | null | undefined,
  ): Partial<UserRecord> {
    if (!password && recovery === undefined) return {}
    const { clock, users } = this.org
    const hidden = password ? users.withPassword(user, password.keep()) : user.hidden
    return {
      hidden: recovery === undefined ? hidden : withHidden(hidden, { recovery: recovery?.keep() }),
      ...(password && { passwordChanged: clock.iso(), provider: users.credentials.providerOf(password) }),
    }
  }

  #refuseForeign(
    { provider }: UserRecord,
    password: PasswordParsed | undefined,
    recovery: RecoveryParsed | null | undefined,
  ): void {
    if (!isFederated(provider)) return
    const fields = [...(password ? ['password'] : []), ...(recovery ? ['recovery_question'] : [])]
    if (fields.length === 0) return
    refuseMistakes(fields.map((field) => wrong('has-none', field, { provider: provider.type, none: 'none' })))
  }
}

/** A hash or a hook is accepted only while the user is STAGED (Users, Hashed Password object). */
function refuseUnlessStaged({ status }: UserRecord, password: PasswordParsed | undefined): void {
  if (!password || password.kind === 'value' || status === 'STAGED') return
  refuseMistakes([wrong('not-staged', `password.${password.kind}`)], { field: 'password' })
}

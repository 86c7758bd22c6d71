import { OrgService } from '../kernel/org-service.ts'
import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { wrong } from '../../contract/errors/mistakes.ts'
import { together } from '../../contract/errors/together.ts'
import type { Profile } from '../../contract/profile.ts'
import {
  isFederated,
  nothingHidden,
  type PasswordParsed,
  type RecoveryParsed,
  trustedProvider,
  withHidden,
  type CredentialsGiven,
  refusePasswordByPolicy,
} from './credentials-input.ts'
import { isSame } from '../kernel/same.ts'
import type { Provider, UserRecord } from './records.ts'

/** Parsed input that creates a user (`CreateUserInput` of the contract). */
export interface CreateUser extends GivenUser {
  readonly profile: Readonly<Record<string, unknown>>
}

/** Options for a new user (Users, POST /api/v1/users, query). */
export interface CreateUserOptions {
  /** Default true. */
  readonly activate?: boolean
  /** Default false. */
  readonly provider?: boolean
  readonly nextLogin?: 'changePassword' | undefined
}

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
 * Reads users as callers send them. It checks the whole input before it rejects any of it, draws a salt or writes.
 */
export class UserInput extends OrgService<'users'> {
  /**
   * Checks a new user. The returned function builds the user without its id, as it will be stored.
   *
   * @throws `Refusal` for every mistake.
   */
  draft(
    input: GivenUser,
    { activate = true, provider = false, nextLogin }: CreateUserOptions,
  ): () => UserRecord {
    const { schemas, userTypes, clock, users } = this.org
    const { credentials } = users
    const { id: typeId } = input.type ?? {}
    const given = input.credentials ?? {}
    const login = loginOf(input.profile)
    const [profile, type, trusted, password, recovery] = together(
      () => schemas.user.parse(input.profile),
      () => (typeId === undefined ? userTypes.byDefault : this.#knownType(typeId)),
      () => (provider ? trustedProvider(given) : undefined),
      () => (provider ? undefined : credentials.password(given.password, login)),
      () => (provider ? undefined : credentials.recoveryQuestion(given.recovery_question)),
      () => this.#checkLogin('', login),
    )
    if (nextLogin === 'changePassword') {
      if (!activate) refuse('next-login-without-activation')
      if (!password) refuse('next-login-without-password')
    }
    return () => {
      const now = clock.iso()
      return {
        id: '',
        status: 'STAGED',
        created: now,
        activated: null,
        statusChanged: null,
        lastLogin: null,
        lastUpdated: now,
        passwordChanged: password ? now : null,
        type,
        profile,
        provider: trusted ?? this.#providerOf(password),
        hidden: withHidden(nothingHidden, {
          password: password?.keep(),
          recovery: recovery?.keep(),
          passwordExpired: nextLogin === 'changePassword' ? true : undefined,
        }),
      }
    }
  }

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
      otherType: (id) => this.#knownType(id),
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
      () => this.#checkLogin(user.id, login),
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

  #checkLogin(id: string, login: string): void {
    if (login !== '') this.org.users.refuseTakenLogin({ id, profile: { login } })
  }

  /** The changes for new credentials (Users, PUT and POST; administrative, so no old password). */
  #credentialsOf(
    user: UserRecord,
    password: PasswordParsed | undefined,
    recovery: RecoveryParsed | null | undefined,
  ): Partial<UserRecord> {
    if (!password && recovery === undefined) return {}
    const hidden = password ? this.org.users.withPassword(user, password.keep()) : user.hidden
    return {
      hidden: recovery === undefined ? hidden : withHidden(hidden, { recovery: recovery?.keep() }),
      ...(password ? { passwordChanged: this.org.clock.iso(), provider: this.#providerOf(password) } : {}),
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

  /** The provider of a user whose credentials the service stores; one shared object, so that it is stored once. */
  #providerOf(password: PasswordParsed | undefined): Provider {
    return password?.kind === 'hash' ? importedProvider : this.org.ownProvider
  }

  #knownType(id: string): { readonly id: string } {
    if (!this.org.userTypes.ids.includes(id)) {
      return refuse('type-unknown', { at: 'type', id })
    }
    return this.org.userTypes.reference(id)
  }
}

/** A hash or a hook is accepted only while the user is STAGED (Users, Hashed Password object). */
function refuseUnlessStaged({ status }: UserRecord, password: PasswordParsed | undefined): void {
  if (!password || password.kind === 'value' || status === 'STAGED') return
  refuseMistakes([wrong('not-staged', `password.${password.kind}`)], { field: 'password' })
}

function loginOf(profile: object | null | undefined): string {
  const login: unknown = profile && 'login' in profile ? profile.login : undefined
  return typeof login === 'string' ? login : ''
}

const importedProvider: Provider = Object.freeze({ type: 'IMPORT', name: 'IMPORT' })

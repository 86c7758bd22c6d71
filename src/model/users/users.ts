import { foldLogin } from '../../contract/formats/index.ts'
import { refuse, refuseInput } from '../../contract/errors.ts'
import { profileMessages } from '../../contract/profile.ts'
import type { UserStatus } from '../../contract/user-lifecycle.ts'
import {
  type CredentialsGiven,
  CredentialsReader,
  isFederated,
  nothingHidden,
  type PasswordParsed,
  trustedProvider,
  withHidden,
} from './credentials-input.ts'
import type { Page } from '../kernel/paged-list.ts'
import { matchesAny, type PasswordPolicy, type StoredPassword } from './password/index.ts'
import type { HiddenUserState, Provider, RecoveryQuestion, UserRecord } from './records.ts'
import { DuplicateKeyError } from '../store/errors.ts'
import { SearchLag } from '../kernel/search-lag.ts'
import { createUserCollection, sharingUsers, type UserCollection } from './user-collection.ts'
import { UserList, type UserListQuery } from './user-list.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import { refusePasswordByPolicy } from './enrolment.ts'
import type { ProfileSchema } from './profile-schemas.ts'
import type { UserTypes } from './user-types.ts'
import type { CreateUser, CreateUserOptions, UpdateUser, UserListener } from './user-input.ts'

export type { CreateUser, CreateUserOptions, UpdateUser, UserListener } from './user-input.ts'

/** Who `me` is. */
interface Caller {
  readonly userId?: string | undefined
}

/** What users need of the organisation. */
interface Needs {
  readonly clock: Clock
  readonly random: Random
  readonly settings: Pick<OrgSettings, 'searchLag' | 'optionalPassword' | 'activationWithoutPassword'>
  readonly policy: { readonly value: PasswordPolicy }
  readonly schema: ProfileSchema
  readonly types: UserTypes
  /** The provider of users whose credentials are kept here. */
  readonly ownProvider: Provider
}

/** The users of an organisation: looked up, listed, created and updated. */
export class Users {
  readonly collection: UserCollection
  readonly credentials: CredentialsReader
  readonly #org: Needs
  /** How far searches see. */
  readonly lag: SearchLag<UserRecord>
  readonly #list: UserList
  #listeners: readonly UserListener[] = []

  constructor(org: Needs) {
    this.#org = org
    this.collection = createUserCollection(sharingUsers((id) => org.types.reference(id)))
    this.lag = new SearchLag(org.clock, () => org.settings.searchLag)
    this.#list = new UserList(this.collection, this.lag, () => org.schema.custom)
    this.credentials = new CredentialsReader(() => org.policy.value, org.random.fork('credentials'))
  }

  /** Is told of every write from now on. */
  onChange(listener: UserListener): void {
    this.#listeners = [...this.#listeners, listener]
  }

  /**
   * The user that a path names: by id, login, or short name when it is unambiguous; `me` is the caller
   * (document 3, What the service does).
   *
   * @throws Refusal `not-found` when there is none.
   */
  resolve(reference: string, caller?: Caller): UserRecord {
    if (reference === 'me' && caller) return this.#me(caller)
    return this.find(reference) ?? refuse('not-found', { id: reference, kind: 'User' })
  }

  /** The user with this id, login or unambiguous short name, if there is one. */
  find(reference: string): UserRecord | undefined {
    const byId = this.collection.get(reference)
    if (byId || reference.includes('/')) return byId
    const folded = foldLogin(reference)
    const byLogin = this.collection.by('login', folded)
    if (byLogin) return byLogin
    const [first, second] = this.collection.allBy('shortName', folded)
    return second === undefined ? first : undefined
  }

  /** The user with this very id. */
  get(id: string): UserRecord | undefined {
    return this.collection.get(id)
  }

  /** A page of users. */
  list(query: UserListQuery): Page<UserRecord> {
    return this.#list.page(query)
  }

  /** Replaces a user: profile properties that are not sent go (document 3, PUT /api/v1/users/{userId}). */
  replace(reference: string, input: UpdateUser): UserRecord {
    const user = this.changeable(reference)
    const type = this.#newType(user, input)
    const profile = input.profile ? this.#org.schema.parse(input.profile) : user.profile
    return this.#update(user, { profile, type, input })
  }

  /** Updates some of a user: what is not sent stays (document 3, POST /api/v1/users/{userId}). */
  update(reference: string, input: UpdateUser): UserRecord {
    const user = this.changeable(reference)
    if (input.type && input.type.id !== user.type.id) refuse('immutable-attribute', { field: 'type' })
    const profile = input.profile ? this.merged(user, input.profile) : user.profile
    return this.#update(user, { profile, type: user.type, input })
  }

  /** A profile with some properties changed; null takes one away. */
  merged(user: UserRecord, changes: Readonly<Record<string, unknown>>): UserRecord['profile'] {
    return this.#org.schema.parse({ ...user.profile, ...changes })
  }

  /**
   * A user that may be changed now.
   *
   * @throws Refusal `not-found`, or `transition-in-progress` while a transition is under way.
   */
  changeable(reference: string, caller?: Caller): UserRecord {
    const user = this.resolve(reference, caller)
    const target = user.transitioningToStatus
    if (target) refuse('transition-in-progress', {}, [`The user is on its way to ${target}.`])
    return user
  }

  /** Adds a record and tells who listens. */
  insert(user: UserRecord): UserRecord {
    const stored = this.#stored(user)
    this.lag.note(user.id, undefined)
    this.#tell(undefined, stored, this.collection.sequenceOf(user.id)!)
    return stored
  }

  #stored(user: UserRecord): UserRecord {
    try {
      return this.collection.insert(user)
    } catch (error) {
      if (error instanceof DuplicateKeyError) this.refuseTakenLogin(user)
      throw error
    }
  }

  /** Replaces a record by one with some members changed, and tells who listens. */
  write(
    before: UserRecord,
    changes: { readonly [Name in keyof UserRecord]?: UserRecord[Name] | undefined },
  ): UserRecord {
    const current = this.collection.get(before.id) ?? before
    const { transitioningToStatus, ...rest } = { ...current, ...changes }
    const after = (
      transitioningToStatus === undefined ? rest : { ...rest, transitioningToStatus }
    ) as UserRecord
    if (changes.profile) this.refuseTakenLogin(after)
    const stored = this.collection.put(after)
    this.lag.note(before.id, current)
    this.#tell(current, stored, this.collection.sequenceOf(after.id)!)
    return stored
  }

  /** A record with another status, and the time at which it changed. */
  withStatus(user: UserRecord, status: UserStatus): Partial<UserRecord> {
    if (status === user.status) return {}
    const now = this.#org.clock.iso()
    return { status, statusChanged: now, lastUpdated: now }
  }

  /** Takes a user out for good, and tells who listens. */
  remove(user: UserRecord): void {
    const place = this.collection.sequenceOf(user.id)
    const removed = this.collection.remove(user.id)
    if (!removed || place === undefined) return
    this.lag.note(user.id, removed, place)
    this.#tell(removed, undefined, place)
  }

  /** Hidden state after a new password: the old one goes into the history, an expired one is no longer. */
  withPassword(user: UserRecord, password: HiddenUserState['password'] | undefined): HiddenUserState {
    const { password: old, passwordHistory = [] } = user.hidden
    const { historyCount } = this.#org.policy.value
    const remembered = old && old.kind !== 'hook' ? [old, ...passwordHistory] : passwordHistory
    const history = remembered.slice(0, historyCount)
    return withHidden(user.hidden, {
      password,
      passwordHistory: history.length > 0 ? history : undefined,
      passwordExpired: undefined,
      failedSignIns: undefined,
    })
  }

  /**
   * What a new password that its owner gives changes of a user.
   *
   * @throws Refusal `update-credentials-failed` when it is against the policy.
   */
  passwordChange(user: UserRecord, value: string): Partial<UserRecord> {
    const problem = this.credentials.policyProblem(value, String(user.profile.login))
    if (problem !== undefined) refuse('update-credentials-failed', {}, [problem])
    return {
      hidden: this.withPassword(user, this.credentials.keep(value)),
      passwordChanged: this.#org.clock.iso(),
      provider: this.#org.ownProvider,
    }
  }

  /** Whether a password is one of those that the history remembers. */
  isRemembered(user: UserRecord, candidate: string): boolean | Promise<boolean> {
    const { password, passwordHistory = [] } = user.hidden
    const all: StoredPassword[] = password && password.kind !== 'hook' ? [password] : []
    return matchesAny([...all, ...passwordHistory].slice(0, this.#org.policy.value.historyCount), candidate)
  }

  /** The current user. */
  #me(caller: Caller): UserRecord {
    const user = caller.userId === undefined ? undefined : this.collection.get(caller.userId)
    return user ?? refuse('not-found', { id: 'me', kind: 'User' })
  }

  /** Refuses a login that another user has, be it in another case or with other diacritical marks. */
  refuseTakenLogin(user: Pick<UserRecord, 'id' | 'profile'>): void {
    const holder = this.collection.by('login', foldLogin(String(user.profile.login)))
    if (holder && holder.id !== user.id) refuseInput('login', [`login: ${profileMessages.taken}`])
  }

  #tell(before: UserRecord | undefined, after: UserRecord | undefined, sequence: number): void {
    for (const listener of this.#listeners) listener(before, after, sequence)
  }

  /**
   * A new user without its id, as it will be stored; nothing is.
   *
   * @throws Refusal for whatever is wrong with it.
   */
  draft(input: CreateUser, { activate = true, provider = false, nextLogin }: CreateUserOptions): UserRecord {
    const profile = this.#org.schema.parse(input.profile)
    const type = input.type ? this.#knownType(input.type) : this.#org.types.byDefault
    const given = input.credentials ?? {}
    const trusted = provider ? trustedProvider(given) : undefined
    const password = trusted ? undefined : this.credentials.password(given.password, String(profile.login))
    const recovery = trusted ? undefined : this.credentials.recoveryQuestion(given.recovery_question)
    if (nextLogin === 'changePassword') {
      if (!activate) refuse('next-login-without-activation')
      if (!password) refuse('next-login-without-password')
    }
    const now = this.#org.clock.iso()
    this.refuseTakenLogin({ id: '', profile })
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
      provider: trusted ?? this.providerOf(password),
      hidden: withHidden(nothingHidden, {
        password: password?.stored,
        recovery: recovery ?? undefined,
        passwordExpired: nextLogin === 'changePassword' ? true : undefined,
      }),
    }
  }

  /** The provider of a user whose credentials are kept here; one value for all, so that it is stored once. */
  providerOf(password: PasswordParsed | undefined): Provider {
    return password?.kind === 'hash' ? importedProvider : this.#org.ownProvider
  }

  #knownType(type: { readonly id: string }): { readonly id: string } {
    if (!this.#org.types.ids.includes(type.id)) {
      return refuseInput('type', [`type: There is no user type with the id ${type.id}`])
    }
    return this.#org.types.reference(type.id)
  }

  #newType(user: UserRecord, input: UpdateUser): UserRecord['type'] {
    if (!input.type || input.type.id === user.type.id) return user.type
    return this.#knownType(input.type)
  }

  #update(
    user: UserRecord,
    change: {
      readonly profile: UserRecord['profile']
      readonly type: UserRecord['type']
      readonly input: UpdateUser
    },
  ): UserRecord {
    const { profile, type, input } = change
    const credentials = this.#newCredentials(user, input.credentials, String(profile.login))
    this.refuseTakenLogin({ id: user.id, profile })
    const touched = profile !== user.profile || type !== user.type
    return this.write(user, {
      profile,
      type,
      ...credentials,
      ...(touched ? { lastUpdated: this.#org.clock.iso() } : {}),
    })
  }

  /** What new credentials change of a user (document 3, PUT and POST; administrative, so no old password). */
  #newCredentials(
    user: UserRecord,
    given: CredentialsGiven | null | undefined,
    login: string,
  ): Partial<UserRecord> {
    if (!given) return {}
    const password = this.credentials.password(given.password, login)
    const recovery = this.credentials.recoveryQuestion(given.recovery_question, user.hidden.recovery)
    if (!password && recovery === undefined) return {}
    this.#refuseForeignCredentials(user, password, recovery)
    const hidden = password ? this.withPassword(user, password.stored) : user.hidden
    return {
      hidden: recovery === undefined ? hidden : withHidden(hidden, { recovery: recovery ?? undefined }),
      ...(password ? { passwordChanged: this.#org.clock.iso(), provider: this.providerOf(password) } : {}),
    }
  }

  #refuseForeignCredentials(
    user: UserRecord,
    password: PasswordParsed | undefined,
    recovery: RecoveryQuestion | null | undefined,
  ): void {
    if (isFederated(user.provider)) {
      const field = password ? 'password' : 'recovery_question'
      if (password || recovery) {
        refuseInput(field, [`${field}: A user with provider ${user.provider.type} has none`])
      }
    }
    if (password && password.kind !== 'value' && user.status !== 'STAGED') {
      refuseInput('password', [`password.${password.kind}: Can be set only while the user is STAGED`])
    }
    refusePasswordByPolicy(user, password, this.#org.settings)
  }
}

const importedProvider: Provider = Object.freeze({ type: 'IMPORT', name: 'IMPORT' })

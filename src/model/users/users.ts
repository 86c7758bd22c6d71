import { foldLogin } from '../../contract/formats/index.ts'
import { refuse, refuseInput } from '../../contract/errors.ts'
import { Findings } from '../../contract/findings.ts'
import { type Profile, profileMessages } from '../../contract/profile.ts'
import type { UserStatus } from '../../contract/user-lifecycle.ts'
import { CredentialsReader, withHidden } from './credentials-input.ts'
import type { Page } from '../kernel/paged-list.ts'
import { matchesAny, type PasswordPolicy, type StoredPassword } from './password/index.ts'
import { type HiddenUserState, type Provider, type UserRecord, writtenOut } from './records.ts'
import { SearchLag } from '../kernel/search-lag.ts'
import { createUserCollection, sharingUsers, type UserCollection } from './user-collection.ts'
import { UserList, type UserListQuery } from './user-list.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import type { ProfileSchema } from './profile-schemas.ts'
import type { UserTypes } from './user-types.ts'
import { UserDrafts } from './user-drafts.ts'
import type { CreateUserOptions, GivenUser, UpdateUser, UserListener } from './user-input.ts'

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
  readonly #drafts: UserDrafts
  #listeners: readonly UserListener[] = []

  constructor(org: Needs) {
    this.#org = org
    this.collection = createUserCollection(sharingUsers((id) => org.types.reference(id)))
    this.lag = new SearchLag(org.clock, () => org.settings.searchLag)
    this.#list = new UserList(this.collection, this.lag, () => org.schema.custom)
    this.credentials = new CredentialsReader(() => org.policy.value, org.random.fork('credentials'))
    this.#drafts = new UserDrafts({
      ...org,
      credentials: this.credentials,
      refuseTakenLogin: (user) => this.refuseTakenLogin(user),
      withPassword: (user, password) => this.withPassword(user, password),
    })
  }

  /** Is told of every write from now on. */
  onChange(listener: UserListener): void {
    this.#listeners = [...this.#listeners, listener]
  }

  /**
   * The user that a path names: by id, login, or short name when it is unambiguous; `me` is the caller
   * (Users, What the service does).
   *
   * @throws Refusal `not-found` when there is none.
   */
  resolve(reference: string, caller?: Caller): UserRecord {
    if (reference === 'me' && caller) return this.#me(caller)
    return this.find(reference) ?? this.#refuseUnknown(reference)
  }

  #refuseUnknown(reference: string): never {
    const named = { id: reference, kind: 'User' }
    const shorts = reference.includes('/') ? [] : this.collection.allBy('shortName', foldLogin(reference))
    if (shorts.length === 0) return refuse('not-found', named)
    const found = [`${shorts.length} users have the short name ${reference}`]
    return refuse('not-found', named, undefined, { because: 'ambiguous-name', found })
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

  /** Replaces a user: profile properties that are not sent go (Users, PUT /api/v1/users/{userId}). */
  replace(reference: string, input: UpdateUser): UserRecord {
    return this.replacing(reference, input)()
  }

  /** Updates some of a user: what is not sent stays (Users, POST /api/v1/users/{userId}). */
  update(reference: string, input: UpdateUser): UserRecord {
    return this.updating(reference, input)()
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
      this.refuseTakenLogin(user)
      throw error
    }
  }

  /** Replaces a record by one with some members changed, and tells who listens. */
  write(
    before: UserRecord,
    changes: { readonly [Name in keyof UserRecord]?: UserRecord[Name] | undefined },
  ): UserRecord {
    const current = this.collection.get(before.id) ?? before
    const after = writtenOut({ ...current, ...changes } as UserRecord)
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
    this.refuseByPolicy(user, value)
    return {
      hidden: this.withPassword(user, this.credentials.keep(value)),
      passwordChanged: this.#org.clock.iso(),
      provider: this.#org.ownProvider,
    }
  }

  /** @throws Refusal `update-credentials-failed` for a new password that the policy has something against. */
  refuseByPolicy(user: UserRecord, value: string): void {
    const problem = this.credentials.policyProblem(value, String(user.profile.login))
    if (problem === undefined) return
    const requirements = /Password requirements: (.*)\.$/.exec(problem)?.[1] ?? ''
    refuse('update-credentials-failed', { requirements }, [problem], { because: 'password-policy' })
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
    const found = ['The token is of no user who exists']
    return user ?? refuse('not-found', { id: 'me', kind: 'User' }, undefined, { because: 'nobody', found })
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
   * Checks a new user. What it returns makes the user without its id, as it will be stored.
   *
   * @param found What is wrong beside it.
   * @throws Refusal for whatever is wrong with it.
   */
  drafting(input: GivenUser, options: CreateUserOptions, found = new Findings()): () => UserRecord {
    return this.#drafts.create(input, options, found)
  }

  /**
   * Checks the replacement of a user: profile properties that are not sent go (Users, PUT
   * /api/v1/users/{userId}). What it returns writes it.
   *
   * @throws Refusal for whatever is wrong with it.
   */
  replacing(reference: string, input: GivenUser, found = new Findings()): () => UserRecord {
    const user = this.changeable(reference)
    const parse = (profile: object): Profile => this.#org.schema.parse(profile)
    const changes = this.#drafts.change(user, input, found, { parse, mayChangeType: true })
    return () => this.#change(user, changes())
  }

  /**
   * Checks an update of some of a user: what is not sent stays (Users, POST /api/v1/users/{userId}). What it
   * returns writes it.
   *
   * @throws Refusal for whatever is wrong with it.
   */
  updating(reference: string, input: GivenUser, found = new Findings()): () => UserRecord {
    const user = this.changeable(reference)
    const parse = (profile: object): Profile => this.merged(user, { ...profile })
    const changes = this.#drafts.change(user, input, found, { parse, mayChangeType: false })
    return () => this.#change(user, changes())
  }

  /** Writes what an update changes; one that changes nothing writes nothing (decision: last-updated). */
  #change(user: UserRecord, changes: Partial<UserRecord>): UserRecord {
    const names = Object.keys(changes) as (keyof UserRecord)[]
    return names.every((name) => changes[name] === user[name]) ? user : this.write(user, changes)
  }
}

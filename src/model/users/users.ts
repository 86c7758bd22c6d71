import { OrgService } from '../kernel/org-service.ts'
import { foldLogin } from '../../contract/formats/index.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { userQueries } from '../../contract/resources/user.ts'
import { type UserStatus, userStatuses } from '../../contract/user-lifecycle.ts'
import { filterOf, fold, searchOf } from '../../query/index.ts'
import { CredentialsReader, withHidden, nothingHidden } from './credentials-input.ts'
import { type ListQuery, type Page, SearchableList } from '../store/searchable-list.ts'
import type { StoredPassword, Verdicts } from './password/index.ts'
import type { HiddenUserState, Provider, UserRecord } from './records.ts'
import { SearchLag } from '../store/search-lag.ts'
import type { Coding } from '../kernel/stored.ts'

const searchWith = searchOf('user', userQueries)
const filter = filterOf('user', userQueries)

/** The user behind `me`. */
interface Caller {
  readonly userId?: string | undefined
}

/**
 * The users of an organisation: finds, lists and writes them. The folder owns the tables `users`, `transitions` and
 * `mails`, and the schemas of profiles.
 *
 * - `records.ts` says what a user is, `profile-schemas.ts` what its profile may have.
 * - `user-input.ts` and `credentials-input.ts` read what callers send. `../registration.ts` creates users.
 * - `lifecycle.ts` moves users from status to status, and `transitions.ts` has those that take time.
 * - `sign-in.ts`, `second-factor.ts` and `password-hook.ts` let users in, `one-time-links.ts` those with a link.
 * - `self-service.ts`, `credential-operations.ts` and `password-recovery.ts` have the operations of users on themselves.
 * - `outbox.ts` keeps the mails. `password/index.ts` has policy, hashes and verification.
 */
export class Users extends OrgService {
  readonly collection = this.org.tables.users
  readonly credentials = new CredentialsReader(this.org)
  /** How late searches see changes. */
  readonly lag = new SearchLag<UserRecord>(this.org)
  readonly #list = new SearchableList<UserRecord>(this.collection, this.lag, {
    search: searchWith({
      get: (name) => this.org.schemas.user.queryType(name),
      keys: () => this.org.schemas.user.names,
    }),
    filter,
    isListed: ({ status }) => status !== 'DEPROVISIONED',
    keywords: ['profile.firstName', 'profile.lastName', 'profile.email'],
    sortedBy: 'profile.lastName',
    indexed: (property, values) => this.#indexed(property, values),
  })

  constructor(org: Users['org']) {
    super(org)
    this.collection.coding = sharingUsers((id) => org.userTypes.reference(id))
  }

  /**
   * The user that a path names (Users, What the service does). By id, login, or unambiguous short name; `me` is the
   * caller.
   *
   * @throws `Refusal` `not-found` for an unknown user.
   */
  resolve(reference: string, caller?: Caller): UserRecord {
    if (reference === 'me' && caller) return this.#me(caller)
    return this.find(reference) ?? this.#refuseUnknown(reference)
  }

  #refuseUnknown(reference: string): never {
    const named = { id: reference, kind: 'User' }
    const shorts = reference.includes('/') ? [] : this.collection.allBy('shortName', foldLogin(reference))
    if (shorts.length === 0) return refuse('not-found', named)
    return refuse('ambiguous-name', { ...named, count: shorts.length })
  }

  /** The user with this id, login or unambiguous short name; undefined for an unknown one. */
  find(reference: string): UserRecord | undefined {
    const byId = this.collection.get(reference)
    return byId || reference.includes('/') ? byId : this.named(reference)
  }

  /** The user with this login or unambiguous short name; undefined for an unknown one. */
  named(login: string): UserRecord | undefined {
    const folded = foldLogin(login)
    const byLogin = this.collection.by('login', folded)
    if (byLogin) return byLogin
    const [first, second] = this.collection.allBy('shortName', folded)
    return second === undefined ? first : undefined
  }

  get(id: string): UserRecord | undefined {
    return this.collection.get(id)
  }

  /** A page of users. */
  list(query: ListQuery<UserRecord>): Page<UserRecord> {
    return this.#list.page(query)
  }

  /** A profile with some properties changed; null removes one. */
  merged(user: UserRecord, changes: Readonly<Record<string, unknown>>): UserRecord['profile'] {
    return this.org.schemas.user.parse({ ...user.profile, ...changes })
  }

  /**
   * The user, if it may be changed now.
   *
   * @throws `Refusal` `not-found`, or `transition-in-progress` during a transition.
   */
  changeable(reference: string, caller?: Caller): UserRecord {
    const user = this.resolve(reference, caller)
    const target = user.transitioningToStatus
    if (target) {
      const change = target === 'DEPROVISIONED' ? 'deactivated' : 'activated'
      refuse('transition-in-progress', { change, target })
    }
    return user
  }

  /** Adds a record. */
  insert(user: UserRecord): UserRecord {
    try {
      return this.collection.insert(user)
    } catch (error) {
      this.refuseTakenLogin(user)
      throw error
    }
  }

  /** Replaces a record by one with some members changed. */
  write(before: UserRecord, changes: UserChanges): UserRecord {
    const current = this.collection.get(before.id) ?? before
    const after = changed(current, changes)
    if (changes.profile) this.refuseTakenLogin(after)
    return this.collection.put(after)
  }

  /** The changes for a new status, with its time. */
  withStatus(user: UserRecord, status: UserStatus): Partial<UserRecord> {
    if (status === user.status) return {}
    const now = this.org.clock.iso()
    return { status, statusChanged: now, lastUpdated: now }
  }

  /** Hidden state after a new password: the old one goes into the history, and the mark of expiry is removed. */
  withPassword(user: UserRecord, password: HiddenUserState['password'] | undefined): HiddenUserState {
    const { password: old, passwordHistory = [] } = user.hidden
    const { historyCount } = this.org.passwordPolicy
    const remembered = old && old.kind !== 'hook' ? [old, ...passwordHistory] : passwordHistory
    const history = remembered.slice(0, historyCount)
    return withHidden(user.hidden, {
      password,
      passwordHistory: history.length > 0 ? history : undefined,
      passwordExpired: undefined,
      failedSignIns: undefined,
    })
  }

  /** The changes for a new password of the owner, which meets the policy. */
  passwordChange(user: UserRecord, value: string): Partial<UserRecord> {
    return {
      hidden: this.withPassword(user, this.credentials.keep(value)),
      passwordChanged: this.org.clock.iso(),
      provider: this.org.ownProvider,
    }
  }

  /** Whether a password is the present one, or one in the history. */
  isRemembered(user: UserRecord, candidate: string, known: Verdicts): boolean {
    const { password, passwordHistory = [] } = user.hidden
    const all: StoredPassword[] = password && password.kind !== 'hook' ? [password] : []
    const { historyCount } = this.org.passwordPolicy
    return [...all, ...passwordHistory].slice(0, historyCount).some((each) => known.matches(each, candidate))
  }

  /** Whether the tokens of a user do not work now: it is suspended (interpretation: suspended-tokens). */
  holdsTokensOf(id = ''): boolean {
    return this.collection.get(id)?.status === 'SUSPENDED'
  }

  /** The users that an index finds. A status of most users does not help: a scan needs no list of candidates. */
  #indexed(property: string, values: readonly string[]): readonly (UserRecord | undefined)[] | undefined {
    const { collection } = this
    switch (property) {
      case 'id':
        return values.map((id) => collection.get(id))
      case 'profile.login':
        return values.flatMap((login) => collection.by('login', foldLogin(login)) ?? [])
      case 'profile.email':
        return values.flatMap((email) => collection.allBy('email', fold(email)))
      case 'status': {
        const status = userStatuses.find((each) => each === values[0]?.toUpperCase())
        if (values.length > 1 || !status) return undefined
        const isOfMost = collection.countBy('status', status) > collection.size / 8
        return isOfMost ? undefined : collection.allBy('status', status)
      }
      default:
        return undefined
    }
  }

  /** The current user. */
  #me(caller: Caller): UserRecord {
    const user = caller.userId === undefined ? undefined : this.collection.get(caller.userId)
    return user ?? refuse('nobody', { id: 'me', kind: 'User' })
  }

  /** Rejects a login of another user, also in another case or with other diacritical marks. */
  refuseTakenLogin(user: Pick<UserRecord, 'id' | 'profile'>): void {
    const holder = this.collection.by('login', foldLogin(String(user.profile.login)))
    if (holder && holder.id !== user.id) refuse('login-taken', { at: 'login' })
  }
}

/** The login in a profile as it is sent; empty if there is no text. */
export function loginOf(profile: object | null | undefined): string {
  const login: unknown = profile && 'login' in profile ? profile.login : undefined
  return typeof login === 'string' ? login : ''
}

/** Changes to a user record; undefined removes a member. */
export type UserChanges = { readonly [Name in keyof UserRecord]?: UserRecord[Name] | undefined }

/** A user with some members changed. */
export function changed(user: UserRecord, changes: UserChanges): UserRecord {
  return writtenOut({ ...user, ...changes } as UserRecord)
}

/**
 * The same record, written out member by member. A record that is spread from others keeps most members in a second
 * object, with room for more. It takes 41 bytes more for each activated user, whose bar is 650 bytes.
 */
function writtenOut(user: UserRecord): UserRecord {
  const { transitioningToStatus } = user
  const written: UserRecord = {
    id: user.id,
    status: user.status,
    created: user.created,
    activated: user.activated,
    statusChanged: user.statusChanged,
    lastLogin: user.lastLogin,
    lastUpdated: user.lastUpdated,
    passwordChanged: user.passwordChanged,
    type: user.type,
    profile: user.profile,
    provider: user.provider,
    hidden: user.hidden,
  }
  return transitioningToStatus ? { ...written, transitioningToStatus } : written
}

/**
 * Converts rows to users. Equal values of most users become one shared object again. Otherwise a hundred thousand
 * users would take twice the memory.
 */
function sharingUsers(typeOf: (id: string) => UserRecord['type']): Coding<UserRecord> {
  const providers = new Map<string, Provider>()
  const providerOf = (provider: Provider): Provider => {
    const key = JSON.stringify(provider)
    const known = providers.get(key)
    if (!known) providers.set(key, provider)
    return known ?? provider
  }
  return {
    encode: (user) => user,
    decode(row) {
      const user = row as UserRecord
      const hidden = Object.keys(user.hidden).length === 0 ? nothingHidden : user.hidden
      return writtenOut({ ...user, type: typeOf(user.type.id), provider: providerOf(user.provider), hidden })
    },
  }
}

import type { OrgOptions } from './kernel/options.ts'
import { passwordPolicy } from './users/password/index.ts'
import { customisedUserProperties } from './users/profile-schemas.ts'
import type { UserRecord } from './users/records.ts'
import { Snapshots } from './kernel/snapshots.ts'
import { type StateSnapshot } from './kernel/state.ts'
import { settingsState } from './kernel/settings-state.ts'
import { settingsFrom, underSettings } from './kernel/settings.ts'
import { Persistence, type PersistOptions, type RowStore } from './kernel/persistence.ts'
import { sortRows } from './kernel/state-log.ts'
import { OrgState } from './org-state.ts'
import { OrgParts } from './org-parts.ts'

/** What is held by browsers and clients under one address, and is nothing under another. */
const ofOneAddress = [
  'sessions',
  'accessTokens',
  'authorizationCodes',
  'deviceCodes',
  'interactions',
  'replayMemory',
] as const

/**
 * One organisation, in memory: everything that the service knows. It knows no HTTP; handlers, the control
 * plane and fixtures act on it.
 */
export class Org extends OrgParts {
  readonly snapshots = new Snapshots(this)
  /** Its state as a whole, in memory and as rows. */
  readonly state: OrgState
  /** Keeps what changes, where somebody has it kept. */
  persistence: Persistence | undefined
  readonly #endListeners = new Set<() => void>()

  /**
   * @throws TypeError that lists every mistake in the options.
   * @throws RangeError that names a setting of the password policy that cannot be.
   */
  constructor(given: OrgOptions = {}, { foundedAt }: { readonly foundedAt?: number } = {}) {
    super(given)
    this.state = new OrgState(this, {
      identity: this.identityState(),
      settings: settingsState(this.settings, settingsFrom(this.options)),
      passwordPolicy: this.policy,
    })
    this.#found(foundedAt)
  }

  /** Value of the super administrator's API token; empty when it was revoked and there is no other. */
  get apiToken(): string {
    return this.principals.apiTokens().find(({ role }) => role === 'SUPER_ADMIN')?.value ?? ''
  }

  /** Takes down the whole state; cheap, since records are shared. */
  snapshot(): StateSnapshot {
    return this.state.snapshot()
  }

  /** Brings back a state taken down by `snapshot`. Transitions that were under way no longer complete. */
  restore(snapshot: StateSnapshot): void {
    this.state.restore(snapshot)
  }

  /**
   * Becomes a copy of an organisation that was made with the same `seed`: records, settings, mails and time. Its
   * administrator's token stays its own; sessions and signed tokens are left behind, for they are of the other's
   * address. `reset` then goes back to the copy. Costs little, since records are shared.
   */
  become(source: Org): void {
    const token = this.principals.apiTokens().find(({ id }) => id === this.principals.ownTokenId)
    const state = new Map(source.snapshot())
    state.set('ids', this.ids.adopted(source.ids.snapshot()))
    const own = this.snapshot()
    for (const name of ofOneAddress) state.set(name, own.get(name))
    this.clock.follow(source.clock)
    this.restore(state)
    this.principals.removeAccessTokens(({ id }) => source.accessTokens.collection.get(id) !== undefined)
    if (token) this.principals.replaceApiToken(token)
    this.markSeeded()
  }

  /** Makes the present state the one that `reset` goes back to. It was there all along: searches see it at once. */
  markSeeded(): void {
    this.state.markSeeded()
    this.traffic.recorder.clear()
  }

  /** Goes back to what every organisation has: no world, no seed. `reset` still goes back to these. */
  clear(): void {
    this.state.clear()
  }

  /** Goes back to the seeded state: records, ids and clock. The journal is emptied and faults end. */
  reset(): void {
    this.traffic.clear()
    this.clock.reset()
    this.state.reset()
  }

  /** Has every change kept by a store, each before the reply that tells of it is sent. */
  persist(store: RowStore, { withAll = false }: PersistOptions = {}): Persistence {
    return (this.persistence = new Persistence(this.state.log, store, {
      withAll,
      load: (rows) => this.state.load(sortRows(rows)),
    }))
  }

  /** Calls back when the organisation is let go for good; returns what stops that. */
  onEnd(listener: () => void): () => void {
    this.#endListeners.add(listener)
    return () => this.#endListeners.delete(listener)
  }

  /** Lets the organisation go: nothing falls due any more, and who waits for what happens in it hears of the end. */
  end(): void {
    this.clock.dispose()
    for (const listener of this.#endListeners) listener()
    this.#endListeners.clear()
  }

  /** What every organisation has: a user type, the everyone group, and an administrator with an API token. */
  #found(foundedAt = this.clock.now()): void {
    const time = this.clock.state.snapshot()
    this.clock.state.restore({ standing: foundedAt })
    this.foundedAt = foundedAt
    this.userTypes.add(this.ids)
    this.authorizationServers.found()
    this.groups.foundEveryone()
    const administrator = this.#foundAdministrator()
    this.userSchema.restore(customisedUserProperties(this.options))
    this.policy.value = passwordPolicy(this.options.passwordPolicy)
    this.principals.ownTokenId = this.ids('apiToken')
    this.principals.addApiToken({
      id: this.principals.ownTokenId,
      value: this.options.apiToken ?? this.ids.apiTokenValue(),
      userId: administrator.id,
      role: 'SUPER_ADMIN',
    })
    this.clock.state.restore(time)
    this.markSeeded()
    this.state.markFounded()
  }

  /** The administrator is there before the options say what logins and passwords are like, and is ACTIVE. */
  #foundAdministrator(): UserRecord {
    return underSettings(this.settings, { transitionDelay: 0 }, () =>
      this.registration.create({
        profile: {
          login: 'admin@example.com',
          email: 'admin@example.com',
          firstName: 'Ada',
          lastName: 'Admin',
        },
        credentials: { password: { value: this.ids.temporaryPassword() } },
      }),
    )
  }
}

import type { OrgOptions } from './kernel/org-options.ts'
import { passwordPolicy } from './users/password/index.ts'
import { customisedUserProperties } from './users/profile-schemas.ts'
import type { UserRecord } from './users/records.ts'
import { addClientsOfOptions } from './oauth/chosen-clients.ts'
import { Snapshots } from './store/snapshots.ts'
import type { StateSnapshot } from './kernel/stored.ts'
import { underSettings } from './kernel/settings.ts'
import { Persistence, type PersistOptions, type RowStore } from './kernel/persistence.ts'
import type { Extension, Service } from './kernel/service.ts'
import { sortRows } from './kernel/state-log.ts'
import { OrgState } from './org-state.ts'
import { OrgServices } from './org-services.ts'
import { react } from './reactions.ts'
import { takenIds } from './tables.ts'

/**
 * One organisation, in memory: everything that the service stores. It does not use HTTP; handlers, the control plane
 * and fixtures act on it.
 */
export class Org extends OrgServices {
  readonly snapshots = new Snapshots(this)
  /** Its state as a whole, in memory and as rows. */
  readonly state: OrgState
  /** Answers requests. Not in a WeakMap by organisation, whose entries outlive collections of young objects. */
  service: Service | undefined
  /** The user's own endpoints, if any. */
  extension: Extension | undefined
  /** Stores changes, if persistence was started. */
  persistence: Persistence | undefined
  /** How often it was reset: those who remember earlier calls forget them then. */
  resets = 0
  readonly #endListeners = new Set<() => void>()

  /**
   * @throws TypeError that lists every mistake in the options.
   * @throws RangeError for a password policy that no password can meet.
   */
  constructor(given: OrgOptions = {}, { foundedAt }: { readonly foundedAt?: number } = {}) {
    super(given)
    this.ids.avoid(takenIds(this.tables))
    react(this)
    this.state = new OrgState(this)
    this.#found(foundedAt)
  }

  /** Value of the super administrator's API token; empty when it was revoked and no other exists. */
  get apiToken(): string {
    return this.tokens.apiTokens().find(({ role }) => role === 'SUPER_ADMIN')?.value ?? ''
  }

  /** Saves the whole state; cheap, since records are shared. */
  snapshot(): StateSnapshot {
    return this.state.snapshot()
  }

  /** Restores a state of `snapshot`. Unfinished transitions no longer complete. */
  restore(snapshot: StateSnapshot): void {
    this.state.restore(snapshot)
  }

  /**
   * Becomes a copy of an organisation with the same `seed`: records, settings, mails and time. It keeps its own
   * administrator's token. It does not copy sessions and signed tokens, which belong to the other address. `reset`
   * then goes back to the copy. Costs little, since records are shared.
   */
  replaceWith(source: Org): void {
    const state = new Map(source.snapshot())
    state.set('ids', this.ids.adopted(source.tables.ids.value))
    state.set('tokens', this.tokens.adopted(source.tables.tokens.snapshot()))
    this.clock.follow(source.clock)
    this.restore(state)
    this.markSeeded()
  }

  /** Makes the present state the target of `reset`. Searches see this state at once. */
  markSeeded(): void {
    addClientsOfOptions(this)
    this.state.markSeeded()
    this.traffic.recorder.clear()
  }

  /** Whether it has no data but the clients of its options. */
  get hasOnlyGivenClients(): boolean {
    const { clients } = this.options
    const changed = this.state.sinceFounding()
    return (
      clients !== undefined &&
      [...changed.keys()].every((part) => part === 'clients' || part === 'ids') &&
      this.clients.collection.values().every(({ id }) => clients.some((given) => given.client_id === id))
    )
  }

  /** Goes back to the founded state, without data set and seed data. `reset` still restores these. */
  clear(): void {
    this.state.clear()
  }

  /** Goes back to the seeded state: records, ids and clock. Empties the journal and ends faults. */
  reset(): void {
    this.resets++
    this.traffic.clear()
    this.clock.reset()
    this.state.reset()
    // The rows that it goes on from may be older than the options.
    addClientsOfOptions(this)
  }

  /** Stores every change, before it sends a reply that shows the change. */
  persist(store: RowStore, { withAll = false }: PersistOptions = {}): Persistence {
    return (this.persistence = new Persistence(this.state.log, store, {
      withAll,
      load: (rows) => this.state.load(sortRows(rows)),
    }))
  }

  /** Calls back when the organisation ends; returns a function that removes the listener. */
  onEnd(listener: () => void): () => void {
    this.#endListeners.add(listener)
    return () => this.#endListeners.delete(listener)
  }

  /** Ends the organisation: scheduled callbacks no longer run, and waiting callers learn of the end. */
  end(): void {
    this.clock.dispose()
    for (const listener of this.#endListeners) listener()
    this.#endListeners.clear()
  }

  /** Creates the first records: a user type, the everyone group, and an administrator with an API token. */
  #found(foundedAt = this.clock.now()): void {
    const time = this.clock.state.value
    this.clock.state.value = { standing: foundedAt }
    this.foundedAt = foundedAt
    this.userTypes.add(this.ids)
    this.authorizationServers.found()
    this.groups.foundEveryone()
    const { preset } = this.options
    this.schemas.user.replace(customisedUserProperties({ preset }))
    const administrator = this.#foundAdministrator()
    this.schemas.user.replace(customisedUserProperties(this.options))
    this.policy.value = passwordPolicy(this.options.passwordPolicy)
    this.tokens.ownApiTokenId = this.ids('apiToken')
    this.tokens.add<'api'>({
      kind: 'api',
      id: this.tokens.ownApiTokenId,
      value: this.options.apiToken ?? this.ids.apiTokenValue(),
      userId: administrator.id,
      role: 'SUPER_ADMIN',
    })
    this.clock.state.value = time
    this.state.markFounded()
    if (this.options.clients) this.markSeeded()
    this.traffic.recorder.clear()
  }

  /** Created before the options on logins and passwords apply, and ACTIVE. */
  #foundAdministrator(): UserRecord {
    return underSettings(this, { transitionDelay: 0 }, () =>
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

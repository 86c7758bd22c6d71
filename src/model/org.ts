import { Access } from './access/access.ts'
import { Traffic } from './access/traffic.ts'
import { Apps } from './apps/apps.ts'
import { Imports } from './apps/imports.ts'
import { Groups } from './groups/groups.ts'
import { Members } from './groups/members.ts'
import { Memberships } from './groups/memberships.ts'
import { RuleEngine } from './groups/rule-engine.ts'
import { Rules } from './groups/rules.ts'
import type { OrgOptions } from './kernel/org-options.ts'
import { Persistence, type PersistOptions, type RowStore } from './kernel/persistence.ts'
import type { Extension, Service } from './kernel/service.ts'
import { underSettings } from './kernel/settings.ts'
import { sortRows } from './kernel/state-log.ts'
import { AuthorizationServers } from './oauth/authorization-servers.ts'
import { addClientsOfOptions } from './oauth/chosen-clients.ts'
import { Clients } from './oauth/clients.ts'
import { CustomClaims } from './oauth/custom-claims.ts'
import { Grants } from './oauth/grants.ts'
import { RefreshTokens } from './oauth/refresh-tokens.ts'
import { SigningKeys } from './oauth/signing-keys.ts'
import { OrgContext } from './org-context.ts'
import { OrgState } from './org-state.ts'
import { react } from './reactions.ts'
import { Registration } from './registration.ts'
import { Snapshots } from './snapshots.ts'
import { takenIds } from './tables.ts'
import { DeviceCodes } from './tokens/device-codes.ts'
import { Ends } from './tokens/ends.ts'
import { Sessions } from './tokens/sessions.ts'
import { Tokens } from './tokens/tokens.ts'
import { CredentialOperations } from './users/credential-operations.ts'
import { Lifecycle } from './users/lifecycle.ts'
import { OneTimeLinks } from './users/one-time-links.ts'
import { Outbox } from './users/outbox.ts'
import { PasswordRecovery } from './users/password-recovery.ts'
import { passwordPolicy } from './users/password/index.ts'
import { customisedUserProperties } from './users/profile-schemas.ts'
import type { UserRecord } from './users/records.ts'
import { SelfService } from './users/self-service.ts'
import { SignIn } from './users/sign-in.ts'
import { UserInput } from './users/user-input.ts'
import { Users } from './users/users.ts'

export type { OrgContext } from './org-context.ts'

/**
 * One organisation, in memory: everything that the service stores. It does not use HTTP; handlers, the control plane
 * and fixtures act on it. Its services come in order, each after those that it uses.
 */
export class Org extends OrgContext {
  /** Requests that were answered, and active faults. */
  readonly traffic = new Traffic(this)
  readonly outbox = new Outbox(this)
  readonly tokens = new Tokens(this)
  readonly sessions = new Sessions(this)
  readonly users = new Users(this)
  readonly userInput = new UserInput(this)
  readonly groups = new Groups(this)
  readonly memberships = new Memberships(this)
  readonly ruleEngine = new RuleEngine(this)
  readonly rules = new Rules(this)
  readonly members = new Members(this)
  readonly lifecycle = new Lifecycle(this)
  readonly registration = new Registration(this)
  readonly selfService = new SelfService(this)
  readonly passwordRecovery = new PasswordRecovery(this)
  readonly credentialOperations = new CredentialOperations(this)
  readonly signIn = new SignIn(this)
  readonly oneTimeLinks = new OneTimeLinks(this)
  readonly clients = new Clients(this)
  readonly access = new Access(this)
  readonly apps = new Apps(this)
  readonly imports = new Imports(this)
  readonly authorizationServers = new AuthorizationServers(this)
  readonly grants = new Grants(this)
  readonly refreshTokens = new RefreshTokens(this)
  readonly deviceCodes = new DeviceCodes(this)
  readonly customClaims = new CustomClaims(this)
  readonly signingKeys = new SigningKeys(this)
  readonly ends = new Ends(this)
  readonly snapshots = new Snapshots(this)
  /** Its state as a whole, in memory and as rows. */
  readonly state = new OrgState(this)
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
    this.#found(foundedAt)
  }

  /** Value of the super administrator's API token; empty when it was revoked and no other exists. */
  get apiToken(): string {
    return this.tokens.apiTokens().find(({ role }) => role === 'SUPER_ADMIN')?.value ?? ''
  }

  /**
   * Becomes a copy of an organisation with the same `seed`: records, settings, mails and time. It keeps its own
   * administrator's token. It does not copy sessions and signed tokens, which belong to the other address. `reset`
   * then goes back to the copy. Costs little, since records are shared.
   */
  replaceWith(source: Org): void {
    const state = new Map(source.state.snapshot())
    state.set('ids', this.ids.adopted(source.tables.ids.value))
    state.set('tokens', this.tokens.adopted(source.tables.tokens.snapshot()))
    this.clock.follow(source.clock)
    this.state.restore(state)
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

  /** Whether a text gives access to something. */
  isCredential(text: string): boolean {
    return this.tokens.isCredential(text) || this.deviceCodes.pending(text) !== undefined
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
    const { interpretations } = this.settings
    this.schemas.user.replace(customisedUserProperties(interpretations))
    const administrator = this.#foundAdministrator()
    this.schemas.user.replace(customisedUserProperties(interpretations, this.options.profile))
    this.tables.passwordPolicy.value = passwordPolicy(this.options.passwordPolicy)
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
    return underSettings(this, { delays: { transition: 0 } }, () =>
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

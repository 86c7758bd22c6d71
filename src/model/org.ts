import { createVocabulary, type Vocabulary } from '../contract/vocabulary.ts'
import { AccessTokens } from './oauth/access-tokens.ts'
import { Access } from './access/access.ts'
import { Apps } from './groups/apps.ts'
import { AuthorizationCodes } from './oauth/authorization-codes.ts'
import { AuthorizationServers } from './oauth/authorization-servers.ts'
import { parseBaseUrl } from './kernel/base-url.ts'
import { Changes } from './kernel/changes.ts'
import { Clients } from './oauth/clients.ts'
import { createClock, type VirtualClock } from './kernel/clock.ts'
import { CustomProperties } from './custom-properties.ts'
import { ConsentEnds } from './oauth/consent-ends.ts'
import { CustomClaims } from './oauth/custom-claims.ts'
import { DeviceCodes } from './oauth/device-codes.ts'
import { Grants } from './oauth/grants.ts'
import { Groups } from './groups/groups.ts'
import { Imports } from './groups/imports.ts'
import { Members } from './groups/members.ts'
import { PushMappings } from './groups/push-mappings.ts'
import { createRuleCollection } from './groups/rule-collection.ts'
import { clientApps } from './oauth/client-app.ts'
import { react } from './reactions.ts'
import { CredentialOperations } from './users/credential-operations.ts'
import { createIdGenerator, type IdGenerator } from './kernel/ids.ts'
import { Lifecycle } from './users/lifecycle.ts'
import { Mailer } from './users/mailer.ts'
import { Memberships } from './groups/memberships.ts'
import { OneTimeLinks } from './users/one-time-links.ts'
import { askPasswordHook, type HookAnswer, type HookQuestion } from './users/password-hook.ts'
import { OneTimeTokens } from './users/one-time-tokens.ts'
import type { OrgOptions } from './kernel/options.ts'
import { defined } from './kernel/defined.ts'
import { type ParsedOrgOptions, parseOrgOptions } from './kernel/options-schema.ts'
import { Outbox } from './users/outbox.ts'
import { PasswordRecovery } from './users/password-recovery.ts'
import { passwordPolicy, type PasswordPolicy } from './users/password/index.ts'
import { Principals } from './access/principals.ts'
import {
  customisedUserProperties,
  groupProfileSchema,
  type ProfileSchema,
  userProfileSchema,
} from './users/profile-schemas.ts'
import { createRandom, type Random } from './kernel/random.ts'
import type { Provider, UserRecord } from './users/records.ts'
import { Registration } from './registration.ts'
import { RuleEngine } from './groups/rule-engine.ts'
import { Rules } from './groups/rules.ts'
import { RefreshTokens } from './oauth/refresh-tokens.ts'
import { Sessions } from './users/sessions.ts'
import { SelfService } from './users/self-service.ts'
import { SignIn } from './users/sign-in.ts'
import { Snapshots } from './kernel/snapshots.ts'
import { SigningKeys } from './oauth/signing-keys.ts'
import { Interactions } from './oauth/interactions.ts'
import { ReplayMemory } from './oauth/replay-memory.ts'
import { apiScopes } from './oauth/standard-scopes.ts'
import { cell, SingleRow, type Stateful, type StateSnapshot } from './kernel/state.ts'
import { withoutSecrets } from './access/struck-out.ts'
import { createCursorKey, type CursorKey } from './store/cursor.ts'
import { settingsState } from './kernel/settings-state.ts'
import { type OrgSettings, settingsFrom, underSettings } from './kernel/settings.ts'
import { Persistence, type PersistOptions, type RowStore } from './kernel/persistence.ts'
import { keptOptions, type OrgIdentity, rowsVersion } from './org-identity.ts'
import { sortRows } from './kernel/state-log.ts'
import { OrgState } from './org-state.ts'
import { TokenIssuer } from './oauth/token-issuer.ts'
import { Traffic } from './access/traffic.ts'
import { UserClients } from './oauth/user-clients.ts'
import { UserTypes } from './users/user-types.ts'
import { Users } from './users/users.ts'

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
export class Org {
  readonly options: ParsedOrgOptions
  readonly vocabulary: Vocabulary
  readonly clock: VirtualClock
  readonly random: Random
  readonly ids: IdGenerator
  readonly cursorKey: CursorKey
  /** What can be changed while it runs. */
  readonly settings: OrgSettings
  readonly userSchema: ProfileSchema
  readonly groupSchema: ProfileSchema
  readonly customProperties: CustomProperties
  readonly userTypes = new UserTypes()
  readonly principals = new Principals()
  readonly snapshots = new Snapshots(this)
  /** What changes in the state, told as it happens. */
  readonly changes = new Changes()
  /** Requests that were answered, and faults in force. */
  readonly traffic: Traffic
  readonly outbox: Outbox
  readonly oneTimeTokens: OneTimeTokens
  readonly sessions: Sessions
  readonly users: Users
  readonly registration: Registration
  readonly groups: Groups
  readonly pushMappings: PushMappings
  readonly imports: Imports
  readonly memberships: Memberships
  readonly members: Members
  readonly rules: Rules
  readonly ruleEngine: RuleEngine
  readonly lifecycle: Lifecycle
  readonly access: Access
  readonly selfService: SelfService
  readonly passwordRecovery: PasswordRecovery
  readonly credentialOperations: CredentialOperations
  readonly signIn: SignIn
  readonly oneTimeLinks: OneTimeLinks
  readonly apps: Apps
  readonly clients: Clients
  readonly authorizationServers: AuthorizationServers
  readonly grants: Grants
  readonly refreshTokens: RefreshTokens
  readonly accessTokens: AccessTokens
  readonly authorizationCodes: AuthorizationCodes
  readonly deviceCodes: DeviceCodes
  readonly interactions: Interactions
  readonly replayMemory: ReplayMemory
  readonly customClaims: CustomClaims
  readonly userClients: UserClients
  readonly consentEnds: ConsentEnds
  readonly signingKeys: SigningKeys
  readonly tokenIssuer: TokenIssuer
  /** The provider of users whose credentials are kept here. */
  readonly ownProvider: Provider
  /** Its state as a whole, in memory and as rows. */
  readonly state: OrgState
  /** Keeps what changes, where somebody has it kept. */
  persistence: Persistence | undefined
  readonly #policy = cell<PasswordPolicy>(passwordPolicy())
  #baseUrl: string
  #foundedAt = Number.NaN
  /** How it was made, and under which address it is. */
  readonly #identityRow = new SingleRow<OrgIdentity>(() => ({
    version: rowsVersion,
    options: keptOptions(this.options),
    foundedAt: this.#foundedAt,
    baseUrl: this.#baseUrl,
  }))

  /**
   * @throws TypeError that lists every mistake in the options.
   * @throws RangeError that names a setting of the password policy that cannot be.
   */
  constructor(given: OrgOptions = {}, { foundedAt }: { readonly foundedAt?: number } = {}) {
    const options = (this.options = parseOrgOptions(given))
    const { seed = 'identikit', secretSeed = seed, baseUrl = 'https://svc.example.com' } = options
    this.vocabulary = createVocabulary(options.vocabulary)
    this.clock = createClock(options.clock)
    this.random = createRandom(seed)
    this.ids = createIdGenerator(this.random.fork('ids'), createRandom(secretSeed).fork('ids'))
    this.cursorKey = createCursorKey(secretSeed)
    this.settings = settingsFrom(options)
    this.#baseUrl = parseBaseUrl(baseUrl)
    this.ownProvider = Object.freeze({
      type: this.vocabulary.providerType,
      name: this.vocabulary.providerType,
    })
    this.userSchema = userProfileSchema()
    this.groupSchema = groupProfileSchema()
    const { vocabulary, clock, ids, settings, ownProvider, userSchema, groupSchema, principals } = this
    const policy = this.#policy
    const secrets = {
      opens: this.#opens.bind(this),
      isClientSecret: (text: string) => this.clients.hasSecret(text),
    }
    this.traffic = new Traffic({
      clock,
      random: this.random.fork('faults'),
      changes: this.changes,
      strike: (entry) => withoutSecrets(secrets, entry),
      journal: options.journal,
    })
    this.outbox = new Outbox(clock)
    const mailer = new Mailer(this.outbox)
    const oneTimeTokens = (this.oneTimeTokens = new OneTimeTokens({ clock, ids, settings }))
    const sessions = (this.sessions = new Sessions({ clock, ids, settings }))
    const users = (this.users = new Users({
      clock,
      random: this.random,
      settings,
      policy,
      schema: userSchema,
      types: this.userTypes,
      ownProvider,
    }))
    const pushMappings = (this.pushMappings = new PushMappings(ids))
    const groups = (this.groups = new Groups({
      clock,
      ids,
      vocabulary,
      settings,
      schema: groupSchema,
      pushMappings,
    }))
    const memberships = (this.memberships = new Memberships({ vocabulary, users, groups }))
    const ruleCollection = createRuleCollection()
    const engine = (this.ruleEngine = new RuleEngine({ users, groups, memberships, rules: ruleCollection }))
    const rules = (this.rules = new Rules({
      clock,
      ids,
      vocabulary,
      userSchema,
      users,
      groups,
      memberships,
      engine,
      collection: ruleCollection,
    }))
    const members = (this.members = new Members({ users, memberships, rules, engine }))
    const lifecycle = (this.lifecycle = new Lifecycle({
      clock,
      settings,
      policy,
      ownProvider,
      users,
      sessions,
      oneTimeTokens,
      mailer,
      firstAdministrator: () => principals.apiTokens()[0]?.userId,
    }))
    this.registration = new Registration({ ids, users, memberships, members, lifecycle })
    this.customProperties = new CustomProperties({
      clock,
      userSchema,
      groupSchema,
      users,
      groups,
    })
    this.selfService = new SelfService({ clock, schema: userSchema, users, oneTimeTokens, mailer })
    this.passwordRecovery = new PasswordRecovery({
      clock,
      ids,
      settings,
      ownProvider,
      users,
      lifecycle,
      sessions,
      oneTimeTokens,
      mailer,
    })
    this.credentialOperations = new CredentialOperations({
      clock,
      policy,
      users,
      lifecycle,
      sessions,
      oneTimeTokens,
    })
    this.signIn = new SignIn({
      clock,
      policy,
      askHook: (question) => this.#askHook(question),
      users,
      lifecycle,
      sessions,
      oneTimeTokens,
      mailer,
    })
    this.oneTimeLinks = new OneTimeLinks({
      users,
      lifecycle,
      oneTimeTokens,
      selfService: this.selfService,
      signIn: this.signIn,
    })
    this.clients = new Clients({ clock, ids, settings })
    this.access = new Access({ clock, ids, principals, users, groups, memberships })
    this.apps = new Apps({
      clock,
      ids,
      settings,
      users,
      groups,
      memberships,
      pushMappings,
      clients: clientApps(this.clients),
    })
    this.imports = new Imports({ vocabulary, groups, apps: this.apps })
    this.authorizationServers = new AuthorizationServers({
      ids: this.ids,
      baseUrl: () => this.#baseUrl,
      apiScopes: apiScopes(this.vocabulary.word),
    })
    this.grants = new Grants(this)
    this.accessTokens = new AccessTokens(this)
    this.refreshTokens = new RefreshTokens(this)
    this.authorizationCodes = new AuthorizationCodes({
      clock: this.clock,
      ids: this.ids,
      lifetime: () => this.settings.tokenLifetimes.code,
    })
    this.deviceCodes = new DeviceCodes({
      clock: this.clock,
      ids: this.ids,
      lifetime: () => this.settings.tokenLifetimes.deviceCode,
    })
    this.interactions = new Interactions(this)
    this.replayMemory = new ReplayMemory(this.clock)
    this.customClaims = new CustomClaims(this)
    this.userClients = new UserClients(this)
    this.signingKeys = new SigningKeys(() => `${seed} ${secretSeed} ${this.#baseUrl}`)
    this.tokenIssuer = new TokenIssuer(this)
    this.consentEnds = new ConsentEnds(this)
    react(this)
    this.state = new OrgState(this, {
      identity: this.#identityState(),
      settings: settingsState(this.settings, settingsFrom(options)),
      passwordPolicy: policy,
    })
    this.#watchParts()
    this.#found(foundedAt)
  }

  /**
   * Address under which links are made, without a trailing slash.
   *
   * @throws TypeError when it is set to what is none.
   */
  get baseUrl(): string {
    return this.#baseUrl
  }

  set baseUrl(url: string) {
    this.#baseUrl = parseBaseUrl(url)
    this.#identityRow.touch()
  }

  get passwordPolicy(): PasswordPolicy {
    return this.#policy.value
  }

  /**
   * Changes some rules of the password policy.
   *
   * @throws RangeError that names the setting that cannot be.
   */
  changePasswordPolicy(changes: {
    readonly [Name in keyof PasswordPolicy]?: PasswordPolicy[Name] | undefined
  }): void {
    this.#policy.value = passwordPolicy({ ...this.#policy.value, ...defined(changes) })
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

  #identityState(): Stateful<OrgIdentity> {
    const rows = this.#identityRow
    return {
      snapshot: () => rows.read('=') as OrgIdentity,
      restore: ({ baseUrl }) => void (this.baseUrl = baseUrl),
      rows,
    }
  }

  #askHook(question: HookQuestion): Promise<HookAnswer> {
    const { settings, vocabulary, baseUrl, clock, ids } = this
    const setting = {
      hook: settings.passwordHook,
      word: vocabulary.word,
      baseUrl,
      clock,
      eventId: ids.token(24),
    }
    return askPasswordHook(setting, question)
  }

  /** Whether a text opens something now. */
  #opens(text: string): boolean {
    return (
      this.principals.has(text) ||
      this.sessions.find(text) !== undefined ||
      this.oneTimeTokens.find(text) !== undefined ||
      this.refreshTokens.collection.by('value', text) !== undefined ||
      this.refreshTokens.retired.get(text) !== undefined ||
      this.accessTokens.collection.by('value', text) !== undefined ||
      this.authorizationCodes.state.get(text) !== undefined ||
      this.deviceCodes.find(text) !== undefined ||
      this.deviceCodes.pending(text) !== undefined ||
      this.interactions.state.get(text) !== undefined
    )
  }

  /** Lets every part of which people want to know say what changes in it. */
  #watchParts(): void {
    const { users, groups, rules, clients, grants, refreshTokens, accessTokens } = this
    const collections = { users, groups, rules, clients, grants, refreshTokens, accessTokens }
    for (const [name, { collection }] of Object.entries(collections)) this.changes.watch(name, collection)
    this.changes.watch('memberships', this.memberships)
    this.changes.watch('apps', this.apps.collection)
    this.changes.watch('appAssignments', this.apps.assignments)
    this.changes.watch('sessions', this.sessions)
    this.changes.watch('apiTokens', this.principals)
    this.changes.watch('mails', this.outbox)
  }

  /** What every organisation has: a user type, the everyone group, and an administrator with an API token. */
  #found(foundedAt = this.clock.now()): void {
    const time = this.clock.state.snapshot()
    this.clock.state.restore({ standing: foundedAt })
    this.#foundedAt = foundedAt
    this.userTypes.add(this.ids)
    this.authorizationServers.found()
    this.groups.foundEveryone()
    const administrator = this.#foundAdministrator()
    this.userSchema.restore(customisedUserProperties(this.options))
    this.#policy.value = passwordPolicy(this.options.passwordPolicy)
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

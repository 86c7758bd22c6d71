import { AccessTokens } from './oauth/access-tokens.ts'
import { Access } from './access/access.ts'
import { Apps } from './groups/apps.ts'
import { AuthorizationCodes } from './oauth/authorization-codes.ts'
import { AuthorizationServers } from './oauth/authorization-servers.ts'
import { Clients } from './oauth/clients.ts'
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
import { Lifecycle } from './users/lifecycle.ts'
import { Mailer } from './users/mailer.ts'
import { Memberships } from './groups/memberships.ts'
import { OneTimeLinks } from './users/one-time-links.ts'
import type { HookAnswer, HookQuestion } from './users/password-hook.ts'
import { OneTimeTokens } from './users/one-time-tokens.ts'
import type { OrgOptions } from '../../generated/org-options.ts'
import { Outbox } from './users/outbox.ts'
import { PasswordRecovery } from './users/password-recovery.ts'
import { Registration } from './registration.ts'
import { RuleEngine } from './groups/rule-engine.ts'
import { Rules } from './groups/rules.ts'
import { RefreshTokens } from './oauth/refresh-tokens.ts'
import { Sessions } from './users/sessions.ts'
import { SelfService } from './users/self-service.ts'
import { SignIn } from './users/sign-in.ts'
import { SigningKeys } from './oauth/signing-keys.ts'
import { Interactions } from './oauth/interactions.ts'
import { ReplayMemory } from './oauth/replay-memory.ts'
import { apiScopes } from './oauth/standard-scopes.ts'
import { withoutSecrets } from './access/struck-out.ts'
import { takenIds } from './taken-ids.ts'
import { TokenIssuer } from './oauth/token-issuer.ts'
import { Traffic } from './access/traffic.ts'
import { UserClients } from './oauth/user-clients.ts'
import { Users } from './users/users.ts'
import { opensSomething } from './held-texts.ts'
import { OrgGround } from './org-ground.ts'

/** The parts of an organisation. Each part gets only the other parts that it needs. */
export class OrgParts extends OrgGround {
  readonly customProperties: CustomProperties
  /** Requests that were answered, and active faults. */
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

  constructor(given: OrgOptions) {
    super(given)
    const { vocabulary, clock, ids, settings, policy, ownProvider, userSchema, groupSchema, principals } =
      this
    const secrets = {
      opens: (text: string) => opensSomething(this, text),
      isClientSecret: (text: string) => this.clients.hasSecret(text),
    }
    this.traffic = new Traffic({
      clock,
      random: this.random.fork('faults'),
      changes: this.changes,
      strike: (entry) => withoutSecrets(secrets, entry),
      journal: this.options.journal,
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
      settings,
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
      baseUrl: () => this.baseUrl,
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
    this.signingKeys = new SigningKeys(() => `${this.keySeed} ${this.baseUrl}`)
    this.tokenIssuer = new TokenIssuer(this)
    this.consentEnds = new ConsentEnds(this)
    this.ids.avoid(takenIds(this))
    react(this)
    this.#watchParts()
  }

  /** Loads the hook client at the first question: few organisations have a hook. */
  async #askHook(question: HookQuestion): Promise<HookAnswer> {
    const { settings, vocabulary, baseUrl, clock, ids } = this
    const setting = {
      hook: settings.passwordHook,
      word: vocabulary.word,
      baseUrl,
      clock,
      eventId: ids.token(24),
    }
    const { askPasswordHook } = await import('./users/password-hook.ts')
    return askPasswordHook(setting, question)
  }

  /** Makes every part of public interest report its changes. */
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
}

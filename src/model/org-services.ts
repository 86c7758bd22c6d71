import { Access } from './access/access.ts'
import { Apps } from './apps/apps.ts'
import { AuthorizationServers } from './oauth/authorization-servers.ts'
import { Clients } from './oauth/clients.ts'
import { CustomClaims } from './oauth/custom-claims.ts'
import { DeviceCodes } from './tokens/device-codes.ts'
import { Ends } from './tokens/ends.ts'
import { Grants } from './oauth/grants.ts'
import { Groups } from './groups/groups.ts'
import { Imports } from './apps/imports.ts'
import { Members } from './groups/members.ts'
import { PushMappings } from './groups/push-mappings.ts'
import { CredentialOperations } from './users/credential-operations.ts'
import { Lifecycle } from './users/lifecycle.ts'
import { Memberships } from './groups/memberships.ts'
import { OneTimeLinks } from './users/one-time-links.ts'
import type { HookAnswer, HookQuestion } from './users/password-hook.ts'
import { Outbox } from './users/outbox.ts'
import { PasswordRecovery } from './users/password-recovery.ts'
import { Registration } from './registration.ts'
import { RuleEngine } from './groups/rule-engine.ts'
import { Rules } from './groups/rules.ts'
import { RefreshTokens } from './oauth/refresh-tokens.ts'
import { Sessions } from './tokens/sessions.ts'
import { SelfService } from './users/self-service.ts'
import { SignIn } from './users/sign-in.ts'
import { SigningKeys } from './oauth/signing-keys.ts'
import { Principals } from './access/principals.ts'
import { TokenIssuer } from './oauth/token-issuer.ts'
import { Tokens } from './tokens/tokens.ts'
import { Traffic } from './access/traffic.ts'
import { UserInput } from './users/user-input.ts'
import { Users } from './users/users.ts'
import { OrgContext } from './org-context.ts'

/** The parts of an organisation, each after those that it uses. Each names these as a `Part`. */
export class OrgServices extends OrgContext {
  /** Requests that were answered, and active faults. */
  readonly traffic = new Traffic(this)
  readonly outbox = new Outbox(this)
  readonly tokens = new Tokens(this)
  readonly principals = new Principals(this)
  readonly sessions = new Sessions(this)
  readonly users = new Users(this)
  readonly userInput = new UserInput(this)
  readonly pushMappings = new PushMappings(this)
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
  readonly tokenIssuer = new TokenIssuer(this)
  readonly ends = new Ends(this)

  /** Loads the hook client at the first question: few organisations have a hook. */
  async askHook(question: HookQuestion): Promise<HookAnswer> {
    const { settings, vocabulary, baseUrl, clock, ids } = this
    const setting = {
      hook: settings.passwordHook,
      prefix: vocabulary.prefix,
      baseUrl,
      clock,
      eventId: ids.token(24),
    }
    const { askPasswordHook } = await import('./users/password-hook.ts')
    return askPasswordHook(setting, question)
  }

  /** Whether a text gives access to something. */
  isCredential(text: string): boolean {
    return this.tokens.isCredential(text) || this.deviceCodes.pending(text) !== undefined
  }
}

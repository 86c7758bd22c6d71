import { z } from 'zod'
import { once } from '../once.ts'
import { type Built, listOf, type Method, named, type Operation, specOf, type Stated } from '../operation.ts'
import type { OperationName } from '../operation-names.ts'
import { flag, oneOf, paging, parameters, text } from '../parameters.ts'
import { additionalPaths } from '../paths.ts'
import { AppGroupInput, ApplicationInput, AppUserChanges, AppUserInput } from '../resources/application.ts'
import { PolicyInput, PolicyRuleInput, ScopeInput } from '../resources/authorization-server.ts'
import { ClaimInput, OrganisationInput, ServerInput } from '../resources/issuer.ts'
import { Empty, Links, openObject, resource, Timestamp } from '../resources/common.ts'

/**
 * Endpoints that the API description does not have: its links lead to them, or clients call them next. They show and
 * change only existing data, and the interpretation `beyond-the-description` removes them.
 */
const source = 'interpretation: beyond-the-description'
const pages = { default: 20, max: 200 }
const refusals = ['not-found'] as const

/** A record that replies show with its links; it may have more members. */
function shown(id: string, shape: () => z.core.$ZodLooseShape) {
  return once(() => openObject({ ...shape(), _links: Links().optional() }).meta({ id }))
}

const Application = shown('Application', () => ({ id: z.string(), name: z.string(), label: z.string() }))
const AppUser = shown('ApplicationUser', () => ({ id: z.string(), scope: z.enum(['USER', 'GROUP']) }))
const AppGroup = shown('ApplicationGroup', () => ({ id: z.string(), priority: z.int() }))
const UserType = shown('ShownUserType', () => ({ id: z.string(), name: z.string(), default: z.boolean() }))
const Server = shown('AuthorizationServer', () => ({ id: z.string(), issuer: z.string() }))
const Scope = shown('AuthorizationServerScope', () => ({ id: z.string(), name: z.string() }))
const Claim = shown('AuthorizationServerClaim', () => ({ id: z.string(), name: z.string() }))
const Policy = shown('AccessPolicy', () => ({ id: z.string(), name: z.string(), priority: z.int() }))
const Organisation = shown('Organisation', () => ({ id: z.string(), status: z.literal('ACTIVE') }))
const WellKnown = shown('WellKnownOrganisation', () => ({ id: z.string(), pipeline: z.string() }))
const LogEvent = shown('LogEvent', () => ({
  uuid: z.string(),
  eventType: z.string(),
  published: Timestamp(),
}))
const Session = shown('Session', () => ({ id: z.string(), userId: z.string(), expiresAt: Timestamp() }))
const Authentication = shown('Authentication', () => ({
  status: z.enum(['SUCCESS', 'MFA_REQUIRED', 'MFA_CHALLENGE', 'PASSWORD_EXPIRED', 'LOCKED_OUT']),
  sessionToken: z.string().optional(),
  stateToken: z.string().optional(),
}))
const UserSchema = shown('UserSchema', () => ({ id: z.string(), definitions: openObject({}) }))

/** Any JSON, for custom endpoints. */
export const AnyBody = once(() => z.unknown())

const optionalText = () => z.string().optional()
const AuthenticationInput = resource('AuthenticationInput', {
  username: optionalText,
  password: optionalText,
  stateToken: optionalText,
})
const StateInput = resource('StateInput', { stateToken: z.string })
const FactorInput = resource('FactorInput', { stateToken: z.string, passCode: optionalText })
const SessionInput = resource('SessionInput', { sessionToken: z.string })
const property = once(() => z.looseObject({ type: z.string().optional() }).nullable())
const UserSchemaInput = resource('UserSchemaInput', {
  definitions: () =>
    z.looseObject({ custom: z.looseObject({ properties: z.record(z.string(), property()) }) }),
})

/** Reads one record. */
function one(summary: string, reply: () => z.ZodType) {
  return { summary, responses: { 200: reply }, refusals } as const
}

function list(summary: string, item: () => z.ZodType) {
  const query = parameters(() => ({ ...paging, q: text }))
  return { summary, query, responses: { 200: listOf(item) }, page: pages } as const
}

/** An operation without a reply. */
function silent(summary: string) {
  return { summary, responses: { 204: null }, refusals } as const
}

/** An operation that answers an empty object. */
function act(summary: string) {
  return { summary, responses: { 200: Empty }, refusals } as const
}

function create<Body extends () => z.ZodType>(summary: string, body: Body, reply: () => z.ZodType) {
  return { summary, body, responses: { 201: reply }, refusals } as const
}

function replace<Body extends () => z.ZodType>(summary: string, body: Body, reply: () => z.ZodType) {
  return { summary, body, responses: { 200: reply }, refusals } as const
}

const clientRefusals = ['invalid-client-metadata', 'invalid-redirect-uri'] as const

interface Row extends Stated {
  readonly summary: string
}

/** Rows about the subject of some scopes. */
function about<const Rows extends Readonly<Record<string, Row>>>(beyond: string, rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, beyond }])) as Rows
}

type Paths = typeof additionalPaths

/** The name of an endpoint that the API description does not have. */
export type BeyondName = { [Verb in Method]: keyof Paths[Verb] }[Method]

/** The facts about each of them. `paths.ts` has their methods and paths. */
const rows = {
  ...about('apps', {
    listApplications: {
      summary: 'List the applications, OAuth clients among them',
      query: parameters(() => ({ ...paging, q: text, filter: text })),
      responses: { 200: listOf(Application) },
      refusals: ['invalid-filter', 'unsupported-filter'],
      page: pages,
    },
    createApplication: {
      summary: 'Create an application; of OpenID Connect, a client',
      query: parameters(() => ({ activate: flag(true) })),
      body: ApplicationInput,
      responses: { 200: Application },
      refusals: clientRefusals,
    },
    getApplication: one('Get an application', Application),
    replaceApplication: {
      ...replace('Replace the settings of an application', ApplicationInput, Application),
      refusals: [...refusals, ...clientRefusals],
    },
    deleteApplication: silent('Delete an application and its assignments'),
    activateApplication: act('Activate an application'),
    deactivateApplication: act('Deactivate an application, which ends its tokens'),
    listApplicationUsers: list('List the users of an application', AppUser),
    getApplicationUser: one('Get a user of an application', AppUser),
    assignUserToApplication: {
      summary: 'Assign an application to a user',
      body: AppUserInput,
      responses: { 200: AppUser },
    },
    updateApplicationUser: replace('Change how an application knows a user', AppUserChanges, AppUser),
    unassignUserFromApplication: silent('End an assignment to a user'),
    listApplicationGroups: list('List the groups of an application', AppGroup),
    getApplicationGroup: one('Get a group of an application', AppGroup),
    assignGroupToApplication: {
      summary: 'Assign an application to a group',
      body: AppGroupInput,
      bodyOptional: true,
      responses: { 200: AppGroup },
    },
    unassignGroupFromApplication: silent('End an assignment to a group'),
  }),
  ...about('schemas', {
    getUserSchema: one("Get the schema of users' profiles", UserSchema),
    updateUserSchema: {
      summary: "Add, change or, with null, remove custom properties of users' profiles",
      body: UserSchemaInput,
      responses: { 200: UserSchema },
    },
  }),
  ...about('userTypes', {
    listUserTypes: list('List the user types', UserType),
    getUserType: one('Get a user type', UserType),
  }),
  ...about('authorizationServers', {
    listAuthorizationServers: list('List the authorization servers', Server),
    getAuthorizationServer: one('Get an authorization server', Server),
    createAuthorizationServer: create('Create an authorization server', ServerInput, Server),
    replaceAuthorizationServer: replace(
      'Replace the settings of an authorization server',
      ServerInput,
      Server,
    ),
    deleteAuthorizationServer: silent('Delete an authorization server'),
    activateAuthorizationServer: silent('Activate an authorization server'),
    deactivateAuthorizationServer: silent('Deactivate an authorization server'),
    listScopes: list('List the scopes of a server', Scope),
    getScope: one('Get a scope of a server', Scope),
    createScope: create('Add a scope to a server', ScopeInput, Scope),
    replaceScope: replace('Replace a scope of a server', ScopeInput, Scope),
    deleteScope: silent('Delete a scope of a server'),
    listClaims: list('List the claims of a server', Claim),
    getClaim: one('Get a claim of a server', Claim),
    createClaim: create('Add a claim to the tokens of a server', ClaimInput, Claim),
    replaceClaim: replace('Replace a claim of a server', ClaimInput, Claim),
    deleteClaim: silent('Delete a claim of a server'),
    listPolicies: list('List the policies of a server', Policy),
    getPolicy: one('Get a policy of a server', Policy),
    createPolicy: create('Add a policy to a server', PolicyInput, Policy),
    replacePolicy: replace('Replace a policy of a server', PolicyInput, Policy),
    deletePolicy: silent('Delete a policy with its rules'),
    activatePolicy: silent('Activate a policy'),
    deactivatePolicy: silent('Deactivate a policy'),
    listPolicyRules: list('List the rules of a policy', Policy),
    getPolicyRule: one('Get a rule of a policy', Policy),
    createPolicyRule: create('Add a rule to a policy', PolicyRuleInput, Policy),
    replacePolicyRule: replace('Replace a rule of a policy', PolicyRuleInput, Policy),
    deletePolicyRule: silent('Delete a rule of a policy'),
    activatePolicyRule: silent('Activate a rule of a policy'),
    deactivatePolicyRule: silent('Deactivate a rule of a policy'),
  }),
  ...about('orgs', {
    getOrganisation: one('Get the data of the organisation', Organisation),
    changeOrganisation: {
      summary: 'Change data of the organisation',
      body: OrganisationInput,
      responses: { 200: Organisation },
    },
    replaceOrganisation: replace('Replace the data of the organisation', OrganisationInput, Organisation),
    getWellKnownOrganisation: {
      summary: 'Get the id of the organisation, for anybody',
      auth: 'none',
      responses: { 200: WellKnown },
      refusals: ['unknown-path'],
    },
  }),
  ...about('authn', {
    authenticate: {
      summary: 'Check a login and a password; or with a stateToken, show the factors that it waits for',
      auth: 'none',
      body: AuthenticationInput,
      responses: { 200: Authentication },
      refusals: ['authentication-failed', 'state-token-over'],
    },
    verifyFactor: {
      summary: 'Complete a sign-in by the code of a factor; without a code, begin with the factor',
      auth: 'none',
      body: FactorInput,
      responses: { 200: Authentication },
      refusals: ['authentication-failed', 'state-token-over', 'passcode-wrong', 'passcode-used', 'not-found'],
    },
    resendFactorCode: {
      summary: 'Mail another code of a factor',
      auth: 'none',
      body: StateInput,
      responses: { 200: Authentication },
      refusals: ['state-token-over', 'not-found'],
    },
    cancelAuthentication: {
      summary: 'End a sign-in that waits for a factor',
      auth: 'none',
      body: StateInput,
      responses: { 200: Empty },
      refusals: ['state-token-over'],
    },
  }),
  ...about('sessions', {
    createSession: {
      summary: 'Get the session of a session token',
      auth: 'none',
      body: SessionInput,
      responses: { 200: Session },
      refusals: ['authentication-failed'],
    },
    getCurrentSession: {
      summary: 'Get the session of the cookie',
      auth: 'session',
      responses: { 200: Session },
    },
    closeCurrentSession: {
      summary: 'End the session of the cookie',
      auth: 'session',
      responses: { 204: null },
    },
  }),
  ...about('logs', {
    listLogEvents: {
      summary: 'List what happened, as far as it is kept',
      query: parameters(() => ({
        ...paging,
        q: text,
        filter: text,
        since: text,
        until: text,
        sortOrder: oneOf('ASCENDING', 'DESCENDING'),
      })),
      responses: { 200: listOf(LogEvent) },
      refusals: ['invalid-filter', 'unsupported-filter', 'invalid-date'],
      page: { default: 100, max: 1000 },
    },
  }),
}

type Specs = {
  readonly [Name in BeyondName]: Built<(typeof rows)[Name]> & {
    readonly method: Method
    readonly path: { [Verb in Method]: Name extends keyof Paths[Verb] ? Paths[Verb][Name] : never }[Method]
    readonly source: string
  }
}

/** The same, each with its method and path. */
export const beyondSpecs = Object.fromEntries(
  Object.entries(rows).map(([name, row]) => [name, specOf({ ...placeOf(name), source, ...row })]),
) as unknown as Specs

function placeOf(name: string): Pick<Operation, 'method' | 'path'> {
  const [method, paths] = Object.entries<Readonly<Record<string, `/${string}`>>>(additionalPaths).find(
    ([, each]) => name in each,
  )!
  return { method: method as Method, path: paths[name]! }
}

/** They are served as the operations are. No table by the names of operations has theirs: it asks `beyond` first. */
export const beyondOperations: readonly Operation[] = Object.entries(beyondSpecs).map(([name, spec]) =>
  named(name as OperationName, spec),
)

import { z } from 'zod'
import { once } from '../once.ts'
import { listOf, namedOperation, type Operation, operationsOf, type OperationSpec } from '../operation.ts'
import type { OperationName } from '../operation-names.ts'
import { flag, oneOf, paging, text } from '../parameters.ts'
import { additionalPaths } from '../paths.ts'
import { AppGroupInput, ApplicationInput, AppUserChanges, AppUserInput } from '../resources/application.ts'
import { PolicyInput, PolicyRuleInput, ScopeInput } from '../resources/authorization-server.ts'
import { ClaimInput, OrganisationInput, ServerInput } from '../resources/issuer.ts'
import { Empty, Links, openObject, resource, Timestamp } from '../resources/common.ts'

/**
 * Endpoints that the API description does not have: its links lead to them, or clients call them next. They show and
 * change only existing data, and `beyond: false` removes them.
 */
const { get, post, put, remove } = operationsOf('interpretation: beyond-the-description')
const pages = { default: 20, max: 200 }

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
  status: z.enum(['SUCCESS', 'PASSWORD_EXPIRED', 'LOCKED_OUT']),
  sessionToken: z.string().optional(),
}))
const UserSchema = shown('UserSchema', () => ({ id: z.string(), definitions: openObject({}) }))

/** Any JSON, for custom endpoints. */
export const AnyBody = once(() => z.unknown())

const AuthenticationInput = resource('AuthenticationInput', { username: z.string, password: z.string })
const SessionInput = resource('SessionInput', { sessionToken: z.string })
const property = once(() => z.looseObject({ type: z.string().optional() }).nullable())
const UserSchemaInput = resource('UserSchemaInput', {
  definitions: () =>
    z.looseObject({ custom: z.looseObject({ properties: z.record(z.string(), property()) }) }),
})

function one<const Path extends `/${string}`>(
  path: Path,
  beyond: string,
  summary: string,
  reply: () => z.ZodType,
) {
  return get(path, summary, { beyond, responses: { 200: reply }, refusals: ['not-found'] })
}

function list<const Path extends `/${string}`>(
  path: Path,
  beyond: string,
  summary: string,
  item: () => z.ZodType,
) {
  return get(path, summary, {
    beyond,
    query: () => z.object({ ...paging(), q: text() }),
    responses: { 200: listOf(item) },
    page: pages,
  })
}

function drop<const Path extends `/${string}`>(path: Path, beyond: string, summary: string) {
  return remove(path, summary, { beyond, responses: { 204: null }, refusals: ['not-found'] })
}

function create<const Path extends `/${string}`, const Body extends () => z.ZodType>(
  path: Path,
  beyond: string,
  summary: string,
  body: Body,
  reply: () => z.ZodType,
) {
  return post(path, summary, { beyond, body, responses: { 201: reply }, refusals: ['not-found'] })
}

function replace<const Path extends `/${string}`, const Body extends () => z.ZodType>(
  path: Path,
  beyond: string,
  summary: string,
  body: Body,
  reply: () => z.ZodType,
) {
  return put(path, summary, { beyond, body, responses: { 200: reply }, refusals: ['not-found'] })
}

/** A lifecycle operation without a reply. */
function move<const Path extends `/${string}`>(path: Path, summary: string) {
  return post(path, summary, { beyond: servers, responses: { 204: null }, refusals: ['not-found'] })
}

const servers = 'authorizationServers'

/** A lifecycle operation, which answers an empty object. */
function act<const Path extends `/${string}`>(path: Path, beyond: string, summary: string) {
  return post(path, summary, { beyond, responses: { 200: Empty }, refusals: ['not-found'] })
}

const clientRefusals = ['invalid-client-metadata', 'invalid-redirect-uri'] as const

const { GET, POST, PUT, DELETE } = additionalPaths

/** The facts about each of them, under its name. */
export const beyondSpecs = {
  listApplications: get(GET.listApplications, 'List the applications, OAuth clients among them', {
    beyond: 'apps',
    query: () => z.object({ ...paging(), q: text(), filter: text() }),
    responses: { 200: listOf(Application) },
    refusals: ['invalid-filter', 'unsupported-filter'],
    page: pages,
  }),
  createApplication: post(POST.createApplication, 'Create an application; of OpenID Connect, a client', {
    beyond: 'apps',
    query: () => z.object({ activate: flag(true) }),
    body: ApplicationInput,
    responses: { 200: Application },
    refusals: clientRefusals,
  }),
  getApplication: one(GET.getApplication, 'apps', 'Get an application', Application),
  replaceApplication: put(PUT.replaceApplication, 'Replace the settings of an application', {
    beyond: 'apps',
    body: ApplicationInput,
    responses: { 200: Application },
    refusals: ['not-found', ...clientRefusals],
  }),
  deleteApplication: drop(DELETE.deleteApplication, 'apps', 'Delete an application and its assignments'),
  activateApplication: act(POST.activateApplication, 'apps', 'Activate an application'),
  deactivateApplication: act(
    POST.deactivateApplication,
    'apps',
    'Deactivate an application, which ends its tokens',
  ),
  listApplicationUsers: list(GET.listApplicationUsers, 'apps', 'List the users of an application', AppUser),
  getApplicationUser: one(GET.getApplicationUser, 'apps', 'Get a user of an application', AppUser),
  assignUserToApplication: post(POST.assignUserToApplication, 'Assign an application to a user', {
    beyond: 'apps',
    body: AppUserInput,
    responses: { 200: AppUser },
  }),
  updateApplicationUser: post(POST.updateApplicationUser, 'Change how an application knows a user', {
    beyond: 'apps',
    body: AppUserChanges,
    responses: { 200: AppUser },
    refusals: ['not-found'],
  }),
  unassignUserFromApplication: drop(
    DELETE.unassignUserFromApplication,
    'apps',
    'End an assignment to a user',
  ),
  listApplicationGroups: list(
    GET.listApplicationGroups,
    'apps',
    'List the groups of an application',
    AppGroup,
  ),
  getApplicationGroup: one(GET.getApplicationGroup, 'apps', 'Get a group of an application', AppGroup),
  assignGroupToApplication: put(PUT.assignGroupToApplication, 'Assign an application to a group', {
    beyond: 'apps',
    body: AppGroupInput,
    bodyOptional: true,
    responses: { 200: AppGroup },
  }),
  unassignGroupFromApplication: drop(
    DELETE.unassignGroupFromApplication,
    'apps',
    'End an assignment to a group',
  ),
  getUserSchema: one(GET.getUserSchema, 'schemas', "Get the schema of users' profiles", UserSchema),
  updateUserSchema: post(
    POST.updateUserSchema,
    "Add, change or, with null, remove custom properties of users' profiles",
    {
      beyond: 'schemas',
      body: UserSchemaInput,
      responses: { 200: UserSchema },
    },
  ),
  listUserTypes: list(GET.listUserTypes, 'userTypes', 'List the user types', UserType),
  getUserType: one(GET.getUserType, 'userTypes', 'Get a user type', UserType),
  listAuthorizationServers: list(
    GET.listAuthorizationServers,
    servers,
    'List the authorization servers',
    Server,
  ),
  getAuthorizationServer: one(GET.getAuthorizationServer, servers, 'Get an authorization server', Server),
  createAuthorizationServer: create(
    POST.createAuthorizationServer,
    servers,
    'Create an authorization server',
    ServerInput,
    Server,
  ),
  replaceAuthorizationServer: replace(
    PUT.replaceAuthorizationServer,
    servers,
    'Replace the settings of an authorization server',
    ServerInput,
    Server,
  ),
  deleteAuthorizationServer: drop(
    DELETE.deleteAuthorizationServer,
    servers,
    'Delete an authorization server',
  ),
  activateAuthorizationServer: move(POST.activateAuthorizationServer, 'Activate an authorization server'),
  deactivateAuthorizationServer: move(
    POST.deactivateAuthorizationServer,
    'Deactivate an authorization server',
  ),
  listScopes: list(GET.listScopes, servers, 'List the scopes of a server', Scope),
  getScope: one(GET.getScope, servers, 'Get a scope of a server', Scope),
  createScope: create(POST.createScope, servers, 'Add a scope to a server', ScopeInput, Scope),
  replaceScope: replace(PUT.replaceScope, servers, 'Replace a scope of a server', ScopeInput, Scope),
  deleteScope: drop(DELETE.deleteScope, servers, 'Delete a scope of a server'),
  listClaims: list(GET.listClaims, servers, 'List the claims of a server', Claim),
  getClaim: one(GET.getClaim, servers, 'Get a claim of a server', Claim),
  createClaim: create(POST.createClaim, servers, 'Add a claim to the tokens of a server', ClaimInput, Claim),
  replaceClaim: replace(PUT.replaceClaim, servers, 'Replace a claim of a server', ClaimInput, Claim),
  deleteClaim: drop(DELETE.deleteClaim, servers, 'Delete a claim of a server'),
  listPolicies: list(GET.listPolicies, servers, 'List the policies of a server', Policy),
  getPolicy: one(GET.getPolicy, servers, 'Get a policy of a server', Policy),
  createPolicy: create(POST.createPolicy, servers, 'Add a policy to a server', PolicyInput, Policy),
  replacePolicy: replace(PUT.replacePolicy, servers, 'Replace a policy of a server', PolicyInput, Policy),
  deletePolicy: drop(DELETE.deletePolicy, servers, 'Delete a policy with its rules'),
  activatePolicy: move(POST.activatePolicy, 'Activate a policy'),
  deactivatePolicy: move(POST.deactivatePolicy, 'Deactivate a policy'),
  listPolicyRules: list(GET.listPolicyRules, servers, 'List the rules of a policy', Policy),
  getPolicyRule: one(GET.getPolicyRule, servers, 'Get a rule of a policy', Policy),
  createPolicyRule: create(POST.createPolicyRule, servers, 'Add a rule to a policy', PolicyRuleInput, Policy),
  replacePolicyRule: replace(
    PUT.replacePolicyRule,
    servers,
    'Replace a rule of a policy',
    PolicyRuleInput,
    Policy,
  ),
  deletePolicyRule: drop(DELETE.deletePolicyRule, servers, 'Delete a rule of a policy'),
  activatePolicyRule: move(POST.activatePolicyRule, 'Activate a rule of a policy'),
  deactivatePolicyRule: move(POST.deactivatePolicyRule, 'Deactivate a rule of a policy'),
  getOrganisation: one(GET.getOrganisation, 'orgs', 'Get the data of the organisation', Organisation),
  changeOrganisation: post(POST.changeOrganisation, 'Change data of the organisation', {
    beyond: 'orgs',
    body: OrganisationInput,
    responses: { 200: Organisation },
  }),
  replaceOrganisation: replace(
    PUT.replaceOrganisation,
    'orgs',
    'Replace the data of the organisation',
    OrganisationInput,
    Organisation,
  ),
  getWellKnownOrganisation: get(GET.getWellKnownOrganisation, 'Get the id of the organisation, for anybody', {
    beyond: 'orgs',
    auth: 'none',
    responses: { 200: WellKnown },
    refusals: ['unknown-path'],
  }),
  authenticate: post(POST.authenticate, 'Check a login and a password; without factors', {
    beyond: 'authn',
    auth: 'none',
    body: AuthenticationInput,
    responses: { 200: Authentication },
    refusals: ['authentication-failed'],
  }),
  createSession: post(POST.createSession, 'Get the session of a session token', {
    beyond: 'sessions',
    auth: 'none',
    body: SessionInput,
    responses: { 200: Session },
    refusals: ['authentication-failed'],
  }),
  getCurrentSession: get(GET.getCurrentSession, 'Get the session of the cookie', {
    beyond: 'sessions',
    auth: 'session',
    responses: { 200: Session },
  }),
  closeCurrentSession: remove(DELETE.closeCurrentSession, 'End the session of the cookie', {
    beyond: 'sessions',
    auth: 'session',
    responses: { 204: null },
  }),
  listLogEvents: get(GET.listLogEvents, 'List what happened, as far as it is kept', {
    beyond: 'logs',
    query: () =>
      z.object({
        ...paging(),
        q: text(),
        filter: text(),
        since: text(),
        until: text(),
        sortOrder: oneOf('ASCENDING', 'DESCENDING'),
      }),
    responses: { 200: listOf(LogEvent) },
    refusals: ['invalid-filter', 'unsupported-filter', 'invalid-date'],
    page: { default: 100, max: 1000 },
  }),
} satisfies Record<string, OperationSpec>

/** The name of an endpoint that the API description does not have. */
export type BeyondName = keyof typeof beyondSpecs

/** They are served as the operations are. No table by the names of operations has theirs: it asks `beyond` first. */
export const beyondOperations: readonly Operation[] = Object.entries(beyondSpecs).map(([name, spec]) =>
  namedOperation(name as OperationName, spec),
)

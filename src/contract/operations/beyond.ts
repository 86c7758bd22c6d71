import { z } from 'zod'
import { once } from '../once.ts'
import { defineOperation, namedOperation, type Operation, type OperationSpec } from '../operation.ts'
import type { OperationName } from '../operation-names.ts'
import { oneOf, paging, text } from '../parameters.ts'
import { Links, openObject, Timestamp } from '../resources/common.ts'

/**
 * Endpoints that the API description does not have: its links lead to them, or clients call them next. They show and
 * change only existing data, and `beyond: false` removes them.
 */
const source = 'interpretation: beyond-the-description'
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

const AppUserInput = once(() => z.looseObject({ id: z.string() }).meta({ id: 'ApplicationUserInput' }))
const AuthenticationInput = once(() =>
  z.looseObject({ username: z.string(), password: z.string() }).meta({ id: 'AuthenticationInput' }),
)
const SessionInput = once(() => z.looseObject({ sessionToken: z.string() }).meta({ id: 'SessionInput' }))
const property = once(() => z.looseObject({ type: z.string().optional() }).nullable())
const UserSchemaInput = once(() =>
  z
    .looseObject({
      definitions: z.looseObject({
        custom: z.looseObject({ properties: z.record(z.string(), property()) }),
      }),
    })
    .meta({ id: 'UserSchemaInput' }),
)

function one<const Path extends `/${string}`>(
  path: Path,
  beyond: string,
  summary: string,
  reply: () => z.ZodType,
) {
  return defineOperation({
    method: 'GET',
    path,
    summary,
    source,
    beyond,
    get responses() {
      return { 200: reply() }
    },
    refusals: ['not-found'],
  })
}

function list<const Path extends `/${string}`>(
  path: Path,
  beyond: string,
  summary: string,
  item: () => z.ZodType,
) {
  return defineOperation({
    method: 'GET',
    path,
    summary,
    source,
    beyond,
    get query() {
      return z.object({ ...paging(), q: text() })
    },
    get responses() {
      return { 200: z.array(item()) }
    },
    refusals: ['not-found', 'invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
    page: pages,
  })
}

function remove<const Path extends `/${string}`>(path: Path, beyond: string, summary: string) {
  const responses = { 204: null }
  return defineOperation({
    method: 'DELETE',
    path,
    summary,
    source,
    beyond,
    responses,
    refusals: ['not-found'],
  })
}

const app = '/api/v1/apps/{appId}'
const server = '/api/v1/authorizationServers/{serverId}'

/** The facts about each of them, under its name. */
export const beyondSpecs = {
  listApplications: list(
    '/api/v1/apps',
    'apps',
    'List the applications, OAuth clients among them',
    Application,
  ),
  getApplication: one(app, 'apps', 'Get an application', Application),
  listApplicationUsers: list(`${app}/users`, 'apps', 'List the users of an application', AppUser),
  getApplicationUser: one(`${app}/users/{userId}`, 'apps', 'Get a user of an application', AppUser),
  assignUserToApplication: defineOperation({
    method: 'POST',
    path: `${app}/users`,
    summary: 'Assign an application to a user',
    source,
    beyond: 'apps',
    get body() {
      return AppUserInput()
    },
    get responses() {
      return { 200: AppUser() }
    },
    refusals: ['not-found', 'validation'],
  }),
  unassignUserFromApplication: remove(`${app}/users/{userId}`, 'apps', 'End an assignment to a user'),
  listApplicationGroups: list(`${app}/groups`, 'apps', 'List the groups of an application', AppGroup),
  getApplicationGroup: one(`${app}/groups/{groupId}`, 'apps', 'Get a group of an application', AppGroup),
  assignGroupToApplication: defineOperation({
    method: 'PUT',
    path: `${app}/groups/{groupId}`,
    summary: 'Assign an application to a group',
    source,
    beyond: 'apps',
    get responses() {
      return { 200: AppGroup() }
    },
    refusals: ['not-found'],
  }),
  unassignGroupFromApplication: remove(`${app}/groups/{groupId}`, 'apps', 'End an assignment to a group'),
  getUserSchema: one(
    '/api/v1/meta/schemas/user/{schemaId}',
    'schemas',
    "Get the schema of users' profiles",
    UserSchema,
  ),
  updateUserSchema: defineOperation({
    method: 'POST',
    path: '/api/v1/meta/schemas/user/{schemaId}',
    summary: "Add, change or, with null, remove custom properties of users' profiles",
    source,
    beyond: 'schemas',
    get body() {
      return UserSchemaInput()
    },
    get responses() {
      return { 200: UserSchema() }
    },
    refusals: ['not-found', 'validation'],
  }),
  listUserTypes: list('/api/v1/meta/types/user', 'userTypes', 'List the user types', UserType),
  getUserType: one('/api/v1/meta/types/user/{typeId}', 'userTypes', 'Get a user type', UserType),
  listAuthorizationServers: list(
    '/api/v1/authorizationServers',
    'authorizationServers',
    'List the authorization servers',
    Server,
  ),
  getAuthorizationServer: one(server, 'authorizationServers', 'Get an authorization server', Server),
  listScopes: list(`${server}/scopes`, 'authorizationServers', 'List the scopes of a server', Scope),
  getScope: one(`${server}/scopes/{scopeId}`, 'authorizationServers', 'Get a scope of a server', Scope),
  authenticate: defineOperation({
    method: 'POST',
    path: '/api/v1/authn',
    summary: 'Check a login and a password; without factors',
    source,
    beyond: 'authn',
    auth: 'none',
    get body() {
      return AuthenticationInput()
    },
    get responses() {
      return { 200: Authentication() }
    },
    refusals: ['authentication-failed', 'validation'],
  }),
  createSession: defineOperation({
    method: 'POST',
    path: '/api/v1/sessions',
    summary: 'Get the session of a session token',
    source,
    beyond: 'sessions',
    auth: 'none',
    get body() {
      return SessionInput()
    },
    get responses() {
      return { 200: Session() }
    },
    refusals: ['authentication-failed', 'validation'],
  }),
  getCurrentSession: defineOperation({
    method: 'GET',
    path: '/api/v1/sessions/me',
    summary: 'Get the session of the cookie',
    source,
    beyond: 'sessions',
    auth: 'session',
    get responses() {
      return { 200: Session() }
    },
    refusals: ['invalid-session'],
  }),
  closeCurrentSession: defineOperation({
    method: 'DELETE',
    path: '/api/v1/sessions/me',
    summary: 'End the session of the cookie',
    source,
    beyond: 'sessions',
    auth: 'session',
    responses: { 204: null },
    refusals: ['invalid-session'],
  }),
  listLogEvents: defineOperation({
    method: 'GET',
    path: '/api/v1/logs',
    summary: 'List what happened, as far as it is kept',
    source,
    beyond: 'logs',
    get query() {
      return z.object({
        ...paging(),
        q: text(),
        since: text(),
        until: text(),
        sortOrder: oneOf('ASCENDING', 'DESCENDING'),
      })
    },
    get responses() {
      return { 200: z.array(LogEvent()) }
    },
    refusals: ['invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
    page: { default: 100, max: 1000 },
  }),
} satisfies Record<string, OperationSpec>

/** The name of an endpoint that the API description does not have. */
export type BeyondName = keyof typeof beyondSpecs

/** They are served as the operations are. No table by the names of operations has theirs: it asks `beyond` first. */
export const beyondOperations: readonly Operation[] = Object.entries(beyondSpecs).map(([name, spec]) =>
  namedOperation(name as OperationName, spec),
)

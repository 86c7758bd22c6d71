/** Who may call: API tokens, scoped tokens, session cookies, roles (Clients, Authentication). */
import { requirementsIn, sharing } from './requirement.ts'
import { unknownIdRequirements, unknownSessionIds } from '../tables/unknown-ids.ts'

const endpoints = requirementsIn(
  { area: 'auth', document: 1, section: 'Endpoints' },
  {
    'auth.required.clients': [
      'A client endpoint called without any credentials is refused and reveals no client.',
      'registerClient',
      'listClients',
      'getClient',
      'updateClient',
      'newClientSecret',
      'deleteClient',
    ],
  },
)

const authentication = requirementsIn(
  { area: 'auth', document: 1, section: 'Authentication' },
  {
    'auth.api-token': [
      'A call with an API token in the header Authorization, scheme SSWS, is let in.',
      'header:Authorization.SSWS',
    ],
    'auth.required.users': {
      statement: 'A user endpoint called without any credentials is refused and reveals no user.',
      operations: ['createUser', 'listUsers', 'getUser', 'replaceUser', 'updateUser'],
    },
    'auth.required.groups': {
      statement: 'A group endpoint called without any credentials is refused and reveals no group.',
      operations: ['createGroup', 'listGroups', 'getGroup', 'updateGroup', 'deleteGroup', 'listGroupUsers'],
    },
    'auth.required.rules': {
      statement: 'A group rule endpoint called without any credentials is refused and reveals no rule.',
      operations: ['createGroupRule', 'listGroupRules', 'getGroupRule'],
    },
    'auth.required.lifecycle': {
      statement:
        'A lifecycle operation called without any credentials is refused and leaves the status as it was.',
      operations: ['suspendUser', 'deactivateUser', 'activateUser', 'deleteUser'],
    },
    'auth.required.credentials': {
      statement: 'A credential operation called without any credentials is refused and changes nothing.',
      operations: ['changePassword', 'changeRecoveryQuestion', 'forgotPassword', 'forgotPasswordWithAnswer'],
    },
    'auth.invalid-token': 'A call with an API token that the service never issued is refused.',
    'auth.scoped-token': {
      statement: 'A scoped access token lets its bearer in where its scopes allow.',
      needs: ['scoped-access-token'],
      reason: 'Scope names, the form of the header and how a token is obtained are not shown.',
    },
    'auth.cookie.me': {
      statement: 'GET /users/me with a session cookie and no Authorization header answers with a user.',
      operations: ['getUser'],
      needs: ['session-cookie'],
      covers: ['header:Cookie'],
    },
    'auth.cookie.invalid': {
      statement: 'A call on /users/me with a session cookie that belongs to no session is refused.',
      operations: ['getUser', 'updateCurrentUser'],
      needs: ['session-cookie'],
    },
    'auth.cookie.cors': {
      statement:
        'A cross-origin call on /users/me with a session cookie, from a trusted origin, is allowed with credentials.',
      operations: ['getUser', 'updateCurrentUser'],
      needs: ['session-cookie', 'trusted-origin'],
    },
    'auth.client-method': {
      statement: 'token_endpoint_auth_method decides how a client proves itself to the token endpoint.',
      excluded: 'The token endpoint is not described by the API description.',
    },
    'auth.roles': {
      statement: 'Each operation asks for some administrator role or scope.',
      needs: ['read-only-token'],
      reason: 'Which role or scope may call what is not shown.',
    },
    'auth.scoped-administrators': {
      statement: 'A scoped administrator sees only what is in scope.',
      needs: ['group-admin-token'],
      reason:
        'The contents of a scope are not shown, save the everyone group, which has its own requirement.',
    },
  },
)

const events = requirementsIn(
  { area: 'auth', document: 1, section: 'Events' },
  {
    'auth.events': {
      statement: 'The service delivers events of some kinds in some way.',
      reason: 'Event kinds, delivery and payloads are not shown.',
    },
    'auth.password-hook.called': {
      statement: 'The service calls the password hook the first time a user created with one signs in.',
      needs: ['password-hook', 'sign-in'],
      excluded: 'The call goes to a third party, in a format that is not shown.',
    },
  },
)

export const authRequirements = [...endpoints, ...authentication, ...events] as const

const own = requirementsIn(
  {
    area: 'sessions',
    document: 3,
    section: 'Lifecycle operations',
    operations: ['deleteCurrentUserSessions'],
    needs: ['session-cookie', 'end-sessions'],
  },
  {
    'sessions.delete-own.ok': [
      'delete_sessions with a session cookie answers with 200 and an empty object.',
      'success:deleteCurrentUserSessions',
      'header:Cookie.delete-sessions',
    ],
    'sessions.delete-own.keep-default': [
      'delete_sessions without keepCurrent leaves the session of the caller in force.',
      'default:deleteCurrentUserSessions.keepCurrent',
    ],
    'sessions.delete-own.keep': [
      'delete_sessions with keepCurrent=true leaves the session of the caller in force.',
      'input:deleteCurrentUserSessions.keepCurrent',
    ],
    'sessions.delete-own.not-keep':
      'delete_sessions with keepCurrent=false ends the session of the caller too.',
    'sessions.delete-own.others': {
      statement: 'delete_sessions ends the other sessions of the user.',
      needs: ['sign-in', 'end-sessions'],
    },
    'sessions.delete-own.api-token': {
      statement: 'delete_sessions with an API token and no session cookie is refused.',
      alsoIn: ['1 Authentication'],
      needs: ['end-sessions'],
    },
    'sessions.delete-own.invalid': {
      statement: 'delete_sessions with a cookie of no valid session is refused with 403.',
      alsoIn: ['1 Errors', '3 Errors'],
      needs: ['session-cookie'],
      covers: ['error:session-invalid'],
    },
    'sessions.delete-own.origin': {
      statement: 'delete_sessions works cross-origin, with the Origin of a trusted site.',
      needs: ['session-cookie', 'end-sessions', 'trusted-origin'],
      covers: ['header:Origin.delete-sessions'],
    },
  },
)

const place = {
  area: 'sessions',
  document: 3,
  section: 'Lifecycle operations',
  operations: ['clearUserSessions'],
} as const

const clear = requirementsIn(place, {
  'sessions.clear.no-content': ['The sessions of a user are cleared with 204.', 'success:clearUserSessions'],
  ...sharing({ needs: ['sign-in'] })({
    'sessions.clear.ended':
      'A session of a user is no longer valid after the sessions of that user are cleared.',
    'sessions.clear.others-kept': 'A session of another user is still valid.',
  }),
  'sessions.clear.tokens': {
    statement: 'With oauthTokens=true the refresh tokens of the user are revoked.',
    needs: ['refresh-tokens'],
    covers: ['query:clearUserSessions.oauthTokens'],
  },
  'sessions.clear.access-tokens': {
    statement: 'With oauthTokens=true the access tokens of the user are revoked.',
    needs: ['refresh-tokens', 'access-tokens'],
  },
  'sessions.clear.tokens-default': {
    statement: 'Without oauthTokens the refresh tokens of the user stay.',
    needs: ['refresh-tokens'],
    covers: ['default:clearUserSessions.oauthTokens'],
  },
  'sessions.clear.app-sessions': {
    statement: 'Sessions that web sign-in or native applications keep themselves are not cleared.',
    excluded: 'They live in the applications, outside the service.',
  },
})

export const sessionRequirements = [
  ...own,
  ...clear,
  ...unknownIdRequirements(place, unknownSessionIds),
] as const

const formats = requirementsIn(
  { area: 'errors', document: 1, section: 'Errors' },
  {
    'errors.oauth.error': {
      statement: 'An error of a client endpoint other than newSecret carries a string error.',
      operations: ['getClient', 'updateClient', 'deleteClient'],
      covers: ['property:OAuthError.error'],
    },
    'errors.oauth.description': {
      statement: 'An error of a client endpoint other than newSecret carries a string error_description.',
      operations: ['getClient', 'updateClient', 'deleteClient'],
      covers: ['property:OAuthError.error_description'],
    },
    ...sharing({ operations: ['getUser', 'getGroup', 'suspendUser'] })({
      'errors.platform.code': [
        'An error of any other endpoint carries a string errorCode.',
        'property:PlatformError.errorCode',
      ],
      'errors.platform.summary': [
        'An error of any other endpoint carries a string errorSummary.',
        'property:PlatformError.errorSummary',
      ],
      'errors.platform.link-is-code': [
        'The errorLink of an error is the same string as its errorCode.',
        'property:PlatformError.errorLink',
      ],
      'errors.platform.id': [
        'An error of any other endpoint carries a string errorId.',
        'property:PlatformError.errorId',
      ],
      'errors.platform.causes': [
        'An error of any other endpoint carries an array errorCauses, which may be empty.',
        'property:PlatformError.errorCauses',
      ],
    }),
    'errors.platform.new-secret': {
      statement: 'newSecret is the one client endpoint whose errors are in the platform style.',
      operations: ['newClientSecret'],
    },
    'errors.unknown-resource': {
      statement:
        'An unknown id of a user, group or rule is refused with 404 and E0000007, whatever the operation.',
      alsoIn: ['2 Errors', '3 Errors'],
      operations: ['getUser', 'getGroup', 'getGroupRule'],
      covers: ['error:unknown-resource'],
    },
    'errors.page-time-out': {
      statement: 'A list that takes too long with a large page is answered with 500.',
      alsoIn: ['2 Errors', '3 Errors'],
      excluded:
        'A run cannot make a server time out. It repeats a list that answers 500 with a smaller limit.',
      covers: ['error:page-time-out'],
    },
    'errors.page-time-out.retry': {
      level: 'caller',
      statement: 'A caller who gets 500 on a large page retries with a smaller limit, and pages.',
      alsoIn: ['2 Errors', '3 Errors'],
      reason: 'It binds the caller.',
    },
    'errors.catalogue': {
      statement: 'Errors that no table lists use some status and some code.',
      reason:
        'The complete catalogue of codes, and the statuses of other validation failures, are not shown.',
    },
  },
)

const groups = requirementsIn(
  { area: 'errors', document: 2, section: 'Errors' },
  {
    'errors.groups.specific': {
      statement: 'Errors of group and rule operations, other than unknown ids, use some status and code.',
      operations: ['createGroup', 'updateGroup', 'deleteGroup', 'createGroupRule', 'updateGroupRule'],
      reason: 'Not shown.',
    },
  },
)

const users = requirementsIn(
  { area: 'errors', document: 3, section: 'Errors' },
  {
    'errors.users.validation': {
      statement:
        'A bad profile, a password against the policy and a login already taken use some error code.',
      operations: ['createUser', 'updateUser', 'replaceUser'],
      reason: 'The codes of such errors are not shown.',
    },
  },
)

export const errorRequirements = [...formats, ...groups, ...users] as const

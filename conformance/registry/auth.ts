/** Who may call: API tokens, scoped tokens, session cookies, roles (Clients, Authentication). */
import { requirementsIn } from './requirement.ts'

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

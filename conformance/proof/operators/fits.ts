/** The operations that an operator applies to. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { routes } from '../mutants/routes.ts'

const method = (operation: OperationName): string => routes[operation].split(' ')[0] ?? ''
const path = (operation: OperationName): string => routes[operation].split(' ')[1] ?? ''

export const isList = (operation: OperationName): boolean => operation.startsWith('list')
export const isRead = (operation: OperationName): boolean => method(operation) === 'GET'
export const hasRecord = (operation: OperationName): boolean => path(operation).includes('{')
export const ofUser = (operation: OperationName): boolean =>
  path(operation).startsWith('/api/v1/users/{') && operation !== 'deleteUser'
export const ofMember = (operation: OperationName): boolean =>
  path(operation).includes('/users/{userId}') && !ofUser(operation)
export const ofGroup = (operation: OperationName): boolean =>
  /groups\/\{groupId/.test(path(operation)) && operation !== 'deleteGroup'
export const ofRule = (operation: OperationName): boolean =>
  path(operation).includes('{ruleId') && operation !== 'deleteGroupRule'
export const ofClient = (operation: OperationName): boolean =>
  path(operation).startsWith('/oauth2/v1/clients/{') && operation !== 'deleteClient'
export const ofMe = (operation: OperationName): boolean => path(operation).includes('/users/me')
export const hasBody = (operation: OperationName): boolean => bodies.has(operation)

/** Operations that take a body of a record. */
const bodies = new Set<OperationName>([
  ...(['registerClient', 'updateClient', 'createGroup', 'updateGroup', 'createGroupRule'] as const),
  ...(['updateGroupRule', 'createUser', 'updateUser', 'replaceUser', 'updateCurrentUser'] as const),
])

/** Operations whose success has no body, as the API description states. */
export const silent = new Set<OperationName>([
  ...(['deleteClient', 'deleteGroup', 'addUserToGroup', 'removeUserFromGroup', 'activateGroupRule'] as const),
  ...(['deactivateGroupRule', 'deleteUser', 'clearUserSessions', 'revokeUserGrants'] as const),
  ...([
    'revokeUserGrant',
    'revokeUserClientGrants',
    'revokeUserClientTokens',
    'revokeUserClientToken',
  ] as const),
])

/** Operations whose success status the API description does not state. */
export const unstated = new Set<OperationName>([
  ...(['createGroup', 'listGroups', 'getGroup', 'updateGroup', 'listGroupUsers', 'listGroupApps'] as const),
  ...(['createGroupRule', 'listGroupRules', 'getGroupRule', 'updateGroupRule'] as const),
  ...(['createUser', 'listUsers', 'getUser', 'replaceUser', 'updateUser', 'updateCurrentUser'] as const),
  ...(['listUserAppLinks', 'listUserGroups', 'activateUser', 'reactivateUser', 'resetPassword'] as const),
  ...(['expirePassword', 'forgotPassword', 'forgotPasswordWithAnswer', 'changePassword'] as const),
  ...(['changeRecoveryQuestion', 'listUserGrants', 'getUserGrant', 'listUserClientGrants'] as const),
  ...(['listUserClients', 'listUserClientTokens', 'getUserClientToken'] as const),
])

const paged = ['after', 'limit'] as const
const flagged = ['sendEmail'] as const

/** The query parameters of each operation, as the API description lists them under Endpoints. */
export const parameters: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  listClients: [...paged, 'q'],
  listGroups: [...paged, 'filter', 'q', 'expand', 'search', 'sortBy', 'sortOrder'],
  listGroupUsers: paged,
  listGroupRules: [...paged, 'search', 'expand'],
  getGroupRule: ['expand'],
  deleteGroupRule: ['removeUsers'],
  listGroupApps: paged,
  createUser: ['activate', 'provider', 'nextLogin'],
  getUser: ['expand'],
  listUsers: [...paged, 'search', 'filter', 'q', 'sortBy', 'sortOrder'],
  replaceUser: ['strict'],
  updateUser: ['strict'],
  activateUser: flagged,
  reactivateUser: flagged,
  deactivateUser: flagged,
  resetPassword: [...flagged, 'revokeSessions', 'provider'],
  expirePassword: ['tempPassword'],
  deleteUser: flagged,
  clearUserSessions: ['oauthTokens'],
  forgotPassword: flagged,
  changePassword: ['strict'],
  listUserGrants: [...paged, 'expand', 'scopeId'],
  getUserGrant: ['expand'],
  listUserClientGrants: [...paged, 'expand'],
  listUserClientTokens: [...paged, 'expand'],
  getUserClientToken: ['expand'],
}

export const takes =
  (name: string) =>
  (operation: OperationName): boolean =>
    parameters[operation]?.includes(name) === true

/** Returns the reason why an operator does not fit, if any. */
export const onlyIf =
  (fits: (operation: OperationName) => boolean, reason: string) =>
  (operation: OperationName): string | undefined =>
    fits(operation) ? undefined : reason

export const always = (): boolean => true

import type { OperationName } from '../../src/contract/operation-names.ts'
import type { Sent } from './wire.ts'

/** Method and path of every documented operation, as the three documents list them under Endpoints. */
export const routes: Readonly<Record<OperationName, string>> = {
  registerClient: 'POST /oauth2/v1/clients',
  listClients: 'GET /oauth2/v1/clients',
  getClient: 'GET /oauth2/v1/clients/{clientId}',
  updateClient: 'PUT /oauth2/v1/clients/{clientId}',
  newClientSecret: 'POST /oauth2/v1/clients/{clientId}/lifecycle/newSecret',
  deleteClient: 'DELETE /oauth2/v1/clients/{clientId}',
  createGroup: 'POST /api/v1/groups',
  listGroups: 'GET /api/v1/groups',
  getGroup: 'GET /api/v1/groups/{groupId}',
  updateGroup: 'PUT /api/v1/groups/{groupId}',
  deleteGroup: 'DELETE /api/v1/groups/{groupId}',
  listGroupUsers: 'GET /api/v1/groups/{groupId}/users',
  addUserToGroup: 'PUT /api/v1/groups/{groupId}/users/{userId}',
  removeUserFromGroup: 'DELETE /api/v1/groups/{groupId}/users/{userId}',
  createGroupRule: 'POST /api/v1/groups/rules',
  listGroupRules: 'GET /api/v1/groups/rules',
  getGroupRule: 'GET /api/v1/groups/rules/{ruleId}',
  updateGroupRule: 'PUT /api/v1/groups/rules/{ruleId}',
  deleteGroupRule: 'DELETE /api/v1/groups/rules/{ruleId}',
  activateGroupRule: 'POST /api/v1/groups/rules/{ruleId}/lifecycle/activate',
  deactivateGroupRule: 'POST /api/v1/groups/rules/{ruleId}/lifecycle/deactivate',
  listGroupApps: 'GET /api/v1/groups/{groupId}/apps',
  createUser: 'POST /api/v1/users',
  listUsers: 'GET /api/v1/users',
  getUser: 'GET /api/v1/users/{id}',
  replaceUser: 'PUT /api/v1/users/{userId}',
  updateUser: 'POST /api/v1/users/{userId}',
  updateCurrentUser: 'POST /api/v1/users/me',
  listUserAppLinks: 'GET /api/v1/users/{id}/appLinks',
  listUserGroups: 'GET /api/v1/users/{id}/groups',
  activateUser: 'POST /api/v1/users/{id}/lifecycle/activate',
  reactivateUser: 'POST /api/v1/users/{id}/lifecycle/reactivate',
  deactivateUser: 'POST /api/v1/users/{id}/lifecycle/deactivate',
  suspendUser: 'POST /api/v1/users/{id}/lifecycle/suspend',
  unsuspendUser: 'POST /api/v1/users/{id}/lifecycle/unsuspend',
  unlockUser: 'POST /api/v1/users/{id}/lifecycle/unlock',
  resetPassword: 'POST /api/v1/users/{id}/lifecycle/reset_password',
  expirePassword: 'POST /api/v1/users/{id}/lifecycle/expire_password',
  resetFactors: 'POST /api/v1/users/{id}/lifecycle/reset_factors',
  deleteUser: 'DELETE /api/v1/users/{id}',
  deleteCurrentUserSessions: 'POST /api/v1/users/me/lifecycle/delete_sessions',
  clearUserSessions: 'DELETE /api/v1/users/{userId}/sessions',
  forgotPassword: 'POST /api/v1/users/{id}/credentials/forgot_password',
  forgotPasswordWithAnswer: 'POST /api/v1/users/{id}/credentials/forgot_password',
  changePassword: 'POST /api/v1/users/{id}/credentials/change_password',
  changeRecoveryQuestion: 'POST /api/v1/users/{id}/credentials/change_recovery_question',
  listUserGrants: 'GET /api/v1/users/{userId}/grants',
  getUserGrant: 'GET /api/v1/users/{userId}/grants/{grantId}',
  listUserClientGrants: 'GET /api/v1/users/{userId}/clients/{clientId}/grants',
  revokeUserGrants: 'DELETE /api/v1/users/{userId}/grants',
  revokeUserGrant: 'DELETE /api/v1/users/{userId}/grants/{grantId}',
  revokeUserClientGrants: 'DELETE /api/v1/users/{userId}/clients/{clientId}/grants',
  listUserClients: 'GET /api/v1/users/{userId}/clients',
  listUserClientTokens: 'GET /api/v1/users/{userId}/clients/{clientId}/tokens',
  getUserClientToken: 'GET /api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
  revokeUserClientTokens: 'DELETE /api/v1/users/{userId}/clients/{clientId}/tokens',
  revokeUserClientToken: 'DELETE /api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
}

/** An operation's name, or a method and path of your own: `GET /api/v1/users/*`, `* /oauth2/v1/**`. */
export type Where = OperationName | `${string} /${string}`

/** Tells whether a request is one of these. */
export function goesTo(where: Where | readonly Where[]): (sent: Sent) => boolean {
  const tests = [where].flat().map((each) => (isOperation(each) ? operationTest(each) : routeTest(each)))
  return (sent) => tests.some((test) => test(sent))
}

function isOperation(where: Where): where is OperationName {
  return Object.hasOwn(routes, where)
}

function operationTest(name: OperationName): (sent: Sent) => boolean {
  const fits = routeTest(routes[name])
  if (name === 'forgotPassword') return (sent) => fits(sent) && sent.text === undefined
  if (name === 'forgotPasswordWithAnswer') return (sent) => fits(sent) && sent.text !== undefined
  if (name === 'updateUser') return (sent) => fits(sent) && !sent.path.endsWith('/me')
  return fits
}

function routeTest(route: string): (sent: Sent) => boolean {
  const [method = '', path = ''] = route.split(' ')
  const pattern = path
    .split('/')
    .map((part) => {
      if (part === '**') return '.*'
      if (part === '{groupId}') return '(?!rules(?:/|$))[^/]+'
      return part === '*' || part.startsWith('{') ? '[^/]+' : part.replaceAll('.', '\\.')
    })
    .join('/')
  const form = new RegExp(`^${pattern}$`)
  return (sent) => (method === '*' || sent.method === method) && form.test(sent.path)
}

const kinds = /^\/(?:api\/v1\/(?:groups\/rules|groups|users)|oauth2\/v1\/clients)\/([^/]+)/

/** The id, or login, of the record that a path is about; `undefined` for a collection. */
export function recordOf(path: string): string | undefined {
  const id = kinds.exec(path)?.[1]
  if (id === undefined || path === '/api/v1/groups/rules') return undefined
  return decodeURIComponent(id)
}

/** The path of the record itself: `/api/v1/users/00u1` for `/api/v1/users/00u1/lifecycle/suspend`. */
export function recordPath(path: string): string | undefined {
  return recordOf(path) === undefined ? undefined : kinds.exec(path)?.[0]
}

/** Tells whether refusals of a path are OAuth style (document 1, Errors). */
export function speaksOAuth(path: string): boolean {
  return path.startsWith('/oauth2/') && !path.endsWith('/newSecret')
}

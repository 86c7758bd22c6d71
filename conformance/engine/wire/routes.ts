import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Exchange } from './reply.ts'

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

/** The ids in paths of operations, by their names there. */
export type Ids = Readonly<Record<string, string>>

/** The method and the path of an operation on these ids. */
export function callOf(
  operation: OperationName,
  ids: Ids,
): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = routes[operation].split(' ')
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? '')),
  }
}

const forms = (Object.entries(routes) as [OperationName, string][]).map(([name, route]) => {
  const [method = '', path = ''] = route.split(' ')
  const form = path
    .split('/')
    .map((part) => (part.startsWith('{') ? '(?!rules(?:/|$)|me(?:/|$))[^/]+' : part))
  return { name, method, form: new RegExp(`^${form.join('/')}$`) }
})

/** The operation that a call is one of; undefined for one of none. `me` is taken for the id that it stands for. */
export function operationOf({ method, path, requestBody }: Exchange): OperationName | undefined {
  const [place = ''] = path.split('?')
  const own = place.replace(/^\/api\/v1\/users\/me(?=\/|$)/, '/api/v1/users/0')
  const found = forms.filter(
    (each) => each.method === method && (each.form.test(place) || each.form.test(own)),
  )
  const ofMe = found.find(({ name }) => routes[name].includes('/users/me') && place.includes('/users/me'))
  const password = found.find(({ name }) => name === 'forgotPasswordWithAnswer')
  return (ofMe ?? (requestBody === undefined ? undefined : password) ?? found[0])?.name
}

/** Whether refusals of a path are OAuth style (Clients, Errors). */
export function speaksOAuth(path: string): boolean {
  return path.startsWith('/oauth2/') && !path.endsWith('/newSecret')
}

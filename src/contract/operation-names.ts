/**
 * The names of the 57 documented operations, by area. This file imports nothing, so that the conformance
 * suite can measure its coverage against it without importing the contract.
 */
export const operationNames = {
  clients: ['registerClient', 'listClients', 'getClient', 'updateClient', 'newClientSecret', 'deleteClient'],
  groups: ['createGroup', 'listGroups', 'getGroup', 'updateGroup', 'deleteGroup'],
  membership: ['listGroupUsers', 'addUserToGroup', 'removeUserFromGroup'],
  rules: [
    'createGroupRule',
    'listGroupRules',
    'getGroupRule',
    'updateGroupRule',
    'deleteGroupRule',
    'activateGroupRule',
    'deactivateGroupRule',
  ],
  groupApps: ['listGroupApps'],
  users: [
    'createUser',
    'listUsers',
    'getUser',
    'replaceUser',
    'updateUser',
    'updateCurrentUser',
    'listUserAppLinks',
    'listUserGroups',
  ],
  lifecycle: [
    'activateUser',
    'reactivateUser',
    'deactivateUser',
    'suspendUser',
    'unsuspendUser',
    'unlockUser',
    'resetPassword',
    'expirePassword',
    'resetFactors',
    'deleteUser',
  ],
  sessions: ['deleteCurrentUserSessions', 'clearUserSessions'],
  credentials: ['forgotPassword', 'forgotPasswordWithAnswer', 'changePassword', 'changeRecoveryQuestion'],
  grants: [
    'listUserGrants',
    'getUserGrant',
    'listUserClientGrants',
    'revokeUserGrants',
    'revokeUserGrant',
    'revokeUserClientGrants',
    'listUserClients',
  ],
  tokens: ['listUserClientTokens', 'getUserClientToken', 'revokeUserClientTokens', 'revokeUserClientToken'],
} as const

/** The area a documented operation belongs to; also the name of its contract and handler file. */
export type Area = keyof typeof operationNames

/** The name of a documented operation, for example `suspendUser`. */
export type OperationName = (typeof operationNames)[Area][number]

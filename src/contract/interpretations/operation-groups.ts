import { type OperationName, operationNames } from '../operation-names.ts'

/** Operations that several interpretations are about. */
export const userWrites = ['createUser', 'replaceUser', 'updateUser'] as const
export const consents = ['listUserGrants', 'getUserGrant', 'listUserClientGrants'] as const
export const refreshTokens = ['listUserClientTokens', 'getUserClientToken'] as const
export const clientWrites = ['registerClient', 'updateClient'] as const
export const groupWrites = ['createGroup', 'updateGroup'] as const
export const ruleWrites = ['createGroupRule', 'updateGroupRule'] as const
export const setsPassword = [...userWrites, 'changePassword', 'forgotPasswordWithAnswer'] as const
export const inAnyStatus = ['resetPassword', 'expirePassword'] as const

/** The operations for which the API description shows no success status. */
export const withoutStatus: readonly OperationName[] = [
  'createGroup',
  'listGroups',
  'getGroup',
  'updateGroup',
  'listGroupUsers',
  'createGroupRule',
  'listGroupRules',
  'getGroupRule',
  'updateGroupRule',
  ...operationNames.groupApps,
  ...operationNames.users,
  'activateUser',
  'reactivateUser',
  'resetPassword',
  'expirePassword',
  ...operationNames.credentials,
  ...consents,
  'listUserClients',
  ...refreshTokens,
]

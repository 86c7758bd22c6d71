import type { OperationName } from './operation-names.ts'

/** The ids in the paths of the OpenAPI document's examples; the sample data set `examples` contains them. */
export const exampleIds = {
  userId: '00uEv3mY8xQ2kLw0a4d7',
  groupId: '00gT5nB1cZ9rJ6pXqH2v',
  ruleId: '0prS8wK4dM7tG3yFbN6u',
  clientId: '0oaR2hV6jC1xP9sLzD5e',
  grantId: 'oagM4qT8bW3nY7kJfX1c',
  tokenId: 'oarZ6vH2gL9dQ5rPmK3t',
} as const

type ExampleIds = { readonly [Name in keyof typeof exampleIds]: string }

/** Other ids for operations that need a record in another status, or leave it unfit for the next example. */
const own = {
  deleteClient: { clientId: '0oaDeleteClient00001' },
  deleteGroup: { groupId: '00gDeleteGroup000001' },
  updateGroupRule: { ruleId: '0prUpdateGroupRule01' },
  deleteGroupRule: { ruleId: '0prDeleteGroupRule01' },
  activateUser: { userId: '00uActivateUser00001' },
  reactivateUser: { userId: '00uReactivateUser001' },
  deactivateUser: { userId: '00uDeactivateUser001' },
  suspendUser: { userId: '00uSuspendUser000001' },
  unsuspendUser: { userId: '00uUnsuspendUser0001' },
  unlockUser: { userId: '00uUnlockUser0000001' },
  resetPassword: { userId: '00uResetPassword0001' },
  expirePassword: { userId: '00uExpirePassword001' },
  deleteUser: { userId: '00uDeleteUser0000001' },
  forgotPassword: { userId: '00uForgotPassword001' },
  forgotPasswordWithAnswer: { userId: '00uForgotPassword001' },
  changePassword: { userId: '00uChangePassword001' },
  changeRecoveryQuestion: { userId: '00uChangeQuestion001' },
  revokeUserGrants: { userId: '00uRevokeGrants00001' },
  revokeUserGrant: { grantId: 'oagRevokeUserGrant01' },
  revokeUserClientGrants: { userId: '00uRevokeGrants00002' },
  revokeUserClientTokens: { userId: '00uRevokeTokens00001' },
  revokeUserClientToken: { tokenId: 'oarRevokeUserToken01' },
} as const satisfies Partial<Record<OperationName, Partial<ExampleIds>>>

/** The ids of the example of an operation. */
export function exampleIdsOf(operation: OperationName): ExampleIds {
  return { ...exampleIds, ...(own as Partial<Record<OperationName, Partial<ExampleIds>>>)[operation] }
}

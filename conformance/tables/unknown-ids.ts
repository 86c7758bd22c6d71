/**
 * Operations on an id that nobody knows: each is refused with 404 and E0000007 (Errors). Requirements, checks and mutants
 * are generated from these rows. The endpoints of clients, and a client id that narrows a list, answer otherwise.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { Json } from '../engine/wire/reply.ts'
import {
  type Requirement,
  type RequirementPlace,
  requirementsOf,
  type RequirementRow,
  tableOf,
} from '../registry/requirement.ts'
import type { Prerequisite } from '../registry/prerequisites.ts'

/** The ids in paths, each with its name in a statement. */
const kinds = {
  groupId: 'group',
  ruleId: 'rule',
  id: 'user',
  userId: 'user',
  clientId: 'client',
  grantId: 'grant',
  tokenId: 'refresh token',
} as const

/** An operation on an unknown id. */
export interface UnknownId {
  /** The id of its requirement. */
  readonly id: string
  /** The operation, and the unknown id in its path. */
  readonly of: `${OperationName}.${keyof typeof kinds}`
  /** The words before the unknown id, which … stands for if more words follow. */
  readonly says?: string
  /** Where the refusal is stated, too, if not under the errors of the same document. */
  readonly alsoIn?: RequirementRow['alsoIn']
  /** Further rows of the API description that its requirement covers. */
  readonly also?: RequirementRow['covers']
  /** Its needs, if they are not those of the place. */
  readonly needs?: readonly Prerequisite[]
  /** The requirement that it stands after on the page, if not the last about the operation. */
  readonly after?: string
}

const table = tableOf<UnknownId, 'id'>()

export const unknownGroupIds = table([
  { id: 'groups.get.unknown', of: 'getGroup.groupId', after: 'groups.get.ok' },
  { id: 'groups.update.unknown', of: 'updateGroup.groupId', says: 'An update of' },
  { id: 'groups.delete.unknown', of: 'deleteGroup.groupId', says: 'Deletion of' },
])

export const unknownMemberIds = table([
  { id: 'membership.list.unknown-group', of: 'listGroupUsers.groupId', says: 'The members of' },
  { id: 'membership.add.unknown-group', of: 'addUserToGroup.groupId', says: 'Adding a user to' },
  { id: 'membership.add.unknown-user', of: 'addUserToGroup.userId', says: 'Adding … to a group' },
  { id: 'membership.remove.unknown-group', of: 'removeUserFromGroup.groupId', says: 'Removing a user from' },
  { id: 'membership.remove.unknown-user', of: 'removeUserFromGroup.userId', says: 'Removing … from a group' },
])

export const unknownRuleIds = table([
  {
    id: 'rules.update.unknown',
    of: 'updateGroupRule.ruleId',
    says: 'An update of',
    needs: ['rule-expression'],
  },
  { id: 'rules.get.unknown', of: 'getGroupRule.ruleId' },
  { id: 'rules.delete.unknown', of: 'deleteGroupRule.ruleId', says: 'Deletion of' },
  { id: 'rules.activate.unknown', of: 'activateGroupRule.ruleId', says: 'Activation of' },
  { id: 'rules.deactivate.unknown', of: 'deactivateGroupRule.ruleId', says: 'Deactivation of' },
])

export const unknownGroupOfApps = table([
  { id: 'group-apps.list.unknown', of: 'listGroupApps.groupId', says: 'The applications of' },
])

export const unknownUserIds = table([
  {
    id: 'users.get.unknown-id',
    of: 'getUser.id',
    after: 'users.get.reads-own-writes',
    alsoIn: ['1 Errors', '3 Errors'],
    also: ['error:unknown-user'],
  },
  { id: 'users.replace.unknown', of: 'replaceUser.userId', says: 'A full replacement of' },
  { id: 'users.update.unknown', of: 'updateUser.userId', says: 'A partial update of' },
  { id: 'users.app-links.unknown', of: 'listUserAppLinks.id', says: 'The app links of' },
  { id: 'users.groups.unknown', of: 'listUserGroups.id', says: 'The groups of' },
])

export const unknownLifecycleIds = table([
  { id: 'users.activate.unknown', of: 'activateUser.userId', says: 'Activation of' },
  { id: 'users.reactivate.unknown', of: 'reactivateUser.userId', says: 'Reactivation of' },
  { id: 'users.deactivate.unknown', of: 'deactivateUser.userId', says: 'Deactivation of' },
  { id: 'users.suspend.unknown', of: 'suspendUser.userId', says: 'Suspension of' },
  { id: 'users.unsuspend.unknown', of: 'unsuspendUser.userId', says: 'Unsuspension of' },
  { id: 'users.unlock.unknown', of: 'unlockUser.userId', says: 'Unlocking' },
  { id: 'users.reset-password.unknown', of: 'resetPassword.userId', says: 'reset_password of' },
  { id: 'users.expire-password.unknown', of: 'expirePassword.userId', says: 'expire_password of' },
  { id: 'users.reset-factors.unknown', of: 'resetFactors.userId', says: 'reset_factors of' },
  { id: 'users.delete.unknown', of: 'deleteUser.id', says: 'DELETE of' },
])

export const unknownSessionIds = table([
  { id: 'sessions.clear.unknown', of: 'clearUserSessions.userId', says: 'Clearing the sessions of' },
])

export const unknownCredentialIds = table([
  {
    id: 'credentials.forgot.unknown',
    of: 'forgotPassword.userId',
    says: 'forgot_password without a body for',
    after: 'credentials.forgot.from-deprovisioned',
  },
  {
    id: 'credentials.answer.unknown',
    of: 'forgotPasswordWithAnswer.userId',
    says: 'forgot_password with a body for',
  },
  { id: 'credentials.change-password.unknown', of: 'changePassword.userId', says: 'change_password of' },
  {
    id: 'credentials.change-question.unknown',
    of: 'changeRecoveryQuestion.userId',
    says: 'change_recovery_question of',
  },
])

export const unknownGrantIds = table([
  { id: 'grants.list.unknown', of: 'listUserGrants.userId', says: 'The grants of' },
  { id: 'grants.get.unknown-user', of: 'getUserGrant.userId', says: 'A grant of' },
  { id: 'grants.get.unknown-grant', of: 'getUserGrant.grantId' },
  {
    id: 'grants.list-client.unknown-user',
    of: 'listUserClientGrants.userId',
    says: 'The grants of … for a client',
    after: 'grants.list-client.after',
  },
  { id: 'grants.revoke-all.unknown', of: 'revokeUserGrants.userId', says: 'Revoking the grants of' },
  { id: 'grants.revoke.unknown-user', of: 'revokeUserGrant.userId', says: 'Revoking a grant of' },
  { id: 'grants.revoke.unknown-grant', of: 'revokeUserGrant.grantId', says: 'Revoking' },
  {
    id: 'grants.revoke-client.unknown-user',
    of: 'revokeUserClientGrants.userId',
    says: 'Revoking the grants of … for a client',
    after: 'grants.revoke-client.effect',
  },
  { id: 'grants.clients.unknown', of: 'listUserClients.userId', says: 'The clients of' },
])

export const unknownTokenIds = table([
  {
    id: 'tokens.list.unknown-user',
    of: 'listUserClientTokens.userId',
    says: 'The refresh tokens of',
    after: 'tokens.list.limit-default',
  },
  { id: 'tokens.get.unknown-user', of: 'getUserClientToken.userId', says: 'A refresh token of' },
  {
    id: 'tokens.get.unknown-client',
    of: 'getUserClientToken.clientId',
    says: 'A refresh token under',
    needs: ['refresh-tokens'],
  },
  { id: 'tokens.get.unknown-token', of: 'getUserClientToken.tokenId' },
  {
    id: 'tokens.revoke-all.unknown-user',
    of: 'revokeUserClientTokens.userId',
    says: 'Revoking the refresh tokens of',
    after: 'tokens.revoke-all.standalone-access-tokens',
  },
  {
    id: 'tokens.revoke.unknown-user',
    of: 'revokeUserClientToken.userId',
    says: 'Revoking a refresh token of',
  },
  {
    id: 'tokens.revoke.unknown-client',
    of: 'revokeUserClientToken.clientId',
    says: 'Revoking a refresh token under',
    needs: ['refresh-tokens'],
  },
  { id: 'tokens.revoke.unknown-token', of: 'revokeUserClientToken.tokenId', says: 'Revoking' },
])

/** Clients answer otherwise, and their statements stand with their operations. An update is refused with any status. */
export const unknownClientIds = [
  { id: 'clients.get.unknown', of: 'getClient.clientId', refused: [401, 'invalid_client'] },
  { id: 'clients.new-secret.unknown', of: 'newClientSecret.clientId', refused: [404, 'E0000007'] },
  { id: 'clients.delete.unknown', of: 'deleteClient.clientId', refused: [401, 'invalid_client'] },
] as const satisfies readonly (UnknownId & { readonly refused: readonly [number, string] })[]

/** The rows but those of clients, and of members, which are checked with the membership. */
export const unknownIds = [
  ...unknownGroupIds,
  ...unknownRuleIds,
  ...unknownGroupOfApps,
  ...unknownUserIds,
  ...unknownLifecycleIds,
  ...unknownSessionIds,
  ...unknownCredentialIds,
  ...unknownGrantIds,
  ...unknownTokenIds,
]

/** The operation of a row, and the name of the unknown id in its path. */
export function partsOf({ of }: Pick<UnknownId, 'of'>): readonly [on: OperationName, id: keyof typeof kinds] {
  return of.split('.') as [OperationName, keyof typeof kinds]
}

const profile = { title: 'Stray' }
const [password, recovery] = [{ value: 'Stray7Password' }, { question: 'Which stray?', answer: 'this one' }]

/** The bodies of calls that have one. */
export const strayBodies: Readonly<Partial<Record<OperationName, Json>>> = {
  updateGroup: { profile: { name: 'Stray' } },
  updateUser: { profile },
  replaceUser: { profile: { ...profile, login: 'stray@example.com', email: 'stray@example.com' } },
  forgotPasswordWithAnswer: { password, recovery_question: { answer: recovery.answer } },
  changePassword: { oldPassword: password, newPassword: { value: 'Other7Password' } },
  changeRecoveryQuestion: { password, recovery_question: recovery },
}

function statementOf({ of, says }: UnknownId): string {
  const id = `unknown ${kinds[partsOf({ of })[1]]} id`
  const subject =
    says === undefined ? `An ${id}` : says.includes('…') ? says.replace('…', `an ${id}`) : `${says} an ${id}`
  return `${subject} ${says?.startsWith('The ') ? 'are' : 'is'} refused with 404 and E0000007.`
}

/** The requirements of some rows; `inOrder` places them. */
export function unknownIdRequirements<Id extends string>(
  place: RequirementPlace,
  rows: readonly (UnknownId & { readonly id: Id })[],
): readonly (Requirement & { readonly id: Id; readonly after?: string })[] {
  return requirementsOf(
    place,
    rows.map((row) => {
      const { id, of, also = [], needs, after } = row
      const [on, name] = partsOf(row)
      const document = ['groupId', 'ruleId', 'userId', 'id'].includes(name) ? place.document : 1
      return {
        id,
        statement: statementOf(row),
        alsoIn: row.alsoIn ?? [`${document} Errors` as const],
        operations: [on],
        ...(needs === undefined ? {} : { needs }),
        ...(after === undefined ? {} : { after }),
        covers: [`unknown-id:${of}` as const, ...also],
      }
    }),
  )
}

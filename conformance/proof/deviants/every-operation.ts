/** Servers that break rules for every operation: operators, each on some operations. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import type { Deviant } from './deviant.ts'
import { mistakesOf } from './deviant.ts'
import { operators } from '../operators/operators.ts'

const rows: readonly (readonly [clause: ClauseId, operator: string, operations: readonly OperationName[]])[] =
  [
    ['conventions.reads.safe', 'side-effects/profile', ['getUser', 'listUserGroups', 'listUserAppLinks']],
    ['conventions.reads.safe', 'side-effects/suspends', ['listUserGroups', 'listUserGrants']],
    ['conventions.reads.safe', 'side-effects/password', ['getUser', 'listUserClients']],
    [
      'conventions.writes.others-kept',
      'neighbours/written-too',
      ['suspendUser', 'updateUser', 'deleteUser', 'deleteGroup', 'deleteClient', 'removeUserFromGroup'],
    ],
    [
      'users.operations.status-kept',
      'side-effects/suspends',
      ['clearUserSessions', 'forgotPassword', 'changeRecoveryQuestion', 'updateUser'],
    ],
    [
      'users.operations.password-kept',
      'side-effects/password',
      ['suspendUser', 'unsuspendUser', 'activateUser', 'clearUserSessions', 'changeRecoveryQuestion'],
    ],
    [
      'users.operations.question-kept',
      'side-effects/question',
      ['suspendUser', 'resetPassword', 'updateUser'],
    ],
    [
      'users.operations.sessions-kept',
      'side-effects/sessions',
      ['updateUser', 'listUserGroups', 'changeRecoveryQuestion'],
    ],
    ['grants.outlive-operations', 'side-effects/grants', ['suspendUser', 'updateUser', 'clearUserSessions']],
    [
      'auth.required.clients',
      'access/anonymous',
      ['registerClient', 'listClients', 'getClient', 'updateClient', 'newClientSecret', 'deleteClient'],
    ],
    ['auth.required.clients', 'access/refused-but-done', ['registerClient', 'updateClient', 'deleteClient']],
    [
      'auth.required.users',
      'access/anonymous',
      ['createUser', 'listUsers', 'getUser', 'replaceUser', 'updateUser'],
    ],
    ['auth.required.users', 'access/refused-but-done', ['createUser', 'replaceUser', 'updateUser']],
    [
      'auth.required.groups',
      'access/anonymous',
      ['createGroup', 'listGroups', 'getGroup', 'listGroupUsers', 'updateGroup', 'deleteGroup'],
    ],
    ['auth.required.groups', 'access/refused-but-done', ['createGroup', 'updateGroup', 'deleteGroup']],
    ['auth.required.rules', 'access/anonymous', ['createGroupRule', 'listGroupRules', 'getGroupRule']],
    ['auth.required.rules', 'access/refused-but-done', ['createGroupRule']],
    [
      'auth.required.lifecycle',
      'access/anonymous',
      ['suspendUser', 'deactivateUser', 'activateUser', 'deleteUser'],
    ],
    [
      'auth.required.lifecycle',
      'access/refused-but-done',
      ['suspendUser', 'deactivateUser', 'activateUser', 'deleteUser'],
    ],
    [
      'auth.required.credentials',
      'access/anonymous',
      ['changePassword', 'changeRecoveryQuestion', 'forgotPassword', 'forgotPasswordWithAnswer'],
    ],
    ['auth.required.credentials', 'access/refused-but-done', ['changePassword', 'changeRecoveryQuestion']],
    ['auth.cookie.invalid', 'access/any-cookie', ['getUser']],
    ['users.operations.times-kept', 'side-effects/password', ['suspendUser', 'reactivateUser']],
    [
      'users.operations.groups-kept',
      'side-effects/groups',
      ['suspendUser', 'unsuspendUser', 'updateUser', 'changeRecoveryQuestion', 'clearUserSessions'],
    ],
    ['groups.operations.kept', 'side-effects/group', ['addUserToGroup', 'removeUserFromGroup']],
    ['rules.operations.kept', 'side-effects/rule-name', ['deactivateGroupRule']],
    ['rules.operations.kept', 'side-effects/rule-status', ['updateGroupRule']],
    ['clients.new-secret.settings-kept', 'side-effects/client', ['newClientSecret']],
    ['auth.invalid-token', 'access/longer-token', ['suspendUser', 'getGroup', 'deleteClient']],
    ['auth.invalid-token', 'access/token-prefix', ['updateUser', 'listUsers']],
    ['auth.invalid-token', 'access/token-case', ['getUser', 'deactivateUser']],
    ['errors.unknown-resource', 'neighbours/longer-id', ['getUser', 'suspendUser', 'deleteGroup']],
    [
      'users.operations.profile-kept',
      'side-effects/profile',
      [
        'suspendUser',
        'unsuspendUser',
        'expirePassword',
        'resetFactors',
        'changeRecoveryQuestion',
        'forgotPassword',
      ],
    ],
  ]

export const everyOperationDeviants: readonly Deviant[] = rows.flatMap(([clause, name, operations]) => {
  const operator = operators.find(({ id }) => id === name)
  if (operator === undefined) throw new Error(`there is no operator '${name}'`)
  return operations.flatMap((operation) =>
    mistakesOf(clause, {
      [`${name.replace('/', '-')}-${operation}`]: [
        `${operator.summary} (${operation})`,
        operator.alter(operation),
      ],
    }),
  )
})

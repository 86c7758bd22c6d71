/** Servers that break what holds of every operation alike: operators, each on some operations. */
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { ClauseId } from '../registry/clauses.ts'
import type { Deviant } from './deviant.ts'
import { deviantOf } from './deviant.ts'
import { operators } from './operators/operators.ts'

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
  return operations.map((operation) =>
    deviantOf(clause, `${name.replace('/', '-')}-${operation}`, {
      summary: `${operator.summary} (${operation})`,
      collateral: ['conventions.*', 'users.*', 'groups.*', 'clients.*', 'credentials.*'],
      alter: operator.alter(operation),
    }),
  )
})

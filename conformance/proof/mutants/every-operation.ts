/** Servers that break rules for every operation: operators, each on some operations. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { requirementById, type RequirementId } from '../../registry/requirements.ts'
import type { Mutant } from './mutant.ts'
import { mistakesOf } from './mutant.ts'
import { cell } from '../operators/operators.ts'

type Row = readonly [requirement: RequirementId, operator: string, operations: readonly OperationName[]]

/** Calls that change something, which a read shows afterwards. */
const isSeen = (operation: OperationName): boolean => !/^(get|list|newClientSecret|forgot)/.test(operation)

/** Operations that let anybody call, or refuse and do it all the same. */
const required = (['clients', 'users', 'groups', 'rules', 'lifecycle', 'credentials'] as const).flatMap(
  (area): Row[] => {
    const requirement = `auth.required.${area}` as const
    const { operations = [] } = requirementById(requirement) ?? {}
    return [
      [requirement, 'access/anonymous', operations],
      [requirement, 'access/refused-but-done', operations.filter(isSeen)],
    ]
  },
)

const rows: readonly Row[] = [
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
  ['users.operations.question-kept', 'side-effects/question', ['suspendUser', 'resetPassword', 'updateUser']],
  [
    'users.operations.sessions-kept',
    'side-effects/sessions',
    ['updateUser', 'listUserGroups', 'changeRecoveryQuestion'],
  ],
  ['grants.outlive-operations', 'side-effects/grants', ['suspendUser', 'updateUser', 'clearUserSessions']],
  ...required,
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

export const everyOperationMutants: readonly Mutant[] = rows.flatMap(([requirement, name, operations]) =>
  operations.flatMap((operation) =>
    mistakesOf(requirement, { [`${name.replace('/', '-')}-${operation}`]: cell(name, operation) }),
  ),
)

import type { OperationName } from '../../../src/contract/operation-names.ts'
import { globPattern } from '../../engine/words/globs.ts'

const listsWithoutId = ['listUsers', 'listGroups', 'listClients', 'listGroupRules'] as const
const statusChanges = [
  ...([
    'suspendUser',
    'unsuspendUser',
    'unlockUser',
    'reactivateUser',
    'activateUser',
    'deactivateUser',
  ] as const),
  ...(['resetPassword', 'expirePassword', 'resetFactors'] as const),
] as const
const passwordChanges = ['forgotPasswordWithAnswer', 'changePassword'] as const
const revocations = [
  ...(['revokeUserGrants', 'revokeUserGrant', 'revokeUserClientGrants'] as const),
  ...(['revokeUserClientTokens', 'revokeUserClientToken', 'clearUserSessions'] as const),
] as const
const consentReads = [
  ...(['listUserGrants', 'getUserGrant', 'listUserClientGrants', 'listUserClients'] as const),
  ...(['listUserClientTokens', 'getUserClientToken'] as const),
] as const

/** Cells that no check notices, and why none needs to. `*` in an operator stands for anything. */
const reasons: readonly (readonly [
  operator: string,
  operations: '*' | readonly OperationName[],
  reason: string,
])[] = [
  ['access/any-cookie', ['updateCurrentUser'], 'a run sends no write with a session that is not its own'],
  ['body/null-as-absent', '*', 'of what this body may hold, null and nothing mean the same'],
  [
    'body/absent-as-null',
    [
      ...(['registerClient', 'createGroup', 'updateGroup', 'createGroupRule', 'updateGroupRule'] as const),
      ...(['createUser', 'replaceUser'] as const),
    ],
    'of what this body may hold, null and nothing mean the same',
  ],
  [
    'body/absent-as-null',
    ['updateClient'],
    'which optional settings an update may leave out is not stated, though any missing one makes it fail',
  ],
  ['default/sendEmail', ['reactivateUser'], 'the table states a default that its answers contradict'],
  ['ignored/strict', '*', 'which ages and histories of passwords a policy asks for is not shown'],
  [
    'memory/*',
    ['listGroupApps', 'listUserAppLinks'],
    'no documented operation changes which applications are assigned',
  ],
  ['memory/*', ['listUserClients'], 'when a client without grants leaves the list is not stated'],
  [
    'neighbours/first-lost',
    ['listUserGroups'],
    'whether the group of everyone is among the groups of a user depends on who asks',
  ],
  ['next/without-q', ['listUsers', 'listGroups'], 'what q finds is not paged'],
  [
    'next/without-scopeId',
    '*',
    'a user has one grant for each scope of a client, which takes no second page',
  ],
  ['next/without-sort*', '*', 'a cursor may carry the order by itself'],
  ['next/without-expand', ['listGroups', 'listGroupRules'], 'the contents of what is embedded are not shown'],
  ['next/without-limit', '*', 'the size of the later pages may be any'],
  [
    'neighbours/written-too',
    ['newClientSecret'],
    'which secret of a client is in force shows at the token endpoint alone, which is not described',
  ],
  [
    'neighbours/written-too',
    ['reactivateUser', 'resetFactors', 'forgotPassword'],
    'what it does to a user shows in nothing that can be read',
  ],
  [
    'access/refused-but-done',
    ['newClientSecret', 'reactivateUser', 'forgotPassword'],
    'what it does shows in nothing that can be read',
  ],
  [
    'neighbours/refused-but-done',
    ['newClientSecret', 'reactivateUser', 'forgotPassword'],
    'what it does shows in nothing that can be read',
  ],
  [
    'memory/comes-back',
    ['newClientSecret', 'reactivateUser', 'forgotPassword', 'clearUserSessions'],
    'what it does shows in nothing that is read',
  ],
  ['neighbours/one-more', ['listUserAppLinks'], 'an application may be assigned to everybody'],
  ['side-effects/rule-stops', ['updateGroupRule', 'deactivateGroupRule'], 'the rule is INACTIVE already'],
  ['times/issued', ['updateClient'], 'whether an update issues the client id again is not stated'],
  ['access/me', ['listUserGrants'], 'that the user of a session has grants cannot be arranged'],
  ['replies/dialect', listsWithoutId, 'it refuses strangers alone, before it is known what they ask for'],
  [
    'replies/dialect',
    ['updateCurrentUser', 'deleteCurrentUserSessions'],
    'the API description states no code for errors of a session',
  ],
  ['replies/server-error', ['updateCurrentUser'], 'the API description states no status for its errors'],
  ['replies/*', ['deleteGroupRule'], 'the body of the answer to the deletion of a rule is not stated'],
  [
    'side-effects/client-secret',
    '*',
    'which secret of a client is in force shows at the token endpoint alone, which is not described',
  ],
  ['side-effects/rule-status', ['activateGroupRule'], 'the rule is ACTIVE already'],
  ...(['password', 'question', 'groups'] as const).map(
    (what) =>
      [
        `side-effects/${what}`,
        ['deactivateUser'],
        'what a deactivation leaves of credentials and memberships is not stated',
      ] as const,
  ),
  ['side-effects/deactivates', ['reactivateUser'], 'the status after the call is not shown'],
  ['side-effects/sessions', statusChanges, 'whether sessions outlive a change of the status is not stated'],
  ['side-effects/sessions', passwordChanges, 'whether sessions outlive a recovery is not stated'],
  ['side-effects/sessions', ['clearUserSessions'], 'it ends them itself'],
  ['side-effects/sessions', revocations, 'whether sessions outlive the consents of their user is not stated'],
  ['side-effects/sessions', consentReads, 'the reads of a user in a session stand for those of its consents'],
  ['side-effects/grants', revocations.slice(0, 3), 'it revokes grants itself'],
  [
    'side-effects/grants',
    ['unlockUser', 'getUserClientToken', 'revokeUserClientToken'],
    'that the same user has grants cannot be arranged',
  ],
  ['side-effects/grants', ['deactivateUser'], 'grants end with the deactivation of their user'],
  ['side-effects/grants', ['activateUser'], 'who can be activated has none: they end with a deactivation'],
  [
    'times/password',
    ['activateUser', 'deactivateUser'],
    'whether a password that is put in force, or out of it, counts as changed is not stated',
  ],
]

/** Why no check needs to notice an operator on an operation; undefined if one should. */
export function reasonFor(operator: string, operation: OperationName): string | undefined {
  return reasons.find(
    ([form, operations]) =>
      globPattern(form).test(operator) && (operations === '*' || operations.includes(operation)),
  )?.[2]
}

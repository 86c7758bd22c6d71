/** Mistakes applied to every operation of the contract that they fit. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { routes } from '../../engine/wire/routes.ts'
import type { Alteration } from '../alter/wire.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { accessOperators } from './access.ts'
import { effectOperators } from './effects.ts'
import { linkOperators, replyOperators } from './replies.ts'
import { memoryOperators } from './memory.ts'
import { neighbourOperators } from './neighbours.ts'
import { type Operator, named } from './operator.ts'
import { parameterOperators } from './parameters.ts'
import { globPattern } from '../../engine/words/text.ts'

export const operators: readonly Operator[] = [
  ...neighbourOperators,
  ...effectOperators,
  ...memoryOperators,
  ...parameterOperators,
  ...replyOperators,
  ...linkOperators,
  ...accessOperators,
]

/** The mistake of an operator in one operation, for a broken server of a requirement. */
export function cell(id: string, operation: OperationName): Alteration {
  const operator = operators.find((each) => each.id === id)
  if (operator === undefined) throw new Error(`there is no operator '${id}'`)
  return operator.alter(operation)
}

const unread = 'newClientSecret reactivateUser forgotPassword'
const consents = 'getUserGrant listUserClientGrants revokeUserGrant revokeUserClientGrants *UserClientToken*'

/** Mistakes in operations that no check notices, and why none needs to. `*` stands for anything. */
const unnoticed: readonly (readonly [operator: string, operations: string, reason: string])[] = [
  ['access/any-cookie', 'updateCurrentUser', 'a run sends no write with a session that is not its own'],
  ['access/me', 'listUserGrants', 'a user of a session with grants cannot be arranged'],
  ['access/refused-but-done', unread, 'what it does shows in no reply'],
  ['neighbours/refused-but-done', unread, 'what it does shows in no reply'],
  ['neighbours/written-too', unread, 'what it does shows in no reply'],
  ['memory/comes-back', `${unread} clearUserSessions`, 'what it does shows in no reply'],
  [
    'body/null-as-absent',
    'registerClient *Group* createUser replaceUser updateCurrentUser',
    'in this body null and nothing mean the same',
  ],
  ['body/absent-as-null', 'registerClient *Group* createUser replaceUser', 'null and nothing mean the same'],
  ['body/absent-as-null', 'updateClient', 'which optional settings an update may leave out is not stated'],
  ['default/sendEmail', 'reactivateUser', 'the table states a default that its answers contradict'],
  ['ignored/strict', '*', 'the ages and histories of passwords that a policy asks for are not shown'],
  ['memory/*', 'listGroupApps listUserAppLinks', 'no documented operation changes assigned applications'],
  ['memory/survives', 'listUserClients', 'when a client without grants leaves the list is not stated'],
  ['neighbours/one-more', 'listUserAppLinks', 'an application may be assigned to everybody'],
  ['next/without-q', 'listUsers listGroups', 'a list by q has no pages'],
  ['next/without-scopeId', '*', 'a user has one grant for each scope of a client: no second page'],
  ['next/without-expand', 'listGroups listGroupRules', 'the contents of embedded parts are not shown'],
  ['replies/dialect', 'listUsers listGroups listClients listGroupRules', 'it refuses strangers alone'],
  ['replies/dialect', 'updateCurrentUser deleteCurrentUserSessions', 'no code is stated for session errors'],
  ['replies/server-error', 'updateCurrentUser', 'no status is stated for its errors'],
  ['replies/empty', 'deleteGroupRule', 'the body of its answer is not stated'],
  ['replies/wrapped', 'deleteGroupRule', 'the body of its answer is not stated'],
  ['side-effects/client-secret', '*', 'the token endpoint, where a secret in force shows, is not described'],
  ['side-effects/rule-stops', 'updateGroupRule deactivateGroupRule', 'the rule is INACTIVE already'],
  ['side-effects/rule-status', 'activateGroupRule', 'the rule is ACTIVE already'],
  ['side-effects/rule-name', 'activateGroupRule', 'the update of an ACTIVE rule is refused'],
  ['side-effects/suspends', 'reactivateUser deactivateUser suspendUser expirePassword', 'it is refused'],
  ['side-effects/deactivates', 'deactivateUser', 'it is refused'],
  ['side-effects/password', 'deactivateUser', 'what a deactivation leaves of credentials is not stated'],
  ['side-effects/question', 'deactivateUser', 'what a deactivation leaves of credentials is not stated'],
  ['side-effects/groups', 'deactivateUser', 'what a deactivation leaves of memberships is not stated'],
  [
    'side-effects/groups',
    `unlockUser resetFactors ${consents} revokeUserGrants`,
    'its users are in no group',
  ],
  ['side-effects/sessions', '*activate* *uspendUser unlockUser', 'no session is stated to outlive it'],
  ['side-effects/sessions', 'expirePassword resetFactors', 'no session is stated to outlive it'],
  ['side-effects/sessions', 'forgotPasswordWithAnswer', 'no session is stated to outlive it'],
  ['side-effects/sessions', `clearUserSessions ${consents}`, 'no session is stated to outlive it'],
  ['side-effects/grants', 'revokeUserGrant*', 'it revokes grants itself'],
  ['side-effects/grants', 'unlockUser *UserClientToken', 'a user who also has grants cannot be arranged'],
  ['side-effects/grants', 'deactivateUser activateUser', 'grants end with a deactivation'],
  ['times/password', 'activateUser deactivateUser', 'whether this changes a password is not stated'],
]

/** Whether no check needs to notice an operator on an operation. */
function isUnnoticed(operator: string, operation: OperationName): boolean {
  return unnoticed.some(
    ([form, operations]) => globPattern(form).test(operator) && named(operations)(operation),
  )
}

/** Every operator on every operation that it fits and where a check can notice it: `memory/stale getUser`. */
export const operatorMutants: readonly Mutant[] = (Object.keys(routes) as OperationName[]).flatMap(
  (operation) =>
    operators
      .filter(({ id, fits }) => fits(operation) && !isUnnoticed(id, operation))
      .map(({ id, summary, first, overlaps = false }) => ({
        id: `${id} ${operation}`,
        breaks: [],
        anywhere: { operation, overlaps, ...(first !== undefined && { first }) },
        summary: `${summary} (${operation})`,
        alter: cell(id, operation),
      })),
)

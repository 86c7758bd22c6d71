import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { eachRecord } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import { routes } from '../../engine/wire/routes.ts'
import type { Alteration } from '../alter/wire.ts'
import type { Anywhere } from '../mutants/mutant.ts'
import { globPattern } from '../../engine/words/text.ts'

/** A mistake that any operation can have: an alteration for each operation it fits. */
export interface Operator extends Omit<Anywhere, 'operation'> {
  /** Family and mistake: `neighbours/doubled`. */
  readonly id: string
  /** The mistake of the server in an operation, as a sentence without its subject. */
  readonly summary: string
  readonly fits: (operation: OperationName) => boolean
  readonly alter: (operation: OperationName) => Alteration
}

/** Operators that fit the same operations, by id: a summary, and the alteration for each operation. */
export function fitting(
  fits: (operation: OperationName) => boolean,
  rows: Readonly<Record<string, readonly [summary: string, alter: Operator['alter']]>>,
): Operator[] {
  return Object.entries(rows).map(([id, [summary, alter]]) => ({ id, summary, fits, alter }))
}

/** These steps in the calls of each operation. */
export function inCalls(...steps: readonly Alteration[]): Operator['alter'] {
  return (operation) => on(operation, ...steps)
}

/** Changes every record in an answer. */
export function records(change: (record: Readonly<Record<string, Json>>) => Json): Operator['alter'] {
  return inCalls(whenSuccess(eachRecord(change)))
}

const method = (operation: OperationName): string => routes[operation].split(' ')[0] ?? ''
const path = (operation: OperationName): string => routes[operation].split(' ')[1] ?? ''

export const isList = (operation: OperationName): boolean => operation.startsWith('list')
export const isRead = (operation: OperationName): boolean => method(operation) === 'GET'
export const hasRecord = (operation: OperationName): boolean => path(operation).includes('{')
export const ofUser = (operation: OperationName): boolean =>
  path(operation).startsWith('/api/v1/users/{') && operation !== 'deleteUser'
export const ofMember = (operation: OperationName): boolean =>
  path(operation).includes('/users/{userId}') && !ofUser(operation)
export const ofGroup = (operation: OperationName): boolean =>
  /groups\/\{groupId/.test(path(operation)) && operation !== 'deleteGroup'
export const ofRule = (operation: OperationName): boolean =>
  path(operation).includes('{ruleId') && operation !== 'deleteGroupRule'
export const ofClient = (operation: OperationName): boolean =>
  path(operation).startsWith('/oauth2/v1/clients/{') && operation !== 'deleteClient'
export const ofMe = (operation: OperationName): boolean => path(operation).includes('/users/me')
/** A test for operations by their names; `*` stands for anything. */
export function named(names: string): (operation: OperationName) => boolean {
  const forms = names.split(' ').map(globPattern)
  return (operation) => forms.some((form) => form.test(operation))
}

/** Operations that take a body of a record. */
export const hasBody = named(
  'registerClient updateClient createGroup* updateGroup* createUser updateUser replaceUser updateCurrentUser',
)

/** Operations whose success has no body, as the API description states. */
export const isSilent = named(
  'deleteClient deleteGroup addUserToGroup removeUserFromGroup *activateGroupRule deleteUser clearUserSessions revoke*',
)

/** Operations whose success status the API description does not state. */
export const hasNoStatedStatus = named(
  'createGroup* *GroupRules createUser listUser* listGroup* get*Group getGroupRule getUser* updateGroup* replaceUser ' +
    'update*User activateUser reactivateUser *Password forgotPasswordWithAnswer changeRecoveryQuestion',
)

const paged = ['after', 'limit'] as const
const flagged = ['sendEmail'] as const

/** The query parameters of each operation, as the API description lists them under Endpoints. */
export const parameters: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  listClients: [...paged, 'q'],
  listGroups: [...paged, 'filter', 'q', 'expand', 'search', 'sortBy', 'sortOrder'],
  listGroupUsers: paged,
  listGroupRules: [...paged, 'search', 'expand'],
  getGroupRule: ['expand'],
  deleteGroupRule: ['removeUsers'],
  listGroupApps: paged,
  createUser: ['activate', 'provider', 'nextLogin'],
  getUser: ['expand'],
  listUsers: [...paged, 'search', 'filter', 'q', 'sortBy', 'sortOrder'],
  replaceUser: ['strict'],
  updateUser: ['strict'],
  activateUser: flagged,
  reactivateUser: flagged,
  deactivateUser: flagged,
  resetPassword: [...flagged, 'revokeSessions', 'provider'],
  expirePassword: ['tempPassword'],
  deleteUser: flagged,
  clearUserSessions: ['oauthTokens'],
  forgotPassword: flagged,
  changePassword: ['strict'],
  listUserGrants: [...paged, 'expand', 'scopeId'],
  getUserGrant: ['expand'],
  listUserClientGrants: [...paged, 'expand'],
  listUserClientTokens: [...paged, 'expand'],
  getUserClientToken: ['expand'],
}

export const takes =
  (name: string) =>
  (operation: OperationName): boolean =>
    parameters[operation]?.includes(name) === true

export const always = (): boolean => true

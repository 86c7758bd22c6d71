/** Which operations command which times of a record, as the API description states it. */
import { lifecycleCalls } from '../../tables/statuses.ts'
import type { Call, Resource } from '../sequence/sequence.ts'

/** Operations that may take some time (Users, States and transitions). */
export const goesOn: ReadonlySet<string> = new Set([
  'createUser',
  'activateUser',
  'deactivateUser',
  'deleteUser',
])

/** Operations that change neither status nor password. */
const besides = [
  'updateUser',
  'updateUser with a login',
  'replaceUser',
  'addUserToGroup',
  'removeUserFromGroup',
  'changeRecoveryQuestion',
  'clearUserSessions',
]

/** Times of a certain change, and operations that cannot command them (Groups and Users). */
export const stillAfter: Readonly<Partial<Record<Resource, Readonly<Record<string, readonly string[]>>>>> = {
  user: {
    statusChanged: [...besides, 'updateUser with a password', 'replaceUser with a password'],
    passwordChanged: [...besides, 'suspendUser', 'unsuspendUser', 'resetFactors', 'deactivateUser'],
    lastLogin: [
      ...besides,
      'suspendUser',
      'unsuspendUser',
      'resetFactors',
      'resetPassword',
      'expirePassword',
    ],
    activated: [
      ...besides,
      'suspendUser',
      'resetFactors',
      'deactivateUser',
      'resetPassword',
      'expirePassword',
    ],
  },
  group: { lastUpdated: ['addUserToGroup', 'removeUserFromGroup'], lastMembershipUpdated: ['updateGroup'] },
}

/** Operations that command a time, as its description or its name says. */
export const movedBy: Readonly<Partial<Record<Resource, Readonly<Record<string, readonly string[]>>>>> = {
  user: {
    statusChanged: [...Object.keys(lifecycleCalls), 'changePassword'],
    lastLogin: ['control:signIn'],
    activated: ['activateUser'],
    passwordChanged: [
      'updateUser with a password',
      'replaceUser with a password',
      'changePassword',
      'forgotPassword',
    ],
  },
  group: {
    lastUpdated: ['updateGroup'],
    lastMembershipUpdated: ['addUserToGroup', 'removeUserFromGroup', 'activateGroupRule'],
  },
}

/** The operation of a call, with the part of the body that decides which times it commands. */
export function writeOf({ operation, body }: Call): string {
  if (!/^(update|replace)User$/.test(operation)) return operation
  if (body?.credentials?.password !== undefined) return `${operation} with a password`
  return operation === 'updateUser' && body?.profile?.login !== undefined
    ? 'updateUser with a login'
    : operation
}

/** Writes that change no members, except of the group that they name: no rule about logins has to run. */
export const noRuns: ReadonlySet<string> = new Set([
  'addUserToGroup',
  'removeUserFromGroup',
  'updateGroup',
  'createGroup',
  'updateUser',
  'suspendUser',
  'unsuspendUser',
  'clearUserSessions',
  'changeRecoveryQuestion',
  'registerClient',
  'updateClient',
  'newClientSecret',
  'deleteClient',
])

/** The description does not state whether the end of a user changes the memberships of its groups. */
export const endsUser = /^(delete|deactivate)User$/

export const ofMembership: readonly string[] = ['addUserToGroup', 'removeUserFromGroup', 'updateGroup']

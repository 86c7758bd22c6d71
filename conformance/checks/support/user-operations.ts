import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json, RequirementId } from '../../engine/run/check.ts'
import { stageUser, userRead, type OperationRow, type ScenarioStatus } from './scenario.ts'
import { newProfile } from '../../engine/plan/forms.ts'
import { userPath } from './paths.ts'

// Parts that operations leave unchanged, with the requirement that says so.

type Keeps = Readonly<Record<string, RequirementId>>

export const profileKept = { profile: 'users.operations.profile-kept' } as const satisfies Keeps
export const statusKept = {
  status: 'users.operations.status-kept',
  'time of the status': 'users.operations.times-kept',
} as const satisfies Keeps
export const groupsKept = { groups: 'users.operations.groups-kept' } as const satisfies Keeps
export const questionKept = { question: 'users.operations.question-kept' } as const satisfies Keeps
export const timesKept = {
  created: 'users.operations.times-kept',
  'time of the password': 'users.operations.times-kept',
  'time of the sign-in': 'users.operations.times-kept',
} as const satisfies Keeps
export const groupKept = {
  'profile of the group': 'groups.operations.kept',
  'type of the group': 'groups.operations.kept',
  'time of the group': 'groups.operations.kept',
  'time of the profile': 'groups.last-updated.membership',
} as const satisfies Keeps
export const ruleKept = {
  name: 'rules.operations.kept',
  expression: 'rules.operations.kept',
  groups: 'rules.operations.kept',
  created: 'rules.operations.kept',
} as const satisfies Keeps

/** The times that stay the same when other ones may command. */
const someTimesKept = {
  created: 'users.operations.times-kept',
  'time of the sign-in': 'users.operations.times-kept',
} as const satisfies Keeps

/** The values that calls on a user send. */
interface Known {
  readonly password: string
  readonly nextPassword: string
  readonly answer: string
}

/** The parts of a row for an operation on a user. */
interface OnUser extends Pick<OperationRow, 'also' | 'keeps' | 'needs' | 'password'> {
  readonly from?: ScenarioStatus
  readonly query?: string
  readonly body?: (known: Known, json: Json) => Json
}

/** An operation on a user. */
const onUser = (operation: OperationName, { from, query = '', body, ...row }: OnUser): OperationRow => ({
  ...row,
  operation,
  scenario: async (stage, at) => {
    const { user, reads, besides, beside } = await stageUser(stage, at, from)
    const known = { ...beside, nextPassword: stage.nextPassword }
    return {
      ids: idsOf(user),
      query,
      body: body?.(known, user.json),
      reads,
      besides,
      user: { path: user.path, login: user.login, password: beside.password },
    }
  },
})

/** An operation on a user that is supplied. */
const onSupplied = (
  operation: OperationName,
  thing: 'locked-out-user' | 'factor',
  keeps: OperationRow['keeps'],
): OperationRow => ({
  operation,
  needs: [thing],
  keeps: keeps ?? {},
  scenario: async ({ need }) => {
    const user = await need(thing)
    return { ids: idsOf(user), reads: [userRead({ path: userPath(user.id) })] }
  },
})

/** Paths spell the id of a user in two ways. */
const idsOf = ({ id }: { readonly id: string }) => ({ id, userId: id })

const unsent = '?sendEmail=false'
const max = { ...questionKept, ...profileKept, ...groupsKept }

export const userRows: readonly OperationRow[] = [
  onUser('getUser', { also: ['listUserAppLinks', 'listUserGroups'], password: 'kept' }),
  onUser('listUserGrants', { also: ['listUserClients'], needs: ['early-access'], password: 'kept' }),
  onUser('suspendUser', {
    keeps: { ...max, ...timesKept },
    password: { afterwards: '/lifecycle/unsuspend' },
  }),
  onUser('unsuspendUser', { from: 'SUSPENDED', keeps: { ...max, ...timesKept }, password: 'kept' }),
  onUser('activateUser', {
    from: 'STAGED',
    query: unsent,
    keeps: { ...max, ...someTimesKept },
    password: 'kept',
  }),
  onUser('reactivateUser', { from: 'PROVISIONED', query: unsent, keeps: { ...max, ...timesKept } }),
  onUser('deactivateUser', { keeps: { ...profileKept, ...someTimesKept } }),
  onSupplied('unlockUser', 'locked-out-user', { ...questionKept, ...profileKept, ...timesKept }),
  onUser('resetPassword', { query: unsent, keeps: { ...max, ...someTimesKept } }),
  onUser('expirePassword', { keeps: { ...max, ...someTimesKept } }),
  onSupplied('resetFactors', 'factor', { ...questionKept, ...profileKept, ...statusKept, ...timesKept }),
  onUser('deleteUser', { keeps: { ...profileKept, ...someTimesKept } }),
  onUser('clearUserSessions', { keeps: { ...max, ...statusKept, ...timesKept }, password: 'kept' }),
  onUser('forgotPassword', {
    query: unsent,
    keeps: { ...max, ...statusKept, ...timesKept },
    password: 'kept',
  }),
  onUser('forgotPasswordWithAnswer', {
    body: ({ nextPassword, answer }) => ({
      password: { value: nextPassword },
      recovery_question: { answer },
    }),
    password: 'set',
    keeps: { ...max, ...statusKept, ...someTimesKept },
  }),
  onUser('changePassword', {
    from: 'RECOVERY',
    body: ({ password, nextPassword }) => ({
      oldPassword: { value: password },
      newPassword: { value: nextPassword },
    }),
    password: 'set',
    keeps: { ...max, ...someTimesKept },
  }),
  onUser('changeRecoveryQuestion', {
    body: ({ password }) => ({
      password: { value: password },
      recovery_question: { question: 'Which other answer?', answer: 'another answer' },
    }),
    keeps: { ...profileKept, ...groupsKept, ...statusKept, ...timesKept },
    password: 'kept',
  }),
  onUser('updateUser', {
    body: () => ({ profile: { title: 'Gardener' } }),
    keeps: { ...groupsKept, ...statusKept, ...timesKept, ...questionKept },
    password: 'kept',
  }),
  onUser('replaceUser', {
    body: (_known, { profile: old }) => ({ profile: { ...old, title: 'Botanist' } }),
    keeps: { ...questionKept, ...groupsKept, ...statusKept, ...someTimesKept },
  }),
  {
    operation: 'createUser',
    scenario: async ({ unique, nextPassword }) => {
      const profile = newProfile(unique)
      return {
        ids: {},
        query: '?activate=false',
        body: { profile, credentials: { password: { value: nextPassword } } },
        reads: [userRead({ path: userPath(profile.login) })],
      }
    },
  },
]

import { groupsKept, profileKept, questionKept, someTimesKept, statusKept, timesKept } from './keeps.ts'
import type { OperationName } from '../../../../src/contract/operation-names.ts'
import type { Json } from '../../../engine/run/check.ts'
import { stageUser, userLook } from '../scene.ts'
import type { OperationRow, SceneStatus } from '../scene.ts'
import { newProfile } from '../../../engine/supply/new-records.ts'
import { userPath } from '../paths.ts'

/** The values that calls on a user send. */
interface Known {
  readonly password: string
  readonly nextPassword: string
  readonly answer: string
}

/** The parts of a row for an operation on a user. */
interface OnUser extends Pick<OperationRow, 'also' | 'keeps' | 'needs' | 'password'> {
  readonly from?: SceneStatus
  readonly query?: string
  readonly body?: (known: Known, json: Json) => Json
}

/** An operation on a user. */
const onUser = (operation: OperationName, { from, query = '', body, ...row }: OnUser): OperationRow => ({
  ...row,
  operation,
  scene: async (stage, at) => {
    const { user, looks, besides, beside } = await stageUser(stage, at, from)
    const known = { ...beside, nextPassword: stage.nextPassword }
    return {
      ids: idsOf(user),
      query,
      body: body?.(known, user.json),
      looks,
      besides,
      user: { path: user.path, password: beside.password },
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
  scene: async ({ need }) => {
    const user = await need(thing)
    return { ids: idsOf(user), looks: [userLook({ path: userPath(user.id) })] }
  },
})

/** Paths spell the id of a user in two ways. */
const idsOf = ({ id }: { readonly id: string }) => ({ id, userId: id })

const unsent = '?sendEmail=false'
const most = { ...questionKept, ...profileKept, ...groupsKept }

export const userRows: readonly OperationRow[] = [
  onUser('getUser', { also: ['listUserAppLinks', 'listUserGroups'], password: 'kept' }),
  onUser('listUserGrants', { also: ['listUserClients'], needs: ['early-access'], password: 'kept' }),
  onUser('suspendUser', {
    keeps: { ...most, ...timesKept },
    password: { afterwards: '/lifecycle/unsuspend' },
  }),
  onUser('unsuspendUser', { from: 'SUSPENDED', keeps: { ...most, ...timesKept }, password: 'kept' }),
  onUser('activateUser', {
    from: 'STAGED',
    query: unsent,
    keeps: { ...most, ...someTimesKept },
    password: 'kept',
  }),
  onUser('reactivateUser', { from: 'PROVISIONED', query: unsent, keeps: { ...most, ...timesKept } }),
  onUser('deactivateUser', { keeps: { ...profileKept, ...someTimesKept } }),
  onSupplied('unlockUser', 'locked-out-user', { ...questionKept, ...profileKept, ...timesKept }),
  onUser('resetPassword', { query: unsent, keeps: { ...most, ...someTimesKept } }),
  onUser('expirePassword', { keeps: { ...most, ...someTimesKept } }),
  onSupplied('resetFactors', 'factor', { ...questionKept, ...profileKept, ...statusKept, ...timesKept }),
  onUser('deleteUser', { keeps: { ...profileKept, ...someTimesKept } }),
  onUser('clearUserSessions', { keeps: { ...most, ...statusKept, ...timesKept }, password: 'kept' }),
  onUser('forgotPassword', {
    query: unsent,
    keeps: { ...most, ...statusKept, ...timesKept },
    password: 'kept',
  }),
  onUser('forgotPasswordWithAnswer', {
    body: ({ nextPassword, answer }) => ({
      password: { value: nextPassword },
      recovery_question: { answer },
    }),
    password: 'set',
    keeps: { ...most, ...statusKept, ...someTimesKept },
  }),
  onUser('changePassword', {
    from: 'RECOVERY',
    body: ({ password, nextPassword }) => ({
      oldPassword: { value: password },
      newPassword: { value: nextPassword },
    }),
    password: 'set',
    keeps: { ...most, ...someTimesKept },
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
    scene: async ({ unique, nextPassword }) => {
      const profile = newProfile(unique)
      return {
        ids: {},
        query: '?activate=false',
        body: { profile, credentials: { password: { value: nextPassword } } },
        looks: [userLook({ path: userPath(profile.login) })],
      }
    },
  },
]

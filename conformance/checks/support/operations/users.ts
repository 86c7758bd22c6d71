import { groupsKept, profileKept, questionKept, someTimesKept, statusKept, timesKept } from './keeps.ts'
import type { Json } from '../../../engine/run/check.ts'
import { stageUser, userLook } from '../scene.ts'
import type { OperationRow, Scene, SceneStatus } from '../scene.ts'

/** The values that calls on a user send. */
interface Known {
  readonly password: string
  readonly nextPassword: string
  readonly answer: string
}

/** A user, and a call below it. */
const ofUser =
  (
    method: Scene['method'],
    suffix: string,
    from: SceneStatus = 'ACTIVE',
    body?: (known: Known, json: Json) => Json,
  ): OperationRow['scene'] =>
  async (stage, at) => {
    const { user, looks, besides, beside } = await stageUser(stage, at, from)
    const known = { ...beside, nextPassword: stage.nextPassword }
    return {
      method,
      path: `${user.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(known, user.json) }),
      looks,
      besides,
      user: { path: user.path, password: beside.password },
      paths: {
        listUserAppLinks: `${user.path}/appLinks`,
        listUserGroups: `${user.path}/groups`,
        listUserClients: `${user.path}/clients`,
      },
    }
  }

export const userRows: readonly OperationRow[] = [
  {
    operation: 'getUser',
    scene: ofUser('GET', ''),
    also: ['listUserAppLinks', 'listUserGroups'],
    password: 'kept',
  },
  {
    operation: 'listUserGrants',
    scene: ofUser('GET', '/grants'),
    also: ['listUserClients'],
    needs: ['early-access'],
    password: 'kept',
  },
  {
    operation: 'suspendUser',
    scene: ofUser('POST', '/lifecycle/suspend'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...timesKept },
    password: { afterwards: '/lifecycle/unsuspend' },
  },
  {
    operation: 'unsuspendUser',
    scene: ofUser('POST', '/lifecycle/unsuspend', 'SUSPENDED'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'activateUser',
    scene: ofUser('POST', '/lifecycle/activate?sendEmail=false', 'STAGED'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
    password: 'kept',
  },
  {
    operation: 'reactivateUser',
    scene: ofUser('POST', '/lifecycle/reactivate?sendEmail=false', 'PROVISIONED'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...timesKept },
  },
  {
    operation: 'deactivateUser',
    scene: ofUser('POST', '/lifecycle/deactivate'),
    keeps: { ...profileKept, ...someTimesKept },
  },
  {
    operation: 'unlockUser',
    needs: ['locked-out-user'],
    scene: async ({ need }) => {
      const path = `/api/v1/users/${encodeURIComponent((await need('locked-out-user')).id)}`
      return { method: 'POST', path: `${path}/lifecycle/unlock`, looks: [userLook({ path })] }
    },
    keeps: { ...questionKept, ...profileKept, ...timesKept },
  },
  {
    operation: 'resetPassword',
    scene: ofUser('POST', '/lifecycle/reset_password?sendEmail=false'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
  },
  {
    operation: 'expirePassword',
    scene: ofUser('POST', '/lifecycle/expire_password'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
  },
  {
    operation: 'resetFactors',
    needs: ['factor'],
    scene: async ({ need }) => {
      const path = `/api/v1/users/${encodeURIComponent((await need('factor')).id)}`
      return { method: 'POST', path: `${path}/lifecycle/reset_factors`, looks: [userLook({ path })] }
    },
    keeps: { ...questionKept, ...profileKept, ...statusKept, ...timesKept },
  },
  {
    operation: 'deleteUser',
    scene: ofUser('DELETE', ''),
    keeps: { ...profileKept, ...someTimesKept },
  },
  {
    operation: 'clearUserSessions',
    scene: ofUser('DELETE', '/sessions'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...statusKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'forgotPassword',
    scene: ofUser('POST', '/credentials/forgot_password?sendEmail=false'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...statusKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'forgotPasswordWithAnswer',
    scene: ofUser('POST', '/credentials/forgot_password', 'ACTIVE', ({ nextPassword, answer }) => ({
      password: { value: nextPassword },
      recovery_question: { answer },
    })),
    password: 'set',
    keeps: {
      ...questionKept,
      ...profileKept,
      ...groupsKept,
      ...statusKept,
      ...someTimesKept,
    },
  },
  {
    operation: 'changePassword',
    scene: ofUser('POST', '/credentials/change_password', 'RECOVERY', ({ password, nextPassword }) => ({
      oldPassword: { value: password },
      newPassword: { value: nextPassword },
    })),
    password: 'set',
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
  },
  {
    operation: 'changeRecoveryQuestion',
    scene: ofUser('POST', '/credentials/change_recovery_question', 'ACTIVE', ({ password }) => ({
      password: { value: password },
      recovery_question: { question: 'Which other answer?', answer: 'another answer' },
    })),
    keeps: { ...profileKept, ...groupsKept, ...statusKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'updateUser',
    scene: ofUser('POST', '', 'ACTIVE', () => ({ profile: { title: 'Gardener' } })),
    keeps: { ...groupsKept, ...statusKept, ...timesKept, ...questionKept },
    password: 'kept',
  },
  {
    operation: 'replaceUser',
    scene: ofUser('PUT', '', 'ACTIVE', (_known, { profile: old }) => ({
      profile: { ...old, title: 'Botanist' },
    })),
    keeps: { ...questionKept, ...groupsKept, ...statusKept, ...someTimesKept },
  },
  {
    operation: 'createUser',
    scene: async ({ unique, nextPassword }) => {
      const login = unique.login()
      const email = login.endsWith('@example.com') ? login : unique.email()
      return {
        method: 'POST',
        path: '/api/v1/users?activate=false',
        body: {
          profile: { ...unique.names(), login, email },
          credentials: { password: { value: nextPassword } },
        },
        looks: [userLook({ path: `/api/v1/users/${encodeURIComponent(login)}` })],
      }
    },
  },
]

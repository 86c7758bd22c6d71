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
    owner: 'users.get.ok',
    scene: ofUser('GET', ''),
    also: { listUserAppLinks: 'users.app-links.none', listUserGroups: 'users.groups.ok' },
    password: 'kept',
  },
  {
    operation: 'listUserGrants',
    owner: 'grants.list.ok',
    scene: ofUser('GET', '/grants'),
    also: { listUserClients: 'grants.clients.ok' },
    needs: ['early-access'],
    password: 'kept',
  },
  {
    operation: 'suspendUser',
    owner: 'users.suspend.ok',
    scene: ofUser('POST', '/lifecycle/suspend'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...timesKept },
    password: { afterwards: '/lifecycle/unsuspend' },
  },
  {
    operation: 'unsuspendUser',
    owner: 'users.unsuspend.ok',
    scene: ofUser('POST', '/lifecycle/unsuspend', 'SUSPENDED'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'activateUser',
    owner: 'users.activate.token',
    scene: ofUser('POST', '/lifecycle/activate?sendEmail=false', 'STAGED'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
    password: 'kept',
  },
  {
    operation: 'reactivateUser',
    owner: 'users.reactivate.provisioned',
    scene: ofUser('POST', '/lifecycle/reactivate?sendEmail=false', 'PROVISIONED'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...timesKept },
  },
  {
    operation: 'deactivateUser',
    owner: 'users.deactivate.ok',
    scene: ofUser('POST', '/lifecycle/deactivate'),
    keeps: { ...profileKept, ...someTimesKept },
  },
  {
    operation: 'unlockUser',
    owner: 'users.unlock.ok',
    needs: ['locked-out-user'],
    scene: async ({ need }) => {
      const path = `/api/v1/users/${encodeURIComponent((await need('locked-out-user')).id)}`
      return { method: 'POST', path: `${path}/lifecycle/unlock`, looks: [userLook({ path })] }
    },
    keeps: { ...questionKept, ...profileKept, ...timesKept },
  },
  {
    operation: 'resetPassword',
    owner: 'users.reset-password.url',
    scene: ofUser('POST', '/lifecycle/reset_password?sendEmail=false'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
  },
  {
    operation: 'expirePassword',
    owner: 'users.expire-password.user',
    scene: ofUser('POST', '/lifecycle/expire_password'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
  },
  {
    operation: 'resetFactors',
    owner: 'users.reset-factors.ok',
    needs: ['factor'],
    scene: async ({ need }) => {
      const path = `/api/v1/users/${encodeURIComponent((await need('factor')).id)}`
      return { method: 'POST', path: `${path}/lifecycle/reset_factors`, looks: [userLook({ path })] }
    },
    keeps: { ...questionKept, ...profileKept, ...statusKept, ...timesKept },
  },
  {
    operation: 'deleteUser',
    owner: 'users.delete.no-content',
    scene: ofUser('DELETE', ''),
    keeps: { ...profileKept, ...someTimesKept },
  },
  {
    operation: 'clearUserSessions',
    owner: 'sessions.clear.no-content',
    scene: ofUser('DELETE', '/sessions'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...statusKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'forgotPassword',
    owner: 'credentials.forgot.url',
    scene: ofUser('POST', '/credentials/forgot_password?sendEmail=false'),
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...statusKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'forgotPasswordWithAnswer',
    owner: 'credentials.answer.ok',
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
    owner: 'credentials.change-password.ok',
    scene: ofUser('POST', '/credentials/change_password', 'RECOVERY', ({ password, nextPassword }) => ({
      oldPassword: { value: password },
      newPassword: { value: nextPassword },
    })),
    password: 'set',
    keeps: { ...questionKept, ...profileKept, ...groupsKept, ...someTimesKept },
  },
  {
    operation: 'changeRecoveryQuestion',
    owner: 'credentials.change-question.ok',
    scene: ofUser('POST', '/credentials/change_recovery_question', 'ACTIVE', ({ password }) => ({
      password: { value: password },
      recovery_question: { question: 'Which other answer?', answer: 'another answer' },
    })),
    keeps: { ...profileKept, ...groupsKept, ...statusKept, ...timesKept },
    password: 'kept',
  },
  {
    operation: 'updateUser',
    owner: 'users.update.ok',
    scene: ofUser('POST', '', 'ACTIVE', () => ({ profile: { title: 'Gardener' } })),
    keeps: { ...groupsKept, ...statusKept, ...timesKept, ...questionKept },
    password: 'kept',
  },
  {
    operation: 'replaceUser',
    owner: 'users.replace.ok',
    scene: ofUser('PUT', '', 'ACTIVE', (_known, { profile: old }) => ({
      profile: { ...old, title: 'Botanist' },
    })),
    keeps: { ...questionKept, ...groupsKept, ...statusKept, ...someTimesKept },
  },
  {
    operation: 'createUser',
    owner: 'users.create.ok',
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

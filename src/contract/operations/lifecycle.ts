import { z } from 'zod'
import { operationsOf } from '../operation.ts'
import { flag, oneOf, optionalFlag, parameters, preferHeader } from '../parameters.ts'
import { Empty } from '../resources/common.ts'
import { ActivationToken, ResetPasswordUrl, TemporaryPassword, User } from '../resources/user.ts'
import { statusRefusals } from '../user-lifecycle.ts'

const { post, remove } = operationsOf('Users, Lifecycle operations')

export const lifecycle = {
  activateUser: post('/api/v1/users/{userId}/lifecycle/activate', 'Activate a user', {
    query: parameters(() => ({ sendEmail: flag(true) })),
    headers: preferHeader,
    responses: { 200: () => z.union([Empty(), ActivationToken()]) },
    refusals: statusRefusals('activate'),
  }),
  reactivateUser: post('/api/v1/users/{userId}/lifecycle/reactivate', 'Restart the activation of a user', {
    query: parameters(() => ({ sendEmail: flag(false) })),
    responses: { 200: () => z.union([Empty(), ActivationToken()]) },
    refusals: statusRefusals('reactivate'),
  }),
  deactivateUser: post('/api/v1/users/{userId}/lifecycle/deactivate', 'Deactivate a user', {
    query: parameters(() => ({ sendEmail: flag(false) })),
    headers: preferHeader,
    responses: { 200: Empty },
    refusals: statusRefusals('deactivate'),
  }),
  suspendUser: post('/api/v1/users/{userId}/lifecycle/suspend', 'Suspend a user', {
    responses: { 200: Empty },
    refusals: statusRefusals('suspend'),
  }),
  unsuspendUser: post('/api/v1/users/{userId}/lifecycle/unsuspend', 'Unsuspend a user', {
    responses: { 200: Empty },
    refusals: statusRefusals('unsuspend'),
  }),
  unlockUser: post('/api/v1/users/{userId}/lifecycle/unlock', 'Unlock a user', {
    responses: { 200: Empty },
    refusals: [...statusRefusals('unlock'), 'unlock-not-native'],
  }),
  resetPassword: post('/api/v1/users/{userId}/lifecycle/reset_password', "Reset a user's password", {
    query: parameters(() => ({
      sendEmail: optionalFlag(true),
      revokeSessions: flag(false),
      provider: oneOf('FEDERATION'),
    })),
    responses: { 200: () => z.union([Empty(), ResetPasswordUrl()]) },
    refusals: ['validation', ...statusRefusals('resetPassword')],
  }),
  expirePassword: post('/api/v1/users/{userId}/lifecycle/expire_password', "Expire a user's password", {
    query: parameters(() => ({ tempPassword: flag(false) })),
    responses: { 200: () => z.union([TemporaryPassword(), User()]) },
    refusals: [...statusRefusals('expirePassword'), 'no-password-for-federated', 'update-credentials-failed'],
    aliases: [
      {
        path: '/api/v1/users/{userId}/lifecycle/expire_password_with_temp_password',
        query: { tempPassword: 'true' },
      },
    ],
  }),
  resetFactors: post('/api/v1/users/{userId}/lifecycle/reset_factors', "Unenroll all of a user's factors", {
    responses: { 200: Empty },
    refusals: statusRefusals('resetFactors'),
  }),
  deleteUser: remove('/api/v1/users/{userId}', 'Deactivate a user, or remove a deactivated one for good', {
    query: parameters(() => ({ sendEmail: flag(false) })),
    headers: preferHeader,
    responses: { 204: null },
  }),
}

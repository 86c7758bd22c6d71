import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { flag, oneOf, optionalFlag, preferHeader } from '../parameters.ts'
import { Empty } from '../resources/common.ts'
import { ActivationToken, ResetPasswordUrl, TemporaryPassword, User } from '../resources/user.ts'

const source = 'Users, Lifecycle operations'

export const lifecycle = {
  activateUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/activate',
    summary: 'Activate a user',
    source,
    get query() {
      return z.object({ sendEmail: flag(true) })
    },
    get headers() {
      return preferHeader()
    },
    get responses() {
      return { 200: z.union([Empty(), ActivationToken()]) }
    },
    refusals: [
      'not-found',
      'activate-already-active',
      'operation-not-allowed-in-status',
      'transition-in-progress',
      'query-type-mismatch',
    ],
  }),
  reactivateUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/reactivate',
    summary: 'Restart the activation of a user',
    source,
    get query() {
      return z.object({ sendEmail: flag(false) })
    },
    get responses() {
      return { 200: z.union([Empty(), ActivationToken()]) }
    },
    refusals: ['not-found', 'reactivate-wrong-status', 'transition-in-progress', 'query-type-mismatch'],
  }),
  deactivateUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/deactivate',
    summary: 'Deactivate a user',
    source,
    get query() {
      return z.object({ sendEmail: flag(false) })
    },
    get headers() {
      return preferHeader()
    },
    get responses() {
      return { 200: Empty() }
    },
    refusals: [
      'not-found',
      'operation-not-allowed-in-status',
      'transition-in-progress',
      'query-type-mismatch',
    ],
  }),
  suspendUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/suspend',
    summary: 'Suspend a user',
    source,
    get responses() {
      return { 200: Empty() }
    },
    refusals: ['not-found', 'suspend-not-active', 'transition-in-progress'],
  }),
  unsuspendUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/unsuspend',
    summary: 'Unsuspend a user',
    source,
    get responses() {
      return { 200: Empty() }
    },
    refusals: ['not-found', 'unsuspend-not-suspended', 'transition-in-progress'],
  }),
  unlockUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/unlock',
    summary: 'Unlock a user',
    source,
    get responses() {
      return { 200: Empty() }
    },
    refusals: ['not-found', 'unlock-not-locked', 'unlock-not-native', 'transition-in-progress'],
  }),
  resetPassword: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/reset_password',
    summary: "Reset a user's password",
    source,
    get query() {
      return z.object({
        sendEmail: optionalFlag(true),
        revokeSessions: flag(false),
        provider: oneOf('FEDERATION'),
      })
    },
    get responses() {
      return { 200: z.union([Empty(), ResetPasswordUrl()]) }
    },
    refusals: [
      'not-found',
      'validation',
      'operation-not-allowed-in-status',
      'transition-in-progress',
      'query-type-mismatch',
    ],
  }),
  expirePassword: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/expire_password',
    summary: "Expire a user's password",
    source,
    get query() {
      return z.object({ tempPassword: flag(false) })
    },
    get responses() {
      return { 200: z.union([TemporaryPassword(), User()]) }
    },
    refusals: [
      'not-found',
      'operation-not-allowed-in-status',
      'no-password-for-federated',
      'update-credentials-failed',
      'transition-in-progress',
      'query-type-mismatch',
    ],
    aliases: [
      {
        path: '/api/v1/users/{userId}/lifecycle/expire_password_with_temp_password',
        query: { tempPassword: 'true' },
      },
    ],
  }),
  resetFactors: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/lifecycle/reset_factors',
    summary: "Unenroll all of a user's factors",
    source,
    get responses() {
      return { 200: Empty() }
    },
    refusals: ['not-found', 'operation-not-allowed-in-status', 'transition-in-progress'],
  }),
  deleteUser: defineOperation({
    method: 'DELETE',
    path: '/api/v1/users/{userId}',
    summary: 'Deactivate a user, or remove a deactivated one for good',
    source,
    get query() {
      return z.object({ sendEmail: flag(false) })
    },
    get headers() {
      return preferHeader()
    },
    responses: { 204: null },
    refusals: ['not-found', 'transition-in-progress', 'query-type-mismatch'],
  }),
}

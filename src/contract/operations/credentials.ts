import { z } from 'zod'
import { once } from '../once.ts'
import { defineOperation } from '../operation.ts'
import { flag, yes } from '../parameters.ts'
import { characters, Empty, writeOnly } from '../resources/common.ts'
import { Credentials, PasswordValue } from '../resources/credentials.ts'
import { ResetPasswordUrl } from '../resources/user.ts'

const source = 'Users, Credential operations'
const path = '/api/v1/users/{userId}/credentials/forgot_password'

const answer = once(() => writeOnly(characters(1, 100)))

/** A new password and the answer that allows it (Users, forgot_password with a body). */
const ForgotPasswordInput = once(() =>
  z
    .looseObject({
      password: PasswordValue(),
      recovery_question: z.looseObject({ answer: answer() }),
    })
    .meta({ id: 'ForgotPasswordInput' }),
)

/** The old password and the new one (Users, change_password). */
const ChangePasswordInput = once(() =>
  z
    .looseObject({
      oldPassword: PasswordValue(),
      newPassword: PasswordValue(),
      revokeSessions: z.boolean().nullish().meta({ default: false }),
    })
    .meta({ id: 'ChangePasswordInput' }),
)

/** The current password and the new recovery question (Users, change_recovery_question). */
const ChangeRecoveryQuestionInput = once(() =>
  z
    .looseObject({
      password: PasswordValue(),
      recovery_question: z.looseObject({ question: characters(1, 100), answer: answer() }),
    })
    .meta({ id: 'ChangeRecoveryQuestionInput' }),
)

export const credentials = {
  forgotPassword: defineOperation({
    method: 'POST',
    path,
    summary: 'Start a password recovery',
    source,
    get query() {
      return z.object({ sendEmail: flag(true) })
    },
    get responses() {
      return { 200: z.union([Empty(), ResetPasswordUrl()]) }
    },
    refusals: ['not-found', 'forgot-password-not-allowed', 'transition-in-progress', 'query-type-mismatch'],
    auth: 'token-or-session',
  }),
  forgotPasswordWithAnswer: defineOperation({
    method: 'POST',
    path,
    summary: 'Set a new password with the answer to the recovery question',
    source,
    get body() {
      return ForgotPasswordInput()
    },
    get responses() {
      return { 200: Credentials() }
    },
    refusals: [
      'not-found',
      'validation',
      'forgot-password-not-allowed',
      'recovery-answer-wrong',
      'update-credentials-failed',
      'transition-in-progress',
    ],
    auth: 'token-or-session',
    aliases: [{ path: '/api/v1/users/{userId}/credentials/forgot_password_recovery_question' }],
  }),
  changePassword: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/credentials/change_password',
    summary: 'Change a password, knowing the old one',
    source,
    get query() {
      return z.object({ strict: yes() })
    },
    get body() {
      return ChangePasswordInput()
    },
    get responses() {
      return { 200: Credentials() }
    },
    refusals: [
      'not-found',
      'validation',
      'change-password-not-allowed',
      'update-credentials-failed',
      'transition-in-progress',
    ],
    auth: 'token-or-session',
  }),
  changeRecoveryQuestion: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}/credentials/change_recovery_question',
    summary: 'Change the recovery question, knowing the password',
    source,
    get body() {
      return ChangeRecoveryQuestionInput()
    },
    get responses() {
      return { 200: Credentials() }
    },
    refusals: [
      'not-found',
      'validation',
      'change-recovery-question-not-allowed',
      'update-credentials-failed',
      'transition-in-progress',
    ],
    auth: 'token-or-session',
  }),
}

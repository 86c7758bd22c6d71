import { z } from 'zod'
import { operationsOf } from '../operation.ts'
import { flag, parameters, yes } from '../parameters.ts'
import { characters, Empty, resource, shapeOf } from '../resources/common.ts'
import { answerRow, changedPasswordRows, Credentials, passwordRow } from '../resources/credentials.ts'
import { ResetPasswordUrl } from '../resources/user.ts'
import { statusRefusals } from '../user-lifecycle.ts'

const { post } = operationsOf('Users, Credential operations')
const path = '/api/v1/users/{userId}/credentials/forgot_password'

/** A new password and the answer that allows it (Users, forgot_password with a body). */
const ForgotPasswordInput = resource(
  'ForgotPasswordInput',
  'The new password, and the answer that allows it.',
  {
    password: passwordRow,
    recovery_question: () => z.looseObject(shapeOf({ answer: answerRow })),
  },
)

/** The old password and the new one (Users, change_password). */
const ChangePasswordInput = resource('ChangePasswordInput', 'The old password and the new one.', {
  ...changedPasswordRows,
  revokeSessions: {
    schema: () => z.boolean().nullish().meta({ default: false }),
    says: "Whether all sessions but the caller's own end.",
  },
})

/** The current password and the new recovery question (Users, change_recovery_question). */
const ChangeRecoveryQuestionInput = resource(
  'ChangeRecoveryQuestionInput',
  'The current password, and the new question with its answer.',
  {
    password: passwordRow,
    recovery_question: () =>
      z.looseObject({ question: characters(1, 100), ...shapeOf({ answer: answerRow }) }),
  },
)

export const credentials = {
  forgotPassword: post(path, 'Start a password recovery', {
    query: parameters(() => ({ sendEmail: flag(true) })),
    responses: { 200: () => z.union([Empty(), ResetPasswordUrl()]) },
    refusals: statusRefusals('forgotPassword'),
    auth: 'token-or-session',
  }),
  forgotPasswordWithAnswer: post(path, 'Set a new password with the answer to the recovery question', {
    body: ForgotPasswordInput,
    responses: { 200: Credentials },
    refusals: [...statusRefusals('forgotPassword'), 'recovery-answer-wrong', 'update-credentials-failed'],
    auth: 'token-or-session',
    aliases: [{ path: '/api/v1/users/{userId}/credentials/forgot_password_recovery_question' }],
  }),
  changePassword: post(
    '/api/v1/users/{userId}/credentials/change_password',
    'Change a password, knowing the old one',
    {
      query: parameters(() => ({ strict: yes })),
      body: ChangePasswordInput,
      responses: { 200: Credentials },
      refusals: [...statusRefusals('changePassword'), 'update-credentials-failed'],
      auth: 'token-or-session',
    },
  ),
  changeRecoveryQuestion: post(
    '/api/v1/users/{userId}/credentials/change_recovery_question',
    'Change the recovery question, knowing the password',
    {
      body: ChangeRecoveryQuestionInput,
      responses: { 200: Credentials },
      refusals: [...statusRefusals('changeRecoveryQuestion'), 'update-credentials-failed'],
      auth: 'token-or-session',
    },
  ),
}

/** Calls of the credential operations, with their bodies. */
import type { CheckContext, GivenUser, Json, Reply } from '../../engine/run/check.ts'
import { tryAnswer } from './password-of.ts'

export const forgotPath = (user: GivenUser): string => `${user.path}/credentials/forgot_password`

/** Resets a password by the answer to the recovery question. */
export function recover(
  { api }: Pick<CheckContext, 'api'>,
  user: GivenUser,
  {
    answer = user.recovery?.answer,
    password,
  }: { readonly answer?: string | undefined; readonly password: string },
): Promise<Reply> {
  return tryAnswer(api, user.path, answer, password)
}

/** Changes a password, for a caller who knows the old one. */
export function change(
  { api }: Pick<CheckContext, 'api'>,
  { path, password: old }: GivenUser,
  password: string,
  more: Readonly<Record<string, Json>> = {},
): Promise<Reply> {
  const body = { oldPassword: { value: old }, newPassword: { value: password }, ...more }
  return api.post(`${path}/credentials/change_password`, body)
}

export const newQuestion = { question: 'Which moss?', answer: 'peat moss' }

/** Sets the recovery question, for a caller who knows the password. */
export function ask(
  { api }: Pick<CheckContext, 'api'>,
  { path, password }: GivenUser,
  more: Readonly<Record<string, Json>> = {},
): Promise<Reply> {
  const body = { password: { value: password }, recovery_question: newQuestion, ...more }
  return api.post(`${path}/credentials/change_recovery_question`, body)
}

import { type Verdicts, verified } from '../model/users/password/index.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { Views } from '../views/index.ts'
import type { Handlers } from './call.ts'
import { linkReply } from './lifecycle.ts'
import type { Reply } from './wire.ts'

export const credentials: Handlers<'credentials'> = {
  forgotPassword({ params, query }, org, { views }) {
    return linkReply(org.passwordRecovery.forgot(params.userId, query), (token) => views.links.reset(token))
  },

  forgotPasswordWithAnswer({ params, body }, org, { views }) {
    const { password, recovery_question: question } = body
    return credentialsReply(views, (known) =>
      org.passwordRecovery.forgotWithAnswer(params.userId, question.answer, password.value, known),
    )
  },

  changePassword({ params, query, body }, org, { views, ownSession }) {
    const change = {
      oldPassword: body.oldPassword.value,
      newPassword: body.newPassword.value,
      strict: query.strict,
      revokeSessions: body.revokeSessions ?? false,
      ownSession,
    }
    return credentialsReply(views, (known) =>
      org.credentialOperations.changePassword(params.userId, change, known),
    )
  },

  changeRecoveryQuestion({ params, body }, org, { views }) {
    const { password, recovery_question: asked } = body
    const change = { password: password.value, question: asked.question, answer: asked.answer }
    return credentialsReply(views, (known) =>
      org.credentialOperations.changeRecoveryQuestion(params.userId, change, known),
    )
  },
}

/** The credentials of a user, once they are verified and written (Users, Credential operations). */
async function credentialsReply(views: Views, write: (known: Verdicts) => UserRecord): Promise<Reply> {
  return { status: 200, body: views.users.credentials(await verified(write)) }
}

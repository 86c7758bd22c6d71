import type { UserRecord } from '../model/users/records.ts'
import type { Views } from '../views/index.ts'
import type { Handlers } from './call.ts'
import { linkReply } from './lifecycle.ts'
import type { Reply } from './wire.ts'
import { isPromise } from '../model/kernel/is-promise.ts'

export const credentials: Handlers<'credentials'> = {
  forgotPassword({ params, query }, org, { views }) {
    return linkReply(org.passwordRecovery.forgot(params.userId, query), (token) => views.links.reset(token))
  },

  forgotPasswordWithAnswer({ params, body }, org, { views }) {
    const { password, recovery_question: question } = body
    return credentialsReply(
      views,
      org.passwordRecovery.forgotWithAnswer(params.userId, question.answer, password.value),
    )
  },

  changePassword({ params, query, body }, org, call) {
    return credentialsReply(
      call.views,
      org.credentialOperations.changePassword(params.userId, {
        oldPassword: body.oldPassword.value,
        newPassword: body.newPassword.value,
        strict: query.strict,
        revokeSessions: body.revokeSessions ?? false,
        ownSession: call.ownSession,
      }),
    )
  },

  changeRecoveryQuestion({ params, body }, org, { views }) {
    const { password, recovery_question: question } = body
    return credentialsReply(
      views,
      org.credentialOperations.changeRecoveryQuestion(params.userId, {
        password: password.value,
        question: question.question,
        answer: question.answer,
      }),
    )
  },
}

/** The credentials of a user, at once or when it has been written (Users, Credential operations). */
function credentialsReply(views: Views, user: UserRecord | Promise<UserRecord>): Reply | Promise<Reply> {
  if (isPromise(user)) return user.then((late) => credentialsReply(views, late))
  return { status: 200, body: views.users.credentials(user) }
}

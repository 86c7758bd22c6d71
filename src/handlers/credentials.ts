import type { Org } from '../model/org.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { Handlers } from './call.ts'
import { linkReply } from './lifecycle.ts'
import { ownSession } from './own-session.ts'
import type { Reply } from './wire.ts'

export const credentials: Handlers<'credentials'> = {
  forgotPassword({ params, query }, org) {
    return linkReply(org.passwordRecovery.forgot(params.userId, query))
  },

  forgotPasswordWithAnswer({ params, body }, org) {
    const { password, recovery_question: question } = body
    return credentialsReply(
      org,
      org.passwordRecovery.forgotWithAnswer(params.userId, question.answer, password.value),
    )
  },

  changePassword({ params, query, body }, org, call) {
    return credentialsReply(
      org,
      org.credentialOperations.changePassword(params.userId, {
        oldPassword: body.oldPassword.value,
        newPassword: body.newPassword.value,
        strict: query.strict,
        revokeSessions: body.revokeSessions ?? false,
        ownSession: ownSession(org, call),
      }),
    )
  },

  changeRecoveryQuestion({ params, body }, org) {
    const { password, recovery_question: question } = body
    return credentialsReply(
      org,
      org.credentialOperations.changeRecoveryQuestion(params.userId, {
        password: password.value,
        question: question.question,
        answer: question.answer,
      }),
    )
  },
}

/** The credentials of a user, at once or when it has been written (document 3, Credential operations). */
function credentialsReply(org: Org, user: UserRecord | Promise<UserRecord>): Reply | Promise<Reply> {
  if (user instanceof Promise) return user.then((late) => credentialsReply(org, late))
  return { status: 200, body: org.users.view.credentials(user) }
}

/** Operations on credentials: forgotten passwords, changes of password and recovery question (Users). */
import { unknownCredentialIds, unknownIdClauses } from '../tables/unknown-ids.ts'
import { clausesIn, inOrder } from './clause.ts'

const table = { area: 'credentials', document: 3, section: 'States and transitions' } as const
const operation = { area: 'credentials', document: 3, section: 'Credential operations' } as const

const forgot = clausesIn({ ...operation, operations: ['forgotPassword'] }, [
  {
    id: 'credentials.forgot.url',
    statement: 'forgot_password with sendEmail=false and no body answers with resetPasswordUrl, a string.',
    covers: ['success:forgotPassword', 'query:forgotPassword.sendEmail'],
  },
  {
    id: 'credentials.forgot.mail',
    statement: 'forgot_password with sendEmail=true and no body answers with an empty object.',
    needs: ['mail'],
  },
  {
    id: 'credentials.forgot.mail-default',
    statement: 'forgot_password without sendEmail and body answers with an empty object.',
    needs: ['mail'],
    covers: ['default:forgotPassword.sendEmail'],
  },
  {
    id: 'credentials.forgot.mail-sent',
    statement: 'forgot_password with sendEmail=true sends the user an e-mail, with sendEmail=false none.',
    needs: ['mail', 'outbox'],
  },
  {
    id: 'credentials.forgot.status',
    statement: 'forgot_password without a body leaves the user ACTIVE.',
    alsoIn: ['3 States and transitions'],
    covers: ['transition:ACTIVE.forgotPassword'],
  },
  {
    id: 'credentials.forgot.no-question',
    statement: 'forgot_password is refused for a user without a recovery question.',
  },
  {
    id: 'credentials.forgot.from-staged',
    statement: 'forgot_password is refused for a STAGED user, who stays STAGED.',
  },
  {
    id: 'credentials.forgot.from-suspended',
    statement: 'forgot_password is refused for a SUSPENDED user, who stays SUSPENDED.',
  },
  {
    id: 'credentials.forgot.from-password-expired',
    statement: 'forgot_password is refused for a PASSWORD_EXPIRED user, who stays so.',
  },
  {
    id: 'credentials.forgot.from-deprovisioned',
    statement: 'forgot_password is refused for a DEPROVISIONED user, who stays so.',
  },
  {
    id: 'credentials.forgot.two-forms',
    statement:
      'On the same path, forgot_password without a body gives a way to reset, and with a body resets at once.',
    operations: ['forgotPassword', 'forgotPasswordWithAnswer'],
  },
])

const answer = clausesIn({ ...operation, operations: ['forgotPasswordWithAnswer'] }, [
  {
    id: 'credentials.answer.ok',
    statement:
      'forgot_password with a new password and the right answer succeeds and answers with the credentials.',
    covers: ['success:forgotPasswordWithAnswer'],
  },
  {
    id: 'credentials.answer.password-set',
    statement:
      'After forgot_password with the right answer the new password counts, and the old one does not.',
    operations: ['forgotPasswordWithAnswer', 'changeRecoveryQuestion'],
  },
  {
    id: 'credentials.answer.status',
    statement: 'forgot_password with a body leaves the user ACTIVE.',
    alsoIn: ['3 States and transitions'],
    covers: ['transition:ACTIVE.forgotPasswordWithAnswer'],
  },
  {
    id: 'credentials.answer.wrong',
    statement: 'forgot_password with a wrong answer is refused, and the old password stays.',
    alsoIn: ['3 States and transitions'],
  },
  {
    id: 'credentials.answer.password-required',
    statement: 'forgot_password with an answer and no password is refused, and the old password stays.',
    covers: ['input:forgotPasswordWithAnswer.password'],
  },
  {
    id: 'credentials.answer.required',
    statement: 'forgot_password with a password and no answer is refused, and the old password stays.',
    covers: ['input:forgotPasswordWithAnswer.recovery_question'],
  },
  {
    id: 'credentials.answer.policy',
    level: 'default',
    statement: 'forgot_password with a password against the policy is refused, and the old password stays.',
  },
  {
    id: 'credentials.answer.no-question',
    statement: 'forgot_password with a body is refused for a user without a recovery question.',
  },
  {
    id: 'credentials.answer.from-staged',
    statement: 'forgot_password with a body is refused for a STAGED user, who stays STAGED.',
  },
  {
    id: 'credentials.answer.from-suspended',
    statement: 'forgot_password with a body is refused for a SUSPENDED user, who stays SUSPENDED.',
  },
  {
    id: 'credentials.answer.from-password-expired',
    statement: 'forgot_password with a body is refused for a PASSWORD_EXPIRED user, who stays so.',
  },
  {
    id: 'credentials.answer.from-deprovisioned',
    statement: 'forgot_password with a body is refused for a DEPROVISIONED user, who stays so.',
  },
])

const changePassword = [
  ...clausesIn({ ...table, operations: ['changePassword'] }, [
    {
      id: 'credentials.change-password.from-recovery',
      statement: 'change_password with the old password moves a RECOVERY user to ACTIVE.',
      covers: ['transition:RECOVERY.changePassword'],
    },
    {
      id: 'credentials.change-password.from-active',
      level: 'open',
      statement: 'change_password works for an ACTIVE user, who stays ACTIVE.',
      reason: 'The table lists RECOVERY only, the operation names no status.',
    },
    {
      id: 'credentials.change-password.from-password-expired',
      level: 'open',
      statement: 'change_password moves a PASSWORD_EXPIRED user to ACTIVE.',
      reason: 'The table lists RECOVERY only, the operation names no status.',
    },
    {
      id: 'credentials.change-password.from-staged',
      level: 'open',
      statement: 'change_password works for a STAGED user, who stays STAGED.',
      reason: 'The table lists RECOVERY only, the operation names no status.',
    },
    {
      id: 'credentials.change-password.from-suspended',
      level: 'open',
      statement: 'change_password is refused for a SUSPENDED user.',
      reason: 'Such a user can only be unsuspended or deactivated, which may speak of the status alone.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['changePassword'] }, [
    {
      id: 'credentials.change-password.ok',
      statement:
        'change_password of a RECOVERY user with the old password succeeds and answers with the credentials.',
      covers: ['success:changePassword'],
    },
    {
      id: 'credentials.change-password.set',
      statement: 'After change_password the new password counts, and the old one does not.',
      operations: ['changePassword', 'changeRecoveryQuestion'],
    },
    {
      id: 'credentials.change-password.wrong-old',
      statement:
        'change_password with a wrong old password is refused, the status and the old password stay.',
      alsoIn: ['3 States and transitions'],
    },
    {
      id: 'credentials.change-password.old-required',
      statement: 'change_password without oldPassword is refused, and the old password stays.',
      covers: ['input:changePassword.oldPassword'],
    },
    {
      id: 'credentials.change-password.new-required',
      statement: 'change_password without newPassword is refused, and the old password stays.',
      covers: ['input:changePassword.newPassword'],
    },
    {
      id: 'credentials.change-password.policy',
      level: 'default',
      statement:
        'change_password with a new password against the policy is refused, and the old password stays.',
    },
    {
      id: 'credentials.change-password.strict-default',
      statement: 'change_password without strict takes a password however young the old one is.',
      covers: ['default:changePassword.strict'],
    },
    {
      id: 'credentials.change-password.strict',
      level: 'open',
      statement:
        'change_password with strict=true refuses while the old password is younger than its minimum age.',
      reason: 'The minimum age is a setting of the policy, which no operation shows.',
      covers: ['query:changePassword.strict'],
    },
    {
      id: 'credentials.change-password.revoke-sessions',
      statement: 'change_password with revokeSessions=true ends the sessions of the user.',
      needs: ['sign-in'],
      covers: ['input:changePassword.revokeSessions'],
    },
    {
      id: 'credentials.change-password.sessions-default',
      statement: 'change_password without revokeSessions ends no session of the user.',
      needs: ['sign-in'],
      covers: ['default:changePassword.revokeSessions'],
    },
  ]),
] as const

const changeQuestion = [
  ...clausesIn({ ...table, operations: ['changeRecoveryQuestion'] }, [
    {
      id: 'credentials.change-question.from-staged',
      statement: 'change_recovery_question with the password works for a STAGED user, who stays STAGED.',
      covers: ['transition:STAGED.changeRecoveryQuestion'],
    },
    {
      id: 'credentials.change-question.from-active',
      statement: 'change_recovery_question with the password works for an ACTIVE user, who stays ACTIVE.',
      covers: ['transition:ACTIVE.changeRecoveryQuestion'],
    },
    {
      id: 'credentials.change-question.from-recovery',
      statement: 'change_recovery_question with the password works for a RECOVERY user, who stays so.',
      covers: ['transition:RECOVERY.changeRecoveryQuestion'],
    },
    {
      id: 'credentials.change-question.other-status',
      level: 'open',
      statement: 'change_recovery_question in another status is refused.',
      reason: 'Three statuses are listed; the answer in others is not stated.',
    },
  ]),
  ...clausesIn({ ...operation, operations: ['changeRecoveryQuestion'] }, [
    {
      id: 'credentials.change-question.ok',
      statement: 'change_recovery_question answers with the credentials, the new question among them.',
      covers: ['success:changeRecoveryQuestion'],
    },
    {
      id: 'credentials.change-question.set',
      statement: 'After change_recovery_question the new answer counts, and the old one does not.',
      operations: ['changeRecoveryQuestion', 'forgotPasswordWithAnswer'],
    },
    {
      id: 'credentials.change-question.wrong-password',
      statement: 'change_recovery_question with a wrong password is refused, and the old question stays.',
      alsoIn: ['3 States and transitions'],
    },
    {
      id: 'credentials.change-question.password-required',
      statement: 'change_recovery_question without a password is refused, and the old question stays.',
      covers: ['input:changeRecoveryQuestion.password'],
    },
    {
      id: 'credentials.change-question.question-required',
      statement:
        'change_recovery_question without a recovery question is refused, and the old question stays.',
      covers: ['input:changeRecoveryQuestion.recovery_question'],
    },
  ]),
] as const

export const credentialClauses = inOrder(
  [...forgot, ...answer, ...changePassword, ...changeQuestion],
  unknownIdClauses(operation, unknownCredentialIds),
)

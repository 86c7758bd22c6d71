/** Operations on credentials: forgotten passwords, changes of password and recovery question (Users). */
import { mailRows } from '../tables/mails.ts'
import { refusedRows } from '../tables/refused-values.ts'
import { requiredRows } from '../tables/required.ts'
import { unknownCredentialIds, unknownIdRequirements } from '../tables/unknown-ids.ts'
import { requirementsIn, inOrder, sharing } from './requirement.ts'

const table = { area: 'credentials', document: 3, section: 'States and transitions' } as const
const operation = { area: 'credentials', document: 3, section: 'Credential operations' } as const

const forgot = requirementsIn(
  { ...operation, operations: ['forgotPassword'] },
  {
    ...mailRows('credentials.forgot'),
    'credentials.forgot.status': {
      statement: 'forgot_password without a body leaves the user ACTIVE.',
      alsoIn: ['3 States and transitions'],
      covers: ['transition:ACTIVE.forgotPassword'],
    },
    ...refusedRows('credentials.forgot'),
    'credentials.forgot.two-forms': {
      statement:
        'On the same path, forgot_password without a body gives a way to reset, and with a body resets at once.',
      operations: ['forgotPassword', 'forgotPasswordWithAnswer'],
    },
  },
)

const answer = requirementsIn(
  { ...operation, operations: ['forgotPasswordWithAnswer'] },
  {
    'credentials.answer.ok': [
      'forgot_password with a new password and the right answer succeeds and answers with the credentials.',
      'success:forgotPasswordWithAnswer',
    ],
    'credentials.answer.password-set': {
      statement:
        'After forgot_password with the right answer the new password counts, and the old one does not.',
      operations: ['forgotPasswordWithAnswer', 'changeRecoveryQuestion'],
    },
    'credentials.answer.status': {
      statement: 'forgot_password with a body leaves the user ACTIVE.',
      alsoIn: ['3 States and transitions'],
      covers: ['transition:ACTIVE.forgotPasswordWithAnswer'],
    },
    ...refusedRows('credentials.answer.wrong'),
    ...requiredRows('credentials.answer'),
    'credentials.answer.policy': {
      statement: 'forgot_password with a password against the policy is refused, and the old password stays.',
    },
    ...refusedRows('credentials.answer.no-question'),
    ...refusedRows('credentials.answer.from-'),
  },
)

const changePassword = [
  ...requirementsIn(
    { ...table, operations: ['changePassword'] },
    {
      'credentials.change-password.from-recovery': [
        'change_password with the old password moves a RECOVERY user to ACTIVE.',
        'transition:RECOVERY.changePassword',
      ],
      ...sharing({ reason: 'The table lists RECOVERY only, the operation names no status.' })({
        'credentials.change-password.from-active':
          'change_password works for an ACTIVE user, who stays ACTIVE.',
        'credentials.change-password.from-password-expired':
          'change_password moves a PASSWORD_EXPIRED user to ACTIVE.',
        'credentials.change-password.from-staged':
          'change_password works for a STAGED user, who stays STAGED.',
      }),
      'credentials.change-password.from-suspended': {
        statement: 'change_password is refused for a SUSPENDED user.',
        reason: 'Such a user can only be unsuspended or deactivated, which may speak of the status alone.',
      },
    },
  ),
  ...requirementsIn(
    { ...operation, operations: ['changePassword'] },
    {
      'credentials.change-password.ok': [
        'change_password of a RECOVERY user with the old password succeeds and answers with the credentials.',
        'success:changePassword',
      ],
      'credentials.change-password.set': {
        statement: 'After change_password the new password counts, and the old one does not.',
        operations: ['changePassword', 'changeRecoveryQuestion'],
      },
      ...refusedRows('credentials.change-password'),
      ...requiredRows('credentials.change-password'),
      'credentials.change-password.policy': {
        statement:
          'change_password with a new password against the policy is refused, and the old password stays.',
      },
      'credentials.change-password.strict-default': [
        'change_password without strict takes a password however young the old one is.',
        'default:changePassword.strict',
      ],
      'credentials.change-password.strict': {
        statement:
          'change_password with strict=true refuses while the old password is younger than its minimum age.',
        reason: 'The minimum age is a setting of the policy, which no operation shows.',
        covers: ['query:changePassword.strict'],
      },
      'credentials.change-password.revoke-sessions': {
        statement: 'change_password with revokeSessions=true ends the sessions of the user.',
        needs: ['sign-in'],
        covers: ['input:changePassword.revokeSessions'],
      },
      'credentials.change-password.sessions-default': {
        statement: 'change_password without revokeSessions ends no session of the user.',
        needs: ['sign-in'],
        covers: ['default:changePassword.revokeSessions'],
      },
    },
  ),
] as const

const changeQuestion = [
  ...requirementsIn(
    { ...table, operations: ['changeRecoveryQuestion'] },
    {
      'credentials.change-question.from-staged': [
        'change_recovery_question with the password works for a STAGED user, who stays STAGED.',
        'transition:STAGED.changeRecoveryQuestion',
      ],
      'credentials.change-question.from-active': [
        'change_recovery_question with the password works for an ACTIVE user, who stays ACTIVE.',
        'transition:ACTIVE.changeRecoveryQuestion',
      ],
      'credentials.change-question.from-recovery': [
        'change_recovery_question with the password works for a RECOVERY user, who stays so.',
        'transition:RECOVERY.changeRecoveryQuestion',
      ],
      'credentials.change-question.other-status': {
        statement: 'change_recovery_question in another status is refused.',
        reason: 'Three statuses are listed; the answer in others is not stated.',
      },
    },
  ),
  ...requirementsIn(
    { ...operation, operations: ['changeRecoveryQuestion'] },
    {
      'credentials.change-question.ok': [
        'change_recovery_question answers with the credentials, the new question among them.',
        'success:changeRecoveryQuestion',
      ],
      'credentials.change-question.set': {
        statement: 'After change_recovery_question the new answer counts, and the old one does not.',
        operations: ['changeRecoveryQuestion', 'forgotPasswordWithAnswer'],
      },
      ...refusedRows('credentials.change-question'),
      ...requiredRows('credentials.change-question'),
    },
  ),
] as const

export const credentialRequirements = inOrder(
  [...forgot, ...answer, ...changePassword, ...changeQuestion],
  unknownIdRequirements(operation, unknownCredentialIds),
)

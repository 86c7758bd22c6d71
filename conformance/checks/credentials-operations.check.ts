import { a, check } from '../engine/run/check.ts'
import type { RequirementId } from '../registry/requirements.ts'
import { invalidVariants } from '../tables/required.ts'
import { tryPassword } from './support/password-of.ts'
import { openSession } from './support/session-of.ts'
import { ask, change, forgotPath, newQuestion, recover } from './support/credential-calls.ts'

check(
  'forgot_password without a body leaves the user as it was',
  { judges: ['credentials.forgot.status'] },
  async ({ given, api, judge }) => {
    const user = await given.user({ recoveryQuestion: true })
    const reply = await api.post(`${forgotPath(user)}?sendEmail=false`)
    judge('credentials.forgot.status').success(reply)
    judge('credentials.forgot.status').matches(await api.get(user.path), {
      status: 'ACTIVE',
      profile: { login: user.login },
    })
  },
)

check(
  'forgot_password without a body gives a way to reset, with a body it resets at once',
  { judges: ['credentials.forgot.two-forms'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const user = await given.user({ recoveryQuestion: true })
    const judged = judge('credentials.forgot.two-forms')
    judged.matches(await api.post(`${forgotPath(user)}?sendEmail=false`), { resetPasswordUrl: a.string })
    const password = unique.password()
    const reset = await recover(context, user, { password })
    judged.success(reset)
    judged.absent(reset.json, 'resetPasswordUrl')
    judged.refused(await tryPassword(api, user.path, user.password))
    judged.success(await tryPassword(api, user.path, password))
  },
)

/** Statuses in which a password cannot be recovered (Users, Credential operations). */
const notRecoverable = [
  ['STAGED', 'staged'],
  ['SUSPENDED', 'suspended'],
  ['PASSWORD_EXPIRED', 'password-expired'],
  ['DEPROVISIONED', 'deprovisioned'],
] as const

for (const [status, name] of notRecoverable) {
  const forgot: RequirementId = `credentials.forgot.from-${name}`
  const answer: RequirementId = `credentials.answer.from-${name}`
  check(
    `forgot_password of a user who is ${status} is refused, and the user stays ${status}`,
    { judges: [forgot, answer] },
    async (context) => {
      const { given, api, judge, unique } = context
      const asking = await given.user({ status, recoveryQuestion: true })
      judge(forgot).refused(await api.post(`${forgotPath(asking)}?sendEmail=false`))
      judge(forgot).matches(await api.get(asking.path), { id: asking.id, status })
      // If it was changed after all, it is not the right user for the next call.
      const user = judge(forgot).failed ? await given.user({ status, recoveryQuestion: true }) : asking
      const password = unique.password()
      judge(answer).refused(await recover(context, user, { password }))
      judge(answer).matches(await api.get(user.path), { id: user.id, status })
      if (status === 'STAGED') judge(answer).refused(await tryPassword(api, user.path, password))
    },
  )
}

check(
  'forgot_password is refused for a user without a recovery question',
  { judges: ['credentials.forgot.no-question', 'credentials.answer.no-question'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const user = await given.user()
    judge('credentials.forgot.no-question').refused(await api.post(`${forgotPath(user)}?sendEmail=false`))
    const password = unique.password()
    judge('credentials.answer.no-question').refused(await recover(context, user, { answer: 'any', password }))
    judge('credentials.answer.no-question').refused(await tryPassword(api, user.path, password))
  },
)

check(
  'forgot_password with the right answer sets the password',
  {
    judges: ['credentials.answer.ok', 'credentials.answer.password-set', 'credentials.answer.status'],
  },
  async (context) => {
    const { given, api, judge, unique } = context
    const user = await given.user({ recoveryQuestion: true })
    const password = unique.password()
    const reply = await recover(context, user, { password })
    judge('credentials.answer.ok').matches(reply, {
      password: a.object,
      recovery_question: { question: user.recovery?.question },
      provider: a.object,
    })
    judge('credentials.answer.status').success(reply)
    judge('credentials.answer.status').matches(await api.get(user.path), {
      status: 'ACTIVE',
      profile: { login: user.login },
    })
    judge('credentials.answer.password-set').success(reply)
    judge('credentials.answer.password-set').refused(await tryPassword(api, user.path, user.password))
    judge('credentials.answer.password-set').success(await tryPassword(api, user.path, password))
  },
)

check(
  'a recovery answer is recognized in another case',
  { judges: ['credentials.answer.case'] },
  async (context) => {
    const { given, judge, unique } = context
    const user = await given.user({ recoveryQuestion: { question: 'Which fern?', answer: 'Royal Fern' } })
    const other = await recover(context, user, { answer: 'other fern', password: unique.password() })
    judge('credentials.answer.case').refused(other)
    for (const answer of ['ROYAL FERN', 'royal fern']) {
      const password = unique.password()
      judge('credentials.answer.case').success(await recover(context, user, { answer, password }))
    }
  },
)

/** Refused recoveries, with what each sends instead of the right thing. */
const refusedRecoveries = [
  ['credentials.answer.wrong', { recovery_question: { answer: 'nothing like it' } }, 'with a wrong answer'],
  ...invalidVariants('credentials.answer', {}),
] as const

for (const [requirement, more, how] of refusedRecoveries) {
  check(
    `forgot_password ${how} is refused, and the old password stays`,
    { judges: [requirement] },
    async ({ given, api, judge, unique }) => {
      const user = await given.user({ recoveryQuestion: true })
      const value = unique.password()
      const body = { password: { value }, recovery_question: { answer: user.recovery?.answer }, ...more }
      judge(requirement).refused(await api.post(forgotPath(user), body))
      judge(requirement).refused(await tryPassword(api, user.path, value))
      judge(requirement).success(await tryPassword(api, user.path, user.password))
    },
  )
}

check(
  'change_password of a RECOVERY user sets the password and makes the user ACTIVE',
  {
    judges: [
      'credentials.change-password.from-recovery',
      'credentials.change-password.ok',
      'credentials.change-password.set',
      'credentials.change-password.strict-default',
    ],
  },
  async (context) => {
    const { given, api, judge, unique } = context
    const user = await given.user({ status: 'RECOVERY' })
    const password = unique.password()
    const reply = await change(context, user, password)
    judge('credentials.change-password.ok').matches(reply, { password: a.object, provider: a.object })
    judge('credentials.change-password.strict-default').success(reply)
    judge('credentials.change-password.from-recovery').success(reply)
    judge('credentials.change-password.from-recovery').matches(await api.get(user.path), {
      id: user.id,
      status: 'ACTIVE',
    })
    judge('credentials.change-password.set').success(reply)
    judge('credentials.change-password.set').refused(await tryPassword(api, user.path, user.password))
    const isNew = await tryPassword(api, user.path, password)
    judge('credentials.change-password.set').success(isNew)
    judge('credentials.change-password.strict-default').success(isNew)
  },
)

/** Refused changes, with what each sends instead of the right thing. */
const refusedChanges = [
  [
    'credentials.change-password.wrong-old',
    { oldPassword: { value: 'Not7TheOldOne' } },
    'with a wrong old one',
  ],
  ...invalidVariants('credentials.change-password', {}),
] as const

for (const [requirement, more, how] of refusedChanges) {
  check(
    `change_password ${how} is refused, and the old password stays`,
    { judges: [requirement] },
    async (context) => {
      const { given, api, judge, unique } = context
      const user = await given.user({ status: 'RECOVERY' })
      const password = unique.password()
      judge(requirement).refused(await change(context, user, password, more))
      judge(requirement).matches(await api.get(user.path), { id: user.id, status: 'RECOVERY' })
      judge(requirement).refused(await tryPassword(api, user.path, password))
      judge(requirement).success(await tryPassword(api, user.path, user.password))
    },
  )
}

for (const [requirement, more, ended] of [
  ['credentials.change-password.revoke-sessions', { revokeSessions: true }, true],
  ['credentials.change-password.sessions-default', {}, false],
] as const) {
  check(
    `change_password with ${JSON.stringify(more)} ${ended ? 'ends' : 'keeps'} the sessions of the user`,
    { judges: [requirement], needs: ['sign-in'] },
    async (context) => {
      const { given, api, judge, unique } = context
      const user = await given.user()
      const { tried } = await openSession(context, user)
      await api
        .control('users.reset-password.url')
        .post(`${user.path}/lifecycle/reset_password?sendEmail=false`)
      judge(requirement).success(await change(context, user, unique.password(), more))
      if (ended) judge(requirement).refused(await tried())
      else judge(requirement).matches(await tried(), { id: user.id })
    },
  )
}

for (const [status, name] of [
  ['STAGED', 'staged'],
  ['ACTIVE', 'active'],
  ['RECOVERY', 'recovery'],
] as const) {
  const requirement: RequirementId = `credentials.change-question.from-${name}`
  check(
    `change_recovery_question works for a user who is ${status}, and the user stays so`,
    { judges: [requirement] },
    async (context) => {
      const { given, api, judge } = context
      const user = await given.user({ status })
      judge(requirement).success(await ask(context, user))
      judge(requirement).matches(await api.get(user.path), {
        id: user.id,
        status,
        credentials: { recovery_question: { question: newQuestion.question } },
      })
    },
  )
}

check(
  'change_recovery_question puts a new answer in the place of the old one',
  { judges: ['credentials.change-question.ok', 'credentials.change-question.set'] },
  async (context) => {
    const { given, judge, unique } = context
    const user = await given.user({ recoveryQuestion: true })
    const reply = await ask(context, user)
    judge('credentials.change-question.ok').matches(reply, {
      password: a.object,
      recovery_question: { question: newQuestion.question },
      provider: a.object,
    })
    const judged = judge('credentials.change-question.set')
    judged.success(reply)
    judged.refused(await recover(context, user, { password: unique.password() }))
    judged.success(await recover(context, user, { answer: newQuestion.answer, password: unique.password() }))
  },
)

/** Refused changes of the question, with what each sends instead of the right thing. */
const refusedQuestions = [
  [
    'credentials.change-question.wrong-password',
    { password: { value: 'Not7ThePassword' } },
    'with a wrong password',
  ],
  ...invalidVariants('credentials.change-question', {}),
] as const

for (const [requirement, more, how] of refusedQuestions) {
  check(
    `change_recovery_question ${how} is refused, and the old question stays`,
    { judges: [requirement] },
    async (context) => {
      const { given, api, judge, unique } = context
      const user = await given.user({ recoveryQuestion: true })
      judge(requirement).refused(await ask(context, user, more))
      judge(requirement).matches(await api.get(user.path), {
        credentials: { recovery_question: { question: user.recovery?.question } },
      })
      judge(requirement).success(await recover(context, user, { password: unique.password() }))
    },
  )
}

import { a, check } from '../engine/run/check.ts'
import type { ClauseId } from '../registry/clauses.ts'
import { recover, newQuestion, ask } from './support/credential-calls.ts'

for (const [status, name] of [
  ['STAGED', 'staged'],
  ['ACTIVE', 'active'],
  ['RECOVERY', 'recovery'],
] as const) {
  const clause: ClauseId = `credentials.change-question.from-${name}`
  check(
    `change_recovery_question works for a ${status} user, who stays so`,
    { judges: [clause] },
    async (context) => {
      const { given, api, judge } = context
      const user = await given.user({ status })
      judge(clause).success(await ask(context, user))
      judge(clause).matches(await api.get(user.path), {
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

/** Refused changes of the question, with the body that each sends instead of the right one. */
const refusedQuestions = [
  [
    'credentials.change-question.wrong-password',
    'with a wrong password',
    { password: { value: 'Not7ThePassword' } },
  ],
  ['credentials.change-question.password-required', 'without a password', { password: undefined }],
  ['credentials.change-question.question-required', 'without a question', { recovery_question: undefined }],
] as const

for (const [clause, how, more] of refusedQuestions) {
  check(
    `change_recovery_question ${how} is refused, and the old question stays`,
    { judges: [clause] },
    async (context) => {
      const { given, api, judge, unique } = context
      const user = await given.user({ recoveryQuestion: true })
      judge(clause).refused(await ask(context, user, more))
      judge(clause).matches(await api.get(user.path), {
        credentials: { recovery_question: { question: user.recovery?.question } },
      })
      judge(clause).success(await recover(context, user, { password: unique.password() }))
    },
  )
}

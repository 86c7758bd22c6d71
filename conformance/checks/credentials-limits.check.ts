import { check, type Json, type Judge } from '../engine/run/check.ts'
import { textLimits } from '../tables/limits.ts'
import { judgeNoneTaken, judgeTaken } from './support/credentials.ts'
import { tryPassword } from './support/arrange.ts'

/** Recovery questions and answers of each length at an edge: the other one has an ordinary length. */
const limits = (['question', 'answer'] as const).flatMap((name) => {
  const { min, max } = textLimits[`credentials.${name}`]
  return (
    [
      ['min.accepted', min, true],
      ['max.accepted', max, true],
      ['min.refused', min - 1, false],
      ['max.refused', max + 1, false],
    ] as const
  ).map(([side, length, isTaken]) => ({
    requirement: `credentials.${name}.${side}` as const,
    sent: { question: 'which', answer: 'which', [name]: 'w'.repeat(length) },
    isTaken,
  }))
})

check(
  'a recovery question and its answer have 1 to 100 characters',
  { judges: limits.map(({ requirement }) => requirement) },
  async (context) => {
    const refused: [Judge, Json][] = []
    for (const { requirement, sent, isTaken } of limits) {
      const credentials = { recovery_question: sent }
      const judged = context.judge(requirement)
      if (isTaken)
        await judgeTaken(context, judged, credentials, { recovery_question: { question: sent.question } })
      else refused.push([judged, credentials])
    }
    await judgeNoneTaken(context, refused)
  },
)

check(
  'an update, too, is held to the limits of passwords, questions and answers',
  {
    judges: [],
    supports: [
      'credentials.question.max.refused',
      'credentials.answer.max.refused',
      'credentials.password.max.refused',
    ],
  },
  async ({ given, api, judge }) => {
    const user = await given.user({ recoveryQuestion: true })
    const password = { value: user.password }
    const { question = '', answer = '' } = user.recovery ?? {}
    const long = 'q'.repeat(textLimits['credentials.question'].max + 1)
    for (const [requirement, asked] of [
      ['credentials.question.max.refused', { question: long, answer }],
      ['credentials.answer.max.refused', { question: 'Which one now?', answer: long }],
    ] as const) {
      const body = { recovery_question: asked }
      judge(requirement).refused(await api.post(user.path, { credentials: body }))
      judge(requirement).refused(
        await api.post(`${user.path}/credentials/change_recovery_question`, { password, ...body }),
      )
      judge(requirement).matches(await api.get(user.path), {
        credentials: { recovery_question: { question } },
      })
    }
    const longest = { value: `${user.password}${'Aa1'.repeat(24)}`.slice(0, 73) }
    const judged = judge('credentials.password.max.refused')
    judged.refused(await api.post(user.path, { credentials: { password: longest } }))
    judged.refused(
      await api.post(`${user.path}/credentials/change_password`, {
        oldPassword: password,
        newPassword: longest,
      }),
    )
    judged.success(await tryPassword(api, user.path, user.password))
  },
)

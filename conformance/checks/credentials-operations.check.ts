import { a, check, type Reply } from '../engine/run/check.ts'
import type { RequirementId } from '../registry/requirements.ts'
import { callOf } from '../engine/wire/routes.ts'
import { bodyOf, refusedCredentials, type RefusedCredential } from '../tables/refused-values.ts'
import { openSession, togetherOrAlone, tryPassword } from './support/arrange.ts'
import { ask, change, forgotPath, newQuestion, recover } from './support/credentials.ts'

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

/** The scenarios that begin alike: the calls of each go to one user. */
const scenarios = Map.groupBy(refusedCredentials, ({ from, hasQuestion, keeps }) =>
  [
    `a user who is ${from}`,
    ...(hasQuestion === false ? ['without a recovery question'] : []),
    `keeps its ${keeps}`,
  ].join(' '),
)

for (const [title, rows] of scenarios) {
  const [{ from, hasQuestion = true, keeps }] = rows as [RefusedCredential]
  check(
    `${title} after refused operations on credentials`,
    { judges: rows.map(({ id }) => id) },
    async (context) => {
      const { given, api, judge, unique } = context
      await togetherOrAlone(rows, async (some) => {
        const user = await given.user({ status: from, recoveryQuestion: hasQuestion })
        const secrets = {
          password: user.password,
          nearPassword: user.password.toUpperCase(),
          answer: user.recovery?.answer ?? 'any',
          next: unique.password(),
        }
        const replies: Reply[] = []
        for (const row of some) {
          const { path } = callOf(row.on, { id: user.id })
          const body = bodyOf(row, secrets)
          replies.push(await api.post(body === undefined ? `${path}?sendEmail=false` : path, body))
        }
        const read = await api.get(user.path)
        const refused: Reply[] = []
        const done: Reply[] = []
        if (keeps === 'password' || from === 'STAGED')
          refused.push(await tryPassword(api, user.path, secrets.next))
        if (keeps === 'password') done.push(await tryPassword(api, user.path, user.password))
        if (keeps === 'question') done.push(await recover(context, user, { password: secrets.next }))
        const question = user.recovery?.question
        return {
          isKept:
            read.json.status === from &&
            (keeps !== 'question' || read.json.credentials?.recovery_question?.question === question) &&
            refused.every(({ status }) => status >= 400) &&
            done.every(({ status }) => status < 300),
          judge: () => {
            for (const [at, { id }] of some.entries()) {
              const judged = judge(id)
              judged.refused(replies[at]!)
              judged.matches(read, { id: user.id, status: from })
              if (keeps === 'question')
                judged.matches(read, { credentials: { recovery_question: { question } } })
              for (const each of refused) judged.refused(each)
              for (const each of done) judged.success(each)
            }
          },
        }
      })
    },
  )
}

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
    judge('credentials.change-password.set').refused(await change(context, user, unique.password()))
    const isNew = await tryPassword(api, user.path, password)
    judge('credentials.change-password.set').success(isNew)
    judge('credentials.change-password.strict-default').success(isNew)
  },
)

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
    `change_recovery_question works for a user who is ${status} and sends the password, and the user stays so`,
    { judges: [requirement], supports: ['credentials.change-question.wrong-password'] },
    async (context) => {
      const { given, api, judge, unique } = context
      const user = await given.user({ status })
      judge(requirement).success(await ask(context, user))
      judge(requirement).matches(await api.get(user.path), {
        id: user.id,
        status,
        credentials: { recovery_question: { question: newQuestion.question } },
      })
      const wrong = await ask(context, { ...user, password: unique.password() })
      judge('credentials.change-question.wrong-password').refused(wrong)
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

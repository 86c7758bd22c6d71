import { a, check } from '../engine/run/check.ts'
import { tryAnswer, tryPassword } from './support/arrange.ts'
import { optionalProperties } from '../tables/profile.ts'
import { invalidVariants } from '../tables/required.ts'

const staged = { activate: false, password: false } as const

check(
  'a full replacement answers with the new profile and drops what was not sent',
  { judges: ['users.replace.ok', 'users.replace.stored', 'users.replace.deletes', 'users.replace.required'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({
      ...staged,
      profile: { title: 'Before', department: 'Ferns', city: 'Oslo' },
    })
    const { login, email } = user
    const profile = { ...unique.names(), login, email, firstName: 'Robin', lastName: 'Reed', city: 'Bergen' }
    const reply = await api.put(user.path, { profile })
    judge('users.replace.ok').matches(reply, { id: user.id, status: 'STAGED', created: a.timestamp, profile })
    const read = await api.get(user.path)
    judge('users.replace.stored').matches(read, { id: user.id, profile })
    judge('users.replace.deletes').matches(read, {
      profile: { login, title: a.nothing, department: a.nothing },
    })
    await api.control('users.update.ok').post(user.path, {
      profile: Object.fromEntries(optionalProperties.map(({ name, value }) => [name, value])),
    })
    await api.control('users.replace.ok').put(user.path, { profile })
    judge('users.replace.deletes').matches(await api.get(user.path), {
      profile: {
        login,
        ...Object.fromEntries(
          optionalProperties.map(({ name }) => [name, name === 'city' ? profile.city : a.nothing]),
        ),
      },
    })

    for (const [requirement, body] of invalidVariants('users.replace', {
      profile: { ...profile, firstName: 'Nobody' },
    })) {
      judge(requirement).refused(await api.put(user.path, body))
      judge(requirement).matches(await api.get(user.path), { id: user.id, profile })
    }
  },
)

check(
  'a full replacement drops a custom property that was not sent, and a partial update keeps it',
  { judges: [], supports: ['users.replace.deletes', 'users.update.keeps'], needs: ['custom-property'] },
  async ({ given, api, judge, need, unique }) => {
    const { name } = await need('custom-property')
    const value = unique('custom')
    const user = await given.user({ ...staged, profile: { [name]: value } })
    await api.control('users.update.ok').post(user.path, { profile: { title: 'After' } })
    judge('users.update.keeps').matches(await api.get(user.path), { profile: { [name]: value } })
    const { [name]: _custom, ...others } = user.profile
    await api.control('users.replace.ok').put(user.path, { profile: others })
    judge('users.replace.deletes').matches(await api.get(user.path), {
      profile: { login: user.login, [name]: a.nothing },
    })
  },
)

check(
  'a partial update answers with the new values and keeps what was not sent',
  { judges: ['users.update.ok', 'users.update.stored', 'users.update.keeps'] },
  async ({ given, api, judge }) => {
    const kept = { title: 'Before', department: 'Ferns', lastName: 'Reed' }
    const user = await given.user({ ...staged, profile: { ...kept, city: 'Oslo' } })
    const changed = { firstName: 'Robin', city: 'Bergen' }
    const reply = await api.post(user.path, { profile: changed })
    judge('users.update.ok').matches(reply, { id: user.id, profile: { ...changed, login: user.login } })
    const read = await api.get(user.path)
    judge('users.update.stored').matches(read, { id: user.id, profile: changed })
    judge('users.update.keeps').matches(read, { profile: { ...kept, login: user.login, email: user.email } })

    const setUpdate = api.control('users.update.ok')
    await setUpdate.post(user.path, {
      profile: Object.fromEntries(optionalProperties.map(({ name, value }) => [name, value])),
    })
    const { profile: before } = (await api.get(user.path)).json
    await setUpdate.post(user.path, { profile: { firstName: 'Sam' } })
    judge('users.update.keeps').matches(await api.get(user.path), {
      profile: {
        login: user.login,
        ...Object.fromEntries(optionalProperties.map(({ name }) => [name, before?.[name] ?? a.nothing])),
      },
    })
  },
)

for (const [method, requirement] of [
  ['PUT', 'users.replace.credentials'],
  ['POST', 'users.update.password'],
] as const) {
  check(
    `${method} of a user sets the password without the old one`,
    { judges: [requirement] },
    async ({ given, api, judge, unique }) => {
      const user = await given.user()
      await tryPassword(api.control('users.create.credentials-password'), user.path, user.password)
      const value = unique.password()
      const profile = method === 'PUT' ? { profile: user.profile } : {}
      judge(requirement).success(
        await api.request(method, user.path, { ...profile, credentials: { password: { value } } }),
      )
      judge(requirement).refused(await tryPassword(api, user.path, user.password))
      judge(requirement).success(await tryPassword(api, user.path, value))
    },
  )
}

check(
  'a partial update sets the recovery question without the password',
  { judges: ['users.update.recovery-question'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ recoveryQuestion: true })
    const recover = (answer: string): ReturnType<typeof api.post> =>
      tryAnswer(api, user.path, answer, unique.password())
    const question = 'Which fern?'
    const answer = unique('fern')
    const credentials = { recovery_question: { question, answer } }
    judge('users.update.recovery-question').success(await api.post(user.path, { credentials }))
    judge('users.update.recovery-question').matches(await api.get(user.path), {
      credentials: { recovery_question: { question } },
    })
    judge('users.update.recovery-question').refused(await recover(user.recovery!.answer))
    judge('users.update.recovery-question').success(await recover(answer))
  },
)

for (const [method, requirement] of [
  ['PUT', 'users.replace.strict'],
  ['POST', 'users.update.strict'],
] as const) {
  check(
    `${method} of a user with strict=true takes a fresh password`,
    { judges: [requirement] },
    async ({ given, api, judge, unique }) => {
      const value = unique.password()
      const update = async (password: boolean) => {
        const user = await given.user({ activate: false, password })
        const body = { profile: { ...user.profile, title: 'Strict' }, credentials: { password: { value } } }
        return { user, reply: await api.request(method, user.path, body, { query: { strict: true } }) }
      }
      // If the enrolment policy needs no password, a user without one may be unable to set it. If a policy states a minimum
      // age, a user with one is.
      const first = await update(true)
      const { user, reply } = first.reply.status >= 300 ? await update(false) : first
      judge(requirement).matches(reply, { id: user.id, profile: { title: 'Strict' } })
      judge(requirement).matches(await api.get(user.path), { profile: { title: 'Strict' } })
      judge(requirement).success(await tryPassword(api, user.path, value))
    },
  )
}

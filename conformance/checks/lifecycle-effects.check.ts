import { a, check, type Json } from '../engine/run/check.ts'
import { isOfThisRun, openSession, tryPassword } from './support/arrange.ts'
import { ask, change } from './support/credentials.ts'
import { userPath } from './support/paths.ts'

check(
  'a SUSPENDED user stays in its groups',
  { judges: ['users.suspend.groups-kept'] },
  async ({ given, api, judge }) => {
    const user = await given.user()
    const group = await given.group({ members: [user] })
    judge('users.suspend.groups-kept').success(await api.post(`${user.path}/lifecycle/suspend`))
    judge('users.suspend.groups-kept').some((await api.get(`${user.path}/groups`)).items, { id: group.id })
    judge('users.suspend.groups-kept').some((await api.get(`${group.path}/users`)).items, { id: user.id })
  },
)

check(
  'a SUSPENDED user keeps its applications',
  { judges: ['users.suspend.apps-kept'], needs: ['application'] },
  async ({ api, judge, need, assume, unique }) => {
    const { userId = '' } = await need('application')
    assume('users.app-links.ok', userId !== '', 'the application was supplied with a user')
    const path = userPath(userId)
    const { json } = await api.get(path)
    assume(
      'users.app-links.ok',
      isOfThisRun(json.profile?.login, unique),
      'the user that is named may be suspended',
    )
    const before = await api.control('users.app-links.ok').get(`${path}/appLinks`)
    judge('users.suspend.apps-kept').success(await api.post(`${path}/lifecycle/suspend`))
    const after = await api.get(`${path}/appLinks`)
    judge('users.suspend.apps-kept').success(after)
    for (const { appInstanceId } of before.items)
      judge('users.suspend.apps-kept').some(after.items, { appInstanceId })
    judge('users.suspend.apps-kept').ok(before.items.length > 0, 'there was an application to keep')
  },
)

for (const [requirement, call] of [
  ['users.suspend.sign-in', 'suspend'],
  ['users.reset-password.sign-in', 'reset_password?sendEmail=false'],
] as const) {
  check(
    `after ${call} the user cannot sign in`,
    { judges: [requirement], needs: ['sign-in'] },
    async ({ given, api, judge, need }) => {
      const { signIn } = await need('sign-in')
      const user = await given.user()
      judge(requirement).equal((await signIn(user.login, user.password)).ok, true, 'it signs in before')
      judge(requirement).success(await api.post(`${user.path}/lifecycle/${call}`))
      judge(requirement).equal((await signIn(user.login, user.password)).ok, false, 'it signs in after')
    },
  )
}

check(
  'unlocking lifts the block of a user on unknown devices',
  { judges: ['users.unlock.device-block'], needs: ['device-block'] },
  async ({ api, judge, need, assume }) => {
    const { id } = await need('device-block', { appliesTo: 'UNKNOWN_DEVICES' })
    const path = userPath(id)
    const query = { expand: 'block' }
    // It is not stated whether the details are one object or a list.
    const isBlocked = (user: Json): boolean =>
      JSON.stringify(user._embedded?.block ?? null).includes('DEVICE_BASED')
    const before = await api.get(path, { query })
    assume('users.get.expand-block', isBlocked(before.json), 'the block can be seen')
    judge('users.unlock.device-block').success(await api.post(`${path}/lifecycle/unlock`))
    const after = await api.get(path, { query })
    judge('users.unlock.device-block').matches(after, { id, status: 'ACTIVE' })
    judge('users.unlock.device-block').ok(!isBlocked(after.json), 'no block is left', after.json._embedded)
  },
)

check(
  'a user whose password is being reset cannot recover it with the answer',
  { judges: ['users.reset-password.forgot'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ status: 'RECOVERY', recoveryQuestion: true })
    const value = unique.password()
    const judged = judge('users.reset-password.forgot')
    judged.refused(
      await api.post(`${user.path}/credentials/forgot_password`, {
        password: { value },
        recovery_question: { answer: user.recovery?.answer },
      }),
    )
    judged.matches(await api.get(user.path), { id: user.id, status: 'RECOVERY' })
    judged.refused(await tryPassword(api, user.path, value))
  },
)

for (const [requirement, revokeSessions, ended] of [
  ['users.reset-password.revoke-sessions', true, true],
  ['users.reset-password.sessions-default', undefined, false],
] as const) {
  check(
    `reset_password ${ended ? 'with revokeSessions=true ends' : 'without revokeSessions keeps'} the sessions of the user`,
    { judges: [requirement], needs: ['sign-in'] },
    async (context) => {
      const { given, api, judge } = context
      const user = await given.user()
      const { tried } = await openSession(context, user)
      const query = { sendEmail: false, revokeSessions }
      judge(requirement).success(
        await api.post(`${user.path}/lifecycle/reset_password`, undefined, { query }),
      )
      if (ended) judge(requirement).refused(await tried())
      else judge(requirement).matches(await tried(), { id: user.id })
    },
  )
}

check(
  'reset_password makes a user a federated one, and one of the service again',
  {
    judges: [
      'users.reset-password.to-federation',
      'users.reset-password.from-federation',
      'users.reset-password.to-federation-no-password',
    ],
    needs: ['federation'],
  },
  async ({ given, api, judge, assume }) => {
    const user = await given.user({ recoveryQuestion: true })
    const reset = `${user.path}/lifecycle/reset_password`
    const to = judge('users.reset-password.to-federation')
    to.success(await api.post(reset, undefined, { query: { provider: 'FEDERATION', sendEmail: false } }))
    const federated = await api.get(user.path)
    to.matches(federated, { id: user.id, credentials: { provider: { type: 'FEDERATION' } } })

    assume(
      'users.reset-password.to-federation',
      federated.json.credentials?.provider?.type === 'FEDERATION',
      'the user is a federated one',
    )
    judge('users.reset-password.to-federation-no-password').matches(federated, {
      id: user.id,
      credentials: { provider: { type: 'FEDERATION' }, password: a.nothing, recovery_question: a.nothing },
    })

    const from = judge('users.reset-password.from-federation')
    from.success(await api.post(reset, undefined, { query: { sendEmail: false } }))
    from.matches(await api.get(user.path), { id: user.id, credentials: { provider: { type: 'SVC' } } })
  },
)

check(
  'a user becomes a federated one without a word of mail',
  { judges: ['users.reset-password.to-federation-unsent'], needs: ['federation'] },
  async ({ given, api, judge }) => {
    const user = await given.user()
    const judged = judge('users.reset-password.to-federation-unsent')
    const query = { provider: 'FEDERATION' }
    judged.success(await api.post(`${user.path}/lifecycle/reset_password`, undefined, { query }))
    judged.matches(await api.get(user.path), {
      id: user.id,
      credentials: { provider: { type: 'FEDERATION' } },
    })
  },
)

check(
  'no mail can be asked for when a user becomes a federated one',
  { judges: ['users.reset-password.to-federation-mail'], needs: ['federation', 'mail'] },
  async ({ given, api, judge }) => {
    const user = await given.user()
    const judged = judge('users.reset-password.to-federation-mail')
    const query = { provider: 'FEDERATION', sendEmail: true }
    judged.refused(await api.post(`${user.path}/lifecycle/reset_password`, undefined, { query }))
    judged.matches(await api.get(user.path), {
      id: user.id,
      status: 'ACTIVE',
      credentials: { provider: { type: 'SVC' } },
    })
    await tryPassword(api.control('credentials.change-question.from-active'), user.path, user.password)
  },
)

check(
  'a temporary password takes the place of the old one',
  { judges: ['users.expire-password.temporary-set'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user()
    const judged = judge('users.expire-password.temporary-set')
    const expired = await api.post(`${user.path}/lifecycle/expire_password`, undefined, {
      query: { tempPassword: true },
    })
    judged.matches(expired, { tempPassword: a.string })
    // A user in RECOVERY can show a password to be the valid one.
    await api
      .control('users.reset-password.from-password-expired')
      .post(`${user.path}/lifecycle/reset_password?sendEmail=false`)
    const password = String(expired.json.tempPassword)
    judged.success(await ask({ api }, { ...user, password }))
    judged.refused(await change({ api }, user, unique.password()))
  },
)

check(
  'reset_factors takes all second factors from a user',
  {
    judges: ['users.reset-factors.ok', 'users.reset-factors.status', 'users.reset-factors.unenrolled'],
    needs: ['factor'],
  },
  async ({ api, judge, need, assume }) => {
    const { id } = await need('factor')
    const path = userPath(id)
    const before = await api.get(path)
    assume('users.links.reset-factors', before.json._links?.resetFactors, 'the enrollment can be seen')
    const reply = await api.post(`${path}/lifecycle/reset_factors`)
    judge('users.reset-factors.ok').status(reply, 200)
    judge('users.reset-factors.ok').equal(reply.body, {}, 'an empty object')
    judge('users.reset-factors.status').success(reply)
    const after = await api.get(path)
    judge('users.reset-factors.status').matches(after, { id, status: 'ACTIVE' })
    judge('users.reset-factors.unenrolled').absent(after.json._links, 'resetFactors')
  },
)

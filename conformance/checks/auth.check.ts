import { check } from '../engine/run/check.ts'
import type { Judge, Reply } from '../engine/run/check.ts'
import { newProfile } from './support/stage-user.ts'
import { tryPassword } from './support/password-of.ts'

check(
  'a call with an API token is let in, and one with a token that was never issued is not',
  { judges: ['auth.api-token', 'auth.invalid-token'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user()
    const group = await given.group()
    const client = await given.client()
    const records = [
      { record: user, shows: { id: user.id, profile: { login: user.login } }, secret: user.login },
      { record: group, shows: { id: group.id, profile: { name: group.name } }, secret: group.name },
      { record: client, shows: { client_id: client.id, client_name: client.name }, secret: client.name },
    ]
    for (const { record, shows } of records) {
      judge('auth.api-token').matches(await api.get(record.path), shows)
    }

    const stranger = api.as(`never-issued-${unique()}`)
    for (const { record, secret } of records) {
      revealsNothing(judge('auth.invalid-token'), await stranger.get(record.path), [secret])
    }
    const suspended = await stranger.post(`${user.path}/lifecycle/suspend`)
    judge('auth.invalid-token').refused(suspended)
    judge('auth.invalid-token').matches(await api.get(user.path), { status: 'ACTIVE' })
  },
)

check(
  'client endpoints refuse a call without credentials',
  { judges: ['auth.required.clients'] },
  async ({ given, api, judge, unique }) => {
    const client = await given.client()
    await api.control('clients.get.ok').get(client.path)
    await api.control('clients.list.ok').get('/oauth2/v1/clients', { query: { limit: 1 } })
    const clause = judge('auth.required.clients')
    const hidden = [client.name, client.secret ?? client.name]
    const anonymous = api.anonymous()
    const intruder = unique('intruder')
    const {
      client_secret: _secret,
      client_secret_expires_at: _at,
      client_id_issued_at: _issued,
      ...same
    } = client.json

    const registered = await anonymous.post('/oauth2/v1/clients', {
      ...same,
      client_id: undefined,
      client_name: intruder,
    })
    revealsNothing(clause, registered, hidden)
    revealsNothing(clause, await anonymous.get('/oauth2/v1/clients'), hidden)
    revealsNothing(clause, await anonymous.get(client.path), hidden)
    revealsNothing(clause, await anonymous.put(client.path, { ...same, client_name: intruder }), hidden)
    revealsNothing(clause, await anonymous.post(`${client.path}/lifecycle/newSecret`), hidden)
    revealsNothing(clause, await anonymous.delete(client.path), hidden)

    clause.matches(await api.get(client.path), { client_id: client.id, client_name: client.name })
    const found = await api.get('/oauth2/v1/clients', { query: { q: intruder } })
    clause.on(found).none(found.items, { client_name: intruder }, 'no client was registered')
  },
)

check(
  'user endpoints refuse a call without credentials',
  { judges: ['auth.required.users'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ profile: { nickName: unique('nick') } })
    await api.control('users.get.ok').get(user.path)
    await api.control('users.list.ok').get('/api/v1/users', { query: { limit: 1 } })
    const clause = judge('auth.required.users')
    const hidden = [user.login, String(user.profile['nickName'])]
    const anonymous = api.anonymous()
    const profile = newProfile(unique)
    const intruder = { ...user.profile, nickName: 'Intruder' }

    revealsNothing(
      clause,
      await anonymous.post('/api/v1/users', { profile }, { query: { activate: false } }),
      hidden,
    )
    revealsNothing(clause, await anonymous.get('/api/v1/users'), hidden)
    revealsNothing(clause, await anonymous.get(user.path), hidden)
    revealsNothing(clause, await anonymous.put(user.path, { profile: intruder }), hidden)
    revealsNothing(clause, await anonymous.post(user.path, { profile: { nickName: 'Intruder' } }), hidden)

    clause.matches(await api.get(user.path), { profile: { nickName: user.profile['nickName'] } })
    const created = await api.get(`/api/v1/users/${encodeURIComponent(String(profile['login']))}`)
    clause.status(created, 404)
  },
)

check(
  'group endpoints refuse a call without credentials',
  { judges: ['auth.required.groups'] },
  async ({ given, api, judge, unique, poll }) => {
    const member = await given.user()
    const group = await given.group({ description: unique('description'), members: [member] })
    await api.control('groups.get.ok').get(group.path)
    await api.control('groups.list.ok').get('/api/v1/groups', { query: { limit: 1 } })
    const clause = judge('auth.required.groups')
    const hidden = [group.name, String(group.json.profile?.description), member.login]
    const anonymous = api.anonymous()
    const name = unique('intruder')

    revealsNothing(clause, await anonymous.post('/api/v1/groups', { profile: { name } }), hidden)
    revealsNothing(clause, await anonymous.get('/api/v1/groups'), hidden)
    revealsNothing(clause, await anonymous.get(group.path), hidden)
    revealsNothing(clause, await anonymous.get(`${group.path}/users`), hidden)
    revealsNothing(clause, await anonymous.put(group.path, { profile: { name, description: name } }), hidden)
    revealsNothing(clause, await anonymous.delete(group.path), hidden)

    clause.matches(await api.get(group.path), { profile: { name: group.name } })
    const fence = await given.fresh.group()
    const named = (wanted: string): Promise<Reply> => api.get('/api/v1/groups', { query: { q: wanted } })
    const found = await poll.behind(
      async () => (await named(fence.name)).items.length > 0,
      () => named(name),
      ({ items }) => items.length === 0,
    )
    clause.on(found).none(found.items, { profile: { name } }, 'no group was created')
  },
)

check(
  'group rule endpoints refuse a call without credentials',
  { judges: ['auth.required.rules'] },
  async ({ given, api, judge, unique, need }) => {
    const group = await given.group()
    await api.control('rules.list.ok').get('/api/v1/groups/rules', { query: { limit: 1 } })
    const clause = judge('auth.required.rules')
    const anonymous = api.anonymous()
    const name = unique('intruder')
    const body = {
      type: 'group_rule',
      name,
      conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.login=="nobody"' } },
      actions: { assignUserToGroups: { groupIds: [group.id] } },
    }
    revealsNothing(clause, await anonymous.post('/api/v1/groups/rules', body), [group.name])
    revealsNothing(clause, await anonymous.get('/api/v1/groups/rules'), [group.name])
    const found = await api.get('/api/v1/groups/rules', { query: { search: name } })
    clause.on(found).none(found.items, { name }, 'no rule was created')
    clause.settle()

    await need('rule-expression')
    const rule = await given.rule({ groups: [group] })
    const value = String(rule.json.conditions?.expression?.value)
    await api.control('rules.get.ok').get(rule.path)
    revealsNothing(clause, await anonymous.get(rule.path), [rule.name, value])
  },
)

check(
  'lifecycle operations refuse a call without credentials, and leave the status as it was',
  { judges: ['auth.required.lifecycle'] },
  async ({ given, api, judge }) => {
    const active = await given.user()
    const staged = await given.user({ activate: false })
    const clause = judge('auth.required.lifecycle')
    const anonymous = api.anonymous()

    clause.refused(await anonymous.post(`${active.path}/lifecycle/suspend`))
    clause.refused(await anonymous.post(`${active.path}/lifecycle/deactivate`))
    clause.refused(await anonymous.delete(active.path))
    clause.refused(
      await anonymous.post(`${staged.path}/lifecycle/activate`, undefined, { query: { sendEmail: false } }),
    )
    clause.matches(await api.get(active.path), { status: 'ACTIVE' })
    clause.matches(await api.get(staged.path), { status: 'STAGED' })

    await api.control('users.suspend.ok').post(`${active.path}/lifecycle/suspend`)
  },
)

check(
  'credential operations refuse a call without credentials, and leave the password as it was',
  { judges: ['auth.required.credentials'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ recoveryQuestion: true })
    const clause = judge('auth.required.credentials')
    const anonymous = api.anonymous()
    const newPassword = { value: unique.password() }
    const recovery = { question: 'Whose question?', answer: 'Mine, the intruder' }
    const call = (suffix: string, body?: object, query = {}): Promise<Reply> =>
      anonymous.post(`${user.path}/credentials/${suffix}`, body, { query })

    clause.refused(await call('change_password', { oldPassword: { value: user.password }, newPassword }))
    clause.refused(
      await call('change_recovery_question', {
        password: { value: user.password },
        recovery_question: recovery,
      }),
    )
    const mailed = await call('forgot_password', undefined, { sendEmail: false })
    clause.refused(mailed)
    clause.on(mailed).ok(!mailed.text.includes('resetPasswordUrl'), 'no URL is handed out')
    const answer = user.recovery?.answer
    clause.refused(await call('forgot_password', { password: newPassword, recovery_question: { answer } }))

    clause.matches(await api.get(user.path), {
      credentials: { recovery_question: { question: user.recovery?.question } },
    })
    clause.success(await tryPassword(api, user.path, user.password))
  },
)

check(
  'a session cookie identifies the user that me stands for',
  { judges: ['auth.cookie.me'] },
  async ({ api, judge, need }) => {
    const { cookie, userId } = await need('session-cookie')
    const me = await api.withCookie(cookie).get('/api/v1/users/me')
    judge('auth.cookie.me').matches(me, { id: userId, profile: {} })
  },
)

check(
  'a page of a trusted origin may call users/me with the session cookie',
  { judges: ['auth.cookie.cors'] },
  async ({ api, judge, need }) => {
    const { cookie, userId } = await need('session-cookie')
    const { origin } = await need('trusted-origin')
    const clause = judge('auth.cookie.cors')

    const read = await api.withCookie(cookie).get('/api/v1/users/me', { headers: { Origin: origin } })
    clause.matches(read, { id: userId })
    allowsCredentials(clause, read, origin)

    const preflight = await api.anonymous().request('OPTIONS', '/api/v1/users/me', undefined, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    clause.success(preflight)
    allowsCredentials(clause, preflight, origin)
    const methods = preflight.headers['access-control-allow-methods'] ?? ''
    // The Fetch standard allows POST with any list, but not a JSON body.
    const headers = preflight.headers['access-control-allow-headers'] ?? ''
    clause.on(preflight).ok(/\bcontent-type\b/i.test(headers), 'a JSON body is allowed', { methods, headers })
  },
)

function allowsCredentials(clause: Judge, reply: Reply, origin: string): void {
  const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } =
    reply.headers
  clause.on(reply).equal(allowed, origin, 'Access-Control-Allow-Origin')
  clause.on(reply).equal(credentials, 'true', 'Access-Control-Allow-Credentials')
}

/** The call is refused, and the answer contains no hidden value. */
function revealsNothing(clause: Judge, reply: Reply, hidden: readonly string[]): void {
  clause.refused(reply)
  const shown = hidden.filter((value) => reply.text.includes(value))
  clause.on(reply).ok(shown.length === 0, 'the refusal reveals nothing of the record', shown)
}

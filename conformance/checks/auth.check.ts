import { check, type Judge, type Reply } from '../engine/run/check.ts'
import { rulesPath } from './support/paths.ts'

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
  'group rule endpoints refuse a call without credentials',
  { judges: ['auth.required.rules'] },
  async ({ given, api, judge, unique, need }) => {
    const group = await given.group()
    await api.control('rules.list.ok').get(rulesPath, { query: { limit: 1 } })
    const requirement = judge('auth.required.rules')
    const anonymous = api.anonymous()
    const name = unique('intruder')
    const body = {
      type: 'group_rule',
      name,
      conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.login=="nobody"' } },
      actions: { assignUserToGroups: { groupIds: [group.id] } },
    }
    revealsNothing(requirement, await anonymous.post(rulesPath, body), [group.name])
    revealsNothing(requirement, await anonymous.get(rulesPath), [group.name])
    const found = await api.get(rulesPath, { query: { search: name } })
    requirement.on(found).none(found.items, { name }, 'no rule was created')
    requirement.commit()

    await need('rule-expression')
    const rule = await given.rule({ groups: [group] })
    const value = String(rule.json.conditions?.expression?.value)
    await api.control('rules.get.ok').get(rule.path)
    revealsNothing(requirement, await anonymous.get(rule.path), [rule.name, value])
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
    const requirement = judge('auth.cookie.cors')

    const read = await api.withCookie(cookie).get('/api/v1/users/me', { headers: { Origin: origin } })
    requirement.matches(read, { id: userId })
    allowsCredentials(requirement, read, origin)

    const preflight = await api.anonymous().request('OPTIONS', '/api/v1/users/me', undefined, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    requirement.success(preflight)
    allowsCredentials(requirement, preflight, origin)
    const methods = preflight.headers['access-control-allow-methods'] ?? ''
    // The Fetch standard allows POST with any list, but not a JSON body.
    const headers = preflight.headers['access-control-allow-headers'] ?? ''
    requirement
      .on(preflight)
      .ok(/\bcontent-type\b/i.test(headers), 'a JSON body is allowed', { methods, headers })
  },
)

function allowsCredentials(requirement: Judge, reply: Reply, origin: string): void {
  const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } =
    reply.headers
  requirement.on(reply).equal(allowed, origin, 'Access-Control-Allow-Origin')
  requirement.on(reply).equal(credentials, 'true', 'Access-Control-Allow-Credentials')
}

/** The call is refused, and the answer contains no hidden value. */
function revealsNothing(requirement: Judge, reply: Reply, hidden: readonly string[]): void {
  requirement.refused(reply)
  const shown = hidden.filter((value) => reply.text.includes(value))
  requirement.on(reply).ok(shown.length === 0, 'the refusal reveals nothing of the record', shown)
}

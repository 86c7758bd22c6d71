import { a, check } from '../engine/run/check.ts'
import { idsOf } from './support/find-records.ts'
import { userPath } from './support/paths.ts'

check(
  'a user is answered under its id and its login, for reading and for acting',
  { judges: ['users.get.ok', 'users.path.login'] },
  async ({ given, api, judge }) => {
    const other = await given.user({ activate: false, password: false })
    const user = await given.user()
    const expected = { id: user.id, profile: { login: user.login, email: user.email } }
    judge('users.get.ok').matches(await api.get(user.path), expected)
    judge('users.get.ok').matches(await api.get(other.path), {
      id: other.id,
      profile: { login: other.login },
    })

    judge('users.path.login').matches(await api.get(userPath(user.login)), expected)
    judge('users.path.login').success(await api.post(`${userPath(user.login)}/lifecycle/suspend`))
    judge('users.path.login').matches(await api.get(user.path), { id: user.id, status: 'SUSPENDED' })
    judge('users.path.login').matches(await api.get(other.path), { id: other.id, status: 'STAGED' })
  },
)

check(
  'the part of a login before the @ names a user while no other user has it',
  { judges: ['users.path.short-name', 'users.path.short-name-ambiguous'] },
  async ({ given, api, judge, unique }) => {
    const shortName = unique('short')
    const staged = { activate: false, password: false }
    const first = await given.user({ ...staged, profile: { login: `${shortName}@example.com` } })
    const alone = await api.get(userPath(shortName))
    judge('users.path.short-name').matches(alone, { id: first.id, profile: { login: first.login } })
    const group = await given.group({ members: [first] })
    const groups = await api.get(`${userPath(shortName)}/groups`)
    judge('users.path.short-name').some(groups.items, { id: group.id })
    judge('users.path.short-name').commit()

    const second = await given.user({ ...staged, profile: { login: `${shortName}@example.org` } })
    judge('users.path.short-name-ambiguous').refused(await api.get(userPath(shortName)))
    judge('users.path.short-name-ambiguous').matches(await api.get(userPath(first.login)), { id: first.id })
    judge('users.path.short-name-ambiguous').matches(await api.get(userPath(second.login)), { id: second.id })
  },
)

for (const [mark, requirement] of [
  ['/', 'users.path.slash'],
  ['?', 'users.path.question-mark'],
] as const) {
  check(
    `a user whose login contains ${mark} is read by id`,
    { judges: [requirement] },
    async ({ given, api, judge, unique }) => {
      const login = `${unique()}${mark}x@example.com`
      const email = unique.email()
      const user = await given.user({ activate: false, password: false, profile: { login, email } })
      judge(requirement).matches(await api.get(user.path), { id: user.id, profile: { login, email } })
    },
  )
}

check(
  'me with an API token is its owner, on every call',
  { judges: ['users.path.me', 'users.get.me-token'] },
  async ({ given, api, judge }) => {
    const before = await api.get('/api/v1/users/me')
    judge('users.path.me').matches(before, { id: a.string, status: a.string, profile: { login: a.string } })
    const user = await given.user()
    const owner: unknown = before.json.id
    judge('users.get.me-token').matches(await api.get('/api/v1/users/me'), { id: owner ?? a.string })
    judge('users.get.me-token').notEqual(owner, user.id, 'is not a user who was just created')
    judge('users.path.me').matches(await api.get(userPath(owner)), {
      id: owner ?? a.string,
      profile: { login: before.json.profile?.login ?? a.string },
    })
    for (const list of ['groups', 'appLinks'] as const) {
      const mine = await api.get(`/api/v1/users/me/${list}`)
      const byId = await api.get(`${userPath(owner)}/${list}`)
      judge('users.path.me').success(mine)
      judge('users.path.me').equal(idsOf(mine).toSorted(), idsOf(byId).toSorted(), `the ${list} of me`)
    }
  },
)

check(
  'me with a session cookie is the user of the session, unless there is an API token as well',
  { judges: ['users.get.me-cookie', 'users.get.me-token-over-cookie'], needs: ['session-cookie'] },
  async ({ api, judge, need, assume }) => {
    const { cookie, userId } = await need('session-cookie')
    judge('users.get.me-cookie').matches(await api.withCookie(cookie).get('/api/v1/users/me'), { id: userId })

    const owner: unknown = (await api.control('users.get.me-token').get('/api/v1/users/me')).json.id
    assume('users.get.me-token', owner !== userId, 'the session is of another user than the API token')
    const both = await api.withHeaders({ Cookie: cookie }).get('/api/v1/users/me')
    judge('users.get.me-token-over-cookie').matches(both, { id: owner ?? a.string })
  },
)

check(
  'an unknown login is refused with 404 and E0000007',
  { judges: ['users.get.unknown-login'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ activate: false, password: false })
    await api.control('users.get.ok').get(user.path)
    await api.control('users.path.login').get(userPath(user.login))
    judge('users.get.unknown-login').platformError(await api.get(userPath(unique.login())), 404, 'E0000007')
  },
)

check(
  'a get by id right after an update shows the update',
  { judges: ['users.get.reads-own-writes'] },
  async ({ given, api, judge }) => {
    const user = await given.user({ activate: false, password: false })
    for (const title of ['First', 'Second', 'Third']) {
      await api.control('users.update.ok').post(user.path, { profile: { title } })
      judge('users.get.reads-own-writes').matches(await api.get(user.path), { profile: { title } })
    }
  },
)

const me = '/api/v1/users/me'

check(
  'the user of a session changes a property of the own profile, and the others stay',
  { judges: ['users.update-me.ok', 'users.update-me.keeps'], needs: ['session-cookie', 'me'] },
  async ({ api, judge, need, unique }) => {
    const { cookie, userId } = await need('session-cookie')
    const own = api.withCookie(cookie)
    const { json: first } = await own.control('users.get.me-cookie').get(me)
    await own.post(me, { profile: { title: 'Gardener' } })
    const { json: before } = await own.control('users.get.me-cookie').get(me)
    const { nickName: old = null, ...others } = before.profile ?? {}
    const { nickName: _, title: __, ...kept } = first.profile ?? {}
    const nickName = unique('nick')
    const reply = await own.post(me, { profile: { nickName } })
    judge('users.update-me.ok').matches(reply, { id: userId, profile: { nickName } })
    const read = await own.get(me)
    judge('users.update-me.ok').matches(read, { id: userId, profile: { nickName } })
    judge('users.update-me.keeps').success(reply)
    judge('users.update-me.keeps').matches(read, { profile: { login: a.string, ...others, ...kept } })
    await own.post(me, { profile: { nickName: old } })
  },
)

check(
  'an update of the own profile works from the page of a trusted origin',
  { judges: ['users.update-me.cors'], needs: ['session-cookie', 'me', 'trusted-origin'] },
  async ({ api, judge, need, unique }) => {
    const { cookie, userId } = await need('session-cookie')
    const { origin } = await need('trusted-origin')
    const page = api.withCookie(cookie).withHeaders({ Origin: origin })
    const { json: before } = await page.control('users.get.me-cookie').get(me)
    const preflight = await api.anonymous().request('OPTIONS', me, undefined, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    judge('users.update-me.cors').success(preflight)
    judge('users.update-me.cors').equal(
      preflight.headers['access-control-allow-origin'],
      origin,
      'the preflight allows the origin',
    )
    const nickName = unique('page')
    const reply = await page.post(me, { profile: { nickName } })
    judge('users.update-me.cors').matches(reply, { id: userId, profile: { nickName } })
    judge('users.update-me.cors').equal(
      reply.headers['access-control-allow-origin'],
      origin,
      'the reply may be read from the origin',
    )
    judge('users.update-me.cors').equal(
      reply.headers['access-control-allow-credentials'],
      'true',
      'the reply may be read with credentials',
    )
    await page.post(me, { profile: { nickName: before.profile?.nickName ?? null } })
  },
)

for (const [property, requirement] of [
  ['email', 'users.update-me.email-waits'],
  ['secondEmail', 'users.update-me.second-email-waits'],
] as const) {
  check(
    `a new ${property} of the own profile waits for its verification`,
    { judges: [requirement], needs: ['session-cookie', 'me', 'mail'] },
    async ({ api, judge, need, unique }) => {
      const { cookie, userId } = await need('session-cookie')
      const own = api.withCookie(cookie)
      const { json: before } = await own.control('users.get.me-cookie').get(me)
      const old: string | null = before.profile?.[property] ?? null
      const reply = await own.post(me, { profile: { [property]: unique.email() } })
      judge(requirement).success(reply)
      judge(requirement).matches(await own.get(me), { id: userId, profile: { [property]: old ?? a.nothing } })
    },
  )
}

check(
  'a new e-mail of the own profile makes the service send a verification e-mail',
  { judges: ['users.update-me.email-sent'], needs: ['session-cookie', 'me', 'mail', 'outbox'] },
  async ({ api, judge, need, unique, poll }) => {
    const { cookie, userId } = await need('session-cookie')
    const { mailTo } = await need('outbox')
    for (const property of ['email', 'secondEmail']) {
      const before = (await mailTo(userId)).length
      const reply = await api.withCookie(cookie).post(me, { profile: { [property]: unique.email() } })
      judge('users.update-me.email-sent').success(reply)
      const after = await poll.until(
        async () => (await mailTo(userId)).length,
        (count) => count > before,
      )
      judge('users.update-me.email-sent').ok(after > before, `a mail for a new ${property}`, after - before)
    }
  },
)

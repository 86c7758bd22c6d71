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

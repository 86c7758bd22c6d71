import { createHash } from 'node:crypto'
import { a, check, type Json, type RequirementId } from '../engine/run/check.ts'
import { invalidVariants, requiredIds } from '../tables/required.ts'
import { readUntil, stageUser, tryAnswer, tryPassword, whileUnderWay } from './support/arrange.ts'
import { readPages } from '../engine/run/api.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { readBack, userPath, usersPath } from './support/paths.ts'

check(
  'a create answers with the user and stores it',
  { judges: ['users.create.ok', 'users.create.stored'] },
  async ({ api, judge, unique }) => {
    const profile = newProfile(unique, { title: 'Created' })
    const reply = await stageUser(api, profile)
    const expected = { id: a.string, status: a.string, created: a.timestamp, profile }
    judge('users.create.ok').matches(reply, expected)
    const other = newProfile(unique)
    const another = await stageUser(api, other)
    judge('users.create.ok').matches(another, { ...expected, profile: other })
    const ids = [reply.json.id, another.json.id]
    judge('users.create.ok').ok(ids[0] !== ids[1], 'another create makes another user', ids)
    judge('users.create.stored').matches(await readBack(api, reply), {
      ...expected,
      id: reply.json.id ?? a.string,
    })
  },
)

check(
  'a create without a profile is refused',
  { judges: requiredIds('users.create') },
  async ({ given, api, judge, unique }) => {
    const { profile } = await given.user({ activate: false, password: false })
    for (const good of [{ profile }, { profile, credentials: { password: { value: unique.password() } } }])
      for (const [requirement, body] of invalidVariants('users.create', good))
        judge(requirement).refused(await api.post(usersPath, body, { query: { activate: false } }))
  },
)

check(
  'a create without activate runs the activation',
  { judges: ['users.create.activate-default'] },
  async ({ api, judge, unique, poll }) => {
    const credentials = { password: { value: unique.password() } }
    const reply = await api.post(usersPath, { profile: newProfile(unique), credentials })
    const active = await poll.until(
      () => readBack(api, reply),
      ({ json }) => json.status === 'ACTIVE',
    )
    judge('users.create.activate-default').matches(active, { status: 'ACTIVE' })
    const staged = await stageUser(api, newProfile(unique), { credentials })
    judge('users.create.activate-default').matches(await readBack(api, staged), {
      status: 'STAGED',
    })
  },
)

check(
  'a create takes a password',
  { judges: ['users.create.credentials-password'] },
  async ({ api, judge, unique }) => {
    const password = unique.password()
    const credentials = { password: { value: password } }
    const created = await stageUser(api, newProfile(unique), { credentials })
    judge('users.create.credentials-password').success(created)
    const path = userPath(created.json.id)
    judge('users.create.credentials-password').matches(await api.get(path), {
      credentials: { password: a.object },
    })
    judge('users.create.credentials-password').refused(await tryPassword(api, path, unique.password()))
    judge('users.create.credentials-password').success(await tryPassword(api, path, password))
  },
)

check(
  'a create takes a recovery question with its answer',
  { judges: ['users.create.credentials-recovery-question'] },
  async ({ api, judge, unique, poll }) => {
    const question = 'Who planted it?'
    const answer = unique('answer')
    const created = await api.post(usersPath, {
      profile: newProfile(unique),
      credentials: { password: { value: unique.password() }, recovery_question: { question, answer } },
    })
    judge('users.create.credentials-recovery-question').success(created)
    const path = userPath(created.json.id)
    const active = await readUntil({ api, poll }, { path }, ['ACTIVE'])
    const recover = (given: string): ReturnType<typeof api.post> =>
      tryAnswer(api, path, given, unique.password())
    judge('users.create.credentials-recovery-question').matches(active, {
      credentials: { recovery_question: { question } },
    })
    judge('users.create.credentials-recovery-question').refused(await recover('somebody else'))
    judge('users.create.credentials-recovery-question').success(await recover(answer))
  },
)

check(
  'a user is created into up to 20 groups',
  {
    judges: [
      'users.create.group-ids',
      'users.create.group-ids.max.accepted',
      'users.create.group-ids.max.refused',
    ],
    supports: ['users.create.staged'],
  },
  async ({ given, api, judge, unique, poll }) => {
    const groups = await Promise.all(Array.from({ length: 21 }, () => given.group()))
    const ids = groups.map(({ id }) => id)
    const groupsOf = async (path: string): Promise<string[]> =>
      (await api.get(`${path}/groups`)).items
        .map((group) => String(group?.id))
        .filter((id) => ids.includes(id))
    const settled = (path: string, count: number): Promise<string[]> =>
      poll.until(
        () => groupsOf(path),
        (found) => found.length >= count,
      )

    for (const [requirement, count] of [
      ['users.create.group-ids', 2],
      ['users.create.group-ids.max.accepted', 20],
    ] as const) {
      const created = await stageUser(api, newProfile(unique), { groupIds: ids.slice(0, count) })
      judge(requirement).success(created)
      if (created.status >= 300) continue
      const found = await settled(userPath(created.json.id), count)
      judge(requirement).equal(found.toSorted(), ids.slice(0, count).toSorted(), 'groups of the user')
      judge('users.create.staged').matches(await api.get(userPath(created.json.id)), { status: 'STAGED' })
      const members = await poll.until(
        () => readPages(api, `${groups[0]!.path}/users`, {}),
        ({ items }) => items.some((member) => member?.id === created.json.id),
      )
      judge(requirement).some(members.items, { id: created.json.id ?? a.string })
    }

    const profile = newProfile(unique)
    judge('users.create.group-ids.max.refused').refused(await stageUser(api, profile, { groupIds: ids }))
    judge('users.create.group-ids.max.refused').refused(await api.get(userPath(profile.login)))
  },
)

check(
  'a create with provider=true takes the provider from the credentials',
  { judges: ['users.create.provider'] },
  async ({ api, judge, unique }) => {
    for (const type of ['FEDERATION', 'SOCIAL']) {
      const credentials = { provider: { type, name: type } }
      const reply = await stageUser(api, newProfile(unique), { credentials }, { query: { provider: true } })
      judge('users.create.provider').success(reply)
      const read = await readBack(api, reply)
      judge('users.create.provider').matches(read, { credentials: { provider: { type } } })
    }
  },
)

check(
  'a new user carries transitioningToStatus ACTIVE until it is active',
  { judges: ['users.create.transitioning'], needs: ['slow-transitions'], alone: true },
  async ({ api, judge, unique, poll, need }) => {
    const { milliseconds } = await need('slow-transitions')
    const credentials = { password: { value: unique.password() } }
    const { reply, read } = await whileUnderWay(
      api,
      milliseconds,
      () => api.post(usersPath, { profile: newProfile(unique), credentials }),
      ({ json }) => userPath(json.id),
    )
    const path = userPath(reply.json.id)
    judge('users.create.transitioning').matches(read, { transitioningToStatus: 'ACTIVE' })
    const done = await readUntil({ api, poll }, { path }, ['ACTIVE'])
    judge('users.create.transitioning').matches(done, {
      status: 'ACTIVE',
      transitioningToStatus: a.nothing,
    })
  },
)

check(
  'a user activated without a password is mailed a one-time token',
  { judges: ['users.create.token-mailed'], needs: ['mail', 'outbox'] },
  async ({ api, judge, unique, poll, need }) => {
    const { mailTo } = await need('outbox')
    const reply = await api.post(usersPath, { profile: newProfile(unique) })
    const id = String(reply.json.id)
    const mails = await poll.until(
      () => mailTo(id),
      (each) => each.some(({ token }) => token !== undefined),
    )
    judge('users.create.token-mailed').success(reply)
    judge('users.create.token-mailed').some(mails, { token: a.string }, 'a mail with a token')
  },
)

/** SHA-256 of a salt followed by the password, as an import describes it (Users, Credentials). */
function importedHash(password: string): Json {
  const salt = Buffer.from('sea salt of ferns')
  const value = createHash('sha256').update(salt).update(password).digest('base64')
  return { hash: { algorithm: 'SHA-256', salt: salt.toString('base64'), saltOrder: 'PREFIX', value } }
}

const activatedWith = [
  ['users.create.no-token-with-password', 'a password', (password: string) => ({ value: password })],
  ['users.create.no-token-with-hash', 'an imported hash', importedHash],
  ['users.create.no-token-with-hook', 'a password hook', () => ({ hook: { type: 'default' } })],
] as const satisfies readonly (readonly [RequirementId, string, (password: string) => Json])[]

for (const [requirement, what, passwordObject] of activatedWith) {
  check(
    `a user activated with ${what} is mailed no token`,
    { judges: [requirement], needs: ['outbox'] },
    async ({ api, judge, unique, poll, need }) => {
      const { mailTo } = await need('outbox')
      const credentials = { password: passwordObject(unique.password()) }
      const profile = newProfile(unique)
      const reply = await api.post(usersPath, { profile, credentials })
      const active = await poll.until(
        () => readBack(api, reply),
        ({ json }) => json.status === 'ACTIVE',
      )
      judge(requirement).matches(active, { status: 'ACTIVE', created: a.timestamp, profile })
      judge(requirement).none(
        await mailTo(String(reply.json.id)),
        { token: a.string },
        'no mail with a token',
      )
    },
  )
}

import { a, check, type Json, type Reply } from '../engine/run/check.ts'
import { Expectation } from '../engine/judge/expectation.ts'
import { demandOf, userProperties } from '../tables/shown.ts'
import { laterUser } from './support/records-apart.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { readUntil, stageUser } from './support/arrange.ts'
import { userPath, usersPath } from './support/paths.ts'

/** For an event that has not happened yet. */
const timestampOrNothing = a.nullable(a.timestamp)

const timestamps = {
  created: a.timestamp,
  lastUpdated: a.timestamp,
  activated: timestampOrNothing,
  statusChanged: timestampOrNothing,
  lastLogin: timestampOrNothing,
  passwordChanged: timestampOrNothing,
}

/** The properties of every user, in the reply to the create, in a read and in a list. */
const carried = [
  ...userProperties.map((row) => [`users.${row.slug}.present`, demandOf(row)] as const),
  ['conventions.timestamps.users', timestamps],
] as const

const underWay = new Expectation(
  'nothing, PROVISIONED, ACTIVE or DEPROVISIONED',
  (value) =>
    value === undefined || [null, 'PROVISIONED', 'ACTIVE', 'DEPROVISIONED'].includes(value as string),
)

check(
  'every user carries its metadata',
  {
    judges: [
      ...carried.map(([requirement]) => requirement),
      'users.id.unique',
      'users.links.present',
      'users.metadata.after-creation',
      'users.transitioning.values',
      'users.last-login.null',
      'users.password-changed.null',
    ],
    quick: true,
  },
  async ({ given, api, judge, unique }) => {
    const judgeCarried = (reply: Reply): void => {
      for (const [requirement, expected] of carried) judge(requirement).matches(reply, expected)
      judge('users.links.present').matches(reply, { id: a.string, _links: a.nullable(a.object) })
      judge('users.transitioning.values').matches(reply, { id: a.string, transitioningToStatus: underWay })
    }
    const created = await stageUser(api, newProfile(unique))
    judgeCarried(created)
    judge('users.metadata.after-creation').matches(created, {
      id: a.string,
      status: a.string,
      created: a.timestamp,
      lastUpdated: a.timestamp,
    })
    const staged = await given.user({ activate: false, password: false })
    judge('users.id.unique').notEqual(created.json.id, staged.id, 'two users have two ids')
    const read = await api.get(staged.path)
    judgeCarried(read)
    judge('users.last-login.null').matches(read, { id: staged.id, lastLogin: a.nothing })
    judge('users.password-changed.null').matches(read, { id: staged.id, passwordChanged: a.nothing })

    const active = await given.user()
    judge('users.id.unique').notEqual(active.id, staged.id, 'two users have two ids')
    const readActive = await api.get(active.path)
    judgeCarried(readActive)
    judge('users.last-login.null').matches(readActive, { id: active.id, lastLogin: a.nothing })
    const gone = await given.user({ status: 'DEPROVISIONED' })
    judgeCarried(await api.get(gone.path))
    const listed = await api.get(usersPath, { query: { limit: 5 } })
    for (const [requirement, expected] of carried) judge(requirement).every(listed.items, expected)
  },
)

check(
  'a complete activation leaves activated behind and no transition',
  { judges: ['users.activated.present', 'users.transitioning.done', 'users.transitioning.values'] },
  async ({ api, judge, unique, poll, assume }) => {
    const profile = newProfile(unique)
    const reply = await api.control('users.create.ok').post(usersPath, {
      profile,
      credentials: { password: { value: unique.password() } },
    })
    judge('users.transitioning.values').matches(reply, { id: a.string, transitioningToStatus: underWay })
    const path = userPath(reply.json.id)
    const done = { status: 'ACTIVE', created: a.timestamp, profile, transitioningToStatus: a.nothing }
    const read = await readUntil({ api, poll }, { path }, ['ACTIVE'])
    assume('users.create.activate-default', read.json.status === 'ACTIVE', 'the user becomes ACTIVE')
    judge('users.transitioning.done').matches(read, done)
    judge('users.activated.present').matches(read, { activated: a.timestamp })
    judge('users.activated.present').ok(
      String(read.json.activated) >= String(read.json.created),
      'activated is not before created',
      read.json.activated,
    )
  },
)

check(
  'every change of status sets statusChanged and moves it forward',
  { judges: ['users.status-changed.present', 'users.status-changed.moves'] },
  async (context) => {
    const { given, api, judge } = context
    const user = await given.user({ activate: false })
    let { statusChanged, lastUpdated }: Json = user.json
    for (const [call, status] of [
      ['activate?sendEmail=false', 'ACTIVE'],
      ['suspend', 'SUSPENDED'],
      ['unsuspend', 'ACTIVE'],
      ['expire_password', 'PASSWORD_EXPIRED'],
      ['reset_password?sendEmail=false', 'RECOVERY'],
      ['deactivate', 'DEPROVISIONED'],
    ] as const) {
      // The clock of the target must move on: it may count whole seconds only.
      const before = String(statusChanged ?? lastUpdated)
      await laterUser(context, 'created', before, { activate: false, password: false })
      await api.post(`${user.path}/lifecycle/${call}`)
      const after = await readUntil(context, user, [status])
      ;({ statusChanged, lastUpdated } = after.json)
      if (after.json.status !== status) continue
      judge('users.status-changed.present').matches(after, { statusChanged: a.timestamp })
      judge('users.status-changed.moves').ok(
        typeof statusChanged === 'string' && statusChanged > before,
        `statusChanged is later than ${before} when the user became ${status}`,
        statusChanged,
      )
    }
  },
)

check(
  'a user who signed in carries lastLogin',
  { judges: ['users.last-login.present'], needs: ['sign-in'] },
  async ({ given, api, judge, need, assume }) => {
    const { signIn } = await need('sign-in')
    const user = await given.user()
    assume('users.last-login.null', (user.json.lastLogin ?? null) === null, 'a new user has no lastLogin')
    const { ok } = await signIn(user.login, user.password)
    assume('users.create.credentials-password', ok, 'the user signs in with its password')
    judge('users.last-login.present').matches(await api.get(user.path), {
      id: user.id,
      lastLogin: a.timestamp,
    })
  },
)

check(
  'a user type given on create or by a full replacement is carried',
  {
    judges: ['users.type.on-create', 'users.type.on-replace'],
    needs: ['user-type'],
  },
  async ({ given, api, judge, unique, need, assume }) => {
    const { id } = await need('user-type')
    const user = await given.user({ activate: false, password: false })
    const own: Json = user.json.type?.id
    assume('users.type.present', typeof own === 'string' && own !== id, 'users have another type by default')

    const created = await stageUser(api, newProfile(unique), { type: { id } })
    judge('users.type.on-create').matches(created, { type: { id } })
    const read = await api.get(userPath(created.json.id))
    judge('users.type.on-create').matches(read, { type: { id } })

    judge('users.type.on-replace').success(await api.put(user.path, { type: { id }, profile: user.profile }))
    judge('users.type.on-replace').matches(await api.get(user.path), {
      type: { id },
      profile: { login: user.login },
    })
  },
)

check(
  'a partial update with the current type is accepted, and with another one refused',
  { judges: ['users.type.on-update-same', 'users.type.on-update'] },
  async ({ given, api, judge, unique, assume }) => {
    const user = await given.user({ activate: false, password: false })
    const type = { id: String(user.json.type?.id) }
    const expected = { id: user.id, type, profile: { title: 'Typed' } }
    judge('users.type.on-update-same').success(
      await api.post(user.path, { type, profile: { title: 'Typed' } }),
    )
    judge('users.type.on-update-same').matches(await api.get(user.path), expected)

    assume('users.type.present', user.json.type?.id !== undefined, 'the user is shown with a type')
    const other = { type: { id: unique.unknownId() }, profile: { title: 'Never' } }
    judge('users.type.on-update').refused(await api.post(user.path, other))
    judge('users.type.on-update').matches(await api.get(user.path), expected)
  },
)

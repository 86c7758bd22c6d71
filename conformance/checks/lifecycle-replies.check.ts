import type { CheckContext, Reply } from '../engine/run/check.ts'
import { a, check } from '../engine/run/check.ts'
import type { ClauseId } from '../registry/clauses.ts'
import type { Status } from '../tables/statuses.ts'
import { arrangeUser, readUntil } from './support/user-in.ts'
import { whileUnderWay } from './support/under-way.ts'

/** Operations that answer with 200 and an empty object. */
const empty = [
  ['users.deactivate.ok', 'ACTIVE', 'deactivate'],
  ['users.suspend.ok', 'ACTIVE', 'suspend'],
  ['users.unsuspend.ok', 'SUSPENDED', 'unsuspend'],
  ['users.unlock.ok', 'LOCKED_OUT', 'unlock'],
] as const

for (const [clause, from, call] of empty) {
  check(`${call} answers with 200 and an empty object`, { judges: [clause] }, async (context) => {
    const user = await arrangeUser(context, from)
    const reply = await context.api.post(`${user.path}/lifecycle/${call}`)
    context.judge(clause).status(reply, 200)
    context.judge(clause).equal(reply.body, {}, 'an empty object')
  })
}

const activation = { activationUrl: a.string, activationToken: a.string }

/** Operations that answer with the contents that they would otherwise send by mail. */
const withoutMail: readonly (readonly [readonly ClauseId[], Status, string, object])[] = [
  [['users.activate.token'], 'STAGED', 'activate?sendEmail=false', activation],
  [
    ['users.reactivate.token', 'users.reactivate.provisioned'],
    'PROVISIONED',
    'reactivate?sendEmail=false',
    activation,
  ],
  [['users.reactivate.recovery'], 'RECOVERY', 'reactivate?sendEmail=false', {}],
  [['users.reset-password.url'], 'ACTIVE', 'reset_password?sendEmail=false', { resetPasswordUrl: a.string }],
  [
    ['users.expire-password.temporary'],
    'ACTIVE',
    'expire_password?tempPassword=true',
    { tempPassword: a.string },
  ],
]

for (const [clauses, from, call, body] of withoutMail) {
  check(`${call} of a ${from} user answers with what is needed`, { judges: clauses }, async (context) => {
    const user = await arrangeUser(context, from)
    const reply = await context.api.post(`${user.path}/lifecycle/${call}`)
    for (const clause of clauses) {
      context.judge(clause).success(reply)
      if (clause.endsWith('.token') || clauses.length === 1) context.judge(clause).matches(reply, body)
    }
  })
}

/** Operations that answer with an empty object when they send mail. */
const withMail = [
  ['users.activate.mail', 'STAGED', 'activate?sendEmail=true'],
  ['users.activate.mail-default', 'STAGED', 'activate'],
  ['users.reactivate.mail', 'PROVISIONED', 'reactivate?sendEmail=true'],
  ['users.reset-password.mail', 'ACTIVE', 'reset_password?sendEmail=true'],
  ['users.reset-password.mail-default', 'ACTIVE', 'reset_password'],
] as const

for (const [clause, from, call] of withMail) {
  check(`${call} answers with an empty object`, { judges: [clause], needs: ['mail'] }, async (context) => {
    const user = await arrangeUser(context, from)
    const reply = await context.api.post(`${user.path}/lifecycle/${call}`)
    context.judge(clause).success(reply)
    context.judge(clause).equal(reply.body, {}, 'an empty object')
  })
}

/** Operations whose mails can be counted: one with `sendEmail` true, none with false. */
const counted = [
  ['users.activate.mail-sent', 'STAGED', 'activate', 'without'],
  ['users.reactivate.mail-sent', 'PROVISIONED', 'reactivate', 'without'],
  ['users.reset-password.mail-sent', 'ACTIVE', 'reset_password', 'without'],
  ['users.deactivate.mail', 'ACTIVE', 'deactivate', 'with only'],
  ['users.delete.mail', 'ACTIVE', '', 'with only'],
] as const

for (const [clause, from, call, silent] of counted) {
  check(
    `${call === '' ? 'DELETE' : call} with sendEmail=true sends a mail`,
    { judges: [clause], needs: ['mail', 'outbox'] },
    async (context) => {
      const { judge, need, poll } = context
      const { mailTo } = await need('outbox')
      const asked = await arrangeUser(context, from)
      const before = (await mailTo(asked.id)).length
      judge(clause).success(await send(context, asked.path, call, true))
      const after = await poll.until(
        async () => (await mailTo(asked.id)).length,
        (count) => count > before,
      )
      judge(clause).ok(after > before, 'a mail was sent', after - before)
      if (silent === 'with only') return
      const other = await arrangeUser(context, from)
      const quiet = (await mailTo(other.id)).length
      judge(clause).success(await send(context, other.path, call, false))
      judge(clause).equal((await mailTo(other.id)).length, quiet, 'the mails, one that was not asked for')
    },
  )
}

for (const [clause, call] of [
  ['users.deactivate.mail-default', 'deactivate'],
  ['users.delete.mail-default', ''],
] as const) {
  check(
    `${call === '' ? 'DELETE' : call} without sendEmail sends no mail`,
    { judges: [clause], needs: ['outbox'] },
    async (context) => {
      const { judge, need } = context
      const { mailTo } = await need('outbox')
      const user = await arrangeUser(context, 'ACTIVE')
      const before = (await mailTo(user.id)).length
      judge(clause).success(await send(context, user.path, call))
      judge(clause).matches(await readUntil(context, user, ['DEPROVISIONED']), { status: 'DEPROVISIONED' })
      judge(clause).equal((await mailTo(user.id)).length, before, 'the mails')
    },
  )
}

function send({ api }: CheckContext, path: string, call: string, sendEmail?: boolean): Promise<Reply> {
  const query = { sendEmail }
  return call === ''
    ? api.delete(path, { query })
    : api.post(`${path}/lifecycle/${call}`, undefined, { query })
}

for (const [clause, call] of [
  ['users.deactivate.asynchronous', 'deactivate'],
  ['users.delete.asynchronous', ''],
] as const) {
  check(
    `${call === '' ? 'DELETE' : call} may be asked to respond before it is done`,
    { judges: [clause] },
    async (context) => {
      const user = await arrangeUser(context, 'ACTIVE')
      const api = context.api.withHeaders({ Prefer: 'respond-async' })
      context.judge(clause).success(await send({ ...context, api }, user.path, call))
      const read = await readUntil(context, user, ['DEPROVISIONED'])
      context.judge(clause).matches(read, { id: user.id, status: 'DEPROVISIONED' })
    },
  )
}

check(
  'a transition that takes its time shows where it leads until it is done',
  {
    judges: ['users.activate.transitioning', 'users.deactivate.transitioning'],
    needs: ['slow-transitions'],
    alone: true,
  },
  async (context) => {
    const { api, judge, need } = context
    const staged = await arrangeUser(context, 'STAGED')
    const active = await arrangeUser(context, 'ACTIVE')
    const { milliseconds } = await need('slow-transitions', { milliseconds: 150 })
    for (const [clause, user, call, ends] of [
      ['users.activate.transitioning', staged, 'activate?sendEmail=false', 'ACTIVE'],
      ['users.deactivate.transitioning', active, 'deactivate', 'DEPROVISIONED'],
    ] as const) {
      const headers = call === 'deactivate' ? { Prefer: 'respond-async' } : {}
      const { reply, read: during } = await whileUnderWay(
        api,
        milliseconds,
        () => api.post(`${user.path}/lifecycle/${call}`, undefined, { headers }),
        () => user.path,
      )
      judge(clause).success(reply)
      judge(clause).matches(during, { transitioningToStatus: ends })
      const read = await readUntil(context, user, [ends])
      judge(clause).matches(read, { status: ends, transitioningToStatus: a.nothing })
    }
  },
)

check(
  'expire_password answers with the full user',
  { judges: ['users.expire-password.user'] },
  async ({ given, api, judge }) => {
    const user = await given.user()
    judge('users.expire-password.user').matches(await api.post(`${user.path}/lifecycle/expire_password`), {
      id: user.id,
      status: a.string,
      created: a.timestamp,
      profile: user.profile,
      credentials: { provider: a.object },
    })
  },
)

check(
  'a user is removed by a second DELETE and is gone for good',
  { judges: ['users.delete.no-content', 'users.delete.removed', 'users.delete.not-recoverable'] },
  async (context) => {
    const { given, api, judge, poll } = context
    const user = await given.user({ activate: false })
    const friend = await given.user({ activate: false })
    const group = await given.group({ members: [user, friend] })
    await api.control('users.get.ok').get(user.path)
    await api.control('membership.list.ok').get(`${group.path}/users`)
    judge('users.delete.no-content').empty(await api.delete(user.path), 204)
    await readUntil(context, user, ['DEPROVISIONED'])
    const second = await api.delete(user.path)
    judge('users.delete.no-content').empty(second, 204)
    judge('users.delete.removed').success(second)
    judge('users.delete.removed').platformError(await api.get(user.path), 404, 'E0000007')
    const members = await poll.until(
      () => api.get(`${group.path}/users`),
      ({ items }) => items.length < 2,
    )
    judge('users.delete.removed').equal(
      members.items.map((each) => each?.id as unknown),
      [friend.id],
      'the members of a group that the user was in',
    )
    judge('users.delete.not-recoverable').success(second)
    judge('users.delete.not-recoverable').refused(
      await api.post(`${user.path}/lifecycle/activate?sendEmail=false`),
    )
    judge('users.delete.not-recoverable').refused(await api.get(user.path))
  },
)

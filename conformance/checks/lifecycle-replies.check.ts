import { a, check, type CheckContext, type GivenUser, type Reply } from '../engine/run/check.ts'
import type { RequirementId } from '../registry/requirements.ts'
import { mailedLinks } from '../tables/mails.ts'
import { arrangeUser, readUntil, whileUnderWay, type Arranged } from './support/arrange.ts'

/** Operations that answer with 200 and an empty object. */
const empty = [
  ['users.deactivate.ok', 'ACTIVE', 'deactivate'],
  ['users.suspend.ok', 'ACTIVE', 'suspend'],
  ['users.unsuspend.ok', 'SUSPENDED', 'unsuspend'],
  ['users.unlock.ok', 'LOCKED_OUT', 'unlock'],
] as const

for (const [requirement, from, call] of empty) {
  check(`${call} answers with 200 and an empty object`, { judges: [requirement] }, async (context) => {
    const user = await arrangeUser(context, from)
    const reply = await context.api.post(`${user.path}/lifecycle/${call}`)
    context.judge(requirement).status(reply, 200)
    context.judge(requirement).equal(reply.body, {}, 'an empty object')
  })
}

for (const row of mailedLinks) {
  const { answers, mails, defaults, sends, name, path, from, shows, reason } = row
  const userFor = ({ given }: CheckContext): Promise<GivenUser> =>
    given.user({ status: from, ...(row.isBodiless ? { recoveryQuestion: true } : {}) })

  check(
    `${name}?sendEmail=false of a user who is ${from} answers with what is needed`,
    { judges: [answers] },
    async (context) => {
      const user = await userFor(context)
      const reply = await context.api.post(`${user.path}/${path}?sendEmail=false`)
      for (const property of shows) context.judge(answers).matches(reply, { [property]: a.string })
    },
  )

  const asking = [mails, '?sendEmail=true'] as const
  for (const [requirement, query] of reason === undefined ? [asking, [defaults, ''] as const] : [asking]) {
    check(
      `${name}${query} answers with an empty object`,
      { judges: [requirement], needs: ['mail'] },
      async (context) => {
        const user = await userFor(context)
        const reply = await context.api.post(`${user.path}/${path}${query}`)
        context.judge(requirement).success(reply)
        context.judge(requirement).equal(reply.body, {}, 'an empty object')
      },
    )
  }

  check(
    `${name} with sendEmail=true sends a mail`,
    { judges: [sends], needs: ['mail', 'outbox'] },
    async (context) => {
      const { judge, need } = context
      await judgeMailed(context, sends, await userFor(context), path)
      const { mailTo } = await need('outbox')
      const other = await userFor(context)
      const before = (await mailTo(other.id)).length
      judge(sends).success(await send(context, other.path, path, false))
      judge(sends).equal((await mailTo(other.id)).length, before, 'the mails, one that was not asked for')
    },
  )
}

/** Judges that a call with `sendEmail` true sends a mail about the user. */
async function judgeMailed(
  context: CheckContext,
  requirement: RequirementId,
  user: Arranged,
  path: string,
): Promise<void> {
  const { judge, need, poll } = context
  const { mailTo } = await need('outbox')
  const before = (await mailTo(user.id)).length
  judge(requirement).success(await send(context, user.path, path, true))
  const after = await poll.until(
    async () => (await mailTo(user.id)).length,
    (count) => count > before,
  )
  judge(requirement).ok(after > before, 'a mail was sent', after - before)
}

for (const [requirement, from] of [
  ['users.reactivate.provisioned', 'PROVISIONED'],
  ['users.reactivate.recovery', 'RECOVERY'],
] as const) {
  check(`reactivation of a user who is ${from} succeeds`, { judges: [requirement] }, async (context) => {
    const user = await arrangeUser(context, from)
    context
      .judge(requirement)
      .matches(await context.api.post(`${user.path}/lifecycle/reactivate?sendEmail=false`), {})
  })
}

/** Operations that send an administrator a mail, or make the caller wait, only when asked. */
const notices = [
  ['users.deactivate', 'deactivate', 'lifecycle/deactivate'],
  ['users.delete', 'DELETE', ''],
] as const

for (const [start, name, path] of notices) {
  check(
    `${name} with sendEmail=true sends a mail`,
    { judges: [`${start}.mail`], needs: ['mail', 'outbox'] },
    async (context) => judgeMailed(context, `${start}.mail`, await arrangeUser(context, 'ACTIVE'), path),
  )

  check(
    `${name} without sendEmail sends no mail`,
    { judges: [`${start}.mail-default`], needs: ['outbox'] },
    async (context) => {
      const { mailTo } = await context.need('outbox')
      const judged = context.judge(`${start}.mail-default`)
      const user = await arrangeUser(context, 'ACTIVE')
      const before = (await mailTo(user.id)).length
      judged.success(await send(context, user.path, path))
      judged.matches(await readUntil(context, user, ['DEPROVISIONED']), { status: 'DEPROVISIONED' })
      judged.equal((await mailTo(user.id)).length, before, 'the mails')
    },
  )

  check(
    `${name} may be asked to respond before it is done`,
    { judges: [`${start}.asynchronous`] },
    async (context) => {
      const judged = context.judge(`${start}.asynchronous`)
      const user = await arrangeUser(context, 'ACTIVE')
      const api = context.api.withHeaders({ Prefer: 'respond-async' })
      judged.success(await send({ ...context, api }, user.path, path))
      const read = await readUntil(context, user, ['DEPROVISIONED'])
      judged.matches(read, { id: user.id, status: 'DEPROVISIONED' })
    },
  )
}

function send({ api }: CheckContext, of: string, path: string, sendEmail?: boolean): Promise<Reply> {
  const query = { sendEmail }
  return path === '' ? api.delete(of, { query }) : api.post(`${of}/${path}`, undefined, { query })
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
    for (const [requirement, user, call, ends] of [
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
      judge(requirement).success(reply)
      judge(requirement).matches(during, { transitioningToStatus: ends })
      const read = await readUntil(context, user, [ends])
      judge(requirement).matches(read, { status: ends, transitioningToStatus: a.nothing })
    }
  },
)

check(
  'expire_password answers with the full user',
  { judges: ['users.expire-password.user'], quick: true },
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
  'expire_password with tempPassword=true answers with a temporary password',
  { judges: ['users.expire-password.temporary'] },
  async ({ given, api, judge }) => {
    const user = await given.user()
    const reply = await api.post(`${user.path}/lifecycle/expire_password?tempPassword=true`)
    judge('users.expire-password.temporary').matches(reply, { tempPassword: a.string })
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

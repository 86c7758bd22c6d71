import { a, check, type Json, type Reply } from '../engine/run/check.ts'
import { alsoRefused, lifecycleCalls, moveRows, refusalRows, statuses } from '../tables/statuses.ts'
import { change } from './support/credentials.ts'
import { arrangeUser, readUntil, togetherOrAlone } from './support/arrange.ts'

/** Moves by a plain call, and the one that also creates a temporary password. */
const moves = [
  ...moveRows
    .filter(({ reason }) => reason === undefined)
    .map(({ id, from, on, ends }) => ({ requirement: id, from, call: lifecycleCalls[on], ends })),
  {
    requirement: 'users.expire-password.temporary-status',
    from: 'ACTIVE',
    call: 'lifecycle/expire_password?tempPassword=true',
    ends: ['PASSWORD_EXPIRED'],
  },
] as const

for (const { requirement, from, call, ends } of moves) {
  check(
    `${call === '' ? 'DELETE' : call} moves a user who is ${from} to ${ends.join(' or ')}`,
    { judges: [requirement] },
    async (context) => {
      const { api, judge } = context
      const user = await arrangeUser(context, from)
      const reply = call === '' ? await api.delete(user.path) : await api.post(`${user.path}/${call}`)
      judge(requirement).success(reply)
      const read = await readUntil(context, user, ends)
      judge(requirement).matches(read, {
        id: user.id,
        status: a.oneOf(...ends),
        profile: user.login === undefined ? {} : { login: user.login },
      })
    },
  )
}

/** From ACTIVE to ACTIVE, and at the end out of it. */
const round = [
  'users.suspend.active',
  'users.unsuspend.suspended',
  'users.expire-password.from-active',
  'users.reset-password.from-password-expired',
  'credentials.change-password.from-recovery',
] as const
const ways = [
  ...round,
  ...round,
  'users.deactivate.from-active',
  'users.activate.deprovisioned',
  'users.deactivate.from-active',
] as const

check(
  'each move works the second time as well',
  { judges: [], supports: [...new Set(ways)] },
  async (context) => {
    const { api, given, judge, unique } = context
    const user = await given.user()
    let old = user.password
    for (const [at, requirement] of ways.entries()) {
      const row = moveRows.find(({ id }) => id === requirement)
      const password = unique.password()
      const reply =
        row === undefined
          ? await change(context, { ...user, password: old }, password)
          : await api.post(`${user.path}/${lifecycleCalls[row.on]}`)
      judge(requirement).success(reply)
      if (row === undefined) old = password
      if (ways.indexOf(requirement) === at && at < round.length) continue
      const ends = row?.ends ?? ['ACTIVE']
      const read = await readUntil(context, user, ends)
      judge(requirement).matches(read, { id: user.id, status: a.oneOf(...ends) })
      // Without a password it may end there.
      if (!ends.includes(read.json.status as never) || read.json.status === 'PROVISIONED') return
    }
  },
)

/** Refusals in addition to the rows of the table. */
const furtherRefusals = [
  {
    requirements: ['users.reset-password.forgot'],
    from: 'RECOVERY',
    call: 'credentials/forgot_password?sendEmail=false',
    stated: undefined,
  },
] as const

const refusals = [
  ...refusalRows.map((row) => ({
    requirements: [row.id, ...alsoRefused(row)],
    from: row.from,
    call: lifecycleCalls[row.on],
    stated: row.stated,
  })),
  ...furtherRefusals,
]

/** The times of a user's changes: a refused call moves none. */
function timesOf({ created, activated, statusChanged, lastLogin, passwordChanged }: Json): Json {
  const told = Object.entries({ created, activated, statusChanged, lastLogin, passwordChanged })
  return Object.fromEntries(told.map(([name, time]) => [name, time ?? a.nothing]))
}

for (const status of statuses) {
  const rows = refusals.filter(({ from }) => from === status)
  check(
    `what a user who is ${status} is not ready for is refused, and the user stays ${status}`,
    {
      judges: [...new Set(rows.flatMap(({ requirements }) => requirements))],
      supports: ['users.operations.times-kept'],
      quick: status !== 'PROVISIONED',
    },
    async (context) => {
      const { api, judge } = context
      await togetherOrAlone(rows, async (some) => {
        const user = await arrangeUser(context, status)
        const before = await api.get(user.path)
        const replies: Reply[] = []
        for (const { call } of some) replies.push(await api.post(`${user.path}/${call}`))
        const read = await api.get(user.path)
        const isKept = read.json.id === user.id && read.json.status === status
        return {
          isKept,
          judge: () => {
            for (const [at, { requirements, stated }] of some.entries())
              for (const requirement of requirements) {
                if (stated === undefined) judge(requirement).refused(replies[at]!)
                else judge(requirement).platformError(replies[at]!, ...stated)
                judge(requirement).matches(read, { id: user.id, status })
              }
            if (isKept) judge('users.operations.times-kept').on(read).like(read.json, timesOf(before.json))
          },
        }
      })
    },
  )
}

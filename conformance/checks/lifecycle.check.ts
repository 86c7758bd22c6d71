import {
  a,
  check,
  type Json,
  type Reply,
  type CheckContext,
  type RequirementId,
} from '../engine/run/check.ts'
import { alsoRefused, lifecycleCalls, moveRows, refusalRows, statuses } from '../tables/statuses.ts'
import { change } from './support/credentials.ts'
import { arrangeUser, readUntil, togetherOrAlone } from './support/arrange.ts'
import { creates, type CreateRow } from '../tables/creates.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { readBack, userPath, usersPath } from './support/paths.ts'

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

/** From ACTIVE to ACTIVE. */
const round = [
  'users.suspend.active',
  'users.unsuspend.suspended',
  'users.expire-password.from-active',
  'users.reset-password.from-password-expired',
  'credentials.change-password.from-recovery',
] as const
/** Two rounds, and then out of ACTIVE and back: an activation forgets the status before. */
const ways = [
  ...round,
  ...round,
  'users.deactivate.from-active',
  'users.activate.deprovisioned',
  'users.suspend.active',
  'users.deactivate.from-suspended',
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

const provided = (type: string) => () => ({ provider: { type, name: type } })

/** The kind of user that a create makes, in words, and its credentials. */
const kinds: Readonly<
  Record<CreateRow['sends'], readonly [who: string, credentials: (password: string) => Json]>
> = {
  nothing: ['without credentials', () => undefined],
  password: ['with a password', (value) => ({ password: { value } })],
  question: [
    'with a recovery question',
    () => ({ recovery_question: { question: 'Which leaf?', answer: 'the fern' } }),
  ],
  FEDERATION: ['of the provider FEDERATION', provided('FEDERATION')],
  SOCIAL: ['of the provider SOCIAL', provided('SOCIAL')],
}

async function create(
  { api, unique }: Pick<CheckContext, 'api' | 'unique'>,
  { query, sends }: Pick<CreateRow, 'query' | 'sends'>,
): Promise<{ reply: Reply; login: Json }> {
  const profile = newProfile(unique)
  const body = { profile, credentials: kinds[sends][1](unique.password()) }
  return { reply: await api.post(usersPath, body, { query }), login: profile.login }
}

/** Creates a user, who ends in one of these statuses. */
async function judgeCreated<Id extends RequirementId>(
  context: CheckContext<Id>,
  requirement: Id,
  row: Pick<CreateRow, 'query' | 'sends' | 'ends'>,
): Promise<void> {
  const { api, judge } = context
  const { reply, login } = await create(context, row)
  judge(requirement).success(reply)
  const id: unknown = reply.json.id
  const read =
    typeof id === 'string'
      ? await readUntil(context, { path: userPath(id) }, row.ends)
      : await readBack(api, reply)
  judge(requirement).matches(read, { id: a.string, status: a.oneOf(...row.ends), profile: { login } })
}

for (const row of creates) {
  const query = Object.entries(row.query).map((pair) => pair.join('='))
  check(
    `a create of a user ${kinds[row.sends][0]} with ${query.join(' and ')} ends in ${row.ends.join(' or ')}`,
    { judges: [row.id] },
    (context) => judgeCreated(context, row.id, row),
  )
}

check(
  'a new ACTIVE user signs in with its password, and with no other',
  { judges: ['users.create.password-sign-in'], needs: ['sign-in'] },
  async ({ given, judge, need, unique }) => {
    const { signIn } = await need('sign-in')
    const user = await given.user()
    const judged = judge('users.create.password-sign-in')
    judged.equal((await signIn(user.login, user.password)).ok, true, 'the password signs in')
    judged.equal((await signIn(user.login, unique.password())).ok, false, 'another one signs in')
  },
)

check(
  'a user who has to change the password is not let in with it',
  { judges: ['users.create.change-password-sign-in'], needs: ['sign-in'] },
  async ({ given, api, judge, need, unique }) => {
    const { signIn } = await need('sign-in')
    const plain = await given.user()
    const judged = judge('users.create.change-password-sign-in')
    judged.equal((await signIn(plain.login, plain.password)).ok, true, 'another user signs in')
    const profile = newProfile(unique)
    const password = unique.password()
    const credentials = { password: { value: password } }
    const query = { activate: true, nextLogin: 'changePassword' }
    judged.success(await api.post(usersPath, { profile, credentials }, { query }))
    judged.equal((await signIn(profile.login, password)).ok, false, 'the password to be changed signs in')
  },
)

/** Creates for which passwords may be optional, by enrollment policy. */
const optional = [
  ['users.create.password-enrolled', 'required', 'nothing', ['PROVISIONED']],
  ['users.create.password-optional-given', 'optional', 'password', ['ACTIVE']],
  ['users.create.password-not-needed', 'optional', 'nothing', ['ACTIVE']],
  ['users.create.password-not-needed', 'disabled', 'nothing', ['ACTIVE']],
] as const

for (const [requirement, policy, sends, ends] of optional) {
  check(
    `where a password is ${policy}, a create ${sends === 'nothing' ? 'without' : 'with'} one ends in ${ends[0]}`,
    { judges: [requirement], needs: ['optional-password'], alone: true },
    async (context) => {
      await context.need('optional-password', { policy })
      await judgeCreated(context, requirement, { query: { activate: true }, sends, ends })
    },
  )
}

check(
  'where passwords are disabled, an administrator cannot set one',
  { judges: ['users.create.password-not-settable'], needs: ['optional-password', 'mail'], alone: true },
  async ({ api, judge, need, unique }) => {
    await need('optional-password', { policy: 'disabled' })
    const { json: user } = await api
      .control('users.create.password-not-needed')
      .post(usersPath, { profile: newProfile(unique) }, { query: { activate: true } })
    const value = unique.password()
    const path = userPath(user.id)
    const judged = judge('users.create.password-not-settable')
    judged.refused(await api.post(path, { credentials: { password: { value } } }))
    // Its activation may still be in progress, so the status is not compared.
    judged.matches(await api.get(path), { id: user.id, profile: { login: user.profile?.login ?? 'a login' } })
  },
)

import type { CheckContext, ClauseId, GivenUser, Json } from '../engine/run/check.ts'
import { check } from '../engine/run/check.ts'
import { findExactly, idsOf, judgeFound, listUntil, quoted } from './support/find-records.ts'
import { laterUser } from './support/later-user.ts'
import { readPages } from './support/read-pages.ts'

const staged = { activate: false, password: false } as const

/** Judges that a status finds this user, not that one, and nobody of another status. */
async function judgeStatus<Id extends ClauseId>(
  context: CheckContext<Id>,
  clause: Id,
  status: string,
  { id, otherId }: { readonly id: string; readonly otherId: string },
): Promise<void> {
  const filter = `status eq ${quoted(status)}`
  await judgeFound(context, listUntil, 'filter', [[clause, `${filter} and id eq ${quoted(id)}`, [{ id }]]])
  const all = await listUntil(
    context,
    { filter },
    ({ items }) => items.length > 0 && items.every((user) => user?.status === status),
  )
  context.judge(clause).every(all.items, { status })
  // The other one may have had this status before: a search that lags still finds it for a while.
  const other = await findExactly(context, { filter: `${filter} and id eq ${quoted(otherId)}` }, [])
  context.judge(clause).equal(other.reply.body, [], 'a user of another status is not found')
}

const statuses = [
  ['users.filter.status.active', 'ACTIVE'],
  ['users.filter.status.deprovisioned', 'DEPROVISIONED'],
  ['users.filter.status.password-expired', 'PASSWORD_EXPIRED'],
  ['users.filter.status.recovery', 'RECOVERY'],
  ['users.filter.status.staged', 'STAGED'],
  ['users.filter.status.suspended', 'SUSPENDED'],
] as const

for (const [clause, status] of statuses) {
  check(
    `the filter by status ${status} finds users of that status and no other`,
    { judges: [clause] },
    async (context) => {
      const { id } = await context.given.user({ status })
      const other = await context.given.user({ status: status === 'STAGED' ? 'ACTIVE' : 'STAGED' })
      await judgeStatus(context, clause, status, { id, otherId: other.id })
    },
  )
}

check(
  'the filter by status PROVISIONED finds no users of another status',
  { judges: ['users.filter.status.provisioned'] },
  async (context) => {
    const { given, api, judge, poll, rely } = context
    const user = await given.user(staged)
    const other = await given.user(staged)
    await api
      .control('users.activate.staged-no-password')
      .post(`${user.path}/lifecycle/activate`, undefined, {
        query: { sendEmail: false },
      })
    const settled = await poll.until(
      () => api.get(user.path),
      ({ json }) => json.status !== 'STAGED' && (json.transitioningToStatus ?? null) === null,
    )
    const clause = 'users.filter.status.provisioned'
    // A user without a password is PROVISIONED or ACTIVE once activated.
    const isActivated = ['PROVISIONED', 'ACTIVE'].includes(settled.json.status)
    rely(
      'users.activate.staged-no-password',
      isActivated && settled.json.id === user.id,
      'the user is activated',
    )
    if (settled.json.status === 'PROVISIONED') {
      await judgeStatus(context, clause, 'PROVISIONED', { id: user.id, otherId: other.id })
      return
    }
    const all = await api.get('/api/v1/users', { query: { filter: 'status eq "PROVISIONED"' } })
    judge(clause).success(all)
    judge(clause).ok(Array.isArray(all.body), 'the body is an array', all.body)
    judge(clause).none(all.items, (each: Json) => each?.status !== 'PROVISIONED')
    judge(clause).none(all.items, { id: user.id })
  },
)

check(
  'the filter by status LOCKED_OUT finds users of that status and no other',
  { judges: ['users.filter.status.locked-out'], needs: ['locked-out-user'] },
  async (context) => {
    const { id } = await context.need('locked-out-user')
    const other = await context.given.user(staged)
    await judgeStatus(context, 'users.filter.status.locked-out', 'LOCKED_OUT', { id, otherId: other.id })
  },
)

check(
  'a filter by properties finds the users that have them, and no others',
  {
    judges: [
      'users.filter.id',
      'users.filter.login',
      'users.filter.email',
      'users.filter.first-name',
      'users.filter.last-name',
      'users.filter.and',
      'users.filter.or',
    ],
  },
  async (context) => {
    const { given, unique } = context
    const [firstName, lastName, otherLast] = [unique('first'), unique('last'), unique('other')]
    const make = (first: string, last: string): Promise<GivenUser> =>
      given.user({ ...staged, profile: { firstName: first, lastName: last, email: unique.email() } })
    const both = await make(firstName, lastName)
    const onlyFirst = await make(firstName, otherLast)
    const onlyLast = await make(`${firstName}-2`, lastName)
    const gone = await given.user({ status: 'DEPROVISIONED' })
    const first = `profile.firstName eq ${quoted(firstName)}`
    const last = `profile.lastName eq ${quoted(lastName)}`
    await judgeFound(context, listUntil, 'filter', [
      ['users.filter.id', `id eq ${quoted(onlyFirst.id)}`, [onlyFirst]],
      ['users.filter.id', `id eq ${quoted(gone.id)}`, [gone]],
      ['users.filter.id', `id eq ${quoted(onlyFirst.login)}`, []],
      ['users.filter.id', `id eq ${quoted(onlyFirst.id.slice(0, -1))}`, []],
      ['users.filter.login', `profile.login eq ${quoted(onlyLast.login)}`, [onlyLast]],
      ['users.filter.login', `profile.login eq ${quoted(both.email)}`, []],
      ['users.filter.login', `profile.login eq ${quoted(gone.login)}`, [gone]],
      ['users.filter.email', `profile.email eq ${quoted(both.email)}`, [both]],
      ['users.filter.email', `profile.email eq ${quoted(both.login)}`, []],
      ['users.filter.first-name', first, [both, onlyFirst]],
      ['users.filter.last-name', last, [both, onlyLast]],
      ['users.filter.and', `${first} and ${last}`, [both]],
      ['users.filter.and', `${last} and ${first}`, [both]],
      ['users.filter.or', `id eq ${quoted(onlyFirst.id)} or ${last}`, [both, onlyFirst, onlyLast]],
      ['users.filter.or', `${last} or id eq ${quoted(onlyFirst.id)}`, [both, onlyFirst, onlyLast]],
    ])
  },
)

const moments = [
  ['users.filter.last-updated.eq', 'eq', (updated: string, middle: string) => updated === middle],
  ['users.filter.last-updated.gt', 'gt', (updated: string, middle: string) => updated > middle],
  ['users.filter.last-updated.ge', 'ge', (updated: string, middle: string) => updated >= middle],
  ['users.filter.last-updated.lt', 'lt', (updated: string, middle: string) => updated < middle],
  ['users.filter.last-updated.le', 'le', (updated: string, middle: string) => updated <= middle],
] as const

check(
  'a filter by lastUpdated finds equal, later and earlier values',
  { judges: moments.map(([clause]) => clause) },
  async (context) => {
    const { given, unique } = context
    const lastName = unique('updated')
    const options = { ...staged, profile: { lastName } }
    const first = await given.user(options)
    const second = await laterUser(context, 'lastUpdated', String(first.json.lastUpdated), options)
    const third = await laterUser(context, 'lastUpdated', String(second.json.lastUpdated), options)
    const at = `profile.lastName eq ${quoted(lastName)}`
    await listUntil(context, { filter: at }, (each) => idsOf(each).includes(third.id))
    const made = await readPages(context.api, '/api/v1/users', { filter: at })
    const middle = String(second.json.lastUpdated)
    // If one was created again until its time differed, other users have the first time.
    const known = made.items.length > 0 ? made.items : [first.json, second.json, third.json]
    await judgeFound(
      context,
      listUntil,
      'filter',
      moments.map(([clause, operator, fits]) => [
        clause,
        `${at} and lastUpdated ${operator} ${quoted(middle)}`,
        known.filter(({ lastUpdated }: Json) => fits(String(lastUpdated), middle)),
      ]),
    )
  },
)

check(
  'a filter takes no not, no other operator than eq, and tells the case of names and values apart',
  {
    judges: ['users.filter.not', 'users.filter.property-case', 'users.filter.value-case'],
    observes: ['users.filter.eq-only'],
  },
  async (context) => {
    const { given, api, judge, unique, rely, observe } = context
    const [lastName, firstName] = [unique('Case'), unique('First')]
    const user = await given.user({ ...staged, profile: { lastName, firstName } })
    const filter = (text: string): ReturnType<typeof api.get> =>
      api.get('/api/v1/users', { query: { filter: text } })
    const control = `profile.lastName eq ${quoted(lastName)}`
    const { found } = await findExactly(context, { filter: control }, [user])
    rely('users.filter.last-name', found.join() === user.id, 'the user is found by its lastName')

    judge('users.filter.not').refused(await filter(`not (${control})`))
    judge('users.filter.not').refused(await filter(`not ${control}`))
    const refused: boolean[] = []
    for (const other of [
      `profile.lastName sw ${quoted(lastName)}`,
      `profile.firstName gt "A"`,
      `profile.login ge "a"`,
      `profile.email lt "z"`,
      `status le "STAGED"`,
      `id co ${quoted(user.id)}`,
      `status ne "ACTIVE"`,
    ]) {
      refused.push((await filter(other)).status >= 400)
    }
    observe('users.filter.eq-only', refused.every(Boolean))
    for (const property of ['profile.lastname', 'Profile.lastName', 'PROFILE.LASTNAME']) {
      const reply = await filter(`${property} eq ${quoted(lastName)}`)
      judge('users.filter.property-case')
        .on(reply)
        .ok(reply.status < 500, 'refused, or an answer', reply.status)
      judge('users.filter.property-case').on(reply).none(reply.items, { id: user.id })
    }
    for (const [name, value] of [
      ['lastName', lastName.toUpperCase()],
      ['lastName', lastName.toLowerCase()],
      ['firstName', firstName.toUpperCase()],
      ['email', user.email.toUpperCase()],
    ] as const) {
      const reply = await filter(`profile.${name} eq ${quoted(value)}`)
      judge('users.filter.value-case').success(reply)
      judge('users.filter.value-case').equal(reply.body, [], 'nobody is found by the other spelling')
    }
    // The server may also refuse an unknown status.
    const status = await filter(`status eq "staged" and id eq ${quoted(user.id)}`)
    judge('users.filter.value-case')
      .on(status)
      .ok(status.status < 500, 'refused, or an answer', status.status)
    judge('users.filter.value-case').on(status).none(status.items, { id: user.id })
  },
)

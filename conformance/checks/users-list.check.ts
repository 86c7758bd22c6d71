import {
  check,
  type CheckContext,
  type GivenUser,
  type Json,
  type RequirementId,
} from '../engine/run/check.ts'
import {
  holding,
  listUntil,
  findExactly,
  foundRows,
  judgeFound,
  quoted,
  textsOf,
} from './support/find-records.ts'
import { usersPath } from './support/paths.ts'
import { walkList } from '../engine/run/api.ts'
import { userFilters } from '../tables/finders.ts'
import type { Status } from '../tables/statuses.ts'
import { judgeUsersApart } from './support/records-apart.ts'
import { arrangeUser } from './support/arrange.ts'

const staged = { activate: false, password: false } as const
const users = usersPath

check(
  'the plain list shows all users but the DEPROVISIONED ones',
  { judges: ['users.list.hides-deprovisioned', 'users.list.shows-others'] },
  async ({ given, api, judge, poll, assume }) => {
    const gone = await given.user({ status: 'DEPROVISIONED' })
    // Later than the other user, so that a lagging list shows the other's new state when it shows these.
    const shown = [
      await given.fresh.user({ activate: false }),
      await given.fresh.user({ status: 'SUSPENDED' }),
    ]
    const showsAll = (seen: readonly Json[]): boolean =>
      shown.every(({ id, json }) => seen.some((user) => user?.id === id && user.status === json.status))
    const {
      items: seen,
      replies,
      ended,
    } = await poll.until(
      () => walkList(api, users, { limit: 200 }, 100, showsAll),
      ({ items }) => showsAll(items),
    )
    judge('users.list.hides-deprovisioned').every(seen, (user: Json) => user?.status !== 'DEPROVISIONED')
    judge('users.list.hides-deprovisioned').none(seen, { id: gone.id })
    judge('users.list.hides-deprovisioned').commit()
    // Other clients may remove the user at a cursor. The target may then refuse the cursor, which is not an end.
    const isWhole = showsAll(seen) || (ended && replies.every(({ status }) => status < 400))
    assume('users.list.after', isWhole, 'the list of users ends within 100 pages')
    for (const { id, json } of shown)
      judge('users.list.shows-others').some(seen, { id, status: json.status }, `the ${json.status} user`)
  },
)

check(
  'q finds users by firstName, lastName and email, and no others',
  {
    judges: [
      'users.list.q.first-name',
      'users.list.q.last-name',
      'users.list.q.email',
      'users.list.q.excludes',
      'users.list.q.no-paging',
      'users.list.q.hides-deprovisioned',
    ],
  },
  async (context) => {
    const { given, api, judge, unique } = context
    const word = (hint: string): string => unique(hint).replaceAll('-', '')
    const profile = { firstName: word('first'), lastName: word('last'), email: unique.email() }
    const shared = { firstName: word('shared'), lastName: word('shared') }
    const user = await given.user({ ...staged, profile })
    const others = [
      await given.user({ ...staged, profile: shared }),
      await given.user({ ...staged, profile: shared }),
    ]
    for (const [requirement, q] of [
      ['users.list.q.first-name', profile.firstName],
      ['users.list.q.last-name', profile.lastName],
      ['users.list.q.email', profile.email],
    ] as const) {
      const reply = await listUntil(context, { q }, holding(user))
      judge(requirement).some(reply.items, { id: user.id })
      judge('users.list.q.excludes').success(reply)
      judge('users.list.q.excludes').none(reply.items, (each: Json) =>
        others.some(({ id }) => id === each?.id),
      )
    }
    const login = unique.login()
    const named = await given.user({ ...staged, profile: { login, email: unique.email() } })
    const listedLater = await given.user({ ...staged, profile: { lastName: login } })
    const byLogin = await listUntil(context, { q: login }, holding(listedLater))
    judge('users.list.q.excludes').on(byLogin).none(byLogin.items, { id: named.id })
    // The results of q have no second page: the target decides how many it finds at most.
    const max = (await api.get(users, { query: { limit: 2 } })).items.length
    const hits = others.filter((_, at) => at < max)
    const both = await listUntil(
      context,
      { q: shared.lastName, limit: 2 },
      ({ items }) => items.length >= max,
    )
    const of = new Set(others.map(({ id }) => id))
    judge('users.list.q.excludes').on(both).equal(both.items.length, hits.length, 'how many have that name')
    judge('users.list.q.excludes')
      .on(both)
      .every(both.items, (each: Json) => of.has(String(each?.id)))
    judge('users.list.q.no-paging')
      .on(both)
      .every(both.items, { profile: { lastName: shared.lastName } })
    judge('users.list.q.no-paging').absent(both.links, 'next')
    const one = await api.get(users, { query: { q: shared.lastName, limit: 1 } })
    judge('users.list.q.no-paging').some(one.items, { profile: { lastName: shared.lastName } })
    judge('users.list.q.no-paging').absent(one.links, 'next')

    const lastName = word('gone')
    const gone = await given.user({ status: 'DEPROVISIONED', profile: { lastName } })
    const fence = await given.user({ ...staged, profile: { lastName } })
    const listed = await listUntil(
      context,
      { q: lastName },
      (each) => holding(fence)(each) && !holding(gone)(each),
    )
    judge('users.list.q.hides-deprovisioned').some(listed.items, { id: fence.id })
    judge('users.list.q.hides-deprovisioned').none(listed.items, { id: gone.id })
  },
)

/** Judges that a status finds this user, not that one, and nobody of another status. */
async function judgeStatus<Id extends RequirementId>(
  context: CheckContext<Id>,
  requirement: Id,
  status: string,
  { id, otherId }: { readonly id: string; readonly otherId: string },
): Promise<void> {
  const filter = `status eq ${quoted(status)}`
  await judgeFound(context, listUntil, 'filter', [
    [requirement, `${filter} and id eq ${quoted(id)}`, [{ id }]],
  ])
  const all = await listUntil(
    context,
    { filter },
    ({ items }) => items.length > 0 && items.every((user) => user?.status === status),
  )
  context.judge(requirement).every(all.items, { status })
  // The other one may have had this status before: a search that lags still finds it for a while.
  const other = await findExactly(context, { filter: `${filter} and id eq ${quoted(otherId)}` }, [])
  context.judge(requirement).equal(other.reply.body, [], 'a user of another status is not found')
}

for (const { id: requirement, value: status = '', needs = [] } of userFilters.value) {
  if (status === 'PROVISIONED') continue
  check(
    `the filter by status ${status} finds users of that status and no other`,
    { judges: [requirement], needs },
    async (context) => {
      const { id } = await arrangeUser(context, status as Status)
      const other = await context.given.user({ status: status === 'STAGED' ? 'ACTIVE' : 'STAGED' })
      await judgeStatus(context, requirement, status, { id, otherId: other.id })
    },
  )
}

check(
  'the filter by status PROVISIONED finds no users of another status',
  { judges: ['users.filter.status.provisioned'] },
  async (context) => {
    const { given, api, judge, poll, assume } = context
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
    const requirement = 'users.filter.status.provisioned'
    // A user without a password is PROVISIONED or ACTIVE once activated.
    const isActivated = ['PROVISIONED', 'ACTIVE'].includes(settled.json.status)
    assume(
      'users.activate.staged-no-password',
      isActivated && settled.json.id === user.id,
      'the user is activated',
    )
    if (settled.json.status === 'PROVISIONED') {
      await judgeStatus(context, requirement, 'PROVISIONED', { id: user.id, otherId: other.id })
      return
    }
    const all = await api.get(usersPath, { query: { filter: 'status eq "PROVISIONED"' } })
    judge(requirement).success(all)
    judge(requirement).ok(Array.isArray(all.body), 'the body is an array', all.body)
    judge(requirement).none(all.items, (each: Json) => each?.status !== 'PROVISIONED')
    judge(requirement).none(all.items, { id: user.id })
  },
)

check(
  'a filter by properties finds the users that have them, and no others',
  { judges: [...userFilters.text.map(({ id }) => id), 'users.filter.and', 'users.filter.or'] },
  async (context) => {
    const { given, unique } = context
    const start = unique('own')
    const [own, longer] = [textsOf(userFilters.text, start), textsOf(userFilters.text, start, '-2')]
    const make = (profile: Json): Promise<GivenUser> =>
      given.user({ ...staged, profile: { ...profile, email: unique.email() } })
    const both = await make(own)
    const onlyFirst = await make({ ...longer, firstName: own['firstName'] })
    const onlyLast = await make({ ...longer, lastName: own['lastName'] })
    const gone = await given.user({ status: 'DEPROVISIONED' })
    const all = [both, onlyFirst, onlyLast]
    const first = `profile.firstName eq ${quoted(String(own['firstName']))}`
    const last = `profile.lastName eq ${quoted(String(own['lastName']))}`
    await judgeFound(context, listUntil, 'filter', [
      ...foundRows(userFilters.text, both, all),
      ['users.filter.id', `id eq ${quoted(gone.id)}`, [gone]],
      ['users.filter.login', `profile.login eq ${quoted(gone.login)}`, [gone]],
      ['users.filter.and', `${first} and ${last}`, [both]],
      ['users.filter.and', `${last} and ${first}`, [both]],
      ['users.filter.or', `id eq ${quoted(onlyFirst.id)} or ${last}`, all],
      ['users.filter.or', `${last} or id eq ${quoted(onlyFirst.id)}`, all],
    ])
  },
)

check(
  'a filter by lastUpdated finds equal, later and earlier values',
  { judges: userFilters.time.map(({ id }) => id) },
  (context) => judgeUsersApart(context, 'filter', 'lastUpdated', userFilters.time),
)

check(
  'a filter takes no not, no other operator than eq, and tells the case of names and values apart',
  {
    judges: ['users.filter.not', 'users.filter.property-case', 'users.filter.value-case'],
    observes: ['users.filter.eq-only'],
  },
  async (context) => {
    const { given, api, judge, unique, assume, observe } = context
    const [lastName, firstName] = [unique('Case'), unique('First')]
    const user = await given.user({ ...staged, profile: { lastName, firstName } })
    const filter = (text: string): ReturnType<typeof api.get> =>
      api.get(usersPath, { query: { filter: text } })
    const control = `profile.lastName eq ${quoted(lastName)}`
    const { found } = await findExactly(context, { filter: control }, [user])
    assume('users.filter.last-name', found.join() === user.id, 'the user is found by its lastName')

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

import type { Json } from '../engine/run/check.ts'
import { check } from '../engine/run/check.ts'
import { holding, listUntil } from './support/find-records.ts'
import { usersPath } from './support/paths.ts'
import { walkList } from '../engine/run/paging.ts'

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

import type { Api, GivenUser, Json, Reply } from '../engine/run/check.ts'
import { check } from '../engine/run/check.ts'
import { findExactly, idsOf, listUntil, quoted } from './support/find-users.ts'
import { readPages } from './support/read-pages.ts'

const staged = { activate: false, password: false } as const
const users = '/api/v1/users'

/**
 * Reads the plain list until it ends, has enough, or is too long to read. Other clients may remove the user at a
 * cursor. The target may then refuse the cursor, which is not an end.
 */
async function walkPlainList(
  api: Api,
  isEnough: (seen: readonly Json[]) => boolean,
): Promise<{ seen: readonly Json[]; ended: boolean }> {
  const seen: Json[] = []
  let page = await api.get(users, { query: { limit: 200 } })
  for (let pages = 1; ; pages++) {
    seen.push(...page.items)
    const next = page.links['next']
    if (next === undefined || isEnough(seen)) return { seen, ended: true }
    if (pages === 100) return { seen, ended: false }
    page = await api.get(next)
    if (page.status >= 400) return { seen, ended: false }
  }
}

check(
  'the plain list shows all users but the DEPROVISIONED ones',
  { judges: ['users.list.hides-deprovisioned', 'users.list.shows-others'] },
  async ({ given, api, judge, poll, rely }) => {
    const gone = await given.user({ status: 'DEPROVISIONED' })
    // Later than the other user, so that a lagging list shows the other's new state when it shows these.
    const shown = [
      await given.fresh.user({ activate: false }),
      await given.fresh.user({ status: 'SUSPENDED' }),
    ]
    const showsAll = (seen: readonly Json[]): boolean =>
      shown.every(({ id, json }) => seen.some((user) => user?.id === id && user.status === json.status))
    const { seen, ended } = await poll.until(
      () => walkPlainList(api, showsAll),
      (walk) => showsAll(walk.seen),
    )
    judge('users.list.hides-deprovisioned').every(seen, (user: Json) => user?.status !== 'DEPROVISIONED')
    judge('users.list.hides-deprovisioned').none(seen, { id: gone.id })
    judge('users.list.hides-deprovisioned').settle()
    rely('users.list.after', ended, 'the list of users ends within 100 pages')
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
    const { given, api, judge, unique, poll } = context
    const word = (hint: string): string => unique(hint).replaceAll('-', '')
    const profile = { firstName: word('first'), lastName: word('last'), email: unique.email() }
    const shared = { firstName: word('shared'), lastName: word('shared') }
    const user = await given.user({ ...staged, profile })
    const others = [
      await given.user({ ...staged, profile: shared }),
      await given.user({ ...staged, profile: shared }),
    ]
    for (const [clause, q] of [
      ['users.list.q.first-name', profile.firstName],
      ['users.list.q.last-name', profile.lastName],
      ['users.list.q.email', profile.email],
    ] as const) {
      const reply = await listUntil(context, { q }, (each) => idsOf(each).includes(user.id))
      judge(clause).some(reply.items, { id: user.id })
      judge('users.list.q.excludes').success(reply)
      judge('users.list.q.excludes').none(reply.items, (each: Json) =>
        others.some(({ id }) => id === each?.id),
      )
    }
    const login = unique.login()
    const named = await given.user({ ...staged, profile: { login, email: unique.email() } })
    const listedLater = await given.user({ ...staged, profile: { lastName: login } })
    const byLogin = await listUntil(context, { q: login }, (each) => idsOf(each).includes(listedLater.id))
    judge('users.list.q.excludes').on(byLogin).none(byLogin.items, { id: named.id })
    // The results of q have no second page: the target decides how many it finds at most.
    const most = (await api.get(users, { query: { limit: 2 } })).items.length
    const hits = others.filter((_, at) => at < most)
    const both = await listUntil(
      context,
      { q: shared.lastName, limit: 2 },
      ({ items }) => items.length >= most,
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
    const listed = await poll.until(
      () => api.get(users, { query: { q: lastName } }),
      (each) => idsOf(each).includes(fence.id) && !idsOf(each).includes(gone.id),
    )
    judge('users.list.q.hides-deprovisioned').some(listed.items, { id: fence.id })
    judge('users.list.q.hides-deprovisioned').none(listed.items, { id: gone.id })
  },
)

check(
  'a search is sorted by sortBy, in the order of sortOrder',
  {
    judges: [
      'users.list.sort-by',
      'users.list.sort-asc',
      'users.list.sort-desc',
      'users.list.sort-order-alone',
    ],
  },
  async (context) => {
    const { given, api, judge, unique } = context
    const firstName = unique('sorted')
    const made: GivenUser[] = []
    for (const lastName of ['delta', 'alpha', 'echo', 'bravo', 'charlie'])
      made.push(await given.user({ ...staged, profile: { firstName, lastName } }))
    const search = `profile.firstName eq ${quoted(firstName)}`
    await findExactly(context, { search }, made)
    const ascending = ['alpha', 'bravo', 'charlie', 'delta', 'echo']
    for (const [clause, sortOrder, expected] of [
      ['users.list.sort-by', undefined, ascending],
      ['users.list.sort-asc', 'asc', ascending],
      ['users.list.sort-desc', 'desc', ascending.toReversed()],
    ] as const) {
      const reply = await readPages(api, users, { search, sortBy: 'profile.lastName', sortOrder })
      judge(clause).success(reply)
      judge(clause).on(reply).equal(lastNames(reply), expected, 'the order of the names')
    }
    const unsorted = await readPages(api, users, { search, sortOrder: 'desc' })
    judge('users.list.sort-order-alone').success(unsorted)
    const plain = [await readPages(api, users, { search }), await readPages(api, users, { search })] as const
    // No order is stated for a search without sortBy: if it is always the same, it is the same here.
    if (idsOf(plain[0]).join() === idsOf(plain[1]).join())
      judge('users.list.sort-order-alone')
        .on(unsorted)
        .equal(idsOf(unsorted), idsOf(plain[0]), 'the order without sortOrder')
    judge('users.list.sort-order-alone')
      .on(unsorted)
      .equal(idsOf(unsorted).toSorted(), made.map(({ id }) => id).toSorted(), 'the same users')
  },
)

function lastNames({ items }: Reply): unknown[] {
  return items.map((user) => user?.profile?.lastName)
}

check(
  'sorting takes upper and lower case for the same, and goes by id where values are equal',
  { judges: ['users.list.sort-case', 'users.list.sort-ties'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const firstName = unique('cases')
    const made: GivenUser[] = []
    for (const lastName of ['Delta', 'alpha', 'echo', 'Bravo', 'charlie'])
      made.push(await given.user({ ...staged, profile: { firstName, lastName } }))
    const search = `profile.firstName eq ${quoted(firstName)}`
    await findExactly(context, { search }, made)
    const sorted = await readPages(api, users, { search, sortBy: 'profile.lastName' })
    const expected = ['alpha', 'Bravo', 'charlie', 'Delta', 'echo']
    judge('users.list.sort-case').on(sorted).equal(lastNames(sorted), expected, 'the order of the names')

    // In ASCII a hyphen comes before digits, and digits before letters; 'B' and 'b' differ in case only.
    const department = unique('ascii')
    const marks = ['ab', 'a-z', 'aC', 'a1']
    for (const title of marks) await given.user({ ...staged, profile: { department, title } })
    const byTitle = { search: `profile.department eq ${quoted(department)}`, sortBy: 'profile.title' }
    const ascii = await listUntil(context, byTitle, ({ items }) => items.length >= marks.length)
    judge('users.list.sort-case')
      .on(ascii)
      .equal(
        ascii.items.map((each) => String(each?.profile?.title)),
        ['a-z', 'a1', 'ab', 'aC'],
        'the order of the titles',
      )

    // All have the same firstName. Ids have no stated form, so either text or number order is correct.
    const tied = await readPages(api, users, { search, sortBy: 'profile.firstName' })
    const orders = [compareText, compareFolded, compareNumeric].map((compare) =>
      made.map(({ id }) => id).toSorted(compare),
    )
    judge('users.list.sort-ties').on(tied).oneOf(idsOf(tied), orders, 'in the order of the ids')
  },
)

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function compareFolded(left: string, right: string): number {
  return compareText(left.toLowerCase(), right.toLowerCase())
}

function compareNumeric(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

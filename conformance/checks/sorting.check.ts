/** The order of a search, of users and of groups. */
import { check, type CheckContext, type RequirementId, type Json, type Reply } from '../engine/run/check.ts'
import { idsOf, quoted } from './support/find-records.ts'
import { readPages, walkList } from '../engine/run/api.ts'
import { usersPath, groupsPath } from './support/paths.ts'

interface Sorted {
  readonly title: string
  readonly list: 'users.list' | 'groups.list'
  readonly path: string
  /** The property to sort by, and the one that all records share. */
  readonly sortBy: string
  readonly shared: string
  /** Makes a record with a name and the shared value. Returns its id and its whole name. */
  readonly make: (
    context: CheckContext,
    name: string,
    shared: string,
  ) => Promise<{ readonly id: string; readonly name: string }>
  /** A filter that finds the records without a search, with the requirement that says so. */
  readonly filter: (shared: string, ids: readonly string[]) => readonly [RequirementId, string]
}

const kinds: readonly Sorted[] = [
  {
    title: 'users',
    list: 'users.list',
    path: usersPath,
    sortBy: 'profile.lastName',
    shared: 'profile.firstName',
    make: async ({ given }, lastName, firstName) => {
      const { id } = await given.user({ activate: false, password: false, profile: { lastName, firstName } })
      await given.user({ activate: false, password: false })
      return { id, name: lastName }
    },
    filter: (shared) => ['users.filter.first-name', `profile.firstName eq ${quoted(shared)}`],
  },
  {
    title: 'groups',
    list: 'groups.list',
    path: groupsPath,
    sortBy: 'profile.name',
    shared: 'profile.description',
    make: async ({ given }, name, description) => {
      const group = await given.group({ name: `${description} ${name}`, description })
      await given.group()
      return group
    },
    filter: (_, ids) => ['groups.filter.or', ids.map((id) => `id eq ${quoted(id)}`).join(' or ')],
  },
]

for (const kind of kinds) {
  const { list } = kind
  check(
    `a search of ${kind.title} is sorted by sortBy, in the order of sortOrder, and by id where values are equal`,
    {
      judges: [
        `${list}.sort-by`,
        `${list}.sort-asc`,
        `${list}.sort-desc`,
        `${list}.sort-order-alone`,
        `${list}.sort-ties`,
        'conventions.paging.same-collection',
      ],
      supports: ['conventions.paging.limit'],
    },
    async (context) => {
      const { api, judge, poll, assume, unique } = context
      const shared = unique('sorted')
      const made = []
      for (const name of ['delta', 'alpha', 'echo', 'bravo', 'charlie'])
        made.push(await kind.make(context, name, shared))
      const ids = made.map(({ id }) => id)
      const read = (query: Readonly<Record<string, string | undefined>>): Promise<Reply> =>
        readPages(api, kind.path, query)
      const isWhole = (reply: Reply): boolean => idsOf(reply).toSorted().join() === ids.toSorted().join()
      const search = `${kind.shared} eq ${quoted(shared)}`
      const plain = await poll.until(() => read({ search }), isWhole)

      const ascending = made.map(({ name }) => name).toSorted()
      for (const [requirement, sortOrder, expected, limit] of [
        [`${list}.sort-by`, undefined, ascending, 2],
        [`${list}.sort-asc`, 'asc', ascending, 3],
        [`${list}.sort-desc`, 'desc', ascending.toReversed(), 3],
      ] as const) {
        const query = { search, sortBy: kind.sortBy, ...(sortOrder === undefined ? {} : { sortOrder }) }
        const reply = await read(query)
        judge(requirement).success(reply)
        judge(requirement).on(reply).equal(namesIn(reply.items, kind), expected, 'the order of the names')
        const { items } = await walkList(api, kind.path, { ...query, limit })
        judge(requirement).equal(namesIn(items, kind), expected, `the order over pages of ${limit}`)
      }

      const unsorted = await read({ search, sortOrder: 'desc' })
      judge(`${list}.sort-order-alone`).success(unsorted)
      const alone = judge(`${list}.sort-order-alone`).on(unsorted)
      alone.equal(idsOf(unsorted).toSorted(), ids.toSorted(), `the same ${kind.title}`)
      // No order is stated for a search without sortBy: if it is always the same, it is the same here.
      if (idsOf(plain).join() === idsOf(await read({ search })).join())
        alone.equal(idsOf(unsorted), idsOf(plain), 'the order without sortOrder')

      // All share one value. Ids have no stated form, so either text or number order is correct.
      const tied = await read({ search, sortBy: kind.shared })
      const orders = [byText, byFoldedText, byNumber].map((compare) => ids.toSorted(compare))
      judge(`${list}.sort-ties`).on(tied).oneOf(idsOf(tied), orders, 'in the order of the ids')

      const [owner, filter] = kind.filter(shared, ids)
      const whole = await poll.until(() => read({ filter }), isWhole)
      assume(owner, isWhole(whole), 'the filter finds the records made for it', true)
      const walk = await walkList(api, kind.path, { filter, limit: 2 })
      judge('conventions.paging.same-collection').equal(
        walk.items.map((each) => String(each?.id)).toSorted(),
        ids.toSorted(),
        'what pages of two lead to',
      )
      for (const page of walk.replies)
        judge('conventions.paging.limit')
          .on(page)
          .ok(page.items.length <= 2, 'at most two', page.items.length)
    },
  )
}

/** The values by which records are sorted, in their order. */
function namesIn(records: readonly Json[], { sortBy }: Sorted): string[] {
  return records.map((each) => String(each?.profile?.[sortBy.slice('profile.'.length)]))
}

function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function byFoldedText(left: string, right: string): number {
  return byText(left.toLowerCase(), right.toLowerCase())
}

function byNumber(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

check(
  'sorting takes upper and lower case for the same',
  { judges: ['users.list.sort-case'] },
  async ({ given, api, judge, poll, unique }) => {
    const department = unique('cases')
    // In ASCII a hyphen comes before digits, and digits before letters; 'B' and 'b' differ in case only.
    const titles = ['Delta', 'ab', 'alpha', 'a-z', 'echo', 'aC', 'Bravo', 'a1']
    for (const title of titles)
      await given.user({ activate: false, password: false, profile: { department, title } })
    const query = { search: `profile.department eq ${quoted(department)}`, sortBy: 'profile.title' }
    const sorted = await poll.until(
      () => readPages(api, usersPath, query),
      ({ items }) => items.length >= titles.length,
    )
    judge('users.list.sort-case')
      .on(sorted)
      .equal(
        sorted.items.map((each) => String(each?.profile?.title)),
        ['a-z', 'a1', 'ab', 'aC', 'alpha', 'Bravo', 'Delta', 'echo'],
        'the order of the titles',
      )
  },
)

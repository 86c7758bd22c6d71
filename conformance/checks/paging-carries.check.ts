/** The query that a next link must carry from page to page, in every list. */
import type { CheckContext, ClauseId, Json } from '../engine/run/check.ts'
import { check } from '../engine/run/check.ts'
import { walkList } from './support/walk-list.ts'

check(
  'a search holds on every page of rules',
  { judges: [], supports: ['rules.list.search-excludes'], needs: ['rule-expression'] },
  async ({ given, api, judge, unique, poll }) => {
    const groups = [await given.group()]
    const word = unique('keyword')
    await given.rule({ groups, name: `${word} a`.slice(-50) })
    await given.rule({ groups })
    await given.rule({ groups, name: `${word} b`.slice(-50) })
    await given.rule({ groups })
    const path = '/api/v1/groups/rules'
    const whole = await poll.until(
      () => walkList(api, path, { search: word }),
      ({ items }) => items.length >= 2,
    )
    const found = await walkList(api, path, { search: word, limit: 1 })
    judge('rules.list.search-excludes').equal(
      found.items.map((each) => String(each?.name)).toSorted(),
      whole.items.map((each) => String(each?.name)).toSorted(),
      'what pages of one lead to',
    )
  },
)

check(
  'a filter, a search and a sort order hold on every page of users',
  {
    judges: ['conventions.paging.same-collection'],
    supports: ['users.list.sort-desc', 'users.list.sort-by', 'conventions.paging.limit'],
  },
  async (context) => {
    const { given, unique, judge } = context
    const lastName = unique('carried')
    for (const firstName of ['Bea', 'Ada', 'Cyd']) {
      await given.user({ activate: false, profile: { lastName, firstName } })
      await given.user({ activate: false })
    }
    const named = (json: Json): boolean => json?.profile?.lastName === lastName
    await judgeCarried(context, 'users.filter.last-name', '/api/v1/users', {
      filter: `profile.lastName eq "${lastName}"`,
    })
    const search = `profile.lastName eq "${lastName}"`
    const sorted = await pages(context, '/api/v1/users', {
      search,
      sortBy: 'profile.firstName',
      sortOrder: 'desc',
    })
    judge('users.list.sort-desc').equal(
      sorted.filter(named).map((each) => String(each.profile.firstName)),
      ['Cyd', 'Bea', 'Ada'],
      'the order over all pages',
    )
    const rising = await pages(context, '/api/v1/users', { search, sortBy: 'profile.firstName' })
    judge('users.list.sort-by').equal(
      rising.filter(named).map((each) => String(each.profile.firstName)),
      ['Ada', 'Bea', 'Cyd'],
      'the order over all pages',
    )
  },
)

check(
  'a filter, a search and a sort order hold on every page of groups',
  {
    judges: ['conventions.paging.same-collection'],
    supports: ['groups.list.sort-desc', 'groups.list.sort-by', 'conventions.paging.limit'],
  },
  async (context) => {
    const { given, unique, judge } = context
    const description = unique('carried')
    const made = []
    for (const letter of ['b', 'a', 'c']) {
      made.push(await given.group({ name: unique(letter), description, profile: {} }))
      await given.group()
    }
    const ids = made.map(({ id }) => id)
    await judgeCarried(context, 'groups.filter.or', '/api/v1/groups', {
      filter: ids.map((id) => `id eq "${id}"`).join(' or '),
    })
    const search = `profile.description eq "${description}"`
    const names = made.map(({ name }) => name).toSorted()
    for (const [clause, order, wanted] of [
      ['groups.list.sort-by', {}, names],
      ['groups.list.sort-desc', { sortOrder: 'desc' }, names.toReversed()],
    ] as const) {
      const sorted = await pages(context, '/api/v1/groups', { search, sortBy: 'profile.name', ...order })
      judge(clause).equal(
        sorted.filter((each) => ids.includes(each?.id)).map((each) => String(each.profile?.name)),
        wanted,
        'the order over all pages',
      )
    }
  },
)

/** Judges that pages of one record lead through everything that the query finds at once. */
async function judgeCarried(
  { api, poll, judge, rely }: Pick<CheckContext, 'api' | 'poll' | 'judge' | 'rely'>,
  found: ClauseId,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const idsOf = ({ items }: { readonly items: readonly Json[] }): string[] =>
    items.map((each) => String(each?.id)).toSorted()
  const whole = await poll.until(
    () => walkList(api, path, query),
    ({ items }) => items.length >= 3,
  )
  rely(found, whole.items.length === 3, 'the query finds the three records made for it', true)
  const walk = await walkList(api, path, { ...query, limit: 1 })
  judge('conventions.paging.same-collection').equal(idsOf(walk), idsOf(whole), 'what pages of one lead to')
  for (const page of walk.replies)
    judge('conventions.paging.limit')
      .on(page)
      .ok(page.items.length <= 1, 'at most one', page.items.length)
}

/** Everything that the next links lead to from a page of one record; asks again until it finds three. */
async function pages(
  { api, poll }: Pick<CheckContext, 'api' | 'poll'>,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly Json[]> {
  const { items } = await poll.until(
    () => walkList(api, path, { ...query, limit: 1 }),
    (found) => found.items.length >= 3,
  )
  return items
}

import { a, check } from '../engine/run/check.ts'
import type { CheckContext, GivenGroup, GivenUser, Reply } from '../engine/run/check.ts'
import { type Walk, walkList } from './support/walk-list.ts'

const pagingClauses = [
  'conventions.paging.limit',
  'conventions.paging.complete',
  'conventions.paging.ends',
  'conventions.paging.link-self',
  'conventions.paging.link-next',
  'conventions.paging.links-absolute',
  'conventions.paging.self-limit',
  'conventions.paging.next-limit',
  'conventions.paging.next-after',
] as const

type PagingContext = Pick<CheckContext, 'api' | 'judge' | 'rely' | 'poll'>

/** Three records that a query finds alone: the run's own list, whatever else the target has. */
interface OwnList {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly ids: readonly string[]
  /** The clause to look at if the query does not find them. */
  readonly owner: string
}

check(
  'users are paged by limit and by the links of each page',
  { judges: [...pagingClauses, 'conventions.paging.same-collection'] },
  async (context) => {
    const { given, unique, judge } = context
    const lastName = unique('paged')
    const users: GivenUser[] = []
    for (let made = 0; made < 3; made++) {
      users.push(await given.user({ activate: false, profile: { lastName } }))
      // Other records in between, for a server that loses the search on its way to the next page.
      await given.user({ activate: false })
    }
    const items = await judgePaging(context, {
      path: '/api/v1/users',
      query: { search: `profile.lastName eq "${lastName}"` },
      ids: users.map(({ id }) => id),
      owner: 'users.search.profile',
    })
    judge('conventions.paging.same-collection').every(items, { profile: { lastName } })
  },
)

check(
  'groups are paged by limit and by the links of each page',
  { judges: [...pagingClauses, 'conventions.paging.same-collection'] },
  async (context) => {
    const { given, unique, judge } = context
    const description = unique('paged')
    const groups: GivenGroup[] = []
    for (let made = 0; made < 3; made++) {
      groups.push(await given.group({ description }))
      await given.group()
    }
    const items = await judgePaging(context, {
      path: '/api/v1/groups',
      query: { search: `profile.description eq "${description}"` },
      ids: groups.map(({ id }) => id),
      owner: 'groups.search.description',
    })
    judge('conventions.paging.same-collection').every(items, { profile: { description } })
  },
)

check(
  'clients are paged by limit and by the links of each page',
  { judges: pagingClauses },
  async (context) => {
    const { given, unique } = context
    const prefix = unique('paged')
    const clients = [
      await given.client({ client_name: `${prefix} one` }),
      await given.client({ client_name: `${prefix} two` }),
      await given.client({ client_name: `${prefix} three` }),
    ]
    await judgePaging(context, {
      path: '/oauth2/v1/clients',
      query: { q: prefix },
      ids: clients.map(({ id }) => id),
      owner: 'clients.list.q',
    })
  },
)

/** Judges a list of three records in pages of two; returns everything that the next links led to. */
async function judgePaging(
  { api, judge, rely, poll }: PagingContext,
  list: OwnList,
): Promise<Reply['items']> {
  const own = ({ items }: Walk): string[] => items.map(idOf).filter((id) => list.ids.includes(id))
  const whole = await poll.until(
    () => walkList(api, list.path, { ...list.query, limit: 200 }),
    (found) => own(found).length >= list.ids.length,
  )
  rely(
    list.owner,
    own(whole).length >= list.ids.length,
    'the query finds the three records made for it',
    true,
  )

  const walk = await walkList(api, list.path, { ...list.query, limit: 2 })
  for (const page of walk.replies) judgePage({ judge }, page, 2)
  const [first] = walk.replies
  if (first && first.items.length < list.ids.length) {
    judge('conventions.paging.link-next').on(first).like(first.links, { next: a.string }, 'the first page')
  }
  judge('conventions.paging.ends').ok(walk.ended, 'following next comes to an end', {
    pages: walk.replies.length,
    links: walk.replies.map(({ links }) => links['next']),
  })
  judge('conventions.paging.complete').equal(
    own(walk).toSorted(),
    list.ids.toSorted(),
    'every record is reached exactly once',
  )

  // The whole collection may be long, so only the first page is read.
  const any = await api.get(list.path, { query: { limit: 1 } })
  judgePage({ judge }, any, 1)
  judge('conventions.paging.link-next').on(any).like(any.links, { next: a.string }, 'a page of one record')
  return walk.items
}

function judgePage({ judge }: Pick<PagingContext, 'judge'>, page: Reply, limit: number): void {
  const { self, next } = page.links
  const limited = judge('conventions.paging.limit').on(page)
  limited.like(page.body, a.array)
  limited.ok(page.items.length <= limit, `at most ${limit} items`, page.items.length)
  judge('conventions.paging.link-self').on(page).like(page.links, { self: a.string })
  if (self !== undefined) {
    judge('conventions.paging.links-absolute').on(page).like(self, a.url, 'the self link')
    judge('conventions.paging.self-limit').on(page).like(parametersOf(self), { limit: a.string })
  }
  if (next !== undefined) {
    judge('conventions.paging.links-absolute').on(page).like(next, a.url, 'the next link')
    judge('conventions.paging.next-limit').on(page).like(parametersOf(next), { limit: a.string })
    const following = parametersOf(next)['limit']
    judge('conventions.paging.next-limit')
      .on(page)
      .ok(Number(following) <= limit, `a limit of ${limit}, as it was asked for`, following)
    judge('conventions.paging.next-after').on(page).like(parametersOf(next), { after: a.string })
  }
}

function parametersOf(link: string): Record<string, string> {
  return Object.fromEntries(new URL(link, 'https://base.invalid').searchParams)
}

function idOf(record: Reply['json']): string {
  return String(record?.client_id ?? record?.id)
}

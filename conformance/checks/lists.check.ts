/** Every list that comes in pages: the limit, the cursor and the links of each page. */
import {
  a,
  check,
  type CheckContext,
  type Json,
  type Prerequisite,
  type Reply,
  type RequirementId,
} from '../engine/run/check.ts'
import type { ListName } from '../tables/pages.ts'
import { consentPaths } from './support/arrange.ts'
import { readPages, walkList, type Walk } from '../engine/run/api.ts'
import { clientsPath, groupPath, groupsPath, rulesPath, usersPath } from './support/paths.ts'
import { idOf } from './support/find-records.ts'

/**
 * Reads a list that other clients change meanwhile, several times if needed. A record that comes from one page to the
 * next shows twice, or not at all. Returns the last reading if every one is disturbed.
 */
async function undisturbed<T>(read: () => Promise<T>, isFine: (found: T) => boolean): Promise<T> {
  let found = await read()
  for (let again = 0; again < 3 && !isFine(found); again++) found = await read()
  return found
}

/** Records of a list, which a run made or was given, and a query that finds them. */
interface OwnRecords {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly ids: readonly string[]
}

interface PagedList {
  readonly title: string
  readonly name: ListName
  /** A further requirement about the way from page to page. */
  readonly pages?: RequirementId
  /** The requirement to look at if the query does not find the records. */
  readonly owner: RequirementId
  readonly needs?: readonly Prerequisite[]
  /** The size of the pages: smaller than the number of records. */
  readonly size: 1 | 2
  /** Whether it lists all records of a kind, of other clients too. Every sentence on paging speaks of such a list. */
  readonly isCollection?: true
  /** Whether it may be too long to be read to its end: nothing finds the records of the run alone. */
  readonly isLong?: true
  /** The requirement about the links of a page that more records follow. */
  readonly links?: RequirementId
  /** The requirement about the list without a query, with the demand on each record. */
  readonly plain?: readonly [RequirementId, object]
  /** Requirements about what every page shows, with the demand on each record. */
  readonly shows?: Readonly<Partial<Record<RequirementId, (records: OwnRecords) => object>>>
  readonly arrange: (context: CheckContext) => Promise<OwnRecords>
}

/** Makes three records, each followed by another one. A server may lose the query on its way to the next page. */
async function three(make: (at: number) => Promise<{ readonly id: string }>, other: () => Promise<unknown>) {
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    ids.push((await make(at)).id)
    await other()
  }
  return ids
}

const staged = { activate: false } as const

/** A list of grants, or of refresh tokens, of a user and client. */
const consents = (
  title: string,
  name: 'grants.list' | 'grants.list-client' | 'tokens.list',
  list: 'grants' | 'clientGrants' | 'clientTokens',
): PagedList => ({
  title,
  name,
  owner: `${name}.ok`,
  needs: list === 'clientTokens' ? ['refresh-tokens'] : ['early-access', 'grants'],
  size: 1,
  isLong: true,
  shows: { [`${name}.expand`]: () => ({ _embedded: a.object }) },
  arrange: async ({ need }) => {
    const made = await need(list === 'clientTokens' ? 'refresh-tokens' : 'grants')
    const path = consentPaths(made.userId, made.clientId)[list]
    return { path, query: { expand: 'scope' }, ids: 'grantIds' in made ? made.grantIds : made.tokenIds }
  },
})

const lists: readonly PagedList[] = [
  {
    title: 'users',
    name: 'users.list',
    owner: 'users.search.profile',
    size: 2,
    isCollection: true,
    plain: ['users.list.ok', { id: a.string, status: a.string, profile: a.object }],
    shows: {
      'conventions.paging.same-collection': ({ ids }) => ({ id: a.oneOf(...ids) }),
    },
    arrange: async ({ given, unique }) => {
      const lastName = unique('paged')
      const ids = await three(
        () => given.user({ ...staged, profile: { lastName } }),
        () => given.user(staged),
      )
      return { path: usersPath, query: { search: `profile.lastName eq "${lastName}"` }, ids }
    },
  },
  {
    title: 'groups',
    name: 'groups.list',
    pages: 'groups.search.paging',
    owner: 'groups.search.description',
    size: 2,
    isCollection: true,
    plain: ['groups.list.ok', { id: a.string, type: a.string, profile: a.object }],
    shows: {
      'conventions.paging.same-collection': ({ ids }) => ({ id: a.oneOf(...ids) }),
    },
    arrange: async ({ given, unique }) => {
      const description = unique('paged')
      const ids = await three(
        () => given.group({ description }),
        () => given.group(),
      )
      return { path: groupsPath, query: { search: `profile.description eq "${description}"` }, ids }
    },
  },
  {
    title: 'clients',
    name: 'clients.list',
    owner: 'clients.list.q',
    size: 2,
    isCollection: true,
    links: 'clients.list.links',
    arrange: async ({ given, unique }) => {
      const prefix = unique('paged')
      const made = ['one', 'two', 'three'].map((end) => given.client({ client_name: `${prefix} ${end}` }))
      return { path: clientsPath, query: { q: prefix }, ids: (await Promise.all(made)).map(({ id }) => id) }
    },
  },
  {
    title: 'members of a group',
    name: 'membership.list',
    owner: 'membership.list.ok',
    size: 1,
    arrange: async ({ given }) => {
      const members = [await given.user(staged), await given.user(staged), await given.user(staged)]
      const group = await given.group({ members })
      return { path: `${group.path}/users`, ids: members.map(({ id }) => id) }
    },
  },
  {
    title: 'group rules',
    name: 'rules.list',
    owner: 'rules.list.ok',
    needs: ['rule-expression'],
    size: 2,
    isLong: true,
    arrange: async ({ given }) => {
      const groups = [await given.group()]
      return {
        path: rulesPath,
        ids: await three(
          () => given.rule({ groups }),
          () => Promise.resolve(),
        ),
      }
    },
  },
  {
    title: 'applications of a group',
    name: 'group-apps.list',
    owner: 'group-apps.list.ok',
    needs: ['application'],
    size: 1,
    isLong: true,
    arrange: async ({ api, need, assume }) => {
      const { groupId } = await need('application')
      assume('group-apps.list.ok', groupId !== undefined, 'a group with an application is supplied')
      const path = `${groupPath(groupId)}/apps`
      const { items } = await readPages(api.control('group-apps.list.ok'), path, {})
      assume('group-apps.list.ok', items.length > 1, 'the group has more than one application')
      return { path, ids: items.map(idOf) }
    },
  },
  consents('grants of a user', 'grants.list', 'grants'),
  consents('grants of a user for a client', 'grants.list-client', 'clientGrants'),
  consents('refresh tokens', 'tokens.list', 'clientTokens'),
]

const limitOf = ({ name }: PagedList): RequirementId => `${name}.limit`

/** The requirements about the way from page to page. */
const aftersOf = ({ name, pages }: PagedList): RequirementId[] => [`${name}.after`, ...(pages ? [pages] : [])]

/** The requirements about the links of every page. */
const linkRequirements = [
  'conventions.paging.links-absolute',
  'conventions.paging.self-limit',
  'conventions.paging.next-limit',
  'conventions.paging.next-after',
] as const

const collectionRequirements = [
  ...linkRequirements,
  'conventions.paging.limit',
  'conventions.paging.complete',
  'conventions.paging.ends',
  'conventions.paging.link-self',
  'conventions.paging.link-next',
] as const

for (const list of lists) {
  const shown = Object.keys(list.shows ?? {}) as RequirementId[]
  check(
    `${list.title} come in pages of the asked size, each behind the next link of the one before`,
    {
      judges: [
        limitOf(list),
        ...aftersOf(list),
        ...(list.links === undefined ? [] : [list.links]),
        ...(list.plain === undefined ? [] : [list.plain[0]]),
        ...(list.isCollection ? [...collectionRequirements, ...shown] : []),
      ],
      supports: list.isCollection ? [] : [...linkRequirements, ...shown],
      needs: list.needs ?? [],
      quick: ['groups.list', 'clients.list'].includes(list.name),
    },
    async (context) => judgeList(context, list, await list.arrange(context)),
  )
}

/** Reads the records of the run in pages of the target's size, and then of the asked size. */
async function judgeList(context: CheckContext, list: PagedList, records: OwnRecords): Promise<void> {
  const { api, judge, poll, assume } = context
  const { path, query = {}, ids } = records
  const own = ({ items }: Walk): string[] => items.map(idOf).filter((id) => ids.includes(id))
  const isWhole = (walk: Walk): boolean => own(walk).toSorted().join() === ids.toSorted().join()
  const maxPages = list.isLong ? 100 : 12
  const whole = await poll.until(() => walkList(api, path, query, maxPages), isWhole)
  assume(list.owner, own(whole).length >= ids.length, 'the list shows the records made for it', true)
  // The links name a limit where none was asked for, too.
  if (list.isCollection) judgePage(context, list, whole.replies[0]!, Infinity)

  // Other clients may change a list with their records meanwhile.
  const walk = await undisturbed(() => walkList(api, path, { ...query, limit: list.size }, maxPages), isWhole)
  for (const [at, page] of walk.replies.entries())
    // A refused cursor is no matter of the limit.
    if (at === 0 || page.status < 300) judgePage(context, list, page, list.size)
  judge(limitOf(list)).some(walk.items, (each) => idOf(each) !== 'undefined', 'pages with records')
  // The check does not read a very long list to its end.
  const isCut = list.isLong === true && walk.replies.length === maxPages
  for (const requirement of aftersOf(list)) {
    judge(requirement).ok(walk.replies.length > 1, 'more than one page', walk.replies.length)
    judge(requirement).ok(walk.ended || isCut, 'the list ends')
    if (!isCut) judge(requirement).equal(own(walk).toSorted(), ids.toSorted(), 'each record once')
  }
  for (const [requirement, demand] of Object.entries(list.shows ?? {}))
    judge(requirement as RequirementId).every([...whole.items, ...walk.items], demand(records))
  if (list.isCollection) await judgeCollection(context, list, records, walk)
  if (list.name === 'membership.list') await judgeRemoval(context, records, walk)
}

/** A member who leaves while the second page is awaited takes nobody else out of it. */
async function judgeRemoval(
  { api, judge }: CheckContext,
  { path, ids }: OwnRecords,
  { replies: [first], items: [gone] }: Walk,
): Promise<void> {
  const next = first?.links['next']
  if (next === undefined) return
  await api.control('membership.remove.no-content').delete(`${path}/${idOf(gone)}`)
  const { replies, items } = await walkList(api, next, {})
  // Nothing says that a cursor outlives the record before it.
  if (replies.some(({ status }) => status >= 300)) return
  const left = ids.filter((id) => id !== idOf(gone))
  judge('membership.list.after').equal(items.map(idOf).toSorted(), left.toSorted(), 'the members who stay')
}

async function judgeCollection(
  context: CheckContext,
  list: PagedList,
  { path, ids }: OwnRecords,
  walk: Walk,
): Promise<void> {
  const { api, judge } = context
  const [first] = walk.replies
  if (first && first.items.length < ids.length) {
    judge('conventions.paging.link-next').on(first).like(first.links, { next: a.string }, 'the first page')
    if (list.links !== undefined) judge(list.links).like(first.links, { self: a.url, next: a.url })
  }
  judge('conventions.paging.ends').ok(walk.ended, 'following next comes to an end', {
    pages: walk.replies.length,
    links: walk.replies.map(({ links }) => links['next']),
  })
  const seen = walk.items.map(idOf).filter((id) => ids.includes(id))
  judge('conventions.paging.complete').equal(
    seen.toSorted(),
    ids.toSorted(),
    'every record is reached exactly once',
  )

  // The whole collection may be long, so only two pages are read. Other clients may move a record from one to the next.
  const [any, second] = await undisturbed(
    async () => {
      const page = await api.get(path, { query: { limit: 1 } })
      const { next } = page.links
      return [page, next === undefined ? undefined : await api.get(next)] as const
    },
    ([one, other]) =>
      other !== undefined && other.status < 300 && !other.items.map(idOf).includes(idOf(one.items[0])),
  )
  judgePage(context, list, any, 1)
  if (list.plain !== undefined) {
    const [requirement, demand] = list.plain
    judge(requirement).success(any)
    judge(requirement).on(any).every(any.items, demand)
  }
  judge('conventions.paging.link-next').on(any).like(any.links, { next: a.string }, 'a page of one record')
  const after = `${list.name}.after` as const
  judge(after).ok(second !== undefined, 'a page behind that of one record', any.links)
  if (second !== undefined)
    judge(after)
      .on(second)
      .every(second.items, (each: Json) => idOf(each) !== idOf(any.items[0]))
}

function judgePage({ judge }: CheckContext, list: PagedList, page: Reply, limit: number): void {
  const { self, next } = page.links
  for (const requirement of [
    limitOf(list),
    ...(list.isCollection ? ['conventions.paging.limit' as const] : []),
  ]) {
    const limited = judge(requirement).on(page)
    limited.like(page.body, a.array)
    limited.ok(page.items.length <= limit, `at most ${limit} items`, page.items.length)
  }
  if (list.isCollection) judge('conventions.paging.link-self').on(page).like(page.links, { self: a.string })
  for (const [relation, link] of Object.entries({ self, next })) {
    if (link === undefined) continue
    judge('conventions.paging.links-absolute').on(page).like(link, a.url, `the ${relation} link`)
    const asked = Object.fromEntries(new URL(link, 'https://base.invalid').searchParams)
    const limited = judge(`conventions.paging.${relation as 'self' | 'next'}-limit`).on(page)
    limited.like(asked, { limit: a.string })
    if (relation === 'self') continue
    limited.ok(Number(asked['limit']) <= limit, `a limit of ${limit}, as it was asked for`, asked['limit'])
    judge('conventions.paging.next-after').on(page).like(asked, { after: a.string })
  }
}

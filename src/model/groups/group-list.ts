import { refuse } from '../../contract/errors.ts'
import {
  firstSorted,
  type Equality,
  exactFirst,
  fold,
  groupFilter,
  groupSearch,
  KnownExpressions,
  type Predicate,
  type PropertyType,
  startsWithKeyword,
} from '../../query/index.ts'
import type { GroupCollection, GroupRecord } from './group-record.ts'
import { type ListQuery, type Page, pageOf } from '../kernel/paged-list.ts'
import { refuseQuery, refuseSorting } from '../kernel/query-refusal.ts'
import type { SearchLag } from '../kernel/search-lag.ts'
import { sortedPage } from '../kernel/sorted-page.ts'

/** The query of a list of groups (Groups, GET /api/v1/groups). */
export type GroupListQuery = ListQuery<GroupRecord>

/** Finds groups: the plain list, `search`, `filter` and `q`. */
export class GroupList {
  readonly #collection: GroupCollection
  readonly #lag: SearchLag<GroupRecord>
  readonly #search: KnownExpressions
  readonly #filter: KnownExpressions

  /**
   * @param types The names of the group types.
   * @param properties The other profile properties: custom and imported ones. The same map until they change.
   */
  constructor(
    collection: GroupCollection,
    lag: SearchLag<GroupRecord>,
    types: readonly string[],
    properties: () => ReadonlyMap<string, PropertyType>,
  ) {
    this.#collection = collection
    this.#lag = lag
    const search = groupSearch({ get: (name) => properties().get(name), keys: () => properties().keys() })
    this.#search = new KnownExpressions(search, properties)
    this.#filter = new KnownExpressions(groupFilter(types))
  }

  /**
   * One page.
   *
   * @throws `Refusal` for a wrong expression, or parameters that exclude each other.
   */
  page(query: GroupListQuery): Page<GroupRecord> {
    const given = (['search', 'filter', 'q'] as const).filter((name) => query[name] !== undefined)
    const [first, second] = given
    if (first === 'filter' && second === 'q') return this.#byKeyword(query.q!, query)
    if (first && second) return refuse('search-and-filter', { first, second })
    if (first === 'q') return this.#byKeyword(query.q!, query)
    if (first === 'search') return this.#bySearch(query.search!, query)
    if (first === 'filter') return this.#inOrder(this.#matching(query.filter!, this.#filter, query), query)
    return this.#scan(query)
  }

  /** The plain list shows the current state, in the order of creation. */
  #scan({ after, limit, visible }: GroupListQuery): Page<GroupRecord> {
    return this.#collection.page({
      limit,
      where: visible,
      after: typeof after === 'number' ? after : undefined,
    })
  }

  /** Groups that match a filter and whose names begin with the keyword, in any case. Exact matches come first. */
  #byKeyword(keyword: string, query: GroupListQuery): Page<GroupRecord> {
    const isNamed = startsWithKeyword(keyword, ['profile.name'])
    const found =
      query.filter === undefined
        ? this.#seen(both(isNamed, query.visible), undefined)
        : this.#matching(query.filter, this.#filter, query).filter(isNamed)
    const items = exactFirst(found, keyword, 'profile.name')
    return { items: items.slice(0, query.limit) }
  }

  #bySearch(text: string, query: GroupListQuery): Page<GroupRecord> {
    const { sortBy, sortOrder = 'asc' } = query
    const items = this.#matching(text, this.#search, query)
    if (sortBy === undefined) return this.#inOrder(items, query)
    const { dialect } = this.#search
    const { after, limit } = query
    return refuseSorting(
      () =>
        sortedPage((wanted) => firstSorted(items, sortBy, sortOrder, dialect, wanted), {
          sortBy,
          after,
          limit,
        }),
      'profile.name',
    )
  }

  #inOrder(items: readonly GroupRecord[], query: GroupListQuery): Page<GroupRecord> {
    return pageOf(items, query, (group) => this.#place(group))
  }

  #matching(text: string, expressions: KnownExpressions, { visible }: GroupListQuery): GroupRecord[] {
    const { predicate, equalities } = refuseQuery(() => expressions.read(text), expressions.dialect)
    return this.#seen(both(predicate, visible), this.#candidates(equalities))
  }

  /** All matches as searches see them: rows changed within the lag count with their earlier state. */
  #seen(where: GroupTest, candidates: readonly GroupRecord[] | undefined): GroupRecord[] {
    const isCurrent = this.#lag.stale().size === 0
    return isCurrent && candidates ? candidates.filter(where) : this.#lag.seen(this.#collection, where)
  }

  /** Groups that an index finds for one of the equalities. They include every match. */
  #candidates(equal: readonly Equality[]): readonly GroupRecord[] | undefined {
    for (const { property, values } of equal) {
      if (property === 'id') {
        const found = values.map((id) => this.#collection.get(String(id)))
        if (found.every((group) => group !== undefined)) return this.#byCreation(found)
      }
      if (property === 'profile.name') {
        return this.#byCreation(values.flatMap((name) => this.#collection.allBy('name', fold(String(name)))))
      }
    }
    return undefined
  }

  #byCreation(groups: readonly GroupRecord[]): readonly GroupRecord[] {
    return [...new Set(groups)].sort((a, b) => this.#place(a) - this.#place(b))
  }

  /** The place of a group in the order of creation, or its earlier place if it was removed. */
  #place(group: GroupRecord): number {
    return this.#collection.sequenceOf(group.id) ?? this.#lag.placeOf(group.id)
  }
}

type GroupTest = (group: GroupRecord) => boolean

function both(where: Predicate, visible: GroupListQuery['visible']): GroupTest {
  return visible ? (group) => where(group) && visible(group) : where
}

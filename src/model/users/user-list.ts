import { foldLogin } from '../../contract/formats/index.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import { refuse } from '../../contract/errors.ts'
import {
  compileTests,
  type Equality,
  firstSorted,
  type KnownExpression,
  KnownExpressions,
  type PropertyType,
  sortKey,
  keywordTests,
  startsWithKeyword,
  userFilter,
  userSearch,
  fold,
} from '../../query/index.ts'
import { type ListQuery, type Page, pageOf } from '../kernel/paged-list.ts'
import { refuseQuery, refuseSorting } from '../kernel/query-refusal.ts'
import type { UserRecord } from './records.ts'
import type { SearchLag } from '../kernel/search-lag.ts'
import { sortedPage } from '../kernel/sorted-page.ts'
import type { UserCollection } from './user-collection.ts'

/** The query of a list of users (Users, GET /api/v1/users). */
export type UserListQuery = ListQuery<UserRecord>

/** The properties that `q` searches (Users). */
const keywordProperties = ['profile.firstName', 'profile.lastName', 'profile.email']

/** Finds users: the plain list, `search`, `filter` and `q`. */
export class UserList {
  readonly #collection: UserCollection
  readonly #lag: SearchLag<UserRecord>
  readonly #search: KnownExpressions
  readonly #filter = new KnownExpressions(userFilter())

  constructor(
    collection: UserCollection,
    lag: SearchLag<UserRecord>,
    customProperties: () => ReadonlyMap<string, PropertyType>,
  ) {
    this.#collection = collection
    this.#lag = lag
    const dialect = userSearch({
      get: (name) => customProperties().get(name),
      keys: () => customProperties().keys(),
    })
    this.#search = new KnownExpressions(dialect, customProperties)
  }

  /**
   * One page.
   *
   * @throws `Refusal` for a wrong expression, or parameters that exclude each other.
   */
  page(query: UserListQuery): Page<UserRecord> {
    const { search, filter, q } = query
    if (Number(search !== undefined) + Number(filter !== undefined) + Number(q !== undefined) > 1) {
      const [first, second] = (['search', 'filter', 'q'] as const).filter((name) => query[name] !== undefined)
      return refuse('search-and-filter', { first: first!, second: second! })
    }
    if (q !== undefined) return this.#byKeyword(q, query)
    if (search !== undefined) return this.#byExpression(search, this.#search, query)
    if (filter !== undefined) return this.#byExpression(filter, this.#filter, query)
    return this.#everyone(query)
  }

  #everyone(query: UserListQuery): Page<UserRecord> {
    const { visible } = query
    const where = visible ? (user: UserRecord) => isListed(user) && visible(user) : isListed
    return this.#scan(where, query)
  }

  #byKeyword(keyword: string, query: UserListQuery): Page<UserRecord> {
    const { columns } = this.#collection
    if (this.#lag.stale().size === 0 && columns.areWorthIt) {
      const where = and(isListed, query.visible)
      const page = columns.page(keywordTests(keyword, keywordProperties), { limit: query.limit, where })
      return { items: page.items }
    }
    const matches = startsWithKeyword(keyword, keywordProperties)
    const where = and((user) => isListed(user) && matches(user), query.visible)
    const items = this.#matching(where, undefined)
    return { items: items.slice(0, query.limit) }
  }

  #byExpression(text: string, expressions: KnownExpressions, query: UserListQuery): Page<UserRecord> {
    const { dialect } = expressions
    const expression = refuseQuery(() => expressions.read(text), dialect)
    const sorted = expressions === this.#search && query.sortBy !== undefined
    if (sorted) return refuseSorting(() => this.#sorted(expression, query.sortBy!, query), 'profile.lastName')
    const candidates = this.#candidates(expression.equalities)
    if (!candidates && this.#lag.stale().size === 0) return this.#inPlace(expression, expressions, query)
    const where = and(expression.predicate, query.visible)
    const items = this.#matching(where, candidates)
    return pageOf(items, query, (user) => this.#collection.sequenceOf(user.id) ?? this.#lag.placeOf(user.id))
  }

  #sorted(known: KnownExpression, property: string, query: UserListQuery): Page<UserRecord> {
    const { sortOrder: order = 'asc', after, limit, visible } = query
    const { dialect } = this.#search
    const { columns } = this.#collection
    const candidates = this.#candidates(known.equalities)
    const page = { sortBy: property, after, limit }
    if (!candidates && this.#lag.stale().size === 0 && columns.areWorthIt) {
      const tests = compileTests(known.expression, dialect)
      const key = sortKey(property, dialect)
      return sortedPage(
        (wanted) => columns.sorted(tests, { property, key, order, where: visible, ...wanted }),
        page,
      )
    }
    const items = this.#matching(and(known.predicate, visible), candidates)
    return sortedPage((wanted) => firstSorted(items, property, order, dialect, wanted), page)
  }

  /** The matches in the order of creation, from the cursor on. */
  #inPlace(known: KnownExpression, { dialect }: KnownExpressions, query: UserListQuery): Page<UserRecord> {
    const { after, limit, visible } = query
    const { columns } = this.#collection
    if (!columns.areWorthIt) return this.#scan(and(known.predicate, visible), query)
    const begin = typeof after === 'number' ? after : undefined
    return columns.page(compileTests(known.expression, dialect), { after: begin, limit, where: visible })
  }

  /** The plain scan in the order of creation, from the cursor on. */
  #scan(where: (user: UserRecord) => boolean, { after, limit }: UserListQuery): Page<UserRecord> {
    return this.#collection.page({
      limit,
      where,
      ...(typeof after === 'number' ? { after } : {}),
    })
  }

  /** All matches as searches see them: rows changed within the lag count with their earlier state. */
  #matching(where: UserPredicate, candidates: Iterable<UserRecord> | undefined): UserRecord[] {
    if (this.#lag.stale().size > 0) return this.#lag.seen(this.#collection, where)
    const items: UserRecord[] = []
    for (const user of candidates ?? this.#collection.scan()) if (where(user)) items.push(user)
    return items
  }

  /** Users that an index finds for one of the equalities. They include every match. */
  #candidates(equal: readonly Equality[]): readonly UserRecord[] | undefined {
    for (const { property, values } of equal) {
      const found = this.#indexed(property, values.map(String))
      if (found) return found
    }
    return undefined
  }

  #indexed(property: string, values: readonly string[]): readonly UserRecord[] | undefined {
    const collection = this.#collection
    switch (property) {
      case 'id': {
        const found = values.map((id) => collection.get(id))
        return found.every((user) => user !== undefined) ? inOrder(found, collection) : undefined
      }
      case 'profile.login':
        return inOrder(
          values.flatMap((login) => collection.by('login', foldLogin(login)) ?? []),
          collection,
        )
      case 'profile.email':
        return inOrder(
          values.flatMap((email) => [...collection.allBy('email', fold(email))]),
          collection,
        )
      case 'status':
        return this.#byStatus(values)
      default:
        return undefined
    }
  }

  #byStatus(values: readonly string[]): readonly UserRecord[] | undefined {
    const [value] = values
    const status = userStatuses.find((each) => each === value?.toUpperCase())
    // A status of most users does not help: a scan needs no list of candidates.
    if (values.length !== 1 || !status) return undefined
    if (this.#collection.countBy('status', status) > this.#collection.size / 8) return undefined
    return [...this.#collection.allBy('status', status)]
  }
}

function isListed(user: UserRecord): boolean {
  return user.status !== 'DEPROVISIONED'
}

type UserPredicate = (user: UserRecord) => boolean

function and(where: UserPredicate, visible: UserPredicate | undefined): UserPredicate {
  return visible ? (user) => where(user) && visible(user) : where
}

function inOrder(users: readonly UserRecord[], collection: UserCollection): readonly UserRecord[] {
  if (users.length < 2) return users
  const unique = [...new Set(users)]
  if (unique.length < 2) return unique
  return unique.sort((a, b) => (collection.sequenceOf(a.id) ?? 0) - (collection.sequenceOf(b.id) ?? 0))
}

import { refuse } from '../../contract/errors/refusal.ts'
import type { RefusalName } from '../../contract/errors/catalogue.ts'
import { withOperators } from '../../contract/formats/counted.ts'
import {
  compileTests,
  exactFirst,
  firstSorted,
  type Dialect,
  type FirstSorted,
  keywordTests,
  QuerySyntaxError,
  type ReadExpression,
  readExpression,
  sortKey,
  startsWithKeyword,
} from '../../query/index.ts'
import type { SearchLag } from './search-lag.ts'
import type { Table } from './table.ts'

/** The start of a page: after a sequence, or after the place of a row in a sorted list. */
export type Position = number | readonly (string | number | boolean | null)[]

/** The query of a searchable list. */
export interface ListQuery<Row> {
  readonly search?: string | undefined
  readonly filter?: string | undefined
  readonly q?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  readonly after?: Position | undefined
  readonly limit: number
  /** Leaves out rows that the caller may not see. */
  readonly visible?: ((row: Row) => boolean) | undefined
}

/** A page of a list, and the start of the next page if more rows follow. */
export interface Page<Row> {
  readonly items: readonly Row[]
  readonly next?: Position
}

type Test<Row> = (row: Row) => boolean

/** How records of one kind are searched. */
export interface Searching<Row> {
  readonly search: Dialect
  readonly filter: Dialect
  /** The rows of the plain list and of `q`. Default: all. */
  readonly isListed?: Test<Row>
  /** The properties that `q` searches. */
  readonly keywords: readonly string[]
  /** The property of which a value that is the whole `q` comes first. Then `q` also works within a filter. */
  readonly exact?: string
  /** A property by which rows can be sorted, for a message about another one. */
  readonly sortedBy: string
  /** Rows that an index finds for values of a property, those of each by creation; undefined if no index helps. */
  readonly indexed: (property: string, values: readonly string[]) => readonly (Row | undefined)[] | undefined
}

/** Finds records of one kind: the plain list, `search`, `filter` and `q`. */
export class SearchableList<Row extends { readonly id: string }> {
  readonly #collection: Table<Row, never, never>
  readonly #lag: SearchLag<Row>
  readonly #searching: Searching<Row>

  constructor(collection: Table<Row, never, never>, lag: SearchLag<Row>, searching: Searching<Row>) {
    this.#collection = collection
    this.#lag = lag
    this.#searching = searching
  }

  /**
   * One page.
   *
   * @throws `Refusal` for a wrong expression, or parameters that exclude each other.
   */
  page(query: ListQuery<Row>): Page<Row> {
    const { search, filter, q } = query
    if (Number(search !== undefined) + Number(filter !== undefined) + Number(q !== undefined) > 1) {
      this.#refuseSeveral(query)
    }
    if (q !== undefined) return this.#byKeyword(q, query)
    if (search !== undefined) return this.#byExpression(search, this.#searching.search, query)
    if (filter !== undefined) return this.#byExpression(filter, this.#searching.filter, query)
    return this.#scan(this.#listed(query), query)
  }

  #refuseSeveral(query: ListQuery<Row>): void {
    const [first, second] = (['search', 'filter', 'q'] as const).filter((name) => query[name] !== undefined)
    if (this.#searching.exact !== undefined && first === 'filter') return
    refuse('search-and-filter', { first: first!, second: second! })
  }

  /** The rows of the plain list; undefined for all. */
  #listed({ visible }: ListQuery<Row>): Test<Row> | undefined {
    const { isListed } = this.#searching
    return isListed && visible ? and(isListed, visible) : (isListed ?? visible)
  }

  #byKeyword(keyword: string, query: ListQuery<Row>): Page<Row> {
    const { keywords, exact, filter } = this.#searching
    const { limit } = query
    const { columns } = this.#collection
    const where = this.#listed(query)
    if (exact === undefined && this.#isCurrent && columns.areWorthIt) {
      return { items: columns.page(keywordTests(keyword, keywords), { limit, where }).items }
    }
    const matches = and<Row>(startsWithKeyword(keyword, keywords), where)
    const known = query.filter === undefined ? undefined : this.#read(query.filter, filter)
    const found = known
      ? this.#matching(and<Row>(known.predicate, matches), this.#candidates(known))
      : this.#matching(matches, undefined)
    return { items: (exact === undefined ? found : exactFirst(found, keyword, exact)).slice(0, limit) }
  }

  #byExpression(text: string, dialect: Dialect, query: ListQuery<Row>): Page<Row> {
    const { search, sortedBy } = this.#searching
    const known = this.#read(text, dialect)
    if (dialect === search && query.sortBy !== undefined) {
      return refuseSorting(() => this.#sorted(known, query.sortBy!, query), sortedBy)
    }
    const candidates = this.#candidates(known)
    if (!candidates && this.#isCurrent) return this.#inPlace(known, dialect, query)
    const items = this.#matching(and<Row>(known.predicate, query.visible), candidates)
    return pageOf(items, query, (row) => this.#collection.sequenceOf(row.id) ?? this.#lag.placeOf(row.id))
  }

  #sorted(known: ReadExpression, property: string, query: ListQuery<Row>): Page<Row> {
    const { sortOrder: order = 'asc', after, limit, visible } = query
    const { search: dialect } = this.#searching
    const { columns } = this.#collection
    const candidates = this.#candidates(known)
    const page = { after, limit }
    if (!candidates && this.#isCurrent && columns.areWorthIt) {
      const tests = compileTests(known.expression, dialect)
      const key = sortKey(property, dialect)
      return sortedPage(
        (wanted) => columns.sorted(tests, { property, key, order, where: visible, ...wanted }),
        page,
        property,
      )
    }
    const items = this.#matching(and<Row>(known.predicate, visible), candidates)
    return sortedPage((wanted) => firstSorted(items, property, order, dialect, wanted), page, property)
  }

  /** The matches in the order of creation, from the cursor on. */
  #inPlace(known: ReadExpression, dialect: Dialect, query: ListQuery<Row>): Page<Row> {
    const { after, limit, visible } = query
    const { columns } = this.#collection
    if (!columns.areWorthIt) return this.#scan(and<Row>(known.predicate, visible), query)
    const begin = typeof after === 'number' ? after : undefined
    return columns.page(compileTests(known.expression, dialect), { after: begin, limit, where: visible })
  }

  /** The plain scan in the order of creation, from the cursor on. */
  #scan(where: Test<Row> | undefined, { after, limit }: ListQuery<Row>): Page<Row> {
    return this.#collection.page({ limit, where, after: typeof after === 'number' ? after : undefined })
  }

  get #isCurrent(): boolean {
    return this.#lag.stale().size === 0
  }

  #read(text: string, dialect: Dialect): ReadExpression {
    return refuseQuery(() => readExpression(text, dialect), dialect)
  }

  /** All matches as searches see them: rows changed within the lag count with their earlier state. */
  #matching(where: Test<Row>, candidates: Iterable<Row> | undefined): Row[] {
    if (!this.#isCurrent) return this.#lag.seen(this.#collection, where)
    const items: Row[] = []
    for (const row of candidates ?? this.#collection.values()) if (where(row)) items.push(row)
    return items
  }

  /** Rows that an index finds for one of the equalities, by creation. They include every match. */
  #candidates({ equalities }: ReadExpression): readonly Row[] | undefined {
    for (const { property, values } of equalities) {
      const found = this.#searching.indexed(property, values.map(String))
      if (!found || found.includes(undefined)) continue
      return values.length === 1 ? (found as Row[]) : this.#byCreation(found as Row[])
    }
    return undefined
  }

  #byCreation(rows: readonly Row[]): readonly Row[] {
    const place = ({ id }: Row): number => this.#collection.sequenceOf(id) ?? 0
    return [...new Set(rows)].sort((a, b) => place(a) - place(b))
  }
}

function and<Row>(where: Test<Row>, also: Test<Row> | undefined): Test<Row> {
  return also ? (row) => where(row) && also(row) : where
}

/** A page of rows in the order of their sequences, after the cursor. */
function pageOf<Row>(
  rows: readonly Row[],
  { after, limit }: { readonly after?: Position | undefined; readonly limit: number },
  sequenceOf: (row: Row) => number,
): Page<Row> {
  const found = typeof after === 'number' ? rows.findIndex((row) => sequenceOf(row) > after) : 0
  const start = found === -1 ? rows.length : found
  const items = rows.slice(start, start + limit)
  const last = items.at(-1)
  if (last === undefined || start + limit >= rows.length) return { items }
  return { items, next: sequenceOf(last) }
}

/**
 * A page of a sorted list. The cursor contains the last row's key, so that it stays valid after the end of that row.
 *
 * @param first Finds the first rows in the order.
 */
function sortedPage<Row extends { readonly id: string }>(
  first: (wanted: FirstSorted) => readonly Row[],
  { after, limit }: Pick<ListQuery<Row>, 'after' | 'limit'>,
  sortBy: string,
): Page<Row> {
  const beyond = Array.isArray(after) ? ghost(sortBy, after) : undefined
  const found = first({ count: limit + 1, beyond })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  if (!last || found.length <= limit) return { items }
  return { items, next: [keyOf(last, sortBy), last.id] }
}

/** A stand-in for the row of a cursor. */
function ghost(sortBy: string, [key, id]: readonly unknown[]): object {
  const row: Record<string, unknown> = { id }
  const path = sortBy.split('.')
  const name = path.pop()!
  let place = row
  for (const step of path) place = (place[step] ??= {}) as Record<string, unknown>
  if (name !== 'id' || path.length > 0) place[name] = key
  return row
}

function keyOf(row: object, sortBy: string): string | number | boolean | null {
  let value: unknown = row
  for (const step of sortBy.split('.')) value = (value as Record<string, unknown> | undefined)?.[step]
  if (Array.isArray(value)) value = value[0]
  return value === undefined ? null : (value as string | number | boolean)
}

/**
 * Sorts, and turns an unknown property into a `Refusal` that names `sortBy`.
 *
 * @param example A property that the dialect knows.
 */
function refuseSorting<Result>(read: () => Result, example: string): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    const { expected, found, hint } = error
    const got = `sortBy: expected ${expected}, got ${found}${hint === undefined ? '' : `: ${hint}`}`
    return refuse('sort-property', { message: got, example })
  }
}

/** Reads a query, and turns its error into a `Refusal`. */
export function refuseQuery<Result>(read: () => Result, dialect: Dialect): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    const { kind, message } = error
    const isFilter = dialect.caseSensitiveValues
    const because = kind === 'operator' || kind === 'value' ? kind : undefined
    const refuseFor = (name: RefusalName, values = {}): never =>
      refuse(name, { message, ...values }, { because })
    if (kind === 'date') return refuseFor('invalid-date', { parameter: isFilter ? 'filter' : 'search' })
    if (!isFilter) return refuseFor('invalid-search')
    if (kind !== 'property' && kind !== 'operator') return refuseFor('invalid-filter')
    const known = dialect.known?.() ?? []
    const filters = withOperators(known.map((path) => [path, dialect.property(path)?.operators ?? []]))
    return refuseFor('unsupported-filter', { filters })
  }
}

import type { DataQuery } from './data-query.ts'
import { compileOrderBy, type Compare } from './order-by.ts'
import { isQuery, Query } from './query.ts'

/** Which of the matching records are wanted, as @msw/data spells it. */
export interface Selection {
  /** How many at most; a negative number counts from the end. */
  readonly take?: number | undefined
  /** How many to pass over first. */
  readonly skip?: number | undefined
  /** The record to begin at, that one included; an earlier version of it will do. */
  readonly cursor?: Row | undefined
  readonly orderBy?: unknown
  /** Whether finding none is a mistake. */
  readonly strict?: boolean | undefined
}

/** Where the records come from. */
export interface FoundIn<T extends Row> {
  /** The collection's name in messages. */
  readonly name: string
  readonly rows: {
    get(id: string): T | undefined
    /** All records in the order of insertion. */
    values(): readonly T[]
  }
}

type Row = { readonly id: string }
type Predicate<T> = DataQuery<T> | ((query: Query<T>) => DataQuery<T> | Query<T>)

/**
 * The records that match, ordered first, then cut: `cursor`, `skip` and `take` apply to the ordered list. Without
 * `orderBy` a negative `take` walks backward and gives the last record first, as @msw/data does. With it, the last
 * records keep the order asked for. `q.where({ id })` is looked up, not searched.
 *
 * @throws RangeError when `take` or `skip` is not a whole number, or `skip` is negative.
 * @throws OperationError when `strict` and nothing matches.
 */
export function findMany<T extends Row>(
  source: FoundIn<T>,
  predicate: Predicate<T> | undefined,
  selection: Selection = {},
): T[] {
  const { take = Number.POSITIVE_INFINITY, skip = 0 } = selection
  assertWhole(source.name, 'take', take, Number.NEGATIVE_INFINITY)
  assertWhole(source.name, 'skip', skip, 0)
  const found = select(source.rows, queryOf(predicate), { ...selection, take, skip })
  if (found.length > 0 || selection.strict !== true) return found
  throw new OperationError(
    `Failed to execute "findMany" on collection "${source.name}": no records found matching the query`,
  )
}

/** As @msw/data refuses a strict query without results. */
class OperationError extends Error {
  readonly code = 'STRICT_QUERY_WITHOUT_RESULTS'
}

type Cut = Selection & { readonly take: number; readonly skip: number }

function select<T extends Row>(rows: FoundIn<T>['rows'], query: Query<T>, cut: Cut): T[] {
  const { take, skip, cursor, orderBy } = cut
  if (query.id !== undefined && take > 0 && skip === 0 && cursor === undefined) {
    const record = rows.get(query.id)
    return record !== undefined && query.test(record) ? [record] : []
  }
  const all = rows.values()
  const start = cursor === undefined ? undefined : all.findIndex(({ id }) => id === cursor.id)
  if (start === -1) return []
  const matches = (record: T): boolean => query.test(record)
  if (orderBy === undefined) return takeInPlace(all, matches, start, cut)
  const compare = compileOrderBy<T>(orderBy)
  const found = all.filter(matches).toSorted(compare)
  if (start === undefined) return cutOrdered(found, cut)
  const place = placeFrom(all, compare, cursor as T, start)
  return cutOrdered(
    found.filter((record) => (take > 0 ? place(record) >= 0 : place(record) <= 0)),
    cut,
  )
}

function takeInPlace<T>(
  all: readonly T[],
  matches: (record: T) => boolean,
  start: number | undefined,
  { take, skip }: Cut,
): T[] {
  if (take <= 0) {
    const upTo = start === undefined ? all : all.slice(0, start + 1)
    return upTo
      .filter(matches)
      .toReversed()
      .slice(skip, skip - take)
  }
  const taken: T[] = []
  let toSkip = skip
  for (let index = start ?? 0; index < all.length && taken.length < take; index++) {
    const record = all[index]!
    if (!matches(record)) continue
    if (toSkip > 0) toSkip--
    else taken.push(record)
  }
  return taken
}

/** Where a record stands from the cursor on: before it (negative), at it (0), or after it. */
function placeFrom<T extends Row>(
  all: readonly T[],
  compare: Compare<T>,
  cursor: T,
  start: number,
): (record: T) => number {
  const places = new Map(all.map(({ id }, index) => [id, index]))
  return (record) => compare(record, cursor) || places.get(record.id)! - start
}

function cutOrdered<T>(ordered: T[], { take, skip }: Cut): T[] {
  if (take > 0) return ordered.slice(skip, skip + take)
  const end = Math.max(ordered.length - skip, 0)
  return ordered.slice(Math.max(end + take, 0), end)
}

function queryOf<T>(predicate: Predicate<T> | undefined | null): Query<T> {
  if (predicate === undefined || predicate === null) return new Query<T>(() => true)
  const query = isQuery<T>(predicate) ? predicate : predicate(new Query<T>())
  return query instanceof Query ? query : new Query<T>((record) => query.test(record))
}

function assertWhole(collection: string, option: string, value: number, least: number): void {
  const isWhole = Number.isInteger(value) || Math.abs(value) === Number.POSITIVE_INFINITY
  if (isWhole && value >= least) return
  const expected = least === 0 ? 'a whole number of 0 or more' : 'a whole number'
  throw new RangeError(`${collection}: expected "${option}" to be ${expected}, got ${String(value)}`)
}

import type { FirstSorted } from '../../query/index.ts'

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

/** A page of rows in the order of their sequences, after the cursor. */
export function pageOf<Row>(
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

/** Order and position of a page of a list. */
export interface SortedPageQuery {
  readonly sortBy: string
  readonly after?: Position | undefined
  readonly limit: number
}

/**
 * A page of a sorted list. The cursor contains the last row's key, so that it stays valid after the end of that row.
 *
 * @param first Finds the first rows in the order.
 */
export function sortedPage<Row extends { readonly id: string }>(
  first: (wanted: FirstSorted) => readonly Row[],
  { sortBy, after, limit }: SortedPageQuery,
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

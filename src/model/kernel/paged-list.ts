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

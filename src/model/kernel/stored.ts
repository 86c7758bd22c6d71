import type { Declared } from './changes.ts'

/** The key of a row in its table: a place in the order, or a name. */
export type RowKey = number | string

/** The row with the greatest place that a table has given. */
export const lastRow = 'last'

/** The row of a table that has only one. */
export const onlyRow = '='

/**
 * A table as a whole: its state in memory, and as rows of JSON. A numeric key is a place in the order of the table.
 * The row `last` has the greatest place that was ever given.
 */
export interface Stored<State = unknown> {
  readonly declared: Declared
  /** Opaque; cheap, since records are immutable. */
  snapshot(): State
  restore(state: State): void
  /** The keys of all rows, now or in a state. */
  rowKeys(state?: State): Iterable<RowKey>
  /** The row with a key, now or in a state; undefined for an unknown key. */
  row(key: RowKey, state?: State): unknown
  /** The keys of rows that may differ between now and a state. */
  differing(state: State): Iterable<RowKey>
  /**
   * The state of these rows, for `restore`.
   *
   * @param base The state that the rows change. With it, null stands for a removed row, and places beyond `last` are
   *   removed too.
   */
  stateOf(rows: ReadonlyMap<string, unknown>, base?: State): State
}

/** The state of every table that a snapshot has, by its name. */
export type StateSnapshot = ReadonlyMap<string, unknown>

/** Converts a record to a row, and back. */
export interface Coding<Value> {
  encode(value: Value): unknown
  decode(row: unknown): Value
}

/** The greatest place that a table has given. */
export function lastOf(rows: ReadonlyMap<string, unknown>, otherwise = 0): number {
  return Number(rows.get(lastRow) ?? otherwise)
}

/** The rows of a table that have a place, by their places. */
export function numberedRows(rows: ReadonlyMap<string, unknown>): [place: number, row: unknown][] {
  const numbered: [number, unknown][] = []
  for (const [key, row] of rows) if (isNumber(key)) numbered.push([Number(key), row])
  return numbered.sort(([a], [b]) => a - b)
}

/** Whether a key is a number as rows write it. */
export function isNumber(key: string): boolean {
  const first = key.charCodeAt(0)
  return first >= 48 && first <= 57
}

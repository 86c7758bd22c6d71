import type { RowKey } from './stored.ts'

export { lastRow, type RowKey } from './stored.ts'

/** Receives the key of a changed row; with `isMinor`, the change need not be stored before a reply is sent. */
export type Mark = (key: RowKey, isMinor?: boolean) => void

/**
 * The state of a part as rows: JSON values, by key. A numeric key is a place in the order of the part. The row `last`
 * of such a part contains the greatest number that was ever given.
 */
export interface PartRows<State = unknown> {
  /** Calls back with the key of each row that changes, also by `restore`; supports one listener at a time. */
  track(mark: Mark): void
  /** The keys of all present rows, or of those in a state of `snapshot`. */
  keys(state?: State): Iterable<RowKey>
  /** The present row, or that of a state; undefined for an unknown key. */
  read(key: RowKey, state?: State): unknown
  /**
   * The state of these rows, for `restore`.
   *
   * @param base The state that the rows change. With it, null stands for a removed row, and numbers beyond `last` are
   *   removed too.
   */
  stateOf(rows: ReadonlyMap<string, unknown>, base?: State): State
}

/** A part of the organisation whose state can be saved and restored, in memory and as rows. */
export interface Stateful<State = unknown> {
  /** Opaque; cheap where records are immutable. */
  snapshot(): State
  restore(state: State): void
  /** Absent where the part follows from other parts. */
  readonly rows?: PartRows<State>
}

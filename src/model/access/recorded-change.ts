import type { Cause } from '../kernel/changes.ts'

/** A cause, with the changes that it made. */
export interface RecordedCause extends Cause {
  /** Its changes, oldest first; left out while there is no change. */
  changes?: RecordedChange[] | undefined
  /** How many changes are not in `changes`, because it is full. */
  left?: number
}

/** A change of the state, with its number and its source. */
export interface RecordedChange {
  /** The key of the record. */
  readonly key: string
  /** The record before; undefined for a new one. */
  readonly before: unknown
  /** The record now; undefined for one that is gone. */
  readonly after: unknown
  /** The part's name: `users`, `sessions`. */
  readonly part: string
  /** 1 for the first change of an organisation. */
  readonly number: number
  /** Milliseconds since 1970, by the organisation's clock. */
  readonly at: number
  readonly cause?: RecordedCause
}

/**
 * The source of changes: a request, an action of the control plane, or a person at a page. Changes without one are due
 * to time.
 */
export interface Cause {
  kind: 'request' | 'control' | 'person'
  /** The operation, the action or the page, where it is known. */
  name?: string | undefined
  /** The value of the reply's request id header, once it is answered. */
  requestId?: string | undefined
  /** The user in the path. It separates the changes of several requests that run at the same time. */
  userId?: string | undefined
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
  readonly cause?: Cause
}

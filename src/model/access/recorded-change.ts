import type { ValueChange } from '../kernel/changes.ts'

/** What made the organisation change: a request, or an action of the control plane. */
export interface Cause {
  readonly kind: 'request' | 'control'
  /** The operation or the action, where it is known. */
  name?: string | undefined
  /** The value of the reply's request id header, once it is answered. */
  requestId?: string | undefined
  /** The user in the path, by which a change is told from those of other requests that are under way. */
  userId?: string | undefined
  /** What it changed, oldest first; left out while it has changed nothing. */
  changes?: RecordedChange[] | undefined
  /** How many more changes there were than are kept with it. */
  left?: number
}

/** A change of the state, with its place among all of them and what made it. */
export interface RecordedChange extends ValueChange {
  /** The part's name: `users`, `sessions`. */
  readonly part: string
  /** 1 for the first change of an organisation. */
  readonly number: number
  /** Milliseconds since 1970, by the organisation's clock. */
  readonly at: number
  readonly cause?: Cause
}

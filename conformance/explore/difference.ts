import type { Answer } from './side.ts'
import type { Call } from './story.ts'

/** Where two services part. */
export interface Difference {
  /** What kind of thing differs. */
  readonly aspect:
    | 'refused'
    | 'accepted'
    | 'status'
    | 'code'
    | 'member'
    | 'missing'
    | 'extra'
    | 'order'
    | 'pages'
    | 'time'
    | 'secret'
    | 'form'
  /** The member that differs, as a path. */
  readonly member?: string
  /** The record that it is about. */
  readonly record?: string
  /** What the model of the API description answers, and what the target does, for people. */
  readonly expected: string
  readonly got: string
  /** Whether an interpretation stands behind what the model does: then it is no failure. */
  readonly isOpen?: boolean
  /** The write that the interpretation is about, where a later call showed it. */
  readonly since?: Call
}

/** Both sides of one call. */
export interface Pair {
  readonly model: Answer
  readonly target: Answer
}

import type { Answer } from '../endpoints/endpoint.ts'
import type { Call } from '../sequence/sequence.ts'

/** A difference between two services. */
export interface Difference {
  /** The kind of the difference. */
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
  /** The path of the member that differs. */
  readonly member?: string
  /** The record that differs. */
  readonly record?: string
  /** The answer of the model and that of the target, for people. */
  readonly expected: string
  readonly got: string
  /** Whether the model follows an interpretation here: then it is not a failure. */
  readonly isOpen?: boolean
  /** The write that the interpretation is about, if a later call showed it. */
  readonly since?: Call
}

/** Both endpoints of one call. */
export interface Pair {
  readonly model: Answer
  readonly target: Answer
}

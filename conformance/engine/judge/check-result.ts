import type { Sighting } from '../run/interruption.ts'
import type { Exchange } from '../wire/reply.ts'
import type { Assertion } from './judge.ts'
import type { Verdict } from './verdict.ts'

/** The verdict of one check on one requirement. */
export interface RequirementOutcome {
  readonly requirement: string
  readonly verdict: Verdict
  /** Why it is neither passed nor failed, or what went wrong, as one sentence. */
  readonly why?: string
  /** The requirement to look at first, when this one was blocked by it. */
  readonly owner?: string
  /**
   * Which precondition broke. `seen`: the check saw that the statement of the owner is not true. `effect`: the target
   * accepted a call that the check rests on, and did not carry it out. `done`: the target refused such a call.
   */
  readonly ground?: 'seen' | 'effect' | 'done'
  /** The evidence for `seen` and `effect`. */
  readonly saw?: Sighting
  /** How to show it, for requirements that were not shown. */
  readonly hint?: string
  /** The assertions made, secrets redacted; of a passed requirement only how many. */
  readonly assertions: readonly Assertion[]
  readonly asserted: number
}

/** A finding for a requirement that is not graded. */
export interface Observation {
  readonly requirement: string
  readonly value: unknown
}

/** The outcome of one check. */
export interface CheckResult {
  /** `<file>: <title>`. */
  readonly key: string
  readonly title: string
  readonly file: string
  readonly outcomes: readonly RequirementOutcome[]
  readonly observations: readonly Observation[]
  /** The numbered exchanges; empty when all its requirements passed, unless all evidence is kept. */
  readonly exchanges: readonly Exchange[]
  /** The parts of its calls during a run, if its exchanges are not kept; see `call-parts.ts`. */
  readonly walked?: readonly string[]
  /** How many exchanges there were. */
  readonly exchanged: number
  readonly milliseconds: number
  /** Where the suite's own fault lies, for outcomes with the verdict `error`. */
  readonly problem?: string
}

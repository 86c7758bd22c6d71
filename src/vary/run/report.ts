import type { Severity } from '../variants.ts'
import type { LoggedCall, TestEnd } from './log-line.ts'

/** A member, header or status in which a reply differs from that of the plain run. */
export interface ReplyDifference {
  /** `status`, `header link`, or a path in the body such as `[0].profile.title`. */
  readonly at: string
  readonly plain: string
  readonly varied: string
}

/** A test that relies on something that the API description leaves open. */
export interface Finding {
  /** `short-pages: lists the members`, as the file of known findings has it. */
  readonly id: string
  readonly variant: string
  readonly severity: Severity
  readonly summary: string
  readonly open: string
  readonly interpretation?: string
  readonly advice: string
  readonly test: Omit<TestEnd, 'state' | 'from' | 'to' | 'log' | 'told'>
  /**
   * `test`: the test is known to make the call. `time`: the call was made in the time of the test, as pytest or a JUnit file says.
   * `order`: the call is found by the order of all calls.
   */
  readonly by: 'test' | 'time' | 'order'
  /** The call behind the failure; missing where the client made none that differs. */
  readonly call?: LoggedCall
  /** The reply to the same call without the variant. */
  readonly plain?: LoggedCall['reply']
  readonly differences: readonly ReplyDifference[]
  /** Whether the file of known findings has it. */
  readonly isKnown: boolean
  /** Whether the run hung, and was stopped. */
  readonly isHanging: boolean
}

/** A mistake of a broken service that no test noticed. */
export interface Unnoticed {
  readonly name: string
  readonly operation: string
  readonly summary: string
  /** Tests that got an altered reply, and passed. */
  readonly tests: readonly string[]
  readonly call?: Pick<LoggedCall, 'method' | 'path'>
}

/** The score of one operation. */
export interface Score {
  readonly operation: string
  readonly noticed: number
  readonly tried: number
}

/** The result of `identikit vary`. */
export interface VaryReport {
  readonly command: string
  readonly version: string
  /** Runs of the command, and the seconds that they took together. */
  readonly runs: number
  /** Results of earlier runs that nothing has changed since. */
  readonly cached: number
  readonly seconds: number
  readonly tests: number
  readonly operations: readonly string[]
  readonly flaky: readonly string[]
  /** Variants that touch the calls of the client, and were tried. */
  readonly variants: readonly string[]
  readonly findings: readonly Finding[]
  /** Failures that did not happen again, with their variants. */
  readonly unclear: readonly string[]
  /** Variants and mistakes for which there was no time. */
  readonly leftOut: readonly string[]
  /** Known findings that were not found any more. */
  readonly stale: readonly string[]
  readonly broken?: {
    readonly score: readonly Score[]
    readonly unnoticed: readonly Unnoticed[]
    readonly isTracked: boolean
  }
}

import type { Permission } from '../plan/rights.ts'

/**
 * Thrown when a precondition that a check does not judge is broken, so that the check cannot go on. Examples are an
 * arrangement, or the control case of a refusal. The requirements that the check had not settled become `blocked`.
 */
export class Blocked extends Error {
  override readonly name: string = 'Blocked'
  /** The requirement that owns what failed, when there is one: the place to look first. */
  readonly owner: string | undefined
  /** How to show it, for the operator. */
  readonly hint: string | undefined
  constructor(message: string, owner?: string, hint?: string) {
    super(message)
    this.owner = owner
    this.hint = hint
  }
}

/** A value that a check saw instead of the one that it relied on. */
export interface Sighting {
  readonly what: string
  /** The member that differs; `''` is the whole. */
  readonly path: string
  readonly expected: unknown
  readonly got: unknown
  /** Number of the exchange that shows it. */
  readonly exchange: number | undefined
}

/** Thrown when a check sees that a requirement on which it relies is broken. */
export class PreconditionFailed extends Blocked {
  override readonly name: string = 'PreconditionFailed'
  readonly saw: Sighting
  constructor(message: string, owner: string | undefined, saw: Sighting) {
    super(message, owner)
    this.saw = saw
  }
}

/** Thrown when the target accepted a call that a check rests on, and a read shows no effect of it. */
export class NoEffect extends PreconditionFailed {
  override readonly name = 'NoEffect'
}

/** Thrown when the target refused, or did not carry out, a call that a check rests on. */
export class NotCarriedOut extends Blocked {
  override readonly name = 'NotCarriedOut'
}

/**
 * Thrown when the target could not be observed well enough for a verdict. Reasons: no budget left for rate limits, a
 * broken connection, a time-out, or a lag that does not settle.
 */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive'
}

/** Thrown when the target limits the rate for longer than the run may wait: the call was not carried out. */
export class RateLimited extends Inconclusive {}

/** Thrown when the operator declared that the target does not have what the check is about. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** Thrown by the transport for a write that needs a permission (`--allow`) the operator did not give. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
  readonly permission: Permission
  constructor(permission: Permission, message: string) {
    super(message)
    this.permission = permission
  }
}

/** Thrown when code uses the suite in a wrong way: a fault of the suite, never of the target. */
export class SuiteFault extends Error {
  override readonly name: string = 'SuiteFault'
}

/** Thrown by the transport for a write to something this run did not make. */
export class Refused extends SuiteFault {
  override readonly name = 'Refused'
}

/** Interrupts every check when the run itself is stopped. */
export class RunStopped extends Inconclusive {}

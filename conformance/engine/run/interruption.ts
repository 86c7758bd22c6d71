import type { Permission } from '../plan/permission.ts'

/**
 * Thrown when a check cannot go on because something it relies on, but does not judge, did not hold: an
 * arrangement or the control case beside a refusal. All that the check had not settled becomes `blocked`.
 */
export class Blocked extends Error {
  override readonly name: string = 'Blocked'
  /** The clause that owns what failed, when there is one: the place to look first. */
  readonly owner: string | undefined
  /** What would show it, for the operator. */
  readonly hint: string | undefined
  constructor(message: string, owner?: string, hint?: string) {
    super(message)
    this.owner = owner
    this.hint = hint
  }
}

/** Thrown when what a check saw is not what the clause states that it relies on. */
export class NotSo extends Blocked {
  override readonly name = 'NotSo'
}

/** Thrown when the target refused, or did not carry out, a call that a check rests on. */
export class NotDone extends Blocked {
  override readonly name = 'NotDone'
}

/**
 * Thrown when the target could not be observed well enough to say anything: the budget for waiting out rate
 * limits is used up, a connection broke, a time ran out, a lag did not settle.
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

/** Thrown where the suite is used in a way that it is not made for: a fault of the suite, never of the target. */
export class SuiteFault extends Error {
  override readonly name: string = 'SuiteFault'
}

/** Thrown by the transport for a write to something this run did not make. */
export class Refused extends SuiteFault {
  override readonly name = 'Refused'
}

/** Interrupts every check when the run itself is stopped. */
export class RunStopped extends Inconclusive {}

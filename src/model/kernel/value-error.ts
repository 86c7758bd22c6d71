import type { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'

/** A value that cannot be read, with the name of its place: `duration: expected …, got …`. */
export class ValueError extends RangeError {
  /** The name of the place. */
  readonly place: string
  /** The message without the name: `expected …, got …`. */
  readonly reason: string

  constructor(place: string, reason: string) {
    super(`${place}: ${reason}`)
    this.place = place
    this.reason = reason
  }
}

/** Turns an error of `read` into a mistake that names the field. */
export function readableBy<Value>(read: (value: Value) => unknown) {
  return (value: Value, context: z.RefinementCtx): void => {
    try {
      read(value)
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      context.addIssue({ code: 'custom', message: error.reason, params: saysGot })
    }
  }
}

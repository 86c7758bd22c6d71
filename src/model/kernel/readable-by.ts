import type { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'
import { ValueError } from './value-error.ts'

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

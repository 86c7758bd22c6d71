import type { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'

/** Turns an error of `read` into a mistake that names the field. */
export function readableBy<Value>(read: (value: Value) => unknown) {
  return (value: Value, context: z.RefinementCtx): void => {
    try {
      read(value)
    } catch (error) {
      context.addIssue({
        code: 'custom',
        message: (error as Error).message.replace(/^\w+: /, ''),
        params: saysGot,
      })
    }
  }
}

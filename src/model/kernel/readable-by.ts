import type { z } from 'zod'

/** What reading throws becomes a mistake that names the field. */
export function readableBy<Value>(read: (value: Value) => unknown) {
  return (value: Value, context: z.RefinementCtx): void => {
    try {
      read(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message.replace(/^\w+: /, '') })
    }
  }
}

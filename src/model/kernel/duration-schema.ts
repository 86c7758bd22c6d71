import { z } from 'zod'
import { type Duration, durationForm, parseDuration } from './duration.ts'
import { saysGot } from '../../contract/errors/mistakes.ts'
import { typeOf } from './schema-messages.ts'
import type { ValueError } from './value-error.ts'

/** The bounds of a duration, in milliseconds. */
interface Bounds {
  readonly least?: number
  readonly max?: number
  /** The message for a duration beyond the bounds. */
  readonly error?: string
}

/** A duration in options, actions, seeds and files. Its output is in milliseconds. */
export function durationSchema({ least = 0, max = Number.POSITIVE_INFINITY, error }: Bounds = {}) {
  return z
    .union([z.number(), z.string()], {
      // A missing value gets the usual message.
      error: ({ input }) =>
        input === undefined ? undefined : `expected ${durationForm}, got ${typeOf(input)}`,
    })
    .transform((given: Duration, context): number => {
      const reason = reasonOf(given)
      const milliseconds = reason === undefined ? parseDuration(given) : Number.NaN
      if (milliseconds >= least && milliseconds <= max) return milliseconds
      context.addIssue({
        code: 'custom',
        message: reason ?? error ?? 'expected another duration',
        ...(reason === undefined ? {} : { params: saysGot }),
      })
      return z.NEVER
    })
}

/** The mistake in a number or a text that is not a duration. */
function reasonOf(given: Duration): string | undefined {
  try {
    parseDuration(given)
    return undefined
  } catch (error) {
    return (error as ValueError).reason
  }
}

/** A time to live: at most a hundred years, so that a date can express its end. */
export function lifetimeSchema() {
  return durationSchema({
    least: 1,
    max: 3_155_760_000_000,
    error: 'expected more than 0, and at most 100 years',
  })
}

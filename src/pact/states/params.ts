import { z } from 'zod'
import { unionError } from '../../model/kernel/schema-messages.ts'

/** An id as a path can carry it. */
export const id = z
  .string()
  .regex(/^[\w.~-]{1,100}$/, { error: 'expected an id of letters, digits and . _ ~ -' })

/** Of a user: its id, or its login. */
export const userReference = z.string().regex(/^[^\s/?#]{1,100}$/, { error: 'expected an id or a login' })

/** Names, as a list or in one text with blanks or commas between them. */
export const names = z
  .union([z.array(z.string().min(1)).min(1), z.string().min(1)])
  .transform((given) =>
    typeof given === 'string' ? given.split(/[\s,]+/).filter((name) => name !== '') : given,
  )

/** How many there are to be; texts are read, for names of states carry them as such. */
export const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], {
    error: unionError('a whole number from 0 to 10000'),
  })
  .pipe(z.int().min(0).max(10_000))

/** A profile, or some of one. */
export const profile = z.record(z.string(), z.unknown())

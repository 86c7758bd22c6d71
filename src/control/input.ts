import { z } from 'zod'
import { once } from '../contract/once.ts'
import { gotAt } from '../contract/errors/got.ts'
import { Refusal, refuseMistakes } from '../contract/errors/refusal.ts'
import type { Mistake } from '../contract/errors/mistakes.ts'
import { type OperationName, operationNames } from '../contract/operation-names.ts'
import { parseMoment } from '../model/kernel/clock.ts'
import { durationSchema } from '../model/kernel/duration-schema.ts'
import { nests } from '../exchange/json.ts'
import { readableBy } from '../model/kernel/value-error.ts'
import { didYouMean } from '../query/suggestion.ts'

/** A moment as an action takes it: ISO 8601, or milliseconds since 1970. */
export const moment = once(() => z.union([z.string(), z.number()]).superRefine(readableBy(parseMoment)))

/** A span of time: milliseconds, or a text such as 5m, 2h or P1D. Its output is milliseconds. */
export const duration = once(() => durationSchema())

/**
 * An input for whose main field a bare value may stand: `advanceClock('5m')`. Descriptions show the object alone,
 * since generated clients have no type for either.
 */
export function orBare<Name extends keyof Fields & string, Fields extends z.ZodRawShape>(
  name: Name,
  fields: Fields,
) {
  type Whole = z.input<z.ZodObject<Fields>>
  const bare = (given: Whole | z.input<Fields[Name]>): unknown =>
    typeof given === 'object' && given !== null && !(given instanceof Date) ? given : { [name]: given }
  return z.preprocess(bare, z.strictObject(fields))
}

/** How long a caller waits, by the machine's clock: at most ten minutes. */
export const patience = once(() => durationSchema({ max: 600_000, error: 'expected at most 10 minutes' }))

/** The awaited event did not happen in time: neither a mistake of the caller nor a server error. */
export class NotInTime extends Error {
  override readonly name = 'NotInTime'
}

const operations = Object.values(operationNames).flat() as [OperationName, ...OperationName[]]

/** The name of an operation. Its type is named, for declarations would list all names. */
export const operationName = once((): z.ZodType<OperationName, OperationName> =>
  z.enum(operations, {
    error: ({ input }) =>
      `expected the name of an operation, got ${gotAt(input, ['operation'])}; ${didYouMean(String(input), operations) ?? 'GET /_control lists them'}`,
  }),
)

/** Names a record: its id, or another name that the action states. */
export const reference = once(() => z.string().min(1))

export const scopeNames = once(() => z.array(reference()).min(1))

/** Id, name or issuer of an authorization server; the organisation's own by default. */
export const authorizationServer = once(() => reference().optional())

/** How deep a free part of an input may nest. */
const levelsMax = 50

/** Any JSON value that does not nest too deep. */
export const freeJson = once(() => z.unknown().superRefine(shallow))

/** Claims for the tokens of one request, by name. */
export const claimsOfRequest = once(() => z.record(z.string(), freeJson()).optional())

/** Rejects a free part of an input that nests too deep. */
export function shallow(value: unknown, context: z.RefinementCtx): void {
  if (nests(value, levelsMax)) {
    context.addIssue({ code: 'custom', message: `expected at most ${levelsMax} levels of nesting` })
  }
}

/** Runs a step of the model. Its errors use the field names of the action's input. */
export function named<Result>(names: Readonly<Record<string, string>>, step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'validation') throw error
    const renamed = ({ at, ...more }: Mistake): Mistake => ({ ...more, at: names[at] ?? at })
    return refuseMistakes((error.details.mistakes ?? []).map(renamed))
  }
}

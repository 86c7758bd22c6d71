import type { z } from 'zod'
import type { Stage } from './stage.ts'

/** The values that a state returns about its records, for `fromProviderState`. */
export type StateValues = Readonly<Record<string, string | number | boolean>>

/** One row of the catalogue: the parameters of a state, and its effect on an organisation. */
export interface StateDefinition<
  Params extends z.ZodObject = z.ZodObject,
  Values extends StateValues = StateValues,
> {
  /** The facts after the set-up, and the values. */
  readonly summary: string
  /** The parameters; unknown ones are mistakes. */
  readonly params: Params
  /** Sets it up. It reuses existing records, so that states can be combined. */
  readonly setUp: (stage: Stage, params: z.output<Params>) => Values
}

/** Types a literal as a state without widening it. */
export function defineState<Params extends z.ZodObject, Values extends StateValues>(
  state: StateDefinition<Params, Values>,
): StateDefinition<Params, Values> {
  return state
}

/** Makes records one after another, and returns the values of the first. */
export function firstOf(count: number, make: () => StateValues): StateValues {
  const [first = {}] = Array.from({ length: count }, make)
  return first
}

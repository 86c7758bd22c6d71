import type { z } from 'zod'
import type { Stage } from './stage.ts'

/** What a state tells of what it made, for `fromProviderState`. */
export type StateValues = Readonly<Record<string, string | number | boolean>>

/** One row of the catalogue: what the state is given, and what it makes of an organisation. */
export interface StateDefinition<
  Params extends z.ZodObject = z.ZodObject,
  Values extends StateValues = StateValues,
> {
  /** What holds once it is set up, and what the values are. */
  readonly summary: string
  /** What it takes; unknown parameters are mistakes. */
  readonly params: Params
  /** Sets it up. What is there already is used and not made twice, so that states can be combined. */
  readonly setUp: (stage: Stage, params: z.output<Params>) => Values
}

/** Types a literal as a state without widening it. */
export function defineState<Params extends z.ZodObject, Values extends StateValues>(
  state: StateDefinition<Params, Values>,
): StateDefinition<Params, Values> {
  return state
}

import type { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Org } from '../model/org.ts'

/**
 * One thing that a test, or a person, does behind the API's back. The same action is a function in process
 * (`org.control.advanceClock({ by: '5m' })`) and a path over HTTP (`POST /_control/advance-clock`).
 */
export interface ControlAction<Input extends z.ZodType = z.ZodType, Answer = unknown> {
  readonly summary: string
  /** Where it is served, below `/_control/`. Default: made of the function's name. */
  readonly path?: string
  /** Changes nothing: a read-only server runs it. Default: it changes something. */
  readonly reads?: true
  /** What it takes; over HTTP the JSON body. Unknown keys are mistakes. */
  readonly input: Input
  /**
   * Acts, and answers something that JSON can carry, or nothing; or a promise of it.
   *
   * @param isGone Whether the caller has gone, where one calls over HTTP.
   */
  run(org: Org, input: z.output<Input>, isGone?: () => boolean): Answer
}

/** An action as it is written: what it takes is made when somebody asks for it, which most organisations never do. */
interface ActionDefinition<Input extends z.ZodType, Answer> extends Omit<
  ControlAction<Input, Answer>,
  'input'
> {
  readonly input: () => Input
}

/** Types a literal as an action without widening it. */
export function defineAction<Input extends z.ZodType, Answer>({
  input,
  ...action
}: ActionDefinition<Input, Answer>): ControlAction<Input, Answer> {
  const made = once(input)
  return {
    ...action,
    get input() {
      return made()
    },
  }
}

import { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Org } from '../model/org.ts'

/**
 * One action of a test or a person, without the API. The same action is a function in process
 * (`org.control.advanceClock({ by: '5m' })`) and a path over HTTP (`POST /_control/advance-clock`).
 */
export interface ControlAction<Input extends z.ZodType = z.ZodType, Answer = unknown> {
  /** Its path below `/_control/`. Default: built from the function's name. */
  readonly path?: string
  /** Changes nothing: a read-only server runs it. Default: it changes something. */
  readonly reads?: true
  /** The input; over HTTP the JSON body. Unknown keys are mistakes. */
  readonly input: Input
  /**
   * Acts, and returns a JSON value, nothing, or a promise of one.
   *
   * @param isGone Whether the caller has gone, for a call over HTTP.
   */
  run(org: Org, input: z.output<Input>, isGone?: () => boolean): Answer
}

/** The source form of an action. The input schema is built on first use: most organisations need none. */
interface ActionDefinition<Input extends z.ZodType, Answer> extends Omit<
  ControlAction<Input, Answer>,
  'input'
> {
  /** Default: no fields. */
  readonly input?: () => Input
}

const noFields = once(() => z.strictObject({}))

/** Types a literal as an action without widening it. */
export function defineAction<Answer, Input extends z.ZodType = ReturnType<typeof noFields>>({
  input,
  ...action
}: ActionDefinition<Input, Answer>): ControlAction<Input, Answer> {
  const made = once(input ?? (noFields as unknown as () => Input))
  return {
    ...action,
    get input() {
      return made()
    },
  }
}

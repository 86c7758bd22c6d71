import { controlPath } from '../control/index.ts'
import { summaries } from './action-summaries.ts'
import { actions, pathOf } from './control-actions.ts'
import { describedInput } from './field-texts.ts'

/** One action as `GET /_control` lists it. */
export interface ListedAction {
  /** The function's name in process: `org.control.advanceClock`. */
  readonly name: string
  readonly method: 'POST'
  readonly path: string
  readonly summary: string
  /** JSON schema of the body. */
  readonly input: unknown
}

/** Every action of the control plane with the JSON schema of its input. */
export function listActions(): readonly ListedAction[] {
  return Object.entries(summaries).map(([name, summary]) => {
    const action = actions[name]!
    return {
      name,
      method: 'POST',
      path: `${controlPath}/${pathOf(name, action)}`,
      summary,
      input: describedInput(name, action.input),
    }
  })
}

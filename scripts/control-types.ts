import type { ControlAction } from '../src/control/action.ts'
import { controlActions } from '../src/control/actions.ts'
import { commentOf } from './comment.ts'

/**
 * generated/control.ts: the control plane's functions with their descriptions, which editors show. Inferred types
 * would have no comments.
 */
export function renderControlTypes(): string {
  const members = Object.entries(controlActions).map(
    ([name, action]) =>
      `${commentOf(`${(action as ControlAction).summary}.`, '  ')}  readonly ${name}: ActionFunction<'${name}'>\n`,
  )
  return `// Made by \`npm run docs\` from the summaries of the actions.
import type { ActionFunction } from '../src/control/actions.ts'

/** The control plane of an organisation, in process: it acts directly, without the API. */
export interface Control {
${members.join('')}}
`
}

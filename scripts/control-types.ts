import type { ControlAction } from '../src/control/action.ts'
import { controlActions } from '../src/control/actions.ts'
import { summaries } from '../src/server/action-summaries.ts'
import { commentOf } from './comment.ts'
import { fieldsOf, inputText } from './control-input-texts.ts'

/**
 * generated/control.ts: the control plane's functions and their inputs with descriptions, which editors show. Inferred
 * types would have no comments.
 */
export function renderControlTypes(): string {
  const actions = Object.entries(controlActions) as [keyof typeof controlActions, ControlAction][]
  const members = actions.map(([name, action]) => {
    const texts = fieldsOf(action.input).length === 0 ? '' : `, ControlInputTexts['${name}']`
    return `${commentOf(`${summaries[name]}.`, '  ')}  readonly ${name}: ActionFunction<'${name}'${texts}>\n`
  })
  const inputs = actions.flatMap(([name, { input }]) => {
    const fields = new Map(fieldsOf(input))
    const lines = [...fields].map(
      ([field, schema]) =>
        `${commentOf(`${inputText(name, field, schema)}.`, '    ', 92)}    readonly ${field}?: unknown\n`,
    )
    return lines.length === 0 ? [] : [`  readonly ${name}: {\n${lines.join('')}  }\n`]
  })
  return `// Made by \`npm run docs\` from the summaries and inputs of the actions.
import type { ActionFunction } from '../src/control/actions.ts'

/** The control plane of an organisation, in process: it acts directly, without the API. */
export interface Control {
${members.join('')}}

/** The meaning of the fields of each input; their types come from the schemas. */
interface ControlInputTexts {
${inputs.join('')}}
`
}

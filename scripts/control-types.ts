import type { ControlAction } from '../src/control/action.ts'
import { controlActions } from '../src/control/actions.ts'
import { summaries } from '../src/server/action-summaries.ts'
import { describedInput } from '../src/server/field-texts.ts'
import type { Schema } from './markdown.ts'

/**
 * generated/control.ts: the control plane's functions and their inputs with descriptions, which editors show. The
 * declarations that TypeScript infers from schemas have none.
 */
export function renderControlTypes(): string {
  const shared = new Map<string, string>()
  const own: string[] = []
  const functions = (Object.entries(controlActions) as [keyof typeof controlActions, ControlAction][]).map(
    ([name, { input }]) => {
      const fields = fieldsOf(name, describedInput(name, input) as Schema)
      for (const [field, text] of fields) if (!shared.has(field)) shared.set(field, text)
      const texts = fields.filter(([field, text]) => shared.get(field) !== text)
      if (texts.length > 0) own.push(`  readonly ${name}: {\n${members(texts, '    ')}  }\n`)
      return `  /** ${summaries[name]}. */ readonly ${name}: ActionFunction<'${name}'>\n`
    },
  )
  return `// Made by \`npm run docs\` from the summaries and inputs of the actions.
import type { ActionFunction } from '../src/control/actions.ts'

/** The control plane of an organisation, in process: it acts directly, without the API. */
export interface Control {
${functions.join('')}}

/** The meaning of the fields of inputs; their types come from the schemas. */
export interface FieldTexts {
${members([...shared], '  ')}}

/** The meaning of the fields that mean something else in an action. */
export interface OwnTexts {
${own.join('')}}
`
}

type Fields = readonly (readonly [field: string, text: string])[]

/** @throws Error for a field without a text. */
function fieldsOf(action: string, { anyOf, properties = {} }: Schema): Fields {
  if (anyOf) return anyOf.flatMap((each) => fieldsOf(action, each))
  return Object.entries(properties).map(([field, { description }]) => {
    if (description !== undefined) return [field, description]
    throw new Error(`${action}: say what ${field} means, by .describe() or in src/server/field-texts.ts`)
  })
}

function members(fields: Fields, indent: string): string {
  return fields.map(([field, text]) => `${indent}/** ${text}. */ readonly ${field}?: unknown\n`).join('')
}

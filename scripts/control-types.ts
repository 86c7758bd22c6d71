import type { ControlAction } from '../src/control/action.ts'
import { controlActions } from '../src/control/actions.ts'

/** The widest line of a comment. */
const width = 100

/**
 * generated/control.ts: the control plane's functions with their descriptions, which editors show. Inferred types
 * would have no comments.
 */
export function renderControlTypes(): string {
  const members = Object.entries(controlActions).map(
    ([name, action]) =>
      `${commentOf((action as ControlAction).summary)}  readonly ${name}: ActionFunction<'${name}'>\n`,
  )
  return `// Made by \`npm run docs\` from the summaries of the actions.
import type { ActionFunction } from '../src/control/actions.ts'

/** The control plane of an organisation, in process: it acts directly, without the API. */
export interface Control {
${members.join('')}}
`
}

function commentOf(summary: string): string {
  const lines: string[] = ['']
  for (const word of `${summary}.`.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  if (lines.length === 1) return `  /** ${lines[0]} */\n`
  return `  /**\n${lines.map((line) => `   * ${line}\n`).join('')}   */\n`
}

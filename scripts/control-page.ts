import { resolve } from 'node:path'
import type { ControlAction } from '../src/control/action.ts'
import { scenarios } from '../src/control/faults/scenarios.ts'
import { controlActions } from '../src/control/index.ts'
import { summaries } from '../src/server/action-summaries.ts'
import { describedInput } from '../src/server/field-texts.ts'
import { type Schema, sections, table, typeText } from './markdown.ts'
import { filled } from './template.ts'

/** The subjects in the order of the page, and the sources of their actions. */
const areas: Readonly<Record<string, readonly string[]>> = {
  'The organisation as a whole': [
    'control/organisation',
    'control/describe',
    'control/snapshots',
    'control/state',
  ],
  'Sample data sets and seeds': ['server/world-actions'],
  'Provider states of Pact': ['server/pact-actions'],
  Time: ['control/clock'],
  'Who is calling': ['control/principals'],
  Users: ['control/users'],
  Search: ['control/search'],
  'Sign-ins and sessions': ['control/sign-in'],
  'Mails and one-time links': ['control/mail'],
  'Groups and rules': ['control/groups', 'control/rules'],
  Applications: ['control/apps'],
  'Schemas and user types': ['control/schema', 'control/user-types'],
  'Clients, consents and tokens': ['control/oauth'],
  'Signing in to clients': ['control/authorization'],
  Settings: ['control/settings'],
  Webhooks: ['control/webhooks/actions'],
  'Requests, events and faults': [
    'control/send-request',
    'control/journal/actions',
    'control/events/actions',
    'control/faults/actions',
  ],
}

/**
 * docs/reference/control.md: every action of the control plane.
 *
 * @throws Error when an action belongs to no area.
 */
export async function renderControlPage(): Promise<string> {
  const missing = new Set(Object.keys(controlActions))
  const texts: [string, string][] = []
  for (const [title, files] of Object.entries(areas)) {
    const actions = (await Promise.all(files.map(actionsOf))).flat()
    for (const [name] of actions) missing.delete(name)
    texts.push([title, table(['Action', 'Takes', 'Effect'], actions.map(actionRow))])
  }
  if (missing.size > 0) throw new Error(`docs/reference/control.md: no area lists ${[...missing].join(', ')}`)
  return filled('reference/control.md', {
    areas: sections(texts),
    scenarios: table(
      ['Scenario', 'Effect'],
      Object.entries(scenarios).map(([name, { summary }]) => [`\`${name}\``, summary]),
    ),
  })
}

/** The actions of a source: its export with a name such as `clockActions`. */
async function actionsOf(file: string): Promise<readonly [name: string, action: ControlAction][]> {
  const path = resolve(import.meta.dirname, '../src', `${file}.ts`)
  const exported = (await import(path)) as Readonly<Record<string, object>>
  const name = Object.keys(exported).find((each) => each.endsWith('Actions'))!
  return Object.entries(exported[name]!)
}

function actionRow([name, { input }]: readonly [string, ControlAction]): string[] {
  const schema = describedInput(name, input) as Schema
  const takes = (schema.anyOf ?? [schema]).map(membersOf).join('<br>or ')
  return [`\`${name}\``, takes, summaries[name as keyof typeof summaries]]
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    const meaning = schema.description === undefined ? '' : `: ${schema.description}`
    return `\`${name}${optional}\` ${typeText(schema, 'operations.md')}${meaning}`
  })
  return members.length === 0 ? 'nothing' : members.join('<br>')
}

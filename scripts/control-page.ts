import { readFileSync } from 'node:fs'
import { scenarios } from '../src/control/faults/scenarios.ts'
import { areas, type ListedAction, listActions } from '../src/server/list-actions.ts'
import { type Schema, sections, table, typeText } from './markdown.ts'
import { filled } from './template.ts'

/** docs/reference/control.md: every action of the control plane. */
export function renderControlPage(): string {
  const listed = new Map(listActions().map((action) => [action.name, action]))
  const texts = Object.entries(areas).map(([title, actions]) => {
    const rows = Object.keys(actions).map((name) => actionRow(listed.get(name)!))
    return [title, table(['Action', 'Takes', 'Effect'], rows)] as const
  })
  return filled('reference/control.md', {
    areas: sections(texts),
    scenarios: table(
      ['Scenario', 'Effect'],
      Object.entries(scenarios).map(([name, { summary }]) => [`\`${name}\``, summary]),
    ),
    signIn: reasonsIn('sign-in.ts', 'SignInFailureReason'),
    links: reasonsIn('one-time-links.ts', 'LinkFailureReason'),
  })
}

/** The reasons of a failure, from the comments of its type. */
function reasonsIn(file: string, type: string): string {
  const source = readFileSync(new URL(`../src/model/users/${file}`, import.meta.url), 'utf8')
  const [members] = source.slice(source.indexOf(`type ${type} =`)).split('\n\n', 1)
  const rows = [...members!.matchAll(/\/\*\* (.+) \*\/\n {2}\| '(\w+)'/g)].map(([, text, name]) => [
    `\`${name}\``,
    text!,
  ])
  return table(['`reason`', 'Meaning'], rows)
}

function actionRow({ name, summary, input }: ListedAction): string[] {
  const schema = input as Schema
  return [`\`${name}\``, (schema.anyOf ?? [schema]).map(membersOf).join('<br>or '), summary]
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    const meaning = schema.description === undefined ? '' : `: ${schema.description}`
    return `\`${name}${optional}\` ${typeText(schema, 'operations.md')}${meaning}`
  })
  return members.length === 0 ? 'nothing' : members.join('<br>')
}

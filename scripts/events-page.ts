import { recordKinds } from '../src/control/events/records.ts'
import { eventTable } from '../src/control/events/table.ts'
import { table } from './markdown.ts'

/** docs/reference/events.md: the events to listen for, by subject. */
export function renderEvents(): string {
  const sections = Object.entries(eventTable).map(([part, rows]) => {
    const { kind } = recordKinds[part as keyof typeof recordKinds]
    const lines = Object.entries(rows as Readonly<Record<string, { readonly summary: string }>>).map(
      ([type, { summary }]) => [`\`${type}\``, summary],
    )
    return `## ${kind}\n\n${table(['Type', 'When'], lines)}`
  })
  return `# Events

The events of an organisation, for \`org.events.on\`, \`listEvents\` and the stream of a server: [debugging.md](../debugging.md).
A pattern such as \`user.*\` stands for all types of a kind, and \`*\` for all. The headings are the values of \`record.kind\`.

${sections.join('\n\n')}
`
}

import { eventTable, type EventType } from '../src/control/events/table.ts'
import { eventTexts } from '../src/control/events/texts.ts'
import { told } from '../src/model/tables.ts'
import { sections, table } from './markdown.ts'
import { filled } from './template.ts'

/** docs/reference/events.md: the events to listen for, by subject. */
export function renderEvents(): string {
  const kinds = Object.entries(eventTable).map(([part, rows]) => {
    const { kind } = told[part as keyof typeof told]!
    const lines = Object.keys(rows).map((type) => [`\`${type}\``, eventTexts[type as EventType]])
    return [kind, table(['Type', 'When'], lines)] as const
  })
  return filled('reference/events.md', { events: sections(kinds) })
}

import type { SortedRows } from './kernel/state-log.ts'
import { withOneTokenTable } from './tokens/earlier-rows.ts'

/** The names of tables that had another one in version 1. */
const earlierNames: Readonly<Record<string, string>> = { outbox: 'mails' }

/** Rows in the form of the present version, whichever version wrote them. */
export function inPresentForm({ present, states }: SortedRows): SortedRows {
  return withOneTokenTable({
    present: renamed(present),
    states: new Map([...states].map(([number, tables]) => [number, renamed(tables)])),
  })
}

function renamed(tables: SortedRows['present']): SortedRows['present'] {
  return new Map([...tables].map(([name, rows]) => [earlierNames[name] ?? name, rows]))
}

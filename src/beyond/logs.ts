import { refuse } from '../contract/errors/refusal.ts'
import { OrgEvents } from '../control/events/event-log.ts'
import { logEventOf } from '../control/events/log-event.ts'
import { logFilter } from '../query/index.ts'
import { type BeyondHandlers, filterTest, sliced } from './handler.ts'

export const logs = {
  listLogEvents({ query }, org, call) {
    const { q, filter, sortOrder } = query
    const matches = filterTest(filter, logFilter) ?? (() => true)
    const [since, until] = [momentOf('since', query.since), momentOf('until', query.until)]
    const word = q?.toLowerCase()
    const found = new OrgEvents(org.traffic.recorder)
      .list()
      .filter(({ time }) => (since === undefined || time >= since) && (until === undefined || time < until))
      .map(logEventOf)
      .filter((event) => word === undefined || JSON.stringify(event).toLowerCase().includes(word))
      // Each event has one target.
      .filter((event) => matches({ ...event, target: event.target[0] }))
    return sliced(call, query, sortOrder === 'DESCENDING' ? found.toReversed() : found, (event) => event)
  },
} satisfies Partial<BeyondHandlers>

function momentOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime()))
    refuse('form', { at: name, expected: 'a time such as 2026-01-05T09:30:00.000Z' })
  return moment.toISOString()
}

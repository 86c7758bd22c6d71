/** Types of what passes an organisation: calls in the journal, faults, events. */
export type { Explanation } from '../contract/errors/explain.ts'
export type { EventPattern, EventQuery, OrgEvent, OrgEvents } from '../control/events/event-log.ts'
export type { EventType } from '../control/events/table.ts'
export type { Exchange, Message, RecordChange } from '../exchange/journal.ts'
export type { Breakage, Fault, FaultSpec, Latency } from '../model/access/faults.ts'
export type { JournalEntry, TrafficEntry } from '../model/access/journal.ts'

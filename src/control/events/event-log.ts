import type { RecordedChange } from '../../model/access/recorder.ts'
import type { Recorder } from '../../model/access/recorder.ts'
import type { Told } from '../../model/kernel/changes.ts'
import { told, type ToldRecords } from '../../model/tables.ts'
import { type Duration, parseDuration } from '../../model/kernel/duration.ts'
import { checkTypes } from '../../model/kernel/check-options.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { type EventType, eventTypes, type Part, type PartOf, typesOf } from './table.ts'
import { isoOf } from '../../model/kernel/clock.ts'
import { waitFor } from '../wait-for.ts'

/** A record as events show it, without its secrets. */
export type Shown<Type extends EventType> =
  PartOf<Type> extends Part
    ? Omit<ToldRecords[PartOf<Type>], 'hidden' | 'value' | 'secret' | 'token' | 'path'>
    : never

/** Something that happened in the organisation. */
export interface OrgEvent<Type extends EventType = EventType> {
  /** Identifies the event, to resume after it: later events have greater ids. */
  readonly id: string
  /** `user.suspended`, `group.member-added`, … (docs/control.md). */
  readonly type: Type
  /** When, by the organisation's clock: ISO 8601. */
  readonly time: string
  /** The record that the event is about. */
  readonly record: { readonly kind: string; readonly id: string; readonly label: string }
  /** The record before, without secrets; left out for a new one. */
  readonly before?: Shown<Type>
  /** The record now, without secrets; left out for one that is gone. */
  readonly after?: Shown<Type>
  /**
   * Who caused it: a request, a control action, or a person at a page. Links of mails lead to such pages. Left out if
   * only time did.
   */
  readonly cause?: {
    readonly kind: 'request' | 'control' | 'person'
    /** The operation, the action, or the page: `createUser`, `openSession`, `sign-in`, `activation`. */
    readonly name?: string
    readonly requestId?: string
  }
}

/** A type of event, every type of one kind (`user.*`), or every type (`*`). */
export type EventPattern = EventType | `${string}.*` | '*'

/** Which events to return: those that match every given field. */
export interface EventQuery {
  readonly type?: string | undefined
  /** Id of the record that they are about. */
  readonly record?: string | undefined
  /** Id of a user: matches its own events, and those of its memberships, sessions, mails, consents and tokens. */
  readonly user?: string | undefined
  /** Only events after the event with this id. */
  readonly after?: string | undefined
  /** At most this many events, the oldest first. */
  readonly limit?: number | undefined
}

/** The event type for a pattern. */
type EventOf<Pattern extends EventPattern> = Pattern extends EventType ? OrgEvent<Pattern> : OrgEvent

const kinds = [...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`))]
const patterns: readonly string[] = [...eventTypes, ...kinds, '*']

/** Whether a text is a known pattern of events. */
export function isPattern(text: unknown): boolean {
  return patterns.includes(text as string)
}

/** The message for an unknown pattern. */
export function patternProblem(text: unknown): string {
  const advice = didYouMean(String(text), patterns) ?? 'docs/reference/events.md lists them'
  return `expected a type of event, such as user.suspended, user.* or *, got '${String(text).slice(0, 40)}'; ${advice}`
}

/** The events of an organisation, live and afterwards. It keeps the last 10,000 changes. */
export class OrgEvents {
  readonly #recorder: Recorder

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  /**
   * Calls back right after each event of a type, of a kind (`user.*`) or of every type (`*`). A listener that throws
   * does not affect other listeners; its error is reported as uncaught.
   *
   * @returns A function that stops it.
   * @throws TypeError for an unknown type, with the nearest one.
   */
  on<Pattern extends EventPattern>(type: Pattern, listener: (event: EventOf<Pattern>) => void): () => void {
    const isWanted = typeTest(type)
    if (typeof listener !== 'function') throw new TypeError('events: listener: expected a function')
    return this.#recorder.onChange((change) => {
      for (const event of eventsOf(change, isWanted)) {
        try {
          listener(event as EventOf<Pattern>)
        } catch (error) {
          report(error)
        }
      }
    })
  }

  /** The matching events, oldest first, as far back as they are kept. */
  list(query: EventQuery = {}): readonly OrgEvent[] {
    checkTypes(query, { type: 'string', record: 'string', user: 'string', after: 'string', limit: 'number' })
    const { type = '*', record, user, after, limit = Number.POSITIVE_INFINITY } = query
    const isWanted = typeTest(type)
    const [number, index] = placeOf(after)
    const found: OrgEvent[] = []
    for (const change of this.#recorder.after(Math.max(0, number - 1))) {
      const { userId } = (change.after ?? change.before) as { readonly userId?: string }
      if (user !== undefined && change.key !== user && userId !== user) continue
      for (const event of eventsOf(change, isWanted)) {
        const isLater = change.number > number || placeOf(event.id)[1] > index
        if (isLater && (record === undefined || event.record.id === record)) found.push(event)
        if (found.length >= limit) return found
      }
    }
    return found
  }

  /**
   * Waits for an event that did not happen yet, or one after the event with an id.
   *
   * @param timeout Real time: milliseconds, or a text such as `10s`. Default 5 s.
   * @throws RangeError for a timeout that is no duration.
   * @throws NotInTime when it did not come in time.
   */
  waitFor<Pattern extends EventPattern>(
    type: Pattern,
    options: Omit<EventQuery, 'type' | 'user' | 'limit'> & { readonly timeout?: Duration } = {},
  ): Promise<EventOf<Pattern>> {
    checkTypes(options, { record: 'string', after: 'string', timeout: 'any' })
    const { record, after, timeout = 5000 } = options
    const patience = parseDuration(timeout)
    const [past] = after === undefined ? [] : this.list({ type, record, after, limit: 1 })
    if (past) return Promise.resolve(past as EventOf<Pattern>)
    return waitFor(
      patience,
      (onFound) =>
        this.on(type, (event) => {
          if (record === undefined || event.record.id === record) onFound(event)
        }),
      () => `No event ${type}${record === undefined ? '' : ` of ${record}`} within ${patience} ms`,
    )
  }
}

/** The events of a change. */
export function eventsOf(
  change: RecordedChange,
  isWanted: (type: string) => boolean = () => true,
): readonly OrgEvent[] {
  const types = typesOf(change.part, change.before, change.after)
  return types.flatMap((type, index) => (isWanted(type) ? [eventOf(change, type, index)] : []))
}

function eventOf(
  { part, key, before, after, at, number, cause }: RecordedChange,
  type: EventType,
  index: number,
): OrgEvent {
  const { record, shown } = recordOf(part, key, after ?? before)!
  return {
    id: `${number}.${index}`,
    type,
    time: isoOf(at),
    record,
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
    ...(cause
      ? {
          cause: {
            kind: cause.kind,
            ...(cause.name === undefined ? {} : { name: cause.name }),
            ...(cause.requestId === undefined ? {} : { requestId: cause.requestId }),
          },
        }
      : {}),
  }
}

/** How events show a record, and its values without secrets; undefined for a part without events. */
export function recordOf(
  part: string,
  key: string,
  value: unknown,
): { readonly record: OrgEvent['record']; readonly shown: (value: unknown) => Json } | undefined {
  const known = told[part as keyof ToldRecords] as Told<Json> | undefined
  if (!known) return undefined
  const { kind, label, shown = (given) => ({ ...given }) } = known
  const record = { kind, id: key, label: value === undefined ? key : label(value as Json) }
  return { record, shown: (given) => (given === undefined ? {} : shown(given as Json)) }
}

type Json = Readonly<Record<string, unknown>>

/** A test for the types of a pattern. */
export function typeTest(pattern: string): (type: string) => boolean {
  if (!isPattern(pattern)) throw new TypeError(`events: type: ${patternProblem(pattern)}`)
  if (pattern === '*') return () => true
  if (pattern.endsWith('.*')) return (type) => type.startsWith(pattern.slice(0, -1))
  return (type) => type === pattern
}

function placeOf(id: string | undefined): readonly [number, number] {
  if (id === undefined) return [0, -1]
  const [number = '0', index = '-1'] = id.split('.')
  return [Number(number) || 0, Number(index) || 0]
}

function report(error: unknown): void {
  const { reportError } = globalThis as { reportError?: (error: unknown) => void }
  if (reportError) reportError(error)
  else {
    // As Node does for an EventTarget: the listener made the mistake, and its error must not get lost.
    queueMicrotask(() => {
      throw error
    })
  }
}

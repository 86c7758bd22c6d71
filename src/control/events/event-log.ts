import type { RecordedChange } from '../../model/access/recorded-change.ts'
import type { Recorder } from '../../model/access/recorder.ts'
import { type KeptRecords, type Part, recordKinds } from './records.ts'
import { type Duration, parseDuration } from '../../model/kernel/duration.ts'
import { type EventType, type PartOf, typesOf } from './table.ts'
import { isoOf } from '../../model/kernel/clock.ts'

/** A record as events tell of it, without its secrets. */
export type Shown<Type extends EventType> =
  PartOf<Type> extends Part
    ? Omit<KeptRecords[PartOf<Type>], 'hidden' | 'value' | 'cookie' | 'secret' | 'token' | 'path'>
    : never

/** Something that happened in the organisation. */
export interface OrgEvent<Type extends EventType = EventType> {
  /** By which listening is resumed: later events have greater ones. */
  readonly id: string
  /** `user.suspended`, `group.member-added`, … (docs/debugging.md). */
  readonly type: Type
  /** When, by the organisation's clock: ISO 8601. */
  readonly time: string
  /** What it is about. */
  readonly record: { readonly kind: string; readonly id: string; readonly label: string }
  /** The record before, without secrets; left out for a new one. */
  readonly before?: Shown<Type>
  /** The record now, without secrets; left out for one that is gone. */
  readonly after?: Shown<Type>
  /** The request or the control action that made it happen; left out where only time did. */
  readonly cause?: {
    readonly kind: 'request' | 'control'
    readonly name?: string
    readonly requestId?: string
  }
}

/** A type of event, all of one kind (`user.*`), or all (`*`). */
export type EventPattern = EventType | `${string}.*` | '*'

/** Which events are wanted; all that is given must hold. */
export interface EventQuery {
  readonly type?: string | undefined
  /** Id of the record that they are about. */
  readonly record?: string | undefined
  /** Only later ones: the id of an event. */
  readonly after?: string | undefined
  /** At most so many, the first that match. */
  readonly limit?: number | undefined
}

/** What an event of a pattern is. */
type EventOf<Pattern extends EventPattern> = Pattern extends EventType ? OrgEvent<Pattern> : OrgEvent

/** What happens in an organisation, as it happens and afterwards. The last 10,000 changes can be read again. */
export class OrgEvents {
  readonly #recorder: Recorder

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  /**
   * Calls back for each event of a type, of a kind (`user.*`) or for all (`*`), right after the change. A
   * listener that throws disturbs nobody else; the error is reported as an uncaught one.
   *
   * @returns What stops it.
   */
  on<Pattern extends EventPattern>(type: Pattern, listener: (event: EventOf<Pattern>) => void): () => void {
    const isWanted = patternTest(type)
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

  /** The events that are wanted, oldest first, as far as they are kept. */
  list({
    type = '*',
    record,
    after,
    limit = Number.POSITIVE_INFINITY,
  }: EventQuery = {}): readonly OrgEvent[] {
    const isWanted = patternTest(type)
    const [number, index] = placeOf(after)
    const found: OrgEvent[] = []
    for (const change of this.#recorder.after(Math.max(0, number - 1))) {
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
   * @throws Error when it did not come in time.
   */
  waitFor<Pattern extends EventPattern>(
    type: Pattern,
    {
      record,
      after,
      timeout = 5000,
    }: Omit<EventQuery, 'type' | 'limit'> & { readonly timeout?: Duration } = {},
  ): Promise<EventOf<Pattern>> {
    const patience = parseDuration(timeout)
    const [past] = after === undefined ? [] : this.list({ type, record, after, limit: 1 })
    if (past) return Promise.resolve(past as EventOf<Pattern>)
    return new Promise((resolve, reject) => {
      const stop = this.on(type, (event) => {
        if (record !== undefined && event.record.id !== record) return
        clearTimeout(timer)
        stop()
        resolve(event)
      })
      const timer = setTimeout(() => {
        stop()
        reject(
          new Error(`No event ${type}${record === undefined ? '' : ` of ${record}`} within ${patience} ms`),
        )
      }, patience)
    })
  }
}

/** The events that a change is. */
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
  const { kind, label, shown } = recordKinds[part as Part] as {
    kind: string
    label: (record: unknown) => string
    shown: (record: unknown) => unknown
  }
  return {
    id: `${number}.${index}`,
    type,
    time: isoOf(at),
    record: { kind, id: key, label: label(after ?? before) },
    ...(before === undefined ? {} : { before: shown(before) as never }),
    ...(after === undefined ? {} : { after: shown(after) as never }),
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

/** Tells the types that a pattern names. */
function patternTest(pattern: string): (type: string) => boolean {
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
    // As Node does for an EventTarget: the mistake is the listener's, and is not to be lost.
    queueMicrotask(() => {
      throw error
    })
  }
}

import type { RecordedChange } from '../../model/access/recorded-change.ts'
import type { Recorder } from '../../model/access/recorder.ts'
import { type KeptRecords, type Part, type RecordKind, recordKinds } from './records.ts'
import { type Duration, parseDuration } from '../../model/kernel/duration.ts'
import { checkTypes } from '../../model/kernel/check-options.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { type EventType, eventTypes, type PartOf, typesOf } from './table.ts'
import { isoOf } from '../../model/kernel/clock.ts'
import { NotInTime } from '../input.ts'

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
  /** Id of the user whom they concern: of the user, and of memberships, sessions, mails, consent and tokens of the user. */
  readonly user?: string | undefined
  /** Only later ones: the id of an event. */
  readonly after?: string | undefined
  /** At most so many, the first that match. */
  readonly limit?: number | undefined
}

/** What an event of a pattern is. */
type EventOf<Pattern extends EventPattern> = Pattern extends EventType ? OrgEvent<Pattern> : OrgEvent

const kinds = [...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`))]
const patterns: readonly string[] = [...eventTypes, ...kinds, '*']

/** Whether a text names events that there are. */
export function isPattern(text: unknown): boolean {
  return patterns.includes(text as string)
}

/** What is wrong with a text that names none. */
export function patternProblem(text: unknown): string {
  return `expected a type of event, such as user.suspended, user.* or *; ${didYouMean(String(text), patterns) ?? 'listEventTypes lists them'}`
}

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
   * @throws TypeError for an unknown type, with the nearest one.
   */
  on<Pattern extends EventPattern>(type: Pattern, listener: (event: EventOf<Pattern>) => void): () => void {
    const isWanted = patternTest(type)
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

  /** The events that are wanted, oldest first, as far as they are kept. */
  list(query: EventQuery = {}): readonly OrgEvent[] {
    checkTypes(query, { type: 'string', record: 'string', user: 'string', after: 'string', limit: 'number' })
    const { type = '*', record, user, after, limit = Number.POSITIVE_INFINITY } = query
    const isWanted = patternTest(type)
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
          new NotInTime(
            `No event ${type}${record === undefined ? '' : ` of ${record}`} within ${patience} ms`,
          ),
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

/** How a record of a part is told of, and its values without secrets; undefined for a part that nobody is told of. */
export function recordOf(
  part: string,
  key: string,
  value: unknown,
): { readonly record: OrgEvent['record']; readonly shown: (value: unknown) => Json } | undefined {
  const known = recordKinds[part as Part] as RecordKind<unknown> | undefined
  if (!known) return undefined
  const { kind, label, shown } = known
  const record = { kind, id: key, label: value === undefined ? key : label(value) }
  return { record, shown: (given) => (given === undefined ? {} : shown(given)) }
}

type Json = Readonly<Record<string, unknown>>

/** Tells the types that a pattern names. */
export function patternTest(pattern: string): (type: string) => boolean {
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
    // As Node does for an EventTarget: the mistake is the listener's, and is not to be lost.
    queueMicrotask(() => {
      throw error
    })
  }
}

import { type Duration, parseDuration } from './duration.ts'
import { Single } from './single.ts'
import { ValueError } from './value-error.ts'

/** Cancels a scheduled callback. Returns whether it was still waiting. */
export type Cancel = () => boolean

/** The clock for parts that only read the time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** The time as the service writes it: ISO 8601 in UTC with milliseconds (Clients, convention 2). */
  iso(): string
}

/** The setting of a clock: it stands at a moment, or is ahead of the machine's clock, in milliseconds. */
export type ClockState = ({ readonly standing: number } | { readonly offset: number }) & {
  /** The values for `reset`, if they differ from those at the creation. */
  readonly begun?: Begun
}

/** The values for `reset`: the start in milliseconds since 1970, and whether the clock stands still. */
interface Begun {
  readonly start: number | undefined
  readonly frozen: boolean
}

/** The values with which a clock begins. */
export interface ClockBeginning {
  /** Where time starts. Default: the machine's time. */
  readonly start?: Moment | undefined
  /** Whether it stands still at first. Default false. */
  readonly frozen?: boolean | undefined
}

interface Entry {
  at: number
  callback: () => void
}

/** The longest delay that timers of every platform take. */
const LONGEST_TIMER = 2_147_483_647

/** The organisation's clock, which a test can stop, move and set. */
export class VirtualClock implements Clock {
  readonly #made: Begun
  #begun: Begun | undefined
  /** The time setting. Scheduled callbacks are not part of it; their owners store them. */
  readonly state: Single<ClockState>
  /** The moment at which time is frozen. */
  #standing: number | undefined
  /** How far the clock is ahead of the machine's while it runs. */
  #offset = 0
  /** The time a callback sees while it runs. */
  #pinned: number | undefined
  /** The last formatted moment, and its text: many writes happen in one millisecond. */
  #isoMoment = Number.NaN
  #isoText = ''
  /** In the order in which they become due. */
  #entries: Entry[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @throws RangeError when `start` is not a moment. */
  constructor(
    { start, frozen = false }: ClockBeginning = {},
    state = new Single<ClockState>({ name: 'clock' }),
  ) {
    this.state = state.follow({ read: () => this.#state(), write: (setting) => this.#restore(setting) })
    this.#made = { start: start === undefined ? undefined : parseMoment(start), frozen }
    this.reset()
  }

  /** Whether time stands still. */
  get isFrozen(): boolean {
    return this.#standing !== undefined
  }

  now(): number {
    return this.#pinned ?? this.#unpinned()
  }

  iso(): string {
    const now = this.now()
    if (now !== this.#isoMoment) {
      this.#isoMoment = now
      this.#isoText = isoOf(now)
    }
    return this.#isoText
  }

  /** Stops time, at the given moment or at the present one. */
  freeze(at?: Moment): void {
    const moment = at === undefined ? this.now() : parseMoment(at)
    this.#standing = this.#unpinned()
    this.#moveTo(moment)
  }

  /** Lets time run again from the present moment. */
  resume(): void {
    if (this.#standing === undefined) return
    this.#offset = this.#standing - Date.now()
    this.#standing = undefined
    this.state.touch()
    this.#arm()
  }

  /**
   * Moves time forward. Callbacks that become due run in the order of their time, and see that time.
   * @throws RangeError when the duration is negative or unreadable.
   */
  advance(by: Duration): void {
    this.#moveTo(this.now() + parseDuration(by))
  }

  /** Moves time to a moment. Forward, due callbacks run as in `advance`; backward, nothing runs. */
  set(at: Moment): void {
    this.#moveTo(parseMoment(at))
  }

  /** Goes back to the creation, or to the values of `begin`: start, frozen or running, and nothing scheduled. */
  reset(): void {
    this.dispose()
    this.#pinned = undefined
    const present = Date.now()
    const { start = present, frozen } = this.#begun ?? this.#made
    this.#offset = start - present
    this.#standing = frozen ? start : undefined
    this.state.touch()
  }

  /** Moves time to a start, and stops it or lets it run. `reset` goes back to these values; unset values stay. */
  begin({ start, frozen = this.isFrozen }: ClockBeginning): void {
    // Frozen at its start, not at the time since then.
    if (frozen) this.freeze(start)
    else {
      if (start !== undefined) this.set(start)
      this.resume()
    }
    const { start: before } = this.#begun ?? this.#made
    this.#begun = { start: start === undefined ? before : parseMoment(start), frozen }
    this.state.touch()
  }

  /** Shows the time of another clock from now on, and stands still if that clock does. Scheduled callbacks stay. */
  follow(clock: Pick<VirtualClock, 'now' | 'isFrozen'>): void {
    const now = clock.now()
    const time = clock.isFrozen ? { standing: now } : { offset: now - Date.now() }
    this.state.value = { ...time, ...(this.#begun && { begun: this.#begun }) }
  }

  /**
   * Runs a callback when its time comes: in `advance`, `set` or `freeze`, or from a timer while time runs. The timer
   * does not keep the process alive. A callback that is already due runs at the next of these, never at once.
   * @param at Milliseconds since 1970; a later time than the end of the year 9999 counts as that.
   */
  schedule(at: number, callback: () => void): Cancel {
    const entry = { at: Math.min(at, LAST_MOMENT), callback }
    const index = this.#entries.findLastIndex((other) => other.at <= entry.at) + 1
    this.#entries.splice(index, 0, entry)
    if (index === 0) this.#arm()
    return () => this.#cancel(entry)
  }

  /** How many callbacks wait. */
  pending(): number {
    return this.#entries.length
  }

  /** Milliseconds of the machine's time until the first callback is due; undefined without one, or while frozen. */
  untilNext(): number | undefined {
    const next = this.#entries[0]
    if (next === undefined || this.#standing !== undefined) return undefined
    return Math.max(next.at - this.#unpinned(), 0)
  }

  /** Runs due callbacks, as a late timer would. */
  catchUp(): void {
    if (this.#standing === undefined) this.#onTimer()
  }

  /** Forgets every scheduled callback and stops the timer. The clock still shows the time. */
  dispose(): void {
    this.#entries = []
    this.#disarm()
  }

  #cancel(entry: Entry): boolean {
    const index = this.#entries.indexOf(entry)
    if (index === -1) return false
    this.#entries.splice(index, 1)
    if (index === 0) this.#arm()
    return true
  }

  #unpinned(): number {
    // Running time stops at the end of the year 9999.
    return this.#standing ?? Math.min(Date.now() + this.#offset, LAST_MOMENT)
  }

  #place(moment: number): void {
    if (this.#standing === undefined) this.#offset = moment - Date.now()
    else this.#standing = moment
    this.state.touch()
  }

  #state(): ClockState {
    const time = this.#standing === undefined ? { offset: this.#offset } : { standing: this.#standing }
    return this.#begun ? { ...time, begun: this.#begun } : time
  }

  #restore(state: ClockState): void {
    this.#standing = 'standing' in state ? state.standing : undefined
    if ('offset' in state) this.#offset = state.offset
    this.#begun = state.begun
    this.#arm()
  }

  /** Throws errors only after time has arrived, so that one bad callback stops neither time nor other callbacks. */
  #moveTo(moment: number): void {
    if (!isTellable(moment)) parseMoment(moment)
    const isInsideCallback = this.#pinned !== undefined
    const errors: unknown[] = []
    const reached = this.#runDue(moment, errors)
    if (isInsideCallback) {
      this.#pinned = moment
    } else {
      this.#place(Math.max(moment, reached))
      this.#arm()
    }
    raise(errors)
  }

  /** Runs callbacks that are due at a moment, and returns the latest time that a callback moved the clock to. */
  #runDue(moment: number, errors: unknown[]): number {
    const outer = this.#pinned
    let reached = outer ?? Number.NEGATIVE_INFINITY
    for (let entry = this.#entries[0]; entry !== undefined && entry.at <= moment; entry = this.#entries[0]) {
      this.#entries.shift()
      this.#pinned = Math.max(entry.at, reached)
      try {
        entry.callback()
      } catch (error) {
        errors.push(error)
      }
      reached = Math.max(reached, this.#pinned)
    }
    this.#pinned = outer
    return reached
  }

  #disarm(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Sets the one timer to the next entry, if time runs and an entry exists. */
  #arm(): void {
    this.#disarm()
    const next = this.#entries[0]
    if (next === undefined || this.#standing !== undefined) return
    const delay = Math.min(Math.max(next.at - this.#unpinned(), 0), LONGEST_TIMER)
    this.#timer = setTimeout(() => this.#onTimer(), delay)
    releaseProcess(this.#timer)
  }

  #onTimer(): void {
    const errors: unknown[] = []
    this.#runDue(this.#unpinned(), errors)
    this.#arm()
    raise(errors)
  }
}

function raise(errors: unknown[]): void {
  if (errors.length === 0) return
  throw errors.length === 1
    ? errors[0]
    : new AggregateError(errors, `clock: ${errors.length} callbacks failed`)
}

/** In Node a timer is an object that keeps the process alive until `unref`; in a browser, a number. */
function releaseProcess(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
}

/**
 * A moment: a `Date`, milliseconds since 1970-01-01T00:00:00Z, or an ISO 8601 text with its offset. An example is
 * `2026-01-31T12:00:00.000Z`; a date without time means its start in UTC.
 */
export type Moment = Date | number | string

/** ISO 8601 writes the years 0 to 9999. */
const FIRST_MOMENT = Date.UTC(-1, 12)
const LAST_MOMENT = Date.UTC(10_000) - 1
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/

/**
 * The milliseconds of a moment.
 * @throws RangeError for a wrong moment.
 */
export function parseMoment(moment: Moment): number {
  const milliseconds = typeof moment === 'string' ? parseIsoMoment(moment) : Number(moment)
  if (isTellable(milliseconds)) return Math.trunc(milliseconds)
  const [given, others] =
    typeof moment === 'string' ? [`'${moment}'`, ''] : [String(moment), 'a Date, milliseconds, or ']
  throw new ValueError(
    'time',
    `expected ${others}an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got ${given}`,
  )
}

/** Whether ISO 8601 can write it with a year of four digits. */
export function isTellable(milliseconds: number): boolean {
  return milliseconds >= FIRST_MOMENT && milliseconds <= LAST_MOMENT
}

/** A moment in the service's form: ISO 8601 in UTC with milliseconds. Moments after the year 9999 become its end. */
export function isoOf(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, FIRST_MOMENT), LAST_MOMENT)).toISOString()
}

function parseIsoMoment(text: string): number {
  const trimmed = text.trim()
  return ISO_MOMENT.test(trimmed) && isCalendarDay(trimmed.slice(0, 10)) ? Date.parse(trimmed) : Number.NaN
}

/** Some engines read a 30th of February as a day in March. */
function isCalendarDay(day: string): boolean {
  const start = Date.parse(day)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
}

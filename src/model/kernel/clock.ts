import { looksLikeDuration, parseDuration, type Duration } from './duration.ts'
import { isoOf, isTellable, LAST_MOMENT, type Moment, parseMoment } from './moment.ts'
import { SingleRow, type Stateful } from './state.ts'

export { isoOf, LAST_MOMENT, type Moment, parseMoment } from './moment.ts'

/** Takes a scheduled callback back. Returns whether it was still waiting. */
export type Cancel = () => boolean

/** What a part of the organisation that only reads the time needs. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** The time as the service writes it: ISO 8601 in UTC with milliseconds (Clients, convention 2). */
  iso(): string
}

/** The organisation's clock, which a test can stop, move and set. */
export interface VirtualClock extends Clock {
  /** Whether time stands still. */
  readonly isFrozen: boolean
  /** Stops time, at the given moment or where it is. */
  freeze(at?: Moment): void
  /** Lets time run on from where it stands. */
  resume(): void
  /**
   * Moves time forward. Whatever falls due on the way runs in the order of its time, and sees that time.
   * @throws RangeError when the duration is negative or unreadable.
   */
  advance(by: Duration): void
  /** Moves time to a moment. Forward, whatever falls due runs as in `advance`; backward, nothing runs. */
  set(at: Moment): void
  /** As it was made, or as `begin` said: start, standing or running, and nothing scheduled. */
  reset(): void
  /** Moves time to a start, stops it or lets it run, and has `reset` go back to that. What is not given stays. */
  begin(beginning: ClockBeginning): void
  /** Tells the time of another clock from now on, and stands still if that does; what is scheduled stays. */
  follow(clock: Pick<VirtualClock, 'now' | 'isFrozen'>): void
  /**
   * Runs a callback once time has come to it: as part of `advance`, `set` or `freeze`, or, while time runs,
   * from a timer that keeps no process alive. What is already due runs at the next of these, never at once.
   * @param when A `Date` or an ISO 8601 moment; or how long from now: milliseconds, or a duration text.
   */
  schedule(when: Date | Duration, callback: () => void): Cancel
  /** How many callbacks wait. */
  pending(): number
  /** Milliseconds of the machine's time until the first callback is due; undefined where none ever is. */
  untilNext(): number | undefined
  /** Runs what is due, as a timer would that came late. */
  catchUp(): void
  /** Forgets all that is scheduled and lets go of the timer. The clock still tells the time. */
  dispose(): void
  /** How it tells the time. What is scheduled belongs to whoever scheduled it. */
  readonly state: Stateful<ClockState>
}

/** How a clock tells the time: it stands at a moment, or is ahead of the machine's, in milliseconds. */
export type ClockState = ({ readonly standing: number } | { readonly offset: number }) & {
  /** Where it goes back to, where that is not what it was made with. */
  readonly begun?: Begun
}

/** What a clock goes back to: its start in milliseconds since 1970, and whether it stands still. */
interface Begun {
  readonly start: number | undefined
  readonly frozen: boolean
}

/** Where a clock is to begin. */
export interface ClockBeginning {
  readonly start?: Moment | undefined
  readonly frozen?: boolean | undefined
}

/** Options of {@link createClock}. */
export interface ClockOptions {
  /** Where time starts; the machine's time when left out. */
  start?: Moment
  /** Whether it stands still at first. Default `false`. */
  frozen?: boolean
  /**
   * Hears what a callback threw when a timer ran it. Without it the error goes where the platform sends
   * errors of timers.
   */
  onError?: (error: unknown) => void
}

interface Entry {
  at: number
  callback: () => void
}

/** The longest delay that timers of every platform take. */
const LONGEST_TIMER = 2_147_483_647

/**
 * Makes a clock.
 * @throws RangeError when `start` is not a moment.
 */
export function createClock(options: ClockOptions = {}): VirtualClock {
  return new ScheduledClock(options)
}

class ScheduledClock implements VirtualClock {
  readonly #made: Begun
  #begun: Begun | undefined
  readonly #rows = new SingleRow(() => this.#state())
  readonly state: Stateful<ClockState> = {
    snapshot: () => this.#state(),
    restore: (state) => this.#restore(state),
    rows: this.#rows,
  }
  readonly #onError: ((error: unknown) => void) | undefined
  /** Where time stands while it is frozen. */
  #standing: number | undefined
  /** How far virtual time is ahead of the machine's while it runs. */
  #offset = 0
  /** The time a callback sees while it runs. */
  #pinned: number | undefined
  /** The latest moment written, and how: many writes fall into one millisecond. */
  #isoMoment = Number.NaN
  #isoText = ''
  /** In the order in which they fall due. */
  #entries: Entry[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ start, frozen = false, onError }: ClockOptions) {
    this.#made = { start: start === undefined ? undefined : parseMoment(start), frozen }
    this.#onError = onError
    this.reset()
  }

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

  freeze(at?: Moment): void {
    const moment = at === undefined ? this.now() : parseMoment(at)
    this.#standing = this.#unpinned()
    this.#moveTo(moment)
  }

  resume(): void {
    if (this.#standing === undefined) return
    this.#offset = this.#standing - Date.now()
    this.#standing = undefined
    this.#rows.touch()
    this.#arm()
  }

  advance(by: Duration): void {
    this.#moveTo(this.now() + parseDuration(by))
  }

  set(at: Moment): void {
    this.#moveTo(parseMoment(at))
  }

  reset(): void {
    this.dispose()
    this.#pinned = undefined
    const present = Date.now()
    const { start = present, frozen } = this.#begun ?? this.#made
    this.#offset = start - present
    this.#standing = frozen ? start : undefined
    this.#rows.touch()
  }

  begin({ start, frozen = this.isFrozen }: ClockBeginning): void {
    // Frozen at its start, not at what the time has become since it was set.
    if (frozen) this.freeze(start)
    else {
      if (start !== undefined) this.set(start)
      this.resume()
    }
    const { start: before } = this.#begun ?? this.#made
    this.#begun = { start: start === undefined ? before : parseMoment(start), frozen }
    this.#rows.touch()
  }

  follow(clock: Pick<VirtualClock, 'now' | 'isFrozen'>): void {
    const now = clock.now()
    const time = clock.isFrozen ? { standing: now } : { offset: now - Date.now() }
    this.#restore({ ...time, ...(this.#begun && { begun: this.#begun }) })
  }

  schedule(when: Date | Duration, callback: () => void): Cancel {
    const entry = { at: this.#resolve(when), callback }
    const index = this.#entries.findLastIndex((other) => other.at <= entry.at) + 1
    this.#entries.splice(index, 0, entry)
    if (index === 0) this.#arm()
    return () => this.#cancel(entry)
  }

  pending(): number {
    return this.#entries.length
  }

  untilNext(): number | undefined {
    const next = this.#entries[0]
    if (next === undefined || this.#standing !== undefined) return undefined
    return Math.max(next.at - this.#unpinned(), 0)
  }

  catchUp(): void {
    if (this.#standing === undefined) this.#onTimer()
  }

  dispose(): void {
    this.#entries = []
    this.#disarm()
  }

  #resolve(when: Date | Duration): number {
    if (when instanceof Date) return parseMoment(when)
    if (typeof when === 'string' && !looksLikeDuration(when)) return parseMoment(when)
    return Math.min(this.now() + parseDuration(when), LAST_MOMENT)
  }

  #cancel(entry: Entry): boolean {
    const index = this.#entries.indexOf(entry)
    if (index === -1) return false
    this.#entries.splice(index, 1)
    if (index === 0) this.#arm()
    return true
  }

  #unpinned(): number {
    // Time that runs stops at the end of the year 9999.
    return this.#standing ?? Math.min(Date.now() + this.#offset, LAST_MOMENT)
  }

  #place(moment: number): void {
    if (this.#standing === undefined) this.#offset = moment - Date.now()
    else this.#standing = moment
    this.#rows.touch()
  }

  #state(): ClockState {
    const time = this.#standing === undefined ? { offset: this.#offset } : { standing: this.#standing }
    return this.#begun ? { ...time, begun: this.#begun } : time
  }

  #restore(state: ClockState): void {
    this.#standing = 'standing' in state ? state.standing : undefined
    if ('offset' in state) this.#offset = state.offset
    this.#begun = state.begun
    this.#rows.touch()
    this.#arm()
  }

  /** Errors wait until time has arrived, so that one bad callback stops neither time nor the others. */
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

  /** Runs what is due by a moment, and returns the latest time that a callback moved the clock to. */
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

  /** Sets the one timer to the next entry, when time runs and there is one. */
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
    if (this.#onError === undefined) raise(errors)
    else for (const error of errors) this.#onError(error)
  }
}

function raise(errors: unknown[]): void {
  if (errors.length === 0) return
  throw errors.length === 1
    ? errors[0]
    : new AggregateError(errors, `clock: ${errors.length} callbacks failed`)
}

/** In Node a timer is an object that keeps the process alive unless told otherwise; in a browser, a number. */
function releaseProcess(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
}

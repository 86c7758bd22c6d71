import type { ClockTime } from '../control/clock.ts'
import { parseMoment, type Moment } from '../model/kernel/clock.ts'
import { type Duration, parseDuration } from '../model/kernel/duration.ts'
import type { Organisation } from '../organisation.ts'

/** The fake timers of a runner, in one shape. */
export interface FakeTimers {
  /** Whether time is faked at the moment. */
  readonly isOn: () => boolean
  /** Lets time pass, and runs what falls due. */
  readonly advance: (milliseconds: number) => unknown
  /** Sets the time, running nothing. */
  readonly setTime: (milliseconds: number) => unknown
}

/** The time of an organisation and, while the runner's fake timers are on, of the code under test, moved together. */
export interface TestClock {
  /** The organisation's time. */
  readonly now: () => Date
  /**
   * Lets time pass: a session ends, a token expires, a lag is over, a timer fires. Milliseconds, or a text such as
   * `5m`, `2h` or `P1D`, or `{ by }` as `control.advanceClock` takes it.
   *
   * @throws RangeError when the duration is negative or unreadable.
   */
  readonly advance: (by: Duration | { readonly by: Duration }) => Promise<ClockTime>
  /**
   * Goes to a moment, or `{ to }`. Due events happen in the organisation; timers of the runner do not run.
   */
  readonly set: (to: Moment | { readonly to: Moment }) => Promise<ClockTime>
  /** Stops the organisation's time, at a moment (or `{ at }`) or where it is. */
  readonly freeze: (at?: Moment | { readonly at?: Moment }) => Promise<ClockTime>
  /** Lets the organisation's time run on. */
  readonly resume: () => ClockTime
}

/** The clock of an organisation, and the timers that move along. */
export function testClock(org: Organisation, along: () => readonly FakeTimers[]): TestClock {
  const { clock } = org.model
  const faked = (): readonly FakeTimers[] => along().filter((timers) => timers.isOn())
  const time = (): ClockTime => ({ now: clock.iso(), frozen: clock.isFrozen })
  return {
    now: () => new Date(clock.now()),
    async advance(given) {
      const milliseconds = parseDuration(isObject(given) ? given.by : given)
      const target = clock.now() + milliseconds
      for (const timers of faked()) await timers.advance(milliseconds)
      // If the faked clock drives the organisation's time, it is there already. Its scheduled work has not run.
      clock.set(target)
      return time()
    },
    async set(given) {
      const moment = parseMoment(isObject(given) ? given.to : given)
      for (const timers of faked()) await timers.setTime(moment)
      clock.set(moment)
      return time()
    },
    async freeze(given) {
      const at = isObject(given) ? given.at : given
      const moment = at === undefined ? clock.now() : parseMoment(at)
      for (const timers of at === undefined ? [] : faked()) await timers.setTime(moment)
      clock.freeze(moment)
      return time()
    },
    resume: () => org.control.setClock({ frozen: false }),
  }
}

/** Whether a value is the input of a control function, rather than a moment or a duration itself. */
function isObject<Value>(value: Value): value is Exclude<Value & object, Date> {
  // In Jest a test has its own Date.
  return (
    typeof value === 'object' && value !== null && !Object.prototype.toString.call(value).endsWith('Date]')
  )
}

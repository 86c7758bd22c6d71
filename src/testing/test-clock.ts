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
   * `5m`, `2h` or `P1D`.
   *
   * @throws RangeError when the duration is negative or unreadable.
   */
  readonly advance: (by: Duration) => Promise<void>
  /** Goes to a moment; what falls due on the way runs in the organisation, timers of the runner do not. */
  readonly set: (to: Moment) => Promise<void>
  /** Stops the organisation's time, at a moment or where it is. */
  readonly freeze: (at?: Moment) => Promise<void>
  /** Lets the organisation's time run on. */
  readonly resume: () => void
}

/** The clock of an organisation, and the timers that move along. */
export function testClock(org: Organisation, along: () => readonly FakeTimers[]): TestClock {
  const { clock } = org.model
  const faked = (): readonly FakeTimers[] => along().filter((timers) => timers.isOn())
  return {
    now: () => new Date(clock.now()),
    async advance(by) {
      const milliseconds = parseDuration(by)
      const target = clock.now() + milliseconds
      for (const timers of faked()) await timers.advance(milliseconds)
      // If the faked clock drives the organisation's time, it is there already. Its scheduled work has not run.
      clock.set(target)
    },
    async set(to) {
      const moment = parseMoment(to)
      for (const timers of faked()) await timers.setTime(moment)
      clock.set(moment)
    },
    async freeze(at) {
      const moment = at === undefined ? clock.now() : parseMoment(at)
      for (const timers of at === undefined ? [] : faked()) await timers.setTime(moment)
      clock.freeze(moment)
    },
    resume: () => clock.resume(),
  }
}

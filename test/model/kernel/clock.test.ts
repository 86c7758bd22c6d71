import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { VirtualClock } from '../../../src/model/kernel/clock.ts'
import { type Duration, parseDuration } from '../../../src/model/kernel/duration.ts'
import { Single } from '../../../src/model/kernel/single.ts'
import { runs } from '../../support/runs.ts'

const NOON = '2026-01-31T12:00:00.000Z'
const noon = Date.UTC(2026, 0, 31, 12)
const machine = Date.UTC(2030, 5, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: machine })
})

afterEach(() => {
  vi.useRealTimers()
})

const standing = () => new VirtualClock({ start: NOON, frozen: true })
const running = () => new VirtualClock({ start: NOON })

/** Schedules a callback in a while. */
function soon(clock: VirtualClock, wait: Duration, callback: () => void): () => boolean {
  return clock.schedule(clock.now() + parseDuration(wait), callback)
}

test('uses the time of the machine by default', () => {
  expect(new VirtualClock().now()).toBe(machine)
})

/** A clock as it should be, with entries in the order of their times, or else of their making. */
class Expected {
  standing: number | undefined
  offset = noon - machine
  entries: { at: number; name: number }[] = []
  readonly ran: string[] = []

  get now(): number {
    return this.standing ?? Date.now() + this.offset
  }

  schedule(at: number, name: number): void {
    this.entries = [...this.entries, { at, name }].toSorted((one, other) => one.at - other.at)
  }

  /** Runs what is due by a moment, each at its own time. */
  run(until: number): void {
    for (const { at, name } of this.entries.filter((entry) => entry.at <= until))
      this.ran.push(`${name} at ${at}`)
    this.entries = this.entries.filter((entry) => entry.at > until)
  }

  move(to: number): void {
    this.run(to)
    if (this.standing === undefined) this.offset = to - Date.now()
    else this.standing = to
  }
}

/** The entries that ran, each with the time of the clock. */
let actual: string[] = []

type Step = (clock: VirtualClock, expected: Expected, cancels: (() => boolean)[]) => void

const whole = fc.integer({ min: 1, max: 5000 })
const steps: fc.Arbitrary<Step> = fc.oneof(
  whole.map((delay): Step => (clock, expected, cancels) => {
    const name = cancels.length
    expected.schedule(expected.now + delay, name)
    cancels.push(soon(clock, delay, () => void actual.push(`${name} at ${clock.now()}`)))
  }),
  fc.nat(9).map((index): Step => (_, expected, cancels) => {
    const isWaiting = expected.entries.some(({ name }) => name === index)
    expect(cancels[index]?.() ?? false).toBe(isWaiting)
    expected.entries = expected.entries.filter(({ name }) => name !== index)
  }),
  fc.nat(5000).map((by): Step => (clock, expected) => {
    clock.advance(by)
    expected.move(expected.now + by)
  }),
  fc.nat(3000).map((by): Step => (clock, expected) => {
    const back = expected.now - by
    clock.set(back)
    expected.move(back)
  }),
  fc.constant<Step>((clock, expected) => {
    clock.freeze()
    expected.standing = expected.now
  }),
  fc.constant<Step>((clock, expected) => {
    clock.resume()
    if (expected.standing !== undefined) expected.offset = expected.standing - Date.now()
    expected.standing = undefined
  }),
  fc.constant<Step>((clock, expected) => {
    clock.reset()
    expected.standing = undefined
    expected.offset = noon - Date.now()
    expected.entries = []
  }),
  fc.nat(5000).map((by): Step => (_, expected) => {
    vi.advanceTimersByTime(by)
    if (expected.standing === undefined) expected.run(expected.now)
  }),
)

test('a clock that is moved, stopped, run and asked to call runs each callback at its time, once', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 30 }), (taken) => {
      vi.setSystemTime(machine)
      const clock = running()
      const [expected, cancels] = [new Expected(), [] as (() => boolean)[]]
      actual = []
      for (const step of taken) {
        step(clock, expected, cancels)
        const next = expected.entries[0]
        const isRunning = expected.standing === undefined
        expect(actual).toEqual(expected.ran)
        expect([clock.now(), clock.isFrozen, clock.pending(), clock.untilNext(), vi.getTimerCount()]).toEqual(
          [
            expected.now,
            !isRunning,
            expected.entries.length,
            next && isRunning ? next.at - expected.now : undefined,
            next && isRunning ? 1 : 0,
          ],
        )
      }
      clock.dispose()
    }),
    { numRuns: runs(1000) },
  )
})

test('time arrives and the other callbacks run though some throw, whose errors are thrown as one', () => {
  const clock = standing()
  const after = vi.fn()
  const fail = (message: string, when: string) =>
    soon(clock, when, () => {
      throw new Error(message)
    })
  fail('one', '1m')
  expect(() => clock.advance('3m')).toThrow(new Error('one'))
  fail('two', '1m')
  fail('three', '1m')
  soon(clock, '2m', after)
  const errors = [new Error('two'), new Error('three')]
  expect(() => clock.advance('3m')).toThrow(new AggregateError(errors, 'clock: 2 callbacks failed'))
  expect(after).toHaveBeenCalledOnce()
  expect(clock.now()).toBe(noon + 360_000)
})

test('a callback may schedule more, which runs within the same advance when it is due', () => {
  const clock = standing()
  const seen: number[] = []
  const tick = () => {
    seen.push(clock.now() - noon)
    soon(clock, '1m', tick)
  }
  soon(clock, '1m', tick)
  clock.advance('3m')
  expect(seen).toEqual([60_000, 120_000, 180_000])
  expect(clock.pending()).toBe(1)
})

test('a callback that is already due waits until the time moves', () => {
  const clock = standing()
  const callback = vi.fn()
  soon(clock, 0, callback)
  expect(callback).not.toHaveBeenCalled()
  clock.advance(0)
  expect(callback).toHaveBeenCalledOnce()
})

test('a callback may itself advance the clock, and time never runs backward for the next', () => {
  const clock = standing()
  const seen: number[] = []
  soon(clock, '1m', () => {
    clock.advance('10m')
    seen.push(clock.now() - noon)
  })
  soon(clock, '2m', () => seen.push(clock.now() - noon))
  soon(clock, '12m', () => seen.push(clock.now() - noon))
  clock.advance('3m')
  expect(seen).toEqual([120_000, 660_000])
  expect(clock.now()).toBe(noon + 660_000)
})

test('a callback scheduled in the past by another one runs without moving time back', () => {
  const clock = standing()
  const seen: number[] = []
  soon(clock, '5m', () => clock.schedule(noon, () => seen.push(clock.now() - noon)))
  clock.advance('10m')
  expect(seen).toEqual([300_000])
})

test('a running clock waits for moments further away than a timer reaches', () => {
  const clock = running()
  const callback = vi.fn()
  soon(clock, '60d', callback)
  vi.advanceTimersByTime(59 * 86_400_000)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(86_400_000)
  expect(callback).toHaveBeenCalledOnce()
})

test('dispose stops the timer and forgets scheduled callbacks, and the clock goes on', () => {
  const clock = running()
  const callback = vi.fn()
  soon(clock, '1s', callback)
  expect(vi.getTimerCount()).toBe(1)
  clock.dispose()
  expect(vi.getTimerCount()).toBe(0)
  expect(clock.pending()).toBe(0)
  vi.advanceTimersByTime(5000)
  expect(callback).not.toHaveBeenCalled()
  expect(clock.now()).toBe(noon + 5000)
})

test('an error of a callback on a timer is thrown once all due ones ran', () => {
  const clock = running()
  const after = vi.fn()
  soon(clock, '1s', () => {
    throw new Error('bad')
  })
  soon(clock, '1s', after)
  expect(() => vi.advanceTimersByTime(1000)).toThrow(new Error('bad'))
  expect(after).toHaveBeenCalledOnce()
})

test('its timer keeps no process alive', () => {
  vi.useRealTimers()
  const unref = vi.fn()
  const timer = Object.assign(Object.create(null), { unref })
  const spy = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(timer)
  try {
    soon(new VirtualClock(), '1h', () => {})
    expect(unref).toHaveBeenCalledOnce()
  } finally {
    spy.mockRestore()
  }
})

test('stops at the end of the year 9999 when it runs', () => {
  const clock = new VirtualClock({ start: '9999-12-31T23:59:59.900Z' })
  const called = vi.fn()
  soon(clock, '1s', called)
  vi.advanceTimersByTime(98)
  expect(called).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(called).toHaveBeenCalledOnce()
  expect(clock.iso()).toBe('9999-12-31T23:59:59.999Z')
  clock.freeze()
  expect(clock.now()).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999))
})

test('a clock that begins frozen stays at its start during a long call', () => {
  const machine = vi.spyOn(Date, 'now')
  onTestFinished(() => machine.mockRestore())
  let time = Date.UTC(2031, 0, 1)
  machine.mockImplementation(() => (time += 50))
  for (const frozen of [false, true]) {
    const clock = new VirtualClock({ start: '2026-01-05T09:30:00.000Z', frozen })
    clock.begin({ start: '2026-03-01T00:00:00.000Z', frozen: true })
    expect(clock.iso()).toBe('2026-03-01T00:00:00.000Z')
    clock.advance('1h')
    clock.reset()
    expect(clock.iso()).toBe('2026-03-01T00:00:00.000Z')
    clock.freeze('2026-04-01T00:00:00.000Z')
    expect(clock.iso()).toBe('2026-04-01T00:00:00.000Z')
  }
})

test('a snapshot of a clock contains its offset or its frozen time, and its start', () => {
  expect(new VirtualClock().state.snapshot()).toEqual({ offset: 0 })
  expect(standing().state.snapshot()).toEqual({ standing: noon })
  expect(running().state.snapshot()).toEqual({ offset: noon - machine })
  const clock = running()
  clock.begin({ start: noon + 5 })
  expect(clock.state.snapshot()).toEqual({
    offset: noon + 5 - machine,
    begun: { start: noon + 5, frozen: false },
  })
  clock.begin({ frozen: true })
  expect(clock.state.snapshot()).toEqual({
    standing: noon + 5,
    begun: { start: noon + 5, frozen: true },
  })
  expect(clock.state.row('=')).toEqual(clock.state.snapshot())
  const plain = new VirtualClock()
  plain.begin({})
  expect(plain.state.snapshot()).toEqual({ offset: 0, begun: { start: undefined, frozen: false } })
  vi.advanceTimersByTime(10)
  plain.set(noon)
  plain.reset()
  expect(plain.now()).toBe(machine + 10)
})

test('a clock goes back to an earlier state, and sets its timer', () => {
  const clock = running()
  const before = clock.state.snapshot()
  const called = vi.fn()
  soon(clock, '1s', called)
  clock.state.restore({ standing: noon - 5, begun: { start: 7, frozen: true } })
  expect([clock.isFrozen, clock.now(), vi.getTimerCount()]).toEqual([true, noon - 5, 0])
  clock.reset()
  expect([clock.isFrozen, clock.now()]).toEqual([true, 7])
  clock.schedule(noon + 1000, called)
  clock.state.restore(before)
  expect([clock.isFrozen, clock.now(), clock.state.snapshot()]).toEqual([false, noon, before])
  vi.advanceTimersByTime(999)
  expect(called).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(called).toHaveBeenCalledOnce()
})

test('every change of the time settings marks the row of a clock, and nothing else does', () => {
  const emit = vi.fn()
  const clock = new VirtualClock({ start: NOON, frozen: true }, new Single({ name: 'clock' }, { emit }))
  /** Whether the stored setting changed since the last call. */
  const marks = () => {
    const [{ length: count }] = [emit.mock.calls, emit.mockClear(), clock.state.value] as const
    return Math.min(count, 1)
  }
  marks()
  soon(clock, '1s', () => {})()
  clock.catchUp()
  expect(marks()).toBe(0)
  for (const step of [
    () => clock.advance(5),
    () => clock.set(noon),
    () => clock.freeze(),
    () => clock.resume(),
    () => clock.advance(1),
    () => clock.reset(),
    () => clock.begin({}),
    () => clock.follow(running()),
    () => clock.state.restore({ standing: 5 }),
  ]) {
    step()
    expect(marks(), String(step)).toBeGreaterThan(0)
  }
  clock.resume()
  marks()
  clock.resume()
  expect(marks()).toBe(0)
  clock.begin({ frozen: false })
  expect(marks()).toBe(1)
})

test('begin moves the clock to the given start, and leaves the rest', () => {
  const clock = standing()
  clock.begin({ start: noon + 1 })
  expect([clock.isFrozen, clock.now()]).toEqual([true, noon + 1])
  clock.begin({ frozen: false })
  expect([clock.isFrozen, clock.now()]).toEqual([false, noon + 1])
  clock.advance(50)
  clock.begin({ frozen: false })
  expect(clock.now()).toBe(noon + 51)
  clock.reset()
  expect([clock.isFrozen, clock.now()]).toEqual([false, noon + 1])
  clock.begin({ start: new Date(noon), frozen: true })
  clock.resume()
  clock.reset()
  expect([clock.isFrozen, clock.now()]).toEqual([true, noon])
})

test('a clock follows another one, and keeps its own start and callbacks', () => {
  const clock = standing()
  const called = vi.fn()
  soon(clock, '1s', called)
  clock.follow({ now: () => noon + 10, isFrozen: true })
  expect(clock.state.snapshot()).toEqual({ standing: noon + 10 })
  clock.begin({ start: noon + 3 })
  clock.follow(new VirtualClock({ start: noon + 20 }))
  expect(clock.state.snapshot()).toEqual({
    offset: noon + 20 - machine,
    begun: { start: noon + 3, frozen: true },
  })
  expect([clock.pending(), clock.now()]).toEqual([1, noon + 20])
  vi.advanceTimersByTime(980)
  expect(called).toHaveBeenCalledOnce()
})

test('a running clock catches up with due callbacks, and a frozen one does not', () => {
  const clock = running()
  const called = vi.fn()
  soon(clock, '1s', called)
  vi.setSystemTime(machine + 1000)
  clock.freeze()
  soon(clock, -0, called)
  clock.catchUp()
  const before = called.mock.calls.length
  clock.resume()
  soon(clock, '5s', called)
  clock.catchUp()
  expect([before, called.mock.calls.length, clock.pending()]).toEqual([1, 2, 1])
  const late = running()
  soon(late, '1s', called)
  vi.setSystemTime(Date.now() + 1000)
  late.catchUp()
  expect(late.pending()).toBe(0)
})

test('a callback beyond the end of time is due at its end', () => {
  const clock = new VirtualClock({ start: '9999-12-31T23:59:59.000Z', frozen: true })
  const called = vi.fn()
  soon(clock, '1h', called)
  clock.advance(998)
  expect(called).not.toHaveBeenCalled()
  clock.advance(1)
  expect(called).toHaveBeenCalledOnce()
})

test('a clock without a listener throws the errors of its timers', () => {
  const clock = running()
  soon(clock, '1s', () => {
    throw new Error('bad')
  })
  soon(clock, '2s', () => {})
  expect(() => vi.advanceTimersByTime(1000)).toThrow(new Error('bad'))
  vi.advanceTimersByTime(1000)
  expect(clock.pending()).toBe(0)
})

test('a callback reads the time at which it was due, as text too, and may set another', () => {
  const clock = standing()
  const seen: unknown[] = []
  soon(clock, '1m', () => {
    seen.push(clock.iso(), clock.now() - noon)
    clock.set(noon + 90_000)
    seen.push(clock.iso(), clock.isFrozen)
  })
  soon(clock, '2m', () => seen.push(clock.iso()))
  clock.advance('3m')
  seen.push(clock.iso())
  expect(seen).toEqual([
    '2026-01-31T12:01:00.000Z',
    60_000,
    '2026-01-31T12:01:30.000Z',
    true,
    '2026-01-31T12:02:00.000Z',
    '2026-01-31T12:03:00.000Z',
  ])
})

test('a clock that is frozen in a callback stands where the callback was', () => {
  const clock = running()
  soon(clock, '1m', () => clock.freeze())
  clock.advance('5m')
  expect([clock.isFrozen, clock.iso()]).toEqual([true, '2026-01-31T12:05:00.000Z'])
  clock.freeze(noon)
  expect(clock.now()).toBe(noon)
})

test('a bad moment or duration moves nothing', () => {
  const clock = running()
  expect(() => clock.advance('soon')).toThrow(RangeError)
  for (const moment of ['x', 8_640_000_000_000_001, new Date(Number.NaN)]) {
    expect(() => clock.set(moment)).toThrow(RangeError)
  }
  expect(() => clock.freeze('x')).toThrow(RangeError)
  expect(() => clock.begin({ start: 'x', frozen: true })).toThrow(RangeError)
  expect([clock.isFrozen, clock.now()]).toEqual([false, noon])
})

test('a clock is not advanced beyond the year 9999', () => {
  const clock = new VirtualClock({ start: '9999-12-31', frozen: true })
  expect(() => clock.advance('1d')).toThrow(
    /^time: expected .*, in the years 0 to 9999, got 253402300800000$/,
  )
  expect(clock.iso()).toBe('9999-12-31T00:00:00.000Z')
  clock.advance(86_399_999)
  expect(clock.iso()).toBe('9999-12-31T23:59:59.999Z')
})

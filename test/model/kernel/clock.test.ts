import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClock, parseMoment } from '../../../src/model/kernel/clock.ts'
import { parseDuration } from '../../../src/model/kernel/duration.ts'

const NOON = '2026-01-31T12:00:00.000Z'
const noon = Date.UTC(2026, 0, 31, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2030, 5, 1) })
})

afterEach(() => {
  vi.useRealTimers()
})

const frozen = () => createClock({ start: NOON, frozen: true })

test('uses the time of the machine by default', () => {
  expect(createClock().now()).toBe(Date.UTC(2030, 5, 1))
})

test.each([
  ['a text', NOON],
  ['milliseconds', noon],
  ['a Date', new Date(noon)],
  ['a text with an offset', '2026-01-31T13:00:00+01:00'],
])('starts where %s says', (_name, start) => {
  expect(createClock({ start }).now()).toBe(noon)
})

test('writes the time in UTC with milliseconds', () => {
  expect(frozen().iso()).toBe('2026-01-31T12:00:00.000Z')
})

test('runs on from its start', () => {
  const clock = createClock({ start: NOON })
  vi.advanceTimersByTime(1500)
  expect(clock.iso()).toBe('2026-01-31T12:00:01.500Z')
})

test('stands still while frozen, and runs on from there when resumed', () => {
  const clock = createClock({ start: NOON })
  clock.freeze()
  vi.advanceTimersByTime(5000)
  expect(clock.now()).toBe(noon)
  expect(clock.isFrozen).toBe(true)
  clock.resume()
  expect(clock.isFrozen).toBe(false)
  vi.advanceTimersByTime(250)
  expect(clock.now()).toBe(noon + 250)
})

test('freezes at a moment that is named', () => {
  const clock = createClock()
  clock.freeze('2027-03-01T00:00:00Z')
  expect(clock.iso()).toBe('2027-03-01T00:00:00.000Z')
})

test('resuming a clock that runs changes nothing', () => {
  const clock = createClock({ start: NOON })
  vi.advanceTimersByTime(100)
  clock.resume()
  expect(clock.now()).toBe(noon + 100)
})

test.each([
  [1500, 1500],
  ['250ms', 250],
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['P1D', 86_400_000],
  ['P2W', 1_209_600_000],
  ['PT5M', 300_000],
  ['P1DT12H', 129_600_000],
  ['PT0.5S', 500],
  ['500', 500],
  [0, 0],
])('advances by %s', (by, milliseconds) => {
  const clock = frozen()
  clock.advance(by)
  expect(clock.now()).toBe(noon + milliseconds)
})

test.each([
  [
    'soon',
    /^duration: expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', got 'soon'$/,
  ],
  ['', /got ''/],
  ['5 minutes', /got '5 minutes'/],
  ['P', /got 'P'/],
  ['PT', /got 'PT'/],
  ['P5H', /got 'P5H'/],
  ['PT5D', /got 'PT5D'/],
  ['P1Y', /expected days instead of years and months.*got 'P1Y'/],
  ['P2M', /expected days instead of years and months.*got 'P2M'/],
  ['-5m', /got '-5m'/],
  [-1, /expected 0 or more.*got -1/],
  [Number.NaN, /got NaN/],
  [Number.POSITIVE_INFINITY, /got Infinity/],
])('refuses %j as a duration and stays where it is', (by, message) => {
  const clock = frozen()
  expect(() => clock.advance(by)).toThrow(RangeError)
  expect(() => clock.advance(by)).toThrow(message)
  expect(clock.now()).toBe(noon)
})

test('reads PT5M as minutes, though M before the T would be months', () => {
  expect(parseDuration('PT5M')).toBe(300_000)
})

test.each(['yesterday', '', '2026-02-30T00:00:00Z', '2026-01-31T12:00:00', '2026-13-01', 'P1D', '12:00'])(
  'refuses %j as a moment',
  (moment) => {
    expect(() => parseMoment(moment)).toThrow(/time: expected a Date.*got/)
    expect(() => createClock({ start: moment })).toThrow(RangeError)
  },
)

test('refuses a moment that ISO 8601 does not write', () => {
  expect(() => frozen().set(Date.UTC(10_000))).toThrow(RangeError)
  expect(() => frozen().set(Date.UTC(-1, 11))).toThrow(RangeError)
  expect(() => parseDuration(1e300)).toThrow(/at most 10,000 years/)
  expect(() => frozen().set(8_640_000_000_000_001)).toThrow(RangeError)
  expect(() => frozen().advance(8_640_000_000_000_000)).toThrow(RangeError)
  expect(() => frozen().set(new Date(Number.NaN))).toThrow(RangeError)
})

test('is set forward and backward', () => {
  const clock = frozen()
  clock.set('2026-02-01T00:00:00Z')
  expect(clock.iso()).toBe('2026-02-01T00:00:00.000Z')
  clock.set('2026-01-01T00:00:00Z')
  expect(clock.iso()).toBe('2026-01-01T00:00:00.000Z')
})

test('advances while it runs, and runs on', () => {
  const clock = createClock({ start: NOON })
  clock.advance('1h')
  vi.advanceTimersByTime(10)
  expect(clock.now()).toBe(noon + 3_600_010)
})

test('reset goes back to the start, standing or running as at first, with nothing scheduled', () => {
  const clock = frozen()
  const callback = vi.fn()
  clock.schedule('1h', callback)
  clock.resume()
  clock.advance('5m')
  clock.reset()
  expect(clock.now()).toBe(noon)
  expect(clock.isFrozen).toBe(true)
  expect(clock.pending()).toBe(0)
  clock.advance('1d')
  expect(callback).not.toHaveBeenCalled()
})

test('runs due callbacks in the order of their times, each at its own time', () => {
  const clock = frozen()
  const seen: string[] = []
  clock.schedule('20m', () => seen.push(`later ${clock.iso()}`))
  clock.schedule('10m', () => seen.push(`sooner ${clock.iso()}`))
  clock.schedule('10m', () => seen.push('second of two at one time'))
  clock.advance('20m')
  expect(seen).toEqual([
    'sooner 2026-01-31T12:10:00.000Z',
    'second of two at one time',
    'later 2026-01-31T12:20:00.000Z',
  ])
})

test('runs what falls due at the very moment, and not a millisecond before', () => {
  const clock = frozen()
  const callback = vi.fn()
  clock.schedule(1000, callback)
  clock.advance(999)
  expect(callback).not.toHaveBeenCalled()
  clock.advance(1)
  expect(callback).toHaveBeenCalledOnce()
  expect(clock.pending()).toBe(0)
})

test.each([
  ['a Date', new Date(noon + 60_000)],
  ['an ISO moment', '2026-01-31T12:01:00Z'],
  ['milliseconds from now', 60_000],
  ['a duration', '1m'],
  ['an ISO duration', 'PT1M'],
])('schedules at %s', (_name, when) => {
  const clock = frozen()
  const at: number[] = []
  clock.schedule(when, () => at.push(clock.now()))
  clock.advance('2m')
  expect(at).toEqual([noon + 60_000])
})

test('refuses to schedule at a value that is neither a moment nor a duration', () => {
  expect(() => frozen().schedule('later', () => {})).toThrow(RangeError)
})

test('a callback may schedule more, which runs within the same advance when it is due', () => {
  const clock = frozen()
  const seen: number[] = []
  const tick = () => {
    seen.push(clock.now() - noon)
    clock.schedule('1m', tick)
  }
  clock.schedule('1m', tick)
  clock.advance('3m')
  expect(seen).toEqual([60_000, 120_000, 180_000])
  expect(clock.pending()).toBe(1)
})

test('a callback that is already due waits until the time moves', () => {
  const clock = frozen()
  const callback = vi.fn()
  clock.schedule(0, callback)
  expect(callback).not.toHaveBeenCalled()
  clock.advance(0)
  expect(callback).toHaveBeenCalledOnce()
})

test('setting time forward runs what falls due, setting it backward runs nothing', () => {
  const clock = frozen()
  const callback = vi.fn()
  clock.schedule('1h', callback)
  clock.set(noon - 1000)
  expect(callback).not.toHaveBeenCalled()
  clock.set(noon + 3_600_000)
  expect(callback).toHaveBeenCalledOnce()
})

test('a cancelled callback does not run', () => {
  const clock = frozen()
  const callback = vi.fn()
  const cancel = clock.schedule('1m', callback)
  expect(cancel()).toBe(true)
  expect(cancel()).toBe(false)
  clock.advance('1h')
  expect(callback).not.toHaveBeenCalled()
})

test('time arrives and the other callbacks run though one throws', () => {
  const clock = frozen()
  const after = vi.fn()
  clock.schedule('1m', () => {
    throw new Error('first')
  })
  clock.schedule('2m', after)
  expect(() => clock.advance('3m')).toThrow('first')
  expect(after).toHaveBeenCalledOnce()
  expect(clock.now()).toBe(noon + 180_000)
})

test('gathers the errors of several callbacks', () => {
  const clock = frozen()
  for (const message of ['one', 'two']) {
    clock.schedule('1m', () => {
      throw new Error(message)
    })
  }
  expect(() => clock.advance('1m')).toThrow(AggregateError)
})

test('a callback may itself advance the clock, and time never runs backward for the next', () => {
  const clock = frozen()
  const seen: number[] = []
  clock.schedule('1m', () => {
    clock.advance('10m')
    seen.push(clock.now() - noon)
  })
  clock.schedule('2m', () => seen.push(clock.now() - noon))
  clock.schedule('12m', () => seen.push(clock.now() - noon))
  clock.advance('3m')
  expect(seen).toEqual([120_000, 660_000])
  expect(clock.now()).toBe(noon + 660_000)
})

test('a callback scheduled in the past by another one runs without moving time back', () => {
  const clock = frozen()
  const seen: number[] = []
  clock.schedule('5m', () => clock.schedule(new Date(noon), () => seen.push(clock.now() - noon)))
  clock.advance('10m')
  expect(seen).toEqual([300_000])
})

test('a running clock runs callbacks from a timer, at their own time', () => {
  const clock = createClock({ start: NOON })
  const seen: number[] = []
  clock.schedule('2s', () => seen.push(clock.now() - noon))
  clock.schedule('1s', () => seen.push(clock.now() - noon))
  vi.advanceTimersByTime(999)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([1000])
  vi.advanceTimersByTime(1000)
  expect(seen).toEqual([1000, 2000])
})

test('a running clock waits for moments further away than a timer reaches', () => {
  const clock = createClock({ start: NOON })
  const callback = vi.fn()
  clock.schedule('60d', callback)
  vi.advanceTimersByTime(59 * 86_400_000)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(86_400_000)
  expect(callback).toHaveBeenCalledOnce()
})

test('freezing stops the timer, resuming sets it again', () => {
  const clock = createClock({ start: NOON })
  const callback = vi.fn()
  clock.schedule('1s', callback)
  clock.freeze()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(10_000)
  expect(callback).not.toHaveBeenCalled()
  clock.resume()
  vi.advanceTimersByTime(1000)
  expect(callback).toHaveBeenCalledOnce()
})

test('a frozen clock sets no timer', () => {
  frozen().schedule('1s', () => {})
  expect(vi.getTimerCount()).toBe(0)
})

test('advancing a running clock brings the timer forward', () => {
  const clock = createClock({ start: NOON })
  const callback = vi.fn()
  clock.schedule('1h', callback)
  clock.advance('59m')
  vi.advanceTimersByTime(60_000)
  expect(callback).toHaveBeenCalledOnce()
})

test('dispose stops the timer and forgets scheduled callbacks, and the clock goes on', () => {
  const clock = createClock({ start: NOON })
  const callback = vi.fn()
  clock.schedule('1s', callback)
  expect(vi.getTimerCount()).toBe(1)
  clock.dispose()
  expect(vi.getTimerCount()).toBe(0)
  expect(clock.pending()).toBe(0)
  vi.advanceTimersByTime(5000)
  expect(callback).not.toHaveBeenCalled()
  expect(clock.now()).toBe(noon + 5000)
})

test('an error of a callback on a timer goes to onError', () => {
  const onError = vi.fn()
  const clock = createClock({ start: NOON, onError })
  const after = vi.fn()
  clock.schedule('1s', () => {
    throw new Error('bad')
  })
  clock.schedule('1s', after)
  vi.advanceTimersByTime(1000)
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('bad'))
  expect(after).toHaveBeenCalledOnce()
})

test('its timer keeps no process alive', () => {
  vi.useRealTimers()
  const unref = vi.fn()
  const timer = Object.assign(Object.create(null), { unref })
  const spy = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(timer)
  try {
    createClock().schedule('1h', () => {})
    expect(unref).toHaveBeenCalledOnce()
  } finally {
    spy.mockRestore()
  }
})

test('stops at the end of the year 9999 when it runs', () => {
  const clock = createClock({ start: '9999-12-31T23:59:59.900Z' })
  const called = vi.fn()
  clock.schedule('1s', called)
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
    const clock = createClock({ start: '2026-01-05T09:30:00.000Z', frozen })
    clock.begin({ start: '2026-03-01T00:00:00.000Z', frozen: true })
    expect(clock.iso()).toBe('2026-03-01T00:00:00.000Z')
    clock.advance('1h')
    clock.reset()
    expect(clock.iso()).toBe('2026-03-01T00:00:00.000Z')
    clock.freeze('2026-04-01T00:00:00.000Z')
    expect(clock.iso()).toBe('2026-04-01T00:00:00.000Z')
  }
})

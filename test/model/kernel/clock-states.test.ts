import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock, isoOf, parseMoment } from '../../../src/model/kernel/clock.ts'
import { looksLikeDuration, parseDuration } from '../../../src/model/kernel/duration.ts'
import { isTellable } from '../../../src/model/kernel/moment.ts'

const noon = Date.UTC(2026, 0, 31, 12)
const machine = Date.UTC(2030, 5, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: machine })
})

afterEach(() => {
  vi.useRealTimers()
})

const standing = () => createClock({ start: noon, frozen: true })
const running = () => createClock({ start: noon })

/** A clock that marks its row, and the marks that it made since they were asked for. */
function marked(clock = standing()) {
  let marks = 0
  clock.state.rows!.track((key) => {
    expect(key).toBe('=')
    marks += 1
  })
  return { clock, marks: () => [marks, (marks = 0)][0] }
}

test('a snapshot of a clock contains its offset or its frozen time, and its start', () => {
  expect(createClock().state.snapshot()).toEqual({ offset: 0 })
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
  expect(clock.state.rows!.read('=')).toEqual(clock.state.snapshot())
  const plain = createClock()
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
  clock.schedule('1s', called)
  clock.state.restore({ standing: noon - 5, begun: { start: 7, frozen: true } })
  expect([clock.isFrozen, clock.now(), vi.getTimerCount()]).toEqual([true, noon - 5, 0])
  clock.reset()
  expect([clock.isFrozen, clock.now()]).toEqual([true, 7])
  clock.schedule(new Date(noon + 1000), called)
  clock.state.restore(before)
  expect([clock.isFrozen, clock.now(), clock.state.snapshot()]).toEqual([false, noon, before])
  vi.advanceTimersByTime(999)
  expect(called).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(called).toHaveBeenCalledOnce()
})

test('every change of the time settings marks the row of a clock, and nothing else does', () => {
  const { clock, marks } = marked()
  clock.schedule('1s', () => {})()
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
  clock.schedule('1s', called)
  clock.follow({ now: () => noon + 10, isFrozen: true })
  expect(clock.state.snapshot()).toEqual({ standing: noon + 10 })
  clock.begin({ start: noon + 3 })
  clock.follow(createClock({ start: noon + 20 }))
  expect(clock.state.snapshot()).toEqual({
    offset: noon + 20 - machine,
    begun: { start: noon + 3, frozen: true },
  })
  expect([clock.pending(), clock.now()]).toEqual([1, noon + 20])
  vi.advanceTimersByTime(980)
  expect(called).toHaveBeenCalledOnce()
})

test('a clock reports the time until the next callback', () => {
  const clock = running()
  expect(clock.untilNext()).toBe(undefined)
  clock.schedule('2s', () => {})
  clock.schedule('1s', () => {})
  expect(clock.untilNext()).toBe(1000)
  vi.setSystemTime(machine + 400)
  expect(clock.untilNext()).toBe(600)
  vi.setSystemTime(machine + 1400)
  expect(clock.untilNext()).toBe(0)
  clock.freeze()
  expect(clock.untilNext()).toBe(undefined)
})

test('a running clock catches up with due callbacks, and a frozen one does not', () => {
  const clock = running()
  const called = vi.fn()
  clock.schedule('1s', called)
  vi.setSystemTime(machine + 1000)
  clock.freeze()
  clock.schedule(-0, called)
  clock.catchUp()
  const before = called.mock.calls.length
  clock.resume()
  clock.schedule('5s', called)
  clock.catchUp()
  expect([before, called.mock.calls.length, clock.pending()]).toEqual([1, 2, 1])
  const late = running()
  late.schedule('1s', called)
  vi.setSystemTime(Date.now() + 1000)
  late.catchUp()
  expect(late.pending()).toBe(0)
})

test('a callback that is taken back hands the timer to the next, and only the first moves it', () => {
  const clock = running()
  const [first, second] = [vi.fn(), vi.fn()]
  const cancel = clock.schedule('1s', first)
  clock.schedule('2s', second)
  expect([cancel(), vi.getTimerCount()]).toEqual([true, 1])
  vi.advanceTimersByTime(1000)
  expect([first.mock.calls.length, clock.pending()]).toEqual([0, 1])
  vi.advanceTimersByTime(1000)
  expect([second.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  const only = clock.schedule('1s', first)
  only()
  expect(vi.getTimerCount()).toBe(0)
})

test('a callback beyond the end of time is due at its end', () => {
  const clock = createClock({ start: '9999-12-31T23:59:59.000Z', frozen: true })
  const called = vi.fn()
  clock.schedule('1h', called)
  clock.advance(998)
  expect(called).not.toHaveBeenCalled()
  clock.advance(1)
  expect(called).toHaveBeenCalledOnce()
})

test('a clock without a listener throws the errors of its timers', () => {
  const clock = running()
  clock.schedule('1s', () => {
    throw new Error('bad')
  })
  clock.schedule('2s', () => {})
  expect(() => vi.advanceTimersByTime(1000)).toThrow(new Error('bad'))
  vi.advanceTimersByTime(1000)
  expect(clock.pending()).toBe(0)
})

test('a callback reads the time at which it was due, as text too, and may set another', () => {
  const clock = standing()
  const seen: unknown[] = []
  clock.schedule('1m', () => {
    seen.push(clock.iso(), clock.now() - noon)
    clock.set(noon + 90_000)
    seen.push(clock.iso(), clock.isFrozen)
  })
  clock.schedule('2m', () => seen.push(clock.iso()))
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
  clock.schedule('1m', () => clock.freeze())
  clock.advance('5m')
  expect([clock.isFrozen, clock.iso()]).toEqual([true, '2026-01-31T12:05:00.000Z'])
  clock.freeze(noon)
  expect(clock.now()).toBe(noon)
})

test('a bad moment moves nothing', () => {
  const clock = running()
  expect(() => clock.freeze('x')).toThrow(RangeError)
  expect(() => clock.begin({ start: 'x', frozen: true })).toThrow(RangeError)
  expect([clock.isFrozen, clock.now()]).toEqual([false, noon])
})

test.for([
  ['0', 0],
  ['12', 12],
  ['12.6', 13],
  [' 5m ', 300_000],
  ['5M', 300_000],
  ['1W', 604_800_000],
  ['1w2d3h4m5s6ms', 788_645_006],
  ['1.25d', 108_000_000],
  ['12.25s', 12_250],
  ['100ms', 100],
  ['10m10m', 1_200_000],
  ['p1d', 86_400_000],
  [' P1W ', 604_800_000],
  ['P10W', 6_048_000_000],
  ['P1.5D', 129_600_000],
  ['P1.25W', 756_000_000],
  ['P1W2D', 777_600_000],
  ['PT1H', 3_600_000],
  ['PT10H20M30.25S', 37_230_250],
  ['pt1m', 60_000],
  ['P2DT3H', 183_600_000],
  ['3652500d', 315_576_000_000_000],
  [315_576_000_000_000, 315_576_000_000_000],
  [1.5, 2],
] as const)('%j is a duration of %j milliseconds', ([text, milliseconds]) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

test.for([
  ['-1', 'unreadable'],
  ['1.', 'unreadable'],
  ['.5s', 'unreadable'],
  ['x5m', 'unreadable'],
  ['5mx', 'unreadable'],
  ['5 m', 'unreadable'],
  ['5m 3s', 'unreadable'],
  ['5y', 'unreadable'],
  ['1.5.5s', 'unreadable'],
  ['1e3', 'unreadable'],
  ['P1D1', 'unreadable'],
  ['P1DT', 'unreadable'],
  ['PT1H1', 'unreadable'],
  ['PxT1H', 'unreadable'],
  ['P1DTx1H', 'unreadable'],
  ['P.5D', 'unreadable'],
  ['P1.D', 'unreadable'],
  ['PT1H2W', 'unreadable'],
  ['PT1HT1H', 'unreadable'],
  ['P1DT', 'unreadable'],
  ['xP1D', 'unreadable'],
  ['3652501d', 'long'],
  [315_576_000_000_001, 'long'],
  ['315576000000001', 'long'],
  ['P521786W', 'long'],
] as const)('%j is not a duration: %s', ([text, why]) => {
  const expected = {
    unreadable: `duration: expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', got '${text}'`,
    long: `duration: expected 0 or more, and at most 10,000 years, got ${text}`,
  }[why]
  expect(() => parseDuration(text)).toThrow(new RangeError(expected))
})

test('the message about an unreadable duration is cut', () => {
  expect(() => parseDuration('x'.repeat(101))).toThrow(`got '${'x'.repeat(100)}'`)
})

test.for([
  ['P1D', true],
  ['p', true],
  [' PT5M ', true],
  ['5m', true],
  [' 1H30M ', true],
  ['1.5d', true],
  ['5', false],
  ['2026-01-31', false],
  ['later', false],
  ['xP1D', false],
  ['x5m', false],
  ['5mx', false],
  ['', false],
] as const)('%j can be meant as a duration: %j', ([text, expected]) => {
  expect(looksLikeDuration(text)).toBe(expected)
})

test.for([
  ['2026-01-31', Date.UTC(2026, 0, 31)],
  [' 2026-01-31 ', Date.UTC(2026, 0, 31)],
  ['2026-01-31T12:00Z', noon],
  ['2026-01-31T12:00:00Z', noon],
  ['2026-01-31T12:00:00.5Z', noon + 500],
  ['2026-01-31T12:00:00.1234Z', noon + 123],
  ['2026-01-31T14:30:00+02:30', noon],
  ['2026-01-31T14:30:00.000+0230', noon],
  ['2026-01-31T09:30:00-02:30', noon],
  ['0000-01-01', Date.UTC(-1, 12)],
  ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  [noon + 0.9, noon],
  [-0.5, -0],
  [new Date(noon), noon],
] as const)('%j is a moment', ([moment, expected]) => {
  expect(parseMoment(moment)).toBe(expected)
})

test.for([
  '2026-1-31',
  '2026-01-31T12:00',
  '2026-01-31T12:00:00.Z',
  '2026-01-31T12Z',
  '2026-01-31T12:00:00',
  '2026-01-31T12:00:00+2',
  '2026-01-31T25:00:00Z',
  '2026-02-29',
  '2026-00-10',
  'x2026-01-31',
  '2026-01-31x',
  '02026-01-31',
  '2026-01-31 12:00:00Z',
  '2026-01-31TT12:00Z',
])('%j is not a moment', (text) => {
  expect(() => parseMoment(text)).toThrow(
    new RangeError(
      `time: expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got '${text}'`,
    ),
  )
})

test('the message about a moment that is not a text shows it unchanged', () => {
  expect(() => parseMoment(Number.NaN)).toThrow(/, got NaN$/)
  expect(() => parseMoment(new Date(Number.NaN))).toThrow(/, got Invalid Date$/)
})

test('formats moments from the year 0 to the year 9999', () => {
  const [first, last] = [-62_167_219_200_000, 253_402_300_799_999]
  expect([first - 1, first, last, last + 1, Number.NaN].map(isTellable)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect([first - 1, first, last, last + 1].map(isoOf)).toEqual([
    '0000-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59.999Z',
  ])
})

test('a clock is not advanced beyond the year 9999', () => {
  const clock = createClock({ start: '9999-12-31', frozen: true })
  expect(() => clock.advance('1d')).toThrow(
    /^time: expected .*, in the years 0 to 9999, got 253402300800000$/,
  )
  expect(clock.iso()).toBe('9999-12-31T00:00:00.000Z')
  clock.advance(86_399_999)
  expect(clock.iso()).toBe('9999-12-31T23:59:59.999Z')
})

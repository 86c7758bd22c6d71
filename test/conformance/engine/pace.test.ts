import { expect, test, vi } from 'vitest'
import { RateLimited } from '../../../conformance/engine/run/interruption.ts'
import { Pace, waitAfterLimit } from '../../../conformance/engine/wire/pace.ts'

const date = 'Sat, 01 Aug 2026 12:00:00 GMT'

test.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': 'Sat, 01 Aug 2026 12:00:05 GMT', date }, 5000],
  [{ 'retry-after': '2', 'x-rate-limit-reset': '9999999999' }, 2000],
  [{ 'x-rate-limit-reset': String(Date.parse(date) / 1000 + 30), date }, 31_000],
  [{ 'x-rate-limit-reset': String(Date.parse(date) / 1000 - 30), date }, 1000],
])('after a 429 with %j the run waits %s ms', (headers, milliseconds) => {
  expect(waitAfterLimit(headers, 1)).toBe(milliseconds)
})

test('without a header it waits longer each time, with some chance in it', () => {
  expect(waitAfterLimit({}, 1, 0.5)).toBe(500)
  expect(waitAfterLimit({}, 3, 0.5)).toBe(2000)
  expect(waitAfterLimit({}, 1, 0)).toBeLessThan(waitAfterLimit({}, 1, 0.9))
})

test('waiting at the same time is counted once against the budget', async () => {
  const pace = new Pace({ rateLimitBudget: 500 })
  const { signal } = new AbortController()
  await Promise.all([pace.holdOff(300, signal), pace.holdOff(300, signal), pace.holdOff(300, signal)])
  expect(pace.waited).toBeLessThan(450)
  await expect(pace.holdOff(300, signal)).rejects.toThrow('budget')
})

test('without a budget it waits while the target answers in between, and gives up after 90 seconds of waiting', async () => {
  vi.useFakeTimers()
  const pace = new Pace()
  const { signal } = new AbortController()
  const wait = async (milliseconds: number): Promise<void> => {
    const waiting = pace.holdOff(milliseconds, signal)
    await Promise.all([waiting, vi.advanceTimersByTimeAsync(milliseconds)])
  }
  for (let minute = 0; minute < 60; minute++) {
    await wait(58_000)
    for (let answer = 0; answer < 120; answer++) pace.answered()
  }
  expect(pace.waited).toBe(60 * 58_000)
  await wait(58_000)
  await expect(wait(58_000)).rejects.toThrow(RateLimited)
  vi.useRealTimers()
})

test('a budget that was named is not given back by answers', async () => {
  const pace = new Pace({ rateLimitBudget: 50 })
  const { signal } = new AbortController()
  await pace.holdOff(40, signal)
  for (let answer = 0; answer < 1000; answer++) pace.answered()
  await expect(pace.holdOff(40, signal)).rejects.toThrow(RateLimited)
})

test('the clean-up may wait as long again', async () => {
  const pace = new Pace({ rateLimitBudget: 50 })
  const { signal } = new AbortController()
  await expect(pace.holdOff(100, signal)).rejects.toThrow(RateLimited)
  await pace.holdOff(40, signal)
  await expect(pace.holdOff(40, signal)).rejects.toThrow(RateLimited)
  pace.renew()
  await pace.holdOff(40, signal)
})

test('a turn that is waited for is given up when the check ends', async () => {
  const pace = new Pace({ concurrency: 1 })
  const leave = await pace.turn(new AbortController().signal)
  const stop = new AbortController()
  const waiting = pace.turn(stop.signal)
  stop.abort(new Error('over'))
  await expect(waiting).rejects.toThrow('over')
  leave()
  const again = await pace.turn(new AbortController().signal)
  again()
})

test.each([
  [{ 'retry-after': ' 7 ' }, 7000],
  [{ 'retry-after': '7 minutes' }, 500],
  [{ 'retry-after': 'x7' }, 500],
  [{ 'retry-after': 'Sat, 01 Aug 2026 11:59:55 GMT', date }, 0],
  [{ 'retry-after': 'soon', 'x-rate-limit-reset': String(Date.parse(date) / 1000 + 30), date }, 31_000],
  [{ 'x-rate-limit-reset': 'soon' }, 500],
  [{ 'x-rate-limit-reset': '' }, 500],
])('after a 429 with %j the first wait is %s ms', (headers, milliseconds) => {
  expect(waitAfterLimit(headers, 1, 0.5)).toBe(milliseconds)
})

test('the time of the target is read where it says it, else that of this machine', () => {
  vi.useFakeTimers({ now: Date.parse(date) })
  try {
    const reset = { 'x-rate-limit-reset': String(Date.parse(date) / 1000 + 30) }
    expect(waitAfterLimit(reset, 1)).toBe(31_000)
    expect(waitAfterLimit({ ...reset, date: 'no date' }, 1)).toBe(31_000)
    expect(waitAfterLimit({ ...reset, date: 'Sat, 01 Aug 2026 12:00:10 GMT' }, 1)).toBe(21_000)
  } finally {
    vi.useRealTimers()
  }
})

test('waits without a header double, sixteen seconds at most, by half more or less', () => {
  expect([1, 2, 5, 6, 7, 20].map((attempt) => waitAfterLimit({}, attempt, 0.5))).toEqual([
    500, 1000, 8000, 16_000, 16_000, 16_000,
  ])
  expect([0, 1].map((chance) => waitAfterLimit({}, 1, chance))).toEqual([250, 750])
})

/** Starts `count` turns at once; returns when each begins. Each turn ends at once. */
async function starts(pace: Pace, count: number): Promise<number[]> {
  vi.useFakeTimers()
  try {
    const begun = performance.now()
    const { signal } = new AbortController()
    const turns = Array.from({ length: count }, async () => {
      const leave = await pace.turn(signal)
      leave()
      return Math.round(performance.now() - begun)
    })
    await vi.advanceTimersByTimeAsync(60_000)
    return await Promise.all(turns)
  } finally {
    vi.useRealTimers()
  }
}

test('turns begin a rate apart, and at once without one', async () => {
  expect(await starts(new Pace({ rps: 4 }), 4)).toEqual([0, 250, 500, 750])
  expect(await starts(new Pace({ rps: 0 }), 3)).toEqual([0, 0, 0])
  expect(await starts(new Pace(), 5)).toEqual([0, 0, 0, 0, 0])
})

test('a run with a renewed budget no longer waits', async () => {
  const pace = new Pace({ rateLimitBudget: 1e6 })
  const stop = new AbortController()
  const held = pace.holdOff(100_000, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(held).rejects.toThrow('stopped')
  pace.renew()
  expect(await starts(pace, 1)).toEqual([0])
})

test('two overlapping waits last as long as the longer one, and cost only the extra time', async () => {
  vi.useFakeTimers()
  try {
    const pace = new Pace({ rateLimitBudget: 10_000 })
    const { signal } = new AbortController()
    const began = performance.now()
    const ends: number[] = []
    const wait = async (milliseconds: number): Promise<void> => {
      await pace.holdOff(milliseconds, signal)
      ends.push(Math.round(performance.now() - began))
    }
    const both = [wait(3000), wait(1000), wait(5000)]
    const turn = pace.turn(signal).then((leave) => {
      ends.push(Math.round(performance.now() - began) + 0.5)
      leave()
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all([...both, turn])
    expect(ends).toEqual([3000, 3000, 5000, 5000.5])
    expect(pace.waited).toBe(5000)
    // 9500 of 10000 may be waited: a little is left over.
    await expect(pace.holdOff(4501, signal)).rejects.toThrow(
      "the target limits the rate and asks to wait 5 s; the run's budget for waiting is used up (--rate-limit-budget)",
    )
    const last = pace.holdOff(4500, signal)
    await vi.advanceTimersByTimeAsync(4500)
    await last
    expect(pace.waited).toBe(9500)
  } finally {
    vi.useRealTimers()
  }
})

test('a turn that is given up while it waits for its start is free for the next', async () => {
  vi.useFakeTimers()
  try {
    const pace = new Pace({ concurrency: 1, rps: 1 })
    const { signal } = new AbortController()
    ;(await pace.turn(signal))()
    const stop = new AbortController()
    const waits = pace.turn(stop.signal)
    stop.abort(new Error('over'))
    await expect(waits).rejects.toThrow('over')
    const next = pace.turn(signal)
    await vi.advanceTimersByTimeAsync(5000)
    ;(await next)()
  } finally {
    vi.useRealTimers()
  }
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateLimited } from '../../../conformance/engine/run/interruption.ts'
import { RateLimiter, waitAfterLimit } from '../../../conformance/engine/wire/rate-limiter.ts'

const date = 'Sat, 01 Aug 2026 12:00:00 GMT'
const { signal } = new AbortController()
beforeEach(() => void vi.useFakeTimers({ now: Date.parse(date) }))
afterEach(() => void vi.useRealTimers())

const reset = (seconds: number) => ({ 'x-rate-limit-reset': String(Date.parse(date) / 1000 + seconds) })

test.each<[Record<string, string>, number]>([
  [{ 'retry-after': ' 7 ' }, 7000],
  [{ 'retry-after': 'Sat, 01 Aug 2026 12:00:05 GMT', date }, 5000],
  // These values name a moment that has come: the wait is short, and doubles.
  ...['Sat, 01 Aug 2026 11:59:55 GMT', '0', '-1', '0.001', '00'].map(
    (after) => [{ 'retry-after': after, date }, 100] as [Record<string, string>, number],
  ),
  // These values name no moment: the wait is that without a header.
  ...['', '1e3', '1/1/2030'].map(
    (after) => [{ 'retry-after': after, date }, 500] as [Record<string, string>, number],
  ),
  [{ 'retry-after': '0', ...reset(30), date }, 31_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': '2', 'x-rate-limit-reset': '9999999999' }, 2000],
  [{ 'retry-after': '7 minutes' }, 500],
  [{ 'retry-after': 'x7' }, 500],
  [{ 'retry-after': 'soon', ...reset(30), date }, 31_000],
  [{ ...reset(-30), date }, 100],
  [{ ...reset(0), date }, 1000],
  // The time of the target counts where it says it, else that of this machine.
  [{ ...reset(30), date: 'Sat, 01 Aug 2026 12:00:10 GMT' }, 21_000],
  [{ ...reset(30), date: 'no date' }, 31_000],
  [{ 'x-rate-limit-reset': 'soon' }, 500],
  [{ 'x-rate-limit-reset': '' }, 500],
])('after a 429 with %j the first wait is %s ms', (headers, milliseconds) => {
  expect(waitAfterLimit(headers, 1, 0.5)).toBe(milliseconds)
})

test('waits without a header double, sixteen seconds at most, by half more or less', () => {
  expect([1, 2, 5, 6, 7, 20].map((attempt) => waitAfterLimit({}, attempt, 0.5))).toEqual([
    500, 1000, 8000, 16_000, 16_000, 16_000,
  ])
  expect([1, 2, 6, 20].map((attempt) => waitAfterLimit({ 'retry-after': '0' }, attempt, 0.5))).toEqual([
    100, 200, 3200, 3200,
  ])
  expect([0, 1].map((chance) => waitAfterLimit({}, 1, chance))).toEqual([250, 750])
})

/** Waits out a limit; the clock goes on by as much. */
const wait = (rateLimiter: RateLimiter, milliseconds: number) =>
  Promise.all([rateLimiter.holdOff(milliseconds, signal), vi.advanceTimersByTimeAsync(milliseconds)])

test('without a budget it waits while the target answers in between, and gives up after 90 seconds of waiting', async () => {
  const rateLimiter = new RateLimiter()
  for (let minute = 0; minute < 60; minute++) {
    await wait(rateLimiter, 58_000)
    for (let answer = 0; answer < 120; answer++) rateLimiter.answered()
  }
  expect(rateLimiter.waited).toBe(60 * 58_000)
  await wait(rateLimiter, 58_000)
  await expect(wait(rateLimiter, 58_000)).rejects.toThrow(RateLimited)
})

test('answers give nothing back of a budget that was named, but the clean-up may wait as long again', async () => {
  const rateLimiter = new RateLimiter({ rateLimitBudget: 50 })
  await wait(rateLimiter, 40)
  for (let answer = 0; answer < 1000; answer++) rateLimiter.answered()
  await expect(wait(rateLimiter, 40)).rejects.toThrow(RateLimited)
  rateLimiter.renew()
  await wait(rateLimiter, 40)
  // However long a run may wait, its clean-up may not.
  const patient = new RateLimiter({ rateLimitBudget: 3_600_000 })
  patient.renew()
  await wait(patient, 60_000)
  await expect(wait(patient, 60_000)).rejects.toThrow(RateLimited)
})

/** Starts `count` turns at once; returns when each begins. Each turn ends at once. */
async function starts(rateLimiter: RateLimiter, count: number): Promise<number[]> {
  const begun = performance.now()
  const turns = Array.from({ length: count }, async () => {
    const leave = await rateLimiter.turn(signal)
    leave()
    return Math.round(performance.now() - begun)
  })
  await vi.advanceTimersByTimeAsync(60_000)
  return Promise.all(turns)
}

test('turns begin a rate apart, and at once without one', async () => {
  expect(await starts(new RateLimiter({ rps: 4 }), 4)).toEqual([0, 250, 500, 750])
  expect(await starts(new RateLimiter({ rps: 0 }), 3)).toEqual([0, 0, 0])
  expect(await starts(new RateLimiter(), 5)).toEqual([0, 0, 0, 0, 0])
  // A run with a renewed budget no longer waits.
  const held = new RateLimiter({ rateLimitBudget: 1e6 })
  held.holdOff(100_000, AbortSignal.abort(new Error('stopped'))).catch(() => undefined)
  held.renew()
  expect(await starts(held, 1)).toEqual([0])
})

test('overlapping waits last as long as the longer one, and cost only the extra time', async () => {
  const rateLimiter = new RateLimiter({ rateLimitBudget: 10_000 })
  const began = performance.now()
  const ends: number[] = []
  const note = (more: number) => void ends.push(Math.round(performance.now() - began) + more)
  const all = [3000, 1000, 5000].map((milliseconds) =>
    rateLimiter.holdOff(milliseconds, signal).then(() => note(0)),
  )
  const turn = rateLimiter.turn(signal).then((leave) => {
    note(0.5)
    leave()
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all([...all, turn])
  expect(ends).toEqual([3000, 3000, 5000, 5000.5])
  // 9500 of 10000 may be waited: a little is left over.
  await expect(rateLimiter.holdOff(4501, signal)).rejects.toThrow(RateLimited)
  await wait(rateLimiter, 4500)
  expect(rateLimiter.waited).toBe(9500)
})

test.each([{ concurrency: 1 }, { concurrency: 1, rps: 1 }])(
  'a turn that is given up with %j is free for the next',
  async (options) => {
    const rateLimiter = new RateLimiter(options)
    const leave = await rateLimiter.turn(signal)
    const stop = new AbortController()
    const waits = rateLimiter.turn(stop.signal)
    stop.abort(new Error('over'))
    await expect(waits).rejects.toThrow('over')
    await expect(rateLimiter.turn(AbortSignal.abort(new Error('over before')))).rejects.toThrow('over before')
    const next = rateLimiter.turn(signal)
    leave()
    await vi.advanceTimersByTimeAsync(5000)
    ;(await next)()
  },
)

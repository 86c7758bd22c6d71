import { expect, test, vi } from 'vitest'
import { RateLimited } from '../../../conformance/engine/interruption.ts'
import { Pace, waitAfterLimit } from '../../../conformance/engine/pace.ts'

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

test('without a budget it waits on as long as the target answers between, and gives up after a minute and a half', async () => {
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

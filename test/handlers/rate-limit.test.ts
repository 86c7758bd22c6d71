import { expect, test } from 'vitest'
import { RateLimit } from '../../src/handlers/rate-limit.ts'
import { RateWindow } from '../../src/model/access/rate-window.ts'
import type { Org } from '../../src/model/org.ts'

/** Counts requests at moments in milliseconds, in windows of ten seconds. */
function counting(rateLimit: { limit: number; enforce: boolean }) {
  let now = 0
  const rate = new RateWindow()
  const limit = new RateLimit({
    settings: { rateLimit: { ...rateLimit, window: 10_000 } },
    clock: { now: () => now },
    traffic: { rate },
  } as unknown as Org)
  return (moment: number) => {
    now = moment
    const { remaining, reset, exceeded } = limit.count()
    return [remaining, reset, exceeded]
  }
}

test('a window lasts until its end, and one that a clock was moved out of backwards is over', () => {
  const at = counting({ limit: 5, enforce: true })
  expect([12_345, 19_999, 10_000].map(at)).toEqual([
    [4, 20, false],
    [3, 20, false],
    [2, 20, false],
  ])
  expect([20_000, 29_999].map(at)).toEqual([
    [4, 30, false],
    [3, 30, false],
  ])
  expect([19_999, 9999].map(at)).toEqual([
    [4, 20, false],
    [4, 10, false],
  ])
})

test('reports calls over the limit if it is enforced; otherwise one more call always remains', () => {
  const enforced = counting({ limit: 2, enforce: true })
  expect([1, 2, 3, 4].map(enforced)).toEqual([
    [1, 10, false],
    [0, 10, false],
    [0, 10, true],
    [0, 10, true],
  ])
  const free = counting({ limit: 2, enforce: false })
  expect([1, 2, 3].map(free)).toEqual([
    [1, 10, false],
    [1, 10, false],
    [1, 10, false],
  ])
})

test('rounds the end of a window up to the whole second', () => {
  const rate = new RateWindow()
  const org = {
    settings: { rateLimit: { limit: 3, window: 1500, enforce: false } },
    clock: { now: () => 1000 },
    traffic: { rate },
  } as unknown as Org
  expect(new RateLimit(org).count()).toEqual({ limit: 3, remaining: 2, reset: 2, exceeded: false })
  expect(rate.snapshot()).toEqual({ end: 1500, used: 1 })
})

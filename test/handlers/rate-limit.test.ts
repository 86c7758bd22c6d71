import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'

/** Calls at moments in milliseconds since the start of a minute; answers status, remaining calls and end of window. */
async function calling(rateLimit: object, moments: readonly number[]): Promise<unknown[]> {
  const start = Date.parse('2026-01-05T09:30:00.000Z')
  const { call, control } = testOrg({ rateLimit })
  const seen: unknown[] = []
  for (const moment of moments) {
    control.setClock({ to: new Date(start + moment).toISOString() })
    const { status, headers } = await call('GET', '/api/v1/users/me')
    const [remaining, reset] = ['remaining', 'reset'].map((name) => Number(headers[`x-rate-limit-${name}`]))
    seen.push([status, remaining, reset! - start / 1000])
  }
  return seen
}

test('a window lasts until its end, and one that a clock was moved out of backwards is over', async () => {
  const limit = { limit: 5, window: '10s', enforce: true }
  expect(await calling(limit, [12_345, 19_999, 10_000, 20_000, 29_999, 19_999, 9999])).toEqual([
    [200, 4, 20],
    [200, 3, 20],
    [200, 2, 20],
    [200, 4, 30],
    [200, 3, 30],
    [200, 4, 20],
    [200, 4, 10],
  ])
})

test('refuses calls over the limit if it is enforced; otherwise one more call always remains', async () => {
  const limit = { limit: 2, window: '10s' }
  expect(await calling({ ...limit, enforce: true }, [1, 2, 3, 4])).toEqual([
    [200, 1, 10],
    [200, 0, 10],
    [429, 0, 10],
    [429, 0, 10],
  ])
  expect(await calling({ ...limit, enforce: false }, [1, 2, 3])).toEqual([
    [200, 1, 10],
    [200, 1, 10],
    [200, 1, 10],
  ])
})

test('rounds the end of a window up to the whole second', async () => {
  expect(await calling({ limit: 3, window: 1500 }, [1000])).toEqual([[200, 2, 2]])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Faults } from '../../../src/model/access/faults.ts'
import { createRandom } from '../../../src/model/kernel/random.ts'
import { cpuTime } from '../../support/cpu-time.ts'

function meets(glob: string, path: string): boolean {
  const faults = new Faults(createRandom('faults'), { now: () => 0 })
  faults.add({ path: glob, refusal: 'rate-limited' })
  return faults.meet({ operation: undefined, method: 'GET', path, callers: () => [] }) !== undefined
}

test.each([
  ['/api/v1/users', '/api/v1/users', true],
  ['/api/v1/users', '/api/v1/users/x', false],
  ['/api/v1/users', '/api/v1/user', false],
  ['/api/*', '/api/', true],
  ['/api/*', '/api', false],
  ['/api/**/x', '/api/v1/x', true],
  ['/a*a', '/a', false],
  ['/a*a', '/aa', true],
  ['/users/*/lifecycle/*', '/users/1/lifecycle/suspend', true],
  ['/users/*/lifecycle/*', '/users/1/sessions', false],
  ['/a.c', '/abc', false],
  ['*', '', true],
])('the path %s of a fault meets %s: %j', (glob, path, expected) => {
  expect(meets(glob, path)).toBe(expected)
})

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 8 })

test('a star stands for any run of characters', () => {
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 5 }), letters, (parts, text) => {
      const pattern = parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('.*')
      expect(meets(parts.join('*'), text)).toBe(new RegExp(`^${pattern}$`).test(text))
    }),
    { numRuns: 2000 },
  )
})

test('a path of many stars does not hold up the requests that it is compared with', () => {
  const glob = `/${'*a'.repeat(200)}*!`
  expect(cpuTime(() => meets(glob, `/${'a'.repeat(10_000)}`))).toBeLessThan(1000)
})

test('faults are ended one by one, by their scenario, or all', () => {
  const faults = new Faults(createRandom('faults'), { now: () => 0 })
  const add = (scenario?: string) =>
    faults.add({ refusal: 'rate-limited', ...(scenario === undefined ? {} : { scenario }) }).id
  const [one, two] = [add('busy'), add('busy'), add('slow'), add()]
  const left = () => faults.list().map(({ id }) => id)
  expect(left()).toEqual(['fault-1', 'fault-2', 'fault-3', 'fault-4'])
  expect([faults.clear({ id: one, scenario: 'slow' }), faults.clear({ id: 'fault-9' })]).toEqual([0, 0])
  expect(faults.size).toBe(4)
  expect(faults.clear({ id: one })).toBe(1)
  expect(left()).toEqual([two, 'fault-3', 'fault-4'])
  expect(faults.clear({ scenario: 'busy' })).toBe(1)
  expect(left()).toEqual(['fault-3', 'fault-4'])
  expect(faults.clear()).toBe(2)
  expect(faults.clear()).toBe(0)
  expect(add()).toBe('fault-5')
})

test('a fault is met only within its time, by whom and where it is meant', () => {
  let now = 0
  const faults = new Faults(createRandom('faults'), { now: () => now })
  const met = (spec: Parameters<Faults['add']>[0], request: object = {}) => {
    faults.clear()
    faults.add(spec)
    const candidate = {
      operation: 'getUser',
      method: 'GET',
      path: '/api/v1/users/u1',
      callers: () => ['app'],
      ...request,
    }
    return faults.meet(candidate as never) !== undefined
  }
  const refusal = 'rate-limited'
  for (const [time, expected] of [
    [9, false],
    [10, true],
    [19, true],
    [20, false],
  ] as const) {
    now = time
    expect(met({ refusal, from: 10, until: 20 })).toBe(expected)
  }
  now = 0
  expect(met({ refusal, operation: 'getUser' })).toBe(true)
  expect(met({ refusal, operation: 'listUsers' })).toBe(false)
  expect(met({ refusal, method: 'get' })).toBe(true)
  expect(met({ refusal, method: 'POST' })).toBe(false)
  expect(met({ refusal, user: ['u1'] })).toBe(true)
  expect(met({ refusal, user: ['u2'] })).toBe(false)
  expect(met({ refusal, caller: 'app' })).toBe(true)
  expect(met({ refusal, caller: 'other' })).toBe(false)
  expect(met({ refusal, probability: 0 })).toBe(false)
  expect(met({ refusal, probability: 1 })).toBe(true)
})

test('a fault lets some requests by, meets as many as it is meant to, and is over then', () => {
  const faults = new Faults(createRandom('faults'), { now: () => 0 })
  faults.add({ refusal: 'rate-limited', skip: 1, times: 2 })
  const meets = () =>
    faults.meet({ operation: undefined, method: 'GET', path: '/', callers: () => [] }) !== undefined
  expect([meets(), meets(), meets(), meets()]).toEqual([false, true, true, false])
  expect(faults.size).toBe(0)
})

test('how long a fault lets wait is a number, between two, or about a mean', () => {
  const faults = new Faults(createRandom('faults'), { now: () => 0 })
  expect([faults.wait({}), faults.wait({ latency: 30 })]).toEqual([0, 30])
  const drawn = (latency: { min: number; max: number } | { mean: number; deviation: number }) =>
    Array.from({ length: 200 }, () => faults.wait({ latency }))
  const even = drawn({ min: 100, max: 200 })
  expect(even.every((each) => each >= 100 && each < 200)).toBe(true)
  expect(Math.min(...even)).toBeLessThan(110)
  expect(Math.max(...even)).toBeGreaterThan(190)
  const normal = drawn({ mean: 100, deviation: 20 })
  const mean = normal.reduce((sum, each) => sum + each, 0) / normal.length
  expect(mean).toBeGreaterThan(95)
  expect(mean).toBeLessThan(105)
  const within = normal.filter((each) => Math.abs(each - 100) <= 20).length / normal.length
  expect(within).toBeGreaterThan(0.58)
  expect(within).toBeLessThan(0.78)
  expect(drawn({ mean: 0, deviation: 20 }).every((each) => each >= 0)).toBe(true)
})

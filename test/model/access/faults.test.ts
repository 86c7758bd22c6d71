import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FaultCandidate,
  Faults,
  type FaultSpec,
  type FaultsState,
  noFaults,
} from '../../../src/model/access/faults.ts'
import { Single } from '../../../src/model/kernel/single.ts'
import { Random } from '../../../src/model/kernel/random.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { runs } from '../../support/runs.ts'

function stage(now = 0) {
  let emitted = 0
  const stored = new Single<FaultsState>(
    { name: 'faults', initial: noFaults },
    { emit: () => void (emitted += 1) },
  )
  const faults = new Faults(new Random('faults'), { now: () => now }, stored)
  const request = (more: Partial<FaultCandidate> = {}): FaultCandidate => ({
    operation: 'getUser',
    method: 'GET',
    path: '/api/v1/users/u1',
    callers: () => ['app'],
    ...more,
  })
  const meet = (more?: Partial<FaultCandidate>) => faults.meet(request(more))
  /** Whether the stored state changed since the last call. */
  const marks = (): number => {
    const changed = Math.min(emitted, 1)
    emitted = 0
    expect(stored.value).toBeDefined()
    return changed
  }
  marks()
  return { faults, meet, marks, stored }
}
const limited: FaultSpec = { refusal: 'rate-limited' }

test('a fault is shown with how many requests it has met', () => {
  const { faults, meet } = stage()
  expect(faults.add(limited)).toEqual({ id: 'fault-1', refusal: 'rate-limited', met: 0 })
  expect(meet()).toEqual({ id: 'fault-1', refusal: 'rate-limited', met: 1 })
  expect(faults.list()).toEqual([{ id: 'fault-1', refusal: 'rate-limited', met: 1 }])
  expect(stage().meet()).toBe(undefined)
})

test('the first fault that is meant meets a request, until it is over', () => {
  const { faults, meet } = stage()
  for (const times of [1, 2]) faults.add({ ...limited, times })
  const met = () => meet()?.id
  expect([met(), faults.size, met(), met(), faults.size, met()]).toEqual([
    'fault-1',
    1,
    'fault-2',
    'fault-2',
    0,
    undefined,
  ])
})

test.for([
  [{ from: 10 }, 9, false],
  [{ from: 10, until: 20 }, 10, true],
  [{ until: 10 }, 9, true],
  [{ from: 0, until: 10 }, 10, false],
  [{ operation: 'getUser' }, 0, true],
  [{ operation: 'listUsers' }, 0, false],
  [{ method: 'get' }, 0, true],
  [{ method: 'POST' }, 0, false],
  [{ caller: 'app' }, 0, true],
  [{ caller: 'other' }, 0, false],
  [{ probability: 0 }, 0, false],
  [{ probability: 1 }, 0, true],
] as const)('a fault of %j meets a request at %i: %j', ([spec, now, expected]) => {
  const { faults, meet } = stage(now)
  faults.add({ ...limited, ...spec })
  expect(meet() !== undefined).toBe(expected)
})

test.for([
  [['u1'], '/api/v1/users/u1', true],
  [['x', 'u1'], '/api/v1/users/u1/groups', true],
  [['a@b.test'], '/api/v1/users/a%40b.test', true],
  [['u1'], '/api/v1/groups/g/users/u1', true],
  [['u1'], '/api/v1/users/u2/users/u1', true],
  [['u2'], '/api/v1/users/u2/users/u1', false],
  [['u1'], '/api/v1/groups/u1', false],
  [['u1'], '/api/v1/users', false],
  [['%'], '/api/v1/users/%', false],
  [[''], '/api/v1/users/', true],
  [['undefined'], '/api/v1/users', false],
  [['api'], '/api/v1/groups', false],
  [[''], '/api/v1/groups', false],
] as const)('a fault of users %j meets %s: %j', ([user, path, expected]) => {
  const { faults, meet } = stage()
  faults.add({ ...limited, user })
  expect(meet({ path }) !== undefined).toBe(expected)
})

test('who calls is asked only where a fault is about callers', () => {
  const { faults, meet } = stage()
  const callers = () => {
    throw new Error('asked')
  }
  faults.add({ ...limited, operation: 'listUsers' })
  faults.add({ ...limited, caller: 'app', method: 'POST' })
  expect(meet({ callers })).toBe(undefined)
  faults.add({ ...limited, caller: 'app' })
  expect(() => meet({ callers })).toThrow('asked')
  expect(meet()).toMatchObject({ id: 'fault-3' })
})

test('how likely a fault is comes from the seed, and is drawn only for requests that are meant', () => {
  const { faults, meet } = stage()
  faults.add({ ...limited, probability: 0.5, method: 'get' })
  const drawn = Array.from({ length: 20 }, () => {
    meet({ method: 'POST' })
    return meet() ? 1 : 0
  })
  const random = new Random('faults')
  expect(drawn).toEqual(Array.from({ length: 20 }, () => (random.next() < 0.5 ? 1 : 0)))
})

test('every change of faults marks their row, and nothing else does', () => {
  const { faults, meet, marks } = stage()
  const { id } = faults.add({ ...limited, skip: 1, probability: 0.5, path: '/api/*' })
  expect(marks()).toBe(1)
  expect([meet({ path: '/x' }), marks()]).toEqual([undefined, 0])
  expect([meet(), marks()]).toEqual([undefined, 1])
  meet()
  expect(marks()).toBeGreaterThan(0)
  expect([faults.wait({}), faults.wait({ latency: 5 }), marks()]).toEqual([0, 5, 0])
  faults.wait({ latency: { min: 1, max: 2 } })
  faults.wait({ latency: { mean: 1, deviation: 2 } })
  expect(marks()).toBe(1)
  expect([faults.clear({ id: 'none' }), marks()]).toEqual([0, 0])
  expect([faults.clear({ id }), marks()]).toEqual([1, 1])
  faults.add(limited)
  expect([marks(), meet()?.met, marks()]).toEqual([1, 1, 1])
})

test('what a fault has met and let by is a state, which goes on', () => {
  const { faults, meet, stored } = stage()
  faults.add({ ...limited, skip: 2, times: 2, path: '/api/*', probability: 1 })
  meet()
  const state = stored.snapshot()
  expect(state).toMatchObject({ added: 1, active: [{ id: 'fault-1', passed: 1, met: 0, spec: { skip: 2 } }] })
  expect(stored.row('=')).toEqual(state)
  const two = stage()
  two.stored.restore(structuredClone(state))
  expect(two.marks()).toBe(1)
  expect([two.meet(), two.meet({ path: '/other' }), two.meet()?.met, two.meet()?.met, two.meet()]).toEqual([
    undefined,
    undefined,
    1,
    2,
    undefined,
  ])
  expect(two.faults.add(limited).id).toBe('fault-2')
  // The state that was taken is left alone.
  expect(state).toMatchObject({ active: [{ passed: 1, met: 0 }] })
})

test('how long a fault lets wait is drawn evenly, or about a mean, from the seed', () => {
  const { faults } = stage()
  const random = new Random('faults')
  expect(faults.wait({ latency: { min: 100, max: 300 } })).toBe(100 + random.next() * 200)
  const [one, two] = [random.next(), random.next()]
  const normal = Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * two)
  expect(faults.wait({ latency: { mean: 500, deviation: 10 } })).toBe(500 + normal * 10)
  const drawn = Array.from({ length: 200 }, () => faults.wait({ latency: { mean: 0, deviation: 20 } }))
  expect(drawn.every((each) => each >= 0)).toBe(true)
})

/** Whether a fault with this path meets a request of that one. */
function meets(glob: string, path: string): boolean {
  const { faults, meet } = stage()
  faults.add({ path: glob, refusal: 'rate-limited' })
  return meet({ path }) !== undefined
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 8 })

test('a star stands for any run of characters', () => {
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 5 }), letters, (parts, text) => {
      const pattern = parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('.*')
      expect(meets(parts.join('*'), text)).toBe(new RegExp(`^${pattern}$`).test(text))
    }),
    { numRuns: runs(2000) },
  )
})

test('a path of many stars does not hold up the requests that it is compared with', () => {
  const glob = `/${'*a'.repeat(200)}*!`
  expect(cpuTime(() => meets(glob, `/${'a'.repeat(10_000)}`))).toBeLessThan(1000)
})

test('faults are ended one by one, by their scenario, or all', () => {
  const { faults } = stage()
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

import { expect, test } from 'vitest'
import { Random } from '../../../src/model/kernel/random.ts'

const draw = (seed: string | number, count = 8): number[] => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => random.next())
}

test('takes a number as its decimal text', () => {
  expect(draw(7)).toEqual(draw('7'))
})

test('keeps its values from one release to the next, since ids and fixtures depend on them', () => {
  const random = new Random('identikit')
  expect(Array.from({ length: 4 }, () => random.uint32())).toMatchInlineSnapshot(`
    [
      2191137763,
      4264860011,
      1619500807,
      2911952962,
    ]
  `)
})

test('spreads evenly over 0 to 1', () => {
  const random = new Random('even')
  const buckets = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < 100_000; index++) {
    const bucket = Math.floor(random.next() * 10)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  for (const count of buckets) expect(Math.abs(count - 10_000)).toBeLessThan(500)
})

test('draws whole numbers below the maximum, each of them', () => {
  const random = new Random('ints')
  const seen = new Set(Array.from({ length: 1000 }, () => random.int(6)))
  expect([...seen].toSorted((left, right) => left - right)).toEqual([0, 1, 2, 3, 4, 5])
})

test('draws whole numbers beyond 32 bits', () => {
  const random = new Random('large')
  const drawn = Array.from({ length: 100 }, () => random.int(2 ** 50))
  expect(drawn.every((value) => Number.isSafeInteger(value) && value < 2 ** 50)).toBe(true)
  expect(drawn.some((value) => value > 2 ** 40)).toBe(true)
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as a maximum', (max) => {
  expect(() => new Random('x').int(max)).toThrow(RangeError)
})

test('picks each element of a list, and refuses an empty list', () => {
  const random = new Random('pick')
  const seen = new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b', 'c'])))
  expect([...seen].sort()).toEqual(['a', 'b', 'c'])
  expect(() => random.pick([])).toThrow('the list is empty')
})

test('a fork depends on seed and label, not on earlier draws', () => {
  const fresh = new Random('seed')
  const used = new Random('seed')
  used.next()
  expect(used.fork('users').next()).toBe(fresh.fork('users').next())
  expect(fresh.fork('users').next()).not.toBe(fresh.fork('groups').next())
  expect(fresh.fork('users').fork('a').next()).not.toBe(fresh.fork('users').next())
})

test('goes back to an earlier state', () => {
  const random = new Random('state')
  random.next()
  const state = random.state()
  const first = [random.next(), random.int(100), random.uint32()]
  random.restore(state)
  expect([random.next(), random.int(100), random.uint32()]).toEqual(first)
})

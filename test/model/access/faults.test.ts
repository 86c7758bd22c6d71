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

import { expect, test } from 'vitest'
import { blameOf } from '../../../conformance/proof/blame/blame-table.ts'
import { blameTable } from '../../../conformance/proof/blame/blame-table.ts'
import { catalogue } from '../../../conformance/proof/deviants/catalogue.ts'

test('counts how often the broken clause is first, and how many clauses are listed next to it', () => {
  const deviants = ['a/one', 'a/two', 'b/one', 'c/one'].map((id) => ({ id }))
  const table = { misses: { 'a/two': 'b' }, beside: { 'a/one': 2, 'c/one': 5 }, unmeasured: ['c/one'] }
  expect(blameOf(deviants, table)).toEqual({ measured: 3, right: 2, beside: 2 })
})

test('every deviant is measured, and the first failure of nearly all is a clause that it breaks', () => {
  const { measured, right } = blameOf(catalogue)
  expect(measured).toBe(catalogue.length)
  // 0.964 when all were measured; a busy machine decides a few.
  expect(right / measured).toBeGreaterThan(0.96)
})

test('a deviant that is blamed otherwise breaks another clause than the first', () => {
  const wrong = catalogue.filter(({ id, breaks }) =>
    (breaks as readonly string[]).includes(blameTable.misses[id] ?? ''),
  )
  expect(wrong.map(({ id }) => id)).toEqual([])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diff, revert } from '../../../src/model/store/changes.ts'

const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, fc.integer({ max: 3, min: 0 }), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { noNullPrototype: true }),
})).object

test('equal values do not differ', () => {
  fc.assert(
    fc.property(value, (record) => {
      expect(diff(record, structuredClone(record))).toEqual([])
    }),
  )
})

test('all changes taken back give what was before', () => {
  fc.assert(
    fc.property(value, value, (past, next) => {
      expect(revert(next as object, past as object, diff(past, next))).toEqual(past)
    }),
    { numRuns: 1000 },
  )
})

test('values that differ have a change', () => {
  expect(diff({ a: 1 }, { a: 1, b: undefined })).toEqual([])
  expect(diff({ at: new Date(1) }, { at: new Date(1) })).toEqual([])
  expect(diff({ at: new Date(1) }, { at: new Date(2) })).toHaveLength(1)
  expect(diff({ a: null }, { a: {} })).toEqual([{ path: ['a'], prevValue: null, nextValue: {} }])
  expect(diff({ a: [1] }, { a: { 0: 1 } })).toHaveLength(1)
})

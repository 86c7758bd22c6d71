import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SequenceSet } from '../../../src/model/store/indexes.ts'

const listed = (set: SequenceSet, after = 0): number[] => {
  const found: number[] = []
  set.forEach((sequence) => void found.push(sequence), after)
  return found
}

test('stays sorted through additions and removals in any order', () => {
  const step = fc.record({ add: fc.boolean(), sequence: fc.integer({ min: 1, max: 60 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.nat(60), (steps, after) => {
      const set = new SequenceSet()
      const model = new Set<number>()
      for (const { add, sequence } of steps) {
        if (add) set.add(sequence)
        if (!add) set.delete(sequence)
        if (add) model.add(sequence)
        else model.delete(sequence)
      }
      const expected = [...model].sort((left, right) => left - right)
      expect(set.size).toBe(expected.length)
      expect(listed(set)).toEqual(expected)
      expect(listed(set, after)).toEqual(expected.filter((sequence) => sequence > after))
    }),
  )
})

test('stays sorted when it is large and filled from the middle', () => {
  const set = new SequenceSet()
  const all = Array.from({ length: 5000 }, (_, index) => index + 1)
  const shuffled = all.map((sequence) => [(sequence * 7919) % 5003, sequence] as const)
  for (const [, sequence] of shuffled.sort(([left], [right]) => left - right)) set.add(sequence)
  expect(listed(set)).toEqual(all)
  for (const sequence of all) if (sequence % 3 !== 0) set.delete(sequence)
  expect(listed(set, 4990)).toEqual([4992, 4995, 4998])
  for (const sequence of all) set.delete(sequence)
  expect([set.size, listed(set)]).toEqual([0, []])
})

test('stops when the callback returns false', () => {
  const set = new SequenceSet()
  for (let sequence = 1; sequence <= 2000; sequence++) set.add(sequence)
  const found: number[] = []
  set.forEach((sequence) => found.push(sequence) < 3, 1023)
  expect(found).toEqual([1024, 1025, 1026])
})

import { expect, test } from 'vitest'
import { NumberedMap } from '../../../src/model/kernel/numbered-map.ts'

const steps: readonly ((map: NumberedMap<number>) => void)[] = [
  (map) => map.set('a', 1),
  (map) => map.set('b', 2),
  (map) => map.delete('a'),
  (map) => map.set('c', 3),
  (map) => map.set('b', 4),
]

test.each(['never', 0, 1, 2, 3, 4, 'each time'] as const)(
  'has the rows of what is in it, asked for before step %s',
  (asked) => {
    const map = new NumberedMap<number>()
    for (const [index, step] of steps.entries()) {
      if (asked === 'each time' || asked === index) for (const key of map.rows.keys()) map.rows.read(key)
      step(map)
    }
    const rows = [...map.rows.keys()].map((key) => map.rows.read(key))
    expect(rows).toEqual([3, ['b', 4], ['c', 3]])
    expect([...map.snapshot().entries.values()]).toEqual([
      ['b', 4],
      ['c', 3],
    ])
  },
)

test('goes back to a snapshot with the numbers that it has', () => {
  const map = new NumberedMap<number>()
  for (const step of steps) step(map)
  const taken = map.snapshot()
  map.set('d', 5)
  map.restore(taken)
  map.set('e', 6)
  expect(map.snapshot()).toEqual({ last: 4, entries: new Map([...taken.entries, [4, ['e', 6]]]) })
})

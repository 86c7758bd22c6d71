import { expect, test } from 'vitest'
import { isNumber, lastOf, NumberedMap, numberedRows } from '../../../src/model/kernel/numbered-map.ts'
import { cell, SingleRow, States } from '../../../src/model/kernel/state.ts'

test('a map keeps its entries in the order in which their keys came', () => {
  const map = new NumberedMap<number>()
  expect([map.size, map.last, map.has('a'), map.get('a'), map.delete('a')]).toEqual([
    0,
    0,
    false,
    undefined,
    false,
  ])
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['a', 4],
  ] as const)
    map.set(key, value)
  expect([...map]).toEqual([
    ['a', 4],
    ['b', 2],
    ['c', 3],
  ])
  expect([...map.values()]).toEqual([4, 2, 3])
  expect([map.delete('a'), map.delete('a'), map.size, map.last]).toEqual([true, false, 2, 3])
  map.set('a', 5)
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
    ['a', 5],
  ])
  expect([map.has('a'), map.get('a'), map.last]).toEqual([true, 5, 4])
  map.clear()
  expect([[...map], map.size, map.last, map.has('b')]).toEqual([[], 0, 4, false])
  map.set('d', 6)
  expect([map.last, [...map.keys()], map.read(5)]).toEqual([5, ['last', 5], ['d', 6]])
})

test('a map marks what becomes another', () => {
  const marks: unknown[] = []
  const taken = () => marks.splice(0)
  const map = new NumberedMap<number>()
  map.set('a', 1)
  map.track((...mark) => marks.push(mark))
  map.set('b', 2)
  expect(taken()).toEqual([[2], ['last']])
  map.set('a', 3)
  expect(taken()).toEqual([[1]])
  map.delete('a')
  map.delete('a')
  expect(taken()).toEqual([[1]])
  map.set('c', 3)
  taken()
  map.clear()
  expect(taken()).toEqual([[2], [3]])
  map.clear()
  expect(taken()).toEqual([])
  map.restore({ last: 9, entries: new Map([[4, ['x', 1]]]) })
  expect(taken()).toEqual([['last'], [4]])
  const minor = new NumberedMap<number>({ isMinor: true })
  minor.track((...mark) => marks.push(mark))
  minor.set('a', 1)
  expect(taken()).toEqual([
    [1, true],
    ['last', true],
  ])
})

test('a snapshot is a copy, to which a map goes back, and whoever waits for that hears of it', () => {
  let restored = 0
  const map = new NumberedMap<number>({ onRestore: () => void (restored += 1) })
  expect(map.snapshot()).toEqual({ last: 0, entries: new Map() })
  map.set('a', 1)
  map.set('b', 2)
  const before = map.snapshot()
  map.set('a', 5)
  map.delete('b')
  map.set('c', 3)
  expect(before).toEqual({
    last: 2,
    entries: new Map([
      [1, ['a', 1]],
      [2, ['b', 2]],
    ]),
  })
  expect(restored).toBe(0)
  map.restore(before)
  expect([restored, [...map], map.last]).toEqual([
    1,
    [
      ['a', 1],
      ['b', 2],
    ],
    2,
  ])
  map.clear()
  expect(map.snapshot()).toEqual({ last: 2, entries: new Map() })
  new NumberedMap().restore(before)
})

test('a map is rows, as it is and as it was', () => {
  const map = new NumberedMap<number>()
  map.set('a', 1)
  map.set('b', 2)
  const before = map.snapshot()
  map.delete('a')
  map.set('c', 3)
  expect(map.rows).toBe(map)
  expect([...map.keys()]).toEqual(['last', 2, 3])
  expect([...map.keys(before)]).toEqual(['last', 1, 2])
  expect([map.read('last'), map.read(1), map.read(3)]).toEqual([3, undefined, ['c', 3]])
  expect([map.read('last', before), map.read(1, before), map.read(3, before)]).toEqual([
    2,
    ['a', 1],
    undefined,
  ])
})

test('rows make a state, alone or as what differs from another', () => {
  const map = new NumberedMap<string>()
  const rows = (list: readonly (readonly [string, unknown])[]) => new Map(list)
  const state = (list: readonly (readonly [string, unknown])[], base?: ReturnType<typeof map.snapshot>) => {
    const { last, entries } = map.stateOf(rows(list), base)
    return [last, [...entries]]
  }
  expect(state([])).toEqual([0, []])
  const alone = [
    ['10', ['j', 'J']],
    ['last', 12],
    ['2', ['b', 'B']],
  ] as const
  expect(state(alone)).toEqual([
    12,
    [
      [2, ['b', 'B']],
      [10, ['j', 'J']],
    ],
  ])
  const base = {
    last: 5,
    entries: new Map<number, readonly [string, string]>([
      [2, ['b', 'B']],
      [4, ['d', 'D']],
      [5, ['e', 'E']],
    ]),
  }
  expect(state([], base)).toEqual([
    5,
    [
      [2, ['b', 'B']],
      [4, ['d', 'D']],
      [5, ['e', 'E']],
    ],
  ])
  // Numbers beyond its last one are not there, null is one that is not there, and the rest stands in its place.
  expect(
    state(
      [
        ['last', 4],
        ['2', null],
        ['3', ['c', 'C']],
        ['1', ['a', 'A']],
      ],
      base,
    ),
  ).toEqual([
    4,
    [
      [1, ['a', 'A']],
      [3, ['c', 'C']],
      [4, ['d', 'D']],
    ],
  ])
  expect(base.entries.size).toBe(3)
})

test('numbers of rows are told from names', () => {
  expect(['0', '9', '10', '/', ':', 'a', 'last', '=', ''].map(isNumber)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(
    numberedRows(
      new Map<string, unknown>([
        ['last', 3],
        ['10', 'x'],
        ['9', 'y'],
        ['1', null],
      ]),
    ),
  ).toEqual([
    [1, null],
    [9, 'y'],
    [10, 'x'],
  ])
  expect([lastOf(new Map()), lastOf(new Map(), 4), lastOf(new Map([['last', 2]]), 4)]).toEqual([0, 4, 2])
})

test('a cell is one row', () => {
  const marks: unknown[] = []
  const one = cell(1)
  one.value = 2
  one.rows.track((...mark) => marks.push(mark))
  one.value = 3
  one.restore(4)
  expect([one.value, one.snapshot(), marks]).toEqual([
    4,
    4,
    [
      ['=', undefined],
      ['=', undefined],
    ],
  ])
  one.rows.touch(true)
  expect(marks.at(-1)).toEqual(['=', true])
  expect([[...one.rows.keys()], one.rows.read('='), one.rows.read('=', 7)]).toEqual([['='], 4, 7])
  expect(one.rows.stateOf(new Map([['=', 8]]))).toBe(8)
  expect(one.rows.stateOf(new Map(), 9)).toBe(9)
  expect(one.rows.stateOf(new Map())).toBe(4)
})

test('a row can be written in another way than it is kept', () => {
  const coding = {
    encode: (state: Date) => state.toISOString(),
    decode: (row: unknown) => new Date(row as string),
  }
  const row = new SingleRow(() => new Date(0), coding)
  row.touch()
  expect([row.read('='), row.read('=', new Date(1))]).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.001Z',
  ])
  expect(row.stateOf(new Map([['=', '1970-01-01T00:00:00.002Z']]))).toEqual(new Date(2))
  const coded = cell(new Date(3), coding)
  expect(coded.rows.read('=')).toBe('1970-01-01T00:00:00.003Z')
})

test('states of parts are taken down by name, and brought back', () => {
  const owner = { one: cell(1), two: cell('a') }
  const table = [
    ['one', ({ one }: typeof owner) => one],
    ['two', ({ two }: typeof owner) => two],
  ] as const
  const states = States.of<typeof owner>(table, owner)
  expect([...states.parts]).toEqual([
    ['one', owner.one],
    ['two', owner.two],
  ])
  expect(states.parts).toBe(states.parts)
  const taken = states.take()
  const before = states.snapshot()
  owner.one.value = 2
  owner.two.value = 'b'
  expect(before).toEqual(
    new Map<string, unknown>([
      ['one', 1],
      ['two', 'a'],
    ]),
  )
  expect(taken.snapshot).toEqual(before)
  expect(taken.snapshot).toBe(taken.snapshot)
  expect(states.snapshot()).toEqual(
    new Map<string, unknown>([
      ['one', 2],
      ['two', 'b'],
    ]),
  )
  states.restore(before)
  expect([owner.one.value, owner.two.value]).toEqual([1, 'a'])
})

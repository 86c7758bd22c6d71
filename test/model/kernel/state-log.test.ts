import { expect, test } from 'vitest'
import { NumberedMap } from '../../../src/model/kernel/numbered-map.ts'
import { cell, type Stateful, type StateSnapshot } from '../../../src/model/kernel/state.ts'
import { RowsError, sortRows, StateLog, type StateRow } from '../../../src/model/kernel/state-log.ts'

/** Some parts of each sort, and states to go back to by number. */
function stage() {
  const people = new NumberedMap<string>()
  const minor = new NumberedMap<string>({ isMinor: true })
  const mode = cell('on')
  const parts = new Map<string, Stateful>([
    ['people', people],
    ['minor', minor],
    ['mode', mode],
    ['follows', { snapshot: () => 0, restore: () => {} }],
  ])
  const states = new Map<number, StateSnapshot>()
  const take = (number: number) =>
    void states.set(number, new Map([...parts].map(([name, part]) => [name, part.snapshot()])))
  const log = new StateLog({ parts, states: () => states })
  return { people, minor, mode, states, take, log }
}

test('a log tells every row there is, and has the parts that have rows', () => {
  const { people, mode, log } = stage()
  people.set('ada', 'A')
  people.set('bob', 'B')
  people.delete('ada')
  mode.value = 'off'
  expect([...log.all()]).toEqual([
    ['people', 'last', 2],
    ['people', '2', ['bob', 'B']],
    ['minor', 'last', 0],
    ['mode', '=', 'off'],
  ])
  expect(['people', 'mode', 'follows', 'none'].map((part) => log.has(part))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a log notes changes once it tracks them, and forgets them once they are told', () => {
  const { people, mode, log } = stage()
  people.set('ada', 'A')
  expect([log.hasChanges, log.drain()]).toEqual([false, []])
  log.track()
  expect([log.hasChanges, log.drain()]).toEqual([false, []])
  people.set('ada', 'Ada')
  people.set('bob', 'B')
  people.delete('ada')
  mode.value = 'off'
  expect(log.hasChanges).toBe(true)
  // To track once more changes nothing.
  log.track()
  expect(log.hasChanges).toBe(true)
  expect(log.drain()).toEqual([
    ['people', '1', null],
    ['people', '2', ['bob', 'B']],
    ['people', 'last', 2],
    ['mode', '=', 'off'],
  ])
  expect([log.hasChanges, log.drain()]).toEqual([false, []])
})

test('a listener hears of the first change of each time, and of no minor one', () => {
  const { people, minor, mode, log } = stage()
  log.track()
  let heard = 0
  log.onChange = () => void (heard += 1)
  minor.set('x', 'X')
  expect([heard, log.hasChanges]).toEqual([0, false])
  people.set('ada', 'A')
  mode.value = 'off'
  expect([heard, log.hasChanges]).toEqual([1, true])
  expect(log.drain()).toHaveLength(5)
  mode.value = 'on'
  expect(heard).toBe(2)
  log.onChange = undefined
  log.drain()
  mode.value = 'off'
  expect([heard, log.hasChanges]).toEqual([2, true])
})

test('a state to go back to is told as what differs from the present', () => {
  const { people, mode, take, states, log } = stage()
  people.set('ada', 'A')
  people.set('bob', 'B')
  log.track()
  take(0)
  expect(log.drain()).toEqual([])
  people.set('ada', 'Ada')
  people.delete('bob')
  people.set('cyd', 'C')
  expect(log.drain()).toEqual([
    ['people', '1', ['ada', 'Ada']],
    ['0/people', '1', [['ada', 'A']]],
    ['people', '2', null],
    ['0/people', '2', [['bob', 'B']]],
    // What came later is beyond what the state's last number tells.
    ['people', '3', ['cyd', 'C']],
    ['people', 'last', 3],
    ['0/people', 'last', [2]],
  ])
  const differences: StateRow[] = [
    ['0/people', 'last', [2]],
    ['0/people', '1', [['ada', 'A']]],
    ['0/people', '2', [['bob', 'B']]],
  ]
  expect([...log.all()]).toEqual([
    ['people', 'last', 3],
    ['people', '1', ['ada', 'Ada']],
    ['people', '3', ['cyd', 'C']],
    ['minor', 'last', 0],
    ['mode', '=', 'on'],
    ...differences,
  ])
  // What is as it was needs no row any more, and has had none before.
  people.set('ada', 'A')
  mode.value = 'on'
  expect(log.drain()).toEqual([
    ['people', '1', ['ada', 'A']],
    ['0/people', '1', null],
    ['mode', '=', 'on'],
  ])
  // A state that is another takes the rows of the one before away.
  take(0)
  mode.value = 'off'
  expect(log.drain()).toEqual([
    ['0/people', '2', null],
    ['0/people', 'last', null],
    ['mode', '=', 'off'],
    ['0/mode', '=', ['on']],
  ])
  states.delete(0)
  expect(log.drain()).toEqual([['0/mode', '=', null]])
  expect(log.drain()).toEqual([])
})

test('a log that begins late knows what states differ in', () => {
  const { people, mode, take, states, log } = stage()
  people.set('ada', 'A')
  take(7)
  people.delete('ada')
  mode.value = 'off'
  log.track()
  people.set('bob', 'B')
  mode.value = 'on'
  expect(log.drain()).toEqual([
    ['people', '2', ['bob', 'B']],
    ['people', 'last', 2],
    ['7/people', 'last', [1]],
    ['mode', '=', 'on'],
    ['7/mode', '=', null],
  ])
  states.clear()
  expect(log.drain()).toEqual([
    ['7/people', '1', null],
    ['7/people', 'last', null],
  ])
})

test('what was not there in a state, though its number had been given, is told as nothing', () => {
  const { people, take, log } = stage()
  people.set('ada', 'A')
  const before = people.snapshot()
  people.delete('ada')
  take(1)
  people.restore(before)
  expect([...log.all()].slice(-1)).toEqual([['1/people', '1', []]])
  log.track()
  people.set('ada', 'Ada')
  expect(log.drain()).toEqual([
    ['people', '1', ['ada', 'Ada']],
    ['1/people', '1', []],
  ])
})

test('a state that knows nothing of a part tells nothing of it', () => {
  const { people, mode, states, log } = stage()
  log.track()
  states.set(
    3,
    new Map<string, unknown>([
      ['mode', 'on'],
      ['gone', 1],
    ]),
  )
  log.drain()
  people.set('ada', 'A')
  mode.value = 'off'
  expect(log.drain()).toEqual([
    ['people', '1', ['ada', 'A']],
    ['people', 'last', 1],
    ['mode', '=', 'off'],
    ['3/mode', '=', ['on']],
  ])
  expect([...log.all()].filter(([part]) => part.startsWith('3/'))).toEqual([['3/mode', '=', ['on']]])
})

test('rows are sorted by part, and those of states by number', () => {
  const { present, states } = sortRows([
    ['users', '1', 'a'],
    ['users', '2', 'b'],
    ['users', '1', 'c'],
    ['users', '3', null],
    ['a/b', 'x', 1],
    ['0/users', '1', ['d']],
    ['0/users', '2', []],
    ['12/a/b', 'y', ['e', 'f']],
    ['7', '=', 5],
  ])
  expect(present).toEqual(
    new Map<string, unknown>([
      [
        'users',
        new Map([
          ['1', 'c'],
          ['2', 'b'],
        ]),
      ],
      ['a/b', new Map([['x', 1]])],
      ['7', new Map([['=', 5]])],
    ]),
  )
  expect(states).toEqual(
    new Map([
      [
        0,
        new Map([
          [
            'users',
            new Map([
              ['1', 'd'],
              ['2', null],
            ]),
          ],
        ]),
      ],
      [12, new Map([['a/b', new Map([['y', 'e']])]])],
    ]),
  )
  expect(sortRows([])).toEqual({ present: new Map(), states: new Map() })
})

test.for([
  [['a', 'b'], '["a","b"]'],
  [['a', 'b', 1, 2], '["a","b",1,2]'],
  [[1, 'b', 1], '[1,"b",1]'],
  [['a', 2, 1], '["a",2,1]'],
  ['abc', '"abc"'],
  [{ length: 3, 0: 'a', 1: 'b' }, '{"0":"a","1":"b","length":3}'],
  [null, 'null'],
  [undefined, 'undefined'],
  ['x'.repeat(100), `"${'x'.repeat(79)}`],
] as const)('%j is no row', ([row, shown]) => {
  const sort = () => sortRows([row as unknown as StateRow])
  expect(sort).toThrow(new RowsError(`expected [part, key, value], found ${shown}`))
  expect(sort).toThrow(`rows: expected [part, key, value], found ${shown}`)
  expect(new RowsError('x')).toMatchObject({ name: 'RowsError', message: 'rows: x' })
})

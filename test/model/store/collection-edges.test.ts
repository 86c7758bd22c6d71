/** The whole texts of errors of a collection, who hears of its changes, and its state as rows. */
import { expect, test } from 'vitest'
import { freezeForAll } from '../../../src/model/store/freeze.ts'
import { IndexedCollection } from '../../../src/model/store/indexed-collection.ts'
import { makePeople, person, type Person } from './people.ts'

function thrownBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    const { name, message, ...more } = error as Error
    return [name, message, more]
  }
}

const wrong = (value: unknown) => value as never

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['', '""'],
  [7, '7'],
  [{}, '{}'],
])('a record with the key %j is refused', (id, told) => {
  const people = makePeople()
  const refused = ['TypeError', `people: a record needs a key, a text that is not empty, got ${told}`, {}]
  expect(thrownBy(() => people.insert(person(wrong(id))))).toStrictEqual(refused)
})

test('a record that is not there is not replaced, and one whose values are taken neither', () => {
  const people = makePeople()
  people.insert(person('ada'))
  people.insert(person('bob'))
  expect(thrownBy(() => people.put(person('g"host')))).toStrictEqual([
    'UnknownRecordError',
    'people: there is no record with the id "g\\"host"',
    { collection: 'people', id: 'g"host' },
  ])
  expect(thrownBy(() => people.put(person('bob', { login: 'ADA@example.com' })))).toStrictEqual([
    'DuplicateKeyError',
    'people: another record has the login "ada@example.com"',
    { collection: 'people', index: 'login', value: 'ada@example.com' },
  ])
})

test('an index that there is not is told with those that there are', () => {
  const people = makePeople()
  const bare = new IndexedCollection<{ id: string }>({ name: 'things' })
  const indexes = "there is no index 'city' (there are: status, tag)"
  for (const [action, message] of [
    [() => people.by(wrong('email'), 'x'), "people: there is no unique index 'email' (there are: login)"],
    [() => people.by(wrong('id'), 'x'), "people: there is no unique index 'id' (there are: login)"],
    [() => people.allBy(wrong('city'), 'x'), `people: ${indexes}`],
    [() => people.countBy(wrong('city'), 'x'), `people: ${indexes}`],
    [() => people.countBy(wrong('toString'), 'x'), `people: ${indexes.replace('city', 'toString')}`],
    [() => people.pageBy(wrong('city'), 'x', { limit: 1 }), `people: ${indexes}`],
    [() => bare.by(wrong('login'), 'x'), "things: there is no unique index 'login' (there are: none)"],
    [() => bare.allBy(wrong('tag'), 'x'), "things: there is no index 'tag' (there are: none)"],
  ] as const) {
    expect(thrownBy(action)).toStrictEqual(['TypeError', message, {}])
  }
})

test.each([0, -1, 0.5, 1.5, Number.NaN, Number.NEGATIVE_INFINITY])('%s is no limit of a page', (limit) => {
  const refused = [
    'RangeError',
    `people: expected "limit" to be a whole number of 1 or more, got ${limit}`,
    {},
  ]
  expect(thrownBy(() => makePeople().page({ limit }))).toStrictEqual(refused)
  expect(thrownBy(() => makePeople().pageBy('tag', 'x', { limit }))).toStrictEqual(refused)
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('no page begins after %s', (after) => {
  const refused = [
    'RangeError',
    `people: expected "after" to be a whole number of 0 or more, got ${after}`,
    {},
  ]
  expect(thrownBy(() => makePeople().page({ limit: 1, after }))).toStrictEqual(refused)
  expect(thrownBy(() => makePeople().pageBy('tag', 'x', { limit: 1, after }))).toStrictEqual(refused)
})

test('a page may begin at the beginning, and have no end', () => {
  const people = makePeople()
  const all = ['a', 'b'].map((id) => people.insert(person(id, { tags: ['x'] })))
  const limit = Number.POSITIVE_INFINITY
  expect(people.page({ limit, after: 0 })).toStrictEqual({ items: all })
  expect(people.pageBy('tag', 'x', { limit, after: 0 })).toStrictEqual({ items: all })
})

test('a collection that has had nothing has nothing, whatever it is asked', () => {
  const people = makePeople()
  expect([people.size, people.get('a'), people.has('a'), people.sequenceOf('a'), people.at(1)]).toStrictEqual(
    [0, undefined, false, undefined, undefined],
  )
  expect(people.snapshot()).toStrictEqual({
    name: 'people',
    rows: { chunks: [], counts: [], last: 0, size: 0 },
  })
  const other = makePeople()
  other.insert(person('a'))
  other.restore(people.snapshot())
  expect([other.size, other.has('a')]).toStrictEqual([0, false])
  people.restore(other.snapshot())
  expect(people.remove('a')).toBeUndefined()
})

test.each(['before', 'after'])(
  'who began to watch %s the first record hears what comes, changes and goes',
  (when) => {
    const people = makePeople()
    const heard: unknown[] = []
    const watch = () => people.watch((...change) => void heard.push(change))
    if (when === 'before') watch()
    const first = people.insert(person('a'))
    if (when === 'after') {
      expect(heard).toStrictEqual([])
      watch()
      heard.push(['a', undefined, first])
    }
    const state = people.snapshot()
    const second = people.put({ ...first, visits: 1 })
    people.put(second)
    people.remove('a')
    people.remove('a')
    people.restore(state)
    expect(heard).toStrictEqual([
      ['a', undefined, first],
      ['a', first, second],
      ['a', second, undefined],
    ])
  },
)

const told = (people: ReturnType<typeof makePeople>) =>
  [...people.rows.keys()].map((key) => [key, people.rows.read(key)])

test('a collection is told as the number given last and each record by its own', () => {
  const people = makePeople()
  const marks: unknown[] = []
  people.rows.track((...mark) => void marks.push(mark[0]))
  expect(told(people)).toStrictEqual([['last', 0]])
  const [a, , c] = ['a', 'b', 'c'].map((id) => people.insert(person(id)))
  people.remove('b')
  const state = people.snapshot()
  expect(told(people)).toStrictEqual([
    ['last', 3],
    [1, a],
    [3, c],
  ])
  expect(marks).toStrictEqual([1, 'last', 2, 'last', 3, 'last', 2])
  people.remove('a')
  people.insert(person('d'))
  expect([...people.rows.keys(state)].map((key) => people.rows.read(key, state))).toStrictEqual([3, a, c])
})

test('rows make a state, alone or in the place of some of another', () => {
  const people = makePeople()
  const state = (rows: Record<string, unknown>, base?: ReturnType<typeof people.snapshot>) => {
    const made = makePeople()
    made.restore(people.rows.stateOf(new Map(Object.entries(rows)), base))
    return told(made)
  }
  const [a, b, c] = ['a', 'b', 'c'].map((id) => person(id))
  expect(state({ last: 5, 2: b })).toStrictEqual([
    ['last', 5],
    [2, b],
  ])
  expect(state({})).toStrictEqual([['last', 0]])
  for (const each of [a, b, c]) people.insert({ ...each! })
  const base = people.snapshot()
  expect(state({ 1: null, 2: { ...b, visits: 5 } }, base)).toStrictEqual([
    ['last', 3],
    [2, { ...b, visits: 5 }],
    [3, c],
  ])
  expect(state({ last: 1 }, base)).toStrictEqual([
    ['last', 1],
    [1, a],
  ])
})

test.each([
  [5, 'expected a record, found 5'],
  ['text', 'expected a record, found "text"'],
  [[1], 'expected a record, found [1]'],
  ['x'.repeat(100), `expected a record, found "${'x'.repeat(79)}`],
])('the row %j is no record', (row, message) => {
  const { rows } = makePeople()
  expect(thrownBy(() => rows.stateOf(new Map([['1', row]])))).toStrictEqual(['TypeError', message, {}])
})

test('rows are read by what they are kept as, but for what is frozen for all', () => {
  const coding = {
    encode: ({ visits, ...rest }: Person) => ({ ...rest, seen: visits }),
    decode: (row: unknown) => ({ ...person('none'), ...(row as object), visits: 9 }),
  }
  const people = new IndexedCollection<Person>({ name: 'people', coding })
  const { visits: _, ...rest } = person('a')
  people.insert(person('a', { visits: 4 }))
  expect([people.rows.read(1), people.rows.read(2)]).toStrictEqual([{ ...rest, seen: 4 }, undefined])
  const shared = person('b')
  freezeForAll(shared)
  const state = people.rows.stateOf(
    new Map<string, unknown>([
      ['1', { id: 'a', tags: [] }],
      ['2', shared],
    ]),
  )
  people.restore(state)
  expect([people.get('a'), people.get('b')]).toStrictEqual([
    { ...person('none'), id: 'a', visits: 9 },
    shared,
  ])
  expect(people.get('b')).toBe(shared)
  expect(Object.isFrozen(people.get('a')?.tags)).toBe(true)
})

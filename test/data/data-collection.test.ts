import { Collection, Query } from '@msw/data'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { DataCollection, type DataSource } from '../../src/data/collection.ts'
import { Changes } from '../../src/model/kernel/changes.ts'
import { idsOf, makePeople, person, personSchema, type Person } from '../model/store/people.ts'
import { runs } from '../support/runs.ts'

/** A face of a collection of the store, whose writes go straight to it. */
function faceOf(rows: ReturnType<typeof makePeople>, changes: Changes): DataCollection<Person, Person> {
  const source: DataSource<Person, Person, Person> = {
    name: 'people',
    rows,
    changes: {
      onChange: (listener) =>
        changes.listen(({ table, key = '', before, after }) =>
          listener({ part: table.name, key, before, after, number: 1, at: 0 }),
        ),
    },
    show: (row) => row,
    create: (row) => rows.insert(row),
    update: (_before, next) => rows.put(next),
    remove: ({ id }) => void rows.remove(id),
  }
  return new DataCollection(source)
}

const filled = (...ids: string[]) => {
  const changes = new Changes()
  const rows = makePeople(changes)
  for (const [index, id] of ids.entries()) rows.insert(person(id, { visits: index }))
  return { rows, people: faceOf(rows, changes) }
}

test('finds the first and all records that match', () => {
  const { rows, people } = filled('a', 'b', 'c')
  const busy = (q: Query<never>) => q.where({ visits: (visits: number) => visits > 0 } as never)
  expect(people.findFirst(busy as never)).toBe(rows.get('b'))
  expect(idsOf(people.findMany(busy as never))).toEqual(['b', 'c'])
  expect(people.findFirst()).toBe(rows.get('a'))
  expect(people.findMany()).toHaveLength(3)
  expect(people.findFirst((q) => q.where({ login: 'nobody' }))).toBeUndefined()
})

test('takes where, and, or, nested conditions, functions and a query made beforehand', () => {
  const { rows, people } = filled('a', 'b', 'c')
  rows.put(person('c', { profile: { city: 'Oslo' }, visits: 2 }))
  expect(idsOf(people.findMany((q) => q.where({ profile: { city: 'Oslo' } })))).toEqual(['c'])
  expect(idsOf(people.findMany((q) => q.where((each) => each.visits > 1)))).toEqual(['c'])
  expect(idsOf(people.findMany((q) => q.where({ id: 'a' }).or({ id: 'b' })))).toEqual(['a', 'b'])
  expect(idsOf(people.findMany((q) => q.where({ id: 'a' }).and({ visits: 1 })))).toEqual([])
  expect(idsOf(people.findMany((q) => q.and({ id: 'b' }, { visits: 1 })))).toEqual(['b'])
  expect(idsOf(people.findMany((q) => q.or({ id: 'b' }, q.where({ id: 'a' }))))).toEqual(['a', 'b'])
  expect(idsOf(people.findMany((q) => q.where(q.where({ id: 'b' }) as never)))).toEqual(['b'])
  expect(idsOf(people.findMany(new Query<Person>((each) => each.id !== 'b') as never))).toEqual(['a', 'c'])
  const named = new Query<Person>().where({ id: 'b' }).or({ id: 'c' })
  expect(idsOf(people.findMany(named as never))).toEqual(['b', 'c'])
})

test('a condition on the id does not hide the other conditions', () => {
  const { people } = filled('a', 'b')
  expect(people.findFirst((q) => q.where({ id: 'b', visits: 0 }))).toBeUndefined()
  expect(people.findFirst((q) => q.where({ id: 'b' }).where({ id: 'a' }))).toBeUndefined()
  expect(people.findFirst((q) => q.where({ id: 'b' }).where({ visits: 1 }))?.id).toBe('b')
  expect(people.findMany((q) => q.where({ id: 'b' }), { skip: 1 })).toEqual([])
})

test('a cursor may be an earlier version of its record', () => {
  const { rows, people } = filled('a', 'b', 'c')
  const cursor = rows.get('b') as never
  rows.put(person('b', { visits: 100 }))
  expect(idsOf(people.findMany(undefined, { cursor }))).toEqual(['b', 'c'])
})

test('a cursor whose record is gone finds nothing', () => {
  const { rows, people } = filled('a', 'b', 'c')
  const cursor = rows.remove('b') as never
  expect(people.findMany(undefined, { cursor })).toEqual([])
})

test('orders by several criteria, nested ones too, and keeps the order of insertion among equals', () => {
  const { rows, people } = filled()
  rows.insert(person('a', { visits: 1, profile: { age: 30 } }))
  rows.insert(person('b', { visits: 1, profile: { age: 40 } }))
  rows.insert(person('c', { visits: 0, profile: { age: 30 } }))
  rows.insert(person('d', { visits: 1, profile: { age: 30 } }))
  const order = (orderBy: never) => idsOf(people.findMany(undefined, { orderBy }))
  expect(order({ profile: { age: 'desc' } } as never)).toEqual(['b', 'a', 'c', 'd'])
  expect(order([{ visits: 'asc' }, { profile: { age: 'desc' } }] as never)).toEqual(['c', 'b', 'a', 'd'])
  expect(order({ visits: 'asc', id: 'desc' } as never)).toEqual(['c', 'd', 'b', 'a'])
})

test('puts missing values last when ascending and first when descending', () => {
  const { rows, people } = filled()
  rows.insert(person('none'))
  rows.insert(person('old', { profile: { age: 80 } }))
  rows.insert(person('young', { profile: { age: 8 } }))
  expect(idsOf(people.findMany(undefined, { orderBy: { profile: { age: 'asc' } } }))).toEqual([
    'young',
    'old',
    'none',
  ])
  expect(idsOf(people.findMany(undefined, { orderBy: { profile: { age: 'desc' } } }))).toEqual([
    'none',
    'old',
    'young',
  ])
})

test('cursor, skip and negative take apply to the ordered list', () => {
  const { rows, people } = filled('a', 'b', 'c', 'd')
  const orderBy = { visits: 'desc' } as const
  const cursor = rows.get('c') as never
  expect(idsOf(people.findMany(undefined, { orderBy, cursor }))).toEqual(['c', 'b', 'a'])
  expect(idsOf(people.findMany(undefined, { orderBy, cursor, skip: 1, take: 1 }))).toEqual(['b'])
  expect(idsOf(people.findMany(undefined, { orderBy, take: -2 }))).toEqual(['b', 'a'])
  expect(idsOf(people.findMany(undefined, { orderBy, take: -1, skip: 1 }))).toEqual(['b'])
  expect(idsOf(people.findMany(undefined, { orderBy, cursor, take: -5 }))).toEqual(['d', 'c'])
  expect(people.findMany(undefined, { orderBy, take: -1, skip: 9 })).toEqual([])
})

test('an ordered cursor among equals goes by the order of insertion', () => {
  const { rows, people } = filled()
  for (const id of ['a', 'b', 'c']) rows.insert(person(id))
  const cursor = rows.get('b') as never
  expect(idsOf(people.findMany(undefined, { orderBy: { visits: 'asc' }, cursor }))).toEqual(['b', 'c'])
  expect(idsOf(people.findMany(undefined, { orderBy: { visits: 'asc' }, cursor, take: -9 }))).toEqual([
    'a',
    'b',
  ])
})

test('answers queries as the base class does, wherever that one takes from an unordered list', async () => {
  const options = fc.record(
    {
      take: fc.integer({ min: -6, max: 6 }).filter((take) => take !== 0),
      skip: fc.nat(6),
      cursor: fc.nat(9),
    },
    { requiredKeys: [] },
  )
  const rows = fc.array(fc.nat(3), { maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(rows, fc.nat(3), options, async (visits, atLeast, { cursor: index, ...rest }) => {
      const stock = new Collection({ schema: personSchema })
      const { rows: kept, people } = filled()
      for (const [position, count] of visits.entries()) {
        await stock.create(person(`p${position}`, { visits: count }))
        kept.insert(person(`p${position}`, { visits: count }))
      }
      const find = (collection: Collection<typeof personSchema>) => {
        const cursor = index === undefined ? undefined : collection.all()[index]
        const cut = cursor === undefined ? rest : { ...rest, cursor }
        return idsOf(collection.findMany((q) => q.where((each) => each.visits >= atLeast), cut))
      }
      expect(find(people as never)).toEqual(find(stock))
    }),
    { numRuns: runs(300) },
  )
})

test('orders before it takes, and take: 0 takes no record', () => {
  const { people } = filled('a', 'b', 'c')
  expect(idsOf(people.findMany(undefined, { orderBy: { visits: 'desc' }, take: 1 }))).toEqual(['c'])
  expect(people.findMany(undefined, { take: 0 })).toEqual([])
})

test('finding one record by id tries no other record', () => {
  const { people } = filled(...Array.from({ length: 1000 }, (_, index) => `p${index}`))
  const tried: string[] = []
  const found = people.findFirst((q) =>
    q.where({ id: 'p700' }).where((each) => {
      tried.push(each.id)
      return true
    }),
  )
  expect(found?.id).toBe('p700')
  expect(tried).toEqual(['p700'])
})

test('a strict query without results is refused as @msw/data does, and another finds nothing', () => {
  const { people } = filled('a')
  const refusal = expect.objectContaining({ code: 'STRICT_QUERY_WITHOUT_RESULTS' })
  const nobody = new Query<Person>(() => false) as never
  expect(() => people.findFirst(nobody, { strict: true })).toThrow(refusal)
  expect(() => people.findMany(nobody, { strict: true })).toThrow(refusal)
  expect([people.findFirst(nobody), people.findMany(nobody)]).toEqual([undefined, []])
})

test('the list of all records is the caller’s own', () => {
  const { people } = filled('a', 'b')
  people.all().pop()
  expect(people.count()).toBe(2)
  expect(idsOf(people.all())).toEqual(['a', 'b'])
})

test('a listener hears of its own events until it is removed, and one of `once` of a single one', async () => {
  const { people } = filled('a')
  const [always, first] = [vi.fn(), vi.fn()]
  people.hooks.once('create', first)
  people.hooks.on('create', always)
  await people.create(person('b'))
  await people.create(person('c'))
  people.delete((q) => q.where({ id: 'b' }))
  people.hooks.removeListener('create', always)
  await people.create(person('d'))
  const heard = (listener: typeof always) => listener.mock.calls.map(([{ data }]) => data.record.id)
  expect([heard(first), heard(always)]).toEqual([['b'], ['b', 'c']])
})

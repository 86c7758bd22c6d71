import { Query } from '@msw/data'
import { expect, test } from 'vitest'
import { DataCollection, type DataSource } from '../../src/data/collection.ts'
import { Changes } from '../../src/model/kernel/changes.ts'
import { idsOf, makePeople, person, type Person } from '../model/store/people.ts'

/** A face of a collection of the store, whose writes go straight to it. */
function faceOf(rows: ReturnType<typeof makePeople>): DataCollection<Person, Person> {
  const source: DataSource<Person, Person, Person> = {
    name: 'people',
    rows,
    create: (row) => rows.insert(row),
    update: (_before, next) => rows.put(next),
    delete: ({ id }) => void rows.remove(id),
  }
  return new DataCollection(source)
}

const filled = (...ids: string[]) => {
  const rows = makePeople(new Changes())
  for (const [index, id] of ids.entries()) rows.insert(person(id, { visits: index }))
  return { rows, people: faceOf(rows) }
}

test('finds the first and all records that match', () => {
  const { rows, people } = filled('a', 'b', 'c')
  const busy = (q: Query<never>) => q.where({ visits: (visits: number) => visits > 0 } as never)
  expect(people.findFirst(busy as never)).toEqual(rows.get('b'))
  expect(idsOf(people.findMany(busy as never))).toEqual(['b', 'c'])
  expect(people.findFirst()).toEqual(rows.get('a'))
  expect(people.findMany()).toHaveLength(3)
  expect(people.findFirst((q) => q.where({ login: 'nobody' }))).toBeUndefined()
})

test('takes where, or, nested conditions, functions and a query made beforehand', () => {
  const { rows, people } = filled('a', 'b', 'c')
  rows.put(person('c', { profile: { city: 'Oslo' }, visits: 2 }))
  expect(idsOf(people.findMany((q) => q.where({ profile: { city: 'Oslo' } })))).toEqual(['c'])
  expect(idsOf(people.findMany((q) => q.where((each) => each.visits > 1)))).toEqual(['c'])
  expect(idsOf(people.findMany((q) => q.where({ id: 'a' }).or({ id: 'b' })))).toEqual(['a', 'b'])
  expect(idsOf(people.findMany((q) => q.where({ id: 'a' }).where({ visits: 1 })))).toEqual([])
  expect(idsOf(people.findMany((q) => q.where({ id: 'b' }, { visits: 1 })))).toEqual(['b'])
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
})

test('finding the first record tries none after it', () => {
  const { people } = filled('a', 'b', 'c')
  const tried: string[] = []
  const found = people.findFirst((q) => q.where(({ id }) => tried.push(id) === 2))
  expect([found?.id, tried]).toEqual(['b', ['a', 'b']])
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

test('the list of all records is the caller’s own', () => {
  const { people } = filled('a', 'b')
  people.all().pop()
  expect(people.count()).toBe(2)
  expect(idsOf(people.all())).toEqual(['a', 'b'])
})

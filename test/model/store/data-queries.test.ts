import { Collection, OperationError, Query } from '@msw/data'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { IndexedCollection } from '../../../src/model/store/indexed-collection.ts'
import { InvalidRecordError } from '../../../src/model/store/errors.ts'
import { idsOf, makePeople, person, personSchema, type Person } from './people.ts'

const filled = (...ids: string[]) => {
  const people = makePeople()
  for (const [index, id] of ids.entries()) people.insert(person(id, { visits: index }))
  return people
}

test('create validates, fills in defaults and adds at the end', async () => {
  const people = filled('a')
  const created = await people.create({ id: 'b', login: 'b@example.com' })
  expect(created).toEqual(person('b'))
  expect(people.get('b')).toBe(created)
  expect(idsOf(people.all())).toEqual(['a', 'b'])
})

test('create refuses what does not match the schema, naming each field', async () => {
  const people = makePeople()
  const attempt = people.create({ id: 'b', login: 7, visits: 'x' } as never)
  await expect(attempt).rejects.toBeInstanceOf(InvalidRecordError)
  await expect(attempt).rejects.toBeInstanceOf(OperationError)
  await expect(attempt).rejects.toThrow(/people: cannot create a record, .*login: .*; visits: /)
  expect(people.size).toBe(0)
})

test('create leaves the given values alone', async () => {
  const values = { id: 'a', login: 'a', tags: ['x'], profile: { city: 'Oslo' } }
  await makePeople().create(values)
  values.tags.push('y')
  values.profile.city = 'Rome'
  expect(values.tags).toEqual(['x', 'y'])
})

test('createMany creates in order', async () => {
  const people = makePeople()
  const created = await people.createMany(3, (index) => ({ id: `p${index}`, login: `p${index}` }))
  expect(idsOf(created)).toEqual(['p0', 'p1', 'p2'])
  expect(people.all()).toEqual(created)
})

test('finds the first and all records that match', () => {
  const people = filled('a', 'b', 'c')
  const busy = (q: Query<never>) => q.where({ visits: (visits: number) => visits > 0 } as never)
  expect(people.findFirst(busy as never)).toBe(people.get('b'))
  expect(idsOf(people.findMany(busy as never))).toEqual(['b', 'c'])
  expect(people.findFirst()).toBe(people.get('a'))
  expect(people.findMany()).toHaveLength(3)
  expect(people.findFirst((q) => q.where({ login: 'nobody' }))).toBeUndefined()
})

test('takes where, and, or, nested conditions, functions and a query made beforehand', () => {
  const people = filled('a', 'b', 'c')
  people.put(person('c', { profile: { city: 'Oslo' }, visits: 2 }))
  expect(idsOf(people.findMany((q) => q.where({ profile: { city: 'Oslo' } })))).toEqual(['c'])
  expect(idsOf(people.findMany((q) => q.where((each) => each.visits > 1)))).toEqual(['c'])
  expect(idsOf(people.findMany((q) => q.where({ id: 'a' }).or({ id: 'b' })))).toEqual(['a', 'b'])
  expect(idsOf(people.findMany((q) => q.where({ id: 'a' }).and({ visits: 1 })))).toEqual([])
  expect(idsOf(people.findMany((q) => q.and({ id: 'b' }, { visits: 1 })))).toEqual(['b'])
  expect(idsOf(people.findMany((q) => q.or({ id: 'b' }, q.where({ id: 'a' }))))).toEqual(['a', 'b'])
  expect(idsOf(people.findMany((q) => q.where(q.where({ id: 'b' }) as never)))).toEqual(['b'])
  expect(idsOf(people.findMany(new Query((each) => each.id !== 'b')))).toEqual(['a', 'c'])
  const named = new Query<Person>().where({ id: 'b' }).or({ id: 'c' })
  expect(idsOf(people.findMany(named as Query<never>))).toEqual(['b', 'c'])
})

test('a condition on the id does not hide the other conditions', () => {
  const people = filled('a', 'b')
  expect(people.findFirst((q) => q.where({ id: 'b', visits: 0 }))).toBeUndefined()
  expect(people.findFirst((q) => q.where({ id: 'b' }).where({ id: 'a' }))).toBeUndefined()
  expect(people.findFirst((q) => q.where({ id: 'b' }).where({ visits: 1 }))?.id).toBe('b')
  expect(people.findMany((q) => q.where({ id: 'b' }), { skip: 1 })).toEqual([])
})

test('a condition on the id searches where the key is another text', () => {
  const things = new IndexedCollection({ schema: personSchema, name: 'things', key: ({ login }) => login })
  things.insert(person('a'))
  expect(things.findFirst((q) => q.where({ id: 'a' }))?.login).toBe('a@example.com')
  expect(things.findFirst((q) => q.where({ id: 'a@example.com' }))).toBeUndefined()
})

test('a strict query without results is refused as @msw/data does', async () => {
  const people = makePeople()
  const nobody = new Query(() => false)
  const code = { code: 'STRICT_QUERY_WITHOUT_RESULTS' }
  const data = () => {}
  const caught = (action: () => unknown) => Promise.resolve().then(action)
  for (const action of [
    () => people.findFirst(nobody, { strict: true }),
    () => people.findMany(nobody, { strict: true }),
    () => people.update(nobody, { strict: true, data }),
    () => people.updateMany(nobody, { strict: true, data }),
    () => people.delete(nobody, { strict: true }),
    () => people.deleteMany(nobody, { strict: true }),
    () => people.update(person('ghost') as never, { strict: true, data }),
    () => people.delete(person('ghost') as never, { strict: true }),
  ]) {
    await expect(caught(action)).rejects.toMatchObject(code)
    await expect(caught(action)).rejects.toBeInstanceOf(OperationError)
  }
})

test('without strict, a query without results gives undefined or an empty list', async () => {
  const people = makePeople()
  const nobody = new Query(() => false)
  expect(await people.update(nobody, { data: () => {} })).toBeUndefined()
  expect(await people.updateMany(nobody, { data: () => {} })).toEqual([])
  expect(people.delete(nobody)).toBeUndefined()
  expect(people.deleteMany(nobody)).toEqual([])
})

test('skip, take and cursor cut in the order of insertion', () => {
  const people = filled('a', 'b', 'c', 'd', 'e')
  const cursor = people.findFirst((q) => q.where({ id: 'c' })) as never
  expect(idsOf(people.findMany(undefined, { take: 2 }))).toEqual(['a', 'b'])
  expect(idsOf(people.findMany(undefined, { skip: 3 }))).toEqual(['d', 'e'])
  expect(idsOf(people.findMany(undefined, { skip: 1, take: 2 }))).toEqual(['b', 'c'])
  expect(idsOf(people.findMany(undefined, { cursor, take: 2 }))).toEqual(['c', 'd'])
  expect(idsOf(people.findMany(undefined, { cursor, skip: 1 }))).toEqual(['d', 'e'])
  expect(idsOf(people.findMany(undefined, { take: -2 }))).toEqual(['e', 'd'])
  expect(idsOf(people.findMany(undefined, { cursor, take: -2 }))).toEqual(['c', 'b'])
})

test('a cursor may be an earlier version of its record', () => {
  const people = filled('a', 'b', 'c')
  const cursor = people.get('b') as never
  people.put(person('b', { visits: 100 }))
  expect(idsOf(people.findMany(undefined, { cursor }))).toEqual(['b', 'c'])
})

test('a cursor whose record is gone finds nothing', () => {
  const people = filled('a', 'b', 'c')
  const cursor = people.remove('b') as never
  expect(people.findMany(undefined, { cursor })).toEqual([])
})

test.each([
  ['skip', -1],
  ['skip', 1.5],
  ['take', 1.5],
  ['take', Number.NaN],
])('refuses %s: %s', (option, value) => {
  expect(() => makePeople().findMany(undefined, { [option]: value })).toThrow(
    new RegExp(`people: expected "${option}" to be a whole number`),
  )
})

test('orders by several criteria, nested ones too, and keeps the order of insertion among equals', () => {
  const people = makePeople()
  people.insert(person('a', { visits: 1, profile: { age: 30 } }))
  people.insert(person('b', { visits: 1, profile: { age: 40 } }))
  people.insert(person('c', { visits: 0, profile: { age: 30 } }))
  people.insert(person('d', { visits: 1, profile: { age: 30 } }))
  const order = (orderBy: never) => idsOf(people.findMany(undefined, { orderBy }))
  expect(order({ profile: { age: 'desc' } } as never)).toEqual(['b', 'a', 'c', 'd'])
  expect(order([{ visits: 'asc' }, { profile: { age: 'desc' } }] as never)).toEqual(['c', 'b', 'a', 'd'])
  expect(order({ visits: 'asc', id: 'desc' } as never)).toEqual(['c', 'd', 'b', 'a'])
})

test('puts missing values last when ascending and first when descending', () => {
  const people = makePeople()
  people.insert(person('none'))
  people.insert(person('old', { profile: { age: 80 } }))
  people.insert(person('young', { profile: { age: 8 } }))
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

test('refuses a direction that is neither asc nor desc, and names the field', () => {
  const people = filled('a', 'b')
  expect(() => people.findMany(undefined, { orderBy: { visits: 'up' as 'asc' } })).toThrow(
    `orderBy.visits: expected 'asc' or 'desc', got "up"`,
  )
})

test('cursor, skip and negative take apply to the ordered list', () => {
  const people = filled('a', 'b', 'c', 'd')
  const orderBy = { visits: 'desc' } as const
  const cursor = people.get('c') as never
  expect(idsOf(people.findMany(undefined, { orderBy, cursor }))).toEqual(['c', 'b', 'a'])
  expect(idsOf(people.findMany(undefined, { orderBy, cursor, skip: 1, take: 1 }))).toEqual(['b'])
  expect(idsOf(people.findMany(undefined, { orderBy, take: -2 }))).toEqual(['b', 'a'])
  expect(idsOf(people.findMany(undefined, { orderBy, take: -1, skip: 1 }))).toEqual(['b'])
  expect(idsOf(people.findMany(undefined, { orderBy, cursor, take: -5 }))).toEqual(['d', 'c'])
  expect(people.findMany(undefined, { orderBy, take: -1, skip: 9 })).toEqual([])
})

test('an ordered cursor among equals goes by the order of insertion', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id))
  const cursor = people.get('b') as never
  expect(idsOf(people.findMany(undefined, { orderBy: { visits: 'asc' }, cursor }))).toEqual(['b', 'c'])
  expect(idsOf(people.findMany(undefined, { orderBy: { visits: 'asc' }, cursor, take: -9 }))).toEqual([
    'a',
    'b',
  ])
})

test('update changes the first match on a draft, by query or by record', async () => {
  const people = filled('a', 'b')
  const first = people.get('a')
  const updated = await people.update((q) => q.where({ id: 'a' }), {
    data(draft) {
      draft.tags.push('x')
      draft.profile.city = 'Oslo'
    },
  })
  expect(updated).toEqual(person('a', { tags: ['x'], profile: { city: 'Oslo' } }))
  expect(people.get('a')).toBe(updated)
  expect(first?.tags).toEqual([])
  await people.update(first as never, { data: (draft) => void (draft.visits += 5) })
  expect(people.get('a')).toMatchObject({ visits: 5, tags: ['x'] })
})

test('update applies the schema to the result and refuses what does not match', async () => {
  const people = filled('a')
  const before = people.get('a')
  const attempt = people.update((q) => q.where({ id: 'a' }), {
    data: (draft) => void ((draft as { visits: unknown }).visits = 'x'),
  })
  await expect(attempt).rejects.toThrow(/people: cannot update a record, .*visits: /)
  expect(people.get('a')).toBe(before)
})

test('update may change the key, and keeps the place', async () => {
  const people = filled('a', 'b', 'c')
  await people.update((q) => q.where({ id: 'b' }), { data: (draft) => void (draft.id = 'z') })
  expect(idsOf(people.all())).toEqual(['a', 'z', 'c'])
  expect(people.get('b')).toBeUndefined()
  expect(people.get('z')?.login).toBe('b@example.com')
})

test('updateMany changes all matches and orders what it returns', async () => {
  const people = filled('a', 'b', 'c')
  const updated = await people.updateMany((q) => q.where((each) => each.visits > 0), {
    data: (draft) => void (draft.status = 'ACTIVE'),
    orderBy: { visits: 'desc' },
  })
  expect(idsOf(updated)).toEqual(['c', 'b'])
  expect(people.countBy('status', 'ACTIVE')).toBe(2)
  expect(people.get('a')?.status).toBe('STAGED')
  expect(updated.every((each) => Object.isFrozen(each) && Object.isFrozen(each.profile))).toBe(true)
})

test('the records of one updateMany may exchange unique values', async () => {
  const people = makePeople()
  people.insert(person('a', { login: 'one' }))
  people.insert(person('b', { login: 'two' }))
  await people.updateMany(new Query(() => true), {
    data: (draft) => void (draft.login = draft.login === 'one' ? 'two' : 'one'),
  })
  expect(people.by('login', 'one')?.id).toBe('b')
  expect(people.by('login', 'two')?.id).toBe('a')
})

test('delete removes the first match or the record given, and returns it', () => {
  const people = filled('a', 'b', 'c')
  expect(people.delete((q) => q.where({ id: 'b' }))?.id).toBe('b')
  expect(people.delete(people.get('c') as never)?.id).toBe('c')
  expect(idsOf(people.all())).toEqual(['a'])
})

test('deleteMany removes all matches and orders what it returns', () => {
  const people = filled('a', 'b', 'c')
  const removed = people.deleteMany((q) => q.where((each) => each.visits > 0), {
    orderBy: { visits: 'desc' },
  })
  expect(idsOf(removed)).toEqual(['c', 'b'])
  expect(idsOf(people.all())).toEqual(['a'])
})

test('count and clear', () => {
  const people = filled('a', 'b')
  expect(people.count()).toBe(2)
  people.clear()
  expect([people.count(), people.size, people.all(), people.get('a')]).toEqual([0, 0, [], undefined])
  expect(people.countBy('status', 'STAGED')).toBe(0)
  people.insert(person('a'))
  expect(people.size).toBe(1)
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
      const ours = makePeople()
      for (const [position, count] of visits.entries()) {
        await stock.create(person(`p${position}`, { visits: count }))
        await ours.create(person(`p${position}`, { visits: count }))
      }
      const find = (collection: Collection<typeof personSchema>) => {
        const cursor = index === undefined ? undefined : collection.all()[index]
        const cut = cursor === undefined ? rest : { ...rest, cursor }
        return idsOf(collection.findMany((q) => q.where((each) => each.visits >= atLeast), cut))
      }
      expect(find(ours)).toEqual(find(stock))
    }),
    { numRuns: 300 },
  )
})

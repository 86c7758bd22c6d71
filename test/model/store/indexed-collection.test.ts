import { expect, test } from 'vitest'
import { DuplicateKeyError, UnknownRecordError } from '../../../src/model/store/errors.ts'
import { IndexedCollection } from '../../../src/model/store/indexed-collection.ts'
import { idsOf, makePeople, person, type Person } from './people.ts'

const thrownBy = (action: () => unknown): unknown => {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test('finds a record by its id, and nothing by an unknown one', () => {
  const people = makePeople()
  const ada = people.insert(person('ada'))
  expect(people.get('ada')).toBe(ada)
  expect(people.has('ada')).toBe(true)
  expect(people.get('bob')).toBeUndefined()
  expect(people.has('bob')).toBe(false)
})

test('finds a record by a value of a unique index, spelled as the index folds it', () => {
  const people = makePeople()
  const ada = people.insert(person('ada', { login: 'Ada@Example.com' }))
  expect(people.by('login', 'ada@example.com')).toBe(ada)
  expect(people.by('login', 'Ada@Example.com')).toBeUndefined()
})

test('keys records by the property that the option names', () => {
  const memberships = new IndexedCollection({
    name: 'memberships',
    key: ({ group, user }: { group: string; user: string }) => `${group} ${user}`,
  })
  memberships.insert({ group: 'g', user: 'u' })
  expect(memberships.get('g u')).toEqual({ group: 'g', user: 'u' })
  expect(() => memberships.insert({ group: 'g', user: 'u' })).toThrow(DuplicateKeyError)
})

test.each([undefined, '', 7, null])('refuses a record whose id is %j', (id) => {
  const people = makePeople()
  expect(() => people.insert({ ...person('x'), id: id as string })).toThrow(/people: a record needs a key/)
  expect(people.size).toBe(0)
})

test('refuses a second record with the same id, and says which', () => {
  const people = makePeople()
  const ada = people.insert(person('ada'))
  const error = thrownBy(() => people.insert(person('ada', { login: 'other@example.com' })))
  expect(error).toBeInstanceOf(DuplicateKeyError)
  expect(error).toMatchObject({ collection: 'people', index: 'id', value: 'ada' })
  expect((error as Error).message).toBe('people: another record has the id "ada"')
  expect(people.get('ada')).toBe(ada)
  expect(people.size).toBe(1)
})

test('refuses a second record with the same unique value, and nothing of it stays behind', () => {
  const people = makePeople()
  people.insert(person('ada', { login: 'ada@example.com', tags: ['a'] }))
  const error = thrownBy(() => people.insert(person('bob', { login: 'ADA@example.com', tags: ['a'] })))
  expect(error).toMatchObject({ collection: 'people', index: 'login', value: 'ada@example.com' })
  expect(people.get('bob')).toBeUndefined()
  expect(people.countBy('tag', 'a')).toBe(1)
  expect(people.by('login', 'ada@example.com')?.id).toBe('ada')
})

test('a record without a value for a unique index stands in nobody’s way', () => {
  const things = new IndexedCollection({
    name: 'things',
    unique: { alias: (thing: { id: string; alias?: string }) => thing.alias },
  })
  things.insert({ id: 'a' })
  things.insert({ id: 'b' })
  expect(things.size).toBe(2)
})

test('gives the unique value of a removed record free', () => {
  const people = makePeople()
  people.insert(person('ada', { login: 'same@example.com' }))
  people.remove('ada')
  expect(people.by('login', 'same@example.com')).toBeUndefined()
  people.insert(person('bob', { login: 'same@example.com' }))
  expect(people.by('login', 'same@example.com')?.id).toBe('bob')
})

test('takes the record itself and freezes all of it', () => {
  const people = makePeople()
  const given = person('ada', { tags: ['x'], profile: { city: 'Oslo' } })
  const stored = people.insert(given)
  expect(stored).toBe(given)
  expect(() => (stored.visits = 1)).toThrow(TypeError)
  expect(() => stored.tags.push('y')).toThrow(TypeError)
  expect(() => (stored.profile.city = 'Rome')).toThrow(TypeError)
})

test('freezes what a frozen part holds, too', () => {
  const people = makePeople()
  const stored = people.insert(person('ada', { profile: Object.freeze({ nested: { deep: 1 } }) as never }))
  expect(Object.isFrozen((stored.profile as { nested?: object }).nested)).toBe(true)
})

test('does not freeze an instance of a class', () => {
  class Counter {
    count = 0
  }
  const things = new IndexedCollection<{ id: string; counter: Counter; bytes: Uint8Array }>({
    name: 'things',
  })
  const stored = things.insert({ id: 'a', counter: new Counter(), bytes: new Uint8Array(3) })
  stored.counter.count++
  expect(stored.counter.count).toBe(1)
})

test('refuses a circular record instead of running out of stack', () => {
  const people = makePeople()
  const circular = person('ada') as ReturnType<typeof person> & { self?: unknown }
  circular.self = circular
  expect(() => people.insert(circular)).toThrow(/must not be circular/)
  expect(people.size).toBe(0)
})

test('put replaces a record and leaves the old one as it was', () => {
  const people = makePeople()
  const old = people.insert(person('ada', { visits: 1 }))
  const next = people.put({ ...old, visits: 2 })
  expect(people.get('ada')).toBe(next)
  expect(next.visits).toBe(2)
  expect(old.visits).toBe(1)
  expect(Object.isFrozen(next)).toBe(true)
})

test('put keeps the place in the order', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id))
  const sequence = people.sequenceOf('b')
  people.put(person('b', { visits: 9 }))
  expect(idsOf(people.scan())).toEqual(['a', 'b', 'c'])
  expect(people.sequenceOf('b')).toBe(sequence)
})

test('put moves the record in the indexes', () => {
  const people = makePeople()
  people.insert(person('ada', { login: 'old@example.com', status: 'STAGED', tags: ['x', 'y'] }))
  people.put(person('ada', { login: 'new@example.com', status: 'ACTIVE', tags: ['y', 'z'] }))
  expect(people.by('login', 'old@example.com')).toBeUndefined()
  expect(people.by('login', 'new@example.com')?.id).toBe('ada')
  expect([people.countBy('status', 'STAGED'), people.countBy('status', 'ACTIVE')]).toEqual([0, 1])
  expect(['x', 'y', 'z'].map((tag) => people.countBy('tag', tag))).toEqual([0, 1, 1])
})

test('put of a record that is not there is refused, and says which', () => {
  const people = makePeople()
  const error = thrownBy(() => people.put(person('ghost')))
  expect(error).toBeInstanceOf(UnknownRecordError)
  expect(error).toMatchObject({ collection: 'people', id: 'ghost' })
  expect(people.size).toBe(0)
})

test('put with a unique value of another record changes nothing', () => {
  const people = makePeople()
  people.insert(person('ada', { login: 'ada@example.com' }))
  const bob = people.insert(person('bob', { tags: ['x'] }))
  expect(() => people.put({ ...bob, login: 'ADA@EXAMPLE.COM', tags: ['y'] })).toThrow(DuplicateKeyError)
  expect(people.get('bob')).toBe(bob)
  expect(people.by('login', 'bob@example.com')).toBe(bob)
  expect(people.countBy('tag', 'y')).toBe(0)
})

test('put may spell the record’s own unique value in another way', () => {
  const people = makePeople()
  people.insert(person('ada', { login: 'ada@example.com' }))
  people.put(person('ada', { login: 'ADA@example.com' }))
  expect(people.by('login', 'ada@example.com')?.login).toBe('ADA@example.com')
})

interface Thing {
  readonly id: string
  readonly name: string
  readonly tags: readonly string[]
}

test('an index that fails on a record leaves the collection as it was', () => {
  const things = new IndexedCollection({
    name: 'things',
    unique: { name: (thing: Thing) => thing.name },
    indexes: { name: (thing: Thing) => thing.name, firstTag: (thing: Thing) => thing.tags.slice(0, 1) },
  })
  // An index is made when it is first asked.
  expect(things.countBy('firstTag', 'x')).toBe(0)
  const broken = { id: 'a', name: 'n' } as never
  expect(() => things.insert(broken)).toThrow(TypeError)
  expect([things.size, things.countBy('name', 'n'), things.by('name', 'n')]).toEqual([0, 0, undefined])
  things.insert({ id: 'a', name: 'n', tags: [] })
  expect(() => things.put({ id: 'a', name: 'm' } as never)).toThrow(TypeError)
  expect([things.countBy('name', 'n'), things.countBy('name', 'm')]).toEqual([1, 0])
  expect(things.by('name', 'm')).toBeUndefined()
})

test('an index that is asked late knows what came, changed and went before, and goes on', () => {
  const things = new IndexedCollection({
    name: 'things',
    indexes: { name: (thing: Thing) => thing.name, tags: (thing: Thing) => thing.tags },
  })
  things.insert({ id: 'a', name: 'n', tags: ['x', 'x', 'y'] })
  things.insert({ id: 'b', name: 'n', tags: ['y'] })
  things.insert({ id: 'c', name: 'n', tags: ['y'] })
  things.put({ id: 'b', name: 'm', tags: ['x'] })
  things.remove('c')
  const before = things.snapshot()
  const ids = (index: 'name' | 'tags', value: string) => things.allBy(index, value).map(({ id }) => id)
  expect([ids('name', 'n'), ids('name', 'm'), ids('tags', 'x')]).toEqual([['a'], ['b'], ['a', 'b']])
  things.remove('a')
  things.insert({ id: 'd', name: 'n', tags: ['y'] })
  expect([ids('name', 'n'), ids('tags', 'x'), ids('tags', 'y')]).toEqual([['d'], ['b'], ['d']])
  things.restore(before)
  expect([ids('name', 'n'), ids('tags', 'x'), ids('tags', 'y')]).toEqual([['a'], ['a', 'b'], ['a']])
})

test('remove gives the record back and forgets it everywhere', () => {
  const people = makePeople()
  const ada = people.insert(person('ada', { tags: ['x'] }))
  expect(people.remove('ada')).toBe(ada)
  expect(people.remove('ada')).toBeUndefined()
  expect(people.get('ada')).toBeUndefined()
  expect([people.size, people.countBy('tag', 'x'), people.countBy('status', 'STAGED')]).toEqual([0, 0, 0])
  expect(people.sequenceOf('ada')).toBeUndefined()
})

test('a sequence is given once and never again', () => {
  const people = makePeople()
  people.insert(person('a'))
  people.insert(person('b'))
  const removed = people.sequenceOf('b') as number
  people.remove('b')
  people.insert(person('b'))
  expect(people.sequenceOf('b')).toBeGreaterThan(removed)
})

test('lists the records with a value of a secondary index in the order of insertion', () => {
  const people = makePeople()
  people.insert(person('a', { tags: ['x'] }))
  people.insert(person('b', { tags: ['y'] }))
  people.insert(person('c', { tags: ['x', 'y', 'x'] }))
  people.put(person('b', { tags: ['x'] }))
  expect(idsOf(people.allBy('tag', 'x'))).toEqual(['a', 'b', 'c'])
  expect(idsOf(people.allBy('tag', 'y'))).toEqual(['c'])
  expect(idsOf(people.allBy('tag', 'none'))).toEqual([])
})

test('the records of an index value may be removed while they are visited', () => {
  const people = makePeople()
  for (let index = 0; index < 1000; index++) people.insert(person(`p${index}`, { tags: ['x'] }))
  for (const each of people.allBy('tag', 'x')) people.remove(each.id)
  expect(people.size).toBe(0)
})

test('an unknown index is refused, and the error names those there are', () => {
  const people = makePeople() as IndexedCollection<Person>
  expect(() => people.by('email', 'x')).toThrow("people: there is no unique index 'email' (there are: login)")
  expect(() => people.allBy('city', 'x')).toThrow("there is no index 'city' (there are: status, tag)")
  expect(() => people.countBy('city', 'x')).toThrow(TypeError)
})

test('visits records in the order of insertion, each way', () => {
  const people = makePeople()
  for (const id of ['c', 'a', 'b']) people.insert(person(id))
  const visited: string[] = []
  people.forEach((each) => void visited.push(each.id))
  expect(visited).toEqual(['c', 'a', 'b'])
  expect(idsOf(people.scan())).toEqual(['c', 'a', 'b'])
  expect(idsOf(people.values())).toEqual(['c', 'a', 'b'])
})

test('forEach stops when the callback returns false', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id))
  const visited: string[] = []
  people.forEach((each) => visited.push(each.id) < 2)
  expect(visited).toEqual(['a', 'b'])
})

test('a scan bears puts, removals and insertions while it goes', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c', 'd']) people.insert(person(id))
  const visited: [string, number][] = []
  for (const each of people.scan()) {
    visited.push([each.id, each.visits])
    if (each.id === 'a') {
      people.remove('b')
      people.put(person('c', { visits: 7 }))
      people.insert(person('e'))
    }
  }
  expect(visited).toEqual([
    ['a', 0],
    ['c', 7],
    ['d', 0],
  ])
})

test('values is one list until something changes, and then another', () => {
  const people = makePeople()
  people.insert(person('a'))
  const values = people.values()
  expect(people.values()).toBe(values)
  people.put(person('a', { visits: 1 }))
  expect(values[0]?.visits).toBe(0)
  expect(people.values()[0]?.visits).toBe(1)
  people.insert(person('b'))
  expect(values).toHaveLength(1)
  people.remove('a')
  expect(idsOf(people.values())).toEqual(['b'])
})

test('pages in the order of insertion, and the last page has no next', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c', 'd', 'e']) people.insert(person(id))
  const first = people.page({ limit: 2 })
  const second = people.page({ limit: 2, after: first.next })
  const third = people.page({ limit: 2, after: second.next })
  expect([first, second, third].map(({ items }) => idsOf(items))).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(third).not.toHaveProperty('next')
})

test('a full last page has no next', () => {
  const people = makePeople()
  for (const id of ['a', 'b']) people.insert(person(id))
  expect(people.page({ limit: 2 })).not.toHaveProperty('next')
  expect(people.page({ limit: 1 }).next).toBe(people.sequenceOf('a'))
})

test('a page goes on behind a row that was deleted since', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c', 'd']) people.insert(person(id))
  const { next } = people.page({ limit: 2 })
  people.remove('b')
  expect(idsOf(people.page({ limit: 2, after: next }).items)).toEqual(['c', 'd'])
})

test('a page contains only items that meet its condition, and reports whether more items do', () => {
  const people = makePeople()
  for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries())
    people.insert(person(id, { visits: index % 2 }))
  const where = (each: { visits: number }) => each.visits === 0
  const first = people.page({ limit: 2, where })
  expect(idsOf(first.items)).toEqual(['a', 'c'])
  const last = people.page({ limit: 1, where, after: first.next })
  expect(idsOf(last.items)).toEqual(['e'])
  expect(last.next).toBeUndefined()
  const odd = people.page({ limit: 2, where: (each) => each.visits === 1 })
  expect([idsOf(odd.items), odd.next]).toEqual([['b', 'd'], undefined])
})

test('a page after the end is empty', () => {
  const people = makePeople()
  people.insert(person('a'))
  expect(people.page({ limit: 5, after: 1_000_000 })).toEqual({ items: [] })
})

test('pages over the records of an index value', () => {
  const people = makePeople()
  for (let index = 0; index < 3000; index++)
    people.insert(person(`p${index}`, { tags: [index % 2 ? 'odd' : 'even'] }))
  const seen: string[] = []
  let after: number | undefined = 0
  while (after !== undefined) {
    const page = people.pageBy('tag', 'even', { limit: 200, after })
    seen.push(...idsOf(page.items))
    after = page.next
  }
  expect(seen).toEqual(Array.from({ length: 1500 }, (_, index) => `p${index * 2}`))
})

test('a page after the only record of an index value is empty', () => {
  const people = makePeople()
  people.insert(person('a', { tags: ['x'] }))
  expect(people.pageBy('tag', 'x', { limit: 1, after: people.sequenceOf('a') })).toEqual({ items: [] })
})

test('a page over an index value goes on behind a row that left it', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c', 'd']) people.insert(person(id, { tags: ['x'] }))
  const { next } = people.pageBy('tag', 'x', { limit: 2 })
  people.put(person('b', { tags: [] }))
  const second = people.pageBy('tag', 'x', { limit: 1, after: next })
  expect(idsOf(second.items)).toEqual(['c'])
  people.remove('c')
  expect(idsOf(people.pageBy('tag', 'x', { limit: 1, after: second.next }).items)).toEqual(['d'])
  expect(people.pageBy('tag', 'x', { limit: 2, where: (each) => each.id > 'a' })).toEqual({
    items: [people.get('d')],
  })
})

test.each([0, -1, 1.5, Number.NaN])('refuses %s as the limit of a page', (limit) => {
  expect(() => makePeople().page({ limit })).toThrow(/people: expected "limit" to be a whole number/)
  expect(() => makePeople().pageBy('tag', 'x', { limit })).toThrow(RangeError)
})

test.each([-1, 1.5, Number.NaN])('refuses %s as the start of a page', (after) => {
  expect(() => makePeople().page({ limit: 1, after })).toThrow(
    /people: expected "after" to be a whole number/,
  )
})

test('goes back to a snapshot: records, order, indexes and sequences', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id, { tags: ['x'] }))
  const before = people.values()
  const snapshot = people.snapshot()
  people.remove('a')
  people.put(person('b', { login: 'changed@example.com', tags: ['y'] }))
  people.insert(person('d', { login: 'a@example.com' }))
  people.restore(snapshot)
  expect(people.values()).toEqual(before)
  expect(people.get('b')).toBe(before[1])
  expect(people.by('login', 'changed@example.com')).toBeUndefined()
  expect(people.by('login', 'a@example.com')?.id).toBe('a')
  expect(idsOf(people.allBy('tag', 'x'))).toEqual(['a', 'b', 'c'])
  expect(people.countBy('tag', 'y')).toBe(0)
  people.insert(person('e'))
  expect(people.sequenceOf('e')).toBe((people.sequenceOf('c') as number) + 1)
})

test('a snapshot is not touched by what happens later, however often it is restored', () => {
  const people = makePeople()
  for (let index = 0; index < 600; index++) people.insert(person(`p${index}`))
  const snapshot = people.snapshot()
  for (let round = 0; round < 3; round++) {
    people.put(person('p5', { visits: round + 1 }))
    people.remove('p300')
    people.insert(person('late'))
    people.restore(snapshot)
    expect(people.size).toBe(600)
    expect(people.get('p5')?.visits).toBe(0)
    expect(people.get('p300')).toBeDefined()
    expect(people.get('late')).toBeUndefined()
  }
})

test('a snapshot can start another collection of the same name, and the two do not share changes', () => {
  const people = makePeople()
  people.insert(person('a', { tags: ['x'] }))
  const copy = makePeople()
  copy.restore(people.snapshot())
  copy.put(person('a', { visits: 5 }))
  people.insert(person('b'))
  expect(copy.get('a')?.visits).toBe(5)
  expect(people.get('a')?.visits).toBe(0)
  expect(idsOf(copy.scan())).toEqual(['a'])
  expect(idsOf(people.allBy('tag', 'x'))).toEqual(['a'])
})

test('a snapshot of a collection of another name is refused', () => {
  const groups = new IndexedCollection<{ id: string }>({ name: 'groups' })
  expect(() => makePeople().restore(groups.snapshot() as never)).toThrow(
    "people: cannot restore a snapshot of the collection 'groups'",
  )
})

test('old records that go leave nothing to walk through', () => {
  const people = makePeople()
  for (let index = 0; index < 5000; index++) {
    people.insert(person(`p${index}`))
    if (index >= 10) people.remove(`p${index - 10}`)
  }
  expect(people.size).toBe(10)
  expect(idsOf(people.scan())).toEqual(Array.from({ length: 10 }, (_, index) => `p${4990 + index}`))
  expect(idsOf(people.page({ limit: 3 }).items)).toEqual(['p4990', 'p4991', 'p4992'])
  expect(people.snapshot().rows.chunks.filter((chunk) => chunk !== undefined).length).toBeLessThan(3)
})

test('brings back records that were followed by thousands, all gone since', () => {
  const people = makePeople()
  people.insert(person('first'))
  const snapshot = people.snapshot()
  people.remove('first')
  for (let index = 0; index < 2000; index++) people.insert(person(`p${index}`))
  for (let index = 0; index < 1000; index++) people.remove(`p${index}`)
  people.restore(snapshot)
  expect(idsOf(people.values())).toEqual(['first'])
  expect(idsOf(people.page({ limit: 5 }).items)).toEqual(['first'])
  people.insert(person('second'))
  expect(idsOf(people.page({ limit: 5 }).items)).toEqual(['first', 'second'])
})

test('keeps count of what a snapshot brought back', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id))
  const snapshot = people.snapshot()
  people.remove('a')
  people.remove('b')
  people.restore(snapshot)
  people.remove('a')
  people.remove('b')
  expect(idsOf(people.scan())).toEqual(['c'])
  expect(people.get('c')).toBeDefined()
})

test('finds a record by its place for as long as it exists', () => {
  const people = new IndexedCollection<{ id: string }>({ name: 'people' })
  people.insert({ id: 'a' })
  const record = people.insert({ id: 'b' })
  const place = people.sequenceOf('b')!
  expect(people.at(place)).toBe(record)
  people.remove('b')
  expect(people.at(place)).toBeUndefined()
  expect(people.at(0)).toBeUndefined()
})

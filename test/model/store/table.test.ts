import { expect, test } from 'vitest'
import { Table } from '../../../src/model/store/table.ts'
import { idsOf, makePeople, person } from './people.ts'

test('refuses a second record with the same id, and says which', () => {
  const people = makePeople()
  const ada = people.insert(person('ada'))
  const other = person('ada', { login: 'other@example.com' })
  expect(() => people.insert(other)).toThrow('people: another record has the same id')
  expect(people.get('ada')).toBe(ada)
  expect(people.size).toBe(1)
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

test('put of a record that is not there is refused, and says which', () => {
  const people = makePeople()
  expect(() => people.put(person('ghost'))).toThrow('people: there is no record with the key ghost')
  expect(people.size).toBe(0)
})

interface Thing {
  readonly id: string
  readonly name: string
  readonly tags: readonly string[]
}

test('an index that fails on a record leaves the table as it was', () => {
  const things = new Table({
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

test('the records of an index value may be removed while they are visited', () => {
  const people = makePeople()
  for (let index = 0; index < 1000; index++) people.insert(person(`p${index}`, { tags: ['x'] }))
  for (const each of people.allBy('tag', 'x')) people.remove(each.id)
  expect(people.size).toBe(0)
})

test('forEach stops when the callback returns false', () => {
  const people = makePeople()
  for (const id of ['a', 'b', 'c']) people.insert(person(id))
  const visited: string[] = []
  people.forEach((each) => visited.push(each.id) < 2)
  expect(visited).toEqual(['a', 'b'])
})

test('old records that go leave nothing to walk through', () => {
  const people = makePeople()
  for (let index = 0; index < 5000; index++) {
    people.insert(person(`p${index}`))
    if (index >= 10) people.remove(`p${index - 10}`)
  }
  expect(people.size).toBe(10)
  expect(idsOf(people.values())).toEqual(Array.from({ length: 10 }, (_, index) => `p${4990 + index}`))
  expect(idsOf(people.page({ limit: 3 }).items)).toEqual(['p4990', 'p4991', 'p4992'])
  expect(people.snapshot().chunks.filter((chunk) => chunk !== undefined).length).toBeLessThan(3)
})

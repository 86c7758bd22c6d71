import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile, compileTests, parse, sortKey } from '../../../src/query/index.ts'
import { userSearch } from '../../query/parameters.ts'
import { sortRecords } from '../../query/sort-records.ts'
import { Table } from '../../../src/model/store/table.ts'
import { runs } from '../../support/runs.ts'

interface Person {
  readonly id: string
  readonly status: string
  readonly profile: Readonly<Record<string, unknown>>
}

const dialect = userSearch({
  get: (name) => (name === 'langs' ? 'string' : undefined),
  keys: () => ['langs'].values(),
})

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
const person: fc.Arbitrary<Person> = fc.record({
  id,
  status: fc.constantFrom('ACTIVE', 'STAGED'),
  profile: fc.record(
    {
      department: fc.constantFrom('Engineering', 'engineering', 'Sales', '', null, 'Énergie'),
      title: fc.constantFrom('One', 'Two'),
      langs: fc.array(fc.constantFrom('en', 'de'), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('insert', 'put'), person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('snapshot', 'restore'), person }) },
)

const expressions = [
  'profile.department sw "Eng"',
  'profile.department eq null',
  'profile.department pr and status eq "ACTIVE"',
  'profile.title eq "One" or profile.langs eq "de" or status eq "STAGED"',
  'profile.langs eq null and (status eq "ACTIVE" or profile.title pr)',
  'profile.title eq "one" or profile.title eq "two" or profile.title eq "three" or profile.title eq "four"',
  'status eq "ACTIVE" and profile.title gt "One" and profile.department ge "e"',
].map((text) => parse(text, dialect))

test('columns find the same as reading each record, in the same order, after any history', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.constantFrom('profile.department', 'profile.langs', 'status', 'id'),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 1, max: 4 }),
      (steps, property, order, count) => {
        const people = new Table<Person>({ name: 'people' })
        let saved = people.snapshot()
        const check = (): void => {
          for (const expression of expressions) {
            const tests = compileTests(expression, dialect)
            const expected = people.values().filter(compile(expression, dialect))
            expect(people.columns.page(tests, { limit: Infinity }).items).toEqual(expected)
            const first = people.columns.page(tests, { limit: count })
            expect(first.items).toEqual(expected.slice(0, count))
            expect(first.next).toBe(
              expected.length > count ? people.sequenceOf(expected[count - 1]!.id) : undefined,
            )
            const rest = people.columns.page(tests, { limit: Infinity, after: first.next ?? 0 })
            if (first.next !== undefined) expect(rest.items).toEqual(expected.slice(count))
            const sorted = sortRecords(expected, property, order, dialect)
            const search = { property, key: sortKey(property, dialect), order }
            expect(people.columns.sorted(tests, { ...search, count })).toEqual(sorted.slice(0, count))
            const where = ({ status }: Person): boolean => status === 'ACTIVE'
            const beyond = sorted[0]
            expect(people.columns.sorted(tests, { ...search, count, beyond, where })).toEqual(
              sorted.slice(1).filter(where).slice(0, count),
            )
          }
        }
        for (const each of steps) {
          const isThere = people.has(each.person.id)
          if (each.do === 'insert' && !isThere) people.insert({ ...each.person })
          if (each.do === 'put' && isThere) people.put({ ...each.person })
          if (each.do === 'remove') people.remove(each.person.id)
          if (each.do === 'snapshot') saved = people.snapshot()
          if (each.do === 'restore') people.restore(saved)
          if (each.do !== 'insert') check()
        }
        check()
      },
    ),
    { numRuns: runs(60) },
  )
})

test('a page of a search leaves out whom somebody may not see', () => {
  const people = new Table<Person>({ name: 'people' })
  for (const id of ['a', 'b', 'c', 'd', 'e']) people.insert({ id, status: 'ACTIVE', profile: {} })
  const tests = compileTests(parse('status eq "ACTIVE" and id lt "e"', dialect), dialect)
  const where = ({ id }: Person): boolean => id !== 'b'
  expect(people.columns.page(tests, { limit: 2, where })).toEqual({
    items: [people.get('a'), people.get('c')],
    next: 3,
  })
  expect(people.columns.page(tests, { limit: 3, where })).toEqual({
    items: ['a', 'c', 'd'].map((id) => people.get(id)),
  })
})

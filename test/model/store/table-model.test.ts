import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowsSnapshot } from '../../../src/model/store/rows.ts'
import { Table } from '../../../src/model/store/table.ts'
import { runs } from '../../support/runs.ts'

interface Person {
  readonly id: string
  readonly login?: string | undefined
  readonly tags?: string | readonly string[] | undefined
}

const makePeople = () =>
  new Table({
    name: 'people',
    unique: { login: ({ login }: Person) => login?.toLowerCase() },
    indexes: { tag: ({ tags }: Person) => tags, late: ({ tags }: Person) => tags },
  })

type Step =
  | { do: 'insert' | 'put'; record: Person }
  | { do: 'remove'; id: string }
  | { do: 'fill' | 'thin'; count: number }
  | { do: 'snapshot' }
  | { do: 'restore'; index: number; isElsewhere: boolean }
  | { do: 'look' }

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const tag = fc.constantFrom('x', 'y', 'z')
const record: fc.Arbitrary<Person> = fc.record(
  {
    id,
    login: fc.constantFrom('l1', 'l2', 'L2', 'l3', 'l4', 'l5', 'l6'),
    tags: fc.oneof(fc.array(tag, { maxLength: 3 }), tag),
  },
  { requiredKeys: ['id'] },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('insert' as const, 'put' as const), record }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  // Rows are in chunks of 256.
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('fill' as const, 'thin' as const), count: fc.nat(600) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('restore' as const),
      index: fc.nat(9),
      isElsewhere: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
)

/** The collection said in the plainest way: a list of records with their places, and the last place. */
interface PlainList {
  readonly rows: readonly (readonly [place: number, record: Person])[]
  readonly last: number
}

const refusal = ({ rows }: PlainList, record: Person, isNew: boolean) => {
  if (rows.some(([, { id }]) => id === record.id) === isNew)
    return isNew ? 'another record has the same id' : 'there is no record'
  const login = record.login?.toLowerCase()
  const isTaken = rows.some(([, other]) => other.id !== record.id && other.login?.toLowerCase() === login)
  return login !== undefined && isTaken ? 'another record has the same login' : undefined
}

const withTag = (tag: string) => (record: Person) => [record.tags].flat().includes(tag)

/** Every page of a list, one after the other. */
function walk(page: (after?: number) => { items: readonly Person[]; next?: number }): Person[] {
  const { items, next } = page()
  const seen = [...items]
  for (let after = next; after !== undefined;) {
    const { items, next } = page(after)
    expect(items).not.toEqual([])
    seen.push(...items)
    after = next
  }
  return seen
}

test('does the same as a plain list, in any order of operations', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), fc.integer({ min: 1, max: 400 }), (steps, limit) => {
      let people = makePeople()
      let plain: PlainList = { rows: [], last: 0 }
      const saved: [RowsSnapshot<Person>, PlainList][] = []
      const attempt = (record: Person, isNew: boolean): void => {
        const expected = refusal(plain, record, isNew)
        const act = () => (isNew ? people.insert(record) : people.put(record))
        if (expected !== undefined) return expect(act).toThrow(expected)
        expect(act()).toBe(record)
        const last = isNew ? plain.last + 1 : plain.last
        const rows = isNew
          ? [...plain.rows, [last, record] as const]
          : plain.rows.map((row) => (row[1].id === record.id ? ([row[0], record] as const) : row))
        plain = { rows, last }
      }
      const remove = (id: string) => {
        expect(people.remove(id)).toBe(plain.rows.find(([, record]) => record.id === id)?.[1])
        plain = { ...plain, rows: plain.rows.filter(([, record]) => record.id !== id) }
      }
      const look = (indexes: readonly ('tag' | 'late')[]) => {
        const records = plain.rows.map(([, record]) => record)
        expect([people.size, people.values()]).toEqual([records.length, records])
        const visited: [number, Person][] = []
        people.forEach((record, place) => void visited.push([place, record]))
        expect(visited).toEqual(plain.rows)
        for (const [place, record] of plain.rows) {
          expect([people.get(record.id), people.has(record.id)]).toEqual([record, true])
          expect([people.sequenceOf(record.id), people.at(place)]).toEqual([place, record])
          if (record.login !== undefined) expect(people.by('login', record.login.toLowerCase())).toBe(record)
        }
        expect([people.at(0), people.at(plain.last + 1), people.at(9000)]).toEqual([
          undefined,
          undefined,
          undefined,
        ])
        for (const login of ['l1', 'l2', 'l3', 'L3']) {
          const holder = records.find((record) => record.login?.toLowerCase() === login)
          expect(people.by('login', login)).toBe(holder)
        }
        const where = (record: Person) => record.login !== undefined
        expect(walk((after) => people.page({ after, limit }))).toEqual(records)
        expect(walk((after) => people.page({ after, limit, where }))).toEqual(records.filter(where))
        for (const index of indexes) {
          for (const tag of ['x', 'y', 'z', 'undefined']) {
            const tagged = records.filter(withTag(tag))
            expect([people.countBy(index, tag), people.allBy(index, tag)]).toEqual([tagged.length, tagged])
            expect(walk((after) => people.pageBy(index, tag, { after, limit }))).toEqual(tagged)
            const both = people.pageBy(index, tag, { limit: Number.POSITIVE_INFINITY, where }).items
            expect(both).toEqual(tagged.filter(where))
          }
        }
        // A page begins behind any place, also one whose record went.
        const after = Math.floor(plain.last / 2)
        const later = plain.rows.filter(([place]) => place > after).map(([, record]) => record)
        expect(walk((from = after) => people.page({ after: from, limit }))).toEqual(later)
      }
      const actions: { [Name in Step['do']]: (step: Extract<Step, { do: Name }>) => void } = {
        insert: ({ record }) => attempt(record, true),
        put: ({ record }) => attempt(record, false),
        remove: ({ id }) => remove(id),
        fill: ({ count }) => {
          for (let index = 0; index < count; index++) attempt({ id: `p${plain.last + 1}`, tags: ['x'] }, true)
        },
        thin: ({ count }) => {
          for (const [, { id }] of plain.rows.slice(0, count)) remove(id)
        },
        snapshot: () => void saved.push([people.snapshot(), plain]),
        restore: ({ index, isElsewhere }) => {
          const chosen = saved[index % Math.max(saved.length, 1)]
          if (chosen === undefined) return
          if (isElsewhere) people = makePeople()
          people.restore(chosen[0])
          plain = chosen[1]
        },
        look: () => look(['tag']),
      }
      for (const each of steps) (actions[each.do] as (step: Step) => void)(each)
      look(['tag', 'late'])
      for (const [snapshot, list] of saved) {
        people.restore(snapshot)
        plain = list
        look(['tag', 'late'])
      }
    }),
    { numRuns: runs(150) },
  )
})

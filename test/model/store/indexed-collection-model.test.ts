import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsOf, makePeople, person, type Person } from './people.ts'

type Step =
  | { do: 'insert' | 'put'; record: Person }
  | { do: 'remove'; id: string }
  | { do: 'snapshot' | 'restore' }

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const record = fc
  .record({
    id,
    login: fc.constantFrom('l1', 'l2', 'L2', 'l3', 'l4', 'l5', 'l6'),
    status: fc.constantFrom('STAGED' as const, 'ACTIVE' as const),
    tags: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
  })
  .map(({ id, ...rest }) => person(id, rest))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('insert' as const, 'put' as const), record }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('snapshot', 'restore') }) },
)

/** The collection said in the plainest way: a list. */
class PlainList {
  rows: Person[] = []
  saved: Person[] = []

  apply(step: Step): void {
    if (step.do === 'snapshot') this.saved = [...this.rows]
    if (step.do === 'restore') this.rows = [...this.saved]
    if (step.do === 'remove') this.rows = this.rows.filter((row) => row.id !== step.id)
    if (step.do === 'insert' && !this.#isTaken(step.record) && !this.#find(step.record.id)) {
      this.rows.push(step.record)
    }
    if (step.do === 'put' && !this.#isTaken(step.record)) {
      this.rows = this.rows.map((row) => (row.id === step.record.id ? step.record : row))
    }
  }

  #find(id: string): Person | undefined {
    return this.rows.find((row) => row.id === id)
  }

  #isTaken(record: Person): boolean {
    const login = record.login.toLowerCase()
    return this.rows.some((row) => row.id !== record.id && row.login.toLowerCase() === login)
  }
}

test('does the same as a plain list, in any order of operations', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, limit) => {
      const people = makePeople()
      const plain = new PlainList()
      let saved = people.snapshot()
      const actions: Record<Step['do'], (step: never) => unknown> = {
        insert: ({ record }: { record: Person }) => people.insert(record),
        put: ({ record }: { record: Person }) => people.put(record),
        remove: ({ id }: { id: string }) => people.remove(id),
        snapshot: () => (saved = people.snapshot()),
        restore: () => people.restore(saved),
      }
      for (const each of steps) {
        try {
          actions[each.do](each as never)
        } catch (error) {
          expect((error as Error).name).toMatch(/^(DuplicateKeyError|UnknownRecordError)$/)
        }
        plain.apply(each)
      }
      expect(people.values()).toEqual(plain.rows)
      expect([...people.scan()]).toEqual(plain.rows)
      expect(people.size).toBe(plain.rows.length)
      for (const row of plain.rows) {
        expect(people.get(row.id)).toBe(row)
        expect(people.by('login', row.login.toLowerCase())).toBe(row)
      }
      for (const tag of ['x', 'y', 'z']) {
        const tagged = plain.rows.filter((row) => row.tags.includes(tag))
        expect(people.allBy('tag', tag)).toEqual(tagged)
        expect(people.countBy('tag', tag)).toBe(tagged.length)
      }
      expect(walk((after) => people.page({ after, limit }))).toEqual(idsOf(plain.rows))
      const active = plain.rows.filter((row) => row.status === 'ACTIVE')
      expect(walk((after) => people.pageBy('status', 'ACTIVE', { after, limit }))).toEqual(idsOf(active))
    }),
    { numRuns: 500 },
  )
})

function walk(page: (after: number) => { items: readonly Person[]; next?: number }): string[] {
  const seen: string[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const { items, next } = page(after)
    seen.push(...idsOf(items))
    after = next
  }
  return seen
}

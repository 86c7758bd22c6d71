import { expect, test } from 'vitest'
import { IndexedCollection } from '../../../src/model/store/indexed-collection.ts'
import { Rows } from '../../../src/model/store/rows.ts'
import { freezeDeeply, freezeForAll, isForAll, isPlainObject } from '../../../src/model/store/freeze.ts'

interface Numbered {
  readonly number: number
}

/** Rows with `count` records: that of sequence 5 has the number 5. */
function filled(count: number): Rows<Numbered> {
  const rows = new Rows<Numbered>()
  for (let number = 1; number <= count; number++) expect(rows.append({ number })).toBe(number)
  return rows
}

const numbers = (records: Iterable<Numbered>) => [...records].map(({ number }) => number)
/** The chunks that there are. */
const held = (rows: Rows<Numbered>) => rows.chunks.map((chunk) => chunk && chunk.filter(Boolean).length)
const removeAll = (rows: Rows<Numbered>, from: number, to: number) => {
  for (let sequence = from; sequence <= to; sequence++) rows.removeAt(sequence)
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('records may go and come while they are gone through', () => {
  const rows = filled(600)
  const found: number[] = []
  rows.forEach((_record, sequence) => {
    found.push(sequence)
    if (sequence === 1) removeAll(rows, 2, 512)
    if (sequence === 514) rows.append({ number: 601 })
    return sequence < 599
  })
  expect(found).toStrictEqual([1, ...range(513, 599)])
  const scanned: number[] = []
  const scan = rows.scan()
  expect(scan[Symbol.iterator]()).toBe(scan)
  for (const { number } of scan) {
    scanned.push(number)
    if (number === 513) removeAll(rows, 514, 598)
    if (number === 599) rows.append({ number: 602 })
  }
  expect(scanned).toStrictEqual([1, 513, 599, 600, 601])
  expect(scan.next()).toStrictEqual({ done: true, value: undefined })
})

test('a page is the same one until the rows change, of the eight that were asked for last', () => {
  const rows = filled(300)
  const isEven = ({ number }: Numbered) => number % 2 === 0
  const page = rows.page({ limit: 2 })
  expect(page).toStrictEqual({ items: [{ number: 1 }, { number: 2 }], next: 2 })
  expect(rows.page({ limit: 2, after: 0 })).toBe(page)
  const others = [
    rows.page({ limit: 3 }),
    rows.page({ limit: 2, after: 2 }),
    rows.page({ limit: 2, where: isEven }),
    rows.page({ limit: 2, where: (record) => isEven(record) }),
  ]
  expect(others.map(({ items, next }) => [numbers(items), next])).toStrictEqual([
    [[1, 2, 3], 3],
    [[3, 4], 4],
    [[2, 4], 4],
    [[2, 4], 4],
  ])
  expect(new Set(others).size).toBe(4)
  for (let limit = 4; limit < 7; limit++) rows.page({ limit })
  expect(rows.page({ limit: 2 })).toBe(page)
  rows.page({ limit: 7 })
  const again = rows.page({ limit: 2 })
  expect(again).toStrictEqual(page)
  expect(again).not.toBe(page)
  for (const change of [
    () => rows.append({ number: 301 }),
    () => rows.replaceAt(3, { number: 3 }),
    () => rows.removeAt(300),
    () => rows.restore(rows.snapshot()),
  ]) {
    const [before, list] = [rows.page({ limit: 2 }), rows.list()]
    expect([rows.page({ limit: 2 }), rows.list()]).toStrictEqual([before, list])
    expect([rows.page({ limit: 2 }) === before, rows.list() === list]).toStrictEqual([true, true])
    change()
    expect([rows.page({ limit: 2 }) === before, rows.list() === list]).toStrictEqual([false, false])
  }
})

test('a chunk is copied at the first write after a snapshot, and not again', () => {
  const rows = filled(600)
  const snapshot = rows.snapshot()
  expect(snapshot).toMatchObject({ last: 600, size: 600, counts: [255, 256, 89] })
  expect(rows.chunks.map((chunk, index) => chunk === snapshot.chunks[index])).toStrictEqual([
    true,
    true,
    true,
  ])
  rows.replaceAt(300, { number: -300 })
  const copy = rows.chunks[1]
  expect(rows.chunks.map((chunk, index) => chunk === snapshot.chunks[index])).toStrictEqual([
    true,
    false,
    true,
  ])
  rows.removeAt(301)
  expect(rows.chunks[1]).toBe(copy)
  rows.append({ number: 601 })
  const differences: unknown[] = []
  rows.forEachDifference(snapshot, (...difference) => differences.push(difference))
  expect(differences).toStrictEqual([
    [300, { number: -300 }, { number: 300 }],
    [301, undefined, { number: 301 }],
    [601, { number: 601 }, undefined],
  ])
})

test('a record far off leaves the chunks before it empty', () => {
  const rows = new Rows<Numbered>()
  rows.restoreAt(700, { number: 700 })
  expect([held(rows), rows.size, rows.last]).toStrictEqual([[undefined, undefined, 1], 1, 0])
  const snapshot = rows.snapshot()
  expect(snapshot.counts).toStrictEqual([0, 0, 1])
  rows.removeAt(700)
  expect([held(rows), rows.size]).toStrictEqual([[undefined, undefined, undefined], 0])
})

test('an index is made once', () => {
  let asked = 0
  const numbered = new IndexedCollection({
    name: 'numbers',
    indexes: { kind: (_record: { readonly id: string }) => ((asked += 1), 'number'), other: () => 'other' },
  })
  for (let number = 1; number <= 3; number++) numbered.insert({ id: `${number}` })
  for (let time = 0; time < 2; time++) {
    expect([numbered.countBy('kind', 'number'), numbered.countBy('other', 'other'), asked]).toStrictEqual([
      3, 3, 3,
    ])
  }
})

test('a page of an index asks of no more records than it needs', () => {
  const numbered = new IndexedCollection({
    name: 'numbers',
    indexes: { kind: (_record: { readonly id: string }) => 'number' },
  })
  for (let number = 1; number <= 9; number++) numbered.insert({ id: `${number}` })
  const asked: string[] = []
  const where = ({ id }: { readonly id: string }) => asked.push(id) > 0 && id !== '2'
  const page = numbered.pageBy('kind', 'number', { limit: 2, where })
  expect([page.items.map(({ id }) => id), page.next, asked]).toStrictEqual([
    ['1', '3'],
    3,
    ['1', '2', '3', '4'],
  ])
})

test('a record is frozen with all plain objects in it, and may nest as deep as 64', () => {
  const date = new Date(0)
  const record = { list: [{ a: 1 }, null, 'x'], date, inner: Object.freeze({ deep: { b: 1 } }), none: null }
  freezeDeeply(record)
  expect([record, record.list, record.list[0], record.inner.deep].map(Object.isFrozen)).toStrictEqual([
    true,
    true,
    true,
    true,
  ])
  expect(Object.isFrozen(date)).toBe(false)
  class Own {
    inner = { a: 1 }
  }
  const own = new Own()
  freezeDeeply(own)
  expect([Object.isFrozen(own), Object.isFrozen(own.inner)]).toStrictEqual([true, true])
  const nested = (depth: number, wrap: (inner: object) => object) => {
    let value: object = {}
    for (let level = 0; level < depth; level++) value = wrap(value)
    return value
  }
  for (const wrap of [(inner: object) => ({ inner }), (inner: object) => [inner]]) {
    expect(() => freezeDeeply(nested(64, wrap))).not.toThrow()
    expect(() => freezeDeeply(nested(65, wrap))).toThrow(
      new TypeError('a record must not be circular, nor nest deeper than 64 levels'),
    )
  }
})

test('what is frozen for all is known', () => {
  const [shared, own] = [{ a: {} }, {}]
  freezeForAll(shared)
  expect([isForAll(shared), isForAll(shared.a), isForAll(own)]).toStrictEqual([true, false, false])
  expect(Object.isFrozen(shared.a)).toBe(true)
})

test.for([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [new Date(), false],
  [Object.create({}), false],
  [null, false],
  [undefined, false],
  ['text', false],
  [() => {}, false],
])('%j is a plain object: %j', ([value, expected]) => {
  expect(isPlainObject(value)).toBe(expected)
})

import { expect, test } from 'vitest'
import { IndexedCollection } from '../../../src/model/store/indexed-collection.ts'
import { Rows } from '../../../src/model/store/rows.ts'
import { SecondaryIndex } from '../../../src/model/store/secondary-index.ts'
import { UniqueIndex } from '../../../src/model/store/unique-index.ts'
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
const visited = (rows: Rows<Numbered>, after?: number) => {
  const found: number[] = []
  rows.forEach((_record, sequence) => void found.push(sequence), after)
  return found
}
/** The chunks that there are. */
const held = (rows: Rows<Numbered>) => rows.chunks.map((chunk) => chunk && chunk.filter(Boolean).length)
const removeAll = (rows: Rows<Numbered>, from: number, to: number) => {
  for (let sequence = from; sequence <= to; sequence++) rows.removeAt(sequence)
}

test('a sequence is a slot of a chunk of 256', () => {
  expect([Rows.sequenceAt(0, 1), Rows.sequenceAt(1, 0), Rows.sequenceAt(2, 255)]).toStrictEqual([1, 256, 767])
  const rows = filled(600)
  expect(held(rows)).toStrictEqual([255, 256, 89])
  expect([rows.size, rows.last]).toStrictEqual([600, 600])
  expect([rows.at(0), rows.at(601), rows.at(5000)]).toStrictEqual([undefined, undefined, undefined])
  expect(numbers([1, 255, 256, 511, 512, 600].map((sequence) => rows.at(sequence)!))).toStrictEqual([
    1, 255, 256, 511, 512, 600,
  ])
  const snapshot = rows.snapshot()
  rows.removeAt(256)
  expect(Rows.recordIn(snapshot, 256)).toStrictEqual({ number: 256 })
  expect([Rows.recordIn(snapshot, 0), Rows.recordIn(snapshot, 9000)]).toStrictEqual([undefined, undefined])
})

test('releases an empty chunk, and skips all its rows', () => {
  const rows = filled(1000)
  expect([rows.skipEmpty(0), rows.skipEmpty(255), rows.skipEmpty(1000)]).toStrictEqual([1, 256, 1001])
  removeAll(rows, 1, 254)
  expect([held(rows), rows.skipEmpty(0), rows.size]).toStrictEqual([[1, 256, 256, 233], 1, 746])
  rows.removeAt(255)
  expect([held(rows), rows.skipEmpty(0), rows.skipEmpty(255), rows.skipEmpty(256)]).toStrictEqual([
    [undefined, 256, 256, 233],
    256,
    256,
    257,
  ])
  removeAll(rows, 512, 767)
  expect([held(rows), rows.skipEmpty(511), rows.skipEmpty(512), rows.skipEmpty(600)]).toStrictEqual([
    [undefined, 256, undefined, 233],
    768,
    768,
    768,
  ])
  expect(visited(rows)).toStrictEqual([...range(256, 511), ...range(768, 1000)])
  expect(visited(rows, 300)).toStrictEqual([...range(301, 511), ...range(768, 1000)])
  expect(visited(rows, 511)).toStrictEqual(range(768, 1000))
  expect(numbers(rows.scan())).toStrictEqual(visited(rows))
  expect(numbers(rows.list())).toStrictEqual(visited(rows))
  removeAll(rows, 256, 511)
  expect([held(rows), rows.skipEmpty(0)]).toStrictEqual([[undefined, undefined, undefined, 233], 768])
  removeAll(rows, 768, 1000)
  expect([rows.size, rows.last, rows.skipEmpty(0), visited(rows), rows.list()]).toStrictEqual([
    0,
    1000,
    1024,
    [],
    [],
  ])
  expect([...rows.scan()]).toStrictEqual([])
  expect(rows.append({ number: 1001 })).toBe(1001)
  expect([visited(rows), rows.size]).toStrictEqual([[1001], 1])
  rows.restoreAt(5, { number: 5 })
  expect([visited(rows), rows.skipEmpty(0), numbers(rows.list()), rows.last]).toStrictEqual([
    [5, 1001],
    1,
    [5, 1001],
    1001,
  ])
  expect(rows.chunks[0]).toStrictEqual([undefined, undefined, undefined, undefined, undefined, { number: 5 }])
})

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

test('a page says where to go on when more follows, and only then', () => {
  const rows = filled(300)
  removeAll(rows, 3, 298)
  const page = (after: number, limit: number, where?: (record: Numbered) => boolean) => {
    const { items, ...rest } = rows.page({ after, limit, where })
    return [numbers(items), rest]
  }
  expect(page(0, 2)).toStrictEqual([[1, 2], { next: 2 }])
  expect(page(2, 2)).toStrictEqual([[299, 300], {}])
  expect(page(2, 1)).toStrictEqual([[299], { next: 299 }])
  expect(page(0, 4)).toStrictEqual([[1, 2, 299, 300], {}])
  expect(page(300, 4)).toStrictEqual([[], {}])
  expect(page(5000, 4)).toStrictEqual([[], {}])
  expect(page(100, Number.POSITIVE_INFINITY)).toStrictEqual([[299, 300], {}])
  expect(page(0, 1, ({ number }) => number > 2)).toStrictEqual([[299], { next: 299 }])
  expect(page(0, 3, ({ number }) => number !== 300)).toStrictEqual([[1, 2, 299], {}])
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
  for (let number = 602; number <= 800; number++) rows.append({ number })
  differences.length = 0
  rows.forEachDifference(snapshot, (sequence) => differences.push(sequence))
  expect(differences).toStrictEqual([300, 301, ...range(601, 800)])
  const later = rows.snapshot()
  rows.restore(snapshot)
  expect([rows.size, rows.last, rows.at(300), rows.at(301), rows.at(601)]).toStrictEqual([
    600,
    600,
    { number: 300 },
    { number: 301 },
    undefined,
  ])
  differences.length = 0
  rows.forEachDifference(later, (sequence) => differences.push(sequence))
  expect(differences).toStrictEqual([300, 301, ...range(601, 800)])
  rows.replaceAt(1, { number: -1 })
  expect(snapshot.chunks[0]?.[1]).toStrictEqual({ number: 1 })
  expect(rows.append({ number: 601 })).toBe(601)
  rows.restore(snapshot)
  removeAll(rows, 1, 255)
  expect([rows.skipEmpty(0), held(rows)]).toStrictEqual([256, [undefined, 256, 89]])
  rows.restore(snapshot)
  expect([rows.skipEmpty(0), held(rows), visited(rows).length]).toStrictEqual([1, [255, 256, 89], 600])
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

test('an index of unique values knows whose value it is', () => {
  const index = new UniqueIndex<{ readonly value?: string }>('value', ({ value }) => value)
  const [one, two] = [{ value: 'a' }, { value: 'b' }]
  index.add(one, 1)
  index.add({}, 3)
  expect([index.find('a'), index.find('b'), index.find('undefined')]).toStrictEqual([1, undefined, undefined])
  expect([index.clash(one), index.clash(two), index.clash({}), index.clash(one, one)]).toStrictEqual([
    'a',
    undefined,
    undefined,
    undefined,
  ])
  expect(index.clash({ value: 'a' }, two)).toBe('a')
  index.replace(one, { value: 'a' }, 1)
  expect(index.find('a')).toBe(1)
  index.replace(one, two, 1)
  expect([index.find('a'), index.find('b')]).toStrictEqual([undefined, 1])
  index.remove(two, 2)
  expect(index.find('b')).toBe(1)
  index.remove(two, 1)
  index.remove({}, 1)
  expect(index.find('b')).toBeUndefined()
  index.add(two, 4)
  index.replace(two, {}, 4)
  expect(index.find('b')).toBeUndefined()
})

test('an index of values that several share keeps their order', () => {
  const rows = new Rows<{ readonly tags?: string | readonly string[] }>()
  const index = new SecondaryIndex(
    'tag',
    ({ tags }: { readonly tags?: string | readonly string[] }) => tags,
    rows,
  )
  const put = (record: { readonly tags?: string | readonly string[] }) => {
    const values = index.values(record)
    const sequence = rows.append(record)
    index.add(values, sequence)
    return sequence
  }
  put({ tags: 'a' })
  put({ tags: ['a', 'b', 'a'] })
  put({})
  put({ tags: [] })
  const found = (value: string, after?: number) => {
    const sequences: number[] = []
    index.forEach(value, (sequence) => void sequences.push(sequence), after)
    return [index.count(value), sequences]
  }
  expect([found('a'), found('b'), found('c'), found('undefined')]).toStrictEqual([
    [2, [1, 2]],
    [1, [2]],
    [0, []],
    [0, []],
  ])
  expect([found('a', 1), found('b', 1), found('b', 2)]).toStrictEqual([
    [2, [2]],
    [1, [2]],
    [1, []],
  ])
  expect(index.values({ tags: ['x', 'y', 'x'] })).toStrictEqual(['x', 'y'])
  expect([index.values({ tags: 'x' }), index.values({}), index.values({ tags: ['x'] })]).toStrictEqual([
    ['x'],
    [],
    ['x'],
  ])
  const fifth = put({ tags: ['b', 'c'] })
  expect([found('b'), found('c')]).toStrictEqual([
    [2, [2, 5]],
    [1, [5]],
  ])
  index.replace(['b', 'c'], ['c', 'd'], fifth)
  expect([found('b'), found('c'), found('d')]).toStrictEqual([
    [1, [2]],
    [1, [5]],
    [1, [5]],
  ])
  index.remove(['b'], 5)
  expect(found('b')).toStrictEqual([1, [2]])
  index.remove(['b'], 2)
  index.remove(['b', 'none'], 2)
  expect(found('b')).toStrictEqual([0, []])
  index.add(['b'], 7)
  expect(found('b')).toStrictEqual([1, [7]])
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

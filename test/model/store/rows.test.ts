import { expect, test } from 'vitest'
import { freezeDeeply, freezeForAll, isForAll, isPlainObject, Rows } from '../../../src/model/store/rows.ts'

interface Numbered {
  readonly number: number
}

/** Rows with `count` records: that of sequence 5 has the number 5. */
function filled(count: number): Rows<Numbered> {
  const rows = new Rows<Numbered>()
  for (let number = 1; number <= count; number++) rows.putAt(number, { number })
  return rows
}

const removeAll = (rows: Rows<Numbered>, from: number, to: number) => {
  for (let sequence = from; sequence <= to; sequence++) rows.putAt(sequence, undefined)
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('records may go and come while they are gone through', () => {
  const rows = filled(600)
  const found: number[] = []
  rows.forEach((_record, sequence) => {
    found.push(sequence)
    if (sequence === 1) removeAll(rows, 2, 512)
    if (sequence === 514) rows.putAt(601, { number: 601 })
    return sequence < 599
  })
  expect(found).toStrictEqual([1, ...range(513, 599)])
})

test('a record far off leaves the chunks before it empty', () => {
  const rows = new Rows<Numbered>()
  const held = () => rows.chunks.map((chunk) => chunk && chunk.filter(Boolean).length)
  rows.putAt(700, { number: 700 })
  expect([held(), rows.size, rows.last]).toStrictEqual([[undefined, undefined, 1], 1, 700])
  const snapshot = rows.snapshot()
  expect(snapshot.counts).toStrictEqual([0, 0, 1])
  rows.putAt(700, undefined)
  expect([held(), rows.size]).toStrictEqual([[undefined, undefined, undefined], 0])
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

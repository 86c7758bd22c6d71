import { expect, test } from 'vitest'
import { Column } from '../../../src/model/store/column.ts'
import { Columns } from '../../../src/model/store/columns.ts'
import { Rows } from '../../../src/model/store/rows.ts'
import { sortKey, userSearch } from '../../../src/query/index.ts'

interface City {
  readonly id: string
  readonly city: unknown
}

function filled(...cities: readonly unknown[]) {
  const rows = new Rows<City>()
  const read: number[] = []
  for (const [index, city] of cities.entries()) rows.append({ id: `p${index}`, city })
  const column = new Column(rows, ({ id, city }: City) => {
    read.push(Number(id.slice(1)))
    return city
  })
  const codes = () => Array.from(column.codes.subarray(0, rows.last + 1))
  return { rows, column, codes, read }
}

test('each distinct value has a code, which is made once', () => {
  const { rows, column, codes, read } = filled('Oslo', 'Rome', 'Oslo', undefined)
  expect([column.size, codes()]).toStrictEqual([1, []])
  column.catchUp()
  expect([column.size, codes(), read]).toStrictEqual([4, [0, 1, 2, 1, 3], [0, 1, 2, 3]])
  expect([0, 1, 2, 3, 4].map((code) => column.value(code))).toStrictEqual([
    undefined,
    'Oslo',
    'Rome',
    undefined,
    undefined,
  ])
  column.catchUp()
  expect(read).toHaveLength(4)
  rows.append({ id: 'p4', city: 'Bern' })
  // What is not in it yet is taken in with the rest.
  column.touch(5)
  rows.replaceAt(1, { id: 'p0', city: 'Rome' })
  column.touch(1)
  rows.removeAt(2)
  column.touch(2)
  column.catchUp()
  expect([codes(), read.slice(4), column.size]).toStrictEqual([[0, 2, 0, 1, 3, 4], [0, 4], 5])
  rows.restoreAt(2, { id: 'p1', city: 'Bern' })
  column.touch(2)
  column.catchUp()
  expect(codes()).toStrictEqual([0, 2, 4, 1, 3, 4])
})

test('codes have room for half as many more', () => {
  const { rows, column } = filled(...Array.from({ length: 9 }, () => 'Oslo'))
  column.catchUp()
  expect(column.codes).toHaveLength(10)
  rows.append({ id: 'p9', city: 'Oslo' })
  column.catchUp()
  expect(column.codes).toHaveLength(15)
  const { codes } = column
  for (let index = 10; index < 14; index++) rows.append({ id: `p${index}`, city: 'Oslo' })
  column.catchUp()
  expect(column.codes).toBe(codes)
  for (let index = 14; index < 40; index++) rows.append({ id: `p${index}`, city: 'Rome' })
  column.catchUp()
  expect(column.codes).toHaveLength(41)
  expect([...column.codes]).toStrictEqual([0, ...Array(14).fill(1), ...Array(26).fill(2)])
})

test('a column is worn out when more than a quarter of it is stale, or it holds many values of nobody', () => {
  const { rows, column } = filled(...Array.from({ length: 8 }, (_, index) => index))
  expect(column.isWornOut).toBe(false)
  column.catchUp()
  for (const sequence of [1, 1, 2, 9, 10]) column.touch(sequence)
  expect(column.isWornOut).toBe(false)
  column.touch(8)
  expect(column.isWornOut).toBe(true)
  column.catchUp()
  expect(column.isWornOut).toBe(false)
  for (let value = 0; value < 1000; value++) {
    rows.replaceAt(1, { id: 'p0', city: `value ${value}` })
    column.touch(1)
    column.catchUp()
  }
  expect([column.size, column.isWornOut]).toStrictEqual([1009, false])
  for (let value = 0; value < 10; value++) {
    rows.replaceAt(1, { id: 'p0', city: `another ${value}` })
    column.touch(1)
    column.catchUp()
  }
  expect([column.size, column.isWornOut]).toStrictEqual([1019, true])
})

test('what is made of a value is made once', () => {
  const { rows, column } = filled('Oslo', 'Rome')
  const asked: unknown[] = []
  const length = (value: unknown) => {
    asked.push(value)
    return String(value).length
  }
  column.catchUp()
  const made = column.derived('length', length)
  expect(made).toStrictEqual([9, 4, 4])
  rows.append({ id: 'p2', city: 'Paris' })
  column.catchUp()
  expect(column.derived('length', length)).toBe(made)
  expect([made, asked]).toStrictEqual([
    [9, 4, 4, 5],
    [undefined, 'Oslo', 'Rome', 'Paris'],
  ])
  expect(column.derived('other', () => 1)).toStrictEqual([1, 1, 1, 1])
})

test('the columns of the twelve properties that were asked for last are kept', () => {
  const rows = new Rows<{ readonly id: string }>()
  let read = 0
  const record: Record<string, unknown> & { readonly id: string } = { id: 'a' }
  for (let index = 0; index < 13; index++)
    Object.defineProperty(record, `p${index}`, { get: () => ((read += 1), 'x'), enumerable: true })
  rows.append(record)
  const columns = new Columns(rows)
  const ask = (index: number) => {
    read = 0
    const found = columns.page(
      { kind: 'test', property: `p${index}`, test: (value) => value === 'x' },
      { limit: 5 },
    )
    return [found.items.length, read]
  }
  for (let index = 0; index < 12; index++) expect(ask(index)).toStrictEqual([1, 1])
  expect([ask(0), ask(12)]).toStrictEqual([
    [1, 0],
    [1, 1],
  ])
  expect([ask(0), ask(2), ask(1)]).toStrictEqual([
    [1, 0],
    [1, 0],
    [1, 1],
  ])
  // A record that is another is read again; a column of which too much is stale is made anew.
  columns.touch(1)
  expect([ask(0), ask(0)]).toStrictEqual([
    [1, 1],
    [1, 0],
  ])
})

test('tests are joined as they are in the expression, for a page or for what is sorted', () => {
  const rows = new Rows<City>()
  for (const [index, city] of ['c', 'a', 'b', 'a', 'd', 'a'].entries()) rows.append({ id: `p${index}`, city })
  const columns = new Columns(rows)
  const is = (...cities: readonly string[]) =>
    ({ kind: 'test', property: 'city', test: (value: unknown) => cities.includes(value as string) }) as const
  const id = (...ids: readonly string[]) =>
    ({ kind: 'test', property: 'id', test: (value: unknown) => ids.includes(value as string) }) as const
  const found = (tests: Parameters<typeof columns.page>[0]) =>
    columns.page(tests, { limit: 9 }).items.map((each) => each.id)
  expect(found({ kind: 'or', operands: [is('b'), is('d'), id('p0')] })).toStrictEqual(['p0', 'p2', 'p4'])
  expect(found({ kind: 'and', operands: [is('a'), id('p1', 'p2')] })).toStrictEqual(['p1'])
  expect(found({ kind: 'and', operands: [is('a', 'b'), id('p1', 'p2', 'p5'), id('p5')] })).toStrictEqual([
    'p5',
  ])
  expect(found({ kind: 'and', operands: [is('a')] })).toStrictEqual(['p1', 'p3', 'p5'])
  const key = sortKey('profile.city', userSearch())
  const search = {
    property: 'city',
    key,
    order: 'asc',
    count: 2,
    where: ({ id: each }: City) => each !== 'p1',
  } as const
  const all = is('a', 'b', 'c', 'd')
  expect(columns.sorted(all, search).map((each) => each.id)).toStrictEqual(['p3', 'p5'])
  expect(
    columns.sorted(all, { ...search, order: 'desc', where: undefined }).map((each) => each.id),
  ).toStrictEqual(['p4', 'p0'])
})

import { beforeEach, expect, test } from 'vitest'
import { createOrg, type Organisation } from '../../../src/index.ts'
import { VirtualClock } from '../../../src/model/kernel/clock.ts'
import { Changes } from '../../../src/model/kernel/changes.ts'
import { SearchLag } from '../../../src/model/store/search-lag.ts'
import { Table } from '../../../src/model/store/table.ts'

interface Row {
  readonly id: string
  readonly name: string
}

let settings: { delays: { search: number } }
const lag = 1000
let clock: VirtualClock
let rows: Table<Row>
let searches: SearchLag<Row>

beforeEach(() => {
  clock = new VirtualClock({ start: '2026-01-01T00:00:00.000Z', frozen: true })
  settings = { delays: { search: lag } }
  const changes = new Changes()
  rows = new Table<Row>({ name: 'rows' }, changes)
  searches = new SearchLag<Row>({ clock, settings })
  changes.listenTo(rows.declared, ({ before, after, place }) => {
    searches.note(before as Row | undefined, after as Row | undefined, Number(place))
  })
})

function put(id: string, name: string): void {
  rows.set({ id, name })
}

function addUser({ model }: Organisation): void {
  const login = 'ada@example.com'
  model.registration.create({ profile: { login, email: login, firstName: 'Ada', lastName: 'L' } })
}

function remove(id: string): void {
  rows.remove(id)
}

const seen = (where: (row: Row) => boolean = () => true): string[] =>
  searches.seen(rows, where).map(({ id, name }) => `${id} ${name}`)

/** Three rows that searches see. */
function three(): void {
  for (const id of ['r1', 'r2', 'r3']) put(id, 'old')
  clock.advance(lag)
}

test('a change is visible when the lag is over, and not a millisecond before', () => {
  put('r1', 'new')
  clock.advance(lag - 1)
  expect(seen()).toEqual([])
  clock.advance(1)
  expect(seen()).toEqual(['r1 new'])
})

test('a record that changed several times appears as before its first pending change', () => {
  three()
  put('r2', 'second')
  clock.advance(lag / 2)
  put('r2', 'third')
  expect(seen()).toEqual(['r1 old', 'r2 old', 'r3 old'])
  clock.advance(lag / 2)
  expect(seen()).toEqual(['r1 old', 'r2 second', 'r3 old'])
  clock.advance(lag / 2)
  expect(seen()).toEqual(['r1 old', 'r2 third', 'r3 old'])
})

test('what is asked for is asked of what searches see', () => {
  three()
  put('r2', 'new')
  expect(seen(({ name }) => name === 'new')).toEqual([])
  expect(seen(({ name }) => name === 'old')).toEqual(['r1 old', 'r2 old', 'r3 old'])
})

test('a removed record is still visible in its place', () => {
  three()
  remove('r2')
  remove('r1')
  expect(seen()).toEqual(['r1 old', 'r2 old', 'r3 old'])
  expect(seen(({ id }) => id !== 'r1')).toEqual(['r2 old', 'r3 old'])
  expect(searches.placeOf('r2')).toBe(2)
  expect(searches.placeOf('r9')).toBe(0)
  clock.advance(lag)
  expect(seen()).toEqual(['r3 old'])
})

test('a record that came and went within the lag is never visible', () => {
  three()
  put('r4', 'new')
  remove('r4')
  expect(seen()).toEqual(['r1 old', 'r2 old', 'r3 old'])
})

test('clear makes every pending change visible', () => {
  three()
  put('r2', 'new')
  searches.clear()
  expect(seen()).toEqual(['r1 old', 'r2 new', 'r3 old'])
  expect([...searches.stale()]).toEqual([])
})

test.for([
  [0, 0],
  [1000, 1],
] as const)('with a lag of %d an organisation remembers %d new users', ([searchLag, count]) => {
  const org = createOrg({ delays: { search: searchLag }, clock: { frozen: true } })
  const goBack = org.snapshot()
  addUser(org)
  expect(org.model.users.lag.stale().size).toBe(count)
  goBack()
  expect(org.model.users.lag.stale().size).toBe(0)
})

test('an organisation that begins with rows shows them to searches at once', () => {
  const org = createOrg({ delays: { search: lag }, clock: { frozen: true } })
  addUser(org)
  expect(createOrg({ rows: org.rows.all() }).model.users.lag.stale().size).toBe(0)
})

test('of many changes, keeps only those that searches do not see yet', () => {
  for (let number = 0; number < 1000; number++) put(`r${number}`, 'new')
  clock.advance(lag)
  for (let number = 0; number < 23; number++) put(`s${number}`, 'new')
  put('s23', 'new')
  expect(searches.stale().size).toBe(24)
})

test('changes that searches do not see yet are kept however many they are', () => {
  for (let number = 0; number < 3000; number++) put(`r${number}`, 'new')
  expect(searches.stale().size).toBe(3000)
})

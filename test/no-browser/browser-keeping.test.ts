import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptState, unkept } from '../../src/browser/kept-state.ts'
import { RowDatabase } from '../../src/browser/row-database.ts'
import { answerQuestion, leadFrom } from '../../src/browser/shared-state.ts'
import { warn } from '../../src/browser/warn.ts'
import type { StateRow } from '../../src/model/kernel/state-log.ts'
import { createOrganisation } from '../../src/organisation.ts'
import { FakeIndexedDb } from './fake-indexed-db.ts'

let db: FakeIndexedDb
let warned: string[]

beforeEach(() => {
  db = new FakeIndexedDb()
  warned = []
  vi.stubGlobal('indexedDB', db)
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warned.push(text))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const full = new DOMException('No room', 'QuotaExceededError')

test('says what is amiss, and why', () => {
  warn('a')
  warn('b', new Error('why'))
  warn('c', new TypeError('why'))
  warn('d', new RangeError(''))
  warn('e', 'text')
  warn('f', new Error(''))
  expect(warned).toEqual([
    'identikit: a',
    'identikit: b (why)',
    'identikit: c (TypeError: why)',
    'identikit: d (RangeError)',
    'identikit: e (text)',
    'identikit: f (Error)',
  ])
})

test('a database stores rows by part and key, with their origin', async () => {
  const database = await RowDatabase.open('one')
  expect(db.opened[0]!.version).toBe(1)
  expect([...db.databases.get('one')!.keys()]).toEqual(['rows', 'about'])
  expect(await database.load()).toBeUndefined()
  await database.write([
    ['users', 'a', { name: 'A' }],
    ['users', 'b', 0],
    ['groups', 'a', 'G'],
  ])
  // Nothing has stored its origin yet.
  expect(await database.load()).toBeUndefined()
  await database.replace({ madeOf: 'm', rows: [['users', 'c', 1]] })
  expect(await database.load()).toEqual({ madeOf: 'm', rows: [['users', 'c', 1]] })
  await database.write([
    ['users', 'a', 2],
    ['groups', 'c', 3],
    ['users', 'c', null],
  ])
  const kept = {
    madeOf: 'm',
    rows: [
      ['groups', 'c', 3],
      ['users', 'a', 2],
    ],
  }
  expect(await database.load()).toEqual(kept)
  // Opened again, it is as it was; another name is another database.
  const again = await RowDatabase.open('one')
  expect(await again.load()).toEqual(kept)
  expect(await (await RowDatabase.open('two')).load()).toBeUndefined()
  await RowDatabase.delete('one')
  expect([...db.databases.keys()]).toEqual(['two'])
})

test('a database that fails says why, and keeps nothing of a change that is not whole', async () => {
  db.openFailures.push(full, null)
  await expect(RowDatabase.open('one')).rejects.toBe(full)
  await expect(RowDatabase.open('one')).rejects.toThrow('IndexedDB failed')
  const database = await RowDatabase.open('one')
  await database.replace({ madeOf: 'm', rows: [] })
  db.abortions.push(full, null)
  await expect(database.write([['a', 'a', 1]])).rejects.toBe(full)
  await expect(database.write([['a', 'a', 1]])).rejects.toThrow('IndexedDB failed')
  db.putFailures.push(full)
  await expect(database.write([['a', 'a', 1]])).rejects.toBe(full)
  expect(db.opened[0]!.aborted).toEqual(['readwrite'])
  expect(await database.load()).toEqual({ madeOf: 'm', rows: [] })
})

test('a database lets go when it is closed, or when somebody deletes it', async () => {
  const [one, two] = [await RowDatabase.open('one'), await RowDatabase.open('two')]
  expect(db.opened.map(({ isClosed }) => isClosed)).toEqual([false, false])
  one.close()
  db.opened[1]!.dispatchEvent(new Event('versionchange'))
  expect(db.opened.map(({ isClosed }) => isClosed)).toEqual([true, true])
  await expect(two.write([])).rejects.toThrow('The database is closed')
})

test.each([[['else']], [['rows']], [['about', 'else']]])(
  'rejects and closes a database of another application, with the stores %j',
  async (stores) => {
    db.databases.set('one', new Map(stores.map((name) => [name, new Map()])))
    await expect(RowDatabase.open('one')).rejects.toThrow('the database one is not one of an organisation')
    expect(db.opened[0]!.isClosed).toBe(true)
  },
)

test('goes on from stored state of the same origin', async () => {
  const state = (await KeptState.open('one'))!
  await state.replace({ madeOf: 'm', rows: [['users', 'a', 1]] })
  const rowsOf = (rows: Iterable<unknown>): unknown => [...rows]
  expect(await state.goOn('m', rowsOf)).toEqual([['users', 'a', 1]])
  expect(await state.goOn('n', rowsOf)).toBeUndefined()
  expect(warned).toEqual([])
  expect(
    await state.goOn('m', () => {
      throw new TypeError('rows of another version')
    }),
  ).toBeUndefined()
  expect(warned).toEqual([
    'identikit: the state stored in this browser cannot be read; the organisation starts from its data again (TypeError: rows of another version)',
  ])
  expect(await (await KeptState.open('new'))!.goOn('m', rowsOf)).toBeUndefined()
  state.close()
  expect(db.opened[0]!.isClosed).toBe(true)
})

test('replaces a database that cannot be opened, with a warning', async () => {
  db.databases.set('one', new Map([['else', new Map()]]))
  const state = await KeptState.open('one')
  expect(state).toBeInstanceOf(KeptState)
  expect(db.deleted).toEqual(['one'])
  expect(warned).toEqual([
    'identikit: the state stored in this browser cannot be read; the organisation starts from its data again (the database one is not one of an organisation)',
  ])
})

test('stores nothing if the browser has no database, or cannot open one', async () => {
  db.openFailures.push(full, new Error('again'))
  expect(await KeptState.open('one')).toBeUndefined()
  vi.stubGlobal('indexedDB', undefined)
  expect(await KeptState.open('one')).toBeUndefined()
  expect(unkept(new Error('why'))).toBeUndefined()
  const lasts = 'identikit: this browser stores no state here; the state lasts until the page is loaded again'
  expect(warned).toEqual([
    `${lasts} (QuotaExceededError: No room)`,
    `${lasts} (there is no IndexedDB)`,
    `${lasts} (why)`,
  ])
})

test('without room for it nothing is kept from then on', async () => {
  const state = (await KeptState.open('one'))!
  db.abortions.push(full)
  await state.replace({ madeOf: 'm', rows: [] })
  await state.write([['users', 'a', 1]])
  expect(warned).toEqual([
    'identikit: this browser stores no state here; the state lasts until the page is loaded again (QuotaExceededError: No room)',
  ])
  expect(db.databases.get('one')!.get('rows')!.size).toBe(0)
})

test('a change that is not kept is refused, and so are those behind it until what is kept is read', async () => {
  const state = (await KeptState.open('one'))!
  await state.replace({ madeOf: 'm', rows: [['a', '0', 0]] })
  db.abortions.push(full)
  const [first, second] = [state.write([['a', '1', 1]]), state.write([['a', '2', 2]])]
  await expect(first).rejects.toBe(full)
  await expect(second).rejects.toBe(full)
  expect(warned).toEqual([
    'identikit: this browser could not store a change; the change was refused and undone (QuotaExceededError: No room)',
  ])
  await expect(state.write([['a', '3', 3]])).rejects.toBe(full)
  expect([...(await state.read())]).toEqual([['a', '0', 0]])
  await state.write([['a', '4', 4]])
  expect([...(await state.read())]).toHaveLength(2)
})

test('goes on without what somebody deleted', async () => {
  const state = (await KeptState.open('one'))!
  db.opened[0]!.dispatchEvent(new Event('versionchange'))
  await state.write([['a', '1', 1]])
  await state.write([['a', '2', 2]])
  expect(warned).toEqual([
    'identikit: the state stored in this browser was deleted; nothing is stored until the page is loaded again',
  ])
})

const making = (more: object = {}) => ({
  madeOf: 'm',
  make: async () => createOrganisation({ seed: 'made' }),
  goOn: (rows: Iterable<StateRow>) => createOrganisation({ rows }),
  onOrg: () => {},
  ...more,
})

const groupNames = async (answer: (question: never) => Promise<unknown>, apiToken: string) => {
  const reply = await answer({
    kind: 'call',
    request: {
      method: 'GET',
      path: '/api/v1/groups',
      query: 'filter=type eq "SVC_GROUP"',
      body: '',
      headers: [['authorization', `SSWS ${apiToken}`]],
    },
  } as never)
  return (JSON.parse((reply as { body: string }).body) as { profile: { name: string } }[]).map(
    ({ profile }) => profile.name,
  )
}

const makeGroup = (name: string, apiToken: string) =>
  ({
    kind: 'call',
    request: {
      method: 'POST',
      path: '/api/v1/groups',
      query: '',
      body: JSON.stringify({ profile: { name } }),
      headers: [
        ['authorization', `SSWS ${apiToken}`],
        ['content-type', 'application/json'],
      ],
    },
  }) as never

test('has an organisation that is kept: whoever has the name next goes on from it', async () => {
  const orgs: unknown[] = []
  const first = await leadFrom('one', making({ onOrg: (org: unknown) => orgs.push(org) }))
  expect(orgs).toHaveLength(1)
  expect(first.baseUrl).toBe('https://svc.example.com')
  const made = (await first.answer(makeGroup('A', first.apiToken))) as { status: number }
  expect(made.status).toBe(200)
  await first.end()
  expect(db.opened[0]!.isClosed).toBe(true)

  const second = await leadFrom('one', making())
  expect(second.apiToken).toBe(first.apiToken)
  expect(await groupNames(second.answer, second.apiToken)).toEqual(['A'])
  await second.end()
  // Another origin starts an empty organisation.
  const third = await leadFrom('one', making({ madeOf: 'n' }))
  expect(await groupNames(third.answer, third.apiToken)).toEqual([])
  await third.end()
  const fourth = await leadFrom('one', making({ madeOf: 'n' }))
  expect(await groupNames(fourth.answer, fourth.apiToken)).toEqual([])
  await fourth.end()
  expect(warned).toEqual([])
})

test('answers after it stored the change, or fails if it cannot', async () => {
  const leading = await leadFrom('one', making())
  db.abortions.push(full)
  expect(await leading.answer(makeGroup('A', leading.apiToken))).toMatchObject({ status: 503 })
  db.abortions.push(full)
  const question = { kind: 'control', action: 'openSession', input: { user: 'admin@example.com' } } as const
  await expect(leading.answer(question)).rejects.toBe(full)
  await leading.answer(makeGroup('B', leading.apiToken))
  expect(await groupNames(leading.answer, leading.apiToken)).toEqual(['B'])
  await leading.end()
})

test('without a database, the organisation is not stored', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const leading = await leadFrom('one', making())
  await leading.answer(makeGroup('A', leading.apiToken))
  expect(await groupNames(leading.answer, leading.apiToken)).toEqual(['A'])
  await leading.end()
})

test('answers questions: actions, calls and pages', async () => {
  const org = createOrganisation()
  expect(await answerQuestion(org, { kind: 'control', action: 'listMails', input: {} })).toEqual([])
  await expect(answerQuestion(org, { kind: 'control', action: 'lstMails', input: {} })).rejects.toThrow(
    new TypeError('control: there is no action lstMails; did you mean listMails?'),
  )
  await expect(answerQuestion(org, { kind: 'control', action: 'toString', input: {} })).rejects.toThrow(
    'control: there is no action toString; docs/reference/control.md lists them',
  )
  const request = { method: 'GET', path: '/', query: '', body: '', headers: [] }
  expect(await answerQuestion(org, { kind: 'page', request })).toMatchObject({
    status: 200,
    body: expect.stringContaining('<html'),
  })
  expect(await answerQuestion(org, { kind: 'call', request })).toMatchObject({ status: 404 })
  // A path that is not a page gets the answer of a call.
  expect(
    await answerQuestion(org, { kind: 'page', request: { ...request, path: '/api/v1/users' } }),
  ).toMatchObject({ status: 401 })
})

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import {
  type Exchanged,
  Journal,
  type JournalEntry,
  type JournalLimits,
  type TrafficEntry,
} from '../../../src/model/access/journal.ts'
import { RateWindow } from '../../../src/model/access/rate-window.ts'
import { testOrg } from '../../support/call.ts'

const start = Date.UTC(2026, 0, 5, 9, 30)

function stage(limits?: JournalLimits, strike = (entry: TrafficEntry) => entry) {
  let now = start
  const clock = { now: () => now, iso: () => '' }
  const journal = new Journal(clock, strike, ...(limits === undefined ? [] : [limits]))
  const note = (entry: Partial<TrafficEntry> = {}, more: Partial<Exchanged> = {}) => {
    journal.note({
      entry: { requestId: 'r', method: 'GET', path: '/x', status: 200, ...entry },
      ignored: [],
      mayHoldSecrets: false,
      requestHeaders: () => [['accept', '*/*']],
      requestBody: '',
      replyHeaders: { 'x-a': '1' },
      replyBody: '',
      dialect: 'platform',
      cause: { kind: 'request' },
      duration: 1,
      ...more,
    })
    now += 1000
  }
  const numbers = (query?: Parameters<Journal['find']>[0]) => journal.find(query).map(({ number }) => number)
  return { journal, note, numbers }
}

test('entries are numbered and found, all or after one, and as many as are asked for', () => {
  const { journal, note, numbers } = stage()
  expect([journal.size, numbers()]).toEqual([0, []])
  for (let time = 0; time < 4; time += 1) note()
  expect([journal.size, numbers(), numbers({ after: 2 }), numbers({ after: 4 })]).toEqual([
    4,
    [1, 2, 3, 4],
    [3, 4],
    [],
  ])
  expect([numbers({ limit: 2 }), numbers({ limit: 0 }), numbers({ after: 1, limit: 2 })]).toEqual([
    [1, 2],
    [],
    [2, 3],
  ])
  expect(journal.find({ limit: 1 })[0]).toMatchObject({ number: 1, at: start, size: 1004 })
  journal.clear()
  expect([journal.size, numbers()]).toEqual([0, []])
  note()
  expect(numbers()).toEqual([5])
})

test('an entry must meet every condition of a search', () => {
  const { note, numbers } = stage()
  note({
    operation: 'getUser',
    method: 'GET',
    path: '/a',
    status: 200,
    caller: { kind: 'session', id: 's', userId: 'me' },
  })
  note(
    { operation: 'createUser', method: 'POST', path: '/b', status: 400 },
    { requestBody: 'asked', replyBody: 'answered', cause: { kind: 'request', userId: 'you' } },
  )
  note({}, { replyElements: ['one', 'two'] })
  for (const [query, expected] of [
    [{ operation: 'getUser' }, [1]],
    [{ operation: 'none' }, []],
    [{ method: 'POST' }, [2]],
    [{ path: '/a' }, [1]],
    [{ status: 200 }, [1, 3]],
    [{ status: 400, path: '/b' }, [2]],
    [{ status: 400, path: '/a' }, []],
    [{ user: 'me' }, [1]],
    [{ user: 'you' }, [2]],
    [{ user: 'other' }, []],
    [{ text: 'asked' }, [2]],
    [{ text: 'answer' }, [2]],
    [{ text: 'two' }, [3]],
    [{ text: 'three' }, []],
    [{ since: start }, [1, 2, 3]],
    [{ since: start + 1 }, [2, 3]],
    [{ since: start + 2000 }, [3]],
    [{ since: start + 2001 }, []],
  ] as const) {
    expect([query, numbers(query)]).toEqual([query, expected])
  }
})

test('the oldest entries are forgotten beyond a number of them', () => {
  const { journal, note, numbers } = stage({ entries: 2 })
  for (let time = 0; time < 3; time += 1) note()
  expect([journal.size, numbers()]).toEqual([2, [2, 3]])
  const usual = stage()
  for (let time = 0; time < 1001; time += 1) usual.note()
  expect([usual.journal.size, usual.numbers({ limit: 1 })]).toEqual([1000, [2]])
})

test('the oldest entries are forgotten beyond a number of bytes, but never the last', () => {
  const two = { requestBody: 'x'.repeat(500), replyBody: 'y'.repeat(500) }
  const { journal, note, numbers } = stage({ bytes: 6008 })
  note({}, two)
  expect(journal.find()[0]!.size).toBe(3004)
  note({}, two)
  expect(numbers()).toEqual([1, 2])
  note()
  expect(numbers()).toEqual([2, 3])
  note({}, { requestBody: 'x'.repeat(60_000) })
  expect(numbers()).toEqual([4])
  journal.clear()
  note({}, two)
  note({}, two)
  expect(numbers()).toEqual([5, 6])
  // Elements are about as long as the first.
  note({}, { replyElements: ['abc', 'd'], replyBody: '' })
  note({}, { replyElements: [] })
  // The query counts, and so does its copy in the address of a redirect.
  note({ query: 'q=12' })
  note({}, { replyHeaders: { Location: '/x?a=1' } })
  expect(
    journal
      .find()
      .slice(-4)
      .map(({ size }) => size),
  ).toEqual([1016, 1004, 1012, 1016])
})

test('finds the remaining entries when it makes room for more', () => {
  const { journal, note, numbers } = stage({ entries: 5 })
  for (let time = 0; time < 2105; time += 1) note()
  expect([journal.size, numbers()]).toEqual([5, [2101, 2102, 2103, 2104, 2105]])
})

test('bodies and hints are kept as far as they are of a common length', () => {
  const { journal, note } = stage()
  const explanation = { words: 'why' } as unknown as Exchanged['explanation']
  const bodyOf = (length: number) => {
    journal.clear()
    note({}, { requestBody: 'r'.repeat(length), replyBody: 'b'.repeat(length), explanation })
    return journal.find()[0]!.exchanged
  }
  expect(bodyOf(65_536)).toMatchObject({ requestBody: 'r'.repeat(65_536), replyBody: 'b'.repeat(65_536) })
  const cut = bodyOf(65_537)
  expect(cut).toEqual({
    entry: { requestId: 'r', method: 'GET', path: '/x', status: 200 },
    ignored: [],
    mayHoldSecrets: false,
    requestHeaders: expect.any(Function),
    requestBody: `${'r'.repeat(65_536)}…`,
    replyHeaders: { 'x-a': '1' },
    replyBody: `${'b'.repeat(65_536)}…`,
    replyElements: undefined,
    dialect: 'platform',
    refusal: undefined,
    explanation,
    cause: { kind: 'request' },
    duration: 1,
  })
  expect([...cut.requestHeaders()]).toEqual([['accept', '*/*']])
  for (const long of ['requestBody', 'replyBody'] as const) {
    journal.clear()
    note({}, { [long]: 'x'.repeat(65_537) })
    expect(journal.find()[0]!.exchanged[long]).toHaveLength(65_537)
    expect(journal.find()[0]!.exchanged[long].at(-1)).toBe('…')
  }
  journal.clear()
  note({}, { requestBody: 'r'.repeat(65_536), replyBody: 'b'.repeat(65_537) })
  expect(journal.find()[0]!.exchanged.requestBody).toBe('r'.repeat(65_536))
  const hintOf = (length: number) => {
    note({ hint: 'h'.repeat(length) }, { mayHoldSecrets: true })
    return journal.find().at(-1)!.entry.hint
  }
  expect([hintOf(2000), hintOf(2001)]).toEqual(['h'.repeat(2000), `${'h'.repeat(2000)}…`])
})

test('strikes out possible secrets when it notes an entry, and nothing else', () => {
  const struck: TrafficEntry[] = []
  const { journal, note } = stage({}, (entry) => {
    struck.push(entry)
    return { ...entry, path: '[secret]' }
  })
  note()
  note({ path: '/token' }, { mayHoldSecrets: true })
  expect(struck.map(({ path }) => path)).toEqual(['/token'])
  expect(journal.find().map(({ entry }) => entry.path)).toEqual(['/x', '[secret]'])
})

test('listeners receive each entry in the form of the list, until they stop', () => {
  const { journal, note } = stage()
  const told: JournalEntry[] = []
  const stop = journal.onEntry((entry, kept) => {
    expect(kept.number).toBe(entry.number)
    told.push(entry)
  })
  note({ hint: 'x' }, { duration: 0.123_45 })
  stop()
  note()
  expect(told).toEqual([
    {
      number: 1,
      time: '2026-01-05T09:30:00.000Z',
      requestId: 'r',
      method: 'GET',
      path: '/x',
      status: 200,
      hint: 'x',
      duration: 0.123,
    },
  ])
})

test('the number of requests is a state, whose changes are minor', () => {
  const { journal, note, numbers } = stage()
  const marks: unknown[] = []
  journal.position.rows!.track((...mark) => marks.push(mark))
  note()
  expect([journal.position.snapshot(), journal.position.rows!.read('='), marks]).toEqual([
    1,
    1,
    [['=', true]],
  ])
  journal.position.restore(41)
  note()
  expect(numbers()).toEqual([1, 42])
})

test('a window of requests counts from one again where it begins', () => {
  const window = new RateWindow()
  const marks: unknown[] = []
  window.rows.track((...mark) => marks.push(mark))
  expect([window.end, window.count(), window.count(), window.count(50), window.count(), window.end]).toEqual([
    0, 1, 2, 1, 2, 50,
  ])
  expect(marks).toEqual(Array.from({ length: 4 }, () => ['=', true]))
  expect([window.snapshot(), window.rows.read('=')]).toEqual([
    { end: 50, used: 2 },
    { end: 50, used: 2 },
  ])
  window.restore({ end: 70, used: 5 })
  expect([window.count(), window.end]).toEqual([6, 70])
})

const collect = (() => {
  setFlagsFromString('--expose_gc')
  return runInNewContext('gc') as () => void
})()

/** A journal must not keep a reference to the whole body of a long request. */
test.each<[string, string, string, (body: string) => string]>([
  ['nobody may make', 'POST', '/api/v1/users', (text) => JSON.stringify({ profile: { login: text } })],
  ['is no JSON', 'POST', '/api/v1/users', (text) => text],
  ['has an unknown grant type', 'POST', '/oauth2/v1/token', (text) => `grant_type=${text}&client_id=0oa`],
  ['has names that nobody reads', 'POST', '/oauth2/v1/token', (text) => `${text}=1&client_id=0oa`],
  ['asks to sign in', 'POST', '/oauth2/v1/authorize', (text) => `client_id=${text}`],
  ['signs in', 'POST', '/signin', (text) => `login=${text}&password=x`],
])('a request with a long body that %s is let go once it is answered', async (_, method, path, bodyOf) => {
  const { dispatcher, org } = testOrg()
  const send = async () => {
    const body = bodyOf(Buffer.alloc(900_000, 'ab').toString())
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' } as const
    const request = {
      method,
      path,
      query: '',
      body,
      header: (name: string) => headers[name as keyof typeof headers],
      headers: () => Object.entries(headers),
    }
    await dispatcher.dispatch(request)
    return new WeakRef(request)
  }
  const sent = await send()
  await new Promise((resolve) => setTimeout(resolve, 10))
  const before = heapOf(collect)
  for (let count = 0; count < 20; count += 1) await send()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(heapOf(collect) - before).toBeLessThan(12_000_000)
  expect(sent.deref()).toBeUndefined()
  const [kept] = org.traffic.entries.find({ limit: 1 })
  expect([...kept!.exchanged.requestHeaders()]).toContainEqual(['accept', '*/*'])
  expect(kept!.entry.path).toBe(path)
})

function heapOf(collect: () => void): number {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

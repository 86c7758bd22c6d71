import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import {
  type Exchanged,
  Journal,
  type JournalLimits,
  type TrafficEntry,
} from '../../../src/model/access/journal.ts'
import { Refusal } from '../../../src/contract/errors/refusal.ts'
import { testOrg } from '../../support/call.ts'

const start = Date.UTC(2026, 0, 5, 9, 30)

function stage({ entries = 1000, bytes = 64 * 1024 * 1024 }: Partial<JournalLimits> = {}) {
  let now = start
  const clock = { now: () => now, iso: () => '' }
  const journal = new Journal(clock, (entry) => entry, { entries, bytes })
  const note = (entry: Partial<TrafficEntry> = {}, more: Partial<Exchanged> = {}) => {
    journal.note({
      entry: { requestId: 'r', method: 'GET', path: '/x', status: 200, ...entry },
      ignored: [],
      mayHoldSecrets: false,
      targetLength: (entry.path ?? '/x').length + (entry.query ?? '').length,
      requestHeaders: () => [['accept', '*/*']],
      requestBody: '',
      replyHeaders: { 'x-a': '1' },
      replyBody: '',
      errorFormat: 'platform',
      cause: { kind: 'request' },
      duration: 1,
      ...more,
    })
    now += 1000
  }
  const numbers = () => journal.find().map(({ number }) => number)
  return { journal, note, numbers }
}

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
  for (const long of ['requestBody', 'replyBody'] as const) {
    journal.clear()
    for (const length of [65_536, 65_537]) note({}, { [long]: 'x'.repeat(length) })
    const whole = 'x'.repeat(65_536)
    expect(journal.find().map(({ exchanged }) => exchanged[long])).toEqual([whole, `${whole}…`])
  }
  const hintOf = (length: number) => {
    note({ hint: 'h'.repeat(length) }, { mayHoldSecrets: true })
    return journal.find().at(-1)!.entry.hint
  }
  expect([hintOf(2000), hintOf(2001)]).toEqual(['h'.repeat(2000), `${'h'.repeat(2000)}…`])
})

test('all of a long request but its body is kept, and told in the form of the list', () => {
  const { journal, note } = stage()
  const told: unknown[] = []
  const stop = journal.onEntry((entry) => told.push(entry))
  const more = {
    replyBody: 'x'.repeat(65_537),
    replyElements: ['one'],
    ignored: ['nobody'],
    errorFormat: 'oauth',
    refusal: new Refusal('not-found', { values: { id: 'x' } }),
    texts: {} as Exchanged['texts'],
    cause: { kind: 'request', userId: 'me' },
    duration: 0.123_45,
  } as const
  note({ hint: 'x' }, more)
  stop()
  note()
  expect(journal.find()[0]!.exchanged).toEqual({
    ...more,
    entry: { requestId: 'r', method: 'GET', path: '/x', status: 200, hint: 'x' },
    mayHoldSecrets: false,
    requestHeaders: expect.any(Function),
    requestBody: '',
    targetLength: 2,
    replyHeaders: { 'x-a': '1' },
    replyBody: expect.stringMatching(/^x+…$/),
  })
  const time = new Date(start).toISOString()
  expect(told).toEqual([{ number: 1, time, ...journal.find()[0]!.entry, duration: 0.123 }])
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
  for (let count = 0; count < 10; count += 1) await send()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(heapOf(collect) - before).toBeLessThan(6_000_000)
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

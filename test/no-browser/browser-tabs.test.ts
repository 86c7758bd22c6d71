import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Message,
  type Question,
  sentReply,
  sentRequest,
  wireRequest,
} from '../../src/browser/messages.ts'
import { type Leading, Tabs } from '../../src/browser/tabs.ts'

/** Channels of this test by name: what one says the others hear, in a later turn. */
class FakeChannel extends EventTarget {
  static all: FakeChannel[] = []
  readonly name: string
  readonly said: Message[] = []
  isClosed = false

  constructor(name: string) {
    super()
    this.name = name
    FakeChannel.all.push(this)
  }

  postMessage(message: Message): void {
    if (this.isClosed) throw new DOMException('The channel is closed', 'InvalidStateError')
    this.said.push(message)
    for (const other of FakeChannel.all) if (other !== this && other.name === this.name) other.hear(message)
  }

  hear(message: unknown): void {
    queueMicrotask(() => {
      if (!this.isClosed) this.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }))
    })
  }

  close(): void {
    this.isClosed = true
  }
}

/** Locks of a browser: the first who asks has one, until what it does with it ends. */
class FakeLocks {
  readonly asked: string[] = []
  #last: Promise<unknown> = Promise.resolve()

  async request(name: string, { signal }: { signal: AbortSignal }, use: () => Promise<void>): Promise<void> {
    this.asked.push(name)
    const before = this.#last
    const mine = Promise.withResolvers<void>()
    this.#last = mine.promise
    try {
      await Promise.race([
        before,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      ])
      await use()
    } finally {
      void before.then(() => mine.resolve())
    }
  }
}

let locks: FakeLocks

beforeEach(() => {
  FakeChannel.all = []
  locks = new FakeLocks()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks })
})

afterEach(() => vi.unstubAllGlobals())

const settle = () => new Promise((resolve) => setImmediate(resolve))

const clock: Question = { kind: 'control', action: 'readClock', input: {} }
const get: Question = {
  kind: 'call',
  request: { method: 'GET', path: '/a', query: '', body: '', headers: [] },
}
const post: Question = { ...get, request: { ...get.request, method: 'POST' } }

/** One that leads: it answers what `answer` says, and notes when it ends. */
function leading(answer: Leading['answer'] = async () => 'own', name = 'one') {
  const ended = { times: 0 }
  const made: Leading = {
    baseUrl: `https://${name}.test`,
    apiToken: name,
    answer,
    end: async () => void (ended.times += 1),
    listen: () => () => {},
  }
  return { lead: async () => made, ended }
}

test('the first tab has the organisation, the next asks it, and has it when the first leaves', async () => {
  const asked: Question[] = []
  const one = leading(async (question) => {
    asked.push(question)
    return { from: 'one' }
  })
  const first = await Tabs.join('name', one.lead)
  expect([first.isLeader, first.baseUrl, first.apiToken]).toEqual([true, 'https://one.test', 'one'])
  const two = leading(async () => 'two', 'two')
  const second = await Tabs.join('name', two.lead)
  expect([second.isLeader, second.baseUrl, second.apiToken]).toEqual([false, 'https://one.test', 'one'])
  expect(locks.asked).toEqual(['name', 'name'])
  expect(FakeChannel.all.map(({ name }) => name)).toEqual(['name', 'name'])

  expect(await second.ask(clock)).toEqual({ from: 'one' })
  expect(await first.ask(get)).toEqual({ from: 'one' })
  expect(asked).toEqual([clock, get])
  const [ours, theirs] = FakeChannel.all.map(({ said }) => said.map(({ type }) => type))
  expect(ours).toEqual(['hello', 'leading', 'leading', 'taken', 'answer'])
  expect(theirs).toEqual(['hello', 'question'])

  first.leave()
  await settle()
  expect(one.ended.times).toBe(1)
  expect([second.isLeader, second.apiToken, await second.ask(clock)]).toEqual([true, 'two', 'two'])
  await expect(first.ask(clock)).resolves.toEqual({ from: 'one' })
  second.leave()
})

test('what the tab that has it throws is thrown where it was asked', async () => {
  const failures: unknown[] = [new TypeError('not so'), 'odd']
  const first = await Tabs.join(
    'name',
    leading(async () => {
      throw failures.shift()
    }).lead,
  )
  const second = await Tabs.join('name', leading().lead)
  await expect(second.ask(clock)).rejects.toMatchObject({ name: 'TypeError', message: 'not so' })
  await expect(second.ask(clock)).rejects.toMatchObject({ name: 'Error', message: 'odd' })
  second.leave()
  first.leave()
})

test.each([
  ['a question that was not taken is asked again', clock, false, 'two'],
  ['a read that was taken is asked again', get, true, 'two'],
  ['a write that was taken may have been done', post, true, undefined],
  ['an action that was taken may have been done', clock, true, undefined],
])('when the tab that has it closes, %s', async (_, question, isTaken, expected) => {
  // The first takes questions, or hears none, and answers none.
  const first = await Tabs.join('name', leading(() => new Promise(() => {})).lead)
  const second = await Tabs.join('name', leading(async () => 'two', 'two').lead)
  const third = await Tabs.join('name', leading(async () => 'three', 'three').lead)
  if (!isTaken) FakeChannel.all[0]!.isClosed = true
  const answers = [second.ask(question), third.ask(question)]
  const outcomes = Promise.allSettled(answers)
  await settle()
  FakeChannel.all[0]!.isClosed = false
  first.leave()
  const lost = new Error('The tab that has the organisation closed before it answered')
  expect(await outcomes).toEqual(
    [0, 1].map(() =>
      expected === undefined
        ? { status: 'rejected', reason: lost }
        : { status: 'fulfilled', value: expected },
    ),
  )
  expect([second.isLeader, third.isLeader]).toEqual([true, false])
  third.leave()
  second.leave()
})

test('a tab that says again that it has the organisation is not asked again', async () => {
  const first = await Tabs.join('name', leading(() => new Promise(() => {})).lead)
  const second = await Tabs.join('name', leading().lead)
  const outcome = second.ask(post).catch((error: Error) => error.message)
  await settle()
  const third = await Tabs.join('name', leading().lead)
  await settle()
  expect(FakeChannel.all[1]!.said.filter(({ type }) => type === 'question')).toHaveLength(1)
  second.leave()
  expect(await outcome).toBe('The worker of this tab was stopped')
  third.leave()
  first.leave()
})

test('answers to what nobody asks here are passed over', async () => {
  const first = await Tabs.join('name', leading().lead)
  FakeChannel.all[0]!.hear({ type: 'answer', id: 'other', value: 1 })
  FakeChannel.all[0]!.hear({ type: 'taken', id: 'other', by: 'x' })
  await settle()
  expect(await first.ask(clock)).toBe('own')
  first.leave()
})

test('a tab that does not have it keeps quiet at what others ask', async () => {
  const first = await Tabs.join('name', leading().lead)
  const second = await Tabs.join('name', leading().lead)
  FakeChannel.all[1]!.hear({ type: 'hello' })
  FakeChannel.all[1]!.hear({ type: 'question', id: 'x', question: clock })
  await settle()
  expect(FakeChannel.all[1]!.said.map(({ type }) => type)).toEqual(['hello'])
  second.leave()
  first.leave()
})

test('a tab that was stopped asks no more, and says nothing', async () => {
  const first = await Tabs.join('name', leading().lead)
  const second = await Tabs.join('name', leading().lead)
  second.leave()
  await expect(second.ask(clock)).rejects.toThrow('The worker of this tab was stopped')
  second.leave()
  await settle()
  expect(FakeChannel.all[1]!.said.map(({ type }) => type)).toEqual(['hello'])
  expect([FakeChannel.all[1]!.isClosed, FakeChannel.all[0]!.isClosed]).toEqual([true, false])
  first.leave()
  await settle()
  expect(second.isLeader).toBe(false)
})

test('a tab that was stopped while it answers says nothing more', async () => {
  const answer = Promise.withResolvers<unknown>()
  const first = await Tabs.join('name', leading(() => answer.promise).lead)
  const second = await Tabs.join('name', leading().lead)
  const asked = second.ask(get)
  await settle()
  const [channel] = FakeChannel.all
  const post = vi.spyOn(channel!, 'postMessage')
  first.leave()
  answer.resolve('late')
  await settle()
  expect(post).not.toHaveBeenCalled()
  expect(await asked).toBe('own')
  second.leave()
})

test('joining fails with why the organisation could not be had, and leaves it to the next tab', async () => {
  const failing = Tabs.join('name', async () => {
    throw new RangeError('no such world')
  })
  await expect(failing).rejects.toEqual(new RangeError('no such world'))
  expect(FakeChannel.all[0]!.isClosed).toBe(true)
  const next = await Tabs.join('name', leading().lead)
  expect(next.isLeader).toBe(true)
  next.leave()
})

test('a tab that is stopped while it makes the organisation ends it', async () => {
  const first = await Tabs.join('name', leading().lead)
  const made = Promise.withResolvers<void>()
  const { lead, ended } = leading()
  const second = await Tabs.join('name', async () => {
    await made.promise
    return lead()
  })
  first.leave()
  await settle()
  second.leave()
  made.resolve()
  await settle()
  expect([second.isLeader, ended.times]).toEqual([false, 1])
})

test('a request and a reply as one tab sends them to another', () => {
  const headers = [
    ['accept', 'text/html'],
    ['x-a', '1'],
  ] as const
  const sent = sentRequest({
    method: 'POST',
    path: '/a',
    query: 'b=1',
    body: 'c',
    header: () => undefined,
    headers: () => headers,
  })
  expect(sent).toEqual({ method: 'POST', path: '/a', query: 'b=1', body: 'c', headers })
  expect(structuredClone(sent)).toEqual(sent)
  expect(sentRequest({ ...sent, header: () => undefined, headers: undefined } as never).headers).toEqual([])
  const read = wireRequest(sent)
  expect(read).toMatchObject({ method: 'POST', path: '/a', query: 'b=1', body: 'c' })
  expect([read.header('x-a'), read.header('x-b'), [...read.headers!()]]).toEqual([
    '1',
    undefined,
    [...headers],
  ])
  const reply = { status: 200, headers: { a: 'b' }, body: 'c' }
  expect(sentReply({ ...reply, more: () => {} } as never)).toStrictEqual(reply)
  const broken = { kind: 'connection-reset' } as const
  expect(sentReply({ ...reply, broken })).toStrictEqual({ ...reply, broken })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Action } from '../../src/console/backend.ts'
import { serverBackend } from '../../src/console/server-backend.ts'
import { FakeDocument, FakeStorage, stubFetch } from './page-globals.ts'

let storage: FakeStorage
let page: FakeDocument
const tokenKey = 'identikit-control-token'

beforeEach(() => {
  storage = new FakeStorage()
  page = new FakeDocument()
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('document', page)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const json = (body: unknown, status = 200): Response => Response.json(body, { status })
const deadToken = (): Response => json({ errorCode: 'E0000011' }, 401)

test('asks for its token once, and calls below the path of the organisation', async () => {
  const calls = stubFetch(({ url }) =>
    url.endsWith('/read-api-token') ? json({ token: 'made' }) : json([1]),
  )
  storage.setItem(tokenKey, 'control-me')
  const backend = serverBackend('/orgs/a')
  const [first, second] = await Promise.all([
    backend.call('GET', '/api/v1/users'),
    backend.call('POST', '/orgs/a/api/v1/users', { a: 1 }),
  ])
  expect([first.body, second.body]).toEqual([[1], [1]])
  const headers = { authorization: 'SSWS made', accept: 'application/json', 'x-identikit-explain': '1' }
  expect(calls.map((call) => ({ ...call, signal: undefined }))).toEqual([
    {
      url: '/orgs/a/_control/read-api-token',
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer control-me' },
      body: { of: 'console' },
      credentials: undefined,
      signal: undefined,
    },
    {
      url: '/orgs/a/api/v1/users',
      method: 'GET',
      headers,
      body: undefined,
      credentials: 'omit',
      signal: undefined,
    },
    {
      url: '/orgs/a/api/v1/users',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: { a: 1 },
      credentials: 'omit',
      signal: undefined,
    },
  ])
})

test('a token that is dead is replaced once, for all calls that meet it', async () => {
  let token = 'dead'
  const calls = stubFetch(({ url, headers }) => {
    if (url.endsWith('/read-api-token')) return json({ token })
    return headers['authorization'] === 'SSWS fresh' ? json({ ok: true }) : deadToken()
  })
  const backend = serverBackend('/orgs/a')
  expect((await backend.call('GET', '/w')).status).toBe(401)
  token = 'fresh'
  const before = calls.length
  const answers = await Promise.all([backend.call('GET', '/x'), backend.call('GET', '/y')])
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { ok: true }],
    [200, { ok: true }],
  ])
  expect(calls.slice(before).filter(({ url }) => url.endsWith('/read-api-token'))).toHaveLength(1)
  await backend.call('GET', '/z')
  expect(calls.at(-1)!.headers['authorization']).toBe('SSWS fresh')
})

test('a token that is dead again and again is answered as it is; so is a client that is unknown', async () => {
  const calls = stubFetch(({ url }) =>
    url.endsWith('/read-api-token') ? json({ token: 'next' }) : deadToken(),
  )
  const backend = serverBackend('/orgs/a')
  expect(await backend.call('GET', '/x')).toMatchObject({ status: 401, body: { errorCode: 'E0000011' } })
  expect(calls).toHaveLength(4)

  const others = stubFetch(({ url }) =>
    url.endsWith('/b') ? json({ errorCode: 'E0000011' }, 403) : json({ error: 'invalid_client' }, 401),
  )
  expect((await backend.call('GET', '/a')).status).toBe(401)
  expect((await backend.call('GET', '/b')).status).toBe(403)
  expect(others).toHaveLength(2)
  stubFetch(() => new Response('', { status: 401 }))
  expect((await backend.call('GET', '/a')).status).toBe(401)
})

test('a token that could not be had is asked for at the next call', async () => {
  let isDown = true
  stubFetch(({ url }) => {
    if (!url.endsWith('/read-api-token')) return json([])
    if (isDown) throw new Error('down')
    return json({ token: 'made' })
  })
  const backend = serverBackend('/orgs/a')
  await expect(backend.call('GET', '/x')).rejects.toThrow('The server does not answer.')
  isDown = false
  expect((await backend.call('GET', '/x')).body).toEqual([])
})

test('runs actions of the control plane, and throws what they say is wrong', async () => {
  const calls = stubFetch(({ url }) => {
    if (url.endsWith('/set-user')) return json({ done: true })
    if (url.endsWith('/one')) return json({ message: 'Summary', mistakes: ['a: b', 'c: d'] }, 400)
    if (url.endsWith('/many')) return json({ error: 'bad-seed', message: 'a:\n  b', mistakes: ['x'] }, 400)
    return json({ message: 'No such action' }, 404)
  })
  const backend = serverBackend('')
  expect(await backend.control('setUser', { user: 'ada' })).toEqual({ done: true })
  expect(calls[0]).toMatchObject({
    url: '/_control/set-user',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { user: 'ada' },
  })
  await expect(backend.control('one' as Action)).rejects.toThrow(/^a: b\nc: d$/)
  expect(calls[1]!.body).toEqual({})
  await expect(backend.control('many' as Action)).rejects.toThrow(/^a:\n {2}b$/)
  await expect(backend.control('none' as Action)).rejects.toThrow(/^No such action$/)
  expect([backend.can('anything'), backend.exports]).toEqual([true, { format: 'yaml' }])
})

/** A server that requires the control token `right`. The page's prompts get the typed texts one after another. */
async function guarded(...typed: (string | null)[]) {
  vi.resetModules()
  const { serverBackend: fresh } = await import('../../src/console/server-backend.ts')
  const asked: string[] = []
  vi.stubGlobal('prompt', (text: string) => {
    asked.push(text)
    return typed.shift() ?? null
  })
  const calls = stubFetch(({ headers }) =>
    headers['authorization'] === 'Bearer right'
      ? json({ done: true })
      : json({ error: 'control-token-required', message: 'It is required' }, 401),
  )
  return { backend: fresh(''), asked, calls }
}

test('asks for the control token until it is the one, once for all calls, and keeps it for the tab', async () => {
  const { backend, asked, calls } = await guarded('wrong', 'right')
  const answers = await Promise.all([backend.control('describe'), backend.control('readSettings')])
  expect(answers).toEqual([{ done: true }, { done: true }])
  expect(asked).toEqual([
    'Control token of this server',
    'This is not the token; control token of this server',
  ])
  expect(new Set(calls.map(({ headers }) => headers['authorization']))).toEqual(
    new Set([undefined, 'Bearer wrong', 'Bearer right']),
  )
  expect(storage.kept).toEqual(new Map([[tokenKey, 'right']]))
})

test('asks nobody again who does not type it, and says so', async () => {
  const { backend, asked } = await guarded(null)
  const calls = [backend.control('describe'), backend.control('readSettings'), backend.actions()]
  for (const call of calls) await expect(call).rejects.toThrow(/control token. Reload this page to type it/)
  await expect(backend.control('describe')).rejects.toThrow('Reload this page')
  expect(asked).toHaveLength(1)
})

test.each([
  ['/id/orgs/a-1', '/id', 'a-1'],
  ['', '', undefined],
  ['/orgs/a/more', '/orgs/a/more', undefined],
])('knows the other organisations of the one at %j', async (base, root, here) => {
  const calls = stubFetch(({ url, method }) => {
    if (url.endsWith('/gone')) return json({ message: 'There is none' }, 404)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return method === 'POST' ? json({ name: 'b' }, 201) : json({ organisations: [{ name: 'b' }] })
  })
  storage.setItem(tokenKey, 'c')
  const neighbours = serverBackend(base).organizations!
  expect(neighbours.here).toBe(here)
  expect(await neighbours.list()).toEqual([{ name: 'b' }])
  expect(await neighbours.make({ name: 'b' })).toEqual({ name: 'b' })
  await neighbours.delete('b')
  await expect(neighbours.delete('gone')).rejects.toThrow('There is none')
  const headers = { 'content-type': 'application/json', authorization: 'Bearer c' }
  expect(calls.map(({ url, method, headers: sent, body }) => [method, url, sent, body])).toEqual([
    ['GET', `${root}/_orgs`, headers, undefined],
    ['POST', `${root}/_orgs`, headers, { name: 'b' }],
    ['DELETE', `${root}/_orgs/b`, headers, undefined],
    ['DELETE', `${root}/_orgs/gone`, headers, undefined],
  ])
  expect([neighbours.consoleOf(), neighbours.consoleOf('b')]).toEqual([
    `${root}/_console`,
    `${root}/orgs/b/_console`,
  ])
})

/** A stream of server-sent events that a test writes. */
function eventStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    response: new Response(readable),
    send: (text: string) => writer.write(new TextEncoder().encode(text)),
    end: () => writer.close(),
  }
}

/** Waits until dependent promises settle. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
}

const goesOn = 'The server does not answer. This page goes on when it is back.'

test('hears events, says when the connection is lost, and goes on when it is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const streams = [eventStream(), eventStream()]
  const calls = stubFetch((_, index) => {
    const stream = index === 0 ? streams[0] : index === 2 ? streams[1] : undefined
    if (!stream) throw new TypeError('refused')
    return stream.response
  })
  const events: unknown[] = []
  const connections: unknown[] = []
  storage.setItem(tokenKey, 'c')
  const stop = serverBackend('/orgs/a').listen(
    (event) => events.push(event),
    (problem) => connections.push(problem),
  )
  await settle()
  expect(calls.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
    ['/orgs/a/_control/events?requests', 'Bearer c'],
  ])
  expect(connections).toEqual([undefined])
  await streams[0]!.send(': hello\n\nid: 1\ndata: {"id":"1","type":"user.cre')
  await settle()
  expect(events).toEqual([])
  await streams[0]!.send('ated"}\n\ndata: {"id":"2"}\nretry: 5\n\nevent: data: none\n\ndata: {"id":"3"}')
  await settle()
  expect(events).toEqual([{ id: '1', type: 'user.created' }, { id: '2' }])

  await streams[0]!.end()
  await settle()
  expect(connections).toEqual([undefined, goesOn])
  vi.advanceTimersByTime(999)
  await settle()
  expect(calls).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await settle()
  expect([calls.length, connections.length]).toEqual([2, 3])
  vi.advanceTimersByTime(1000)
  await settle()
  // Something may have been missed meanwhile.
  expect(events.slice(2)).toEqual([undefined])
  expect(connections).toEqual([undefined, goesOn, goesOn, undefined])
  stop()
  await streams[1]!.end()
  await settle()
  vi.advanceTimersByTime(5000)
  await settle()
  expect([calls.length, connections.length, page.listeners.get('visibilitychange')]).toEqual([3, 4, 0])
})

test.each([
  [
    401,
    { error: 'control-token-required' },
    'The server asks for another control token. Reload this page to type it.',
  ],
  [
    403,
    { error: 'control-closed' },
    'The control plane of the server is closed now: start it with --control-token to use the console.',
  ],
  [503, { error: 'else' }, 'The server answers 503.'],
  [500, {}, 'The server answers 500.'],
])('says why the server does not let it listen: %i %j', async (status, body, problem) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stubFetch(() => json(body, status))
  const connections: unknown[] = []
  const stop = serverBackend('').listen(
    () => {},
    (each) => connections.push(each),
  )
  await settle()
  expect(connections).toEqual([problem])
  stop()
})

test('listens only while the page is in sight', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  page.hidden = true
  const aborted: number[] = []
  const calls = stubFetch(({ signal }, index) => {
    const stream = eventStream()
    signal!.addEventListener('abort', () => {
      aborted.push(index)
      void stream.end()
    })
    return stream.response
  })
  const connections: unknown[] = []
  const events: unknown[] = []
  const stop = serverBackend('').listen(
    (event) => events.push(event),
    (problem) => connections.push(problem),
  )
  await settle()
  expect(calls).toHaveLength(0)
  // Some other change than that into sight.
  page.turn(true)
  await settle()
  expect(calls).toHaveLength(0)
  page.turn(false)
  await settle()
  expect(calls).toHaveLength(1)
  page.turn(false)
  await settle()
  expect(aborted).toEqual([])
  page.turn(true)
  await settle()
  expect(aborted).toEqual([0])
  page.turn(false)
  await settle()
  // It begins again at once, says nothing of a lost connection, and that something may have been missed.
  expect([calls.length, connections, events]).toEqual([2, [undefined, undefined], [undefined]])
  page.turn(true)
  stop()
  await settle()
  page.turn(false)
  await settle()
  expect(calls).toHaveLength(2)
})

test('lists the actions once, and again after a failure', async () => {
  let isUp = false
  const calls = stubFetch(() => json({ actions: [{ name: 'reset' }] }, isUp ? 200 : 502))
  const backend = serverBackend('')
  await expect(backend.actions()).rejects.toThrow('The server cannot be reached: 502.')
  isUp = true
  expect(await backend.actions()).toEqual([{ name: 'reset' }])
  expect(await backend.actions()).toEqual([{ name: 'reset' }])
  expect(calls).toHaveLength(2)
})

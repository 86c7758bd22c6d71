import { request as httpRequest } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenarios } from '../../src/control/faults/scenarios.ts'
import { createOrg } from '../../src/index.ts'
import { setupServer } from '../../src/node.ts'
import { serve, type RunningServer } from '../../src/server.ts'

/** One way to reach an organisation. */
interface Face {
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  readonly control: ReturnType<typeof createOrg>['control']
}

const faces: Record<string, () => Promise<Face & { close: () => unknown }>> = {
  fetch: () => {
    const org = createOrg({ apiToken: 'token', seed: 'faults' })
    const send = (path: string, init?: RequestInit): Promise<Response> =>
      org.fetch(new Request(`https://svc.example.com${path}`, init))
    return Promise.resolve({ send, control: org.control, close: () => {} })
  },
  msw: () => {
    const server = setupServer({ apiToken: 'token', seed: 'faults', baseUrl: 'https://faults.example.com' })
    server.listen()
    const send = (path: string, init?: RequestInit): Promise<Response> =>
      fetch(`https://faults.example.com${path}`, init)
    return Promise.resolve({ send, control: server.org.control, close: () => server.close() })
  },
  http: async () => {
    const server: RunningServer = await serve({ port: 0, options: { apiToken: 'token', seed: 'faults' } })
    const send = (path: string, init?: RequestInit): Promise<Response> => fetch(server.url + path, init)
    return { send, control: server.org.control, close: () => server.close() }
  },
}

const headers = { authorization: 'SSWS token' }

test('a fault needs an effect, by its type and when it is added', () => {
  const { addFault } = createOrg().control
  // @ts-expect-error -- no condition and no effect
  expect(() => addFault()).toThrow('addFault: input: expected an effect: a status, a refusal, a latency, or')
  // @ts-expect-error -- no effect
  expect(() => addFault({ operation: 'listUsers' })).toThrow('expected an effect')
  // @ts-expect-error -- no effect
  expect(() => addFault({})).toThrow('expected an effect')
  expect(addFault({ status: 503 })).toMatchObject({ refusal: 'read-only-mode' })
})

/** Collects garbage: what waits for a signal must be held by more than the signal. */
const collect = (() => {
  setFlagsFromString('--expose_gc')
  return runInNewContext('gc') as () => void
})()

describe.each(Object.entries(faces))('over %s', (_, open) => {
  let face: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    face = await open()
  })
  afterAll(() => face.close())
  const me = (init: RequestInit = {}): Promise<Response> =>
    face.send('/api/v1/users/me', { headers, ...init })
  const once = (fault: Parameters<Face['control']['addFault']>[0]): unknown =>
    face.control.addFault({ times: 1, ...fault })

  test('any status comes with any body and headers', async () => {
    once({ status: 418, body: { short: 'stout' }, headers: { 'X-Pot': 'tea' } })
    const reply = await me()
    expect([reply.status, await reply.json(), reply.headers.get('x-pot')]).toEqual([
      418,
      { short: 'stout' },
      'tea',
    ])
    once({ status: 502, body: '<h1>Bad gateway</h1>', headers: { 'Content-Type': 'text/html' } })
    const page = await me()
    expect([page.status, await page.text(), page.headers.get('content-type')]).toEqual([
      502,
      '<h1>Bad gateway</h1>',
      'text/html',
    ])
    once({ status: 504 })
    expect((await me()).status).toBe(504)
    once({ status: 503 })
    expect((await (await me()).json()).errorCode).toBe('E0000010')
    expect((await me()).status).toBe(200)
  })

  test('a reply is malformed, empty, or an HTML page', async () => {
    once({ breaks: 'malformed-json' })
    const malformed = await me()
    expect(malformed.status).toBe(200)
    const [cut, whole] = [await malformed.text(), await (await me()).text()]
    expect(() => JSON.parse(cut)).toThrow(SyntaxError)
    expect([whole.startsWith(cut), cut.length * 2]).toEqual([true, whole.length + (whole.length % 2)])
    once({ breaks: 'empty-body' })
    expect(await (await me()).text()).toBe('')
    once({ breaks: 'wrong-content-type' })
    const page = await me()
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('<!doctype html>')
  })

  test('a body breaks off in the middle', async () => {
    once({ breaks: 'truncated-body' })
    // msw holds the head back until the body begins well, so that there the call itself fails.
    await expect(me().then((reply) => reply.text())).rejects.toThrow(TypeError)
  })

  const makeGroup = (name: string): Promise<Response> =>
    face.send('/api/v1/groups', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ profile: { name } }),
    })
  const groupsCalled = async (name: string): Promise<unknown> =>
    (await face.send(`/api/v1/groups?q=${name}`, { headers })).json()

  test('a connection is reset, and the operation has run all the same', async () => {
    once({ breaks: 'connection-reset', operation: 'createGroup' })
    await expect(makeGroup('Reset')).rejects.toThrow(TypeError)
    expect(await groupsCalled('Reset')).toHaveLength(1)
  })

  test('an operation that a status meets does not run', async () => {
    once({ status: 504, operation: 'createGroup' })
    expect((await makeGroup('Never')).status).toBe(504)
    expect(await groupsCalled('Never')).toEqual([])
  })

  test('no answer comes until the caller gives up', async () => {
    once({ breaks: 'no-answer' })
    const reason = new Error('tired of waiting')
    const giveUp = new AbortController()
    const waiting = me({ signal: giveUp.signal })
    const first = await Promise.race([
      waiting.catch(() => 'refused'),
      new Promise((r) => setTimeout(r, 100, 'silence')),
    ])
    expect(first).toBe('silence')
    collect()
    giveUp.abort(reason)
    await expect(waiting).rejects.toThrow()
  })

  test('a caller who gives up does not wait for a late reply, and one who gave up before sends nothing', async () => {
    once({ latency: '10s' })
    const giveUp = new AbortController()
    const waiting = me({ signal: giveUp.signal })
    await new Promise((resolve) => setTimeout(resolve, 20))
    collect()
    const reason = new Error('tired of waiting')
    giveUp.abort(reason)
    await expect(waiting).rejects.toThrow()
    const before = face.control.readJournal().length
    await expect(me({ signal: AbortSignal.abort(reason) })).rejects.toThrow()
    expect(face.control.readJournal()).toHaveLength(before)
  })

  test('a slow body comes in pieces, whole', async () => {
    once({ breaks: 'slow-body', bytesPerSecond: 20_000 })
    const reply = await me()
    expect((await reply.json()).status).toBe('ACTIVE')
    expect(face.control.readJournal({ status: 200 }).at(-1)?.fault).toMatch(/^fault-\d+$/)
  })
})

test('a fault meets the caller, the user, the nth call and the time that it is for', async () => {
  const org = createOrg({ apiToken: 'token', clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const { control } = org
  const send = async (path: string, more: Record<string, string> = headers): Promise<number> =>
    (await org.fetch(new Request(`https://svc.example.com${path}`, { headers: more }))).status
  const other = control.createApiToken({ role: 'READ_ONLY_ADMIN' })

  control.addFault({ status: 500, caller: other.id })
  expect([
    await send('/api/v1/users/me'),
    await send('/api/v1/users/me', { authorization: `SSWS ${other.token}` }),
  ]).toEqual([200, 500])
  control.clearFaults()

  control.addFault({ status: 500, user: 'admin@example.com' })
  const { id } = (await (
    await org.fetch(new Request('https://svc.example.com/api/v1/users/me', { headers }))
  ).json()) as { id: string }
  expect([
    await send('/api/v1/users/me'),
    await send(`/api/v1/users/${id}`),
    await send('/api/v1/users/admin@example.com/groups'),
  ]).toEqual([200, 500, 500])
  control.clearFaults()

  control.addFault({ status: 500, skip: 2, times: 1 })
  expect([
    await send('/api/v1/groups'),
    await send('/api/v1/groups'),
    await send('/api/v1/groups'),
    await send('/api/v1/groups'),
  ]).toEqual([200, 200, 500, 200])

  control.addFault({ status: 500, from: '2026-01-05T10:00:00.000Z', until: '2026-01-05T11:00:00.000Z' })
  const seen: number[] = []
  for (let hour = 0; hour < 3; hour += 1) {
    seen.push(await send('/api/v1/groups'))
    control.advanceClock({ by: '45m' })
  }
  expect(seen).toEqual([200, 500, 200])
})

test('a scenario is started, replaced and ended by its name', async () => {
  const org = createOrg({ apiToken: 'token' })
  const { control } = org
  const send = async (method: string): Promise<number> =>
    (
      await org.fetch(
        new Request('https://svc.example.com/api/v1/groups', {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          ...(method === 'POST' ? { body: '{"profile":{"name":"A"}}' } : {}),
        }),
      )
    ).status
  control.startScenario({ name: 'maintenance' })
  control.startScenario({ name: 'maintenance' })
  expect(control.list({ kind: 'faults' })).toHaveLength(3)
  expect([await send('GET'), await send('POST')]).toEqual([200, 503])
  expect(control.clearFaults({ scenario: 'maintenance' })).toEqual({ cleared: 3 })
  expect(await send('POST')).toBe(200)
  control.startScenario({ name: 'mine', faults: [{ operation: 'listGroups', status: 500 }] })
  expect(await send('GET')).toBe(500)
  for (const name of Object.keys(scenarios)) control.startScenario({ name })
  expect(() => control.startScenario({ name: 'flacky' })).toThrow(/did you mean flaky/i)
})

test('a server that keeps a client without an answer still closes', async () => {
  const server = await serve({ port: 0, options: { apiToken: 'token' } })
  server.org.control.addFault({ breaks: 'no-answer' })
  const ended = new Promise((resolve) => {
    const sent = httpRequest(`${server.url}/api/v1/users/me`, { headers })
    sent.on('error', resolve)
    sent.end()
  })
  await server.org.control.waitForRequest({ after: 0 })
  await server.close()
  expect(String(await ended)).toContain('socket hang up')
})

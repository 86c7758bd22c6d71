import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusals } from '../../src/contract/errors/catalogue.ts'
import { type RunningServer, serve } from '../../src/server.ts'

let server: RunningServer

beforeAll(async () => {
  server = await serve({ port: 0, options: { apiToken: 'token' } })
})
beforeEach(() => server.org.reset())
afterAll(() => server.close())

interface ControlReply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
  readonly json: any
}

async function control(
  path: string,
  input?: unknown,
  headers: Record<string, string> = {},
): Promise<ControlReply> {
  const response = await fetch(`${server.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(input === undefined ? {} : { body: typeof input === 'string' ? input : JSON.stringify(input) }),
  })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

function getMe(): Promise<Response> {
  return fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: 'SSWS token' } })
}

test('lists its actions with the JSON schema of what each takes', async () => {
  const response = await fetch(`${server.url}/_control`)
  const { actions } = (await response.json()) as {
    actions: { name: string; method: string; path: string; summary: string; input: Record<string, unknown> }[]
  }
  const advance = actions.find(({ name }) => name === 'advanceClock')
  expect(advance).toMatchObject({
    method: 'POST',
    path: '/_control/advance-clock',
    input: { type: 'object', required: ['by'], additionalProperties: false },
  })
  expect(actions.every(({ summary }) => summary.length > 0)).toBe(true)
})

test('runs an action, and answers its result', async () => {
  const { status, json } = await control('set-clock', { to: '2026-03-01T00:00:00.000Z', frozen: true })
  expect([status, json]).toEqual([200, { now: '2026-03-01T00:00:00.000Z', frozen: true }])
})

test('answers an empty object for an action that answers nothing, with or without a body', async () => {
  expect(await control('reset')).toMatchObject({ status: 200, json: {} })
  expect(await control('reset', {})).toMatchObject({ status: 200, json: {} })
})

test('refuses invalid JSON', async () => {
  expect(await control('reset', '{')).toMatchObject({ status: 400, json: { error: 'malformed-json' } })
})

test('repeats nothing of a body that is not JSON', async () => {
  const { status, json } = await control('send-mail', '{"password": Hush-1234}')
  expect(status).toBe(400)
  expect(json).toMatchObject({ error: 'malformed-json' })
  expect(JSON.stringify(json)).not.toContain('Hush')
})

test('names the nearest action for one that is not known', async () => {
  const { status, json } = await control('advance-clok', {})
  expect(status).toBe(404)
  expect(json.message).toContain('did you mean advance-clock?')
})

test('needs no content type where nothing is sent', async () => {
  const bare = await fetch(`${server.url}/_control/reset`, { method: 'POST' })
  expect([bare.status, await bare.json()]).toEqual([200, {}])
  const untyped = await fetch(`${server.url}/_control/reset`, {
    method: 'POST',
    body: new Uint8Array([123, 125]),
  })
  expect(untyped.status).toBe(415)
})

test('fills the texts of a refusal that a fault asks for', async () => {
  for (const [refusal, row] of Object.entries(refusals)) {
    await control('add-fault', { refusal, times: 1 })
    const response = await getMe()
    expect([refusal, response.status]).toEqual([refusal, row.status])
    expect(await response.text()).not.toMatch(/\{\w+\}/)
  }
})

test('takes only POST for an action', async () => {
  expect((await fetch(`${server.url}/_control/reset`)).status).toBe(405)
})

test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp']])(
  'refuses %s, which a foreign page can send without asking',
  async (type) => {
    expect((await control('reset', '{}', { 'content-type': type })).status).toBe(415)
  },
)

test('refuses pages of foreign origins, and lets local ones in', async () => {
  const foreign = await control('reset', {}, { origin: 'https://evil.test' })
  expect(foreign.status).toBe(403)
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  const local = await control('reset', {}, { origin: 'http://localhost:5173' })
  expect(local.status).toBe(200)
  expect(local.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
})

test('never answers under the paths of the service', async () => {
  const response = await fetch(`${server.url}/api/v1/_control`, { headers: { authorization: 'SSWS token' } })
  expect(response.status).toBe(404)
})

test.each([
  ['set-user', { user: 'nobody', status: 'ACTIVE' }, 404, "user: expected an existing user, got 'nobody'"],
  ['create-api-token', { groups: ['Everyone', 'Nope'], role: 'HELP_DESK_ADMIN' }, 404, /^groups\.1: .*Nope/],
  ['create-api-token', { token: 'token' }, 400, 'token: Another token has this value'],
  ['sign-out', {}, 400, 'input: expected either sessionCookie or user, a text'],
  [
    'add-fault',
    { status: 500, headers: { 'X-Note': 'a\r\nb' } },
    400,
    /^headers\.X-Note: expected what a header/,
  ],
  ['load-dataset', { yaml: 'demo' }, 400, /seed: expected an object/],
])('refuses %s of %j by name, and changes nothing', async (path, input, status, mistake) => {
  const before = await state()
  const { status: answered, json } = await control(path, input)
  expect([answered, json.mistakes]).toEqual([
    status,
    [typeof mistake === 'string' ? mistake : expect.stringMatching(mistake)],
  ])
  expect(await state()).toEqual(before)
})

async function state(): Promise<unknown> {
  const [all, tokens, settings, faults] = [
    await control('describe'),
    await control('list', { kind: 'tokens' }),
    await control('read-settings'),
    await control('list', { kind: 'faults' }),
  ]
  return [{ ...all.json, now: '' }, tokens.json, settings.json, faults.json]
}

test('keeps the last thousand requests', async () => {
  for (let index = 0; index < 1003; index++)
    await server.org.fetch(new Request(`http://x.test/nowhere/${index}`))
  const { json } = await control('read-journal')
  expect(json).toHaveLength(1000)
  expect([json[0].path, json[999].path]).toEqual(['/nowhere/3', '/nowhere/1002'])
})

test('delays a call and then answers it', async () => {
  await control('add-fault', { latency: 120 })
  const start = performance.now()
  expect((await getMe()).status).toBe(200)
  expect(performance.now() - start).toBeGreaterThanOrEqual(115)
})

test('passes over a byte order mark in front of the input', async () => {
  const { status, json } = await control('advance-clock', '\uFEFF{"by":"5m"}')
  expect([status, json.error]).toEqual([200, undefined])
})

test.each(['set-application', 'import-group', 'load-dataset'])(
  'rejects an input of %s that nests too deeply, with a plain message',
  async (path) => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const input = `{"label":"x","settings":{"a":${deep}},"profile":{"name":"x","a":${deep}},"seed":{"groups":${deep}}}`
    const { status, json } = await control(path, input)
    expect(status).toBe(400)
    expect(json.message).not.toMatch(/stack/i)
  },
)

test.each([
  ['wait-for-event', { type: 'user.suspended' }, 'No event user.suspended within 20 ms'],
  [
    'wait-for-request',
    { operation: 'deleteGroup' },
    'waitForRequest: No such request within 20 ms; no request came',
  ],
])('%s that waits in vain is not a fault of the server', async (path, input, message) => {
  const faults: unknown[] = []
  const waiting = await serve({ port: 0, onError: (error) => faults.push(error) })
  try {
    const response = await fetch(`${waiting.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...input, timeout: 20 }),
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'not-in-time', message })
    expect(faults).toEqual([])
    expect(waiting.org.control.readJournal()).toEqual([])
  } finally {
    await waiting.close()
  }
})

test('an export over HTTP is a stream of the same rows as in process', async () => {
  const response = await fetch(`${server.url}/_control/export-state`, { method: 'POST' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(response.headers.get('content-length')).toBeNull()
  expect(await response.json()).toEqual(server.org.exportState())
  expect((await control('export-state', { more: 1 })).status).toBe(400)
})

/** The console calls the service as the administrator, and is not a client of the organisation. */
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrg, type Organisation } from '../../src/index.ts'
import { recordPact } from '../../src/pact.ts'
import { type RunningServer, serve } from '../../src/server.ts'

type Send = (path: string, token: string) => Promise<Response>

const options = { apiToken: 'token', clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } } as const
const authorized = (token: string) => ({ headers: { authorization: `SSWS ${token}` } })

const local = createOrg(options)
const mocked = createOrg({ ...options, baseUrl: 'https://id.example.com' })
const msw = setupServer(...mocked.handlers())
let server: RunningServer

beforeAll(async () => {
  // msw 2 and 3 have different names for it.
  msw.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object)
  server = await serve({ port: 0, options })
})
afterAll(async () => {
  msw.close()
  await server.close()
})

const faces: readonly (readonly [name: string, face: () => { org: Organisation; send: Send }])[] = [
  ['fetch', () => ({ org: local, send: (path, token) => local.fetch(path, authorized(token)) })],
  ['msw', () => ({ org: mocked, send: (path, token) => fetch(mocked.baseUrl + path, authorized(token)) })],
  ['HTTP', () => ({ org: server.org, send: (path, token) => fetch(server.url + path, authorized(token)) })],
]

test.each(faces)('over %s, a fault for two calls meets two of the application', async (_, face) => {
  const { org, send } = face()
  const { token } = org.control.readApiToken({ of: 'console' })
  org.control.addFault({ status: 429, times: 2 })
  for (const path of ['/api/v1/users', '/api/v1/groups', '/oauth2/v1/clients', '/api/v1/users/me']) {
    expect((await send(path, token)).status).toBe(200)
  }
  expect((await send('/api/v1/users/nobody', token)).status).toBe(404)
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await send('/api/v1/users', 'token')).status)
  expect(statuses).toEqual([429, 429, 200])
  expect(org.control.readJournal().map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/api/v1/users 429',
    '/api/v1/users 429',
    '/api/v1/users 200',
  ])
})

test.each([
  ['a fault that takes a second', { latency: 60_000 }],
  ['a fault that breaks off', { breaks: 'connection-reset' }],
  ['a fault for whoever is the administrator', { status: 500, times: 1000 }],
] as const)('%s does not hold up the console', async (_, fault) => {
  const org = createOrg(options)
  const { token } = org.control.readApiToken({ of: 'console' })
  org.control.addFault(fault)
  expect((await org.fetch('/api/v1/users/me', authorized(token))).status).toBe(200)
  expect(org.control.list({ kind: 'faults' })).toMatchObject([{ met: 0 }])
})

test('an application has its whole rate limit, and the same ids, whatever the console asks', async () => {
  const replies = await Promise.all(
    [0, 20].map(async (calls) => {
      const org = createOrg({ ...options, rateLimit: { limit: 3, window: 60_000, enforce: true } })
      const { token } = org.control.readApiToken({ of: 'console' })
      for (let call = 0; call < calls; call += 1) {
        expect(
          (await org.fetch(`/api/v1/users/${call % 2 ? 'me' : 'none'}`, authorized(token))).status,
        ).not.toBe(429)
      }
      const told: unknown[] = []
      for (let call = 0; call < 4; call += 1) {
        const reply = await org.fetch(`/api/v1/users/${call === 1 ? 'none' : 'me'}`, authorized('token'))
        told.push([reply.status, [...reply.headers], await reply.text()])
      }
      return told
    }),
  )
  expect(replies[1]).toEqual(replies[0])
  expect(replies[0]!.map((reply) => (reply as unknown[])[0])).toEqual([200, 404, 200, 429])
})

test('the token of the console is in no list, no copy and no seed, and no reset takes it away', async () => {
  const org = createOrg(options)
  const listed = org.control.list({ kind: 'tokens' })
  const { token } = org.control.readApiToken({ of: 'console' })
  expect(org.control.list({ kind: 'tokens' })).toEqual(listed)
  expect(JSON.stringify(org.exportState())).not.toContain(token)
  expect(JSON.stringify(await org.exportSeed({ secrets: true }))).not.toContain(token)
  org.reset()
  expect(org.control.readApiToken({ of: 'console' })).toEqual({ token })
  expect(await (await org.fetch('/api/v1/users/me', authorized(token))).json()).toMatchObject({
    profile: { login: 'admin@example.com' },
  })
  // Another organisation, made alike, knows nothing of it.
  expect((await createOrg(options).fetch('/api/v1/users/me', authorized(token))).status).toBe(401)
})

test('the console is shown pages that time out for an application', async () => {
  const org = createOrg({ ...options, interpretations: { 'large-page-time-out': 5 } })
  const { token } = org.control.readApiToken({ of: 'console' })
  const statuses = [token, 'token'].map((each) => org.fetch('/api/v1/groups?limit=200', authorized(each)))
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 500])
})

test('events of changes in the console name the control plane as their cause', async () => {
  const org = createOrg(options)
  const { token } = org.control.readApiToken({ of: 'console' })
  await org.fetch('/api/v1/groups', {
    method: 'POST',
    headers: { authorization: `SSWS ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profile: { name: 'Made by hand' } }),
  })
  expect(org.events.list({ type: 'group.created' })).toMatchObject([
    { record: { label: 'Made by hand' }, cause: { kind: 'control', name: 'createGroup' } },
  ])
})

test('a pact that is recorded holds no call of the console', async () => {
  const org = createOrg(options)
  const { token } = org.control.readApiToken({ of: 'console' })
  const recording = recordPact(org, { consumer: 'app', provider: 'id' })
  await org.fetch('/api/v1/users/me', authorized('token'))
  await org.fetch('/api/v1/groups', authorized(token))
  const pact = JSON.stringify(await recording.pact())
  recording.stop()
  expect(pact).toContain('/api/v1/users/me')
  expect(pact).not.toContain('/api/v1/groups')
})

test('on a server that is read-only the console reads, and changes nothing', async () => {
  const fixed = await serve({ port: 0, options, readOnly: true })
  try {
    const post = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(fixed.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"profile":{"name":"New"}}',
      })
    const asked = await fetch(`${fixed.url}/_control/read-api-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"of":"console"}',
    })
    const { token } = (await asked.json()) as { token: string }
    expect((await fetch(`${fixed.url}/api/v1/groups`, authorized(token))).status).toBe(200)
    expect((await post('/api/v1/groups', authorized(token).headers)).status).toBe(503)
    expect(fixed.org.control.readJournal()).toEqual([])
  } finally {
    await fixed.close()
  }
})

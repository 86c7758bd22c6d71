import { expect, test } from 'vitest'
import { createWorker, type WorkerOptions } from '../../src/worker.ts'
import type { Anything } from '../support/oauth.ts'
import { InProcess } from './in-process.ts'

const bearer = { Authorization: 'Bearer control-me', 'Content-Type': 'application/json' }

function workerOf(options: WorkerOptions = {}): InProcess {
  return new InProcess(createWorker({ controlToken: 'control-me', ...options }))
}

async function made(worker: InProcess, input: object = {}): Promise<{ baseUrl: string; apiToken: string }> {
  const response = await worker.fetch('/_orgs', {
    method: 'POST',
    headers: bearer,
    body: JSON.stringify(input),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as { baseUrl: string; apiToken: string }
}

function callsOf(worker: InProcess, { baseUrl, apiToken }: { baseUrl: string; apiToken: string }) {
  return async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: Anything }> => {
    const response = await worker.fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `SSWS ${apiToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
  }
}

const person = { profile: { login: 'p@example.com', email: 'p@example.com', firstName: 'P', lastName: 'Q' } }

test('an organisation that was put out of memory is there again as it was, and goes on', async () => {
  const worker = workerOf()
  const org = await made(worker, { name: 'acme' })
  const call = callsOf(worker, org)
  const { json: user } = await call('POST', '/users', person)
  worker.evict('acme')
  expect(await call('GET', `/users/${user.id}`)).toEqual({ status: 200, json: user })
  const { json: other } = await call('POST', '/users', {
    profile: { ...person.profile, login: 'q@example.com' },
  })
  expect(other.id).not.toBe(user.id)
  const { json: group } = await call('POST', '/groups', { profile: { name: 'Gone' } })
  expect((await call('DELETE', `/groups/${group.id}`)).status).toBe(204)
  worker.evict('acme')
  expect((await call('GET', '/users')).json).toHaveLength(3)
  expect((await call('GET', '/groups')).json).toHaveLength(1)
  const { sql } = worker.storages.get('acme')!
  expect(sql.exec("SELECT 1 FROM r WHERE value = 'null'").toArray()).toHaveLength(0)
})

/** A token that no organisation knows. */
const token = { authorization: 'SSWS unknown' }

test('an object keeps nothing of an organisation that nobody made, unless made on demand', async () => {
  const closed = workerOf()
  expect((await closed.fetch('/orgs/nobody/api/v1/users')).status).toBe(404)
  const open = workerOf({ onDemand: true })
  for (const headers of [{}, { authorization: '' }, { ...token, origin: 'https://evil.test' }])
    expect((await open.fetch('/orgs/somebody/api/v1/users', { headers })).status).toBe(404)
  expect((await open.fetch('/orgs/somebody/api/v1/users', { headers: token })).status).toBe(401)
  const shown = await open.fetch('/_orgs/somebody', { headers: bearer })
  expect(await shown.json()).toMatchObject({ baseUrl: 'https://id.example.com/orgs/somebody', users: 1 })
})

test('finds an organisation by its host, below the domain and localhost', async () => {
  const worker = workerOf({ domain: 'id.example.com', secretSeed: 'fixed' })
  await made(worker, { name: 'acme' })
  const { apiToken } = await made(workerOf({ secretSeed: 'fixed' }), { name: 'acme' })
  for (const host of [
    'https://acme.id.example.com',
    'http://acme.localhost:8787',
    'https://id.example.com/orgs/acme',
  ]) {
    const response = await worker.fetch(`${host}/api/v1/users`, {
      headers: { Authorization: `SSWS ${apiToken}` },
    })
    expect([host, response.status]).toEqual([host, 200])
  }
  expect((await worker.fetch('https://other.id.example.com/api/v1/users')).status).toBe(404)
  expect((await worker.fetch('https://id.example.com/api/v1/users')).status).toBe(404)
})

test('describes authorization servers where RFC 8414 looks for them', async () => {
  const worker = workerOf()
  const { baseUrl } = await made(worker, { name: 'acme' })
  const { origin, pathname } = new URL(baseUrl)
  for (const below of ['', '/oauth2/default']) {
    const response = await worker.fetch(`${origin}/.well-known/oauth-authorization-server${pathname}${below}`)
    expect(((await response.json()) as { issuer: string }).issuer).toBe(`${baseUrl}${below}`)
  }
})

test('wakes itself when something falls due, and finishes it', async () => {
  const worker = workerOf({
    options: { delays: { transition: '1h' }, clock: { start: '2031-01-01T00:00:00.000Z' } },
  })
  const call = callsOf(worker, await made(worker, { name: 'slow' }))
  expect(worker.storages.get('slow')!.alarm).toBeNull()
  const before = Date.now()
  const { json: user } = await call('POST', '/users', person)
  const { alarm } = worker.storages.get('slow')!
  expect(alarm).toBeGreaterThanOrEqual(before + 3_590_000)
  expect(alarm).toBeLessThanOrEqual(Date.now() + 3_600_000)
  const control = (action: string, input: object) =>
    worker.fetch(`/orgs/slow/_control/${action}`, {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify(input),
    })
  // The clock runs: a busy machine makes the user later than the organisation.
  const due = Date.parse(String(user.created)) + 3_600_000
  await control('set-clock', { to: new Date(due - 100).toISOString() })
  await new Promise((wait) => setTimeout(wait, 400))
  worker.evict('slow')
  await worker.object('slow').alarm()
  worker.evict('slow')
  const { json } = await call('GET', `/users/${user.id}`)
  expect([json.status, json.transitioningToStatus]).toEqual(['PROVISIONED', undefined])
})

test('closes the control plane without a token, and ignores internal headers from a caller', async () => {
  const worker = new InProcess(createWorker({ onDemand: true }))
  const statuses = await Promise.all([
    worker.fetch('/_orgs', { method: 'POST', headers: bearer }),
    worker.fetch('/orgs/a/_control/describe', { method: 'POST', headers: bearer, body: '{}' }),
    worker.fetch('/orgs/a/api/v1/users', { headers: { ...token, 'x-identikit-task': 'rows' } }),
    worker.fetch('/orgs/a/api/v1/users', {
      method: 'POST',
      headers: { ...token, 'X-Identikit-Task': 'delete' },
    }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 401, 401])
})

test('rejects a body that is too long, and in a read-only worker every change', async () => {
  const worker = workerOf({ onDemand: true })
  const long = await worker.fetch('/orgs/a/api/v1/users', {
    method: 'POST',
    headers: token,
    body: 'x'.repeat(11_000_000),
  })
  expect(long.status).toBe(413)
  const readOnly = workerOf({ onDemand: true, readOnly: true })
  expect((await readOnly.fetch('/orgs/a/api/v1/users', { method: 'POST' })).status).toBe(503)
  expect((await readOnly.fetch('/orgs/a/oauth2/v1/keys')).status).toBe(503)
  expect((await readOnly.fetch('/_orgs', { method: 'POST', headers: bearer })).status).toBe(503)
  expect((await readOnly.fetch('/_orgs/a', { headers: bearer })).status).toBe(404)
})

test('a worker without its binding says which one', async () => {
  for (const [options, name] of [
    [{}, 'ORGANISATIONS'],
    [{ binding: 'OTHER' }, 'OTHER'],
  ] as const) {
    for (const environment of [{}, { [name]: {} }]) {
      await expect(createWorker(options).fetch(new Request('https://w.test/'), environment)).rejects.toThrow(
        new TypeError(`binding: The worker has no Durable Object binding named ${name}`),
      )
    }
  }
})

test('options by a function are made once for an environment, and again for another', async () => {
  const tokens: unknown[] = []
  const worker = createWorker((environment) => {
    tokens.push(environment['TOKEN'])
    return { controlToken: String(environment['TOKEN']) }
  })
  for (const token of ['one', 'two']) {
    const front = new InProcess(worker, { TOKEN: token })
    const headers = { Authorization: `Bearer ${token}` }
    for (let call = 0; call < 3; call += 1) {
      expect((await front.fetch('/_orgs', { method: 'POST', headers })).status).toBe(201)
    }
  }
  expect(tokens).toEqual(['one', 'two'])
})

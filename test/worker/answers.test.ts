import { afterEach, expect, test, vi } from 'vitest'
import type { StateRow } from '../../src/model/kernel/state-log.ts'
import { addressOf } from '../../src/worker/address.ts'
import { RowTable } from '../../src/worker/row-table.ts'
import { createWorker, type WorkerOptions } from '../../src/worker.ts'
import { InProcess } from './in-process.ts'

afterEach(() => vi.restoreAllMocks())

const bearer = { Authorization: 'Bearer control-me' }

const workerOf = (options: WorkerOptions = {}): InProcess =>
  new InProcess(createWorker({ controlToken: 'control-me', ...options }))

const post = (worker: InProcess, body: unknown): Promise<Response> =>
  worker.fetch('/_orgs', {
    method: 'POST',
    headers: bearer,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const told = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  return [response.status, text === '' ? '' : JSON.parse(text)]
}

test('reads the name of an organisation from an address', () => {
  const found = (request: string, options: object = {}): unknown => {
    const address = addressOf(request, options)
    return address && [address.name, address.baseUrl, address.url]
  }
  expect(found('https://w.test/orgs/a-1/api?x=/y')).toEqual([
    'a-1',
    'https://w.test/orgs/a-1',
    'https://w.test/api?x=/y',
  ])
  expect(found('https://w.test/orgs/a')).toEqual(['a', 'https://w.test/orgs/a', 'https://w.test/'])
  expect(found('https://w.test/orgs/a?x')).toEqual(['a', 'https://w.test/orgs/a', 'https://w.test/?x'])
  expect(found('https://w.test/orgs/a/b', { baseUrl: 'https://id.test/x' })).toEqual([
    'a',
    'https://id.test/x/orgs/a',
    'https://w.test/b',
  ])
  const described = 'https://w.test/.well-known/oauth-authorization-server/orgs/a/oauth2/x'
  expect(found(described)).toEqual(['a', 'https://w.test/orgs/a', described])
  const openid = 'https://w.test/.well-known/openid-configuration/orgs/a'
  expect(found(openid)).toEqual(['a', 'https://w.test/orgs/a', openid])
  expect(found('https://w.test/x/.well-known/openid-configuration/orgs/a')).toBeUndefined()
  for (const none of [
    'https://w.test',
    'https://w.test/',
    'https://w.test/orgs/',
    'https://w.test/orgs/A_b/x',
    'https://w.test/orgsx/a',
  ]) {
    expect([none, found(none)]).toEqual([none, undefined])
  }
  expect(found('http://a.localhost:8787/x')).toEqual([
    'a',
    'http://a.localhost:8787',
    'http://a.localhost:8787/x',
  ])
  expect(found('http://a.localhost')).toEqual(['a', 'http://a.localhost', 'http://a.localhost'])
  const domain = 'id.test:80'
  expect(found('http://a.id.test:80/x', { domain })).toEqual([
    'a',
    'http://a.id.test:80',
    'http://a.id.test:80/x',
  ])
  expect(found('http://a.id.test/x', { domain })).toBeUndefined()
  expect(found('http://aid.test:80/x', { domain })).toBeUndefined()
  expect(found('http://a.b.id.test:80/x', { domain })).toBeUndefined()
})

test('makes, shows, copies and deletes organisations', async () => {
  const worker = workerOf({
    secretSeed: 'fixed',
    options: { clock: { start: '2031-05-06T07:08:09.000Z', frozen: true } },
  })
  const made = await post(worker, { name: 'acme', world: 'demo' })
  expect([made.status, made.headers.get('location'), made.headers.get('cache-control')]).toEqual([
    201,
    'https://id.example.com/orgs/acme',
    'no-store',
  ])
  const shown = (await made.json()) as Record<string, unknown>
  expect(shown).toMatchObject({ name: 'acme', baseUrl: 'https://id.example.com/orgs/acme', users: 151 })
  expect(await told(await worker.fetch('/_orgs/acme', { headers: bearer }))).toEqual([200, shown])
  expect(await told(await post(worker, { name: 'acme' }))).toEqual([
    409,
    { error: 'name-taken', message: 'There is an organisation named acme already' },
  ])
  worker.evict('acme')
  expect(await told(await post(worker, { name: 'acme' }))).toMatchObject([409, { error: 'name-taken' }])
  const [status, copy] = (await told(await post(worker, { name: 'copy', from: 'acme' }))) as [
    number,
    { users: number; apiToken: string },
  ]
  expect([status, copy.users]).toEqual([201, 151])
  expect(copy.apiToken).not.toBe(shown['apiToken'])
  const named = await told(await post(worker, { name: 'tokened', apiToken: 'own-token', idSeed: 'x' }))
  expect(named).toMatchObject([201, { apiToken: 'own-token', users: 1 }])
  const users = await worker.fetch('/orgs/tokened/api/v1/users', {
    headers: { Authorization: 'SSWS own-token' },
  })
  expect(users.status).toBe(200)
  const yaml = 'users: [{ login: a@example.com, firstName: A, lastName: B }]'
  expect(await told(await post(worker, { name: 'yaml', yaml }))).toMatchObject([201, { users: 2 }])
  const seed = { users: [{ login: 'a@example.com', firstName: 'A', lastName: 'B' }] }
  expect(await told(await post(worker, { name: 'seeded', seed }))).toMatchObject([201, { users: 2 }])
  expect(await told(await post(worker, ' '))).toMatchObject([
    201,
    { name: expect.stringMatching(/^o[0-9a-z]{10}$/) },
  ])

  expect(await told(await worker.fetch('/_orgs/acme', { method: 'DELETE', headers: bearer }))).toEqual([
    204,
    '',
  ])
  expect(await told(await worker.fetch('/_orgs/acme', { headers: bearer }))).toEqual([
    404,
    { error: 'unknown-organisation', message: 'There is no organisation named acme' },
  ])
  expect(await told(await worker.fetch('/_control/health'))).toEqual([200, { status: 'ready' }])
})

test('fills each with the world of the options, unless the input names another', async () => {
  const worker = workerOf({ world: 'demo' })
  expect(await told(await post(worker, { name: 'a' }))).toMatchObject([201, { users: 151 }])
  expect(await told(await post(worker, { name: 'b', world: 'empty' }))).toMatchObject([201, { users: 1 }])
})

test('the secrets of organisations follow from the seed, and are random without one', async () => {
  const token = async (worker: InProcess, name: string): Promise<unknown> =>
    ((await told(await post(worker, { name }))) as [number, { apiToken: string }])[1].apiToken
  const seeded = await token(workerOf({ secretSeed: 's' }), 'a')
  expect(await token(workerOf({ secretSeed: 's' }), 'a')).toBe(seeded)
  expect(await token(workerOf({ secretSeed: 's' }), 'b')).not.toBe(seeded)
  const random = await token(workerOf(), 'a')
  expect(await token(workerOf(), 'a')).not.toBe(random)
})

test('refuses what cannot be, and says why', async () => {
  const worker = workerOf()
  const long = 'x'.repeat(101)
  const refusals = {
    'no JSON': await told(await post(worker, '{')),
    'unknown fields': await told(await post(worker, { nme: 'a', world: 1 })),
    'a base URL': await told(await post(worker, { baseUrl: 'https://x.test' })),
    'a name that is none': await told(await post(worker, { name: 'A_b' })),
    'a long name': await told(await post(worker, { name: long })),
    'a copy of none': await told(await post(worker, { name: 'a', from: 'nobody' })),
    'a copy of no name': await told(await post(worker, { name: 'a', from: `A${long}` })),
    'a world that there is not': await told(await post(worker, { name: 'a', world: 'nowhere' })),
    'a seed with mistakes': await told(await post(worker, { name: 'a', seed: { nope: 1 } })),
    'yaml with mistakes': await told(await post(worker, { name: 'a', yaml: 'users: [' })),
    'another method': await told(await worker.fetch('/_orgs', { headers: bearer })),
    'another method of one': await told(await worker.fetch('/_orgs/a', { method: 'PUT', headers: bearer })),
    'one that is no name': await told(await worker.fetch(`/_orgs/A${long}`, { headers: bearer })),
    'another token': await told(await worker.fetch('/_orgs', { method: 'POST' })),
    closed: await told(await new InProcess(createWorker()).fetch('/_orgs', { method: 'POST' })),
    'a long body': await told(await post(worker, 'x'.repeat(1_048_577))),
    'no address': await told(await worker.fetch('/nowhere')),
    'no organisation': await told(await worker.fetch('/orgs/nobody/api/v1/users')),
    'read only': await told(await post(workerOf({ readOnly: true }), {})),
    'no console': await told(await workerOf({ onDemand: true }).fetch('/orgs/a/_console/x')),
    'no address of an object': await told(await worker.object('x').fetch(new Request('https://w.test/'))),
  }
  await expect(refusals).toMatchFileSnapshot('refusals.txt')
  // The service answers paths that only look like the console.
  const open = workerOf({ onDemand: true })
  for (const path of ['_consoles', 'x/_console']) {
    expect((await open.fetch(`/orgs/a/${path}`)).status).toBe(404)
    expect(await (await open.fetch(`/orgs/a/${path}`)).text()).toContain('E0000008')
  }
  expect((await workerOf({ readOnly: true }).fetch('/_orgs/a', { headers: bearer })).status).toBe(404)
})

test('checks its options', async () => {
  const mistakes = (options: object): string => {
    try {
      createWorker(options)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  await expect([
    mistakes({ options: { apiToken: 'x' } }),
    mistakes({ options: { secretSeed: 'x' } }),
    mistakes({ options: { baseUrl: 'https://x.test' } }),
    mistakes({
      binding: '',
      controlToken: '',
      world: '',
      secretSeed: '',
      onDemand: 1,
      readOnly: 1,
      baseUrl: 'x',
      domain: 'A',
    }),
  ]).toMatchFileSnapshot('mistaken-options.txt')
  for (const domain of ['id.test', 'id-1.test:8080', 'localhost:80']) expect(mistakes({ domain })).toBe('')
  for (const domain of ['id.test:', 'id.test:x', 'https://id.test', 'id.test/', 'id_x', ':80']) {
    expect(mistakes({ domain })).toContain(
      `domain: expected the name of a host, in lower case, got '${domain}'`,
    )
  }
})

test('a table stores rows by part and key, and each write completely or not at all', () => {
  const worker = workerOf({ onDemand: true })
  worker.object('x')
  const table = new RowTable(worker.storages.get('x')!)
  expect(table.isFilled).toBe(false)
  const filling: StateRow[] = [
    ['a', '1', { x: 1 }],
    ['a', '2', 'two'],
  ]
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a table, no array
  table.fill(filling)
  expect(table.isFilled).toBe(true)
  table.write([
    ['a', '1', 3],
    ['b', '1', false],
    ['a', '2', null],
  ])
  const rows = [
    ['a', '1', 3],
    ['b', '1', false],
  ]
  expect(table.read()).toEqual(rows)
  expect(() =>
    table.write([
      ['a', '1', 4],
      ['c', undefined as never, 1],
    ]),
  ).toThrow()
  expect(table.read()).toEqual(rows)
})

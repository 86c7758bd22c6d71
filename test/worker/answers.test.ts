import { afterEach, expect, test, vi } from 'vitest'
import { createWorker, type WorkerOptions } from '../../src/worker.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { InProcess } from './in-process.ts'

afterEach(() => vi.restoreAllMocks())

const bearer = { Authorization: 'Bearer control-me' }

const workerOf = (options: WorkerOptions = {}): InProcess =>
  new InProcess(createWorker({ controlToken: 'control-me', ...options }))

const post = (worker: InProcess, body: unknown): Promise<Response> =>
  worker.fetch('/_orgs', {
    method: 'POST',
    headers: { ...bearer, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const told = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  return [response.status, text === '' ? '' : JSON.parse(text)]
}

/** The answer of a worker with an organisation named `here`, and another one named `acme` with the token `own`. */
async function answer(input: string): Promise<string> {
  const [, options = '', asks = '', method = '', path = '', body] =
    /^(\{.*?\}) (?:as (\S*) )?(\w+) (\S+)(?: (.*))?$/.exec(input) ?? []
  const isClosed = options === '{"closed":true}'
  const worker = isClosed ? new InProcess(createWorker()) : workerOf(JSON.parse(options) as WorkerOptions)
  const filled = body?.replace('LONG', 'x'.repeat(101)).replace('HUGE', 'x'.repeat(1_048_577))
  for (const each of [{ name: 'here' }, { name: 'acme', apiToken: 'own' }]) await post(worker, each)
  const Authorization = asks === '' ? bearer.Authorization : asks.replace('_', ' ')
  const type = filled === undefined ? {} : { 'Content-Type': 'application/json' }
  const init = {
    method,
    headers: { Authorization, ...type },
    ...(filled === undefined ? {} : { body: filled }),
  }
  const response = await worker.fetch(path.replace('LONG', 'x'.repeat(101)), init)
  const text = await response.text()
  const header = (name: string): string => response.headers.get(name) ?? ''
  const issuer = /"issuer":"[^"]*"/.exec(text)?.[0] ?? ''
  if (response.ok) return `${response.status} ${header('link')}${issuer}${header('allow')}`
  const names = ['content-type', 'cache-control', 'allow', 'www-authenticate']
  return `${response.status} ${names.map(header).filter(Boolean).join(', ')}\n${text}`
}

test('finds organisations by their addresses, and refuses what it cannot do with the reason', async () => {
  await expectGolden(new URL('answers.txt', import.meta.url), answer)
})

const tokened = { Authorization: 'SSWS own', 'Content-Type': 'application/json' }

function create(worker: InProcess, login: string): Promise<Response> {
  const profile = { login, email: login, firstName: 'P'.repeat(50), lastName: 'Q'.repeat(50) }
  const init = { method: 'POST', headers: tokened, body: JSON.stringify({ profile }) }
  return worker.fetch('/orgs/acme/api/v1/users', init)
}

async function users(worker: InProcess): Promise<number> {
  return ((await (await worker.fetch('/orgs/acme/api/v1/users', { headers: tokened })).json()) as []).length
}

test('writes a change completely or not at all, and answers 500 if it cannot', async () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  const worker = workerOf()
  await post(worker, { name: 'acme', apiToken: 'own' })
  expect((await create(worker, 'kept@example.com')).status).toBe(200)
  worker.storages.get('acme')!.fill()
  const statuses: number[] = []
  for (let most = 200; most > 0 && statuses.at(-1) !== 500; most -= 1)
    statuses.push((await create(worker, `${statuses.length}@example.com`)).status)
  expect(faults.mock.calls).toEqual([['identikit: a fault of ours', expect.any(Error)]])
  worker.storages.get('acme')!.fill(10_000)
  worker.evict('acme')
  expect(await users(worker)).toBe(2 + statuses.length - 1)
})

test('makes, shows, copies and deletes organisations', async () => {
  const worker = workerOf({
    secretSeed: 'fixed',
    options: { clock: { start: '2031-05-06T07:08:09.000Z', frozen: true } },
  })
  const made = await post(worker, { name: 'acme', dataset: 'demo' })
  expect([made.status, made.headers.get('location'), made.headers.get('cache-control')]).toEqual([
    201,
    'https://id.example.com/orgs/acme',
    'no-store',
  ])
  const shown = (await made.json()) as Record<string, unknown>
  expect(shown).toMatchObject({ name: 'acme', baseUrl: 'https://id.example.com/orgs/acme', users: 151 })
  expect(await told(await worker.fetch('/_orgs/acme', { headers: bearer }))).toEqual([200, shown])
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
  expect((await worker.fetch('/_orgs/acme', { headers: bearer })).status).toBe(404)
  expect(await told(await worker.fetch('/_control/health'))).toEqual([200, { status: 'ready' }])
})

test('fills each with the world of the options, unless the input names another', async () => {
  const worker = workerOf({ dataset: 'demo' })
  expect(await told(await post(worker, { name: 'a' }))).toMatchObject([201, { users: 151 }])
  expect(await told(await post(worker, { name: 'b', dataset: 'empty' }))).toMatchObject([201, { users: 1 }])
})

test('the secrets of organisations follow from the seed, and are random without one', async () => {
  const token = async (worker: InProcess, name: string): Promise<unknown> =>
    ((await told(await post(worker, { name }))) as [number, { apiToken: string }])[1].apiToken
  const seeded = await token(workerOf({ secretSeed: 's' }), 'a')
  expect(await token(workerOf({ secretSeed: 's' }), 'a')).toBe(seeded)
  expect(await token(workerOf({ secretSeed: 's' }), 'b')).not.toBe(seeded)
  const random = await token(workerOf(), 'a')
  const dataset = 'demo'
  const sample = await told(await post(workerOf(), { name: 'a', dataset }))
  const password = expect.stringMatching(/^Tulip-Meadow-42-\d{20}$/) as unknown
  expect(sample).toMatchObject([
    201,
    { sample: { password, tokens: Array(4).fill(expect.stringMatching(/-\d{20}$/)) } },
  ])
  expect(await token(workerOf(), 'a')).not.toBe(random)
})

test('an object refuses an address without a name', async () => {
  expect(await told(await workerOf().object('x').fetch(new Request('https://w.test/')))).toEqual([
    404,
    { error: 'unknown-organisation', message: 'The address names no organisation' },
  ])
})

test('each mistake in the options is named', async () => {
  await expectGolden(new URL('mistaken-options.txt', import.meta.url), (input) => {
    try {
      createWorker(JSON.parse(input) as object)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  })
})

test('answers an error between a worker and an object as JSON, and logs it', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const worker = new InProcess(createWorker({ controlToken: 'x' }))
  const error = new Error('the object is away')
  vi.spyOn(worker, 'object').mockImplementation(() => {
    throw error
  })
  const reply = await worker.fetch('/_orgs', { method: 'POST', headers: { authorization: 'Bearer x' } })
  expect([reply.status, reply.headers.get('content-type'), await reply.json()]).toEqual([
    500,
    'application/json',
    { error: 'server-fault', message: 'the object is away' },
  ])
  expect(told.mock.calls).toEqual([['identikit: a fault of ours', error]])
})

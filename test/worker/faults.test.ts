import { afterEach, expect, test, vi } from 'vitest'
import { jsonReply, logFault, refusal, unknownOrganisation } from '../../src/worker/tasks.ts'
import { createWorker } from '../../src/worker.ts'
import { InProcess } from './in-process.ts'

afterEach(() => vi.restoreAllMocks())

const whole = async (response: Response): Promise<unknown> => [
  response.status,
  Object.fromEntries(response.headers),
  await response.text(),
]
const headers = { 'cache-control': 'no-store', 'content-type': 'application/json' }

test('replies of the worker itself are JSON that nobody keeps', async () => {
  expect(await whole(jsonReply(201, { a: 1 }, { Location: '/x' }))).toEqual([
    201,
    { ...headers, location: '/x' },
    '{"a":1}',
  ])
  expect(await whole(jsonReply(204, undefined))).toEqual([204, headers, ''])
  expect(await whole(refusal(404, 'none', 'There is none'))).toEqual([
    404,
    headers,
    '{"error":"none","message":"There is none"}',
  ])
  expect(await whole(unknownOrganisation('x'.repeat(101)))).toEqual([
    404,
    headers,
    `{"error":"unknown-organisation","message":"There is no organisation named ${'x'.repeat(100)}"}`,
  ])
})

test('logs our own fault with the error', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('broken')
  logFault(error)
  expect(told.mock.calls).toEqual([['identikit: a fault of ours', error]])
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

test('a worker without its binding says which one', async () => {
  for (const [options, name] of [
    [{}, 'ORGANISATIONS'],
    [{ binding: 'OTHER' }, 'OTHER'],
  ] as const) {
    await expect(
      (async () => createWorker(options).fetch(new Request('https://w.test/'), { [name]: {} }))(),
    ).rejects.toThrow(new TypeError(`binding: The worker has no Durable Object binding named ${name}`))
  }
})

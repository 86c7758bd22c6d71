/** Who reaches the provider that the verifier is pointed at, and which interaction a state belongs to. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PactProvider } from '../../src/pact/verify/provider.ts'

let provider: PactProvider
let url: string

beforeEach(async () => {
  provider = new PactProvider()
  url = await provider.listen()
})
afterEach(() => provider.close())

const change = async (body: object): Promise<number> => {
  const reply = await fetch(`${url}/_pact/state`, { method: 'POST', body: JSON.stringify(body) })
  await reply.text()
  return reply.status
}

test('nobody but this machine at its own address reaches it', async () => {
  const elsewhere = url.replace('127.0.0.1', '127.0.0.2')
  await expect(fetch(elsewhere, { signal: AbortSignal.timeout(1000) })).rejects.toThrow()
})

test('a state belongs to the interaction whose number it begins with, or to the one before', async () => {
  expect(await change({ state: '#12 a group exists' })).toBe(200)
  expect([...provider.runs.keys()]).toEqual([12])
  expect(await change({ state: 'the moon of #3 is full' })).toBe(404)
  expect(await change({})).toBe(200)
  expect([...provider.runs]).toEqual([
    [
      12,
      {
        stateErrors: ['there is no provider state "the moon of #3 is full"'],
        exchange: undefined,
      },
    ],
  ])
  expect(await change({ state: '#3a group exists' })).toBe(200)
  expect([...provider.runs.keys()]).toEqual([12, 3])
})

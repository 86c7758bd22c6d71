import { serve } from '../../../src/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerStates } from '../../../src/pact.ts'
import { json, pactOf, writePact } from '../sample.ts'

process.env.PACT_DO_NOT_TRACK = 'true'
const { Verifier } = await import('@pact-foundation/pact')

let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve({ port: 0, options: { apiToken: 'example' } })
})
afterAll(() => server.close())

async function verify(pact: unknown, states: object = providerStates(server)): Promise<unknown> {
  return new Verifier({
    provider: 'identity-service',
    providerBaseUrl: server.url,
    pactUrls: [await writePact(pact)],
    logLevel: 'error',
    ...states,
  }).verifyProvider()
}

const create = {
  states: [{ name: 'a group exists', params: { name: 'Staff' } }],
  request: { path: '/api/v1/groups', query: { q: ['Staff'] } },
  response: { body: json([{ profile: { name: 'Staff' } }]) },
}

test('the verifier of pact-js passes with our states, each interaction from the start', async () => {
  // A group of the same name in the same organisation would be refused, or found twice.
  await expect(verify(pactOf({}, create, create))).resolves.toBeDefined()
})

test('a mismatch fails', async () => {
  await expect(verify(pactOf({ response: { status: 404 } }))).rejects.toThrow('"StatusMismatch"')
})

test.each([
  ['an unknown state', { name: 'an user exists' }, 'did you mean "a user exists"?'],
  ['a state that throws', { name: 'a user exists', params: { login: 'x' } }, 'could not be set up: login'],
])('%s makes the verification fail, though nothing else would', async (_, state, message) => {
  const passing = { request: { path: '/api/v1/users' }, response: { body: undefined } }
  await expect(verify(pactOf({ states: [state], ...passing }))).rejects.toThrow(message)
})

test('verifiers in any language set states up over HTTP, and an unknown state fails', async () => {
  const states = { providerStatesSetupUrl: `${server.url}/_control/pact/state` }
  await expect(verify(pactOf({}, create, create), states)).resolves.toBeDefined()
  await expect(verify(pactOf({ states: [{ name: 'an user exists' }] }), states)).rejects.toThrow()
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningServer, serve } from '../../src/server.ts'

let server: RunningServer

beforeAll(async () => {
  server = await serve({ port: 0, options: { apiToken: 'token' } })
})
beforeEach(() => load({ dataset: 'empty', replace: true }))
afterAll(() => server.close())

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
type Reply = { readonly status: number; readonly json: any }

async function post(action: string, input: unknown): Promise<Reply> {
  const response = await fetch(`${server.url}/_control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return { status: response.status, json: await response.json() }
}

const load = (input: unknown): Promise<Reply> => post('load-dataset', input)

async function logins(): Promise<string[]> {
  const reply = await fetch(`${server.url}/api/v1/users`, { headers: { authorization: 'SSWS token' } })
  const users = (await reply.json()) as { profile: { login: string } }[]
  return users.map(({ profile }) => profile.login)
}

const ada = { login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

test('loads a named dataset', async () => {
  expect(await load({ dataset: 'demo' })).toEqual({ status: 200, json: { users: 151, groups: 23 } })
  expect(await logins()).toHaveLength(143)
})

test('loads a seed given as JSON', async () => {
  expect((await load({ seed: { users: [ada] } })).status).toBe(200)
  expect(await logins()).toEqual(['admin@example.com', 'ada@example.com'])
})

test('loads a seed given as the text of a YAML file', async () => {
  expect((await load({ yaml: `users: [${JSON.stringify(ada)}]` })).status).toBe(200)
  expect(await logins()).toEqual(['admin@example.com', 'ada@example.com'])
})

test('adds to the existing data, or replaces it', async () => {
  await load({ seed: { users: [ada] } })
  const bob = { ...ada, login: 'bob@example.com' }
  await load({ seed: { users: [bob] } })
  expect(await logins()).toEqual(['admin@example.com', 'ada@example.com', 'bob@example.com'])
  await load({ seed: { users: [bob] }, replace: true })
  expect(await logins()).toEqual(['admin@example.com', 'bob@example.com'])
})

test('a reset goes back to the loaded state', async () => {
  await load({ seed: { users: [ada] } })
  await fetch(`${server.url}/api/v1/users/ada@example.com`, {
    method: 'DELETE',
    headers: { authorization: 'SSWS token' },
  })
  expect(await logins()).toEqual(['admin@example.com'])
  await post('reset', {})
  expect(await logins()).toEqual(['admin@example.com', 'ada@example.com'])
})

test('lists every mistake of a seed, and keeps what there was', async () => {
  await load({ seed: { users: [ada] } })
  const bad = await load({
    seed: { users: [{ ...ada, login: 'b@example.com', groups: ['Nope'] }], nope: 1 },
    replace: true,
  })
  expect(bad).toMatchObject({ status: 400, json: { error: 'bad-seed' } })
  expect(bad.json.mistakes).toEqual([
    'users.0.groups.0: expected an existing group, got "Nope"',
    expect.stringMatching(/^nope: unknown key; there are /),
  ])
  expect(await logins()).toEqual(['admin@example.com', 'ada@example.com'])
})

test.for([
  [{ dataset: 'dmeo' }, 'dataset: expected empty, demo, examples, large or large:N'],
  [{}, 'expected one of dataset, seed and yaml'],
  [{ dataset: 'demo', seed: {} }, 'expected one of dataset, seed and yaml'],
  [{ datset: 'demo' }, 'input.datset: unknown field, did you mean dataset?'],
  [{ yaml: 'users: [' }, 'Flow sequence'],
] as const)('refuses %j', async ([input, message]) => {
  const reply = await load(input)
  expect(reply.status).toBe(400)
  expect(reply.json.message).toContain(message)
  expect(await logins()).toEqual(['admin@example.com'])
})

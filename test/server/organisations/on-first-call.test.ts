import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StateFile } from '../../../src/server/state/file.ts'
import { type RunningServer, serve } from '../../../src/server.ts'

let folder: string
let file: string
const running: RunningServer[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-orgs-'))
  file = join(folder, 'a.state')
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
  rmSync(folder, { recursive: true })
})

async function start(more: Parameters<typeof serve>[0] = {}): Promise<RunningServer> {
  const server = await serve({ port: 0, state: file, ...more })
  running.push(server)
  return server
}

async function stop(server: RunningServer): Promise<void> {
  running.splice(running.indexOf(server), 1)
  await server.close()
}

interface Shown {
  readonly name: string
  readonly baseUrl: string
  readonly apiToken: string
  readonly users: number
  readonly groups: number
}

async function json<Body>(
  url: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Body> {
  const reply = await fetch(url, {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })
  return (await reply.json()) as Body
}

const make = ({ url }: RunningServer, name: string, more: object = {}): Promise<Shown> =>
  json(`${url}/_orgs`, { method: 'POST', body: JSON.stringify({ name, ...more }) })

function createUser({ baseUrl, apiToken }: Shown, login: string): Promise<{ id: string }> {
  return json(`${baseUrl}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `SSWS ${apiToken}` },
    body: JSON.stringify({ profile: { login, email: login, firstName: 'A', lastName: 'B' } }),
  })
}

const health = ({ url }: RunningServer): Promise<object> => json(`${url}/_control/health`)
const inMemory = ({ organisations }: RunningServer): string[] =>
  organisations.list().flatMap(({ name, isLoaded }) => (isLoaded ? [name] : []))

test('organisations of a file are read at their first call; lists, health and limits tell all of them', async () => {
  const first = await start()
  const made = [await make(first, 'acme'), await make(first, 'beta'), await make(first, 'gamma')]
  await createUser(made[0]!, 'one@example.com')
  await make(first, 'hosted', { baseUrl: 'http://hosted.test:1' })
  await stop(first)

  const again = await start({ organisations: { max: 4 } })
  expect(inMemory(again)).toEqual([])
  expect(await health(again)).toMatchObject({ organisations: 4, organisationsInMemory: 0 })
  const { organisations, total } = await json<{ organisations: Shown[]; total: number }>(`${again.url}/_orgs`)
  expect(total).toBe(4)
  expect(organisations).toMatchObject([
    { name: 'acme', baseUrl: `${again.url}/orgs/acme`, apiToken: made[0]!.apiToken, users: 2, groups: 1 },
    { name: 'beta', baseUrl: `${again.url}/orgs/beta`, apiToken: made[1]!.apiToken, users: 1, groups: 1 },
    { name: 'gamma', users: 1, control: `${again.url}/orgs/gamma/_control` },
    { name: 'hosted', baseUrl: 'http://hosted.test:1' },
  ])
  expect(inMemory(again)).toEqual([])
  expect(await make(again, 'delta')).toMatchObject({ error: 'too-many-organisations' })
  expect(await make(again, 'beta')).toMatchObject({ error: 'name-taken' })

  await createUser({ ...made[0]!, baseUrl: `${again.url}/orgs/acme` }, 'two@example.com')
  expect(inMemory(again)).toEqual(['acme'])
  expect(await health(again)).toMatchObject({ organisations: 4, organisationsInMemory: 1 })
  expect(await json(`${again.url}/_orgs/acme`)).toMatchObject({ users: 3 })
  expect(again.organisations.atHost('hosted.test:1')?.name).toBe('hosted')

  expect((await fetch(`${again.url}/_orgs/gamma`, { method: 'DELETE' })).status).toBe(204)
  const { baseUrl } = await make(again, 'copy', { from: 'acme' })
  expect(await json(`${again.url}/_orgs/copy`)).toMatchObject({ users: 3 })
  expect(inMemory(again)).toEqual(['acme', 'copy'])
  expect((await fetch(`${baseUrl}/api/v1/users`)).status).toBe(401)
  await stop(again)
  const third = await start()
  expect(third.organisations.list().map(({ name }) => name)).toEqual(['acme', 'beta', 'copy', 'hosted'])
})

test('an idle organisation leaves the memory, keeps its data, and goes on at its next call', async () => {
  const server = await start({ organisations: { idle: '1h' } })
  const acme = await make(server, 'acme')
  const { id } = await createUser(acme, 'one@example.com')
  const held = server.organisations.get('acme')!.organisation
  held.control.setClock({ to: '2026-01-05T09:30:00.000Z', frozen: true })
  await server.organisations.sweep(Date.now() + 3_600_000)
  expect(inMemory(server)).toEqual([])
  expect(await json(`${server.url}/_orgs/acme`)).toMatchObject({ users: 2, apiToken: acme.apiToken })

  const second = await createUser(acme, 'two@example.com')
  expect(second.id).not.toBe(id)
  const { organisation } = server.organisations.get('acme')!
  expect(organisation).not.toBe(held)
  expect(organisation.control.describe()).toMatchObject({ now: '2026-01-05T09:30:00.000Z', frozen: true })
  expect(organisation.data.users.all().map(({ profile }) => profile['login'])).toEqual([
    'admin@example.com',
    'one@example.com',
    'two@example.com',
  ])
})

test('an organisation with a call under way, or called while it is being stored, stays in memory', async () => {
  const server = await start({ organisations: { idle: '1h' } })
  const acme = await make(server, 'acme')
  const waiting = fetch(`${acme.baseUrl}/_control/wait-for-event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'user.created' }),
  })
  const listening = await fetch(`${acme.baseUrl}/_control/events`)
  await expect.poll(() => server.organisations.get('acme')?.calls).toBe(2)
  const later = Date.now() + 7_200_000
  await server.organisations.sweep(later)
  expect(inMemory(server)).toEqual(['acme'])
  await createUser(acme, 'one@example.com')
  expect((await waiting).status).toBe(200)
  await server.organisations.sweep(later)
  expect(inMemory(server)).toEqual(['acme'])
  await listening.body!.cancel()
  await expect.poll(() => server.organisations.get('acme')!.calls).toBe(0)
  const sweeping = server.organisations.sweep(later)
  await createUser(acme, 'two@example.com')
  await sweeping
  await server.organisations.sweep(later)
  expect(inMemory(server)).toEqual([])
  expect(await json(`${server.url}/_orgs/acme`)).toMatchObject({ users: 3 })
})

test('an unreadable organisation answers 503, and the other organisations go on', async () => {
  const first = await start()
  const acme = await make(first, 'acme')
  await make(first, 'beta')
  await stop(first)
  const state = new StateFile(file)
  const rows = [...state.rows('acme', 'organisation')]
  await state.put(
    rows.map(([part, key]) => [part, key, null]),
    'acme',
  )
  state.close()
  const errors: unknown[] = []
  const again = await start({ onError: (error) => errors.push(error) })
  const refused = await fetch(`${again.url}/orgs/acme/api/v1/users`)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: 'unreadable-organisation' })
  expect(String(errors[0])).toContain(`${file}: `)
  expect((await fetch(`${again.url}/orgs/beta/api/v1/users`)).status).toBe(401)
  expect(acme.users).toBe(1)
})

test('one that was not called since the process was killed passes over ids of replies, whenever it is called', async () => {
  const first = await start()
  const acme = await make(first, 'acme')
  const idOf = async ({ url }: RunningServer): Promise<string> =>
    (await json<{ errorId: string }>(`${url}/orgs/acme/api/v1/users`)).errorId
  await createUser(acme, 'one@example.com')
  // As the file is after a kill, before what no reply waits for is written.
  const killed = join(folder, 'killed.state')
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, killed + suffix)
  const told = [await idOf(first), await idOf(first), await idOf(first)]
  await stop(first)

  const second = await start({ state: killed })
  await stop(second)
  const third = await start({ state: killed })
  const after = [await idOf(third), await idOf(third), await idOf(third)]
  expect(new Set([...told, ...after]).size).toBe(6)
})

test('a server that is read only makes no organisation, and says what was meant by a field', async () => {
  const first = await start()
  await make(first, 'acme')
  expect(await json(`${first.url}/_orgs`, { method: 'POST', body: '{"nam":"x"}' })).toEqual({
    error: 'bad-input',
    message: 'input.nam: unknown field, did you mean name?',
    mistakes: ['input.nam: unknown field, did you mean name?'],
  })
  await stop(first)
  const again = await start({ readOnly: true, organisations: { onDemand: true } })
  expect((await fetch(`${again.url}/orgs/acme/api/v1/users`)).status).toBe(401)
  expect(await json(`${again.url}/orgs/new/api/v1/users`)).toMatchObject({ error: 'read-only-mode' })
  expect(again.organisations.size).toBe(1)
})

test('a call of the control plane without its token makes no organisation', async () => {
  const server = await start({ organisations: { onDemand: true }, controlToken: 'control-me' })
  const post = async (authorization: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', authorization }
    const url = `${server.url}/orgs/acme/_control/advance-clock`
    return (await fetch(url, { method: 'POST', body: '{"by":"1h"}', headers })).status
  }
  expect([await post('Bearer wrong'), server.organisations.size]).toEqual([401, 0])
  expect([await post('Bearer control-me'), server.organisations.size]).toEqual([200, 1])
})

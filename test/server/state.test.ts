import { DatabaseSync } from 'node:sqlite'
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadDataset, sampleSecret } from '../../src/fixtures/index.ts'
import { demoPassword } from '../../src/fixtures/datasets/sample-secrets.ts'
import { createOrg } from '../../src/index.ts'
import { serve } from '../../src/server.ts'
import { KeptState } from '../../src/server/state/keep.ts'
import { StateFileError } from '../../src/server/state/error.ts'
import { type RunningServer, serveKept } from '../../src/server/http.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-state-'))
  file = join(folder, 'a.state')
})
afterEach(() => rmSync(folder, { recursive: true }))

const person = (login: string) => ({
  profile: { login, email: login, firstName: 'Kept', lastName: 'Person' },
})

async function create({ url, org }: RunningServer, login: string, base = ''): Promise<Response> {
  return fetch(`${url}${base}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(person(login)),
  })
}

const json = { 'content-type': 'application/json' }

async function statusOf({ url, org }: RunningServer, path: string): Promise<number> {
  const reply = await fetch(`${url}${path}`, { headers: { authorization: `SSWS ${org.apiToken}` } })
  await reply.arrayBuffer()
  return reply.status
}

test('a restarted server goes on from the file, with every organisation', async () => {
  const first = await serve({ port: 0, state: file })
  const { id } = (await (await create(first, 'a@example.com')).json()) as { id: string }
  const made = await fetch(`${first.url}/_orgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'acme' }),
  })
  expect(made.status).toBe(201)
  await fetch(`${first.url}/_orgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'gone' }),
  })
  expect((await fetch(`${first.url}/_orgs/gone`, { method: 'DELETE' })).status).toBe(204)
  const token = first.org.apiToken
  await first.close()

  const second = await serve({ port: 0, state: file })
  expect(second.org.apiToken).toBe(token)
  expect(await statusOf(second, `/api/v1/users/${id}`)).toBe(200)
  expect(second.organisations.list().map(({ name }) => name)).toEqual(['acme'])
  expect(second.organisations.get('acme')?.organisation.baseUrl).toBe(`${second.url}/orgs/acme`)
  await second.close()
})

test('the file is for its owner alone', async () => {
  await (await serve({ port: 0, state: file })).close()
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('options that are given and differ take effect; those that all else follows from cannot be others', async () => {
  await (await serve({ port: 0, state: file })).close()
  const again = await serve({
    port: 0,
    state: file,
    options: { delays: { search: '2s' }, apiToken: 'another' },
  })
  expect(again.org.apiToken).toBe('another')
  expect(again.org.model.settings.delays.search).toBe(2000)
  await again.close()
  await expect(serve({ port: 0, state: file, options: { seed: 'other' } })).rejects.toThrow(
    `${file}: the organisation was made with seed by default, which cannot become "other"`,
  )
  await expect(serve({ port: 0, state: file, org: createOrg() })).rejects.toThrow(
    'holds an organisation already',
  )
})

describe('refuses, and leaves the file as it was,', () => {
  const refused = (path: string, reason: string): void => {
    const before = readFileSync(path)
    expect(() => new KeptState(path)).toThrow(reason)
    expect(() => new KeptState(path)).toThrow(StateFileError)
    expect(readFileSync(path)).toEqual(before)
  }

  test('a file that is not a database', () => {
    writeFileSync(file, 'hello')
    refused(file, 'is not a state file; it was not changed')
    writeFileSync(file, 'users:\n'.repeat(1000))
    refused(file, 'is not a state file; it was not changed')
  })

  test('a database of something else', () => {
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE state (x)')
    other.close()
    refused(file, 'is a database of something else; it was left as it is')
  })

  test('a file of a later identikit', async () => {
    await (await serve({ port: 0, state: file })).close()
    const later = new DatabaseSync(file)
    later.exec('PRAGMA user_version = 99')
    later.close()
    refused(file, 'was written by a later identikit (version 99 of the file, this one reads 3); use that')
  })

  test('a folder, and one that is in no folder', () => {
    expect(() => new KeptState(folder)).toThrow('is a folder; name a file')
    expect(() => new KeptState(join(folder, 'none', 'a'))).toThrow('there is no folder')
  })
})

test('read only, it serves the stored data and writes nothing', async () => {
  expect(() => new KeptState(file, { readOnly: true })).toThrow('there is no file')
  const first = await serve({ port: 0, state: file })
  await create(first, 'a@example.com')
  await first.close()
  const before = readFileSync(file)
  const second = await serve({ port: 0, state: file, readOnly: true })
  expect(second.org.model.users.collection.by('login', 'a@example.com')).toBeDefined()
  expect((await create(second, 'b@example.com')).status).toBe(503)
  await second.close()
  expect(readFileSync(file)).toEqual(before)
})

test('where the disk is full, a write fails without effect, and reads go on', async () => {
  const kept = new KeptState(file, { maxPages: 40 })
  const server = await serveKept({ port: 0 }, kept)
  const logins = Array.from({ length: 400 }, (_, index) => `p${index}@example.com`)
  let full: string | undefined
  const stored: string[] = []
  for (const login of logins) {
    const { status } = await create(server, login)
    if (status === 503) {
      full = login
      break
    }
    expect(status).toBe(200)
    stored.push(login)
  }
  expect(full).toBeDefined()
  expect(await statusOf(server, `/api/v1/users/${full}`)).toBe(404)
  expect(await statusOf(server, `/api/v1/users/${stored.at(-1)}`)).toBe(200)
  // A write that needs no room may succeed.
  const { url, org } = server
  const removed = await fetch(`${url}/api/v1/users/${stored[0]}/lifecycle/deactivate`, {
    method: 'POST',
    headers: { authorization: `SSWS ${org.apiToken}` },
  })
  expect([200, 503]).toContain(removed.status)
  await server.close().catch(() => {})

  const again = await serve({ port: 0, state: file })
  expect(again.org.model.users.collection.values().map(({ profile }) => profile.login)).toEqual([
    'admin@example.com',
    ...stored,
  ])
  await again.close()
})

test('truncated anywhere, it is refused, or is the state of an earlier moment in whole', async () => {
  const server = await serve({ port: 0, state: file })
  for (let index = 0; index < 20; index++) await create(server, `p${index}@example.com`)
  const copy = join(folder, 'b.state')
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  await server.close()
  const main = statSync(copy).size
  const log = statSync(`${copy}-wal`).size
  const cut = join(folder, 'c.state')
  for (let index = 0; index < 14; index++) {
    copyFileSync(copy, cut)
    copyFileSync(`${copy}-wal`, `${cut}-wal`)
    // Places that follow from nothing else in the file.
    if (index % 2 === 0) truncateSync(`${cut}-wal`, Math.floor((log * ((index * 7919) % 1000)) / 1000))
    else truncateSync(cut, Math.floor((main * ((index * 7919) % 1000)) / 1000))
    try {
      const kept = new KeptState(cut)
      const users = kept.own()?.model.users.collection.values() ?? []
      const people = users.slice(1).map(({ profile }) => profile.login)
      expect(people).toEqual(people.map((_, at) => `p${at}@example.com`))
      await kept.close()
    } catch (error) {
      expect(error).toBeInstanceOf(StateFileError)
    }
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(cut + end, { force: true })
  }
})

test('where the disk is full, no organisation is made, and no part of one is left', async () => {
  const kept = new KeptState(file, { maxPages: 60 })
  const options = { onDemand: true, dataset: 'demo' } as const
  const server = await serveKept({ port: 0, organisations: options }, kept)
  const asked: (readonly [string, () => Promise<Response>])[] = [
    ['acme', () => fetch(`${server.url}/_orgs`, { method: 'POST', headers: json, body: '{"name":"acme"}' })],
    ['beta', () => fetch(`${server.url}/orgs/beta/oauth2/v1/keys`)],
  ]
  for (const [name, ask] of asked) {
    const response = await ask()
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        error: 'read-only-mode',
        message: `The organisation ${name} cannot be kept, and was not made: the disk is full: ${file} cannot be written to`,
      },
    ])
    expect([name, server.organisations.size, [...kept.file.names()]]).toEqual([name, 0, ['']])
  }
  expect(await statusOf(server, '/api/v1/users')).toBe(200)
  await server.close()
  const again = await serve({ port: 0, state: file })
  expect(again.organisations.size).toBe(0)
  await again.close()
})

test('an organisation that cannot be taken out of the file is there still', async () => {
  const kept = new KeptState(file)
  const server = await serveKept({ port: 0 }, kept)
  const { baseUrl } = (await server.organisations.create({ name: 'acme' })).organisation
  kept.file.remove = () => Promise.reject(new Error('database or disk is full'))
  const response = await fetch(`${server.url}/_orgs/acme`, { method: 'DELETE' })
  expect([response.status, await response.json()]).toEqual([
    503,
    {
      error: 'read-only-mode',
      message: 'The organisation acme cannot be deleted: database or disk is full',
    },
  ])
  expect((await fetch(`${baseUrl}/oauth2/v1/keys`)).status).toBe(200)
  await server.close()
})

test('a file made for this machine alone is not served to other machines', async () => {
  const first = await serve({ port: 0, state: file })
  await first.close()
  const before = readFileSync(file)
  const beyond = { port: 0, state: file, host: '0.0.0.0' }
  await expect(serve(beyond)).rejects.toThrow(
    /a\.state was made for this machine alone: everybody can guess its tokens/,
  )
  expect(readFileSync(file)).toEqual(before)
  rmSync(file)
  // Its secrets are random, and the next start has them again.
  const second = await serve(beyond)
  await loadDataset(second.org, 'demo')
  const password = sampleSecret(second.org, demoPassword)
  expect(password).not.toBe(demoPassword)
  await second.close()
  const third = await serve(beyond)
  expect(sampleSecret(third.org, demoPassword)).toBe(password)
  const login = 'hope.medhurst@example.com'
  expect(await third.org.control.signIn({ login, password })).toMatchObject({ status: 'SUCCESS' })
  await third.close()
})

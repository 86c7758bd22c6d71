/** A file of state by itself: what is in it, and what is refused of it. */
import { DatabaseSync } from 'node:sqlite'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseUnlessState } from '../../src/server/state/check.ts'
import { StateFile } from '../../src/server/state/file.ts'
import { runHere } from '../cli/run-here.ts'
import { serve } from '../../src/server.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-file-'))
  file = join(folder, 'a.state')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('rows are put, replaced and taken out, by organisation, part and key', async () => {
  const state = new StateFile(file)
  expect(existsSync(file)).toBe(false)
  expect([state.path, state.isInterrupted, state.names(), [...state.rows()]]).toEqual([file, false, [], []])
  state.begin()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const first = state.put([
    ['users', 'a', { x: 1 }],
    ['users', 'b', [2]],
    ['users', 'last', 2],
    ['groups', 'a', 'text'],
  ])
  const second = state.put([['users', 'a', 'other']], 'acme')
  expect(first).toBe(second)
  // What waits to be written is there as well.
  expect([...state.rows('acme')]).toEqual([['users', 'a', 'other']])
  await first
  await state.put([
    ['users', 'b', null],
    ['users', 'a', { x: 3 }],
  ])
  expect(state.names()).toEqual(['', 'acme'])
  expect([...state.rows()]).toEqual([
    ['groups', 'a', 'text'],
    ['users', 'a', { x: 3 }],
    ['users', 'last', 2],
  ])
  expect([...state.rows('', 'groups')]).toEqual([['groups', 'a', 'text']])
  expect([state.count('', 'users'), state.count('', 'groups'), state.count('', 'none')]).toEqual([1, 1, 0])
  expect([
    state.value('', 'users', 'a'),
    state.value('acme', 'users', 'a'),
    state.value('acme', 'x', 'a'),
  ]).toEqual([{ x: 3 }, 'other', undefined])
  expect(state.size % 4096).toBe(0)
  expect(state.size).toBeGreaterThan(0)
  const store = state.storeOf('beta')
  await store.write([['users', 'c', 1]])
  expect([...state.rows('beta')]).toEqual([['users', 'c', 1]])
  await state.storeOf().write([['users', 'own', 1]])
  expect(state.value('', 'users', 'own')).toBe(1)
  void state.put([['users', 'lost', 1]], 'beta')
  await state.remove('beta')
  expect(state.names()).toEqual(['', 'acme'])
  void state.put([['users', 'late', 1]], 'acme')
  state.close()
  state.close()
  expect([existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([false, false])
  const again = new StateFile(file, { readOnly: true })
  expect([again.isInterrupted, again.value('acme', 'users', 'late')]).toEqual([false, 1])
  again.close()
})

test('an interruption is told of each organisation until it goes on', async () => {
  const state = new StateFile(file)
  await state.put([['users', 'a', 1]])
  await state.put([['users', 'a', 1]], 'acme')
  await state.put([['users', 'a', 1]], 'beta')
  state.close()
  const mark = new DatabaseSync(file)
  mark.exec("INSERT INTO about VALUES ('running', '1')")
  mark.close()
  const second = new StateFile(file)
  expect(second.isInterrupted).toBe(true)
  expect(['', 'acme', 'beta', 'none'].map((name) => second.wasInterrupted(name))).toEqual([
    true,
    true,
    true,
    false,
  ])
  second.begin()
  second.goesOn('')
  second.goesOn('acme')
  second.close()
  const third = new StateFile(file)
  expect(third.isInterrupted).toBe(false)
  expect(['', 'acme', 'beta'].map((name) => third.wasInterrupted(name))).toEqual([false, false, true])
  await third.remove('beta')
  third.close()
  const fourth = new StateFile(file)
  expect(fourth.wasInterrupted('beta')).toBe(false)
  fourth.close()
})

test('room that was given back leaves the file when it is opened again, once that is worth it', async () => {
  const state = new StateFile(file)
  const rows = Array.from({ length: 1500 }, (_, index) => ['users', `k${index}`, 'x'.repeat(4000)] as const)
  await state.put(rows)
  const full = state.size
  await state.put(rows.slice(0, 800).map(([part, key]) => [part, key, null] as const))
  state.close()
  const kept = new StateFile(file)
  expect(kept.size).toBe(full)
  await kept.put(rows.slice(800, 1400).map(([part, key]) => [part, key, null] as const))
  kept.close()
  const again = new StateFile(file)
  again.begin()
  expect(again.size).toBeLessThan(full / 4)
  expect(again.count('', 'users')).toBe(100)
  again.close()
})

test.each<[string, (path: string) => void, string]>([
  ['a text', (path) => writeFileSync(path, 'hello'), 'PATH is no file of state; it was left as it is'],
  [
    'a header that breaks off',
    (path) => writeFileSync(path, `SQLite format 3\0${'x'.repeat(83)}`),
    'PATH is no file of state; it was left as it is',
  ],
  [
    'a header of something else',
    (path) => writeFileSync(path, `SQLite format 3\0${'x'.repeat(84)}`),
    'PATH is a database of something else; it was left as it is',
  ],
])('%s is no file of state', (_, write, message) => {
  write(file)
  for (const readOnly of [true, false]) {
    expect(() => refuseUnlessState(file, readOnly)).toThrow(message.replace('PATH', file))
  }
})

test('where there is none, one can be made, but not while it is read only, nor in no folder', () => {
  expect(refuseUnlessState(file, false)).toBe(true)
  expect(() => refuseUnlessState(file, true)).toThrow(
    `there is no file ${file}, and nothing is made while it is read only`,
  )
  writeFileSync(file, '')
  expect(refuseUnlessState(file, false)).toBe(true)
  const nowhere = join(folder, 'none/a')
  expect(() => refuseUnlessState(nowhere, false)).toThrow(
    `there is no folder ${join(folder, 'none')} for ${nowhere}`,
  )
  expect(() => refuseUnlessState(folder, false)).toThrow(`${folder} is a folder; name a file`)
  const made = new StateFile(join(folder, 'b'))
  made.begin()
  made.close()
  expect(refuseUnlessState(join(folder, 'b'), false)).toBe(false)
  expect(refuseUnlessState(join(folder, 'b'), true)).toBe(false)
})

test('a file whose pages contradict each other is not opened', async () => {
  const state = new StateFile(file)
  await state.put(
    Array.from({ length: 200 }, (_, index) => ['users', `user ${index}`, 'x'.repeat(500)] as const),
  )
  state.close()
  const bytes = readFileSync(file)
  // The pages after those of the schema; the size of a page stands at its place in the header.
  const pageSize = bytes.readUInt16BE(16)
  bytes.fill(0, bytes.length - 8 * pageSize)
  writeFileSync(file, bytes)
  expect(() => new StateFile(file)).toThrow(`${file} is damaged: `)
})

test('state show tells all of it as text and as JSON, interruptions and snapshots too', async () => {
  const server = await serve({
    port: 0,
    state: file,
    options: { clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } },
  })
  server.org.control.saveSnapshot({ name: 'one' })
  server.org.control.saveSnapshot({ name: 'two' })
  await server.organisations.create({ name: 'acme' })
  await server.close()
  const mark = new DatabaseSync(file)
  mark.exec("INSERT INTO about VALUES ('running', '1')")
  mark.close()
  const kib = (statSync(file).size / 1024).toFixed(0)
  const { out } = await runHere(['state', 'show', file])
  expect(out.split('\n')).toEqual([
    `${file}: ${kib} KiB, the server that had it last was interrupted; nothing acknowledged is lost`,
    '',
    `The server's own organisation at ${server.url}`,
    '  1 user, 1 group, 0 clients, 0 mails',
    '  its time: 2026-01-05T09:30:00.000Z',
    '  snapshots: one, two',
    '',
    `Organisation acme at ${server.url}/orgs/acme`,
    '  1 user, 1 group, 0 clients, 0 mails',
    '  its time: 2026-01-05T09:30:00.000Z',
  ])
  const known = { time: '2026-01-05T09:30:00.000Z', users: 1, groups: 1, clients: 0, mails: 0 }
  expect(JSON.parse((await runHere(['state', 'show', file, '--json'])).out)).toEqual({
    file,
    bytes: statSync(file).size,
    closed: false,
    organisations: [
      { name: '', baseUrl: server.url, ...known, snapshots: ['one', 'two'] },
      { name: 'acme', baseUrl: `${server.url}/orgs/acme`, ...known, snapshots: [] },
    ],
  })
  const exported = join(folder, 'a.json')
  expect((await runHere(['state', 'export', file, '--out', exported])).out).toMatch(/a\.json: \d+ rows$/)
  const seed = join(folder, 'seed.yaml')
  for (const from of [file, exported]) {
    const printed = await runHere(['seed', 'export', from])
    expect(printed.code).toBe(0)
    expect(printed.out).toMatch(/^[\s\S]*exact:/)
    expect(printed.out.endsWith('\n')).toBe(false)
    expect(await runHere(['seed', 'export', from, '--out', seed])).toMatchObject({
      code: 0,
      out: '',
      error: printed.error,
    })
    expect(statSync(seed).mode & 0o777).toBe(0o600)
    for (const line of printed.error.split('\n').filter(Boolean)) expect(line).toMatch(/^Not carried: \S/)
  }
})

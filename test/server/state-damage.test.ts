/** Damaged or foreign state files: the error of each command, and that no row of a file changes. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { type RunningServer, serve } from '../../src/server.ts'
import { serveKept } from '../../src/server/http.ts'
import { KeptState } from '../../src/server/state/keep.ts'
import { runHere } from '../cli/run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'identikit-damage-'))
/** A file whose server was closed, one whose server was killed, and one that another program looked at since. */
const templates = { closed: 'closed', killed: 'killed', looked: 'looked' } as const
type Template = keyof typeof templates
const ends = ['', '-wal', '-shm', '-journal']
const file = join(folder, 'a.state')
const exported = join(folder, 'export.json')

async function addPeople({ url, org }: RunningServer, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const login = `p${at}@example.com`
    const profile = { login, email: login, firstName: 'P', lastName: 'P' }
    const reply = await fetch(`${url}/api/v1/users`, {
      method: 'POST',
      headers: { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ profile }),
    })
    expect(reply.status).toBe(200)
  }
}

function copy(from: string, to: string): void {
  for (const end of ends) {
    rmSync(to + end, { force: true })
    if (existsSync(from + end)) copyFileSync(from + end, to + end)
  }
}

beforeAll(async () => {
  const closed = join(folder, 'closed')
  const server = await serve({ port: 0, state: closed })
  await addPeople(server, 20)
  await server.organisations.create({ name: 'acme' })
  await server.organisations.settled()
  copy(closed, join(folder, 'killed'))
  writeFileSync(exported, JSON.stringify(server.org.exportState()))
  await server.close()
  const looked = join(folder, 'looked')
  copy(join(folder, 'killed'), looked)
  const reader = new DatabaseSync(looked, { readOnly: true })
  reader.prepare('SELECT count(*) FROM state').all()
  reader.close()
  expect(readdirSync(folder).sort()).toEqual(
    ['closed', 'export.json', 'killed', 'killed-wal', 'looked', 'looked-shm', 'looked-wal'].sort(),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const end of ends) rmSync(file + end, { force: true })
})

/** Makes a change as another program does, and leaves its log next to the file if it had one. */
function changed(template: Template, sql: string): void {
  copy(join(folder, template), file)
  const other = new DatabaseSync(file)
  other.exec(sql)
  if (template !== 'closed') copy(file, `${file}-copy`)
  other.close()
  if (template !== 'closed') copy(`${file}-copy`, file)
  if (template === 'killed') rmSync(`${file}-shm`)
  for (const end of ends) rmSync(`${file}-copy${end}`, { force: true })
}

/** Digests: a difference of whole files takes minutes to print. */
function bytes(): Readonly<Record<string, string>> {
  const beside = readdirSync(folder).filter((name) => name.startsWith('a.state'))
  return Object.fromEntries(
    beside.sort().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

/** The rows of the file and its log: SQLite may write a log into its file. They are read from a copy. */
function rows(): string {
  const at = join(folder, 'rows')
  copy(file, at)
  const database = new DatabaseSync(at)
  const found = database.prepare('SELECT organisation, part, key, value FROM state').all()
  database.close()
  for (const end of ends) rmSync(at + end, { force: true })
  return createHash('sha256').update(JSON.stringify(found)).digest('hex')
}

/** The content that stays: every byte of a file that was closed, every row of one whose server was killed. */
const contentOf = (template: Template): unknown => (template === 'closed' ? bytes() : rows())

/** Every way to open a file, and its error message. */
const openers: Readonly<Record<string, () => Promise<string>>> = {
  serve: () => messageOf(serve({ port: 0, state: file })),
  'serve, read only': () => messageOf(serve({ port: 0, state: file, readOnly: true })),
  'serve as a command': async () => (await runHere(['serve', '--port', '0', '--state', file])).error,
  'state show': async () => (await runHere(['state', 'show', file])).error,
  'state export': async () =>
    (await runHere(['state', 'export', file, '--out', join(folder, 'out.json')])).error,
  'state import': async () => (await runHere(['state', 'import', exported, file])).error,
  'seed --from state': async () => (await runHere(['seed', '--from', 'state', file])).error,
}

async function messageOf(running: Promise<RunningServer>): Promise<string> {
  return running.then(
    async (server) => {
      await server.close()
      return 'it was served'
    },
    (error: Error) => error.message,
  )
}

const damages: readonly (readonly [what: string, sql: string, told: string])[] = [
  [
    'a row that is no JSON',
    `UPDATE state SET value = '{' WHERE part = 'users'`,
    'is damaged: a row of users cannot be read',
  ],
  [
    'rows of an unknown part',
    `UPDATE state SET part = 'people' WHERE part = 'users'`,
    'there is no part named "people"',
  ],
  [
    'rows without the options of the organisation',
    `DELETE FROM state WHERE part = 'organisation'`,
    'the row with the options of the organisation is missing',
  ],
]

/** Openers that read every row. */
const readers = [
  'serve',
  'serve, read only',
  'serve as a command',
  'state show',
  'seed --from state',
] as const

test.each(
  damages.flatMap(([what, sql, told]) =>
    (Object.keys(templates) as Template[]).map((template) => [what, template, sql, told] as const),
  ),
)('every reader reports %s (%s), and changes nothing', async (_, template, sql, told) => {
  changed(template, sql)
  const before = contentOf(template)
  for (const reader of readers) {
    const message = await openers[reader]!()
    expect(message, reader).toContain(told)
    expect(message.trimEnd(), reader).not.toContain('\n')
    expect(contentOf(template), reader).toEqual(before)
  }
})

test.each(Object.keys(templates) as Template[])(
  'a sound file (%s) that cannot be served as it is asked is not written to',
  async (template) => {
    copy(join(folder, template), file)
    const before = contentOf(template)
    expect(await messageOf(serve({ port: 0, state: file, options: { seed: 'other' } }))).toContain(
      'which cannot become "other"',
    )
    expect(contentOf(template)).toEqual(before)
    expect(await messageOf(serve({ port: 0, state: file, org: createOrg() }))).toContain(
      'holds an organisation',
    )
    expect(contentOf(template)).toEqual(before)
    expect((await runHere(['state', 'import', exported, file])).error).toContain(
      'holds an organisation already',
    )
    expect(contentOf(template)).toEqual(before)
    // Only read, it is left as well.
    for (const opener of ['serve, read only', 'state show', 'state export', 'seed --from state']) {
      await openers[opener]!()
      expect(contentOf(template), opener).toEqual(before)
    }
    rmSync(join(folder, 'out.json'))
    // It is sound, and goes on.
    const server = await serve({ port: 0, state: file })
    expect(server.org.model.users.collection.size).toBe(21)
    await server.close()
    expect(Object.keys(bytes())).toEqual(['a.state'])
  },
)

test.each(Object.keys(templates) as Template[])(
  'reports broken pages (%s), and leaves the file',
  async (template) => {
    copy(join(folder, template), file)
    const broken = readFileSync(file)
    broken.fill(7, 4096)
    writeFileSync(file, broken)
    if (template !== 'closed') writeFileSync(`${file}-wal`, 'no log')
    const before = bytes()['a.state']
    for (const [opener, open] of Object.entries(openers)) {
      expect(await open(), opener).toContain(`${file} is damaged: `)
      expect(bytes()['a.state'], opener).toEqual(before)
    }
  },
)

test('a file that another server has is left to it', async () => {
  const server = await serve({ port: 0, state: file })
  await addPeople(server, 1)
  const before = bytes()
  for (const [opener, open] of Object.entries(openers)) {
    expect(await open(), opener).toContain(
      `${file} is in use by another server; stop that, or name another file`,
    )
    expect(bytes(), opener).toEqual(before)
  }
  await server.close()
})

test('a file of rows that are of no organisation is left', async () => {
  const { file: made } = new KeptState(file)
  await made.put([['users', '1', { no: 'user' }]])
  made.close()
  const before = bytes()
  expect(await openers['serve']!()).toContain(`${file}: `)
  expect(bytes()).toEqual(before)
})

const olderRows =
  'CREATE TABLE old (organisation TEXT NOT NULL, part TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,' +
  ' sum INTEGER NOT NULL, PRIMARY KEY (organisation, part, key)) WITHOUT ROWID;' +
  'INSERT INTO old SELECT organisation, part, key, value, 7 FROM state; DROP TABLE state;' +
  'ALTER TABLE old RENAME TO state;'

test.each([
  ['first', "DELETE FROM about WHERE name = 'opened'; PRAGMA user_version = 1"],
  ['second', `${olderRows}INSERT INTO about VALUES ('rows', '70 490'); PRAGMA user_version = 2`],
])('a file of the %s version goes on, and is rewritten once', async (_, sql) => {
  changed('closed', sql)
  const old = bytes()
  expect(await openers['state show']!()).toBe('')
  expect(bytes()).toEqual(old)
  const server = await serve({ port: 0, state: file })
  expect(server.org.model.users.collection.size).toBe(21)
  await server.organisations.create({ name: 'later' })
  await server.organisations.settled()
  server.organisations.delete('acme')
  await server.organisations.settled()
  await server.close()
  expect(await openers['state show']!()).toBe('')
  const other = new DatabaseSync(file)
  expect(other.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 })
  const columns = other.prepare("SELECT name FROM pragma_table_info('state')").all()
  expect(columns.map(({ name }) => name)).toEqual(['organisation', 'part', 'key', 'value'])
  other.close()
})

test('a file of which a page cannot be written at the start says so, and the port is free again', async () => {
  const kept = new KeptState(file, { maxPages: 4 })
  const org = createOrg()
  for (let at = 0; at < 50; at += 1) org.control.createApiToken({ name: `token ${at}` })
  const port = await freePort()
  await expect(serveKept({ port, org }, kept)).rejects.toThrow(
    `the disk is full: ${file} cannot be written to`,
  )
  const next = await serve({ port })
  await next.close()
})

async function freePort(): Promise<number> {
  const server = await serve({ port: 0 })
  await server.close()
  return server.port
}

test('once a server listens, all its initial data is on the disk', async () => {
  const org = createOrg({ apiToken: 'token' })
  for (let at = 0; at < 200; at += 1) org.control.createApiToken({ name: `token ${at}` })
  const expected = org.control.list({ kind: 'tokens' }).apiTokens.length
  const server = await serve({ port: 0, state: file, org })
  // As a process leaves it that is killed now.
  const killed = join(folder, 'at-once')
  copy(file, killed)
  await server.close()
  const again = await serve({ port: 0, state: killed })
  expect(again.org.control.list({ kind: 'tokens' }).apiTokens).toHaveLength(expected)
  await again.close()
  for (const end of ends) rmSync(killed + end, { force: true })
})

import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { serve } from '../../src/server.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'identikit-state-cli-'))
const file = join(folder, 'a.state')
const exported = join(folder, 'a.json')
let baseUrl: string
let apiToken: string

/** A server with its own organisation and a second one, kept in a file. */
beforeAll(async () => {
  const server = await serve({
    port: 0,
    state: file,
    options: { clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } },
  })
  const { url, org, organisations } = server
  for (const login of ['ada@example.com', 'bob@example.com']) {
    const created = await fetch(`${url}/api/v1/users`, {
      method: 'POST',
      headers: { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ profile: { login, email: login, firstName: 'Kept', lastName: 'Person' } }),
    })
    expect(created.status).toBe(200)
  }
  await fetch(`${url}/_control/take-snapshot`, { method: 'POST', body: '{"name":"before"}' })
  await fetch(`${url}/_orgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'acme' }),
  })
  expect(organisations.list().map(({ name }) => name)).toEqual(['acme'])
  baseUrl = url
  apiToken = org.apiToken
  await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

test('state show reports each organisation in a file', async () => {
  const { code, out, error } = await runHere(['state', 'show', file])
  expect({ code, error }).toEqual({ code: 0, error: '' })
  const [first, ...lines] = out.split('\n')
  expect(first).toMatch(/a\.state: \d+ KiB, closed$/)
  expect(lines.slice(0, 4)).toEqual([
    '',
    `The server's own organisation at ${baseUrl}`,
    '  3 users, 1 group, 0 clients, 2 mails',
    '  its time: 2026-01-05T09:30:00.000Z',
  ])
  expect(out).toContain(
    `\nOrganisation acme at ${baseUrl}/orgs/acme\n  1 user, 1 group, 0 clients, 0 mails\n`,
  )
})

test('state show reports the same as JSON', async () => {
  const { out } = await runHere(['state', 'show', file, '--json'])
  expect(JSON.parse(out)).toMatchObject({
    file,
    bytes: statSync(file).size,
    closed: true,
    organisations: [
      { users: 3, groups: 1, clients: 0, mails: 2 },
      { name: 'acme', users: 1 },
    ],
  })
})

test('state export writes a copy for its owner alone, of which state import makes the same file', async () => {
  const written = await runHere(['state', 'export', file, '--out', exported])
  expect(written).toMatchObject({ code: 0, error: '' })
  expect(written.out).toMatch(/^Wrote .*a\.json: \d+ rows$/)
  expect(statSync(exported).mode & 0o077).toBe(0)
  const { rows, organisations } = JSON.parse(readFileSync(exported, 'utf8'))
  // The export lists the organisation of the server apart from the other ones.
  expect(Object.keys(organisations)).toEqual(['acme'])
  expect(createOrg({ rows }).apiToken).toBe(apiToken)

  const copy = join(folder, 'copy.state')
  const made = await runHere(['state', 'import', exported, copy])
  expect(made).toEqual({
    code: 0,
    out: `Made ${copy}; serve it with: identikit serve --state ${copy}`,
    error: '',
  })
  const shown = async (path: string) =>
    JSON.parse((await runHere(['state', 'show', path, '--json'])).out).organisations
  expect(await shown(copy)).toEqual(await shown(file))
})

test('state import leaves a file alone that holds an organisation', async () => {
  await runHere(['state', 'export', file, '--out', exported])
  const before = readFileSync(file)
  const { code, error } = await runHere(['state', 'import', exported, file])
  expect(code).toBe(2)
  expect(error).toBe(
    `identikit state import: ${file} holds an organisation already; name a file that is not there yet`,
  )
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('refuses a file that is neither a state nor an export, with one line', async () => {
  const other = join(folder, 'other.json')
  writeFileSync(other, '{"users":')
  const gone = join(folder, 'gone')
  for (const argv of [
    ['show', other],
    ['show', gone],
    ['export', gone, '--out', exported],
    ['import', other, join(folder, 'new.state')],
    ['import', gone, join(folder, 'new.state')],
  ]) {
    const { code, out, error } = await runHere(['state', ...argv])
    expect({ argv, code, out }).toEqual({ argv, code: 2, out: '' })
    expect(error).toMatch(/^identikit state \w+: [^\n]+$/)
  }
})

test('a seed file of more than 128 MiB is refused unread', async () => {
  const seed = join(folder, 'large.yaml')
  writeFileSync(seed, '')
  // A hole: it takes no room on the disk.
  truncateSync(seed, 128 * 1024 * 1024 + 1)
  const { code, error } = await runHere(['serve', '--port', '0', '--no-config', '--data', seed])
  expect(code).not.toBe(0)
  expect(error).toContain(`${seed} has 129 MiB: expected at most 128`)
})

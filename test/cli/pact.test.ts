/** `identikit pact`, with the verifier of the Pact project, and with programs as a consumer's own tests. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { suiteVersion } from '../../conformance/engine/plan/version.ts'
import { json, pactOf, type Sample } from '../pact/sample.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { runHere } from './run-here.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-pact-cli-'))
})

function written(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const wrong: Sample = { response: { status: 201 } }
const open: Sample = { response: { headers: { 'X-Rate-Limit-Limit': ['600'] } } }
const group: Sample = {
  states: [{ name: 'group {id} of type {type} exists', params: { id: '00g1', type: 'ACME_GROUP' } }],
  request: { path: '/api/v1/groups/00g1' },
  response: { body: json({ type: 'ACME_GROUP' }) },
}
/** The id of a user in a state comes from the seed. */
const anyUser: Sample = {
  states: [{ name: 'a user exists' }],
  request: {
    path: '/api/v1/users/x',
    generators: {
      path: { type: 'ProviderState', expression: '/api/v1/users/${userId}', dataType: 'STRING' },
    },
  },
  response: { body: json({ id: 'by the seed' }) },
}
const message = { type: 'Asynchronous/Messages', description: 'a message', contents: {} }
const mixed = pactOf({}, open, wrong)

/** The pacts that the lines of `pact.txt` name. */
const pacts: Record<string, unknown> = {
  'match.json': pactOf({}),
  'both.json': pactOf({}, wrong),
  'pending.json': pactOf({ ...wrong, pending: true }),
  'open.json': pactOf(open),
  'open-pending.json': pactOf({ ...open, pending: true }),
  'group.json': pactOf(group),
  'user.json': pactOf(anyUser),
  'empty.json': pactOf(),
  'mixed.json': { ...mixed, interactions: [message, ...(mixed['interactions'] as object[])] },
}

test('prints what matches and what does not, with an exit code for each outcome', async () => {
  for (const [name, pact] of Object.entries(pacts)) written(name, JSON.stringify(pact))
  written('broken.json', '{')
  mkdirSync(join(folder, 'folder/folder.json'), { recursive: true })
  await expectGolden(new URL('pact.txt', import.meta.url), async (input) => {
    const argv = input
      .split(' ')
      .map((word) =>
        word.includes('.json') || word.startsWith('DIR') ? join(folder, word.replace('DIR', '.')) : word,
      )
    const { code, out, error } = await runHere(['pact', ...argv])
    return `exit ${code}\n${out}${error}`
      .replaceAll(`${folder}/`, 'DIR/')
      .replaceAll(folder, 'DIR')
      .replace(suiteVersion, 'VERSION')
  })
  const printed = await runHere(['pact', 'check', join(folder, 'match.json'), '--json'])
  expect(`${printed.out}\n`).toBe(readFileSync(join(folder, 'new/pact.json'), 'utf8'))
  expect(existsSync(join(folder, 'new/pact.junit.xml'))).toBe(true)
})

test('verify never publishes', async () => {
  vi.stubEnv('PACT_BROKER_PUBLISH_VERIFICATION_RESULTS', 'true')
  const { code, error } = await runHere(['pact', 'verify', written('web.json', JSON.stringify(pactOf({})))])
  vi.unstubAllEnvs()
  expect([code, error.startsWith('identikit pact verify: results are not published: ')]).toEqual([2, true])
})

/** The words of a program that runs this script; it can use `list` to call the service. */
const program = (script: string): string[] => [
  '--',
  process.execPath,
  '--input-type=module',
  '--eval',
  `const { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: token } = process.env
  const list = (path) => fetch(url + path, { headers: { Authorization: 'SSWS ' + token } }).then((reply) => reply.json())
  const { writeFileSync } = await import('node:fs')
  const tell = (value) => writeFileSync(${JSON.stringify(join(folder, 'told'))}, JSON.stringify(value))
  ${script}`,
]

const told = (): unknown => JSON.parse(readFileSync(join(folder, 'told'), 'utf8'))

const record = (...words: string[]) =>
  runHere(['pact', 'record', '--consumer', 'web', '--out', join(folder, 'pacts'), ...words])

const pactIn = (name: string) =>
  JSON.parse(readFileSync(join(folder, 'pacts', name), 'utf8')) as {
    consumer: object
    provider: object
    interactions: { description: string; response: { body: { content: Record<string, unknown>[] } } }[]
  }

test('record runs the tests against its own server, and writes their requests', async () => {
  const script = "await list('/api/v1/groups'); tell([url, process.env.HOME, process.argv.slice(1)])"
  expect(await record(...program(script), 'a', '--quiet')).toEqual({
    code: 0,
    out: `Pact: ${join(folder, 'pacts/web-identity-service.json')}`,
    error: '',
  })
  const [url, home, words] = told() as [string, string, string[]]
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  expect([home, words]).toEqual([process.env['HOME'], ['a', '--quiet']])
  await expect(fetch(url)).rejects.toThrow()
  const { consumer, provider, interactions } = pactIn('web-identity-service.json')
  expect([consumer, provider]).toEqual([{ name: 'web' }, { name: 'identity-service' }])
  expect(interactions.map(({ description }) => description)).toEqual(['List groups: 200'])
  expect(interactions[0]!.response.body.content[0]).not.toHaveProperty('_links')
})

test('record uses the provider name and keeps the links that its flags ask for', async () => {
  const { out } = await record(
    '--provider',
    'accounts',
    '--links',
    ...program("await list('/api/v1/groups')"),
  )
  expect(out).toBe(`Pact: ${join(folder, 'pacts/web-accounts.json')}`)
  const { provider, interactions } = pactIn('web-accounts.json')
  expect(provider).toEqual({ name: 'accounts' })
  expect(interactions[0]!.response.body.content[0]).toHaveProperty('_links')
})

test('record serves its own organisation, filled from the seed', async () => {
  const script = "tell((await list('/api/v1/users')).map(({ profile }) => profile.login))"
  const seed = written('people.yaml', 'users: [{ login: ada@x.test, firstName: Ada, lastName: A }]')
  for (const [flags, logins] of [
    [[], ['admin@example.com']],
    [['--data', 'empty'], ['admin@example.com']],
    [
      ['--data', seed],
      ['admin@example.com', 'ada@x.test'],
    ],
  ] as const) {
    expect((await record(...flags, ...program(script))).code).toBe(0)
    expect(told()).toEqual(logins)
  }
})

test('record exits as the tests do', async () => {
  const call = "await list('/api/v1/groups')"
  expect((await record(...program(`${call}; process.exit(7)`))).code).toBe(7)
  const early = await record('--provider', 'nobody', ...program('process.exit(7)'))
  expect([early.code, early.error]).toEqual([
    7,
    expect.stringContaining('nothing was recorded for web; give tests'),
  ])
  expect((await record(...program(`${call}; process.kill(process.pid, 'SIGTERM')`))).code).toBe(143)
})

test('record says why the tests cannot be started', async () => {
  const closed = written('closed', '')
  chmodSync(closed, 0o644)
  const error = (text: string) => `identikit pact record: ${text}`
  expect(await record('--', 'no-such-program')).toEqual({
    code: 2,
    out: '',
    error: error('there is no program no-such-program'),
  })
  expect(await record('--', closed)).toEqual({
    code: 4,
    out: '',
    error: error(`${closed}: spawn ${closed} EACCES`),
  })
  expect(existsSync(join(folder, 'pacts'))).toBe(false)
})

test('record joins what workers have written, and has nothing to say where nobody asked', async () => {
  const error = `identikit pact record: ${join(folder, 'pacts')}: nothing was recorded for web; give tests that call the server at $IDENTIKIT_URL: -- npm test`
  expect(await record(...program(''))).toEqual({ code: 2, out: '', error })
  expect(await record()).toEqual({ code: 2, out: '', error })
})

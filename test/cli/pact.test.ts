/** `identikit pact`, with stand-ins for the processes that it starts: the verifier, and a consumer's own tests. */
import { EventEmitter } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportOn } from '../../src/cli/commands/pact/reporting.ts'
import { summarise, type VerifiedInteraction } from '../../src/pact/verify/verdict.ts'
import type { StartedVerifier, VerifierResult } from '../../src/pact/verify/run-verifier.ts'
import { json, pactOf, type Sample, writePact } from '../pact/sample.ts'
import { runHere } from './run-here.ts'

type Task = Parameters<StartedVerifier['verify']>[0]

interface Spawned {
  readonly program: string
  readonly words: readonly string[]
  readonly options: { readonly stdio: string; readonly env: Readonly<Record<string, string>> }
}

const outside = vi.hoisted(() => ({
  verify: (_task: unknown): unknown => [],
  tests: (_spawned: unknown): unknown => undefined,
}))

vi.mock('../../src/pact/verify/run-verifier.ts', async (original) => ({
  ...(await original<object>()),
  startVerifier: () => ({ verify: async (task: Task) => outside.verify(task), stop: () => {} }),
}))

vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  spawn: (program: string, words: readonly string[], options: Spawned['options']) => {
    const child = new EventEmitter()
    void Promise.resolve(outside.tests({ program, words, options })).then((event) =>
      child.emit(...(event as [string])),
    )
    return child
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'identikit-pact-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.unstubAllEnvs()
})
let fresh: string
beforeEach(() => {
  fresh = mkdtempSync(join(folder, 'of-one-test-'))
})

const pact = (...samples: readonly Sample[]): Promise<string> => writePact(pactOf(...samples))
const wrongStatus: Sample = { response: { status: 201 } }

test('check says what does not match, and exits with 1', async () => {
  const path = await pact({}, wrongStatus)
  const wrong = [
    '✗ mismatch     web: interaction 2 (GET /api/v1/users/00u1)',
    '    given user {id} is {status}',
    '    status: Response status code not defined in the OpenAPI document: 201  [check]',
    '    status: in these states the service answers 200, not 201  [check]',
    '',
    'Checked 2 interactions of 1 pact: 1 match, 1 does not.',
  ]
  const match = '✓ match        web: interaction 1 (GET /api/v1/users/00u1)'
  expect(await runHere(['pact', 'check', path])).toEqual({
    code: 1,
    out: [match, ...wrong].join('\n'),
    error: '',
  })
  expect((await runHere(['pact', 'check', path, '--quiet'])).out).toBe(wrong.join('\n'))
})

test('check writes the reports that are asked for, or prints the whole as JSON', async () => {
  const path = await pact({})
  const reports = join(fresh, 'reports')
  const { code, out } = await runHere(['pact', 'check', path, '--report', 'json,junit', '--out', reports])
  expect([code, out]).toEqual([
    0,
    [
      '✓ match        web: interaction 1 (GET /api/v1/users/00u1)',
      '',
      'Checked 1 interaction of 1 pact: 1 match, 0 do not.',
      `Report: ${join(reports, 'pact.json')}`,
      `Report: ${join(reports, 'pact.junit.xml')}`,
    ].join('\n'),
  ])
  const printed = await runHere(['pact', 'check', path, '--json'])
  expect(`${printed.out}\n`).toBe(readFileSync(join(reports, 'pact.json'), 'utf8'))
  expect(JSON.parse(printed.out)).toMatchObject({ done: 'checked', summary: { match: 1 } })
  expect(await runHere(['pact', 'check', path, '--report', 'jsn'])).toEqual({
    code: 2,
    out: '',
    error:
      "identikit pact check: option '--report <list>' argument 'jsn' is invalid. Expected one of json, junit; did you mean json?",
  })
})

test('check uses the name prefix', async () => {
  const path = await pact({
    states: [{ name: 'group {id} of type {type} exists', params: { id: '00g1', type: 'ACME_GROUP' } }],
    request: { path: '/api/v1/groups/00g1' },
    response: { body: json({ type: 'ACME_GROUP' }) },
  })
  expect((await runHere(['pact', 'check', path, '--word', 'acme'])).code).toBe(0)
  expect((await runHere(['pact', 'check', path])).code).toBe(1)
})

test('a pact without interactions leaves nothing to judge, and a file that is not a pact is a mistake', async () => {
  expect(await runHere(['pact', 'check', await pact()])).toEqual({
    code: 3,
    out: 'Checked 0 interactions of 0 pacts: 0 match, 0 do not.',
    error: '',
  })
  const none = await writePact('{')
  const { code, out, error } = await runHere(['pact', 'check', none])
  expect([code, out]).toEqual([2, ''])
  expect(error).toMatch(/^identikit pact check: .*pact\.json/)
})

/** Runs a judgement as the commands do, and returns its output and exit code. */
async function judged(judge: () => Promise<never> | VerifiedInteraction, tolerateUnspecified?: true) {
  const out: string[] = []
  const error: string[] = []
  const io = { out: (text: string) => void out.push(text), error: (text: string) => void error.push(text) }
  const shell = { io, exitCode: 0 }
  await reportOn(
    shell,
    'verified',
    { report: [], out: fresh, quiet: true, tolerateUnspecified },
    async () => {
      const interactions = [await judge()]
      return { interactions, summary: summarise(interactions), leftOut: [] }
    },
  )
  return { code: shell.exitCode, out, error }
}

const failing = (name: string) => () => Promise.reject(Object.assign(new Error('gone'), { name }))

test('an error that stops a judgement shows its message, with an exit code for its cause', async () => {
  expect(await judged(failing('VerifierError'))).toEqual({
    code: 6,
    out: [],
    error: ['identikit pact: gone'],
  })
  expect(await judged(failing('TypeError'))).toEqual({ code: 4, out: [], error: ['identikit pact: gone'] })
  for (const name of ['PactFileError', 'PublishRefused']) {
    await expect(judged(failing(name))).rejects.toMatchObject({ name: 'UsageError', message: 'gone' })
  }
})

const interaction = (more: Partial<VerifiedInteraction>): VerifiedInteraction => ({
  pact: 'web.json',
  consumer: 'web',
  description: 'reads',
  states: [],
  request: 'GET /api/v1/users',
  verdict: 'match',
  pending: false,
  problems: [],
  restsOn: [],
  ...more,
})

test.each<[Partial<VerifiedInteraction>, number, number]>([
  [{}, 0, 0],
  [{ verdict: 'unspecified' }, 3, 0],
  [{ verdict: 'mismatch' }, 1, 1],
  [{ verdict: 'mismatch', pending: true }, 0, 0],
  [{ verdict: 'unspecified', pending: true }, 0, 0],
])(
  '%j exits with %i, and with %i if unspecified interactions are tolerated',
  async (more, code, tolerated) => {
    expect((await judged(() => interaction(more))).code).toBe(code)
    expect((await judged(() => interaction(more), true)).code).toBe(tolerated)
  },
)

/** Finds the token and the names of headers of the provider in the place of a mismatch. */
outside.verify = async (task) => {
  const { url, stateUrl, files } = task as Task
  const set = await fetch(stateUrl, { method: 'POST', body: JSON.stringify({ state: '#1' }) })
  const { apiToken } = (await set.json()) as { apiToken: string }
  const reply = await fetch(`${url}/api/v1/groups`, { headers: { Authorization: 'SSWS x' } })
  await reply.text()
  const header = [...reply.headers.keys()].find((name) => name.endsWith('-request-id'))
  const { interactions } = JSON.parse(readFileSync(files[0]!, 'utf8')) as {
    interactions: { description: string }[]
  }
  return interactions.map(({ description }): VerifierResult => ({
    description,
    result: 'ERROR',
    mismatches: [{ place: 'found', message: `${apiToken} ${header}` }],
  }))
}

async function verified(...flags: string[]): Promise<readonly string[]> {
  const { code, out } = await runHere(['pact', 'verify', await pact({}), ...flags])
  expect(code).toBe(1)
  expect(out).toContain('Verified 1 interaction of 1 pact: 0 match, 1 does not.')
  return /found: (\S+) (\S+) {2}\[verifier\]/.exec(out)!.slice(1)
}

test('verify makes the organisations by the seed and the word that it is given', async () => {
  const [plain, one, again] = [
    await verified(),
    await verified('--seed', 'one'),
    await verified('--seed', 'one'),
  ]
  expect(again).toEqual(one)
  expect(one[0]).not.toBe(plain[0])
  expect([plain[1], one[1]]).toEqual(['x-svc-request-id', 'x-svc-request-id'])
  expect(await verified('--word', 'acme')).toEqual([plain[0], 'x-acme-request-id'])
})

test('verify exits with 3, or with 0 where that is tolerated, and never publishes', async () => {
  const { verify } = outside
  outside.verify = async (task) => {
    const { url, stateUrl } = task as Task
    const state = '#1 user 00u1 is ACTIVE'
    await fetch(stateUrl, { method: 'POST', body: JSON.stringify({ state }) })
    await (await fetch(`${url}/api/v1/users/00u1`, { headers: { Authorization: 'SSWS x' } })).text()
    return [{ description: '#1 interaction 1', result: 'OK', mismatches: [] }]
  }
  try {
    const path = await pact({ response: { headers: { 'X-Rate-Limit-Limit': ['600'] } } })
    expect((await runHere(['pact', 'verify', path])).code).toBe(3)
    expect((await runHere(['pact', 'verify', path, '--tolerate-unspecified'])).code).toBe(0)
    vi.stubEnv('PACT_BROKER_PUBLISH_VERIFICATION_RESULTS', 'true')
    const { code, error } = await runHere(['pact', 'verify', path])
    expect([code, error.startsWith('identikit pact verify: results are not published: ')]).toEqual([2, true])
  } finally {
    outside.verify = verify
  }
})

/** Stands in for the tests of a consumer: they list groups, or run `act` against the server. */
function consumer(
  event: readonly unknown[],
  act: (url: string, headers: Record<string, string>) => Promise<unknown> = (url, headers) =>
    fetch(`${url}/api/v1/groups`, { headers }).then((reply) => reply.json()),
): Spawned[] {
  const spawned: Spawned[] = []
  outside.tests = async (each) => {
    spawned.push(each as Spawned)
    const { IDENTIKIT_URL: url = '', IDENTIKIT_TOKEN: token = '' } = (each as Spawned).options.env
    await act(url, { Authorization: `SSWS ${token}` })
    return event
  }
  return spawned
}

const record = (...words: string[]) =>
  runHere(['pact', 'record', '--consumer', 'web', '--out', fresh, ...words])

const pactIn = (name: string) =>
  JSON.parse(readFileSync(join(fresh, name), 'utf8')) as {
    consumer: object
    provider: object
    interactions: { description: string; response: { body: { content: Record<string, unknown>[] } } }[]
  }

test('record runs the tests against its own server, and writes their requests', async () => {
  const spawned = consumer(['exit', 0, null])
  vi.stubEnv('OF_THE_CALLER', 'kept')
  expect(await record('--', 'npm', 'test', '--quiet')).toEqual({
    code: 0,
    out: `Pact: ${join(fresh, 'web-identity-service.json')}`,
    error: '',
  })
  expect(spawned).toEqual([
    {
      program: 'npm',
      words: ['test', '--quiet'],
      options: { stdio: 'inherit', env: expect.objectContaining({ OF_THE_CALLER: 'kept' }) },
    },
  ])
  const { env } = spawned[0]!.options
  expect(env['IDENTIKIT_URL']).toMatch(/^http:\/\/localhost:\d+$/)
  await expect(fetch(env['IDENTIKIT_URL']!)).rejects.toThrow()
  const { consumer: web, provider, interactions } = pactIn('web-identity-service.json')
  expect([web, provider]).toEqual([{ name: 'web' }, { name: 'identity-service' }])
  expect(interactions.map(({ description }) => description)).toEqual(['List groups: 200'])
  expect(interactions[0]!.response.body.content[0]).not.toHaveProperty('_links')
})

test('record uses the provider name and keeps the links that its flags ask for', async () => {
  consumer(['exit', 0, null])
  const { out } = await record('--provider', 'accounts', '--links', '--', 'npm')
  expect(out).toBe(`Pact: ${join(fresh, 'web-accounts.json')}`)
  const { provider, interactions } = pactIn('web-accounts.json')
  expect(provider).toEqual({ name: 'accounts' })
  expect(interactions[0]!.response.body.content[0]).toHaveProperty('_links')
})

test('record serves its own organisation, filled from the seed', async () => {
  const logins: unknown[] = []
  consumer(['exit', 0, null], async (url, headers) => {
    const reply = await fetch(`${url}/api/v1/users`, { headers })
    const users = (await reply.json()) as { profile: { login: string } }[]
    logins.push(users.map(({ profile }) => profile.login))
  })
  const seed = join(folder, 'people.yaml')
  writeFileSync(seed, 'users: [{ login: ada@x.test, firstName: Ada, lastName: A }]')
  for (const flags of [[], ['--seed', 'empty'], ['--seed', seed]]) {
    expect((await record(...flags, '--', 'npm')).code).toBe(0)
  }
  expect(logins).toEqual([['admin@example.com'], ['admin@example.com'], ['admin@example.com', 'ada@x.test']])
})

test.each([
  [['exit', 7, null], 7],
  [['exit', null, 'SIGTERM'], 143],
  [['exit', null, null], 1],
])('record exits as the tests do: %j is %i', async (event, code) => {
  consumer(event)
  expect((await record('--', 'npm')).code).toBe(code)
})

const enoent = Object.assign(new Error('spawn npm ENOENT'), { code: 'ENOENT' })
const eacces = Object.assign(new Error('spawn npm EACCES'), { code: 'EACCES' })

test.each([
  [enoent, 2, 'identikit pact record: there is no program npm'],
  [eacces, 4, 'identikit pact record: npm: spawn npm EACCES'],
])('record says why the tests cannot be started: %s', async (event, code, error) => {
  const [spawned] = [consumer(['error', event])]
  expect(await record('--', 'npm')).toEqual({ code, out: '', error })
  await expect(fetch(spawned[0]!.options.env['IDENTIKIT_URL']!)).rejects.toThrow()
  expect(readdirSync(fresh)).toEqual([])
})

test('record joins what workers have written, and has nothing to say where nobody asked', async () => {
  consumer(['exit', 0, null], async () => {})
  const nothing = { code: 2, out: '', error: `identikit pact record: ${fresh}: nothing was recorded for web` }
  expect(await record('--', 'npm')).toEqual(nothing)
  expect(await record()).toEqual(nothing)
})

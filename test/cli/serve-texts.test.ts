/** The output of `identikit serve`, in the process of the test; `serve.test.ts` starts it as people do. */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { type AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { OrganisationRouter } from '../../src/server/organisations/router.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'identikit-mistakes-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.restoreAllMocks())

function written(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** The printed error, with the temporary folder as DIR. */
async function refused(...argv: string[]): Promise<string> {
  const { code, out, error } = await runHere(['serve', '--port', '0', ...argv])
  expect([code, out]).toEqual([2, ''])
  return error.replaceAll(folder, 'DIR')
}

written('a.pem', 'no certificate')
const golden = (name: string) => new URL(name, import.meta.url)

test('a flag with a wrong value is named, and what is expected', async () => {
  await expectGolden(golden('serve-mistakes.txt'), (input) => {
    const argv = JSON.parse(input.replaceAll('DIR', folder)) as string[]
    const isSeeded = argv.some((flag) => flag === '--seed' || flag === '--world')
    return refused(...(isSeeded ? [] : ['--seed', 'empty']), ...argv)
  })
})

test('each mistake in a configuration file is named with its line and column', async () => {
  await expectGolden(golden('config-mistakes.txt'), (input) => {
    const [, name = '', text = ''] = /^(\S+) (.*)$/.exec(input) ?? []
    const file = written(name, JSON.parse(text) as string)
    return refused('--config', file, ...(text.includes('seed:') ? [] : ['--seed', 'empty']))
  })
})

test('each mistake in a scenario file is named with its place', async () => {
  await expectGolden(golden('scenario-mistakes.txt'), (input) => {
    const file = written('s.yaml', JSON.parse(input) as string)
    return refused('--seed', 'empty', '--no-config', '--scenario', file)
  })
})

test('lists every mistake in a seed file', async () => {
  const file = written('bad.yaml', 'users:\n  - profile: { login: 5 }\n    colour: red\nplanets: []\n')
  expect((await refused('--seed', file)).split('\n')).toEqual([
    'identikit serve: DIR/bad.yaml: 3 mistakes',
    '  2:5 users.0.login: Required; write it next to profile, not in it',
    expect.stringContaining('  3:5 users.0.colour: Unknown key; there are id, login, email, '),
    expect.stringContaining('  4:1 planets: Unknown key; there are $schema, exact, clock, '),
  ])
})

test.each([
  ['throw new Error("too early")', ':1:7: too early'],
  ['export default () => {\n  throw new Error("late")\n}', ':2:9: late'],
  ['export default { users: {} }', ': 1 mistake\n  users: expected an array, got an object'],
])('names file and line of a mistake in the seed module %j', async (text, message) => {
  const said = await refused('--seed', written(`${Math.random()}.mjs`, text))
  expect(said).toMatch(/^identikit serve: (?:--seed: )?DIR\/0\.\d+\.mjs:/)
  expect(said).toContain(`.mjs${message}`)
})

/** A server in this process; `stop` does what a signal does. */
interface Served {
  readonly out: string[]
  readonly error: string[]
  /** The text that it printed first, with its address as URL. */
  readonly text: string
  readonly url: string
  readonly stop: () => Promise<number>
}

type Heard = (signal: NodeJS.Signals) => void

async function served(...argv: string[]): Promise<Served> {
  const out: string[] = []
  const error: string[] = []
  const before = new Set(process.listeners('SIGTERM'))
  const own = (signal: NodeJS.Signals) =>
    (process.listeners(signal) as Heard[]).filter((each) => !before.has(each) && !interrupts.has(each))
  const interrupts = new Set(process.listeners('SIGINT'))
  const started = vi.spyOn(Server.prototype, 'listen')
  let ended: number | undefined
  const end = runHere(['serve', '--port', '0', ...argv], {
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
  }).then(({ code }) => (ended = code ?? -1))
  const isOver = (): boolean => ended !== undefined
  while (own('SIGTERM').length === 0 && !isOver()) await new Promise((go) => setImmediate(go))
  const { port } = (started.mock.contexts[0] as Server).address() as AddressInfo
  started.mockRestore()
  const url = `http://localhost:${port}`
  const stop = async (): Promise<number> => {
    for (const listener of own('SIGTERM')) listener('SIGTERM')
    const code = await end
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      for (const listener of own(signal)) process.removeListener(signal, listener)
    }
    return code
  }
  const text = [...out, ...error].join('\n').replaceAll(url, 'URL').replaceAll(`:${port}`, ':PORT')
  return { out, error, text, url, stop }
}

const token = ['--token', 'chosen']
const small = ['--seed', 'empty', '--no-config', ...token, '--freeze-clock=2026-01-05T09:30:00.000Z']

/** Asks under a host name, which fetch cannot set. */
async function ask(url: string, host: string, path = '/'): Promise<number | undefined> {
  const [response] = (await once(httpRequest(url, { path, headers: { host } }).end(), 'response')) as [
    IncomingMessage,
  ]
  response.resume()
  return response.statusCode
}

const curl = [
  "curl -g -H 'Authorization: SSWS chosen' 'URL/api/v1/users?limit=5'",
  `curl -g -H 'Authorization: SSWS chosen' -H 'Content-Type: application/json' --data-raw '{"profile":{"login":"grace.hopper@example.com","email":"grace.hopper@example.com","firstName":"Grace","lastName":"Hopper"}}' 'URL/api/v1/users'`,
]

test('prints its address and contents, and stops with 0', async () => {
  const { text, error, stop } = await served(...small)
  expect(await stop()).toBe(0)
  expect(error).toEqual([])
  expect(text.split('\n')).toEqual([
    'Base URL    URL',
    'API token   chosen',
    'Data        1 user, 1 group, 0 clients (empty)',
    'Console     URL/_console  (open it in a browser: see and steer all of this)',
    'Sign in     URL/signin',
    'Control     URL/_control',
    'Help        identikit help serve',
    '',
    ...curl,
    '',
  ])
})

test('says in one line how many users of a seed have a password that is too old', async () => {
  const users = ['ada', 'bea'].map((name) => ({
    login: `${name}@example.com`,
    firstName: name,
    lastName: 'B',
    created: '700d ago',
    lastLogin: '3d ago',
  }))
  const seed = written('old.seed.json', JSON.stringify({ defaultPassword: 'Tulip-Meadow-42', users }))
  const config = written(
    'old.config.json',
    JSON.stringify({ options: { passwordPolicy: { maxAge: '90d' } } }),
  )
  const { text, error, stop } = await served('--seed', seed, '--config', config)
  expect(await stop()).toBe(0)
  expect(error).toEqual([])
  expect(text.split('\n').filter((line) => line.includes('maxAge'))).toEqual([
    'Passwords   2 users must change the password at the next sign-in: it is older than passwordPolicy.maxAge',
  ])
})

test('prints one line of JSON, or nothing, where it is asked to', async () => {
  const told = await served(...small, '--json', '--base-url', 'https://id.test/tenant')
  await told.stop()
  expect(told.error).toEqual([])
  expect(told.out.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      url: told.url,
      baseUrl: 'https://id.test/tenant',
      apiToken: 'chosen',
      world: 'empty',
      users: 1,
      groups: 1,
      clients: 0,
      control: `${told.url}/_control`,
    },
  ])
  const quiet = await served(...small, '--quiet')
  await fetch(`${quiet.url}/api/v1/userz`)
  await ask(quiet.url, 'evil.test')
  expect(await quiet.stop()).toBe(0)
  expect([quiet.out, quiet.error]).toEqual([[], []])
})

const users = (url: string, ca: string): Promise<number | undefined> =>
  new Promise((done, reject) => {
    const headers = { authorization: 'SSWS chosen' }
    const asked = request(
      `${url.replace('http:', 'https:')}/api/v1/users?limit=5`,
      { ca, headers },
      ({ statusCode }) => done(statusCode),
    )
    asked.on('error', reject).end()
  })

test('writes its certificate into a file, which the curl lines and the text name, until it stops', async () => {
  const { out, url, stop } = await served(...small, '--tls')
  await vi.waitFor(() => expect(out).toHaveLength(2))
  const [banner, trust] = out
  const [, file = ''] = /this start: (.+)/.exec(trust!) ?? []
  expect(banner!.match(/^curl -g --cacert '([^']+)' -H/gm)).toHaveLength(2)
  expect(banner).toContain(`curl -g --cacert '${file}' -H`)
  expect(trust).toContain(`NODE_EXTRA_CA_CERTS='${file}'`)
  expect(await users(url, readFileSync(file, 'utf8'))).toBe(200)
  expect(await stop()).toBe(0)
  expect(existsSync(file)).toBe(false)
})

test('with --json the announcement names the file of the certificate', async () => {
  const { out, url, stop } = await served(...small, '--tls', '--json')
  await vi.waitFor(() => expect(out).toHaveLength(1))
  const { certificate } = JSON.parse(out[0]!) as { certificate: string }
  expect(await users(url, readFileSync(certificate, 'utf8'))).toBe(200)
  expect(await stop()).toBe(0)
  expect(existsSync(certificate)).toBe(false)
})

test('names the file of a certificate that it was given, and leaves it where it is', async () => {
  const { generate } = await import('selfsigned')
  const subject = [{ name: 'commonName', value: 'localhost' }]
  const names = { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] }
  const { cert, private: key } = await generate(subject, { keySize: 2048, extensions: [names] })
  const flags = ['--tls-cert', written('own.pem', cert), '--tls-key', written('own.key', key), '--json']
  const { out, url, stop } = await served(...small, ...flags)
  const { certificate } = JSON.parse(out[0]!) as { certificate: string }
  expect([certificate, await users(url, cert)]).toEqual([resolve(flags[1]!), 200])
  await stop()
  expect(readFileSync(certificate, 'utf8')).toBe(cert)
})

const closed = 'other machines can reach this server; its control plane is closed.'
const guarded = 'other machines can reach this server; its control plane takes the control token only.'

test.each([
  [['--quiet'], `Warning: ${closed}`],
  [['--json'], `Warning: ${closed}`],
  [['--quiet', '--control-token', 'open-sesame'], `Warning: ${guarded}`],
])('warns of other machines with %j', async (flags, warning) => {
  const { error, stop } = await served(...small, '--host', '0.0.0.0', ...flags)
  await stop()
  expect(error).toEqual([warning])
})

test('a log in JSON has the moment, how grave it is, what happened, and what belongs to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 9, 30) })
  const scenario = written('down.yaml', '- { operation: listGroups, status: 503 }')
  const flags = ['--log', 'json', '--orgs', 'on-demand', '--scenario', scenario, '--json']
  const { error, url, stop } = await served(...small, '--host', '0.0.0.0', ...flags)
  expect(await ask(url, 'evil.test')).toBe(421)
  const headers = { authorization: 'SSWS chosen' }
  await fetch(`${url}/api/v1/users/me?x=1`, { headers })
  await fetch(`${url}/api/v1/groups`, { headers })
  await fetch(`${url}/orgs/acme/api/v1/groups`, { headers })
  const fault = new Error('broken\u001B here')
  fault.stack = 'Error: broken\u001B here\n    at there'
  vi.spyOn(OrganisationRouter.prototype, 'answer').mockImplementation(() => Promise.reject(fault))
  const lost = await fetch(`${url}/api/v1/users?x=1`)
  expect([lost.status, await lost.text()]).toEqual([500, ''])
  await stop()
  vi.useRealTimers()
  const time = '2026-01-05T09:30:00.000Z'
  expect(error.map((line) => JSON.parse(line) as Record<string, unknown>)).toEqual([
    { time, level: 'warn', event: 'reachable', message: closed },
    { time, level: 'warn', event: 'host-refused', host: 'evil.test' },
    expect.objectContaining({ time, level: 'info', event: 'request', path: '/api/v1/users/me', status: 200 }),
    expect.objectContaining({ time, level: 'error', event: 'request', path: '/api/v1/groups', status: 503 }),
    expect.objectContaining({
      level: 'error',
      event: 'request',
      path: '/orgs/acme/api/v1/groups',
      status: 503,
    }),
    {
      time,
      level: 'error',
      event: 'fault',
      method: 'GET',
      path: '/api/v1/users',
      stack: 'Error: broken\uFFFD here\n    at there',
    },
  ])
})

test('warns once about each refused host name, and about at most twenty', async () => {
  const { error, url, stop } = await served(...small, '--json', '--allowed-hosts', 'kept.test')
  expect([await ask(url, 'kept.test'), await ask(url, 'evil.test'), await ask(url, 'evil.test')]).toEqual([
    200, 421, 421,
  ])
  await ask(url, 'evil\u009B2.test')
  for (let index = 3; index <= 22; index += 1) await ask(url, `evil${index}.test`)
  await stop()
  expect(error).toHaveLength(20)
  expect([...error.slice(0, 2), error.at(-1)]).toEqual([
    'Refused a request for the host evil.test; if it is yours: --allowed-hosts',
    'Refused a request for the host evil\uFFFD2.test; if it is yours: --allowed-hosts',
    'Refused a request for the host evil20.test; if it is yours: --allowed-hosts',
  ])
})

test.each([
  [new Error('one'), /^identikit: GET \/api\/v1\/users failed: Error: one\n {4}at /],
  [Object.assign(new Error('no stack'), { stack: undefined }), /failed: no stack$/],
  ['a text', /failed: a text$/],
  [Object.assign(new Error(), { stack: 'line\n'.repeat(40) }), /failed: line(\nline){29}$/],
  [Object.assign(new Error(), { stack: 'x'.repeat(500) }), /failed: x{400}$/],
])('reports the fault %s in lines that a terminal can print', async (fault, expected) => {
  const { error, url, stop } = await served(...small, '--quiet')
  vi.spyOn(OrganisationRouter.prototype, 'answer').mockImplementation(() => Promise.reject(fault))
  expect(await ask(url, '127.0.0.1', '/api/v1/users?q=hidden')).toBe(500)
  await stop()
  expect(error).toEqual([expect.stringMatching(expected)])
})

test('logs what no operation could take with the nearest known path, and faults; every request when verbose', async () => {
  const scenario = written('down.yaml', '- { operation: listGroups, status: 503 }')
  const flags = ['--orgs', 'on-demand', '--scenario', scenario]
  const call = async (url: string): Promise<void> => {
    const headers = { authorization: 'SSWS chosen' }
    await fetch(`${url}/api/v1/users/me`, { headers })
    await fetch(`${url}/api/v1/userz?q=%1b[31m`, { headers })
    await fetch(`${url}/api/v1/groups`, { headers, method: 'PATCH' })
    await fetch(`${url}/api/v1/groups`, { headers })
    await fetch(`${url}/orgs/acme/api/v1/groups?limit=5`, { headers })
  }
  const quiet = await served(...small, ...flags)
  await call(quiet.url)
  await quiet.stop()
  expect(quiet.error).toEqual([])
  expect(quiet.out.slice(1)).toEqual([
    '09:30:00.000  404  GET /api/v1/userz?q=%1b[31m  The requested path was not found; The nearest known path is /api/v1/users',
    '09:30:00.000  405  PATCH /api/v1/groups  The endpoint does not support the provided HTTP method; The path supports GET, POST',
    '09:30:00.000  503  GET /api/v1/groups  Service is in read only mode; The fault fault-1 matches this call',
    '09:30:00.000  503  GET /orgs/acme/api/v1/groups?limit=5  Service is in read only mode; The fault fault-1 matches this call',
  ])
  const verbose = await served(...small, ...flags, '--verbose', '--json')
  await call(verbose.url)
  await verbose.stop()
  expect(verbose.out).toHaveLength(1)
  const line = '09:30:00.000  200  GET /api/v1/users/me  getUser'
  expect(verbose.error).toEqual([line, ...quiet.out.slice(1)])
  const logged = await served(...small, ...flags, '--log', 'text')
  await call(logged.url)
  await logged.stop()
  expect(logged.out).toContain(line)
})

test('writes the state on a stop signal, and fails where it cannot', async () => {
  const file = join(folder, 'end.json')
  const { url, stop } = await served(...small, '--orgs', 'on-demand', '--export-on-exit', file)
  await fetch(`${url}/orgs/acme/api/v1/users/me`)
  expect(existsSync(file)).toBe(false)
  expect(await stop()).toBe(0)
  const { rows, organisations } = JSON.parse(readFileSync(file, 'utf8')) as {
    rows: never
    organisations: Record<string, never>
  }
  expect(createOrg({ rows }).apiToken).toBe('chosen')
  expect(Object.keys(organisations)).toEqual(['acme'])
  expect(createOrg({ rows: organisations['acme']! }).baseUrl).toBe(`${url}/orgs/acme`)

  const gone = join(folder, 'gone')
  mkdirSync(gone)
  const late = await served(...small, '--export-on-exit', join(gone, 'end.json'))
  rmSync(gone, { recursive: true })
  expect(await late.stop()).toBe(1)
  expect(late.error).toEqual([`identikit: --export-on-exit: cannot write ${join(gone, 'end.json')}: ENOENT`])
})

test('goes on from a state file even if a world is named, and says so', async () => {
  const file = join(folder, 'kept.state')
  const first = await served(...small, '--state', file)
  await fetch(`${first.url}/api/v1/groups`, {
    method: 'POST',
    headers: { authorization: 'SSWS chosen', 'content-type': 'application/json' },
    body: '{"profile":{"name":"Kept"}}',
  })
  await first.stop()
  const again = await served('--no-config', '--seed', 'demo', '--state', file, '--read-only', '--json')
  const refusedNow = await fetch(`${again.url}/api/v1/groups`, { method: 'POST' })
  await again.stop()
  expect(refusedNow.status).toBe(503)
  expect(JSON.parse(again.out[0]!)).toMatchObject({
    apiToken: 'chosen',
    world: `going on from ${file}`,
    users: 1,
    groups: 2,
  })
})

test.each([
  ['EADDRINUSE', 1, 'port 0 at localhost is in use; choose another with --port, or 0 for any that is free'],
  ['EACCES', 1, 'port 0 at localhost is not yours to listen at; choose another with --port'],
  ['EMFILE', 1, 'too bad'],
  ['ENOTFOUND', 2, '--host: 127.0.0.1 is no address of this machine'],
])('a server that cannot listen for %s exits with %i', async (code, exitCode, message) => {
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error('too bad'), { code })))
    return this
  })
  const host = code === 'ENOTFOUND' ? ['--host', '127.0.0.1'] : []
  expect(await runHere(['serve', '--port', '0', ...small, ...host])).toEqual({
    code: exitCode,
    out: '',
    error: `identikit${exitCode === 2 ? ' serve' : ''}: ${message}`,
  })
})

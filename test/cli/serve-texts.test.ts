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

const pem = written('a.pem', 'no certificate')
const worlds = 'expected a .yaml or .json file, or a world: empty, demo, examples, large or large:N'
const url = 'expected an http or https URL without a query, a fragment and credentials'
const moment =
  "expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999"
const time = "expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D'"

test.each([
  [['--host', ''], "option '--host <address>' argument missing"],
  [['--token='], "option '--token <value>' argument missing"],
  [['--id-seed', ''], "option '--id-seed <text>' argument missing"],
  [
    ['--port', '65536'],
    "option '--port <number>' argument '65536' is invalid. Expected a whole number from 0 to 65535.",
  ],
  [
    ['--port', '-1'],
    "option '--port <number>' argument '-1' is invalid. Expected a whole number from 0 to 65535.",
  ],
  [
    ['--max-orgs', '0'],
    "option '--max-orgs <number>' argument '0' is invalid. Expected a whole number from 1.",
  ],
  [
    ['--search-lag', 'soon'],
    `option '--search-lag <time>' argument 'soon' is invalid. ${time.replace('e', 'E')}, got 'soon'.`,
  ],
  [
    ['--transition-delay', '-1'],
    `option '--transition-delay <time>' argument '-1' is invalid. ${time.replace('e', 'E')}, got '-1'.`,
  ],
  [['--org-idle', '0'], '--org-idle: expected more than 0, got 0'],
  [
    ['--token', 'two words'],
    '--token: expected visible ASCII characters, and no blanks, got a text of 9 characters',
  ],
  [
    ['--control-token', 'two words'],
    '--control-token: expected visible ASCII characters, and no blanks, got a text of 9 characters',
  ],
  [
    ['--allowed-hosts', 'id.test,a b'],
    '--allowed-hosts: expected the name of a host, such as id.test or *.id.test, got "a b"',
  ],
  [['--base-url', '/api'], `--base-url: ${url}, got "/api"`],
  [['--base-url', 'https://id.test/?a=1'], `--base-url: ${url}, got "https://id.test/?a=1"`],
  [['--word', 'two words'], '--word: expected a letter followed by letters or digits, got "two words"'],
  [['--freeze-clock=yesterday'], `--freeze-clock: ${moment}, got 'yesterday'`],
  [['--config', 'missing.yaml'], '--config: there is no file missing.yaml'],
  [['--config', '/dev/null/x.yaml'], '--config: cannot read /dev/null/x.yaml: ENOTDIR'],
  [['--config', 'config.txt'], '--config: expected a .yaml or .json file, got config.txt'],
  [['--scenario', 'flakey'], "--scenario: expected a scenario, got 'flakey'; did you mean flaky?"],
  [
    ['--scenario', 'dance'],
    "--scenario: expected a scenario, got 'dance'; there are flaky, rate-limited, slow, maintenance, outage, broken-replies, or a .yaml or .json file with a list of faults",
  ],
  [['--scenario', 'missing.json'], '--scenario: there is no file missing.json'],
  [['--seed', 'no-such-world'], `--seed: ${worlds}, got 'no-such-world'`],
  [['--seed', 'missing.yaml'], '--seed: there is no file missing.yaml'],
  [['--seed', '/dev/null/x.yaml'], '--seed: cannot read /dev/null/x.yaml: ENOTDIR'],
  [['--world', 'demi'], `--seed: ${worlds}, got 'demi'; did you mean demo?`],
  [['--seed', 'large:2000001'], '--seed: expected at most 2000000 users, got 2000001'],
  [['--org-seed', 'demi'], `--org-seed: ${worlds}, got 'demi'; did you mean demo?`],
  [['--org-seed', 'missing.json'], '--org-seed: there is no file missing.json'],
  [['--host', '192.0.2.1'], '--host: 192.0.2.1 is no address of this machine'],
  [['--state', '/dev'], '--state: /dev is a folder; name a file'],
  [['--state', pem], '--state: DIR/a.pem is no file of state; it was left as it is'],
  [['--export-on-exit', '/no/such/end.json'], '--export-on-exit: there is no folder /no/such'],
  [['--export-on-exit', '/dev'], '--export-on-exit: /dev is a folder; name a file'],
  [
    ['--tls-cert', 'a.pem'],
    '--tls-cert and --tls-key go together: a certificate and its private key, in PEM',
  ],
  [['--tls-key', 'a.pem'], '--tls-cert and --tls-key go together: a certificate and its private key, in PEM'],
  [['--tls-cert', '/no/a.pem', '--tls-key', pem], '--tls-cert: cannot read /no/a.pem: ENOENT'],
  [['--tls-cert', pem, '--tls-key', '/no/b.pem'], '--tls-key: cannot read /no/b.pem: ENOENT'],
  [['--tls-cert', pem, '--tls-key', pem], '--tls-cert: expected a certificate in PEM'],
  [
    ['--orgs', 'ondemand'],
    "option '--orgs <when>' argument 'ondemand' is invalid. Allowed choices are by-control, on-demand; did you mean on-demand?",
  ],
  [['--log', 'xml'], "option '--log <form>' argument 'xml' is invalid. Allowed choices are text, json."],
])('does not take %j, and says why', async (argv, message) => {
  const isSeeded = argv.some((flag) => flag === '--seed' || flag === '--world')
  expect(await refused(...(isSeeded ? [] : ['--seed', 'empty']), ...argv)).toBe(`identikit serve: ${message}`)
})

test('lists every mistake in a configuration file with its line and column, and the nearest name', async () => {
  const file = written(
    'bad.config.yaml',
    'prt: 4010\nport: -1\noptions:\n  serchLag: 5\n  sessionLifetime: soon\n  clock: { start: noon }\n' +
      'organisations: { max: 0 }\nfaults:\n  - { statsu: 429 }\ntls: { cert: a.pem }\n',
  )
  expect((await refused('--config', file)).replaceAll('DIR/bad.config.yaml', 'FILE').split('\n')).toEqual([
    'identikit serve: 9 mistakes',
    '  FILE:1:1: prt: unknown option, did you mean port?',
    '  FILE:2:1: port: expected at least 0, got -1',
    '  FILE:4:3: options.serchLag: unknown option, did you mean searchLag?',
    `  FILE:5:3: options.sessionLifetime: ${time}, got 'soon'`,
    `  FILE:6:12: options.clock.start: ${moment}, got 'noon'`,
    '  FILE:7:18: organisations.max: expected 1 or more, got 0',
    '  FILE:9:5: faults.0: expected a status, a refusal, a latency, or what it breaks',
    '  FILE:9:7: faults.0.statsu: unknown option, did you mean status?',
    '  FILE:10:1: tls: expected true, false, or the files of a certificate and its key: { cert, key }',
  ])
})

test.each([
  ['c.yaml', 'options: {}\noptions: {}', 'DIR/c.yaml:2:1: Map keys must be unique'],
  ['c.json', '{"port": 1,}', 'DIR/c.json:1:12: Expected double-quoted property name in JSON'],
  ['c.yaml', '- port', 'DIR/c.yaml:1:1: expected an object, got a list'],
  ['c.yaml', 'port', 'DIR/c.yaml:1:1: expected an object, got a text'],
  [
    'c.yml',
    'controlToken: env:NO_SUCH_VARIABLE',
    'DIR/c.yml:1:1: controlToken: env:NO_SUCH_VARIABLE is not set, or empty',
  ],
  [
    'c.yaml',
    'options:\n  apiToken: file:/no/token.txt',
    'DIR/c.yaml:2:3: options.apiToken: the file /no/token.txt cannot be read',
  ],
  [
    'c.yaml',
    'options: { secretSeed: env:NO_SUCH_VARIABLE }',
    'DIR/c.yaml:1:12: options.secretSeed: env:NO_SUCH_VARIABLE is not set, or empty',
  ],
  [
    'c.yaml',
    'allowedHosts: [a b]',
    'DIR/c.yaml:1:1: allowedHosts: expected the name of a host, such as id.test or *.id.test, got "a b"',
  ],
  [
    'c.yaml',
    'options: { passwordPolicy: { minLength: -3 } }',
    'DIR/c.yaml:1:30: options.passwordPolicy.minLength: expected a whole number from 0 to 72, got -3',
  ],
  [
    'c.yaml',
    'options: { passwordPolicy: { minNumber: 72 } }',
    'DIR/c.yaml:1:12: options.passwordPolicy: the characters it asks for make 74, a password has at most 72',
  ],
  ['c.yaml', 'tls: { cert: no.pem, key: a.pem }', 'DIR/c.yaml:1:8: tls.cert: cannot read DIR/no.pem: ENOENT'],
  [
    'c.yaml',
    'tls: { cert: a.pem, key: k/no.pem }',
    'DIR/c.yaml:1:21: tls.key: cannot read DIR/k/no.pem: ENOENT',
  ],
  ['c.yaml', 'tls: { cert: a.pem, key: a.pem }', 'DIR/c.yaml:1:8: tls.cert: expected a certificate in PEM'],
  ['c.yaml', 'state: a.pem', 'DIR/c.yaml:1:1: state: DIR/a.pem is no file of state; it was left as it is'],
  ['c.yaml', 'host: 192.0.2.1', 'DIR/c.yaml:1:1: host: 192.0.2.1 is no address of this machine'],
  ['c.yaml', 'exportOnExit: no/such.json', 'DIR/c.yaml:1:1: exportOnExit: there is no folder DIR/no'],
  ['c.yaml', 'seed: demi', `DIR/c.yaml:1:1: seed: ${worlds}, got 'demi'; did you mean demo?`],
  [
    'c.yaml',
    'seed: empty\norganisations: { seed: demi }',
    `DIR/c.yaml:2:18: organisations.seed: ${worlds}, got 'demi'; did you mean demo?`,
  ],
  [
    'c.yaml',
    'seed: empty\nscenario: flakey',
    "DIR/c.yaml:2:1: scenario: expected a scenario, got 'flakey'; did you mean flaky?",
  ],
  ['c.yaml', 'scenario: no.yml', 'DIR/c.yaml:1:1: scenario: there is no file DIR/no.yml'],
  [
    'c.yaml',
    'options: { clock: { start: noon } }',
    `DIR/c.yaml:1:21: options.clock.start: ${moment}, got 'noon'`,
  ],
])('does not take the configuration %s with %j, and says where', async (name, text, message) => {
  const seed = text.includes('seed:') ? [] : ['--seed', 'empty']
  expect(await refused('--config', written(name, text), ...seed)).toBe(`identikit serve: ${message}`)
})

test.each([
  [
    '- status: 429\n- refusl: x\n',
    '2 mistakes\n  DIR/s.yaml:2:3: 1.refusl: unknown field, did you mean refusal?\n  DIR/s.yaml:2:3: 1: expected a status, a refusal, a latency, or what it breaks',
  ],
  ['[]', 'DIR/s.yaml:1:1: expected at least 1 item'],
  ['name: mine\n', 'DIR/s.yaml: faults: Required'],
  [
    'name: mine\nfaults:\n  - status: 429\n  - refusl: x\n',
    '2 mistakes\n  DIR/s.yaml:4:5: faults.1.refusl: unknown field, did you mean refusal?\n  DIR/s.yaml:4:5: faults.1: expected a status, a refusal, a latency, or what it breaks',
  ],
  ['nme: mine\nfaults: [{ status: 429 }]', 'DIR/s.yaml:1:1: nme: unknown field, did you mean name?'],
  ['name: ""\nfaults: [{ status: 429 }]', "DIR/s.yaml:1:1: name: expected at least 1 character, got ''"],
])('names each mistake in the scenario file %j with its place', async (text, message) => {
  const file = written('s.yaml', text)
  expect(await refused('--seed', 'empty', '--no-config', '--scenario', file)).toBe(
    `identikit serve: ${message}`,
  )
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

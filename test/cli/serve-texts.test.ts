/** The output of `identikit serve`, in the process of the test; `serve.test.ts` starts it as people do. */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { type AddressInfo, createServer, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'identikit-mistakes-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

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
    const isSeeded = argv.includes('--data')
    return refused(...(isSeeded ? [] : ['--data', 'empty']), ...argv)
  })
})

test('each mistake in a configuration file is named with its line and column', async () => {
  await expectGolden(golden('config-mistakes.txt'), (input) => {
    const [, name = '', text = ''] = /^(\S+) (.*)$/.exec(input) ?? []
    const file = written(name, JSON.parse(text) as string)
    return refused('--config', file, ...(text.includes('data:') ? [] : ['--data', 'empty']))
  })
})

test('of many mistakes in a configuration file, the first twenty are named', async () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `fi${index}: 1`)
  const lines = (await refused('--config', written('many.yaml', keys.join('\n')))).split('\n')
  expect(lines).toHaveLength(22)
  expect([lines[0], lines.at(-1)]).toEqual(['identikit serve: 3000 mistakes', '  and 2980 more'])
})

test('each mistake in a scenario file is named with its place', async () => {
  await expectGolden(golden('scenario-mistakes.txt'), (input) => {
    const file = written('s.yaml', JSON.parse(input) as string)
    return refused('--data', 'empty', '--no-config', '--scenario', file)
  })
})

test('lists every mistake in a seed file', async () => {
  const file = written('bad.yaml', 'users:\n  - profile: { login: 5 }\n    colour: red\nplanets: []\n')
  expect((await refused('--data', file)).split('\n')).toEqual([
    'identikit serve: DIR/bad.yaml: 3 mistakes',
    '  2:5 users.0.login: Required; write it next to profile, not in it',
    expect.stringContaining('  3:5 users.0.colour: unknown key; there are login, email, firstName, '),
    expect.stringContaining('  4:1 planets: unknown key; there are $schema, exact, clock, '),
  ])
})

test.each([
  ['throw new Error("too early")', ':1:7: too early'],
  ['export default () => {\n  throw new Error("late")\n}', ':2:9: late'],
  ['export default { users: {} }', ': 1 mistake\n  users: expected a list, got an object'],
])('names file and line of a mistake in the seed module %j', async (text, message) => {
  const said = await refused('--data', written(`${Math.random()}.mjs`, text))
  expect(said).toMatch(/^identikit serve: (?:--data: )?DIR\/0\.\d+\.mjs:/)
  expect(said).toContain(`.mjs${message}`)
})

/** A server in this process; `stop` does what a signal does. */
interface Served {
  readonly out: string[]
  readonly error: string[]
  readonly port: number
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
  if (isOver()) throw new Error(`it ended: ${error.join('\n')}`)
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
  return { port, out, error, url, stop }
}

const token = ['--token', 'chosen']
const small = ['--data', 'empty', '--no-config', ...token, '--freeze-clock=2026-01-05T09:30:00.000Z']

/** Asks under a host name, which fetch cannot set. */
async function ask(url: string, host: string, path = '/', method = 'GET'): Promise<number | undefined> {
  const headers = { host, authorization: 'SSWS chosen' }
  const [response] = (await once(httpRequest(url, { path, method, headers }).end(), 'response')) as [
    IncomingMessage,
  ]
  response.resume()
  return response.statusCode
}

/** Files that the flags of `served.txt` name. */
const files: Record<string, string> = {
  'down.yaml': '- { operation: listGroups, status: 503 }',
  'old.json': JSON.stringify({
    defaultPassword: 'Tulip-Meadow-42',
    users: ['ada', 'bea'].map((name) => ({
      login: `${name}@example.com`,
      firstName: name,
      lastName: 'B',
      created: '700d ago',
      lastLogin: '3d ago',
    })),
  }),
  'policy.json': '{ "options": { "passwordPolicy": { "maxAge": "90d" } } }',
  'faults.mjs': `
    const faults = [
      new Error('one\u001B two'),
      Object.assign(new Error('no stack'), { stack: undefined }),
      'a text',
      Object.assign(new Error(), { stack: 'line\\n'.repeat(40) }),
      Object.assign(new Error(), { stack: 'x'.repeat(500) }),
    ]
    const handle = (index) => () => { throw faults[index] }
    export default faults.map((_, index) => ({ route: 'GET /api/faults/' + index, handle: handle(index) }))`,
}

/** Starts a server with the flags, sends the requests after `|`, and stops it: what it answered and printed. */
async function printed(input: string): Promise<string> {
  const [flags = '', requests] = input.split(' | ')
  const { port, out, error, url, stop } = await served(
    ...(flags.includes('--data') ? [] : ['--data', 'empty']),
    ...(flags.includes('--config') ? [] : ['--no-config']),
    ...(flags.includes('--token') ? [] : token),
    '--freeze-clock=2026-01-05T09:30:00.000Z',
    ...(JSON.parse(flags.replaceAll('DIR', folder)) as string[]),
  )
  const statuses: (number | undefined)[] = []
  for (const each of requests?.split(', ') ?? []) {
    const [method, path = '', host] = each.split(' ')
    const name = JSON.parse(`"${host ?? '127.0.0.1'}"`) as string
    statuses.push(await ask(url, name, path, method))
  }
  const code = await stop()
  return [
    [...statuses, `exit ${code}`].join(', '),
    ...out.flatMap((text) => text.split('\n').map((line) => `out: ${line}`)),
    ...error.flatMap((text) => text.split('\n').map((line) => `err: ${line}`)),
  ]
    .map((line) => line.replaceAll(url, 'URL').replaceAll(`:${port}`, ':PORT').replaceAll(folder, 'DIR'))
    .join('\n')
    .replaceAll(/(?<="duration":)[\d.]+/g, 'TIME')
    .replaceAll(/-\d{20}\b/g, '-RANDOM')
    .replaceAll(/\n(?:err: )? {4}at .*/g, '')
    .replaceAll(/\\n {4}at [^"]*/g, '')
    .replaceAll(/ +$/gm, '')
}

test('prints where it listens, what is in it, and what goes wrong', async () => {
  for (const [name, text] of Object.entries(files)) written(name, text)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 9, 30) })
  await expectGolden(golden('served.txt'), printed)
})

test('logs a page whose origin is not trusted, and the flag that trusts it', async () => {
  const ask = async (...flags: string[]): Promise<readonly unknown[]> => {
    const { out, url, stop } = await served(...small, ...flags)
    const origin = { origin: 'https://app.test' }
    const preflight = { method: 'OPTIONS', headers: { ...origin, 'access-control-request-method': 'GET' } }
    const { status } = await fetch(`${url}/api/v1/users`, preflight)
    const headers = { ...origin, authorization: 'SSWS chosen' }
    const simple = await fetch(`${url}/api/v1/groups`, { headers })
    await stop()
    const logged = out.join('\n').match(/--trusted-origins \S+/g) ?? []
    return [status, simple.headers.get('access-control-allow-origin'), ...logged]
  }
  const hint = '--trusted-origins https://app.test'
  expect(await ask()).toEqual([403, null, hint, hint])
  const flag = '--trusted-origins=https://other.test,https://app.test'
  expect(await ask(flag)).toEqual([204, 'https://app.test'])
})

test('adds a public client for your application to any data, with the flag and in a file', async () => {
  const file = written(
    'clients.yaml',
    'options: { clients: [{ client_id: filed, redirect_uris: [https://a.test/] }] }',
  )
  const flags = [
    'my-spa=http://localhost:5173/callback',
    'my-spa=http://localhost:5173/silent',
    'app=com.a:/cb',
  ]
  const { out, url, stop } = await served(
    '--data',
    'examples',
    '--config',
    file,
    ...token,
    ...flags.flatMap((flag) => ['--client', flag]),
  )
  const shown = async (id: string): Promise<unknown> =>
    (await fetch(`${url}/oauth2/v1/clients/${id}`, { headers: { authorization: 'SSWS chosen' } })).json()
  expect(await shown('my-spa')).toMatchObject({
    application_type: 'browser',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://localhost:5173/callback', 'http://localhost:5173/silent'],
    post_logout_redirect_uris: ['http://localhost:5173', 'http://localhost:5173/'],
  })
  expect(await shown('app')).toMatchObject({ application_type: 'native', redirect_uris: ['com.a:/cb'] })
  expect(await shown('filed')).toMatchObject({ redirect_uris: ['https://a.test/'] })
  expect(out[0]).toContain(`Client      my-spa  (issuer ${url}/oauth2/default)\n`)
  await stop()
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

test('warns of at most twenty refused host names', async () => {
  const { error, url, stop } = await served(...small)
  for (let index = 1; index <= 22; index += 1) await ask(url, `evil${index}.test`)
  await stop()
  expect(error).toHaveLength(20)
  expect(error.at(-1)).toContain('evil20.test')
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

test('goes on from a state file even if a dataset is named, and says so', async () => {
  const file = join(folder, 'kept.state')
  const first = await served(...small, '--state', file)
  await fetch(`${first.url}/api/v1/groups`, {
    method: 'POST',
    headers: { authorization: 'SSWS chosen', 'content-type': 'application/json' },
    body: '{"profile":{"name":"Kept"}}',
  })
  await first.stop()
  const again = await served('--no-config', '--data', 'demo', '--state', file, '--read-only', '--json')
  const refusedNow = await fetch(`${again.url}/api/v1/groups`, { method: 'POST' })
  await again.stop()
  expect(refusedNow.status).toBe(503)
  expect(JSON.parse(again.out[0]!)).toMatchObject({
    apiToken: 'chosen',
    dataset: `going on from ${file}`,
    users: 1,
    groups: 2,
  })
})

test('a server that cannot listen says why', async () => {
  const busy = createServer()
  await once(busy.listen(0, '127.0.0.1'), 'listening')
  const { port } = busy.address() as AddressInfo
  expect(await runHere(['serve', ...small, '--port', String(port)])).toEqual({
    code: 1,
    out: '',
    error: `identikit: port ${port} at localhost is in use; choose another with --port, or 0 for any that is free`,
  })
  busy.close()
  expect(await refused(...small, '--host', '192.0.2.1')).toBe(
    'identikit serve: --host: 192.0.2.1 is no address of this machine',
  )
})

/** Errors that no machine of a test gives. */
test.each([
  ['EACCES', 1, ': port 0 at localhost is not yours to listen at; choose another with --port'],
  ['EMFILE', 1, ': too bad'],
  ['ENOTFOUND', 2, ' serve: host: localhost is no address of this machine'],
])('a server that cannot listen for %s exits with %i', async (code, exitCode, message) => {
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error('too bad'), { code })))
    return this
  })
  expect(await runHere(['serve', '--port', '0', ...small])).toEqual({
    code: exitCode,
    out: '',
    error: `identikit${message}`,
  })
})

test.each(['removed', 'replaced'])(
  'reports a state file that was %s meanwhile once, with exit code 1',
  async (how) => {
    const file = join(folder, `${how}.state`)
    const { url, error, stop } = await served(...small, '--quiet', '--state', file)
    rmSync(file)
    if (how === 'replaced') writeFileSync(file, 'another')
    const body = JSON.stringify({ profile: { name: 'lost' } })
    const headers = { authorization: 'SSWS chosen', 'content-type': 'application/json' }
    const reply = await fetch(`${url}/api/v1/groups`, { method: 'POST', headers, body })
    expect(reply.status).toBe(503)
    expect(await stop()).toBe(1)
    expect(error).toEqual([
      `identikit: ${file} was removed or replaced while the server wrote to it; changes since then are not kept`,
    ])
  },
)

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type LoadProcess, startIdentikit } from './processes.ts'
import { counterPlace, type RawRequest } from './protocol.ts'
import { median, type Thoroughness } from './side-by-side.ts'
import { freePort } from '../scripts/free-port.ts'

/** The other emulator of this API; `latest` of that name on npm is something else. */
const version = '0.12.2'
const users = 1000
const connections = 16
/** It limits each token to 5,000 requests an hour, so every connection uses several tokens in turn. */
const tokens = Array.from({ length: connections * 16 }, (_, index) => `bench_${index}`)
const ownTokens = ['bench-token']

/** Requests per second of one case, ours and the other emulator's. */
export interface EmulateOutcome {
  readonly name: string
  readonly ours: number
  readonly theirs: number
}

/**
 * Measures the other emulator, which is installed outside the project. Returns undefined, with a notice, if it cannot
 * be installed or started.
 */
export async function measureEmulate(
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<readonly EmulateOutcome[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-emulate-'))
  let child: ChildProcess | undefined
  try {
    await install(folder)
    const port = await freePort()
    child = spawn(
      process.execPath,
      [program(folder), 'start', '--service', 'okta', '--host', '127.0.0.1', '--port', String(port)],
      { cwd: folder, stdio: 'ignore' },
    )
    return await sideBySide(port, load, { rounds, seconds })
  } catch (error) {
    console.error(`emulate@${version} is left out: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  } finally {
    child?.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

async function install(folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const args = [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `emulate@${version}`,
  ]
  await promisify(execFile)('npm', args, { cwd: folder, timeout: 60_000 })
  const entries = tokens.map((token) => [token, { login: 'admin', scopes: ['user'] }])
  await writeFile(
    join(folder, 'emulate.config.json'),
    JSON.stringify({ tokens: Object.fromEntries(entries), okta: {} }),
  )
}

async function sideBySide(
  port: number,
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<readonly EmulateOutcome[]> {
  await untilReachable(port)
  const theirIds = await fill(port)
  const mock = await startIdentikit(`large:${users}`)
  try {
    const ourIds = await idsOf(mock.port, ownTokens[0]!)
    const outcomes: EmulateOutcome[] = []
    for (const [name, requests] of Object.entries(cases)) {
      const ours: number[] = []
      const theirs: number[] = []
      for (let round = 0; round < rounds; round++) {
        ours.push(await rate(mock.port, byConnection(ownTokens, requests(ourIds))))
        theirs.push(await rate(port, byConnection(tokens, requests(theirIds))))
      }
      outcomes.push({ name, ours: median(ours), theirs: median(theirs) })
    }
    return outcomes
  } finally {
    await mock.stop()
  }

  async function rate(at: number, requests: RawRequest[][]): Promise<number> {
    const result = await load.run({ port: at, connections, seconds, requests })
    if (result.failure !== undefined) throw new Error(result.failure)
    return result.perSecond
  }
}

/** The requests of each case; connections take turns with the requests and with the tokens. */
const cases: Readonly<Record<string, (ids: readonly string[]) => readonly RawRequest[]>> = {
  'GET one user': (ids) => ids.map((id) => ({ method: 'GET', path: `/api/v1/users/${id}` })),
  'list users, limit=200': () => [{ method: 'GET', path: '/api/v1/users?limit=200' }],
  'POST user': () => [{ method: 'POST', path: '/api/v1/users?activate=false', body: newUser(counterPlace) }],
}

function byConnection(known: readonly string[], requests: readonly RawRequest[]): RawRequest[][] {
  return Array.from({ length: connections }, (_, connection) =>
    known
      .filter((_token, index) => known.length === 1 || index % connections === connection)
      .map((token) => ({ ...requests[connection % requests.length]!, token: `SSWS ${token}` })),
  )
}

function newUser(number: string): string {
  const login = `bench-${number}@example.com`
  return JSON.stringify({ profile: { login, email: login, firstName: 'Hedy', lastName: 'Lamarr' } })
}

/** Creates as many users as the mock has, and returns some of their ids. */
async function fill(port: number): Promise<readonly string[]> {
  for (let number = 0; number < users; number++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/users?activate=false`, {
      method: 'POST',
      headers: {
        authorization: `SSWS ${tokens[number % tokens.length]}`,
        'content-type': 'application/json',
      },
      body: newUser(`seed-${number}`),
    })
    if (!response.ok) throw new Error(`creating a user answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  return idsOf(port, tokens[0]!)
}

async function idsOf(port: number, token: string): Promise<readonly string[]> {
  const headers = { authorization: `SSWS ${token}` }
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/users?limit=16`, {
    headers,
  })
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}

function program(folder: string): string {
  return join(folder, 'node_modules/emulate/dist/index.js')
}

async function untilReachable(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (response) return
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error('it does not listen')
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type LoadProcess, startIdentikit } from './processes.ts'
import { median, type Thoroughness } from './side-by-side.ts'
import { freePort } from '../scripts/free-port.ts'

const document = fileURLToPath(new URL('../dist/openapi.json', import.meta.url))
const path = '/api/v1/users/me'
const authorization = 'SSWS bench-token'

/** Another mock server, installed outside the project, that answers a read of one user. */
interface Peer {
  /** Its name and version. */
  readonly name: string
  /** How the rows describe its setup. */
  readonly how?: string
  readonly package: string
  /** Writes its input into its folder: for most, the reply that Identikit gave. */
  readonly prepare?: (folder: string, reply: string, port: number) => Promise<void>
  readonly command: (folder: string, port: number) => readonly [program: string, ...args: string[]]
}

const ofPackage = (folder: string, file: string): string => join(folder, 'node_modules', file)

/** The mock servers from the package registry. */
const peers: readonly Peer[] = [
  {
    name: 'Prism 5.16.0',
    how: ' on our OpenAPI document',
    package: '@stoplight/prism-cli@5.16.0',
    command: (folder, port) => [
      process.execPath,
      ofPackage(folder, '@stoplight/prism-cli/dist/index.js'),
      'mock',
      document,
      '--host=127.0.0.1',
      `--port=${port}`,
      // With NODE_ENV=production it forks by default, and fails there under this version of Node.
      '--no-multiprocess',
      '--verboseLevel=silent',
    ],
  },
  {
    name: 'json-server 0.17.4',
    package: 'json-server@0.17.4',
    async prepare(folder, reply) {
      const user = { ...(JSON.parse(reply) as object), id: 'me' }
      await writeFile(join(folder, 'db.json'), JSON.stringify({ users: [user] }))
      await writeFile(join(folder, 'routes.json'), JSON.stringify({ '/api/v1/*': '/$1' }))
    },
    command: (folder, port) => [
      process.execPath,
      ofPackage(folder, 'json-server/lib/cli/bin.js'),
      'db.json',
      '--routes=routes.json',
      '--host=127.0.0.1',
      `--port=${port}`,
      '--quiet',
    ],
  },
  {
    name: 'Mockttp 4.6.5',
    package: 'mockttp@4.6.5',
    prepare: (folder, reply, port) =>
      writeFile(
        join(folder, 'serve.cjs'),
        `const server = require('mockttp').getLocal()
        server.start(${port}).then(() => server.forGet('${path}').thenJson(200, ${reply}))`,
      ),
    command: (folder) => [process.execPath, join(folder, 'serve.cjs')],
  },
  {
    name: 'WireMock 3.13.2',
    how: ' on Java',
    package: 'wiremock@3.13.2',
    async prepare(folder, reply) {
      await mkdir(join(folder, 'mappings'))
      const response = { status: 200, jsonBody: JSON.parse(reply) as unknown }
      const stub = { request: { method: 'GET', urlPath: path }, response }
      await writeFile(join(folder, 'mappings/user.json'), JSON.stringify(stub))
    },
    command: (folder, port) => [
      'java',
      '-jar',
      ofPackage(folder, 'wiremock/build/wiremock-standalone-3.13.2.jar'),
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--root-dir=${folder}`,
      '--no-request-journal',
      '--disable-banner',
    ],
  },
]

/** Requests per second of one read, and milliseconds from start to first answer; or the reason for no figures. */
export interface PeerOutcome {
  readonly name: string
  readonly how: string
  readonly measured:
    | { readonly ours: number; readonly theirs: number; readonly start: number }
    | { readonly leftOut: string }
}

/** Measures the selected servers one after the other. Each round also measures the last build of Identikit. */
export async function* measurePeers(
  load: LoadProcess,
  thoroughness: Thoroughness,
  isWanted: (name: string) => boolean,
): AsyncGenerator<PeerOutcome> {
  for (const peer of peers) {
    const { name, how = '' } = peer
    if (isWanted(name)) yield { name, how, measured: await measurePeer(peer, load, thoroughness) }
  }
}

async function measurePeer(
  { name, package: packed, prepare, command }: Peer,
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<PeerOutcome['measured']> {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-peer-'))
  const mock = await startIdentikit('large:1000')
  let child: ChildProcess | undefined
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', packed]
    await promisify(execFile)('npm', args, { cwd: folder, timeout: 300_000 })
    const port = await freePort()
    const reply = await fetch(`http://127.0.0.1:${mock.port}${path}`, { headers: { authorization } })
    await prepare?.(folder, await reply.text(), port)
    const [program, ...rest] = command(folder, port)
    const begun = performance.now()
    child = spawn(program, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = endOf(child)
    await Promise.race([untilReachable(port), ended])
    const start = performance.now() - begun
    return { ...(await Promise.race([byTurns(mock.port, port), ended])), start }
  } catch (error) {
    const leftOut = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    console.error(`${name} is left out: ${leftOut}`)
    return { leftOut }
  } finally {
    child?.kill()
    await mock.stop()
    await rm(folder, { recursive: true, force: true })
  }

  async function byTurns(own: number, other: number): Promise<{ ours: number; theirs: number }> {
    const requests = [[{ method: 'GET', path, token: authorization }]]
    const taken = { ours: [] as number[], theirs: [] as number[] }
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++) {
      for (const [whose, port] of [
        ['ours', own],
        ['theirs', other],
      ] as const) {
        const { perSecond, failure } = await load.run({ port, connections: 16, seconds, requests })
        if (failure !== undefined) throw new Error(failure)
        if (round > 0) taken[whose].push(perSecond)
      }
    }
    return { ours: median(taken.ours), theirs: median(taken.theirs) }
  }
}

/** Rejects when a process ends or cannot start, with its last output. */
async function endOf(child: ChildProcess): Promise<never> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  const [code] = await once(child, 'exit')
  const line = /^\w*Error.*$/m.exec(said)?.[0] ?? said.trim().split('\n').at(-1) ?? ''
  throw new Error(`it ended with ${String(code)}: ${line}`)
}

async function untilReachable(port: number): Promise<void> {
  for (let tries = 0; tries < 6000; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } }).catch(
      () => undefined,
    )
    if (response?.ok) return
    // Some listen before they have an answer.
    if (response && response.status !== 404 && response.status !== 503)
      throw new Error(`it answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
    await new Promise((wait) => setTimeout(wait, 20))
  }
  throw new Error('it does not listen')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { installIn } from '../scripts/packed.ts'
import { type LoadProcess, root, startIdentikit } from './processes.ts'
import { get, post, send, token, type Turns } from './protocol.ts'
import { rounded, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'
import type { Thoroughness } from './side-by-side.ts'

const path = '/api/v1/users/me'
const connections = 16
/** How many times as many requests Identikit answers as a server that it must beat. */
const leastTimes = 1.8
const read = get(path)
const reads: Turns = [[read]]

/** Another mock server, installed outside the project, that answers a read of one user. */
interface Peer {
  /** Its name and version. */
  readonly name: string
  /** Whether Identikit must beat it: it is the fastest of its kind. */
  readonly isBeaten?: boolean
  /** How the rows describe its setup. */
  readonly how?: string
  readonly package: string
  /** Writes its input into its folder: for most, the reply that Identikit gave. */
  readonly prepare?: (folder: string, reply: string, port: number) => Promise<void>
  /** Default: Node. */
  readonly program?: string
  /** Its arguments. The port replaces `PORT`. */
  readonly args: readonly string[]
  /** The turns of its connections, if not the read alone. */
  readonly turns?: (port: number) => Promise<Turns>
}

/** emulate limits each token to 5,000 requests an hour, so every connection uses several tokens in turn. */
const tokens = Array.from({ length: connections * 16 }, (_, index) => `bench_${index}`)

/** The arguments of emulate with its part for this API. The port replaces `PORT`. */
export const emulateArgs: readonly string[] = [
  'node_modules/emulate/dist/index.js',
  'start',
  '--service=okta',
  '--host=127.0.0.1',
  '--port=PORT',
]

/** Writes the configuration of emulate into its folder: an administrator with these tokens. */
export function configureEmulate(folder: string, known: readonly string[]): Promise<void> {
  const entries = known.map((each) => [each, { login: 'admin', scopes: ['user'] }])
  const config = { tokens: Object.fromEntries(entries), okta: {} }
  return writeFile(join(folder, 'emulate.config.json'), JSON.stringify(config))
}

/** The mock servers from the package registry. */
const peers: readonly Peer[] = [
  {
    name: 'emulate 0.12.2',
    isBeaten: true,
    // `latest` of that name is something else.
    package: 'emulate@0.12.2',
    prepare: (folder) => configureEmulate(folder, tokens),
    args: emulateArgs,
    async turns(port) {
      const profile = { login: 'me@example.com', email: 'me@example.com', firstName: 'Me', lastName: 'Me' }
      const created = { ...post('/api/v1/users?activate=false', { profile }), token: `SSWS ${tokens[0]}` }
      const { id } = (await (await send({ port }, created)).json()) as { id: string }
      return tokens.map((each) => [{ ...get(`/api/v1/users/${id}`), token: `SSWS ${each}` }])
    },
  },
  {
    name: 'Prism 5.16.0',
    how: ' on our OpenAPI document',
    package: '@stoplight/prism-cli@5.16.0',
    args: [
      'node_modules/@stoplight/prism-cli/dist/index.js',
      'mock',
      join(root, 'dist/openapi.json'),
      '--host=127.0.0.1',
      '--port=PORT',
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
    args: [
      'node_modules/json-server/lib/cli/bin.js',
      'db.json',
      '--routes=routes.json',
      '--host=127.0.0.1',
      '--port=PORT',
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
    args: ['serve.cjs'],
  },
  {
    name: 'WireMock 3.13.2',
    isBeaten: true,
    how: ' on Java',
    package: 'wiremock@3.13.2',
    async prepare(folder, reply) {
      await mkdir(join(folder, 'mappings'))
      const response = { status: 200, jsonBody: JSON.parse(reply) as unknown }
      const stub = { request: { method: 'GET', urlPath: path }, response }
      await writeFile(join(folder, 'mappings/user.json'), JSON.stringify(stub))
    },
    program: 'java',
    args: [
      '-jar',
      'node_modules/wiremock/build/wiremock-standalone-3.13.2.jar',
      '--bind-address=127.0.0.1',
      '--port=PORT',
      '--root-dir=.',
      '--no-request-journal',
      '--disable-banner',
    ],
  },
]

/** Measures the selected servers one after the other. Each round also measures the last build of Identikit. */
export async function* peerRows(
  load: LoadProcess,
  thoroughness: Thoroughness,
  isWanted: (name: string) => boolean,
): AsyncGenerator<Row> {
  for (const peer of peers) {
    if (!isWanted(peer.name)) continue
    const name = `${peer.name}${peer.how ?? ''}: GET one user`
    try {
      const { ours, theirs, start } = await measurePeer(peer, load, thoroughness)
      const other = `${rounded(theirs)}/s, first answer after ${rounded(start)} ms`
      const times = ours / theirs
      yield {
        name,
        ours: `${rounded(ours)}/s`,
        other,
        result: `× ${times.toFixed(1)}`,
        ...(peer.isBeaten ? { bar: `≥ ${leastTimes}`, isMet: times >= leastTimes } : { bar: '' }),
      }
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      console.error(`${peer.name} is left out: ${reason}`)
      yield { name, ours: '', other: '', result: `left out: ${reason}`, bar: '' }
    }
  }
}

/** Requests per second of one read, and milliseconds from start to first answer. */
async function measurePeer(
  { package: packed, prepare, program = process.execPath, args, turns = async () => reads }: Peer,
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<Record<'ours' | 'theirs' | 'start', number>> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'identikit-peer-'))
  const folder = temporary.path
  await using mock = await startIdentikit('large:1000')
  const rate = async (at: number, of: Turns): Promise<number> =>
    (await load.run({ port: at, connections, seconds, turns: of })).perSecond
  installIn(folder, {}, packed)
  const port = await freePort()
  const reply = await send(mock, read)
  await prepare?.(folder, await reply.text(), port)
  const given = args.map((each) => each.replace('PORT', String(port)))
  const begun = performance.now()
  using child = spawn(program, given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = endOf(child)
  await Promise.race([untilReachable(port), ended])
  const start = performance.now() - begun
  const theirs = await turns(port)
  const taken = mediansInTurn(rounds, {
    ours: () => rate(mock.port, reads),
    theirs: () => rate(port, theirs),
  })
  return { ...(await Promise.race([taken, ended])), start }
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
    const headers = { authorization: token }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined)
    if (response?.ok) return
    // Some listen before they have an answer.
    if (response && response.status !== 404 && response.status !== 503)
      throw new Error(`it answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
    await new Promise((wait) => setTimeout(wait, 20))
  }
  throw new Error('it does not listen')
}

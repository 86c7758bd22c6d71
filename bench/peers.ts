import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type LoadProcess, startIdentikit } from './processes.ts'
import { median, type Thoroughness } from './side-by-side.ts'
import { freePort } from '../scripts/free-port.ts'

const prism = '@stoplight/prism-cli@5.16.0'
const document = fileURLToPath(new URL('../dist/openapi.json', import.meta.url))

/** Requests per second of one read, ours and those of Prism on our OpenAPI document; or why there are none. */
export type PrismOutcome = { readonly ours: number; readonly theirs: number } | { readonly leftOut: string }

/** Measures Prism, installed outside the project, with the document that was built last. */
export async function measurePrism(
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<PrismOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-prism-'))
  let child: ChildProcess | undefined
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', prism]
    await promisify(execFile)('npm', args, { cwd: folder, timeout: 300_000 })
    const port = await freePort()
    // Where NODE_ENV is production it forks by default, and fails there under this version of Node.
    const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js')
    const options = ['mock', document, '--host', '127.0.0.1', '--port', String(port)]
    child = spawn(process.execPath, [program, ...options, '--no-multiprocess', '--verboseLevel', 'silent'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = endOf(child)
    await Promise.race([untilReachable(port), ended])
    return await Promise.race([sideBySide(port), ended])
  } catch (error) {
    const leftOut = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    console.error(`${prism} is left out: ${leftOut}`)
    return { leftOut }
  } finally {
    child?.kill()
    await rm(folder, { recursive: true, force: true })
  }

  async function sideBySide(port: number): Promise<PrismOutcome> {
    const mock = await startIdentikit('large:1000')
    const requests = [[{ method: 'GET', path: '/api/v1/users/me', token: 'SSWS bench-token' }]]
    try {
      const taken = { ours: [] as number[], theirs: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        for (const [name, at] of [
          ['ours', mock.port],
          ['theirs', port],
        ] as const) {
          const { perSecond, failure } = await load.run({ port: at, connections: 16, seconds, requests })
          if (failure !== undefined) throw new Error(failure)
          taken[name].push(perSecond)
        }
      }
      return { ours: median(taken.ours), theirs: median(taken.theirs) }
    } finally {
      await mock.stop()
    }
  }
}

/** Rejects when a process ends, with what it said last. */
async function endOf(child: ChildProcess): Promise<never> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  const [code] = await once(child, 'exit')
  const line = /^\w*Error.*$/m.exec(said)?.[0] ?? said.trim().split('\n').at(-1) ?? ''
  throw new Error(`it ended with ${String(code)}: ${line}`)
}

async function untilReachable(port: number): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/users/me`, {
      headers: { authorization: 'SSWS bench-token' },
    }).catch(() => undefined)
    if (response?.ok) return
    if (response) throw new Error(`it answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error('it does not listen')
}

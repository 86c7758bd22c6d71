import { type ChildProcess, fork, type Serializable, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Load, LoadMessage, LoadResult, Turns } from './protocol.ts'

/** The folder of the project, and its built command line. */
export const root = fileURLToPath(new URL('..', import.meta.url))
export const cli = join(root, 'dist/cli/identikit.js')
let isBuilt = false

/**
 * Builds the current package, once in a run: an older build would give wrong figures.
 *
 * @throws Error when the build fails.
 */
export function build(): void {
  if (isBuilt) return
  run('npm', ['run', '--silent', 'build'])
  isBuilt = true
}

/** Runs a program that must succeed, and returns what it prints. */
export function run(
  program: string,
  args: readonly string[],
  cwd = root,
): { stdout: string; stderr: string } {
  const env = { ...process.env, BENCH_TOKEN: 'bench-token' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}\n${stdout}${stderr}`)
  return { stdout, stderr }
}

/** Milliseconds of a run of Node from its start to its end. */
export function timed(...args: readonly string[]): number {
  const start = performance.now()
  run(process.execPath, args)
  return performance.now() - start
}

/** A server in its own process. */
export interface ServerProcess {
  readonly port: number
  readonly token: string
  /** The results of its preparation. */
  readonly found: Readonly<Record<string, string>>
  /** Processor time it has taken so far, in microseconds. */
  readonly cpuTime: () => Promise<number>
  readonly stop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** A load generator in its own process. */
export interface LoadProcess {
  readonly run: (load: Load) => Promise<LoadResult>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Starts the built mock of a checkout with a world, and listens for its requests. */
export function startIdentikit(
  world: string,
  folder = root,
  preparation?: 'journal',
): Promise<ServerProcess> {
  if (folder === root) build()
  return startServer('./identikit.ts', [folder, world, ...(preparation === undefined ? [] : [preparation])])
}

/** Starts the mock with a second organisation; `file`, if given, stores its state. */
export function startKept(world: string, file?: string): Promise<ServerProcess> {
  build()
  return startServer('./identikit.ts', [root, world, 'beside', ...(file === undefined ? [] : [file])])
}

type Target = string | { readonly [condition: string]: Target }

/** The address of an entry point of the build of a checkout: `.` or `./server`. */
export function entryOf(folder: string, name: string): string {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, Target>
  }
  let target = exports[name]!
  while (typeof target !== 'string') target = (target['node'] ?? target['module'] ?? target['default'])!
  return pathToFileURL(join(folder, target)).href
}

/** Lets a script of its own measure, and returns its message. */
export async function askProcess<Figures>(
  file: string | URL,
  execArgv: readonly string[],
  ...args: readonly string[]
): Promise<Figures> {
  const child = start(file, args, execArgv)
  const message = await answer(child)
  await stop(child)
  return message as Figures
}

/** Starts the bare server, which sends this reply; `isKeeping` makes it store the bodies that it gets. */
export function startBare(reply: unknown, isKeeping = false): Promise<ServerProcess> {
  return startServer('./bare.ts', isKeeping ? ['keep'] : [], reply)
}

/** Starts oidc-provider. */
export function startOidcProvider(): Promise<ServerProcess> {
  return startServer('./oidc-provider.ts', [])
}

async function startServer(
  file: string | URL,
  args: readonly string[],
  message?: unknown,
): Promise<ServerProcess> {
  const child = start(file, args)
  if (message !== undefined) child.send(message as Serializable)
  const told = (await answer(child)) as Partial<ServerProcess> & { port: number }
  return {
    token: '',
    found: {},
    ...told,
    async cpuTime() {
      child.send('cpu time')
      return (await answer(child)) as number
    },
    stop: () => stop(child),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** Starts a load generator. */
export function startLoad(): LoadProcess {
  const child = start('./load.ts', [])
  const pools = new Map<Turns, number>()
  return {
    async run({ turns, ...load }) {
      const pool = pools.get(turns) ?? pools.size
      const message: LoadMessage = pools.has(turns) ? { ...load, pool } : { ...load, pool, turns }
      pools.set(turns, pool)
      child.send(message)
      const result = (await answer(child)) as LoadResult
      if (result.failure !== undefined) throw new Error(result.failure)
      return result
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
}

function start(
  file: string | URL,
  args: readonly string[],
  execArgv: readonly string[] = process.execArgv,
): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  return fork(new URL(file, import.meta.url), [...args], { stdio: [...stdio], execArgv: [...execArgv] })
}

/** The next message of a process; rejects when it ends without a message. */
async function answer(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController()
  const { signal } = heard
  const ended = once(child, 'exit', { signal }).then(
    ([code]) => Promise.reject(new Error(`${child.spawnargs.at(1)} ended with ${code}`)),
    () => [],
  )
  const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [unknown]
  heard.abort()
  return message
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

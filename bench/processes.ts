import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import type { Load, LoadResult } from './protocol.ts'

/** A server in its own process. */
export interface ServerProcess {
  readonly port: number
  readonly token: string
  /** The results of its preparation. */
  readonly found: Readonly<Record<string, string>>
  /** Processor time it has taken so far, in microseconds. */
  readonly cpuTime: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** A load generator in its own process. */
export interface LoadProcess {
  readonly run: (load: Load) => Promise<LoadResult>
  readonly stop: () => Promise<void>
}

/** Starts the mock with a world; `file` is the script of another checkout. */
export function startIdentikit(
  world: string,
  preparation?: string,
  file: string | URL = './identikit.ts',
): Promise<ServerProcess> {
  return startServer(file, preparation === undefined ? [world] : [world, preparation])
}

/** Starts the mock with a second organisation; `file`, if given, stores its state. */
export function startKept(world: string, file?: string): Promise<ServerProcess> {
  return startServer('./kept-identikit.ts', file === undefined ? [world] : [world, file])
}

/** Runs a process to its end, and returns its message. */
export function askProcess(file: string, execArgv: readonly string[]): Promise<unknown> {
  return answer(
    fork(new URL(file, import.meta.url), [], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, ...execArgv],
    }),
  )
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
  }
}

/** Starts a load generator. */
export function startLoad(): LoadProcess {
  const child = start('./load.ts', [])
  return {
    async run(load) {
      child.send(load)
      return (await answer(child)) as LoadResult
    },
    stop: () => stop(child),
  }
}

function start(file: string | URL, args: readonly string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
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

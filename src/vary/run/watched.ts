import { type ChildProcess, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { startProgram } from '../../server/run-program.ts'

/** A program that has ended. */
export interface Watched {
  /** The exit code; undefined if the program was stopped. */
  readonly code: number | undefined
  readonly output: string
  readonly milliseconds: number
  /** The longest time without a sign of life. */
  readonly silence: number
}

interface Limits {
  /** Milliseconds that it may take in all, and without a sign of life. */
  readonly limit?: number | undefined
  readonly silence?: number | undefined
  readonly stopped: Promise<NodeJS.Signals>
  /** A number that changes with each sign of life, besides the output. */
  readonly pulse: () => number
}

/** How often a program is looked at, in milliseconds. */
const pause = 150

/** Milliseconds that a program has to end after a signal. */
const grace = 3000
const isWindows = process.platform === 'win32'

/**
 * Runs a program and collects its output. Stops it with all its processes when it takes too long.
 *
 * @throws UsageError for a program that does not exist.
 */
export async function watched(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  { limit = Infinity, silence: max = Infinity, stopped, pulse }: Limits,
): Promise<Watched> {
  const { child, ended } = startProgram(
    words,
    // Its own group, so that a stop reaches all its processes.
    { stdio: ['ignore', 'pipe', 'pipe'], env, detached: !isWindows },
    'close',
  )
  const life = new SignsOfLife()
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      life.note()
      output.push(text)
    })
  let isStopped = false
  let deadline: NodeJS.Timeout | undefined
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopped) return
    isStopped = true
    // Some start servers in another group, and leave them behind at a signal.
    const below = isWindows ? [] : processesBelow(child.pid)
    const killAll = (): void => {
      killGroup(child, 'SIGKILL')
      for (const pid of below) kill(pid, 'SIGKILL')
    }
    child.once('exit', killAll)
    deadline = setTimeout(killAll, signal === 'SIGKILL' ? 0 : grace)
    killGroup(child, signal)
  }
  void stopped.then(stop)
  let last = pulse()
  const watch = setInterval(() => {
    const now = pulse()
    if (now !== last) life.note()
    last = now
    if (life.age > limit || life.pause > max) stop('SIGKILL')
  }, pause)
  const code = await ended.finally(() => {
    clearInterval(watch)
    clearTimeout(deadline)
  })
  life.note()
  return {
    code: isStopped ? undefined : code,
    output: output.join(''),
    milliseconds: life.age,
    silence: life.longest,
  }
}

/** The moments at which a program showed that it goes on. */
class SignsOfLife {
  readonly #began = performance.now()
  #last = this.#began
  longest = 0

  get age(): number {
    return performance.now() - this.#began
  }

  get pause(): number {
    return performance.now() - this.#last
  }

  note(): void {
    this.longest = Math.max(this.longest, this.pause)
    this.#last = performance.now()
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (isWindows || child.pid === undefined) child.kill(signal)
  else kill(-child.pid, signal)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** The processes that a process started, and those that they started. */
function processesBelow(pid: number | undefined): number[] {
  const all = processes()
  const found = [pid]
  for (const parent of found) found.push(...all.flatMap(([each, its]) => (its === parent ? each : [])))
  return found.slice(1) as number[]
}

/** All processes, with their parents. Small images of Linux have no ps. */
function processes(): (readonly [pid: number, parent: number])[] {
  const lines =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map(parentLine)
      : spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
}

function parentLine(pid: string): string {
  try {
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return `${pid} ${parent}`
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

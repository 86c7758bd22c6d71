import type { ChildProcess } from 'node:child_process'
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
  const stop = (signal: NodeJS.Signals): void => {
    isStopped = true
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
  const code = await ended.finally(() => clearInterval(watch))
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
  try {
    if (isWindows || child.pid === undefined) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

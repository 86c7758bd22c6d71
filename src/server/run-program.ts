import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'
import { UsageError } from './usage-error.ts'

/**
 * Runs a program with the terminal of this process and further environment variables. Answers its exit code: 128 plus
 * the signal number if a signal ended it, as in shells.
 *
 * @param stopped resolves when this process gets a signal to stop. The program gets the same signal, and may go on.
 * @throws UsageError if the program does not exist.
 */
export function runProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  stopped?: Promise<NodeJS.Signals>,
): Promise<number> {
  const env = { ...process.env, ...environment }
  const { child, ended } = startProgram(words, { stdio: 'inherit', env }, 'exit')
  // A terminal sends Control-C to the program itself.
  void stopped?.then((signal) => (signal === 'SIGINT' && process.stdin.isTTY ? true : child.kill(signal)))
  return ended
}

/** A program that runs. */
interface StartedProgram {
  readonly child: ChildProcess
  /** The exit code as `runProgram` answers it. Rejects as it does. */
  readonly ended: Promise<number>
}

/**
 * Starts a program.
 *
 * @param end The event at its end: `close` comes when its output has ended as well.
 */
export function startProgram(
  [program = '', ...words]: readonly string[],
  options: SpawnOptions,
  end: 'exit' | 'close',
): StartedProgram {
  // Windows starts npm and similar programs only through the shell.
  const child = spawn(program, words, { ...options, shell: process.platform === 'win32' })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        code === 'ENOENT'
          ? new UsageError(`there is no program ${program}`)
          : new Error(`${program}: ${message}`),
      ),
    )
    child.once(end, (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(code ?? (signal ? 128 + constants.signals[signal] : 1)),
    )
  })
  return { child, ended }
}

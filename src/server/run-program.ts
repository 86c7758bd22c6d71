import { spawn } from 'node:child_process'
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
  [program = '', ...words]: readonly string[],
  environment: Readonly<Record<string, string>>,
  stopped?: Promise<NodeJS.Signals>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    // Windows starts npm and similar programs only through the shell.
    const shell = process.platform === 'win32' ? { shell: true } : {}
    const env = { ...process.env, ...environment }
    const child = spawn(program, words, { stdio: 'inherit', env, ...shell })
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        code === 'ENOENT'
          ? new UsageError(`there is no program ${program}`)
          : new Error(`${program}: ${message}`),
      ),
    )
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 128 + constants.signals[signal] : 1)))
    // A terminal sends Control-C to the program itself.
    void stopped?.then((signal) => (signal === 'SIGINT' && process.stdin.isTTY ? true : child.kill(signal)))
  })
}

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { UsageError } from './usage-error.ts'

/**
 * Runs a program with the terminal of this process and further environment variables, and answers its exit code: 128 and
 * the number of the signal that ended it, as shells have it.
 *
 * @param stopped resolves when this process is told to stop: the program is told the same, and may take its time.
 * @throws UsageError where there is no such program.
 */
export function runProgram(
  [program = '', ...words]: readonly string[],
  environment: Readonly<Record<string, string>>,
  stopped?: Promise<NodeJS.Signals>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    // Windows starts npm and its like through the shell only.
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
    // A terminal tells the program itself.
    void stopped?.then((signal) => (signal === 'SIGINT' && process.stdin.isTTY ? true : child.kill(signal)))
  })
}

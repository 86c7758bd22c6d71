import type { ConformIo } from '../../conformance/cli/options.ts'
import { builtin } from '../server/builtin.ts'
import { Output } from './output.ts'

/** The streams of a process. */
export interface ProcessIo extends ConformIo {
  /** Resolves once all text was read, or nobody reads for this time, in milliseconds. */
  readonly settled: (patience: number) => Promise<void>
}

/**
 * The process's own streams. Each is opened at its first use, since opening takes time at every start.
 *
 * @param maxWaiting How much unread text may wait before further texts are dropped. Default: no limit.
 */
export function processIo(maxWaiting?: number): ProcessIo {
  const opened: { out?: Output; error?: Output } = {}
  const out = (): Output => (opened.out ??= new Output(process.stdout, maxWaiting))
  const error = (): Output => (opened.error ??= new Output(process.stderr, maxWaiting))
  return {
    out: (text) => out().write(`${text}\n`),
    error: (text) => error().write(`${text}\n`),
    get progress() {
      const { stderr, env } = process
      return {
        write: (text: string) => error().write(text),
        interactive: stderr.isTTY && env['CI'] === undefined,
        columns: stderr.columns ?? 80,
      }
    },
    get colour() {
      return process.stdout.isTTY && process.env['NO_COLOR'] === undefined
    },
    environment: process.env,
    readStdin: () => builtin('node:fs').readFileSync(0, 'utf8'),
    get ask() {
      return process.stdin.isTTY && process.stdout.isTTY ? askAtTerminal : undefined
    },
    async settled(patience) {
      await Promise.all(Object.values(opened).map((output: Output) => output.settled(patience)))
    },
  }
}

async function askAtTerminal(question: string): Promise<string> {
  const { createInterface } = builtin('node:readline/promises')
  const reading = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await reading.question(question)
  } finally {
    reading.close()
  }
}

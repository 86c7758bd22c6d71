import type { ConformIo } from '../../conformance/cli/io.ts'
import { builtin } from '../server/builtin.ts'

/** The process's own streams; each is opened when it is first used, since that takes time at every start. */
export function processIo(): ConformIo {
  let isWatched = false
  return {
    out(text) {
      if (!isWatched) {
        isWatched = true
        process.stdout.on('error', endUnlessRead)
      }
      process.stdout.write(`${text}\n`)
    },
    error: (text) => void process.stderr.write(`${text}\n`),
    get progress() {
      const { stderr, env } = process
      return {
        write: (text: string) => void stderr.write(text),
        interactive: stderr.isTTY && env['CI'] === undefined,
        columns: stderr.columns ?? 80,
      }
    },
    get colour() {
      return process.stdout.isTTY && process.env['NO_COLOR'] === undefined
    },
    environment: process.env,
    readStdin: () => builtin('node:fs').readFileSync(0, 'utf8'),
  }
}

/** Whoever reads what is printed may have seen enough, as in `identikit openapi | head`: that is no failure. */
function endUnlessRead({ code }: NodeJS.ErrnoException): void {
  process.exit(code === 'EPIPE' ? 0 : 1)
}

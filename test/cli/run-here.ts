import type { ConformIo } from '../../conformance/cli/options.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** Runs a command line in this process. */
export async function runHere(argv: readonly string[], io: Partial<ConformIo> = {}): Promise<Finished> {
  const out: string[] = []
  const error: string[] = []
  const code = await runCommandLine(argv, {
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
    ...io,
  })
  return { code, out: out.join('\n'), error: error.join('\n') }
}

import { builtin } from '../server/builtin.ts'
import { exitCodes } from '../server/command-io.ts'
import type { Shell } from './tree.ts'

/** Prints what a command made, or writes it to the file of `--out` and says so; one that cannot be written is told, and fails. */
export async function writeOut(
  command: string,
  text: string,
  out: string | undefined,
  shell: Shell,
): Promise<void> {
  if (out === undefined) {
    shell.io.out(text)
    return
  }
  try {
    await builtin('node:fs/promises').writeFile(out, `${text}\n`)
    shell.io.out(`Wrote ${out}`)
  } catch (error) {
    shell.io.error(`identikit ${command}: --out: ${(error as Error).message}`)
    shell.exitCode = exitCodes.failed
  }
}

import { exitCodes } from '../server/command-io.ts'
import { UsageError } from '../server/usage-error.ts'
import type { Shell } from './tree.ts'

/**
 * Prints what a command made, or writes it to the file of `--out` and says so; one that cannot be written is told, and fails.
 *
 * @throws UsageError for a name that no file can have.
 */
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
  const { writeOutFile } = await import('../server/write-file.ts')
  try {
    await writeOutFile(out, `${text}\n`, '--out')
    shell.io.out(`Wrote ${out}`)
  } catch (error) {
    if (error instanceof UsageError) throw error
    shell.io.error(`identikit ${command}: ${(error as Error).message}`)
    shell.exitCode = exitCodes.failed
  }
}

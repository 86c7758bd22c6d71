import { exitCodes } from '../server/command-io.ts'
import { UsageError } from '../server/usage-error.ts'
import type { Shell } from './tree.ts'

/**
 * Prints the output of a command, or writes it to the file of `--out`. Reports the file, or a failed write.
 *
 * @throws UsageError for an invalid file name.
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

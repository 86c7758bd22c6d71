import type { Shell } from '../../tree.ts'

/** Runs a command of the suite. An error that is not a usage mistake is a fault of Identikit: exit code 4. */
export async function guarded(shell: Shell, work: () => Promise<number>): Promise<void> {
  try {
    shell.exitCode = await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'UsageError') throw error
    const message = error instanceof Error ? error.message : String(error)
    shell.io.error(`identikit conform: ${message.split('\n')[0] ?? ''}`)
    shell.exitCode = 4
  }
}

import type { CommandIo } from '../server/command-io.ts'
import { seedWorld } from '../server/seed-world.ts'
import { settingsOf } from '../server/serve-settings.ts'
import { UsageError } from '../server/usage-error.ts'
import type { Comparison } from './compare/classes.ts'
import { compareRecordings } from './compare-recordings.ts'
import { readRecordings } from './read/read-recordings.ts'
import { RecordingError } from './recorded.ts'
import { textOf } from './report/text.ts'

/** The options of `identikit compare`. */
export interface CompareFlags {
  readonly word?: string | undefined
  readonly seed?: string | undefined
  readonly config?: string | boolean | undefined
  readonly showValues?: true | undefined
}

/**
 * `identikit compare`: prints a report, and answers the exit code.
 *
 * @throws UsageError for a file that is no recording.
 */
export async function runCompare(
  files: readonly string[],
  flags: CompareFlags,
  io: CommandIo,
): Promise<number> {
  const { word, seed = 'empty' } = flags
  const config = typeof flags.config === 'string' || flags.config === false ? flags.config : undefined
  const { options } = await settingsOf({ word, seed, config })
  try {
    const comparison = await compareRecordings(readRecordings(files), {
      org: options,
      async fill({ model }) {
        await seedWorld(model, seed, '--seed')
        model.markSeeded()
      },
      showValues: flags.showValues === true,
    })
    io.out(textOf(comparison))
    return exitCodeOf(comparison)
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
}

/** 0 where nothing differs that the API description has and the baseline has not. */
function exitCodeOf({ compared, classes }: Comparison): number {
  if (compared === 0) return 3
  return classes.some(({ stand, known }) => stand !== 'beyond' && !known) ? 1 : 0
}

import type { CommandIo } from '../../server/command-io.ts'
import { UsageError } from '../../server/usage-error.ts'
import { refuseOutFile, writeOutFile } from '../../server/write-file.ts'
import { seedOfDeployment } from '../../transfer/pull/pull.ts'
import { aboutSeed, listedIn, type SeedFile, seedText } from '../../transfer/pull/seed-text.ts'
import { readRecordings } from '../../exchange/read/read-recordings.ts'
import { RecordingError } from '../../exchange/exchange.ts'
import { ShownDeployment } from './shown-deployment.ts'

/** The options of `identikit seed --from recording`. */
export interface RecordingSeedFlags extends SeedFile {
  /** From which names come. */
  readonly seed?: string | undefined
}

/**
 * `identikit seed --from recording`: prints a seed of what recordings show, with made-up people; answers the exit code.
 *
 * @throws UsageError for a file that is no recording, and where recordings show no record.
 */
export async function seedFromRecording(
  files: readonly string[],
  { seed = 'identikit', ...file }: RecordingSeedFlags,
  io: CommandIo,
): Promise<number> {
  const { out } = file
  if (out !== undefined) await refuseOutFile(out, '--out')
  const shown = new ShownDeployment()
  try {
    for await (const recording of readRecordings(files)) shown.note(recording)
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
  const made = await seedOfDeployment(shown.deployment(), seed)
  if (listedIn(made.seed).every(([, count]) => count === 0))
    throw new UsageError('expected recordings that show users, groups, rules or clients, got no such reply')
  const text = seedText(made.seed, file, 'Made from recordings, with made-up people.')
  if (out === undefined) io.out(text)
  else await writeOutFile(out, `${text}\n`, '--out')
  for (const line of aboutSeed(made, file)) io.error(line)
  return 0
}

import type { CommandIo } from '../server/command-io.ts'
import { createOrganisation } from '../organisation.ts'
import { seedWorld } from '../server/seed-world.ts'
import { settingsOf } from '../server/serve-settings.ts'
import { UsageError } from '../server/usage-error.ts'
import type { Comparison } from './compare/classes.ts'
import { compareRecordings } from './compare-recordings.ts'
import { readRecordings } from './read/read-recordings.ts'
import { RecordingError } from './recorded.ts'
import { readBaseline, writeBaseline } from './report/baseline.ts'
import { jsonOf, writeCompareReports } from './report/files.ts'
import type { CompareReportForm } from './report/forms.ts'
import { partsOf, textOf } from './report/text.ts'

/** The options of `identikit compare`. */
export interface CompareFlags {
  readonly word?: string | undefined
  readonly seed?: string | undefined
  readonly config?: string | boolean | undefined
  readonly showValues?: true | undefined
  readonly json?: true | undefined
  readonly report?: readonly CompareReportForm[] | undefined
  /** Folder of the reports. */
  readonly out?: string | undefined
  /** File of known classes of differences. */
  readonly baseline?: string | undefined
  readonly writeBaseline?: string | undefined
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
      async organisation(found) {
        const { vocabulary } = options
        const made = createOrganisation({
          ...options,
          vocabulary: { ...vocabulary, word: vocabulary?.word ?? found },
        })
        await seedWorld(made.model, seed, '--seed')
        made.model.markSeeded()
        return made
      },
      showValues: flags.showValues === true,
      ...(flags.baseline === undefined ? {} : { baseline: await readBaseline(flags.baseline) }),
    })
    io.out(flags.json ? jsonOf(comparison).trimEnd() : textOf(comparison))
    await writeReports(comparison, flags, io)
    return flags.writeBaseline === undefined ? exitCodeOf(comparison) : comparison.compared === 0 ? 3 : 0
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
}

async function writeReports(
  comparison: Comparison,
  { report = [], out = 'compare-report', writeBaseline: file, json }: CompareFlags,
  io: CommandIo,
): Promise<void> {
  const written = await writeCompareReports(comparison, report, out)
  if (file !== undefined) written.push(await writeBaseline(comparison, file))
  // What prints JSON prints nothing else.
  for (const path of written) (json ? io.error : io.out)(`Wrote ${path}`)
}

/** 0 where nothing differs that the API description has and the baseline has not. */
function exitCodeOf(comparison: Comparison): number {
  if (comparison.compared === 0) return 3
  return partsOf(comparison).fresh.length > 0 ? 1 : 0
}

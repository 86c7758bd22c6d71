import { counted } from '../../../conformance/engine/words/counted.ts'
import { yamlOf } from '../../openapi/yaml.ts'
import type { CommandIo } from '../../server/command-io.ts'
import { UsageError } from '../../server/usage-error.ts'
import { refuseOutFile, writeOutFile } from '../../server/write-file.ts'
import { seedOfDeployment } from '../../transfer/pull/pull.ts'
import { readRecordings } from '../read/read-recordings.ts'
import { RecordingError } from '../recorded.ts'
import { ShownDeployment } from './shown-deployment.ts'

/** The options of `identikit seed from-recording`. */
export interface RecordingSeedFlags {
  readonly out?: string | undefined
  readonly format?: 'yaml' | 'json' | undefined
  /** From which names come. */
  readonly idSeed?: string | undefined
}

/**
 * `identikit seed from-recording`: prints a seed of what recordings show, with made-up people; answers the exit code.
 *
 * @throws UsageError for a file that is no recording, and where recordings show no record.
 */
export async function seedFromRecording(
  files: readonly string[],
  { out, format, idSeed = 'identikit' }: RecordingSeedFlags,
  io: CommandIo,
): Promise<number> {
  if (out !== undefined) await refuseOutFile(out, '--out')
  const shown = new ShownDeployment()
  try {
    for await (const recording of readRecordings(files)) shown.note(recording)
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
  const { seed, notCarried } = await seedOfDeployment(shown.deployment(), idSeed)
  const kinds = (['user', 'group', 'rule', 'client'] as const).map(
    (each) => [each, seed[`${each}s`]?.length ?? 0] as const,
  )
  if (kinds.every(([, count]) => count === 0))
    throw new UsageError('expected recordings that show users, groups, rules or clients, got no such reply')
  const isJson = format === undefined ? /\.json$/i.test(out ?? '') : format === 'json'
  const head =
    '# yaml-language-server: $schema=./node_modules/identikit/docs/reference/seed.schema.json\n# Made from recordings, with made-up people.\n'
  const text = isJson ? JSON.stringify(seed, undefined, 2) : head + yamlOf(seed)
  if (out === undefined) io.out(text)
  else await writeOutFile(out, `${text}\n`, '--out')
  const counts = kinds.map(([each, count]) => counted(count, each)).join(', ')
  io.error(`${counts}${out === undefined ? '' : ` to ${out}`}. Not carried:`)
  for (const line of notCarried) io.error(`  ${line}`)
  return 0
}

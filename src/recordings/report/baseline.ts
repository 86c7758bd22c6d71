import { readTextFile } from '../../../conformance/engine/words/text-file.ts'
import { fileOfOption } from '../../server/file-of-option.ts'
import { UsageError } from '../../server/usage-error.ts'
import { writeWhole } from '../../server/write-file.ts'
import type { Comparison } from '../compare/classes.ts'
import { jsonOf as parsed, objectOf, textsOf } from '../../exchange/json.ts'

/**
 * The ids of known classes of differences.
 *
 * @param option The name of the file, for messages.
 * @throws UsageError for a file that is no baseline.
 */
export async function readBaseline(file: string, option = '--baseline'): Promise<ReadonlySet<string>> {
  const text = fileOfOption(option, () => readTextFile(file))
  const known = objectOf(parsed(text))?.['known']
  if (!Array.isArray(known))
    throw new UsageError(`${option}: expected a file that --write-baseline wrote, got another in ${file}`)
  return new Set(textsOf(known))
}

/**
 * Writes the differences of a comparison as known ones, and answers the file.
 *
 * @throws UsageError for a file that cannot be written.
 */
export async function writeBaseline({ classes }: Comparison, file: string): Promise<string> {
  const known = classes.filter(({ verdict }) => verdict !== 'beyond').map(({ id }) => id)
  try {
    await writeWhole(file, `${JSON.stringify({ known: known.toSorted() }, undefined, 2)}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--write-baseline: expected a file that can be written, got ${file} (${code})`)
  }
  return file
}

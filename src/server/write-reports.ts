import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './usage-error.ts'
import { writeWhole } from './write-file.ts'

/**
 * Writes reports into a folder, which it makes, and returns their paths.
 *
 * @param texts The text of each report, by the name of its file.
 * @throws UsageError for a folder that cannot be written to.
 */
export async function writeReports(
  folder: string,
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const reports = Object.entries(texts)
  try {
    if (reports.length > 0) await mkdir(folder, { recursive: true })
    for (const [name, text] of reports) await writeWhole(join(folder, name), text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--out: expected a folder that can be written to, got ${folder} (${code})`)
  }
  return reports.map(([name]) => join(folder, name))
}

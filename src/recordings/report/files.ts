import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../server/usage-error.ts'
import { writeWhole } from '../../server/write-file.ts'
import type { Comparison } from '../compare/classes.ts'
import type { CompareReportForm } from './forms.ts'
import { htmlOf } from './html.ts'

/** The report as JSON. */
export function jsonOf(report: object): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}

/**
 * Writes reports into a folder, which is made, and answers their paths.
 *
 * @throws UsageError for a folder that cannot be written to.
 */
export async function writeCompareReports(
  comparison: Comparison,
  forms: readonly CompareReportForm[],
  folder: string,
): Promise<string[]> {
  const written: string[] = []
  try {
    if (forms.length > 0) await mkdir(folder, { recursive: true })
    for (const form of new Set(forms)) {
      const path = join(folder, `compare.${form}`)
      await writeWhole(path, form === 'json' ? jsonOf(comparison) : htmlOf(comparison))
      written.push(path)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--out: expected a folder that can be written to, got ${folder} (${code})`)
  }
  return written
}

import path from 'node:path'
import { readTextFile } from '../engine/words/text-file.ts'
import { UsageError, usage } from '../engine/words/usage-error.ts'
import { mergeResults } from '../engine/judge/merge.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { allRequirements } from '../registry/requirement-names.ts'
import { requirementsOfSet } from '../registry/requirement-sets.ts'
import { digestOf } from '../report/digest.ts'
import { parseReport } from '../report/report-schema.ts'
import type { ConformIo } from './io.ts'
import { reportCommand, type ReportValues } from './options.ts'
import { report } from './report.ts'

/**
 * Reads JSON reports.
 *
 * @throws UsageError that names the file.
 */
export function readReports(
  files: readonly string[],
  { cwd = process.cwd() }: Pick<ConformIo, 'cwd'>,
): ConformanceResult[] {
  return files.map((file) => {
    const content = usage(() => readTextFile(path.resolve(cwd, file)))
    try {
      const report = parseReport(content, file)
      if (report.digest !== undefined && report.digest !== digestOf(JSON.parse(content) as object))
        throw new Error(`${file} was changed after the run: its digest is another one`)
      return report
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error))
    }
  })
}

/** Makes one report from those of shards, and answers its exit code. */
export function merge(files: readonly string[], values: ReportValues, io: ConformIo): Promise<number> {
  if (files.length < 2) throw new UsageError('merge takes the JSON reports of two shards or more')
  const reporting = reportCommand(values, io)
  const results = readReports(files, io)
  const requirements = requirementsOfSet(results[0]?.run.requirementSet ?? allRequirements)
  return report(
    usage(() => mergeResults(results, requirements, reporting.baseline)),
    reporting,
    io,
  )
}

import fs from 'node:fs'
import path from 'node:path'
import { UsageError } from '../engine/usage-error.ts'
import { mergeResults } from '../engine/merge.ts'
import type { ConformanceResult } from '../engine/result.ts'
import { clauses } from '../registry/clauses.ts'
import { parseReport } from '../report/report-schema.ts'
import type { ConformIo } from './io.ts'

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
    let content: string
    try {
      content = fs.readFileSync(path.resolve(cwd, file), 'utf8')
    } catch {
      throw new UsageError(`${file} cannot be read`)
    }
    try {
      return parseReport(content, file)
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error))
    }
  })
}

/** Joins the JSON reports of shards into one result. */
export function mergeReports(
  files: readonly string[],
  baseline: Parameters<typeof mergeResults>[2],
  io: ConformIo,
): ConformanceResult {
  if (files.length < 2) throw new UsageError('merge takes the JSON reports of two shards or more')
  const results = readReports(files, io)
  try {
    return mergeResults(results, clauses, baseline)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

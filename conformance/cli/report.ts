import fs from 'node:fs'
import path from 'node:path'
import { stringify } from 'yaml'
import { baselineFor } from '../engine/baseline.ts'
import type { ConformanceResult } from '../engine/result.ts'
import { terminalSummary } from '../report/terminal.ts'
import { writeReports } from '../report/write-reports.ts'
import type { ConformIo } from './io.ts'
import type { ReportCommand } from './options.ts'

/** Prints what came of a run, and writes its reports and a baseline if asked; answers the exit code. */
export async function report(
  result: ConformanceResult,
  { reports, out, writeBaseline, baseline }: ReportCommand,
  io: ConformIo,
): Promise<number> {
  io.out(
    terminalSummary(result, { colour: io.colour ?? false, columns: io.progress?.columns ?? 80 }).trimEnd(),
  )
  const written = await writeReports(result, reports, out)
  const cwd = io.cwd ?? process.cwd()
  if (written.length > 0)
    io.out(`Reports: ${written.map((file) => path.relative(cwd, file) || file).join(', ')}`)
  if (writeBaseline !== undefined) {
    const entries = baselineFor(result.clauses, baseline)
    fs.writeFileSync(writeBaseline, entries.length === 0 ? '[]\n' : stringify(entries))
    io.out(
      `Baseline: ${path.relative(cwd, writeBaseline)}, ${entries.length} entries; write a reason for each.`,
    )
  }
  return result.exitCode
}

import { counted } from '../engine/words/counted.ts'
import fs from 'node:fs'
import path from 'node:path'
import { stringify } from 'yaml'
import { baselineFor } from '../engine/judge/baseline.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { digestOf } from '../report/digest.ts'
import { githubAnnotations } from '../report/github.ts'
import { markdownOf } from '../report/markdown.ts'
import { terminalSummary } from '../report/terminal.ts'
import { writeReports } from '../report/write-reports.ts'
import type { ConformIo } from './io.ts'
import type { ReportCommand } from './options.ts'

/** Prints what came of a run, and writes its reports and a baseline if asked; answers the exit code. */
export async function report(
  found: ConformanceResult,
  { reports, github, out, writeBaseline, baseline }: ReportCommand,
  io: ConformIo,
): Promise<number> {
  const result = { ...found, digest: digestOf(found) }
  io.out(
    terminalSummary(result, { colour: io.colour ?? false, columns: io.progress?.columns ?? 80 }).trimEnd(),
  )
  const written = await writeReports(result, reports, out)
  if (github) tellGithub(result, io)
  const cwd = io.cwd ?? process.cwd()
  if (written.length > 0)
    io.out(`Reports: ${written.map((file) => path.relative(cwd, file) || file).join(', ')}`)
  if (reports.includes('json')) io.out(`Digest of report.json: ${result.digest}`)
  if (writeBaseline !== undefined) {
    const entries = baselineFor(result.requirements, baseline)
    fs.writeFileSync(writeBaseline, entries.length === 0 ? '[]\n' : stringify(entries))
    io.out(
      `Baseline: ${path.relative(cwd, writeBaseline)}, ${counted(entries.length, 'entry', 'entries')}; write a reason for each.`,
    )
  }
  return result.exitCode
}

/** Adds the summary to the page of the job, and prints the annotations for GitHub Actions. */
function tellGithub(result: ConformanceResult, { out, error, environment = process.env }: ConformIo): void {
  const file = environment['GITHUB_STEP_SUMMARY']
  for (const line of githubAnnotations(result)) out(line)
  if (!file) return error('GITHUB_STEP_SUMMARY is not set: there is no page of a job to add the summary to.')
  try {
    fs.appendFileSync(file, `${markdownOf(result)}\n`)
  } catch (reason) {
    error(
      `GITHUB_STEP_SUMMARY could not be written: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  }
}

import { counted } from '../engine/words/text.ts'
import fs from 'node:fs'
import path from 'node:path'
import { stringify } from 'yaml'
import { baselineFor } from '../engine/judge/baseline.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { digestOf, verifyReport, type Expected } from '../report/verify-report.ts'
import { githubAnnotations } from '../report/machine-forms.ts'
import { markdownOf } from '../report/markdown.ts'
import { terminalSummary } from '../report/terminal.ts'
import { writeReports } from '../report/write-reports.ts'
import { reportCommand, type ConformIo, type ReportCommand, type ReportValues } from './options.ts'
import { readTextFile } from '../engine/words/text-file.ts'
import { UsageError, usage } from '../engine/words/usage-error.ts'
import { mergeResults } from '../engine/judge/merge.ts'
import { allRequirements } from '../registry/requirement-names.ts'
import { requirementsOfSet } from '../registry/requirement-sets.ts'
import { parseReport } from '../report/report-schema.ts'
import { diffText } from '../report/diff.ts'
import { listed } from '../report/room.ts'
import { countsInWords, headlineOf, quickInWords } from '../report/words.ts'

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

/**
 * Reads JSON reports.
 *
 * @throws UsageError that names the file.
 */
function readReports(
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

/** Says which requirements came out differently in two runs. */
export function diff(before: string, after: string, io: ConformIo): number {
  const [first, second] = readReports([before, after], io)
  if (first && second) io.out(diffText(first, second).trimEnd())
  return 0
}

/**
 * Says whether a JSON report is what a run wrote. Answers 0, or 1 and why not.
 *
 * @throws UsageError for a file that cannot be read.
 */
export function verify(file: string, expected: Expected, io: ConformIo): number {
  const text = usage(() => readTextFile(path.resolve(io.cwd ?? process.cwd(), file)))
  const { report, problems } = verifyReport(text, expected)
  if (report === undefined || problems.length > 0) {
    io.error(`${file} is not a report to trust:`)
    for (const line of listed(
      problems,
      (problem) => problem,
      (more) => `… ${more}`,
    ))
      io.error(`  ${line}`)
    return 1
  }
  const { run, digest } = report
  io.out(`${file} is whole and unchanged.`)
  io.out(`${headlineOf(report)}: ${countsInWords(report)}`)
  const part =
    quickInWords(report) ?? (run.whole ? undefined : 'This run was filtered or sharded: it shows a part.')
  if (part !== undefined) io.out(part)
  io.out(`${run.target ?? run.baseUrl}  run ${run.id}  ${run.startedAt}  identikit ${run.suiteVersion}`)
  io.out(digest ?? '')
  return 0
}

import path from 'node:path'
import { readTextFile } from '../engine/words/text-file.ts'
import { usage } from '../engine/words/usage-error.ts'
import { listed } from '../report/room.ts'
import { type Expected, verifyReport } from '../report/verify-report.ts'
import { countsInWords, headlineOf, quickInWords } from '../report/words.ts'
import type { ConformIo } from './io.ts'

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

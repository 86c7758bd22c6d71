import { Option } from '@commander-js/extra-typings'
import type { Done } from '../../../pact/report/text.ts'
import type { PactVerification } from '../../../pact/verify/verdict.ts'
import { UsageError } from '../../../server/usage-error.ts'
import type { Shell } from '../../tree.ts'
import { someOf } from '../../values.ts'

/** The forms of a report in addition to the text. */
const pactReportForms = ['json', 'junit'] as const

type PactReportForm = (typeof pactReportForms)[number]

/** How a command reports, and how it treats unspecified behaviour. */
export const reporting = {
  report: new Option('--report <list>', 'reports to write in addition to the text: json, junit')
    .choices(pactReportForms)
    .argParser(someOf(pactReportForms))
    .default([] as PactReportForm[], 'none'),
  out: new Option('--out <dir>', 'folder of the reports').default('pact-report'),
  json: new Option('--json', 'print the report as JSON'),
  tolerate: new Option('--tolerate-unspecified', 'exit with 0 if nothing fails but something is unspecified'),
  quiet: new Option('--quiet', 'do not list matches'),
}

/** Exit codes of the commands that judge pacts; those of `conform`, where they mean the same. */
export const pactExitCodes = `
Exit codes: 0 all match, pending interactions aside; 1 an interaction does not match; 2 usage, or a file is no pact;
3 nothing failed, but something is unspecified, or there was nothing to judge; 4 our own error; 6 no verdict.`

interface ReportingOptions {
  readonly report: readonly PactReportForm[]
  readonly out: string
  readonly json?: true | undefined
  readonly quiet?: true | undefined
  readonly tolerateUnspecified?: true | undefined
}

/** Runs a command that judges pacts, reports the result, and sets the exit code. */
export async function reportOn(
  shell: Shell,
  done: Done,
  options: ReportingOptions,
  judge: () => Promise<PactVerification>,
): Promise<void> {
  const { io } = shell
  let verification: PactVerification
  try {
    verification = await judge()
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'PactFileError' || name === 'PublishRefused') throw new UsageError(message)
    io.error(`identikit pact: ${message}`)
    shell.exitCode = name === 'VerifierError' ? 6 : 4
    return
  }
  const { jsonOf } = await import('../../../pact/report/json.ts')
  const { junitOf } = await import('../../../pact/report/junit.ts')
  const { writeReports } = await import('../../../server/write-reports.ts')
  const written = await writeReports(options.out, {
    ...(options.report.includes('json') ? { 'pact.json': jsonOf(verification, done) } : {}),
    ...(options.report.includes('junit') ? { 'pact.junit.xml': junitOf(verification, done) } : {}),
  })
  if (options.json) io.out(jsonOf(verification, done).trimEnd())
  else {
    const { textOf } = await import('../../../pact/report/text.ts')
    io.out(textOf(verification, done, { quiet: options.quiet ?? false }))
    for (const path of written) io.out(`Report: ${path}`)
  }
  shell.exitCode = exitCodeOf(verification, options.tolerateUnspecified ?? false)
}

function exitCodeOf({ interactions, summary }: PactVerification, toleratesUnspecified: boolean): number {
  if (summary.mismatch > 0) return 1
  if (summary.unspecified > 0 && !toleratesUnspecified) return 3
  return interactions.length === 0 ? 3 : 0
}

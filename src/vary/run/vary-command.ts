import { availableParallelism, constants } from 'node:os'
import { refuseUnwritable } from '../../../conformance/report/write-reports.ts'
import { readTextFile } from '../../../conformance/engine/words/text-file.ts'
import type { CommandIo } from '../../server/command-io.ts'
import { fileOfOption } from '../../server/file-of-option.ts'
import { type ServeFlags, settingsOf } from '../../server/serve-settings.ts'
import { stopSignal } from '../../server/stop-signal.ts'
import { UsageError } from '../../server/usage-error.ts'
import { readVersion } from '../../server/version.ts'
import { refuseOutFile, writeOutFile } from '../../server/write-file.ts'
import type { Depth } from '../mutants.ts'
import { nameOf } from '../variant-names.ts'
import { freshOf, textOf } from './text.ts'
import { NoVerdict } from './plain-runs.ts'
import { Interrupted } from './runs.ts'
import { varyRun } from './vary-run.ts'
import type { VaryReportForm } from './forms.ts'
import { annotationsOf, writeVaryReports } from './write.ts'

/** The options of `identikit vary`, besides those of a server. */
export interface VaryFlags extends ServeFlags {
  readonly broken?: true | undefined
  readonly thorough?: true | undefined
  readonly quick?: true | undefined
  readonly budget?: number | undefined
  readonly jobs?: number | undefined
  readonly only?: readonly string[] | undefined
  readonly junit?: string | undefined
  /** Whether results of earlier runs count. Default: yes. */
  readonly cache?: boolean | undefined
  readonly known?: string | undefined
  readonly writeKnown?: string | undefined
  readonly report?: readonly VaryReportForm[] | undefined
  readonly out?: string | undefined
}

/** Exit codes, as those of `conform`. */
const codes = { clean: 0, findings: 1, noVerdict: 3 } as const

/**
 * `identikit vary`: runs a command under the freedoms of the API description, and reports which tests rely on others.
 * Answers the exit code.
 *
 * @throws UsageError for invalid options, files that cannot be written, and an unknown program.
 */
export async function runVary(words: readonly string[], flags: VaryFlags, io: CommandIo): Promise<number> {
  const {
    broken,
    thorough,
    quick,
    budget,
    jobs: wanted,
    only,
    junit,
    cache = true,
    known,
    writeKnown,
    report: forms = [],
    out = 'vary-report',
    ...serveFlags
  } = flags
  const settings = await settingsOf({ ...serveFlags, port: flags.port ?? 0 })
  // A server at a fixed port, a state file or a JUnit file is for one run at a time.
  const isShared = settings.port !== 0 || settings.state !== undefined || junit !== undefined
  const depth: Depth | undefined = thorough ? 'thorough' : broken ? (quick ? 'quick' : 'usual') : undefined
  const variants = only?.map((name) => {
    try {
      return nameOf(name, '--only')
    } catch (error) {
      throw new UsageError((error as TypeError).message)
    }
  })
  if (forms.length > 0) await refuseUnwritable('--out', out)
  if (writeKnown !== undefined) await refuseOutFile(writeKnown, '--write-known')
  const ended = new AbortController()
  try {
    const report = await varyRun({
      words,
      settings,
      junit,
      isCached: cache,
      written: [out, junit, writeKnown, known].filter((path) => path !== undefined),
      version: readVersion(),
      stopped: stopSignal(ended.signal),
      jobs: isShared ? 1 : (wanted ?? availableParallelism()),
      broken: depth,
      isQuick: quick === true,
      budget,
      variants,
      known: known === undefined ? undefined : readKnown(known),
      tell: io.error,
    })
    io.out(textOf(report))
    for (const path of await writeVaryReports(report, forms, out)) io.out(`Wrote ${path}`)
    if (process.env['GITHUB_ACTIONS'] === 'true') for (const line of annotationsOf(report)) io.out(line)
    if (writeKnown !== undefined) {
      const ids = report.findings.map(({ id }) => id).toSorted()
      await writeOutFile(writeKnown, `${JSON.stringify({ known: ids }, undefined, 2)}\n`, '--write-known')
      io.out(`Wrote ${writeKnown}`)
      return codes.clean
    }
    const isClean = freshOf(report).length === 0 && report.stale.length === 0
    return isClean ? codes.clean : codes.findings
  } catch (error) {
    if (!(error instanceof NoVerdict || error instanceof Interrupted)) throw error
    io.error(`identikit: ${error.message}`)
    return error instanceof NoVerdict ? codes.noVerdict : 128 + constants.signals[error.signal]
  } finally {
    ended.abort()
  }
}

/**
 * The ids of known findings.
 *
 * @throws UsageError for a file that --write-known did not write.
 */
function readKnown(file: string): ReadonlySet<string> {
  const text = fileOfOption('--known', () => readTextFile(file))
  try {
    const { known } = JSON.parse(text) as { known: unknown }
    if (Array.isArray(known) && known.every((each) => typeof each === 'string')) return new Set(known)
  } catch {
    // The message below says it.
  }
  throw new UsageError(`--known: expected a file that --write-known wrote, got another in ${file}`)
}

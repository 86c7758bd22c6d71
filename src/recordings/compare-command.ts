import { counted } from '../../conformance/engine/words/text.ts'
import type { CommandIo } from '../server/command-io.ts'
import { seedDataset } from '../server/seed-dataset.ts'
import { settingsOf } from '../server/serve-settings.ts'
import { UsageError } from '../server/usage-error.ts'
import type { Comparison } from './compare/classes.ts'
import { compareRecordings } from './compare-recordings.ts'
import { readRecordings } from '../exchange/read/read-recordings.ts'
import { type Recording, RecordingError } from '../exchange/exchange.ts'
import { readBaseline, writeBaseline } from './report/baseline.ts'
import { writeReports } from '../server/write-reports.ts'
import { htmlOf } from './report/html.ts'
import type { CompareReportForm } from './report/forms.ts'
import { partsOf, textOf } from './report/text.ts'
import { type Fill, makerOf, type Setting } from './setting.ts'

/** The options of `identikit compare`. */
export interface CompareFlags {
  readonly preset?: 'okta' | undefined
  readonly prefix?: string | undefined
  readonly data?: string | undefined
  readonly config?: string | boolean | undefined
  readonly showValues?: true | undefined
  /** Whether to find the options under which the recordings differ least. */
  readonly suggest?: true | undefined
  readonly json?: true | undefined
  readonly report?: readonly CompareReportForm[] | undefined
  /** Folder of the reports. */
  readonly out?: string | undefined
  /** File of known classes of differences. */
  readonly baseline?: string | undefined
  readonly writeBaseline?: string | undefined
}

/**
 * `identikit compare`: prints a report, and returns the exit code.
 *
 * @throws UsageError for a file that is not a recording.
 */
export async function runCompare(
  files: readonly string[],
  flags: CompareFlags,
  io: CommandIo,
): Promise<number> {
  const { preset, prefix, data = 'empty' } = flags
  const config = typeof flags.config === 'string' || flags.config === false ? flags.config : undefined
  const { options } = await settingsOf({ preset, prefix, data, config })
  const baseline = flags.baseline === undefined ? undefined : await readBaseline(flags.baseline)
  try {
    const found = flags.suggest ? await suggested(files, { options, data }) : undefined
    const leftOut: string[] = []
    const recordings = readRecordings(files, (why) => leftOut.push(why))
    const comparison = await compareRecordings(recordings, {
      organisation: makerOf(found?.setting ?? { options, data }, fill),
      showValues: flags.showValues === true,
      ...(baseline === undefined ? {} : { baseline }),
    })
    const { suggestion } = found ?? {}
    if (flags.json) io.out(jsonOf(suggestion ? { ...comparison, suggestion } : comparison).trimEnd())
    else io.out(`${found ? `${found.text}\n\n` : ''}${textOf(comparison)}`)
    if (leftOut.length > 0)
      io.error(`Left out ${counted(leftOut.length, 'file')} of folders, such as ${leftOut[0]}`)
    await writeFiles(comparison, flags, io)
    return flags.writeBaseline === undefined ? exitCodeOf(comparison) : comparison.compared === 0 ? 3 : 0
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
}

/** The report as JSON. */
function jsonOf(report: object): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}

const fill: Fill = ({ model }, data) => seedDataset(model, data, '--data')

/** Finds the options with the fewest differences; of many recordings, only the first ones are tried. */
async function suggested(
  files: readonly string[],
  from: Setting,
): Promise<Awaited<ReturnType<typeof suggestionFor>> & { readonly text: string }> {
  const { suggestionFor } = await import('./suggest/suggest.ts')
  const { suggestionText } = await import('./suggest/text.ts')
  const some: Recording[] = []
  let length = 0
  for await (const recording of readRecordings(files)) {
    length += recording.calls.reduce((sum, { body }) => sum + body.length, 0)
    if (length > suggestMax && some.length > 0) break
    some.push(recording)
  }
  const found = await suggestionFor(some, from, fill)
  return { ...found, text: suggestionText(found.suggestion) }
}

/** How much of the recorded replies to keep for trying options, in characters. */
const suggestMax = 64 * 1024 * 1024

async function writeFiles(
  comparison: Comparison,
  { report = [], out = 'compare-report', writeBaseline: file, json }: CompareFlags,
  io: CommandIo,
): Promise<void> {
  const written = await writeReports(out, {
    ...(report.includes('json') ? { 'compare.json': jsonOf(comparison) } : {}),
    ...(report.includes('html') ? { 'compare.html': htmlOf(comparison) } : {}),
  })
  if (file !== undefined) written.push(await writeBaseline(comparison, file))
  // With JSON, standard output contains nothing else.
  for (const path of written) (json ? io.error : io.out)(`Wrote ${path}`)
}

/** 0 if only known differences, or differences beyond the API description, remain. */
function exitCodeOf(comparison: Comparison): number {
  if (comparison.compared === 0) return 3
  return partsOf(comparison).fresh.length > 0 ? 1 : 0
}

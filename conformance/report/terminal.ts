import { commandName, counted, printableValue } from '../engine/words/text.ts'
import { styleText } from 'node:util'
import type { Progress } from '../engine/plan/conform-options.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { explorationInWords, sequenceLines, toJudge } from './exploration.ts'
import { byBlame, failedIn, inColumns, told, type Blamed } from './failures.ts'
import { countsInWords, exitInWords, gapsOf, headlineOf, partlyShown, quickInWords } from './words.ts'
import { listed, short } from './room.ts'

/** How text for a terminal is made. */
export interface TerminalStyle {
  readonly colour: boolean
  /** Columns; lines are cut to it while progress is shown. */
  readonly columns: number
}

/** Shows how far a run is. */
export interface ProgressReport {
  readonly update: (progress: Progress) => void
  /** Takes the progress line away. */
  readonly done: () => void
}

/** How many lines of progress are written where there is no terminal. */
const plainLines = 20

/**
 * Progress on one line that is written over; without a terminal, a line for each twentieth of the run. A check that
 * goes wrong is named either way.
 */
export function progressReport(
  write: (text: string) => void,
  interactive: boolean,
  { colour, columns }: TerminalStyle,
): ProgressReport {
  let wrong = 0
  let shown = false
  let told = 0
  const clear = (): void => {
    if (shown) write('\r\u001B[2K')
    shown = false
  }
  let foundSoFar = 0
  const explored = ({ calls, found }: NonNullable<Progress['exploration']>): void => {
    const soFar = `exploration: ${counted(calls, 'call')}${found > 0 ? `, ${counted(found, 'difference')}` : ''}`
    if (!interactive) {
      if (found > foundSoFar) write(`${soFar}\n`)
      foundSoFar = found
      return
    }
    clear()
    write(soFar.slice(0, Math.max(10, columns - 1)))
    shown = true
  }
  return {
    update({ check, verdicts, done, total, exploration }) {
      const bad = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      wrong += bad.length
      if (bad.length > 0) {
        clear()
        write(`${paint(colour, 'red', '✗')} ${check}\n`)
        for (const { requirement, verdict } of bad)
          write(`    ${requirement}${verdict === 'error' ? ' (suite error)' : ''}\n`)
      }
      if (exploration !== undefined) return explored(exploration)
      const soFar = `${done}/${total} checks${wrong > 0 ? `, ${wrong} failing` : ''}`
      if (!interactive) {
        const step = Math.floor((done * plainLines) / total)
        if (step > told) write(`${soFar}\n`)
        told = step
        return
      }
      clear()
      const line = `${soFar}  ${check}`
      write(line.slice(0, Math.max(10, columns - 1)))
      shown = true
    },
    done: clear,
  }
}

type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'bold' | 'dim'

function paint(colour: boolean, style: Colour, text: string): string {
  return colour ? styleText(style, text, { validateStream: false }) : text
}

/** The summary at the end: what failed, what could not be shown and what would show it, and the sentence. */
export function terminalSummary(given: ConformanceResult, { colour }: TerminalStyle): string {
  const result = printableValue(given)
  const lines: string[] = []
  const bold = (text: string): string => paint(colour, 'bold', text)
  const dim = (text: string): string => paint(colour, 'dim', text)
  const { fresh, known } = failedIn(result, ({ verdict }) => verdict === 'fail')
  const blamed = byBlame(fresh, result)
  for (const each of blamed) {
    const { fallen, blocked } = each
    lines.push(...failureLines(each, result, colour))
    if (fallen.length > 0) {
      lines.push(`  Also failing, by the same call or with the same answer (${fallen.length}):`)
      for (const each of fallen) lines.push(`    ${paint(colour, 'red', '✗')} ${each.id}  ${each.statement}`)
    }
    if (blocked.length > 0)
      lines.push(dim(`  and ${blocked.length} could not be tested: ${short(blocked.join(', '))}`))
    lines.push('')
  }
  const errors = result.requirements.filter(({ verdict }) => verdict === 'error')
  for (const { id, why } of errors)
    lines.push(paint(colour, 'yellow', `! ${id}: the suite is at fault: ${why ?? ''}`))
  if (known.length > 0)
    lines.push(`${counted(known.length, 'known failure')}, by the baseline or by recordings.`, '')
  const rest = (text: string): string => dim(`… ${text} in the report`)
  lines.push(
    ...listed(
      result.baselineProblems,
      ({ requirement, problem }) => paint(colour, 'red', `baseline: ${requirement}: ${problem}`),
      rest,
    ),
  )
  const unnamed = toJudge(result)
  if (unnamed.length > 0) {
    lines.push(bold('For you to judge: differences that no requirement covers'))
    for (const each of unnamed) lines.push(...sequenceLines(each))
    lines.push('')
  }
  // The failures above name what could not be shown because of them.
  const inFailures = new Set(blamed.flatMap(({ blocked }) => blocked))
  const gaps = gapsOf(result).filter(
    ({ requirements }) => !requirements.every(({ id }) => inFailures.has(id)),
  )
  if (gaps.length > 0) {
    lines.push(bold('Not tested, and how to test it'))
    for (const { hint, requirements, verdict } of gaps.slice(0, 20))
      lines.push(`  ${String(requirements.length).padStart(4)} ${verdict}: ${hint}`)
    if (gaps.length > 20) lines.push(dim(`  … and ${gaps.length - 20} more in the report`))
    lines.push('')
  }
  const partly = partlyShown(result)
  if (partly.length > 0)
    lines.push(dim(`${counted(partly.length, 'requirement')} passed; some checks had no result.`), '')
  lines.push(
    ...listed(
      result.run.orphans,
      ({ kind, name, id, why }) =>
        paint(colour, 'red', `left behind: ${kind} ${name} (${id ?? 'id unknown'}): ${why}`),
      rest,
    ),
  )
  if (result.run.ledgerFile !== undefined)
    lines.push(`To remove them: ${commandName()} conform cleanup --ledger ${result.run.ledgerFile}`, '')
  for (const warning of result.warnings) lines.push(paint(colour, 'yellow', warning))
  if (result.run.advice !== undefined) lines.push(result.run.advice)
  const tone =
    result.sentence === 'Does not conform' ? 'red' : result.sentence === 'Conforms' ? 'green' : 'yellow'
  lines.push(`${bold(paint(colour, tone, headlineOf(result)))}: ${countsInWords(result)}`)
  if (result.exploration !== undefined) lines.push(dim(explorationInWords(result.exploration)))
  const quick = quickInWords(result)
  if (quick !== undefined) lines.push(paint(colour, 'yellow', quick))
  lines.push(
    dim(
      `${result.run.baseUrl}  run ${result.run.id}  ${counted(result.run.requests, 'request')} in ${(result.run.milliseconds / 1000).toFixed(1)} s  exit ${result.exitCode}: ${exitInWords(result)}`,
    ),
  )
  return `${lines.join('\n')}\n`
}

function failureLines({ requirement }: Blamed, result: ConformanceResult, colour: boolean): string[] {
  const { headline, lines, check, more } = told(requirement, result)
  const dim = (text: string): string => paint(colour, 'dim', text)
  return [
    `${paint(colour, 'red', '✗')} ${paint(colour, 'bold', requirement.id)}  ${headline}`,
    `  ${requirement.statement}`,
    ...(requirement.baseline === undefined
      ? []
      : [`  baseline: ${requirement.baseline.state}: ${requirement.baseline.reason}`]),
    ...(check === undefined
      ? []
      : [dim(`  ${check.file === 'exploration' ? 'found by exploration' : check.key}`)]),
    ...inColumns(lines).map((line) => `  ${line}`),
    ...(more > 0 ? [dim(`  ${counted(more, 'more check')} of this requirement failed`)] : []),
  ]
}

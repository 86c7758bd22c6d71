import type { ConformanceResult } from '../engine/judge/result.ts'
import { byBlame, inColumns, told } from './failures.ts'
import { countsInWords, exitInWords, gapsOf, headlineOf, quickInWords } from './words.ts'
import { listed } from './room.ts'

/** A summary for a pull request or a job page. */
export function markdownOf(result: ConformanceResult): string {
  const { run, requirements, baselineProblems, warnings } = result
  const lines = [
    `## ${headlineOf(result)}`,
    '',
    `${countsInWords(result)}. Target \`${run.baseUrl}\`, ${(run.milliseconds / 1000).toFixed(1)} s, ${exitInWords(result)}.`,
  ]
  const quick = quickInWords(result)
  if (quick !== undefined) lines.push('', `**${quick}**`)
  for (const warning of warnings) lines.push('', `> ${cell(warning)}`)
  const failed = requirements.filter(
    ({ verdict, graded }) => graded && (verdict === 'fail' || verdict === 'error'),
  )
  const rows = byBlame(failed, result).map(({ requirement, fallen }) => {
    const { id, statement, baseline, verdict } = requirement
    const { headline, lines: evidence } = told(requirement, result)
    const found = [`**${headline}**`, ...inColumns(evidence)]
    const also = fallen.length === 0 ? '' : `; with it ${fallen.map((each) => `\`${each.id}\``).join(', ')}`
    const state =
      baseline === undefined
        ? verdict === 'error'
          ? 'suite error'
          : 'new'
        : `${baseline.state}: ${baseline.reason}`
    return `| \`${id}\`${also} | ${cell(statement)} | ${found.map(cell).join('<br>')} | ${cell(state)} |`
  })
  if (rows.length > 0)
    lines.push(
      '',
      '### Failures',
      '',
      '| Requirement | It says | Found | Baseline |',
      '| --- | --- | --- | --- |',
      ...rows,
    )
  const gaps = gapsOf(result)
  if (gaps.length > 0) {
    lines.push('', '### Not tested, and how to test it', '')
    lines.push(
      ...gaps.map(
        ({ hint, requirements: hidden, verdict }) => `- **${hidden.length}** ${verdict}: ${cell(hint)}`,
      ),
    )
  }
  if (baselineProblems.length > 0) {
    lines.push(
      '',
      '### Baseline',
      '',
      ...listed(baselineProblems, ({ requirement, problem }) => `- \`${requirement}\`: ${problem}`, rest),
    )
  }
  if (run.orphans.length > 0) {
    lines.push(
      '',
      '### Left behind',
      '',
      ...listed(
        run.orphans,
        ({ kind, name, id, why }) => `- ${kind} \`${name}\` (${id ?? 'id unknown'}): ${cell(why)}`,
        rest,
      ),
    )
  }
  return `${lines.join('\n')}\n`
}

const rest = (text: string): string => `- ${text}`

function cell(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll(/\s+/g, ' ')
}

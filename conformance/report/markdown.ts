import type { ConformanceResult } from '../engine/judge/result.ts'
import { gapsOf } from './gaps.ts'
import { countsInWords, exitInWords, quickInWords } from './words.ts'

/** A summary for a pull request or a job page. */
export function markdownOf(result: ConformanceResult): string {
  const { sentence, run, clauses, baselineProblems, warnings } = result
  const lines = [
    `## ${sentence}`,
    '',
    `${countsInWords(result)}. Target \`${run.baseUrl}\`, ${(run.milliseconds / 1000).toFixed(1)} s, ${exitInWords(result)}.`,
  ]
  const quick = quickInWords(result)
  if (quick !== undefined) lines.push('', `**${quick}**`)
  for (const warning of warnings) lines.push('', `> ${cell(warning)}`)
  const failed = clauses.filter(
    ({ verdict, graded }) => graded && (verdict === 'fail' || verdict === 'error'),
  )
  const rows = failed.map(({ id, statement, why, baseline, verdict }) => {
    const state =
      baseline === undefined
        ? verdict === 'error'
          ? 'suite error'
          : 'new'
        : `${baseline.state}: ${baseline.reason}`
    return `| \`${id}\` | ${cell(statement)} | ${cell(why ?? '')} | ${cell(state)} |`
  })
  if (rows.length > 0)
    lines.push(
      '',
      '### Failures',
      '',
      '| Clause | It says | Found | Baseline |',
      '| --- | --- | --- | --- |',
      ...rows,
    )
  const gaps = gapsOf(result)
  if (gaps.length > 0) {
    lines.push('', '### Not shown, and what would show it', '')
    lines.push(
      ...gaps.map(({ hint, clauses: hidden, verdict }) => `- **${hidden.length}** ${verdict}: ${cell(hint)}`),
    )
  }
  if (baselineProblems.length > 0) {
    lines.push(
      '',
      '### Baseline',
      '',
      ...baselineProblems.map(({ clause, problem }) => `- \`${clause}\`: ${problem}`),
    )
  }
  if (run.leftovers.length > 0) {
    lines.push(
      '',
      '### Left behind',
      '',
      ...run.leftovers.map(
        ({ kind, name, id, why }) => `- ${kind} \`${name}\` (${id ?? 'id unknown'}): ${cell(why)}`,
      ),
    )
  }
  return `${lines.join('\n')}\n`
}

function cell(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll(/\s+/g, ' ')
}

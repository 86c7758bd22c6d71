import { filled } from '../scripts/template.ts'
import { type Figures, loadText, machineText } from './figures.ts'
import reasons from './missed-bars.json' with { type: 'json' }
import { markdownTable, type Row } from './report.ts'

/** docs/contributing/performance.md: the figures of a run, and why some bars are missed. */
export function performancePage(figures: Figures): string {
  const { rows, isQuick, on, node } = figures
  const missed = rows.filter(({ isMet }) => isMet === false)
  return filled('contributing/performance.md', {
    quick: isQuick ? ' --quick' : '',
    on,
    node,
    machine: machineText(figures),
    load: loadText(figures),
    rows: markdownTable(rows),
    missed: missed.length === 0 ? 'None.' : missed.map(missedLine).join('\n'),
  })
}

/** The reasons are stored by a part of the names of their rows. */
function missedLine({ name, result, bar }: Row): string {
  const [, reason] = Object.entries(reasons).find(([part]) => name.includes(part)) ?? []
  return `- **${name}**: ${result}, the bar is ${bar}.${reason === undefined ? '' : ` ${reason}`}`
}

import { sections } from '../scripts/markdown.ts'
import { filled } from '../scripts/template.ts'
import { isPeer, peerOf } from './bars.ts'
import { type Figures, loadText, machineText } from './figures.ts'
import meanings from './meanings.json' with { type: 'json' }
import { figureAfter, ours, rounded, type Row, theirs } from './report.ts'

/** The words in braces in meanings.json, by which the figures of a row come into its sentence. */
const words: Readonly<Record<string, (row: Row) => string>> = {
  ours: (row) => rounded(ours(row)),
  theirs: (row) => rounded(theirs(row)),
  'seconds of ours': (row) => `${rounded(ours(row) / 1000)} s`,
  'seconds of theirs': (row) => `${rounded(theirs(row) / 1000)} s`,
  'time of ours': (row) => `${rounded(1e6 / ours(row))} µs`,
  'time of theirs': (row) => `${rounded(1e6 / theirs(row))} µs`,
  'size of 100,000': (row) => `${rounded(ours(row) / 10)} MB`,
  peer: ({ other }) => (other.startsWith('keeping') ? 'server that only keeps the bodies' : 'bare server'),
}

/** docs/reference/performance.md: the meaning of the last run of the bench for users. */
export function peoplePage(figures: Figures): string {
  const { rows, on, node } = figures
  return filled('performance.md', {
    on,
    node: node.slice(1),
    machine: machineText(figures),
    load: shortLoad(figures),
    meanings: sections(
      Object.entries(meanings).map(([title, sentences]) => [title, meaningTable(rows, sentences)]),
    ),
    peers: peerTable(rows),
    notMeasured: notMeasured(rows),
  })
}

function shortLoad(figures: Figures): string {
  return loadText(figures).includes('**')
    ? '**Other processes used the machine too: an idle one shows smaller times.**'
    : 'No other process used the machine.'
}

/** The sentences for the rows whose names begin with their keys. */
function meaningTable(rows: readonly Row[], sentences: Readonly<Record<string, string>>): string {
  const told = Object.entries(sentences).flatMap(([start, sentence]) => {
    const row = rows.find(({ name }) => name.startsWith(start))
    if (!row || !Number.isFinite(ours(row))) return []
    const says = sentence.replaceAll(/\{(.*?)\}/g, (_, word: string) => words[word]!(row))
    return [`| ${says} | ${goalOf(row)} |`]
  })
  return ['| For you | Goal |', '|---|---|', ...told].join('\n')
}

/** A goal without a unit is a ratio to the value in the row's other column. */
function goalOf({ bar, result, isMet }: Row): string {
  if (isMet === undefined) return ''
  const limit = bar.replace('≤', 'at most').replace('≥', 'at least').trim()
  const isRatio = !/\d (?:ms|s|kB|MB|bytes)$|,/.test(bar)
  const told = isRatio ? `${limit} times, got ${result.replace(/ \(.*$/, '')}` : limit
  return isMet ? told : `${told} (**missed**)`
}

function peerTable(rows: readonly Row[]): string {
  const lines = rows.filter(isPeer).map((row) => {
    const start = figureAfter('first answer after ', row)
    const first = Number.isFinite(start) ? `${rounded(start)} ms` : ''
    const ratio = `${(ours(row) / theirs(row)).toFixed(1)} times as many`
    return `| ${peerOf(row)} | ${rounded(theirs(row))} | ${rounded(ours(row))} | ${ratio} | ${first} |`
  })
  const head =
    '| Server | Its reads a second | Identikit in the same rounds | Identikit answers | Its first answer after |'
  return [head, '|---|--:|--:|--:|--:|', ...lines].join('\n')
}

/** The figures that a reader may miss in the table, with the reason. */
function notMeasured(rows: readonly Row[]): string {
  const leftOut = rows
    .filter(({ result }) => result.startsWith('left out: '))
    .map((row) => `- ${peerOf(row)}: ${row.result.slice('left out: '.length)}`)
  return [
    'Not measured: Mockoon and hosted services. Real deployments depend on their network.',
    ...(leftOut.length === 0 ? [] : ['', 'This run could not start:', '', ...leftOut]),
  ].join('\n')
}

/** One row of the table: what was measured, what came of it, and what it must reach. */
export interface Row {
  readonly name: string
  readonly ours: string
  readonly other: string
  readonly result: string
  readonly bar: string
  /** Undefined where nothing must be reached. */
  readonly isMet?: boolean
}

/** The rows as a Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
  const head = ['Case', 'Identikit', 'Compared with', 'Result', 'Bar', '']
  const cells = rows.map(({ name, ours, other, result, bar, isMet }) => [
    name,
    ours,
    other,
    result,
    bar,
    isMet === undefined ? '' : isMet ? 'met' : '**not met**',
  ])
  const lines = [head, head.map(() => '---'), ...cells]
  return lines
    .map((line) => `| ${line.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
}

/** A number for people: three digits that count. */
export function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

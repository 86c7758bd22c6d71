/** One row of the table: the name of the case, the result, and the bar. */
export interface Row {
  readonly name: string
  readonly ours: string
  readonly other: string
  readonly result: string
  readonly bar: string
  /** Undefined without a bar. */
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

/** A number for people, with three significant digits. */
export function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

import { table } from '../scripts/markdown.ts'

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

/** Units that mean the same on every machine. The bar of a time is a multiple of another time. */
type SameUnit = 'bytes' | 'kB' | 'MB' | ''

/** A row about a figure with an upper limit. */
export function atMost(name: string, value: number, unit: SameUnit, most: number, other = ''): Row {
  return {
    name,
    ours: `${rounded(value)} ${unit}`.trim(),
    other,
    result: rounded(value),
    bar: `≤ ${rounded(most)} ${unit}`.trim(),
    isMet: value <= most,
  }
}

/** A row about a ratio that should be at most, or at least, its bar. */
export function ratioRow(
  name: string,
  [ours, other]: readonly [ours: string, other: string],
  ratio: number,
  limit: '≤' | '≥',
  bar: number,
): Row {
  const isMet = limit === '≤' ? ratio <= bar : ratio >= bar
  return { name, ours, other, result: ratioText(ratio), bar: `${limit} ${bar}`, isMet }
}

/** A row about milliseconds of processor time, as a multiple of the time to parse the known document of reference.ts. */
export function againstParsing(name: string, value: number, parsing: number, bar: number): Row {
  const figures = [`${rounded(value)} ms`, `parsing a document: ${rounded(parsing)} ms`] as const
  return ratioRow(name, figures, value / parsing, '≤', bar)
}

/** The rows as a Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
  return table(
    ['Case', 'Identikit', 'Compared with', 'Result', 'Bar', ''],
    rows.map(({ name, ours: own, other, result, bar, isMet }) => {
      const verdict = isMet === undefined ? '' : isMet ? 'met' : '**not met**'
      return [name, own, other, result, bar, verdict]
    }),
  )
}

function ratioText(ratio: number): string {
  return ratio < 0.1 || ratio >= 10 ? rounded(ratio) : ratio.toFixed(2)
}

/** A number for people, with three significant digits. */
export function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

const plain = /([\d,]*\.?\d+)(\/s| ?(?:ms|µs|s|kB|MB|bytes)\b)?/

/** The first number of a text, in the unit that it has there: 99 of `bare: 99 ms`. */
function first(text: string): number {
  const [, digits = 'NaN'] = plain.exec(text.replace(/^.*?: /, '')) ?? []
  return Number(digits.replaceAll(',', ''))
}

/** The figure of Identikit in a row. */
export function ours({ ours: text, result }: Row): number {
  return first(text === '' ? result : text)
}

/** The figure that it is compared with. */
export function theirs({ other }: Row): number {
  return first(other)
}

/** A figure of a row after some words, such as 420 after `first answer after `. */
export function figureAfter(words: string, { other }: Row): number {
  return other.includes(words) ? first(other.slice(other.indexOf(words) + words.length)) : Number.NaN
}

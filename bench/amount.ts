import type { Row } from './report.ts'

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

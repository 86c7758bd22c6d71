/**
 * The kind of error in a query, so that a caller can answer each with its own code:
 *
 * - `syntax`: the text does not follow the grammar, or passes a bound (length, nesting)
 * - `property`: the property does not exist or cannot be queried
 * - `operator`: the operator does not exist or is not allowed on this property
 * - `value`: the value has the wrong type, or is not in a closed list
 * - `date`: a value compared with a timestamp is not a date
 */
export type QueryErrorKind = 'syntax' | 'property' | 'operator' | 'value' | 'date'

export interface QueryErrorDetails {
  readonly kind: QueryErrorKind
  readonly position: number
  readonly expected: string
  readonly found: string
  readonly hint?: string | undefined
}

/** The one error that reading a query throws. The message names the expected and the found text, and the place. */
export class QuerySyntaxError extends Error {
  override readonly name = 'QuerySyntaxError'
  readonly kind: QueryErrorKind
  /** Where it went wrong: an index into the text, in UTF-16 units, starting at 0. */
  readonly position: number
  readonly expected: string
  /** The piece of text that stood there, cut to 40 characters, or `the end`. */
  readonly found: string
  /** The text to write instead, where that helps more than the expected text. */
  readonly hint: string | undefined

  constructor({ kind, position, expected, found, hint }: QueryErrorDetails) {
    const cut = shorten(found)
    super(`expected ${expected}, got ${cut} at position ${position}${hint === undefined ? '' : `: ${hint}`}`)
    this.kind = kind
    this.position = position
    this.expected = expected
    this.found = cut
    this.hint = hint
  }
}

const FOUND_LENGTH = 40

function shorten(text: string): string {
  return text.length > FOUND_LENGTH ? `${text.slice(0, FOUND_LENGTH - 1)}…` : text
}

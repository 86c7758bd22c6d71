/** An error at a place, in the two halves that every message of the language has. */
export interface Refusal {
  /** The right text there, as a noun phrase: `a value`. */
  readonly expected: string
  /** The text that stands there instead, as a noun phrase: `')'`, `end of the expression`. */
  readonly found: string
  /** A likely remedy, without a full stop: `did you mean 'user.login'?` */
  readonly hint?: string | undefined
}

const longestQuotation = 40

/** Quotes a piece of source for a message, cut so that a message stays one readable line. */
export function quote(source: string): string {
  const line = source.replaceAll(/\s+/g, ' ')
  const shown = line.length > longestQuotation ? `${line.slice(0, longestQuotation - 1)}…` : line
  return shown.includes("'") ? `\`${shown}\`` : `'${shown}'`
}

/**
 * An expression that is refused: it cannot be read, names what does not exist, or cannot yield a Boolean.
 * The message is one line and says where, what was expected and what was found.
 */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  /** Offset of the place in the expression's text, in UTF-16 units from 0. */
  readonly position: number
  /** Line of the place, from 1. */
  readonly line: number
  /** Column of the place in its line, in UTF-16 units from 1. */
  readonly column: number
  readonly expected: string
  readonly found: string

  constructor(text: string, position: number, refusal: Refusal) {
    const before = text.slice(0, position).split('\n')
    const line = before.length
    const column = (before.at(-1) ?? '').length + 1
    const hint = refusal.hint === undefined ? '' : `; ${refusal.hint}`
    super(`line ${line}, column ${column}: expected ${refusal.expected}, got ${refusal.found}${hint}`)
    this.position = position
    this.line = line
    this.column = column
    this.expected = refusal.expected
    this.found = refusal.found
  }
}

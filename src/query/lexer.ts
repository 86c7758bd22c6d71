import { QuerySyntaxError } from './query-syntax-error.ts'

export interface Token {
  readonly kind: '(' | ')' | 'word' | 'string' | 'end'
  readonly start: number
  readonly end: number
  /** The text of a word, or the content of a string with its escapes resolved. */
  readonly value: string
}

/** The escapes of a JSON string. The API description names the quote, real clients send those of their JSON encoder. */
const ESCAPES = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

const UNICODE_ESCAPE = /[\da-f]{4}/iy
const SPACE = /\s*/y
/** A text without spaces, parentheses and quotes: the parser says which word may stand at its place. */
const WORD = /[^\s()"]+/y
/** The stretch of a string up to its next quote or backslash. */
const PLAIN = /[^"\\]*/y

/** Cuts a query into tokens, one at a time. */
export class Lexer {
  readonly text: string
  #position = 0

  constructor(text: string) {
    this.text = text
  }

  next(): Token {
    this.#take(SPACE)
    const start = this.#position
    switch (this.text[start]) {
      case undefined:
        return { kind: 'end', start, end: start, value: '' }
      case '(':
      case ')':
        return this.#parenthesis(start)
      case '"':
        return this.#string(start)
      default:
        return { kind: 'word', start, value: this.#take(WORD), end: this.#position }
    }
  }

  #parenthesis(start: number): Token {
    this.#position = start + 1
    const kind = this.text[start] === '(' ? '(' : ')'
    return { kind, start, end: this.#position, value: kind }
  }

  #string(start: number): Token {
    this.#position = start + 1
    let value = this.#take(PLAIN)
    while (this.text[this.#position] === '\\') value += this.#escape() + this.#take(PLAIN)
    if (this.#position === this.text.length) {
      throw this.#refuse('a closing "', 'the end')
    }
    this.#position += 1
    return { kind: 'string', start, end: this.#position, value }
  }

  #escape(): string {
    const start = this.#position
    const letter = this.text[start + 1] ?? ''
    this.#position += 2
    const character = letter === 'u' ? this.#unicodeEscape() : ESCAPES.get(letter)
    if (character !== undefined) return character
    this.#position = start
    throw this.#refuse('an escape such as \\" or \\\\', `\\${letter}`, 'a backslash itself is written \\\\')
  }

  #unicodeEscape(): string | undefined {
    const digits = this.#take(UNICODE_ESCAPE)
    return digits === '' ? undefined : String.fromCharCode(Number.parseInt(digits, 16))
  }

  /** Moves past what a sticky pattern matches here, which may be nothing. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#position
    const taken = pattern.exec(this.text)?.[0] ?? ''
    this.#position += taken.length
    return taken
  }

  #refuse(expected: string, found: string, hint?: string): QuerySyntaxError {
    return new QuerySyntaxError({ kind: 'syntax', position: this.#position, expected, found, hint })
  }
}

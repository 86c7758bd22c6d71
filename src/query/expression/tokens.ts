import { ExpressionError, quote } from './error.ts'
import { maxExpressionLength } from './limits.ts'

/**
 * Operators and punctuation in their canonical spelling; `and`, `eq` and the like are folded into them.
 * Those of two characters come first, since the first that fits is taken.
 */
// oxfmt-ignore
const signs = [
  '==', '!=', '<=', '>=', '&&', '||',
  '<', '>', '!', '?', ':', '(', ')', '{', '}', '[', ']', ',', '.', '+', '-', '*', '/', '%',
] as const

export type Sign = (typeof signs)[number]

interface Place {
  /** Offset of the first character. */
  readonly start: number
  /** Offset after the last character. */
  readonly end: number
}

export type Token = Place &
  (
    | { readonly kind: 'sign'; readonly sign: Sign }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | { readonly kind: 'end' }
  )

/** Words with a special meaning, in any letter case; after a dot they are ordinary names. */
const words: ReadonlyMap<string, { sign: Sign } | { value: boolean | null }> = new Map([
  ['and', { sign: '&&' }],
  ['or', { sign: '||' }],
  ['not', { sign: '!' }],
  ['eq', { sign: '==' }],
  ['ne', { sign: '!=' }],
  ['lt', { sign: '<' }],
  ['le', { sign: '<=' }],
  ['gt', { sign: '>' }],
  ['ge', { sign: '>=' }],
  ['div', { sign: '/' }],
  ['mod', { sign: '%' }],
  ['true', { value: true }],
  ['false', { value: false }],
  ['null', { value: null }],
])

/** The probable meaning of a character that the language does not use. */
const strayCharacters: ReadonlyMap<string, string> = new Map([
  ['=', "equality is written '=='"],
  ['&', "write '&&' or 'and'"],
  ['|', "write '||' or 'or'"],
  ['“', 'strings stand between straight quotes'],
  ['”', 'strings stand between straight quotes'],
  ['‘', 'strings stand between straight quotes'],
  ['’', 'strings stand between straight quotes'],
  ['\\', 'inside a string, its quote is written twice'],
  ['`', 'strings stand between \' or "'],
])

const space = /\s*/y
const name = /[A-Za-z_$][\w$]*/y
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * Cuts an expression into tokens, the last being `end`.
 *
 * @throws ExpressionError for a too long text, an unclosed string, a too large number and a character that belongs to
 *   nothing
 */
export function tokenize(text: string): readonly Token[] {
  if (text.length > maxExpressionLength) {
    throw new ExpressionError(text, maxExpressionLength, {
      expected: `at most ${maxExpressionLength} characters`,
      found: `${text.length} characters`,
    })
  }
  const tokens: Token[] = []
  let position = skip(text, 0)
  while (position < text.length) {
    const token = readToken(text, position, isDot(tokens.at(-1)))
    tokens.push(token)
    position = skip(text, token.end)
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length })
  return tokens
}

function readToken(text: string, start: number, afterDot: boolean): Token {
  const character = text.charAt(start)
  if (character === "'" || character === '"') return readString(text, start, character)
  return readNumber(text, start) ?? readWord(text, start, afterDot) ?? readSign(text, start)
}

/** A string runs to the next quote of its kind; that quote written twice stands for itself. */
function readString(text: string, start: number, mark: string): Token {
  let value = ''
  let from = start + 1
  for (;;) {
    const close = text.indexOf(mark, from)
    if (close < 0) throw unclosed(text, start, mark)
    value += text.slice(from, close)
    if (text.charAt(close + 1) !== mark) return { kind: 'literal', value, start, end: close + 1 }
    value += mark
    from = close + 2
  }
}

function unclosed(text: string, start: number, mark: string): ExpressionError {
  return new ExpressionError(text, start, {
    expected: `a string closed by ${mark}`,
    found: `${quote(text.slice(start))} up to the end of the expression`,
    hint: `inside a string, ${mark} is written twice`,
  })
}

function readNumber(text: string, start: number): Token | undefined {
  const digits = match(number, text, start)
  if (digits === undefined) return undefined
  const value = Number(digits)
  if (Number.isFinite(value)) return { kind: 'literal', value, start, end: start + digits.length }
  throw new ExpressionError(text, start, { expected: 'a smaller number', found: quote(digits) })
}

function readWord(text: string, start: number, afterDot: boolean): Token | undefined {
  const written = match(name, text, start)
  if (written === undefined) return undefined
  const place = { start, end: start + written.length }
  const word = afterDot ? undefined : words.get(written.toLowerCase())
  if (word === undefined) return { kind: 'name', name: written, ...place }
  return 'sign' in word ? { kind: 'sign', ...word, ...place } : { kind: 'literal', ...word, ...place }
}

function readSign(text: string, start: number): Token {
  const sign = signs.find((candidate) => text.startsWith(candidate, start))
  if (sign !== undefined) return { kind: 'sign', sign, start, end: start + sign.length }
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0)
  throw new ExpressionError(text, start, {
    expected: 'a value or an operator',
    found: quote(character),
    hint: strayCharacters.get(character),
  })
}

function skip(text: string, from: number): number {
  return from + (match(space, text, from) ?? '').length
}

function match(pattern: RegExp, text: string, from: number): string | undefined {
  pattern.lastIndex = from
  return pattern.exec(text)?.[0]
}

function isDot(token: Token | undefined): boolean {
  return token?.kind === 'sign' && token.sign === '.'
}

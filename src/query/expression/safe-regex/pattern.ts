import { maxPatternLength, maxPatternSize } from '../limits.ts'

/** How patterns are read. */
export interface PatternOptions {
  /** Default `java`. */
  readonly syntax?: PatternSyntax
  /** States that a pattern may compile to, and the largest count in it. */
  readonly maxSize?: number
}

/** Whether one character, as its code point, is meant. */
export type CharacterTest = (codePoint: number) => boolean

/** The parts of a pattern. */
export type Pattern =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly items: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly item: Pattern; readonly min: number; readonly max: number }

/** A pattern outside the subset, with the offset of the place in it. */
export class PatternError extends Error {
  readonly offset: number
  readonly expected: string
  readonly found: string

  constructor(offset: number, expected: string, found: string) {
    super(`expected ${expected}, got ${found}`)
    this.offset = offset
    this.expected = expected
    this.found = found
  }
}

/**
 * The language of the patterns. They differ in white space and the end of a line. Only those of JavaScript name
 * characters by number or by property.
 */
type PatternSyntax = 'java' | 'javascript'

const digit: CharacterTest = (code) => code >= 48 && code <= 57
const wordCharacter: CharacterTest = (code) =>
  digit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
const whiteSpace: CharacterTest = (code) => code === 32 || (code >= 9 && code <= 13)
const lineEnds: ReadonlySet<number> = new Set([10, 13, 0x85, 0x2028, 0x2029])

const anyWhiteSpace: CharacterTest = characterTest(/\s/u)
const javascriptLineEnds: ReadonlySet<number> = new Set([10, 13, 0x2028, 0x2029])

const classEscapes: ReadonlyMap<string, CharacterTest> = new Map([
  ['d', digit],
  ['D', not(digit)],
  ['w', wordCharacter],
  ['W', not(wordCharacter)],
  ['s', whiteSpace],
  ['S', not(whiteSpace)],
])

const javascriptEscapes: ReadonlyMap<string, CharacterTest> = new Map([
  ...classEscapes,
  ['s', anyWhiteSpace],
  ['S', not(anyWhiteSpace)],
])

const controlEscapes: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
])

/** Escapes of JavaScript with more than a letter behind the backslash. */
const longEscape = /^\\(?:[pP]\{[\w=]+\}|u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2})/i

/**
 * Reads a pattern of the subset that `safe-regex` documents.
 *
 * @throws PatternError at the first place that is outside it
 */
export function parsePattern(source: string, options: PatternOptions = {}): Pattern {
  if (source.length > maxPatternLength) {
    throw new PatternError(0, `a pattern of at most ${maxPatternLength} characters`, `${source.length}`)
  }
  return new PatternParser(source, options).parse()
}

class PatternParser {
  readonly #source: string
  readonly #classes: ReadonlyMap<string, CharacterTest>
  readonly #lineEnds: ReadonlySet<number>
  readonly #isJavascript: boolean
  readonly #maxCount: number
  #offset = 0
  #ignoreCase = false

  constructor(source: string, { syntax = 'java', maxSize = maxPatternSize }: PatternOptions) {
    this.#source = source
    this.#maxCount = maxSize
    this.#isJavascript = syntax === 'javascript'
    this.#classes = this.#isJavascript ? javascriptEscapes : classEscapes
    this.#lineEnds = this.#isJavascript ? javascriptLineEnds : lineEnds
  }

  /** Pattern :: '(?i)'? Choice */
  parse(): Pattern {
    this.#ignoreCase = this.#take('(?i)')
    const pattern = this.#choice()
    if (this.#offset < this.#source.length) this.#refuse('a group opened before it')
    return pattern
  }

  /** Choice :: Sequence ('|' Sequence)* */
  #choice(): Pattern {
    const items = [this.#sequence()]
    while (this.#take('|')) items.push(this.#sequence())
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'choice', items }
  }

  /** Sequence :: Repeated* */
  #sequence(): Pattern {
    const items: Pattern[] = []
    while (this.#offset < this.#source.length && !this.#at('|') && !this.#at(')'))
      items.push(this.#repeated())
    return { kind: 'sequence', items }
  }

  /** Repeated :: Atom (('*' | '+' | '?' | Count) '?'?)? */
  #repeated(): Pattern {
    const item = this.#atom()
    const range = this.#range()
    if (range === undefined) return item
    // Greedy or not makes no difference to whether the whole text matches.
    this.#take('?')
    if (this.#atAny('*+?{')) this.#refuse('one quantifier')
    return { kind: 'repeat', item, ...range }
  }

  #range(): { min: number; max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Infinity }
    if (this.#take('+')) return { min: 1, max: Infinity }
    if (this.#take('?')) return { min: 0, max: 1 }
    return this.#at('{') ? this.#count() : undefined
  }

  /** Count :: '{' Digits (',' Digits?)? '}' */
  #count(): { min: number; max: number } {
    const count = /^\{(\d+)(?:(,)(\d+)?)?\}/.exec(this.#source.slice(this.#offset))
    if (count === null) return this.#refuse("a count like '{2}', '{2,}' or '{2,4}', or '\\{'")
    const [written, least, comma, most] = count
    const min = Number(least)
    const max = most === undefined ? (comma === undefined ? min : Infinity) : Number(most)
    const largest = max === Infinity ? min : max
    if (min > max || largest > this.#maxCount)
      this.#refuse(`a count from low to high, up to ${this.#maxCount}`)
    this.#offset += written.length
    return { min, max }
  }

  /** Atom :: '(' '?:'? Choice ')' | Class | '.' | '^' | '$' | Escape | Character */
  #atom(): Pattern {
    if (this.#at('(')) return this.#group()
    if (this.#at('[')) return this.#class()
    if (this.#atAny('*+?{')) return this.#refuse('something to repeat')
    if (this.#take('.')) return { kind: 'character', test: (code) => !this.#lineEnds.has(code) }
    if (this.#take('^')) return { kind: 'start' }
    if (this.#take('$')) return { kind: 'end' }
    return { kind: 'character', test: this.#folded(this.#characterOrSet()) }
  }

  #group(): Pattern {
    const start = this.#offset
    this.#take('(')
    if (this.#at('?') && !this.#take('?:')) {
      return this.#refuse("'(?:' or a plain group: look-around, names and flags are not supported")
    }
    const inside = this.#choice()
    if (this.#take(')')) return inside
    throw new PatternError(start, "a group closed by ')'", 'end of the pattern')
  }

  /** Class :: '[' '^'? (CharacterOrSet | Character '-' Character)+ ']' */
  #class(): Pattern {
    const start = this.#offset
    this.#take('[')
    const negated = this.#take('^')
    const tests: CharacterTest[] = []
    while (!this.#take(']')) {
      if (this.#offset >= this.#source.length) {
        throw new PatternError(start, "a class closed by ']'", 'end of the pattern')
      }
      if (this.#at('[') || this.#at('&&')) this.#refuse(`'\\${this.#source.charAt(this.#offset)}'`)
      tests.push(this.#classItem())
    }
    if (tests.length === 0) this.#refuse('a character in the class')
    const test = this.#folded((code) => tests.some((one) => one(code)))
    return { kind: 'character', test: negated ? not(test) : test }
  }

  #classItem(): CharacterTest {
    const start = this.#offset
    const first = this.#characterOrSet()
    if (!this.#at('-') || this.#source.charAt(this.#offset + 1) === ']')
      return typeof first === 'number' ? is(first) : first
    this.#take('-')
    const last = this.#offset < this.#source.length ? this.#characterOrSet() : undefined
    if (typeof first === 'number' && typeof last === 'number' && first <= last) {
      return (code) => code >= first && code <= last
    }
    throw new PatternError(start, 'a range from low to high', this.#quoted(start))
  }

  /** CharacterOrSet :: Character | '\' ('d' | 'D' | 'w' | 'W' | 's' | 'S' | 't' | 'n' | 'r' | 'f' | Punctuation) */
  #characterOrSet(): number | CharacterTest {
    if (!this.#at('\\')) return this.#next()
    const long = this.#isJavascript ? longEscape.exec(this.#source.slice(this.#offset))?.[0] : undefined
    if (long !== undefined) return this.#longEscape(long)
    const escaped = this.#source.charAt(this.#offset + 1)
    const set = this.#classes.get(escaped)
    const control = controlEscapes.get(escaped)
    if (
      set === undefined &&
      control === undefined &&
      (escaped === '' || wordCharacter(escaped.charCodeAt(0)))
    ) {
      this.#refuse("'\\' before d, w, s, D, W, S, t, n, r, f or a punctuation character")
    }
    this.#offset += 1
    const code = this.#next()
    return set ?? control?.charCodeAt(0) ?? code
  }

  #longEscape(escape: string): number | CharacterTest {
    this.#offset += escape.length
    if (/^\\p/i.test(escape)) return characterTest(new RegExp(escape, 'u'))
    const code = Number.parseInt(escape.replaceAll(/[^\da-f]/gi, ''), 16)
    // Two halves of a pair are one character, which is for others to put together.
    return code >= 0xd800 && code <= 0xdfff ? this.#refuse('a whole character') : code
  }

  #next(): number {
    const code = this.#source.codePointAt(this.#offset) ?? 0
    this.#offset += code > 0xffff ? 2 : 1
    return code
  }

  #folded(wanted: number | CharacterTest): CharacterTest {
    const test = typeof wanted === 'number' ? is(wanted) : wanted
    if (!this.#ignoreCase) return test
    return (code) => {
      const character = String.fromCodePoint(code)
      return test(code) || test(codeOf(character.toLowerCase())) || test(codeOf(character.toUpperCase()))
    }
  }

  #at(text: string): boolean {
    return this.#source.startsWith(text, this.#offset)
  }

  #atAny(characters: string): boolean {
    return this.#offset < this.#source.length && characters.includes(this.#source.charAt(this.#offset))
  }

  #take(text: string): boolean {
    if (!this.#at(text)) return false
    this.#offset += text.length
    return true
  }

  #quoted(from: number): string {
    return from < this.#source.length ? `'${this.#source.slice(from, from + 12)}'` : 'end of the pattern'
  }

  #refuse(expected: string): never {
    throw new PatternError(this.#offset, expected, this.#quoted(this.#offset))
  }
}

function characterTest(expression: RegExp): CharacterTest {
  return (code) => expression.test(String.fromCodePoint(code))
}

function is(wanted: number): CharacterTest {
  return (code) => code === wanted
}

function not(test: CharacterTest): CharacterTest {
  return (code) => !test(code)
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

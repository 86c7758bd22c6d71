import type { Dialect, PropertyRule, PropertyType } from './dialect.ts'
import { Lexer, type Token } from './lexer.ts'
import { ruleOf } from './property-rule.ts'
import { QuerySyntaxError, type QueryErrorKind } from './query-syntax-error.ts'
import { didYouMean } from './suggestion.ts'
import { type Expression, type Operator, OPERATORS, type Value } from './syntax-tree.ts'
import { canonicalTimestamp, timestampHint } from './timestamp.ts'

/** No query in a URL is longer: HTTP servers take a request line of at most 16 KiB. */
const MAX_LENGTH = 16_384

/** Parentheses within parentheses. Each costs a few stack frames here, in `compile` and in `print`. */
const MAX_DEPTH = 50

interface RefusedOperator {
  /** The operators to use instead: the hint is given only where the property allows them. */
  readonly instead: readonly Operator[]
  readonly hint: (property: string) => string
}

/** Operators that other query languages have: recognised only to say what to write instead. */
const REFUSED_OPERATORS = new Map<string, RefusedOperator>([
  ['ne', { instead: ['lt', 'gt'], hint: (property) => `write (${property} lt … or ${property} gt …)` }],
  ['co', { instead: ['sw'], hint: () => 'no operator looks inside a value; sw looks at its beginning' }],
  [
    'ew',
    { instead: ['sw'], hint: () => 'no operator looks at the end of a value; sw looks at its beginning' },
  ],
])

const NO_NEGATION = 'there is no not; to leave out one value, join lt and gt with or'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

const WORD_VALUES = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['null', null],
])

const EXPECTED_VALUES = {
  string: 'a quoted string',
  timestamp: 'a quoted timestamp',
  number: 'a number',
  boolean: 'true or false',
  'string-or-number': 'a quoted string or a number',
}

/**
 * Reads a filter or search expression and checks its properties, operators and values against a dialect. Each operator
 * must be allowed on its property, and each value must have the property's type.
 *
 * `and` binds tighter than `or` (Groups, filter expressions; Users, search and filter).
 *
 * @throws {QuerySyntaxError} and nothing else, whatever the text
 */
export function parse(text: string, dialect: Dialect): Expression {
  if (text.length > MAX_LENGTH) {
    const expected = `at most ${MAX_LENGTH} characters`
    throw new QuerySyntaxError({
      kind: 'syntax',
      position: MAX_LENGTH,
      expected,
      found: `${text.length} characters`,
    })
  }
  return new Parser(text, dialect).query()
}

class Parser {
  readonly #lexer: Lexer
  readonly #dialect: Dialect
  #token: Token
  #depth = 0

  constructor(text: string, dialect: Dialect) {
    this.#lexer = new Lexer(text)
    this.#dialect = dialect
    this.#token = this.#lexer.next()
  }

  /** Query : Disjunction End */
  query(): Expression {
    const expression = this.#disjunction()
    if (this.#token.kind !== 'end') throw this.#refuse('syntax', 'and, or, or the end')
    return expression
  }

  /** Disjunction : Conjunction ( `or` Conjunction )* */
  #disjunction(): Expression {
    return this.#joined('or', () => this.#conjunction())
  }

  /** Conjunction : Term ( `and` Term )* */
  #conjunction(): Expression {
    return this.#joined('and', () => this.#term())
  }

  /** Term : `(` Disjunction `)` | Comparison */
  #term(): Expression {
    return this.#token.kind === '(' ? this.#group() : this.#comparison()
  }

  /** Group : `(` Disjunction `)` */
  #group(): Expression {
    if (this.#depth === MAX_DEPTH) throw this.#refuse('syntax', `at most ${MAX_DEPTH} nested parentheses`)
    this.#depth += 1
    this.#advance()
    const expression = this.#disjunction()
    if (this.#token.kind !== ')') throw this.#refuse('syntax', 'and, or, or )')
    this.#advance()
    this.#depth -= 1
    return expression
  }

  /** Comparison : Property `pr` | Property Operator Value */
  #comparison(): Expression {
    const [property, rule] = this.#property()
    const operator = this.#operator(property, rule)
    if (operator === 'pr') return { kind: 'present', property }
    return { kind: 'compare', property, operator, value: this.#value(rule, operator) }
  }

  /** Property : a word that the dialect knows */
  #property(): [path: string, rule: PropertyRule] {
    const path = this.#word('a property')
    this.#checkReserved(path.toLowerCase())
    const rule = ruleOf(path, this.#dialect, this.#token.start)
    this.#advance()
    return [path, rule]
  }

  #checkReserved(word: string): void {
    if (word === 'not') throw this.#refuse('operator', 'a property', NO_NEGATION)
    if (word === 'and' || word === 'or') throw this.#refuse('syntax', 'a property')
  }

  /** Operator : `eq` | `sw` | `gt` | `ge` | `lt` | `le` | `pr`, as far as the property allows it */
  #operator(property: string, rule: PropertyRule): Operator {
    const expected = `${listed(rule.operators)} after ${property}`
    const word = this.#word(expected).toLowerCase()
    const operator = OPERATORS.find((known) => known === word)
    if (operator === undefined || !rule.operators.includes(operator)) {
      throw this.#refuse('operator', expected, insteadHint(word, property, rule))
    }
    this.#advance()
    return operator
  }

  /** Value : String | Number | `true` | `false` | `null`, as far as the property's type allows it */
  #value(rule: PropertyRule, operator: Operator): Value {
    const value = this.#literal(rule)
    if (value === null) this.#checkNull(rule, operator)
    else this.#checkType(value, rule, operator)
    this.#advance()
    return value
  }

  #literal(rule: PropertyRule): Value {
    const { kind, value } = this.#token
    if (kind === 'string') return value
    const word = this.#word(EXPECTED_VALUES[rule.type])
    const literal = WORD_VALUES.get(this.#dialect.caseSensitiveValues ? word : word.toLowerCase())
    if (literal !== undefined) return literal
    const number = NUMBER.test(word) ? Number(word) : Number.NaN
    // Minus zero and zero are one number, and it prints as the second.
    if (Number.isFinite(number)) return number + 0
    throw this.#refuseValue(rule)
  }

  /** `null` stands for a missing value, which can be asked for but not compared in order. */
  #checkNull(rule: PropertyRule, operator: Operator): void {
    if (operator !== 'eq' || rule.values !== undefined) throw this.#refuseValue(rule)
  }

  #checkType(value: string | number | boolean, rule: PropertyRule, operator: Operator): void {
    if (!isOfType(value, rule.type)) throw this.#refuseValue(rule)
    if (operator === 'sw' && typeof value !== 'string') throw this.#refuse('value', EXPECTED_VALUES.string)
    if (typeof value !== 'string') return
    if (rule.type === 'timestamp' && canonicalTimestamp(value) === undefined) throw this.#refuseDate(value)
    if (rule.values !== undefined && !rule.values.includes(value))
      throw this.#refuseChoice(value, rule.values)
  }

  /** Joined<word> : operand ( word operand )* */
  #joined(kind: 'and' | 'or', operand: () => Expression): Expression {
    const first = operand()
    if (!this.#skip(kind)) return first
    const operands: [Expression, Expression, ...Expression[]] = [first, operand()]
    while (this.#skip(kind)) operands.push(operand())
    return { kind, operands }
  }

  #advance(): void {
    this.#token = this.#lexer.next()
  }

  /** Moves past a keyword, in any case, if it stands here. */
  #skip(keyword: 'and' | 'or'): boolean {
    const isHere = this.#token.kind === 'word' && this.#token.value.toLowerCase() === keyword
    if (isHere) this.#advance()
    return isHere
  }

  #word(expected: string): string {
    if (this.#token.kind !== 'word') throw this.#refuse('syntax', expected)
    return this.#token.value
  }

  #refuse(kind: QueryErrorKind, expected: string, hint?: string): QuerySyntaxError {
    const { start, end } = this.#token
    const found = this.#lexer.text.slice(start, end) || 'the end'
    return new QuerySyntaxError({ kind, position: start, expected, found, hint })
  }

  #refuseValue(rule: PropertyRule): QuerySyntaxError {
    const { kind, value } = this.#token
    const needsQuotes = kind === 'word' && isOfType('', rule.type)
    return this.#refuse('value', EXPECTED_VALUES[rule.type], needsQuotes ? quotingHint(value) : undefined)
  }

  #refuseDate(value: string): QuerySyntaxError {
    const expected = 'an ISO 8601 date and time with offset, such as "2026-01-31T09:30:00.000Z"'
    return this.#refuse('date', expected, timestampHint(value))
  }

  #refuseChoice(value: string, choices: readonly string[]): QuerySyntaxError {
    const expected = listed(choices.map((choice) => `"${choice}"`))
    return this.#refuse('value', expected, didYouMean(value, choices))
  }
}

function isOfType(value: string | number | boolean, type: PropertyType): boolean {
  if (type === 'string-or-number') return typeof value !== 'boolean'
  return typeof value === (type === 'timestamp' ? 'string' : type)
}

function insteadHint(word: string, property: string, rule: PropertyRule): string | undefined {
  if (word === 'not') return NO_NEGATION
  const refused = REFUSED_OPERATORS.get(word)
  const isOpen = refused?.instead.every((operator) => rule.operators.includes(operator))
  return isOpen ? refused?.hint(property) : undefined
}

/** `eq`, `eq or gt`, `eq, gt or lt` */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function quotingHint(word: string): string {
  return word.startsWith("'") ? 'write " instead of \'' : `write ${JSON.stringify(word)}`
}

import { ExpressionError, quote } from './error.ts'
import { hintForName, hintForOperator } from './hints.ts'
import { maxNesting } from './limits.ts'
import type { ArithmeticOperator, ComparisonOperator, Node } from './syntax-tree.ts'
import { type Sign, type Token, tokenize } from './tokens.ts'

const comparisonOperators: readonly ComparisonOperator[] = ['==', '!=', '<', '<=', '>', '>=']
const sumOperators: readonly ArithmeticOperator[] = ['+', '-']
const productOperators: readonly ArithmeticOperator[] = ['*', '/', '%']

/**
 * Parses an expression. Names of functions are not looked up here.
 *
 * @throws ExpressionError at the first token that fits no rule, and where nesting is too deep
 */
export function parse(text: string): Node {
  return new Parser(text).parse()
}

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #index = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokenize(text)
  }

  /** Text :: Expression End */
  parse(): Node {
    const node = this.#expression()
    const token = this.#peek()
    if (token.kind !== 'end') this.#refuse(token, 'an operator or the end', hintForOperator(token))
    return node
  }

  /** Expression :: Or ('?' Expression ':' Or)* with the last Or being the value of no case */
  #expression(): Node {
    return this.#nested(() => {
      const cases: { when: Node; yields: Node }[] = []
      let node = this.#or()
      while (this.#take('?')) {
        const yields = this.#expression()
        this.#expect(':')
        cases.push({ when: node, yields })
        node = this.#or()
      }
      const first = cases[0]?.when
      if (first === undefined) return node
      return { kind: 'conditional', cases, otherwise: node, ...between(first, node) }
    })
  }

  /** Or :: And (('||' | 'or') And)* */
  #or(): Node {
    return this.#logical('||', () => this.#and())
  }

  /** And :: Comparison (('&&' | 'and') Comparison)* */
  #and(): Node {
    return this.#logical('&&', () => this.#comparison())
  }

  #logical(operator: '&&' | '||', operand: () => Node): Node {
    const first = operand()
    const operands = [first]
    while (this.#take(operator)) operands.push(operand())
    if (operands.length === 1) return first
    return { kind: 'logical', operator, operands, ...between(first, operands.at(-1) ?? first) }
  }

  /** Comparison :: Sum (('==' | 'eq' | '!=' | 'ne' | '<' | 'lt' | '<=' | 'le' | '>' | 'gt' | '>=' | 'ge') Sum)? */
  #comparison(): Node {
    const left = this.#sum()
    const operator = this.#takeOne(comparisonOperators)
    if (operator === undefined) return left
    const right = this.#sum()
    return { kind: 'comparison', operator, left, right, ...between(left, right) }
  }

  /** Sum :: Product (('+' | '-') Product)* */
  #sum(): Node {
    return this.#arithmetic(sumOperators, () => this.#product())
  }

  /** Product :: Unary (('*' | '/' | 'div' | '%' | 'mod') Unary)* */
  #product(): Node {
    return this.#arithmetic(productOperators, () => this.#unary())
  }

  #arithmetic(operators: readonly ArithmeticOperator[], operand: () => Node): Node {
    const first = operand()
    const steps: { operator: ArithmeticOperator; operand: Node }[] = []
    let operator = this.#takeOne(operators)
    while (operator !== undefined) {
      steps.push({ operator, operand: operand() })
      operator = this.#takeOne(operators)
    }
    const last = steps.at(-1)
    return last === undefined ? first : { kind: 'arithmetic', first, steps, ...between(first, last.operand) }
  }

  /** Unary :: ('!' | 'not' | '-') Unary | Primary */
  #unary(): Node {
    const { start } = this.#peek()
    const operator = this.#takeOne(['!', '-'])
    if (operator === undefined) return this.#primary()
    const operand = this.#nested(() => this.#unary())
    return { kind: operator === '!' ? 'not' : 'negative', operand, start, end: operand.end }
  }

  /** Primary :: Literal | '(' Expression ')' | '{' List '}' | '[' List ']' | Attribute | Call */
  #primary(): Node {
    const token = this.#peek()
    if (token.kind === 'literal') {
      this.#index += 1
      return token
    }
    if (token.kind === 'name') return this.#named()
    if (this.#take('(')) {
      const inside = this.#expression()
      this.#expect(')')
      return { ...inside, start: token.start, end: this.#previousEnd() }
    }
    if (this.#take('{')) return this.#listNode(token.start, '}')
    if (this.#take('[')) return this.#listNode(token.start, ']')
    return this.#refuse(token, 'a value')
  }

  #listNode(start: number, close: '}' | ']'): Node {
    const items = this.#list(close)
    return { kind: 'list', items, start, end: this.#previousEnd() }
  }

  /** List :: (Expression (',' Expression)*)? and the closing sign */
  #list(close: Sign): readonly Node[] {
    const items: Node[] = []
    if (this.#take(close)) return items
    do {
      items.push(this.#expression())
    } while (this.#take(','))
    this.#expect(close)
    return items
  }

  #named(): Node {
    const token = this.#peek()
    const first = this.#name()
    if (first === 'user') return this.#attribute(token.start)
    const path = [first]
    while (this.#take('.')) path.push(this.#name())
    if (this.#take('(')) return this.#call(path.join('.'), token.start)
    return this.#refuse(
      { ...token, end: this.#previousEnd() },
      "'user.' and an attribute, or a function call",
      hintForName(path),
    )
  }

  /** Attribute :: 'user' ('.' Name | '[' String ']') */
  #attribute(start: number): Node {
    if (this.#take('[')) {
      const key = this.#peek()
      if (key.kind !== 'literal' || typeof key.value !== 'string')
        return this.#refuse(key, "an attribute's name as a string")
      this.#index += 1
      this.#expect(']')
      return { kind: 'attribute', name: key.value, start, end: this.#previousEnd() }
    }
    if (!this.#take('.')) return this.#refuse(this.#peek(), "'.' and an attribute's name")
    return { kind: 'attribute', name: this.#name(), start, end: this.#previousEnd() }
  }

  /** Call :: Name ('.' Name)* '(' List ')', and of a found user ('.' Name)* */
  #call(name: string, start: number): Node {
    const given = this.#list(')')
    // Nobody is found, and a property of null is null: the names change nothing.
    if (/^find\w+User$/.test(name)) while (this.#take('.')) this.#name()
    return { kind: 'call', name, arguments: given, start, end: this.#previousEnd() }
  }

  #name(): string {
    const token = this.#peek()
    if (token.kind !== 'name') return this.#refuse(token, 'a name')
    this.#index += 1
    return token.name
  }

  #nested(parseInside: () => Node): Node {
    if (this.#depth >= maxNesting) {
      throw new ExpressionError(this.#text, this.#peek().start, {
        expected: `at most ${maxNesting} levels of nesting`,
        found: 'one more',
      })
    }
    this.#depth += 1
    const node = parseInside()
    this.#depth -= 1
    return node
  }

  #peek(): Token {
    const token = this.#tokens[this.#index]
    // The last token is `end`, and nothing takes it.
    if (token === undefined) throw new RangeError('read beyond the end of the expression')
    return token
  }

  #previousEnd(): number {
    return this.#tokens[this.#index - 1]?.end ?? 0
  }

  #take(sign: Sign): boolean {
    return this.#takeOne([sign]) !== undefined
  }

  #takeOne<S extends Sign>(signs: readonly S[]): S | undefined {
    const token = this.#peek()
    if (token.kind !== 'sign') return undefined
    const taken = signs.find((sign) => sign === token.sign)
    if (taken !== undefined) this.#index += 1
    return taken
  }

  #expect(sign: Sign): void {
    if (this.#take(sign)) return
    const token = this.#peek()
    this.#refuse(token, `'${sign}'`, hintForOperator(token))
  }

  #refuse(
    token: { kind: Token['kind']; start: number; end: number },
    expected: string,
    hint?: string,
  ): never {
    const found =
      token.kind === 'end' ? 'the end of the expression' : quote(this.#text.slice(token.start, token.end))
    throw new ExpressionError(this.#text, token.start, { expected, found, hint })
  }
}

function between(first: Node, last: Node): { start: number; end: number } {
  return { start: first.start, end: last.end }
}

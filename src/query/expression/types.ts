import { ExpressionError, quote } from './error.ts'
import {
  type ExpressionFunction,
  functionNamed,
  parameterAt,
  type ParameterType,
  signature,
  takes,
} from './functions/index.ts'
import { hintForFunction } from './hints.ts'
import { anyKind, canBe, describeKinds, type Kinds, kinds, nullKind } from './kinds.ts'
import type { ExpressionOptions } from './options.ts'
import { wholeTextTest } from '../pattern.ts'
import { suggest } from '../suggestion.ts'
import type {
  ArithmeticNode,
  AttributeNode,
  CallNode,
  ComparisonNode,
  ConditionalNode,
  LiteralNode,
  LogicalNode,
  Node,
} from './syntax-tree.ts'

const string = kinds('string')
const number = kinds('number')
const boolean = kinds('boolean')
const array = kinds('array')
const text = kinds('string', 'number', 'boolean')

/** The kinds that a parameter of each type takes; null may be given for any but a pattern. */
const accepted: Readonly<Record<ParameterType, Kinds>> = {
  string,
  number,
  array,
  'string or number': kinds('string', 'number'),
  any: anyKind,
  'group id': string,
  pattern: string,
}

/**
 * Checks that an expression names only what exists and that it can yield what is wanted, by default a Boolean.
 * Only what is certainly wrong is refused: an attribute of unknown kind may be anything.
 *
 * @throws ExpressionError at the first node that is certainly wrong
 */
export function checkTypes(
  source: string,
  node: Node,
  options: ExpressionOptions,
  wanted: Kinds = boolean,
): void {
  const checker = new TypeChecker(source, options)
  checker.demand(node, wanted)
}

class TypeChecker {
  readonly #source: string
  readonly #options: ExpressionOptions

  constructor(source: string, options: ExpressionOptions) {
    this.#source = source
    this.#options = options
  }

  /** Refuses a node that can never be of any of the wanted kinds. Returns what it can be. */
  demand(node: Node, wanted: Kinds): Kinds {
    const found = this.#kindsOf(node)
    if (!canBe(found, wanted)) throw this.#mismatch(node, wanted, found)
    return found
  }

  /** As `demand`, where null may be given as well: a node that is null or wrong is still wrong. */
  #demandOrNull(node: Node, wanted: Kinds): Kinds {
    const found = this.#kindsOf(node)
    if (found !== nullKind && !canBe(found, wanted)) throw this.#mismatch(node, wanted, found)
    return found
  }

  #kindsOf(node: Node): Kinds {
    switch (node.kind) {
      case 'literal':
        return kindsOfLiteral(node)
      case 'list':
        for (const item of node.items) this.#kindsOf(item)
        return array
      case 'attribute':
        return this.#attribute(node)
      case 'call':
        return this.#call(node)
      case 'not':
        this.demand(node.operand, boolean)
        return boolean
      case 'negative':
        this.demand(node.operand, number)
        return number | nullKind
      case 'logical':
        return this.#logical(node)
      case 'comparison':
        return this.#comparison(node)
      case 'arithmetic':
        return this.#arithmetic(node)
      case 'conditional':
        return this.#conditional(node)
    }
  }

  #attribute(node: AttributeNode): Kinds {
    const { attributes } = this.#options
    if (attributes === undefined) return anyKind
    const kind = attributes.get(node.name)
    if (kind !== undefined) return kinds(kind, 'null')
    const known = suggest(node.name, () => [...attributes.keys()])
    throw this.#refuse(node, 'an attribute of the user profile', {
      hint: known === undefined ? undefined : `did you mean 'user.${known}'?`,
    })
  }

  #call(node: CallNode): Kinds {
    const row = functionNamed(node.name)
    if (row === undefined) {
      throw this.#refuse(node, 'a function that exists', {
        found: quote(node.name),
        hint: hintForFunction(node.name),
      })
    }
    const count = node.arguments.length
    if (!takes(row, count)) {
      throw this.#refuse(node, `'${signature(row)}'`, {
        found: count === 1 ? '1 argument' : `${count} arguments`,
      })
    }
    for (const [index, argument] of node.arguments.entries()) this.#argument(row, index, argument)
    return row.returns === 'any' ? anyKind : kinds(row.returns, 'null')
  }

  #argument(row: ExpressionFunction, index: number, node: Node): void {
    const type = parameterAt(row, index).type
    if (type !== 'pattern') this.#demandOrNull(node, accepted[type])
    else if (node.kind !== 'literal') throw this.#refuse(node, 'a pattern written as a string')
    else {
      this.demand(node, string)
      if (!wholeTextTest(String(node.value))) throw this.#refuse(node, 'a regular expression')
    }
    const { groupExists } = this.#options
    if (type !== 'group id' || node.kind !== 'literal' || typeof node.value !== 'string') return
    if (groupExists !== undefined && !groupExists(node.value)) {
      throw this.#refuse(node, 'the id of a group that exists')
    }
  }

  #logical(node: LogicalNode): Kinds {
    for (const operand of node.operands) this.demand(operand, boolean)
    return boolean
  }

  /** Anything may be asked whether it equals something else; only numbers and strings have an order. */
  #comparison(node: ComparisonNode): Kinds {
    if (node.operator === '==' || node.operator === '!=') {
      this.#kindsOf(node.left)
      this.#kindsOf(node.right)
      return boolean
    }
    const left = this.demand(node.left, string | number)
    this.demand(node.right, left & (string | number))
    return boolean
  }

  #arithmetic(node: ArithmeticNode): Kinds {
    if (node.steps[0]?.operator === '+' || node.steps[0]?.operator === '-') return this.#sum(node)
    for (const operand of [node.first, ...node.steps.map((step) => step.operand)])
      this.demand(operand, number)
    return number | nullKind
  }

  /** `+` joins when a side is a string, and adds otherwise. */
  #sum(node: ArithmeticNode): Kinds {
    let sum = this.#demandOrNull(node.first, text)
    for (const { operator, operand } of node.steps) {
      if (operator === '-') {
        if (!canBe(sum, number)) throw this.#mismatch({ ...node, end: operand.start }, number, sum)
        this.demand(operand, number)
        sum = number | nullKind
      } else {
        sum = kindsOfSum(sum, this.#demandOrNull(operand, text))
        if (sum === nullKind) throw this.#refuse(operand, 'a String or a Number')
      }
    }
    return sum
  }

  #conditional(node: ConditionalNode): Kinds {
    return node.cases.reduce<Kinds>((found, { when, yields }) => {
      this.demand(when, boolean)
      return found | this.#kindsOf(yields)
    }, this.#kindsOf(node.otherwise))
  }

  #mismatch(node: Node, wanted: Kinds, found: Kinds): ExpressionError {
    return this.#refuse(node, describeKinds(wanted), {
      found: `${describeKinds(found)}, ${quote(this.#source.slice(node.start, node.end))}`,
    })
  }

  #refuse(
    node: Node,
    expected: string,
    more: { found?: string; hint?: string | undefined } = {},
  ): ExpressionError {
    const found = more.found ?? quote(this.#source.slice(node.start, node.end))
    return new ExpressionError(this.#source, node.start, { expected, found, hint: more.hint })
  }
}

function kindsOfLiteral({ value }: LiteralNode): Kinds {
  switch (typeof value) {
    case 'string':
      return string
    case 'number':
      return number
    case 'boolean':
      return boolean
    default:
      return nullKind
  }
}

function kindsOfSum(left: Kinds, right: Kinds): Kinds {
  const joined = canBe(left | right, string) ? string : 0
  const added = canBe(left, number) && canBe(right, number) ? number : 0
  return joined | added | nullKind
}

import { type ExpressionFunction, functionNamed, parameterAt, type ParameterType } from './functions/index.ts'
import { wholeTextTest } from '../pattern.ts'
import type { ExpressionSubject } from './subject.ts'
import type {
  ArithmeticNode,
  ArithmeticOperator,
  CallNode,
  ComparisonNode,
  ComparisonOperator,
  ConditionalNode,
  LogicalNode,
  Node,
} from './syntax-tree.ts'
import { boundedText, compare, equal, finite, isArray, textOf, type Value, valueOf } from './values.ts'

/** A node as a function: what it yields for a subject. */
type Evaluate = (subject: ExpressionSubject) => Value
/** A node where a Boolean is wanted: whatever is not true counts as false. */
type Test = (subject: ExpressionSubject) => boolean

/**
 * Turns a checked expression into nested functions, so that nothing is looked up again for each user. The functions
 * never throw, whatever a profile holds.
 */
export function compileTest(node: Node): Test {
  switch (node.kind) {
    case 'logical':
      return compileLogical(node)
    case 'not': {
      const operand = compileTest(node.operand)
      return (subject) => !operand(subject)
    }
    case 'comparison':
      return compileComparison(node)
    default: {
      const evaluate = compileValue(node)
      return (subject) => evaluate(subject) === true
    }
  }
}

/** As `compileTest`, for a node that may yield any value. */
export function compileValue(node: Node): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'list': {
      const items = node.items.map((item) => compileValue(item))
      return (subject) => items.map((item) => item(subject))
    }
    case 'attribute':
      return compileAttribute(node.name)
    case 'call':
      return compileCall(node)
    case 'negative': {
      const operand = compileValue(node.operand)
      return (subject) => negated(operand(subject))
    }
    case 'arithmetic':
      return compileArithmetic(node)
    case 'conditional':
      return compileConditional(node)
    default:
      return compileTest(node)
  }
}

function compileLogical(node: LogicalNode): Test {
  const operands = node.operands.map((operand) => compileTest(operand))
  const [first, second] = operands
  if (first === undefined || second === undefined || operands.length > 2) {
    return node.operator === '&&'
      ? (subject) => operands.every((operand) => operand(subject))
      : (subject) => operands.some((operand) => operand(subject))
  }
  return node.operator === '&&'
    ? (subject) => first(subject) && second(subject)
    : (subject) => first(subject) || second(subject)
}

function compileComparison(node: ComparisonNode): Test {
  const left = compileValue(node.left)
  const right = compileValue(node.right)
  if (node.operator !== '==' && node.operator !== '!=') {
    const holds = orders[node.operator]
    return (subject) => holds(compare(left(subject), right(subject)))
  }
  const isEqual = compileEquality(node, left, right)
  return node.operator === '==' ? isEqual : (subject) => !isEqual(subject)
}

/** Comparing with a literal, as nearly every rule does, needs no look at the kinds. */
function compileEquality(
  { left, right }: ComparisonNode,
  evaluateLeft: Evaluate,
  evaluateRight: Evaluate,
): Test {
  if (right.kind === 'literal') {
    const { value } = right
    return (subject) => evaluateLeft(subject) === value
  }
  if (left.kind === 'literal') {
    const { value } = left
    return (subject) => evaluateRight(subject) === value
  }
  return (subject) => equal(evaluateLeft(subject), evaluateRight(subject))
}

const orders: Readonly<Record<Exclude<ComparisonOperator, '==' | '!='>, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/** Inherited members of every object (`constructor`, `toString`) are functions or objects, and so read as null. */
function compileAttribute(name: string): Evaluate {
  return ({ user }) => valueOf(user[name])
}

function compileArithmetic(node: ArithmeticNode): Evaluate {
  const first = compileValue(node.first)
  const steps = node.steps.map(({ operator, operand }) => ({
    apply: operations[operator],
    operand: compileValue(operand),
  }))
  return (subject) => {
    let value = first(subject)
    for (const { apply, operand } of steps) value = apply(value, operand(subject))
    return value
  }
}

const operations: Readonly<Record<ArithmeticOperator, (left: Value, right: Value) => Value>> = {
  '+': (left, right) => {
    if (isArray(left) || isArray(right)) return null
    if (typeof left === 'string' || typeof right === 'string')
      return boundedText(textOf(left) + textOf(right))
    return onNumbers(left, right, (a, b) => a + b)
  },
  '-': (left, right) => onNumbers(left, right, (a, b) => a - b),
  '*': (left, right) => onNumbers(left, right, (a, b) => a * b),
  '/': (left, right) => onNumbers(left, right, (a, b) => a / b),
  '%': (left, right) => onNumbers(left, right, (a, b) => a % b),
}

function onNumbers(left: Value, right: Value, operation: (left: number, right: number) => number): Value {
  return typeof left === 'number' && typeof right === 'number' ? finite(operation(left, right)) : null
}

function negated(value: Value): Value {
  return onNumbers(0, value, (zero, number) => zero - number)
}

function compileConditional(node: ConditionalNode): Evaluate {
  const cases = node.cases.map(({ when, yields }) => ({
    when: compileTest(when),
    yields: compileValue(yields),
  }))
  const otherwise = compileValue(node.otherwise)
  return (subject) => {
    for (const { when, yields } of cases) if (when(subject)) return yields(subject)
    return otherwise(subject)
  }
}

function compileCall(node: CallNode): Evaluate {
  // The type checker has refused unknown functions.
  const row = functionNamed(node.name)!
  const values = node.arguments.map((argument, index) => compileArgument(row, index, argument))
  const run = row.run as (values: readonly unknown[], subject: ExpressionSubject) => Value
  if (values.length === 2) {
    const [first, second] = values as [(typeof values)[0], (typeof values)[0]]
    return (subject) => run([first(subject), second(subject)], subject)
  }
  return (subject) => {
    const given: unknown[] = []
    for (const value of values) given.push(value(subject))
    return run(given, subject)
  }
}

function compileArgument(
  row: ExpressionFunction,
  index: number,
  node: Node,
): (subject: ExpressionSubject) => unknown {
  const type = parameterAt(row, index).type
  if (type === 'pattern' && node.kind === 'literal') {
    // The type checker has refused texts that are no patterns.
    const pattern = wholeTextTest(String(node.value))!
    return () => pattern
  }
  const evaluate = compileValue(node)
  const fits = kindTests[type]
  return (subject) => {
    const value = evaluate(subject)
    return fits(value) ? value : null
  }
}

/** Which values a parameter of each type lets through; any other reaches the function as null. */
const kindTests: Readonly<Record<ParameterType, (value: Value) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  array: isArray,
  'string or number': (value) => typeof value === 'string' || typeof value === 'number',
  any: () => true,
  'group id': (value) => typeof value === 'string',
  pattern: () => false,
}

import type { ExpressionSubject } from '../../../src/query/expression/index.ts'
import type { Tree } from './random-expression.ts'

/** The value of a tree, found by walking it: the slow and plain counterpart of the compiled form. */
export function evaluate(node: Tree, subject: ExpressionSubject): unknown {
  const value = (part: Tree) => evaluate(part, subject)
  const holds = (part: Tree) => value(part) === true
  switch (node.kind) {
    case 'literal':
      return node.value
    case 'attribute': {
      const found = Object.hasOwn(subject.user, node.name) ? subject.user[node.name] : null
      const isObject = typeof found === 'object' && found !== null && !Array.isArray(found)
      return found === undefined || isObject ? null : found
    }
    case 'list':
      return node.items.map(value)
    case 'call':
      return call(node.name, node.arguments.map(value), subject)
    case 'not':
      return !holds(node.operand)
    case 'negative': {
      const operand = value(node.operand)
      return typeof operand === 'number' ? 0 - operand : null
    }
    case 'logical':
      return node.operator === '&&' ? node.operands.every(holds) : node.operands.some(holds)
    case 'comparison':
      return compared(node.operator, value(node.left), value(node.right))
    case 'arithmetic':
      return node.steps.reduce(
        (sum, step) => computed(step.operator, sum, value(step.operand)),
        value(node.first),
      )
    case 'conditional': {
      const taken = node.cases.find(({ when }) => holds(when))
      return value(taken?.yields ?? node.otherwise)
    }
  }
}

function compared(operator: string, left: unknown, right: unknown): boolean {
  if (operator === '==') return JSON.stringify(left) === JSON.stringify(right)
  if (operator === '!=') return JSON.stringify(left) !== JSON.stringify(right)
  const bothNumbers = typeof left === 'number' && typeof right === 'number'
  const bothStrings = typeof left === 'string' && typeof right === 'string'
  if (!bothNumbers && !bothStrings) return false
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}

/** Null is no text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function computed(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    return Array.isArray(left) || Array.isArray(right) ? null : textOf(left) + textOf(right)
  }
  if (typeof left !== 'number' || typeof right !== 'number') return null
  const results: Record<string, number> = {
    '+': left + right,
    '-': left - right,
    '*': left * right,
    '/': left / right,
    '%': left % right,
  }
  const result = results[operator] ?? Number.NaN
  return Number.isFinite(result) ? result : null
}

function call(name: string, [first, second]: readonly unknown[], subject: ExpressionSubject): unknown {
  const bothStrings = typeof first === 'string' && typeof second === 'string'
  switch (name) {
    case 'String.len':
      return typeof first === 'string' ? first.length : 0
    case 'String.append':
      return (typeof first === 'string' ? first : '') + (typeof second === 'string' ? second : '')
    case 'String.startsWith':
      return bothStrings && first.startsWith(second)
    case 'String.stringContains':
      return bothStrings && first.includes(second)
    case 'Arrays.contains':
      return Array.isArray(first) && first.some((item) => JSON.stringify(item) === JSON.stringify(second))
    case 'Arrays.size':
      return Array.isArray(first) ? first.length : 0
    case 'isMemberOfGroup':
      return typeof first === 'string' && subject.isMember(first)
    case 'isMemberOfGroupName':
      return [...subject.groupNames()].some((group) => group === first)
    default:
      throw new Error(`no reference for ${name}`)
  }
}

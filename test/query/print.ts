import type { Expression } from '../../src/query/syntax-tree.ts'

/** Writes an expression as text that parses back to an equal expression, with no parenthesis too many. */
export function print(expression: Expression): string {
  switch (expression.kind) {
    case 'present':
      return `${expression.property} pr`
    case 'compare':
      return `${expression.property} ${expression.operator} ${JSON.stringify(expression.value)}`
    default:
      return expression.operands
        .map((operand) => printOperand(operand, expression.kind))
        .join(` ${expression.kind} `)
  }
}

/** Only `and` within `or` reads the same without parentheses. */
function printOperand(operand: Expression, parent: 'and' | 'or'): string {
  const isPlain =
    operand.kind === 'present' || operand.kind === 'compare' || (operand.kind === 'and' && parent === 'or')
  return isPlain ? print(operand) : `(${print(operand)})`
}

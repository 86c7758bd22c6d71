import type { Comparison, Expression, Value } from './syntax-tree.ts'

/** A condition that every match meets: the property is one of these values. */
export interface Equality {
  readonly property: string
  readonly values: readonly Exclude<Value, null>[]
}

/**
 * The conditions of an expression that an index can answer: `property eq value` at the top or joined by `and`. Also
 * terms joined by `or` that all name one property. Every match meets all of them, but a record that meets them need not
 * match. Take the candidates of any one from an index, and ask the compiled predicate.
 *
 * Values come as they were written. In a dialect whose values ignore case, an index must be keyed by `fold` or more
 * coarsely.
 */
export function equalities(expression: Expression): readonly Equality[] {
  if (expression.kind === 'and') return expression.operands.flatMap(equalities)
  const terms = expression.kind === 'or' ? alternatives(expression) : [expression]
  const property = terms.find(isEquality)?.property
  const matching = terms.filter(isEquality).filter((term) => term.property === property)
  if (property === undefined || matching.length < terms.length) return []
  return [{ property, values: matching.map((term) => term.value) }]
}

/** The terms of an `or`, with any `or` in parentheses opened up. */
function alternatives(expression: Expression): readonly Expression[] {
  return expression.kind === 'or' ? expression.operands.flatMap(alternatives) : [expression]
}

function isEquality(term: Expression): term is Comparison & { readonly value: Exclude<Value, null> } {
  return term.kind === 'compare' && term.operator === 'eq' && term.value !== null
}

/** A value as it was written: nothing is folded or converted before `compile`. */
export type Value = string | number | boolean | null

/** The operators of the language, in the order in which messages list them. */
export const OPERATORS = ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr'] as const

export type Operator = (typeof OPERATORS)[number]

export type ComparisonOperator = Exclude<Operator, 'pr'>

/** `profile.department sw "Eng"` */
export interface Comparison {
  readonly kind: 'compare'
  readonly property: string
  readonly operator: ComparisonOperator
  readonly value: Value
}

/** `profile.department pr` */
export interface Presence {
  readonly kind: 'present'
  readonly property: string
}

/** Two or more terms joined by `and` or by `or`. Parentheses are kept as nesting, never flattened away. */
export interface Junction {
  readonly kind: 'and' | 'or'
  readonly operands: readonly [Expression, Expression, ...Expression[]]
}

export type Expression = Comparison | Presence | Junction

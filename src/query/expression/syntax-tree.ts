/**
 * The parser's result. A chain (`a or b or c`, `1 + 2 - 3`, `a ? b : c ? d : e`) is one node: the tree is never deeper
 * than the nesting that the author wrote.
 */
export type Node =
  | LiteralNode
  | ListNode
  | AttributeNode
  | CallNode
  | NotNode
  | NegativeNode
  | LogicalNode
  | ComparisonNode
  | ArithmeticNode
  | ConditionalNode

interface Placed {
  /** Offset of the node's first character in the expression; parentheses around the node belong to it. */
  readonly start: number
  /** Offset after its last character. */
  readonly end: number
}

export interface LiteralNode extends Placed {
  readonly kind: 'literal'
  readonly value: string | number | boolean | null
}

export interface ListNode extends Placed {
  readonly kind: 'list'
  readonly items: readonly Node[]
}

/** `user.department` */
export interface AttributeNode extends Placed {
  readonly kind: 'attribute'
  readonly name: string
}

/** `String.len(…)`: the name as written, not yet looked up. */
export interface CallNode extends Placed {
  readonly kind: 'call'
  readonly name: string
  readonly arguments: readonly Node[]
}

export interface NotNode extends Placed {
  readonly kind: 'not'
  readonly operand: Node
}

export interface NegativeNode extends Placed {
  readonly kind: 'negative'
  readonly operand: Node
}

/** `a && b && c`, or `||`; at least two operands. */
export interface LogicalNode extends Placed {
  readonly kind: 'logical'
  readonly operator: '&&' | '||'
  readonly operands: readonly Node[]
}

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>='

export interface ComparisonNode extends Placed {
  readonly kind: 'comparison'
  readonly operator: ComparisonOperator
  readonly left: Node
  readonly right: Node
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

/** `1 + 2 - 3`: the steps are taken from left to right and share one precedence. */
export interface ArithmeticNode extends Placed {
  readonly kind: 'arithmetic'
  readonly first: Node
  readonly steps: readonly { readonly operator: ArithmeticOperator; readonly operand: Node }[]
}

/** `a ? b : c ? d : e`: the first case that is true is taken. */
export interface ConditionalNode extends Placed {
  readonly kind: 'conditional'
  readonly cases: readonly { readonly when: Node; readonly yields: Node }[]
  readonly otherwise: Node
}

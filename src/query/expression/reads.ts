import { functionNamed, parameterAt } from './functions/index.ts'
import type { AttributeNode, CallNode, ComparisonNode, LiteralNode, Node } from './syntax-tree.ts'

/** A value that an expression names. */
export type Literal = LiteralNode['value']

/** What an expression's answer depends on: it stays the same until one of these changes. */
export interface ExpressionReads {
  /** Names of the profile attributes that are read. */
  readonly attributes: ReadonlySet<string>
  /**
   * Of the attributes that are only compared with literals, with `==` or `!=`, these literals: another value makes a
   * difference only where the old one or the new one is among them.
   */
  readonly literals: ReadonlyMap<string, ReadonlySet<Literal>>
  /** Whether it asks about group membership at all. */
  readonly memberships: boolean
  /** Ids of the groups that it asks about by name of their id. */
  readonly groupIds: ReadonlySet<string>
  /**
   * Whether membership in groups beyond `groupIds` matters: it asks about names of groups, or computes an id.
   * Then it also depends on what the groups are called.
   */
  readonly anyGroup: boolean
}

/** Collects what an expression reads. */
export function readsOf(node: Node): ExpressionReads {
  const literals = new Map<string, Set<Literal>>()
  const readOtherwise = new Set<string>()
  const groupIds = new Set<string>()
  let anyGroup = false

  function readCall(call: CallNode): void {
    const row = functionNamed(call.name)!
    anyGroup ||= row.readsGroupNames
    for (const [index, argument] of call.arguments.entries()) {
      if (parameterAt(row, index).type !== 'group id') continue
      if (argument.kind !== 'literal') anyGroup = true
      else if (typeof argument.value === 'string') groupIds.add(argument.value)
    }
  }

  const pending: Node[] = [node]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isLiteralTest(next)) {
      const { name } = next.left
      literals.set(name, (literals.get(name) ?? new Set()).add(next.right.value))
      continue
    }
    if (next.kind === 'attribute') readOtherwise.add(next.name)
    if (next.kind === 'call') readCall(next)
    pending.push(...children(next))
  }
  const attributes = new Set([...literals.keys(), ...readOtherwise])
  for (const name of readOtherwise) literals.delete(name)
  return { attributes, literals, groupIds, anyGroup, memberships: anyGroup || groupIds.size > 0 }
}

/** Whether a node asks if an attribute equals a literal, and no more. */
function isLiteralTest(
  node: Node,
): node is ComparisonNode & { readonly left: AttributeNode; readonly right: LiteralNode } {
  return (
    node.kind === 'comparison' &&
    (node.operator === '==' || node.operator === '!=') &&
    node.left.kind === 'attribute' &&
    node.right.kind === 'literal'
  )
}

function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'list':
      return node.items
    case 'call':
      return node.arguments
    case 'not':
    case 'negative':
      return [node.operand]
    case 'logical':
      return node.operands
    case 'comparison':
      return [node.left, node.right]
    case 'arithmetic':
      return [node.first, ...node.steps.map((step) => step.operand)]
    case 'conditional':
      return [...node.cases.flatMap(({ when, yields }) => [when, yields]), node.otherwise]
    default:
      return []
  }
}

import { functionNamed, parameterAt } from './functions/index.ts'
import type { CallNode, Node } from './syntax-tree.ts'

/** The data that an expression's answer depends on: the answer changes only with it. */
export interface ExpressionReads {
  /** Names of the profile attributes that are read. */
  readonly attributes: ReadonlySet<string>
  /** Whether it asks about group membership at all. */
  readonly memberships: boolean
  /** Ids of the groups that it names by id. */
  readonly groupIds: ReadonlySet<string>
  /**
   * Whether membership in groups beyond `groupIds` matters: it asks about names of groups, or computes an id. Then it
   * also depends on the names of the groups.
   */
  readonly anyGroup: boolean
}

/** Collects what an expression reads. */
export function readsOf(node: Node): ExpressionReads {
  const attributes = new Set<string>()
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
    if (next.kind === 'attribute') attributes.add(next.name)
    if (next.kind === 'call') readCall(next)
    pending.push(...children(next))
  }
  return { attributes, groupIds, anyGroup, memberships: anyGroup || groupIds.size > 0 }
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

import type { CompiledExpression, ExpressionReads } from '../../query/expression/index.ts'

/** An active rule, ready to run. */
export interface PlannedRule {
  readonly id: string
  /** The groups that it adds users to. */
  readonly groupIds: readonly string[]
  /** Ids of the users whom it never adds. */
  readonly excluded: ReadonlySet<string>
  readonly test: CompiledExpression['test']
  readonly reads: ExpressionReads
}

/** Rules that run together: one that depends on no later one, or several that depend on each other. */
export interface PlanStep {
  readonly rules: readonly PlannedRule[]
  /** Whether a rule of the step can change something that a rule of the step reads. */
  readonly isCircular: boolean
  /** The ids of the rules, and of all groups that they add to. */
  readonly ruleIds: ReadonlySet<string>
  readonly groupIds: ReadonlySet<string>
}

/**
 * The order in which active rules run, and which must run again after a change.
 *
 * A rule that reads membership runs after all rules that add to the groups it reads. Rules that depend on each other
 * in a circle form one step (interpretation: rule-circles).
 */
export class RulePlan {
  readonly steps: readonly PlanStep[]
  /** Every step. */
  readonly all: readonly number[]
  readonly #readers: (readonly number[])[] = []

  /** @param rules The active rules, in the order of their creation. */
  constructor(rules: readonly PlannedRule[]) {
    this.steps = stepsOf(rules)
    this.all = [...this.steps.keys()]
  }

  /** The steps of rules; inactive ones have none. */
  stepsOf(ruleIds: readonly string[]): readonly number[] {
    return this.#stepsWith(({ id }) => ruleIds.includes(id))
  }

  /** The steps with a rule that reads any of some attributes of the profile. */
  readersOfAttributes(names: readonly string[]): readonly number[] {
    return this.#stepsWith(({ reads }) => names.some((name) => reads.attributes.has(name)))
  }

  /** The steps with a rule that reads membership in any of some groups, names of groups, or a computed group. */
  readersOfGroups(groupIds: readonly string[]): readonly number[] {
    return this.#stepsWith(({ reads }) => reads.anyGroup || groupIds.some((id) => reads.groupIds.has(id)))
  }

  /** The later steps that read what a step changes. A circle has already settled the groups that it reads itself. */
  readersOf(step: number): readonly number[] {
    return (this.#readers[step] ??= this.readersOfGroups([...this.steps[step]!.groupIds]).filter(
      (reader) => reader > step,
    ))
  }

  #stepsWith(wanted: (rule: PlannedRule) => boolean): readonly number[] {
    return this.steps.flatMap(({ rules }, index) => (rules.some(wanted) ? [index] : []))
  }
}

function stepsOf(rules: readonly PlannedRule[]): readonly PlanStep[] {
  const providers = providersOf(rules)
  return componentsOf(providers).map((component) => {
    const [first] = component
    const members = component.map((index) => rules[index]!)
    return {
      rules: members,
      isCircular: component.length > 1 || providers[first!]!.includes(first!),
      ruleIds: new Set(members.map(({ id }) => id)),
      groupIds: new Set(members.flatMap(({ groupIds }) => groupIds)),
    }
  })
}

/** For each rule the rules that add to groups which it reads, by index. */
function providersOf(rules: readonly PlannedRule[]): readonly (readonly number[])[] {
  const everyone = rules.map((_, index) => index)
  const addingTo = new Map<string, number[]>()
  for (const [index, { groupIds }] of rules.entries()) {
    for (const groupId of groupIds) addingTo.set(groupId, [...(addingTo.get(groupId) ?? []), index])
  }
  return rules.map(({ reads }) => {
    if (reads.anyGroup) return everyone
    return [...new Set([...reads.groupIds].flatMap((groupId) => addingTo.get(groupId) ?? []))]
  })
}

/** The state of a node in Tarjan's algorithm. */
interface Visit {
  readonly node: number
  /** How many of its edges have been followed. */
  followed: number
}

/**
 * The strongly connected components of a graph (Tarjan), each after the components that it leads to. Nodes of each
 * are ascending. It does not use recursion, so that a long chain of rules does not exceed the stack.
 */
export function componentsOf(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const order: number[] = []
  const lowest: number[] = []
  const isOpen: boolean[] = []
  const open: number[] = []
  const components: number[][] = []
  let visited = 0

  function enter(node: number): Visit {
    order[node] = lowest[node] = ++visited
    isOpen[node] = true
    open.push(node)
    return { node, followed: 0 }
  }

  function close(node: number): void {
    const component = open.splice(open.lastIndexOf(node))
    for (const member of component) isOpen[member] = false
    components.push(component.sort((a, b) => a - b))
  }

  for (const start of edges.keys()) {
    if (order[start] !== undefined) continue
    const path: Visit[] = [enter(start)]
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const { node } = visit
      const next = edges[node]![visit.followed++]
      if (next === undefined) {
        if (lowest[node] === order[node]) close(node)
        path.pop()
        const parent = path.at(-1)?.node
        if (parent !== undefined) lowest[parent] = Math.min(lowest[parent]!, lowest[node]!)
      } else if (order[next] === undefined) {
        path.push(enter(next))
      } else if (isOpen[next]) {
        lowest[node] = Math.min(lowest[node]!, order[next])
      }
    }
  }
  return components
}

/**
 * The expected members of groups, found the slow and plain way. It computes everything again for everyone
 * after each operation, and shares no code with the model under test.
 */

/** An expression as a text for the service, and as a predicate. */
export interface Condition {
  readonly text: string
  readonly attributes: readonly string[]
  /** Keys of the groups that it asks about; `any` when it asks for names. */
  readonly groups: readonly string[] | 'any'
  readonly holds: (user: ReferenceUser, groups: ReadonlySet<string>, names: readonly string[]) => boolean
}

interface ReferenceUser {
  readonly id: string
  readonly profile: Readonly<Record<string, unknown>>
}

export interface ReferenceGroup {
  readonly id: string
  readonly name: string
  /** Ids of users in it by hand or import. */
  readonly direct: ReadonlySet<string>
}

export interface ReferenceRule {
  readonly id: string
  readonly status: 'ACTIVE' | 'INACTIVE' | 'INVALID'
  readonly condition: Condition
  /** Ids of the groups it adds to, deleted ones included. */
  readonly groups: readonly string[]
  readonly excluded: ReadonlySet<string>
  /** Ids of the users whom it has added. */
  readonly added: ReadonlySet<string>
}

/** The whole of what matters. Immutable, so that earlier states can be gone back to. */
export interface Reference {
  readonly users: readonly ReferenceUser[]
  readonly groups: readonly ReferenceGroup[]
  readonly rules: readonly ReferenceRule[]
}

export const emptyReference: Reference = { users: [], groups: [], rules: [] }

/** Lets the active rules add their users and remove every other user. */
export function settled(state: Reference): Reference {
  const active = state.rules.filter((rule) => rule.status === 'ACTIVE')
  const added = new Map(active.map((rule) => [rule.id, new Set<string>()]))
  for (const user of state.users) {
    const holding = new Set<string>()
    for (const circle of circlesInOrder(active)) runCircle(state, circle, user, holding)
    for (const id of holding) added.get(id)?.add(user.id)
  }
  const rules = state.rules.map((rule) => ({ ...rule, added: added.get(rule.id) ?? rule.added }))
  return { ...state, rules }
}

/** Ids of the members of a group, in the order of the users. */
export function membersOf(state: Reference, group: ReferenceGroup): readonly string[] {
  return state.users.map(({ id }) => id).filter((id) => isIn(state, group, id, state.rules))
}

function isIn(
  state: Reference,
  group: ReferenceGroup,
  userId: string,
  rules: readonly ReferenceRule[],
): boolean {
  return (
    group.direct.has(userId) || rules.some((rule) => rule.groups.includes(group.id) && rule.added.has(userId))
  )
}

function runCircle(
  state: Reference,
  circle: readonly ReferenceRule[],
  user: ReferenceUser,
  holding: Set<string>,
): void {
  // Without the rules that have not run: what is direct, what rests with rules that are not active, what ran.
  const resting = state.rules.filter((rule) => rule.status !== 'ACTIVE')
  for (let round = 0; round <= circle.length; round++) {
    const running = state.rules.filter((rule) => holding.has(rule.id))
    const present = state.groups.filter(
      (group) =>
        isIn(state, group, user.id, resting) || running.some((rule) => rule.groups.includes(group.id)),
    )
    const ids = new Set(present.map(({ id }) => id))
    const names = ['Everyone', ...present.map(({ name }) => name)]
    const matching = circle.filter(
      (rule) => !rule.excluded.has(user.id) && rule.condition.holds(user, ids, names),
    )
    for (const rule of matching) holding.add(rule.id)
  }
}

/** Rules that lead to each other go together; whoever is led to goes first. */
function circlesInOrder(rules: readonly ReferenceRule[]): readonly (readonly ReferenceRule[])[] {
  const leads = rules.map((rule) =>
    rules.map((other) => {
      const { groups } = rule.condition
      return groups === 'any' || other.groups.some((id) => groups.includes(id))
    }),
  )
  for (const [middle] of rules.entries()) {
    for (const [from] of rules.entries()) {
      for (const [to] of rules.entries()) {
        if (leads[from]![middle] && leads[middle]![to]) leads[from]![to] = true
      }
    }
  }
  const done = new Set<number>()
  const circles: ReferenceRule[][] = []
  while (done.size < rules.length) {
    const next = rules.findIndex(
      (_, from) =>
        !done.has(from) && rules.every((__, to) => !leads[from]![to] || leads[to]![from] || done.has(to)),
    )
    const circle = rules.flatMap((_, to) =>
      to === next || (leads[next]![to] && leads[to]![next]) ? [to] : [],
    )
    for (const member of circle) done.add(member)
    circles.push(circle.map((member) => rules[member]!))
  }
  return circles
}

import { lastOf, lastRow, numberedRows, type RowKey } from '../kernel/stored.ts'
import { SequenceSet } from '../store/sequence-set.ts'

/** The users of one group, by their places in the order of creation. */
interface Members {
  /** All members of the group, for any reason. */
  readonly all: SequenceSet
  /** Members by hand, or by import. */
  readonly direct: SequenceSet
  /** The list of groups that its users share who are only in this group. */
  readonly alone: readonly string[]
}

/** The users whom a rule keeps in its groups. They may also be there for other reasons. */
interface Claim {
  readonly groupIds: readonly string[]
  readonly users: SequenceSet
}

/** A user's groups, and the reasons: only a list if all are by hand or import. */
type MembershipRow =
  | readonly string[]
  | {
      readonly groups: readonly string[]
      readonly direct: readonly string[]
      readonly rules: readonly string[]
    }

const none: readonly string[] = Object.freeze([])

/** The row of the rules that keep users, with their groups. */
export const claimsRow = 'rules'

/** The members of each group, and the reasons. Users with the same groups share one list. */
export class MembershipSets {
  readonly members = new Map<string, Members>()
  readonly claims = new Map<string, Claim>()
  /** The claims on each group. */
  readonly claimants = new Map<string, Map<string, Claim>>()
  /** The groups of each user, by its sequence. */
  groupIds: (readonly string[] | undefined)[] = []

  /** The greatest sequence that has groups, or had some. */
  get last(): number {
    return Math.max(0, this.groupIds.length - 1)
  }

  /** Whether no user ever was in a group, and no rule keeps users. */
  get isEmpty(): boolean {
    return this.groupIds.length === 0 && this.claims.size === 0 && this.members.size === 0
  }

  membersOf(groupId: string): Members {
    const known = this.members.get(groupId)
    if (known) return known
    const members = { all: new SequenceSet(), direct: new SequenceSet(), alone: Object.freeze([groupId]) }
    this.members.set(groupId, members)
    return members
  }

  register(ruleId: string, claim: Claim): void {
    this.claims.set(ruleId, claim)
    for (const groupId of claim.groupIds) {
      const claimants = this.claimants.get(groupId)
      if (claimants) claimants.set(ruleId, claim)
      else this.claimants.set(groupId, new Map([[ruleId, claim]]))
    }
  }

  /** A copy that is independent of these sets. */
  copy(): MembershipSets {
    const copy = new MembershipSets()
    for (const [groupId, { all, direct, alone }] of this.members) {
      copy.members.set(groupId, { all: all.copy(), direct: direct.copy(), alone })
    }
    for (const [ruleId, { groupIds, users }] of this.claims) {
      copy.register(ruleId, { groupIds, users: users.copy() })
    }
    copy.groupIds = this.groupIds.slice()
    return copy
  }

  *keys(): Iterable<RowKey> {
    yield claimsRow
    yield lastRow
    for (const [sequence, groupIds] of this.groupIds.entries()) if (groupIds) yield sequence
  }

  row(key: RowKey): unknown {
    if (key === lastRow) return this.last
    if (key === claimsRow) return [...this.claims].map(([ruleId, { groupIds }]) => [ruleId, groupIds])
    return this.#rowOf(Number(key))
  }

  #rowOf(sequence: number): MembershipRow | undefined {
    const groups = this.groupIds[sequence]
    if (!groups) return undefined
    const direct = groups.filter((groupId) => this.members.get(groupId)?.direct.has(sequence))
    const rules = new Set<string>()
    for (const groupId of groups) {
      for (const [ruleId, { users }] of this.claimants.get(groupId) ?? []) {
        if (users.has(sequence)) rules.add(ruleId)
      }
    }
    return rules.size === 0 && direct.length === groups.length
      ? groups
      : { groups, direct, rules: [...rules] }
  }

  /** @param base The state that the rows change. With it, null stands for a removed row. */
  static ofRows(rows: ReadonlyMap<string, unknown>, base?: MembershipSets): MembershipSets {
    const sets = base?.copy() ?? new MembershipSets()
    const claims = rows.get(claimsRow) as readonly [string, readonly string[]][] | undefined
    if (claims) sets.#setClaims(claims)
    const last = lastOf(rows, base?.last)
    for (let beyond = last + 1; beyond < sets.groupIds.length; beyond++) sets.#take(beyond)
    for (const [sequence, row] of numberedRows(rows)) {
      sets.#take(sequence)
      if (row !== null) sets.#put(sequence, row as MembershipRow)
    }
    sets.groupIds.length = last === 0 ? 0 : last + 1
    return sets
  }

  /** Sets the rules that keep users, in this order. Rules that already exist keep their users. */
  #setClaims(claims: readonly (readonly [ruleId: string, groupIds: readonly string[]])[]): void {
    const before = new Map(this.claims)
    this.claims.clear()
    this.claimants.clear()
    for (const [ruleId, groupIds] of claims) {
      this.register(ruleId, { groupIds, users: before.get(ruleId)?.users ?? new SequenceSet() })
    }
  }

  /** Removes a user from all sets. */
  #take(sequence: number): void {
    for (const groupId of this.groupIds[sequence] ?? none) {
      this.membersOf(groupId).all.delete(sequence)
      this.membersOf(groupId).direct.delete(sequence)
    }
    for (const { users } of this.claims.values()) users.delete(sequence)
    this.groupIds[sequence] = undefined
  }

  #put(sequence: number, row: MembershipRow): void {
    const { groups, direct, rules } = 'groups' in row ? row : { groups: row, direct: row, rules: none }
    for (const groupId of groups) this.membersOf(groupId).all.add(sequence)
    for (const groupId of direct) this.membersOf(groupId).direct.add(sequence)
    for (const ruleId of rules) this.claims.get(ruleId)?.users.add(sequence)
    const [only, second] = groups
    if (only !== undefined) {
      this.groupIds[sequence] = second === undefined ? this.membersOf(only).alone : groups
    }
  }
}

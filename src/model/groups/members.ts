import type { Users } from '../users/users.ts'
import type { Memberships } from './memberships.ts'
import type { RuleEngine } from './rule-engine.ts'
import type { Rules } from './rules.ts'

/** What changing members needs of the organisation. */
interface Needs {
  readonly users: Pick<Users, 'collection'>
  readonly memberships: Memberships
  readonly rules: Pick<Rules, 'exclude'>
  readonly engine: Pick<RuleEngine, 'membershipChanged' | 'excluded'>
}

/** Changes who is in a group: by hand or by import, with what rules make of it. */
export class Members {
  readonly #org: Needs

  constructor(org: Needs) {
    this.#org = org
  }

  /** Adds a user to a group by hand; nothing where it is in it by hand already. */
  add(groupId: string, userId: string): void {
    const { memberships, engine } = this.#org
    const sequence = this.#sequenceOf(userId)
    if (sequence === undefined || !memberships.addDirect(groupId, sequence)) return
    engine.membershipChanged(sequence, groupId)
    memberships.stamp()
  }

  /**
   * Takes a user out of a group by hand. Rules that hold the user there exclude it from now on; their other
   * groups keep it (decision: rule-member-removed-by-hand). A user who is no member is left alone.
   */
  remove(groupId: string, userId: string): void {
    const { memberships, rules, engine } = this.#org
    // Sequences begin at 1.
    const sequence = this.#sequenceOf(userId) ?? 0
    const ruleIds = memberships.takeOut(groupId, sequence)
    if (!ruleIds) return
    for (const ruleId of ruleIds) rules.exclude(ruleId, userId)
    engine.membershipChanged(sequence, groupId)
    for (const ruleId of ruleIds) engine.excluded(sequence, ruleId)
    memberships.stamp()
  }

  /** Lets a rule that is not active hold a user in its groups, as one does whom it added while it was. */
  hold(ruleId: string, userId: string): void {
    const { memberships, engine } = this.#org
    const sequence = this.#sequenceOf(userId)
    if (sequence === undefined) return
    const before = new Set(memberships.groupIdsAt(sequence))
    if (!memberships.claim(ruleId, sequence)) return
    const joined = memberships.groupIdsAt(sequence).filter((groupId) => !before.has(groupId))
    for (const groupId of joined) engine.membershipChanged(sequence, groupId)
    memberships.stamp()
  }

  /** Makes these users, and no others, the members of an imported group. */
  setImported(groupId: string, userIds: readonly string[]): void {
    const { memberships, engine } = this.#org
    const wanted = new Set(userIds.flatMap((userId) => this.#sequenceOf(userId) ?? []))
    for (const sequence of memberships.setDirect(groupId, wanted)) engine.membershipChanged(sequence, groupId)
    memberships.stamp()
  }

  #sequenceOf(userId: string): number | undefined {
    return this.#org.users.collection.sequenceOf(userId)
  }
}

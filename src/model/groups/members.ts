import { OrgService } from '../kernel/org-service.ts'

/** Changes group members, by hand or by import, and runs the rules that depend on it. */
export class Members extends OrgService<'users' | 'memberships' | 'rules' | 'ruleEngine'> {
  /** Adds a user to a group by hand. Does nothing if the user is already a member by hand. */
  add(groupId: string, userId: string): void {
    const { memberships, ruleEngine } = this.org
    const sequence = this.#sequenceOf(userId)
    if (sequence === undefined || !memberships.addDirect(groupId, sequence)) return
    ruleEngine.membershipsChanged([sequence], [groupId])
    memberships.stamp()
  }

  /**
   * Removes a user from a group by hand. Rules that keep the user there exclude it from now on; it stays in their
   * other groups (interpretation: rule-member-removed-by-hand). Does nothing for a user who is not a member.
   */
  remove(groupId: string, userId: string): void {
    const { memberships, rules, ruleEngine } = this.org
    // Sequences begin at 1.
    const sequence = this.#sequenceOf(userId) ?? 0
    const ruleIds = memberships.takeOut(groupId, sequence)
    if (!ruleIds) return
    for (const ruleId of ruleIds) rules.exclude(ruleId, userId)
    ruleEngine.membershipsChanged([sequence], [groupId])
    for (const ruleId of ruleIds) ruleEngine.excluded(sequence, ruleId)
    memberships.stamp()
  }

  /** Lets an inactive rule keep a user in its groups, as if the rule had added it while active. */
  hold(ruleId: string, userId: string): void {
    const { memberships, ruleEngine } = this.org
    const sequence = this.#sequenceOf(userId)
    if (sequence === undefined) return
    const before = new Set(memberships.groupIdsAt(sequence))
    if (!memberships.claim(ruleId, sequence)) return
    const joined = memberships.groupIdsAt(sequence).filter((groupId) => !before.has(groupId))
    ruleEngine.membershipsChanged([sequence], joined)
    memberships.stamp()
  }

  /** Makes these users the only members of an imported group. */
  setImported(groupId: string, userIds: readonly string[]): void {
    const { memberships, ruleEngine } = this.org
    const wanted = new Set(userIds.flatMap((userId) => this.#sequenceOf(userId) ?? []))
    ruleEngine.membershipsChanged(memberships.setDirect(groupId, wanted), [groupId])
    memberships.stamp()
  }

  #sequenceOf(userId: string): number | undefined {
    return this.org.users.collection.sequenceOf(userId)
  }
}

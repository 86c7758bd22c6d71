import { Part } from '../kernel/part.ts'
import { SequenceSet } from '../store/sequence-set.ts'

/**
 * The users who joined or left groups since `lastMembershipUpdated` last moved. A user who left and joined again in
 * one change counts as neither. This is common: one rule releases a user, and the next one adds it.
 */
export class MembershipChanges extends Part<'tables' | 'groups'> {
  /** For each group the users who left, and those who joined, by their sequences. */
  readonly #moved = new Map<string, readonly [left: SequenceSet, came: SequenceSet]>()

  /** Notes that a user left or joined a group. Leaving and joining cancel each other out. */
  note(groupId: string, sequence: number, isMember: boolean): void {
    let moved = this.#moved.get(groupId)
    if (!moved) this.#moved.set(groupId, (moved = [new SequenceSet(), new SequenceSet()]))
    const [left, came] = moved
    const [back, there] = isMember ? [left, came] : [came, left]
    if (!back.delete(sequence)) there.add(sequence)
  }

  /** Moves `lastMembershipUpdated` of the groups whose members changed, and reports these members. */
  stamp(): void {
    if (this.#moved.size === 0) return
    for (const [groupId, [left, came]] of this.#moved) {
      if (left.size + came.size > 0) this.org.groups.touchMembership(groupId)
      this.#tell(groupId, left, false)
      this.#tell(groupId, came, true)
    }
    this.#moved.clear()
  }

  /** Reports that a removed user has left all its groups. */
  userGone(sequence: number, userId: string, groupIds: readonly string[]): void {
    for (const groupId of groupIds) this.org.tables.memberships.tell(sequence, { groupId, userId }, false)
  }

  clear(): void {
    this.#moved.clear()
  }

  #tell(groupId: string, sequences: SequenceSet, isMember: boolean): void {
    const { memberships, users } = this.org.tables
    // The user still exists: `userGone` reports removed users.
    sequences.forEach((sequence) =>
      memberships.tell(sequence, { groupId, userId: users.at(sequence)!.id }, isMember),
    )
  }
}

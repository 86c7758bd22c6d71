import type { ManyListener, ValueChange } from '../kernel/changes.ts'
import { SequenceSet } from '../store/sequence-set.ts'

/** A user's membership in a group. */
export interface MembershipRecord {
  readonly groupId: string
  readonly userId: string
}

interface Needs {
  readonly groups: { touchMembership(groupId: string): void }
  readonly users: { readonly collection: { at(sequence: number): { readonly id: string } | undefined } }
}

/**
 * The users who joined or left groups since `lastMembershipUpdated` last moved. A user who left and joined again in
 * one change counts as neither. This is common: one rule releases a user, and the next one adds it.
 */
export class MembershipChanges {
  readonly #org: Needs
  /** For each group the users who left, and those who joined, by their sequences. */
  readonly #moved = new Map<string, readonly [left: SequenceSet, came: SequenceSet]>()
  /** Receives the users who joined or left, each with a {@link MembershipRecord}, once a change is complete. */
  listener: ManyListener | undefined

  constructor(org: Needs) {
    this.#org = org
  }

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
      if (left.size + came.size > 0) this.#org.groups.touchMembership(groupId)
      this.#tell(groupId, left, false)
      this.#tell(groupId, came, true)
    }
    this.#moved.clear()
  }

  /** Reports that a removed user has left all its groups. */
  userGone(userId: string, groupIds: readonly string[]): void {
    this.listener?.(groupIds.length, (index) => ended(groupIds[index]!, userId))
  }

  clear(): void {
    this.#moved.clear()
  }

  /** Listeners read few of these changes, perhaps after the users are gone. So this stores only ids. */
  #tell(groupId: string, sequences: SequenceSet, isMember: boolean): void {
    if (!this.listener || sequences.size === 0) return
    const { collection } = this.#org.users
    // The user still exists: `userGone` reports removed users.
    const userIds = sequences.toArray().map((sequence) => collection.at(sequence)!.id)
    this.listener(userIds.length, (index) => {
      const { key, before } = ended(groupId, userIds[index]!)
      return isMember ? { key, before: undefined, after: before } : { key, before, after: undefined }
    })
  }
}

function ended(groupId: string, userId: string): ValueChange {
  const before: MembershipRecord = { groupId, userId }
  return { key: `${groupId} ${userId}`, before, after: undefined }
}

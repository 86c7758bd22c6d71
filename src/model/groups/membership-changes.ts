import type { ManyListener, ValueChange } from '../kernel/changes.ts'
import { SequenceSet } from '../store/sequence-set.ts'

/** That a user is in a group. */
export interface MembershipRecord {
  readonly groupId: string
  readonly userId: string
}

/** What is asked about those who came or left. */
interface Needs {
  readonly groups: { touchMembership(groupId: string): void }
  readonly users: { readonly collection: { at(sequence: number): { readonly id: string } | undefined } }
}

/**
 * Who came into which group, or left it, since `lastMembershipUpdated` was last moved. One change often does
 * both, for one rule gives up a user whom the next one takes; such a user has neither come nor left.
 */
export class MembershipChanges {
  readonly #org: Needs
  /** Of each group those who left, and those who came, by their sequences. */
  readonly #moved = new Map<string, readonly [left: SequenceSet, came: SequenceSet]>()
  /** Told of the users who came or left, each with a {@link MembershipRecord}, once a change is whole. */
  listener: ManyListener | undefined

  constructor(org: Needs) {
    this.#org = org
  }

  /** Notes that a user left a group, or came into it; who did both is where it was before. */
  note(groupId: string, sequence: number, isMember: boolean): void {
    let moved = this.#moved.get(groupId)
    if (!moved) this.#moved.set(groupId, (moved = [new SequenceSet(), new SequenceSet()]))
    const [left, came] = moved
    const [back, there] = isMember ? [left, came] : [came, left]
    if (!back.delete(sequence)) there.add(sequence)
  }

  /** Moves `lastMembershipUpdated` of the groups whose members changed, and tells who they are. */
  stamp(): void {
    if (this.#moved.size === 0) return
    for (const [groupId, [left, came]] of this.#moved) {
      if (left.size + came.size > 0) this.#org.groups.touchMembership(groupId)
      this.#tell(groupId, left, false)
      this.#tell(groupId, came, true)
    }
    this.#moved.clear()
  }

  /** Tells that a user who is gone is in none of its groups any more. */
  userGone(userId: string, groupIds: readonly string[]): void {
    this.listener?.(groupIds.length, (index) => ended(groupIds[index]!, userId))
  }

  clear(): void {
    this.#moved.clear()
  }

  /** Of so many few are asked for, perhaps after they are gone: only their ids are taken down. */
  #tell(groupId: string, sequences: SequenceSet, isMember: boolean): void {
    if (!this.listener || sequences.size === 0) return
    const { collection } = this.#org.users
    // Who comes or leaves is there: `userGone` tells of those who are removed.
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

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

/** Users of one group, by their sequences. */
interface Moved {
  readonly came: SequenceSet
  readonly left: SequenceSet
}

/**
 * Who came into which group, or left it, since `lastMembershipUpdated` was last moved. One change often does
 * both, for one rule gives up a user whom the next one takes; such a user has neither come nor left.
 */
export class MembershipChanges {
  readonly #org: Needs
  readonly #moved = new Map<string, Moved>()
  /** Told of the users who came or left, each with a {@link MembershipRecord}, once a change is whole. */
  listener: ManyListener | undefined

  constructor(org: Needs) {
    this.#org = org
  }

  /** Notes that a user came into a group, or came back. */
  came(groupId: string, sequence: number): void {
    const { came, left } = this.#movedOf(groupId)
    if (!left.delete(sequence)) came.add(sequence)
  }

  /** Notes that a user left a group, or left again. */
  left(groupId: string, sequence: number): void {
    const { came, left } = this.#movedOf(groupId)
    if (!came.delete(sequence)) left.add(sequence)
  }

  /** Moves `lastMembershipUpdated` of the groups whose members changed, and tells who they are. */
  stamp(): void {
    if (this.#moved.size === 0) return
    for (const [groupId, { came, left }] of this.#moved) {
      if (came.size + left.size > 0) this.#org.groups.touchMembership(groupId)
      this.#tell(groupId, left, (membership) => ({ before: membership, after: undefined }))
      this.#tell(groupId, came, (membership) => ({ before: undefined, after: membership }))
    }
    this.#moved.clear()
  }

  /** Forgets a group that is gone. */
  forget(groupId: string): void {
    this.#moved.delete(groupId)
  }

  clear(): void {
    this.#moved.clear()
  }

  #movedOf(groupId: string): Moved {
    const known = this.#moved.get(groupId)
    if (known) return known
    const moved = { came: new SequenceSet(), left: new SequenceSet() }
    this.#moved.set(groupId, moved)
    return moved
  }

  /** Of so many few are asked for, perhaps after they are gone: only their ids are taken down. */
  #tell(
    groupId: string,
    sequences: SequenceSet,
    change: (membership: MembershipRecord) => Omit<ValueChange, 'key'>,
  ): void {
    if (!this.listener || sequences.size === 0) return
    const { collection } = this.#org.users
    // Who comes or leaves is there: those who are removed leave no group first.
    const userIds = sequences.toArray().map((sequence) => collection.at(sequence)!.id)
    this.listener(userIds.length, (index) => {
      const userId = userIds[index]!
      return { key: `${groupId} ${userId}`, ...change({ groupId, userId }) }
    })
  }
}

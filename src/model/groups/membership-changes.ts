import type { ManyListener } from '../kernel/changes.ts'
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
  readonly #changed = new Map<string, SequenceSet>()
  /** Told of the users who came or left, each with a {@link MembershipRecord}, once a change is whole. */
  listener: ManyListener | undefined

  constructor(org: Needs) {
    this.#org = org
  }

  /** Notes that a user came or left; the second time it is where it was before. */
  note(groupId: string, sequence: number): void {
    let changed = this.#changed.get(groupId)
    if (!changed) this.#changed.set(groupId, (changed = new SequenceSet()))
    if (changed.has(sequence)) changed.delete(sequence)
    else changed.add(sequence)
  }

  /** Moves `lastMembershipUpdated` of the groups whose members changed, and tells who they are. */
  stamp(isMember: (groupId: string, sequence: number) => boolean): void {
    if (this.#changed.size === 0) return
    for (const [groupId, sequences] of this.#changed) {
      if (sequences.size > 0) this.#org.groups.touchMembership(groupId)
      if (this.listener) this.#tell(groupId, sequences, this.listener, isMember)
    }
    this.#changed.clear()
  }

  /** Forgets a group that is gone. */
  forget(groupId: string): void {
    this.#changed.delete(groupId)
  }

  clear(): void {
    this.#changed.clear()
  }

  #tell(
    groupId: string,
    sequences: SequenceSet,
    listener: ManyListener,
    isMember: (groupId: string, sequence: number) => boolean,
  ): void {
    const { collection } = this.#org.users
    const known = sequences.toArray().filter((sequence) => collection.at(sequence) !== undefined)
    listener(known.length, (index) => {
      const sequence = known[index]!
      const userId = collection.at(sequence)!.id
      const membership: MembershipRecord = { groupId, userId }
      const key = `${groupId} ${userId}`
      return isMember(groupId, sequence)
        ? { key, before: undefined, after: membership }
        : { key, before: membership, after: undefined }
    })
  }
}

import type { ChangeListener } from '../kernel/changes.ts'

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
  readonly #changed = new Map<string, Set<number>>()
  /** Told of each user who came or left, with a {@link MembershipRecord}, once a change is whole. */
  listener: ChangeListener | undefined

  constructor(org: Needs) {
    this.#org = org
  }

  /** Notes that a user came or left; the second time it is where it was before. */
  note(groupId: string, sequence: number): void {
    const changed = this.#changed.get(groupId)
    if (!changed) this.#changed.set(groupId, new Set([sequence]))
    else if (!changed.delete(sequence)) changed.add(sequence)
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
    sequences: ReadonlySet<number>,
    listener: ChangeListener,
    isMember: (groupId: string, sequence: number) => boolean,
  ): void {
    for (const sequence of sequences) {
      const userId = this.#org.users.collection.at(sequence)?.id
      if (userId === undefined) continue
      const membership: MembershipRecord = { groupId, userId }
      const isIn = isMember(groupId, sequence)
      listener(`${groupId} ${userId}`, isIn ? undefined : membership, isIn ? membership : undefined)
    }
  }
}

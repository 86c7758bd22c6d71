import type { Changes } from '../kernel/changes.ts'
import type { Declared, RowKey, Stored } from '../kernel/stored.ts'
import { MembershipSets } from './membership-sets.ts'

/** A user's membership in a group. */
export interface MembershipRecord {
  readonly groupId: string
  readonly userId: string
}

/**
 * The members of all groups as a table, with a row for each user who is in a group. It is not a `Table`: a record for each
 * user would double the memory of memberships. Users with the same groups share a list, and groups have sets.
 */
export class MembershipTable implements Stored<MembershipSets> {
  readonly declared: Declared = {
    name: 'memberships',
    toldAs: (before, after) => (before === after ? undefined : 'memberships'),
  }
  readonly #changes: Pick<Changes, 'emit'>
  /** The present members; only `Memberships` changes them, and calls `touch`. */
  sets = new MembershipSets()

  constructor(changes: Pick<Changes, 'emit'>) {
    this.#changes = changes
  }

  /** The row with a key has changed. */
  touch(place: RowKey): void {
    this.#changes.emit({
      table: this.declared,
      key: String(place),
      place,
      before: undefined,
      after: undefined,
    })
  }

  /** A user joined or left a group: its row was touched already. */
  tell(place: RowKey, member: MembershipRecord, isMember: boolean): void {
    const [before, after] = isMember ? [undefined, member] : [member, undefined]
    const key = `${member.groupId} ${member.userId}`
    this.#changes.emit({ table: this.declared, key, place, before, after })
  }

  snapshot(): MembershipSets {
    return this.sets.copy()
  }

  restore(sets: MembershipSets): void {
    const before = this.sets
    if (before.isEmpty && sets.isEmpty) return
    this.sets = sets.copy()
    this.#changes.emit({ table: this.declared, key: undefined, place: 0, before, after: sets })
  }

  rowKeys(sets = this.sets): Iterable<RowKey> {
    return sets.keys()
  }

  row(key: RowKey, sets = this.sets): unknown {
    return sets.row(key)
  }

  differing(sets: MembershipSets): Iterable<RowKey> {
    return new Set([...this.sets.keys(), ...sets.keys()])
  }

  stateOf(rows: ReadonlyMap<string, unknown>, sets?: MembershipSets): MembershipSets {
    return MembershipSets.ofRows(rows, sets)
  }
}

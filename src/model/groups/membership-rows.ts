import type { Coding } from '../kernel/stored.ts'
import { freezeDeeply } from '../store/rows.ts'

/** A user's groups, and the reasons. It has the place of the user. Equal rows are one object. */
export interface MembershipRow {
  /** Every group that the reasons give, in the order in which the user joined them. */
  readonly groups: readonly string[]
  /** Those in which the user is by hand or import. */
  readonly direct: readonly string[]
  /** The rules that keep the user in their groups, in the order of their creation. */
  readonly rules: readonly string[]
}

/** A user's membership in a group, as events and the journal show it. */
export interface MembershipRecord {
  readonly groupId: string
  readonly userId: string
}

/** The row of a user who is in no group. */
export const nowhere: MembershipRow = Object.freeze({ groups: [], direct: [], rules: [] })

/** How many different rows are remembered. Most users have the groups of many others. */
const sharedMax = 10_000

/** Makes rows, and reads stored ones. */
export class MembershipRows implements Coding<MembershipRow> {
  readonly #shared = new Map<string, MembershipRow>()

  /** The same row as that of other users. */
  shared(row: MembershipRow): MembershipRow {
    const key = `${row.groups.join()} ${row.direct.join()} ${row.rules.join()}`
    const known = this.#shared.get(key)
    if (known) return known
    if (this.#shared.size >= sharedMax) this.#shared.clear()
    freezeDeeply(row)
    this.#shared.set(key, row)
    return row
  }

  /** A stored row is only a list of groups if all reasons are by hand or import. */
  encode({ groups, direct, rules }: MembershipRow): unknown {
    return rules.length === 0 && direct.length === groups.length ? groups : { groups, direct, rules }
  }

  /** @throws TypeError for a row without its lists. */
  decode(stored: unknown): MembershipRow {
    const row = Array.isArray(stored) ? { groups: stored, direct: stored, rules: [] } : stored
    const { groups, direct, rules } = row as MembershipRow
    if (![groups, direct, rules].every(Array.isArray))
      throw new TypeError('expected lists of groups and of rules')
    return this.shared({ groups, direct, rules })
  }
}

import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import type { GroupRule } from '../../contract/resources/group-rule.ts'
import type { GroupRecord } from './groups.ts'
import type { UserRecord } from '../users/records.ts'
import { type MembershipRecord, type MembershipRow, MembershipRows, nowhere } from './membership-rows.ts'
import { collectPage, type Page, type PagePlace } from '../store/rows.ts'

const none: readonly string[] = Object.freeze([])

/** A change of a row: the next row, and the groups that a user leaves and joins by it. */
interface Step {
  readonly after: MembershipRow | undefined
  readonly left: readonly string[]
  readonly came: readonly string[]
}

/** The changes of rows by an id. The same row leads to the same next one. */
type Steps = WeakMap<MembershipRow, Map<string, Step>>

type AllSteps = Readonly<Record<'add' | 'claim' | 'release', Steps>>

/** Why a user is in groups: those by hand or import, and the rules. */
type Reasons = readonly [direct: readonly string[], rules: readonly string[]]

const newSteps = (): AllSteps => ({
  add: new WeakMap(),
  claim: new WeakMap(),
  release: new WeakMap(),
})

/**
 * The members of each group, and the reasons: by hand or import, or because a rule added them. The everyone group is
 * not stored: it contains every user (interpretation: everyone-members).
 *
 * A user's groups follow from the reasons: nobody writes them.
 */
export class Memberships extends OrgService<'users' | 'groups'> {
  readonly #table = this.org.tables.memberships
  readonly #rows = new MembershipRows()
  /** Until groups come or go. Without it a rule takes 60 instead of 15 ms to activate for 10,000 users. */
  #steps = newSteps()
  /**
   * For each group the users who left or joined since `lastMembershipUpdated` last moved, by their places, and whether
   * they joined. A user who left and joined again in one change counts as neither. This is common: one rule releases a
   * user, and the next one adds it.
   */
  readonly #moved = new Map<string, Map<number, boolean>>()

  constructor(org: Memberships['org']) {
    super(org)
    this.#table.coding = this.#rows
    org.changes.onReplaced(this.#table.declared, () => this.#moved.clear())
    org.changes.onReplaced(org.tables.groups.declared, () => this.forgetSteps())
  }

  /** Notices that groups came or went, so that rows lead to other groups. */
  forgetSteps(): void {
    this.#steps = newSteps()
  }

  /**
   * Rejects a group whose members are managed elsewhere.
   *
   * @throws `Refusal` `not-found`, or `group-not-modifiable`.
   */
  refuseUnlessManaged(groupId: string, at = ''): GroupRecord {
    const group = this.org.groups.resolve(groupId)
    if (group.type === this.org.vocabulary.groupType) return group
    return refuse('group-not-modifiable', {
      field: 'users',
      message: `${at}Members of a group of type ${group.type} are not managed here`,
      managed: this.org.vocabulary.groupType,
    })
  }

  /** Adds a user to a group by hand or import. Returns false if it already was a member by hand. */
  addDirect(groupId: string, sequence: number): boolean {
    const row = this.#at(sequence)
    if (row.direct.includes(groupId) || !this.#exists(groupId)) return false
    this.#follow('add', sequence, groupId, () => [[...row.direct, groupId], row.rules])
    return true
  }

  /**
   * Removes a user from a group, even if rules keep it there. The user stays in the other groups of these rules.
   *
   * @returns The ids of these rules, or undefined when the user was not a member.
   */
  takeOut(groupId: string, sequence: number): readonly string[] | undefined {
    const { groups, direct, rules } = this.#at(sequence)
    if (!groups.includes(groupId)) return undefined
    const ending = rules.filter((id) => this.#groupIdsOf(id).includes(groupId))
    const others = ending.flatMap((id) => this.#groupIdsOf(id))
    const stay = [...direct, ...others].filter((id) => id !== groupId)
    this.#write(sequence, stay, without(rules, ending))
    return ending
  }

  /**
   * Makes these users the only members of a group by import.
   *
   * @returns The users who joined or left.
   */
  setDirect(groupId: string, wanted: ReadonlySet<number>): readonly number[] {
    const present = this.sequences(groupId).filter((sequence) => this.#at(sequence).direct.includes(groupId))
    const leaving = present.filter((sequence) => !wanted.has(sequence))
    const coming = [...wanted].filter((sequence) => this.addDirect(groupId, sequence))
    for (const sequence of leaving) {
      const { direct, rules } = this.#at(sequence)
      this.#write(sequence, without(direct, [groupId]), rules)
    }
    return [...leaving, ...coming]
  }

  /** The groups of a user: the everyone group first, then in the order of their creation. */
  groupsOf(userId: string): readonly GroupRecord[] {
    const { collection } = this.org.groups
    const sequence = this.org.users.collection.sequenceOf(userId)
    if (sequence === undefined) return []
    const ids = [this.org.groups.everyoneId, ...this.groupIdsAt(sequence)]
    const groups = ids.flatMap((id) => collection.get(id) ?? [])
    return groups.sort((a, b) => collection.sequenceOf(a.id)! - collection.sequenceOf(b.id)!)
  }

  /** Ids of the groups of the user with a sequence, without the everyone group, in no particular order. */
  groupIdsAt(sequence: number): readonly string[] {
    return this.#at(sequence).groups
  }

  /** Whether a user is in a group. */
  has(groupId: string, userId: string): boolean {
    const sequence = this.org.users.collection.sequenceOf(userId)
    if (sequence === undefined) return false
    return groupId === this.org.groups.everyoneId || this.groupIdsAt(sequence).includes(groupId)
  }

  /** How many users are in a group. */
  count(groupId: string): number {
    if (groupId === this.org.groups.everyoneId) return this.org.users.collection.size
    return this.#table.countBy('group', groupId)
  }

  /** A page of a group's members, in the order in which the users were created. */
  page(groupId: string, { after = 0, limit }: PagePlace): Page<UserRecord> {
    const { collection } = this.org.users
    const page = { after, limit }
    if (groupId === this.org.groups.everyoneId) return collection.page(page)
    return collectPage<UserRecord>(
      (visit) => this.#table.forEachBy('group', groupId, (at) => visit(collection.at(at)!, at), after),
      page,
    )
  }

  /** The sequences of all members of a group. */
  sequences(groupId: string): readonly number[] {
    return this.#placesOf('group', groupId)
  }

  /** Whether a user is in a group by hand or import, or because of another rule than these. */
  isHeldBeside(ruleIds: ReadonlySet<string>, groupId: string, sequence: number): boolean {
    const { direct, rules } = this.#at(sequence)
    if (direct.includes(groupId)) return true
    return rules.some((id) => !ruleIds.has(id) && this.#groupIdsOf(id).includes(groupId))
  }

  /**
   * Why a user is in a group: by hand or import, and ids of the rules that keep it there. Undefined for a user who is
   * not a member. In the everyone group no user has a reason.
   */
  reasons(
    groupId: string,
    userId: string,
  ): { readonly byHand: boolean; readonly ruleIds: readonly string[] } | undefined {
    // Sequences begin at 1.
    const sequence = this.org.users.collection.sequenceOf(userId) ?? 0
    if (groupId === this.org.groups.everyoneId) {
      return sequence === 0 ? undefined : { byHand: false, ruleIds: [] }
    }
    const { groups, direct, rules } = this.#at(sequence)
    if (!groups.includes(groupId)) return undefined
    const ruleIds = rules.filter((id) => this.#groupIdsOf(id).includes(groupId))
    return { byHand: direct.includes(groupId), ruleIds }
  }

  /** Whether a rule keeps a user in its groups. */
  isClaimed(ruleId: string, sequence: number): boolean {
    return this.#at(sequence).rules.includes(ruleId)
  }

  /** Lets a rule keep a user. Returns false if it already did. */
  claim(ruleId: string, sequence: number): boolean {
    const row = this.#at(sequence)
    const { rules } = this.org.tables
    if (row.rules.includes(ruleId) || !rules.has(ruleId)) return false
    this.#follow('claim', sequence, ruleId, () => {
      const place = (id: string): number => rules.sequenceOf(id) ?? 0
      return [row.direct, [...row.rules, ruleId].sort((one, other) => place(one) - place(other))]
    })
    return true
  }

  /** Ends a rule's claim on a user. Returns whether it existed. */
  release(ruleId: string, sequence: number): boolean {
    const row = this.#at(sequence)
    if (!row.rules.includes(ruleId)) return false
    this.#follow('release', sequence, ruleId, () => [row.direct, without(row.rules, [ruleId])])
    return true
  }

  /**
   * Forgets a rule that was removed. Its users leave its groups, unless they are there for another reason. With `keep`
   * they stay as members by hand. Returns these users.
   */
  dropClaim({ id, actions }: GroupRule, { keep }: { readonly keep: boolean }): readonly number[] {
    const held = this.#placesOf('rule', id)
    // From the last on, which costs an index least.
    for (const sequence of held.toReversed()) {
      if (keep) for (const groupId of actions.assignUserToGroups.groupIds) this.addDirect(groupId, sequence)
      this.release(id, sequence)
    }
    return held
  }

  /** Forgets the members of a group that was removed. Returns these members. */
  dropGroup(groupId: string): readonly number[] {
    const sequences = this.sequences(groupId)
    for (const sequence of sequences.toReversed()) {
      const { direct, rules } = this.#at(sequence)
      this.#write(sequence, direct, rules)
    }
    return sequences
  }

  /** Forgets a user who was removed. */
  dropUser(sequence: number, userId: string): void {
    const { groups } = this.#at(sequence)
    if (this.#table.at(sequence)) this.#table.putAt(sequence, undefined)
    for (const groupId of groups) this.org.groups.touchMembership(groupId)
    for (const groupId of groups) this.#tell(sequence, { groupId, userId }, false)
  }

  /**
   * Moves `lastMembershipUpdated` of the groups whose members changed, and reports these members. Call this when a change
   * is complete.
   */
  stamp(): void {
    if (this.#moved.size === 0) return
    const { users } = this.org.tables
    for (const [groupId, moved] of this.#moved) {
      if (moved.size > 0) this.org.groups.touchMembership(groupId)
      const inOrder = [...moved.keys()].sort((one, other) => one - other)
      // First those who left. The users still exist: `dropUser` reports those who were removed.
      for (const isMember of [false, true])
        for (const at of inOrder)
          if (moved.get(at) === isMember) this.#tell(at, { groupId, userId: users.at(at)!.id }, isMember)
    }
    this.#moved.clear()
  }

  #at(sequence: number): MembershipRow {
    return this.#table.at(sequence) ?? nowhere
  }

  #placesOf(index: 'group' | 'rule', id: string): readonly number[] {
    const places: number[] = []
    this.#table.forEachBy(index, id, (place) => places.push(place))
    return places
  }

  #exists(groupId: string): boolean {
    return this.org.groups.collection.has(groupId)
  }

  /** The groups that a rule adds users to. */
  #groupIdsOf(ruleId: string): readonly string[] {
    return this.org.tables.rules.get(ruleId)?.actions.assignUserToGroups.groupIds ?? none
  }

  /** Takes the step that an id leads to from the row of a user. The reasons are asked for once for equal rows. */
  #follow(by: keyof AllSteps, sequence: number, id: string, reasons: () => Reasons): void {
    const row = this.#at(sequence)
    const ofRow = this.#steps[by].get(row)
    let step = ofRow?.get(id)
    if (!step) {
      step = this.#step(row, ...reasons())
      if (ofRow) ofRow.set(id, step)
      else this.#steps[by].set(row, new Map([[id, step]]))
    }
    this.#take(sequence, step)
  }

  /** Sets the reasons of a user. */
  #write(sequence: number, direct: readonly string[], rules: readonly string[]): void {
    this.#take(sequence, this.#step(this.#at(sequence), direct, rules))
  }

  #take(sequence: number, { after, left, came }: Step): void {
    this.#table.putAt(sequence, after)
    for (const id of left) this.#note(id, sequence, false)
    for (const id of came) this.#note(id, sequence, true)
  }

  /** A change to other reasons, from which the groups follow. Removed groups have no members. */
  #step({ groups: before }: MembershipRow, direct: readonly string[], rules: readonly string[]): Step {
    const byHand = [...new Set(direct)].filter((id) => this.#exists(id))
    const byRules = rules.flatMap((id) => this.#groupIdsOf(id)).filter((id) => this.#exists(id))
    const given = new Set([...byHand, ...byRules])
    const groups = [...new Set([...before.filter((id) => given.has(id)), ...given])]
    const isNowhere = groups.length + rules.length === 0
    return {
      after: isNowhere ? undefined : this.#rows.shared({ groups, direct: byHand, rules }),
      left: without(before, groups),
      came: without(groups, before),
    }
  }

  /** Notes that a user left or joined a group. Leaving and joining cancel each other out. */
  #note(groupId: string, sequence: number, isMember: boolean): void {
    let moved = this.#moved.get(groupId)
    if (!moved) this.#moved.set(groupId, (moved = new Map()))
    if (moved.get(sequence) === !isMember) moved.delete(sequence)
    else moved.set(sequence, isMember)
  }

  #tell(place: number, member: MembershipRecord, isMember: boolean): void {
    const [before, after] = isMember ? [undefined, member] : [member, undefined]
    const key = `${member.groupId} ${member.userId}`
    this.org.changes.emit({ table: this.#table.declared, key, place, before, after, cause: undefined })
  }
}

function without(all: readonly string[], some: readonly string[]): readonly string[] {
  return all.filter((each) => !some.includes(each))
}

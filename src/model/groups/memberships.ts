import { Part } from '../kernel/part.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import type { GroupRecord } from './group-record.ts'
import type { UserRecord } from '../users/records.ts'
import { lastRow } from '../kernel/stored.ts'
import { collectPage, type Page } from '../store/rows.ts'
import { SequenceSet } from '../store/sequence-set.ts'
import { MembershipChanges } from './membership-changes.ts'
import { claimsRow, type MembershipSets } from './membership-sets.ts'

/** Position and size of a page of members. */
export interface MemberPage {
  readonly after?: number | undefined
  readonly limit: number
}

const none: readonly string[] = Object.freeze([])

/**
 * The members of each group, and the reasons: by hand or import, or because a rule added them. The everyone group is
 * not stored: it contains every user (interpretation: everyone-members).
 *
 * A membership takes little memory: users have a sequence, and share lists of groups.
 */
export class Memberships extends Part<'tables' | 'changes' | 'vocabulary' | 'users' | 'groups'> {
  readonly #table = this.org.tables.memberships
  readonly #changes = new MembershipChanges(this.org)

  constructor(org: Memberships['org']) {
    super(org)
    org.changes.listenTo(this.#table.declared, ({ key }) => {
      if (key === undefined) this.#changes.clear()
    })
  }

  get #sets(): MembershipSets {
    return this.#table.sets
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
    if (!this.org.groups.collection.has(groupId)) return false
    const { direct } = this.#sets.membersOf(groupId)
    if (direct.has(sequence)) return false
    direct.add(sequence)
    this.#table.touch(sequence)
    this.#join(groupId, sequence)
    return true
  }

  /**
   * Removes a user from a group, even if rules keep it there. The user stays in the other groups of these rules.
   *
   * @returns The ids of these rules, or undefined when the user was not a member.
   */
  takeOut(groupId: string, sequence: number): readonly string[] | undefined {
    const members = this.#sets.members.get(groupId)
    if (!members?.all.has(sequence)) return undefined
    members.direct.delete(sequence)
    this.#table.touch(sequence)
    const claimants = [...(this.#sets.claimants.get(groupId) ?? [])].filter(([, { users }]) =>
      users.has(sequence),
    )
    for (const [, claim] of claimants) {
      claim.users.delete(sequence)
      for (const other of claim.groupIds) if (other !== groupId) this.addDirect(other, sequence)
    }
    this.#settle(groupId, sequence)
    return claimants.map(([ruleId]) => ruleId)
  }

  /**
   * Makes these users the only members of a group by import.
   *
   * @returns The users who joined or left.
   */
  setDirect(groupId: string, wanted: ReadonlySet<number>): readonly number[] {
    const { direct } = this.#sets.membersOf(groupId)
    const leaving: number[] = []
    direct.forEach((sequence) => void (wanted.has(sequence) || leaving.push(sequence)))
    const coming = [...wanted].filter((sequence) => !direct.has(sequence))
    for (const sequence of leaving) {
      direct.delete(sequence)
      this.#table.touch(sequence)
      this.#settle(groupId, sequence)
    }
    for (const sequence of coming) this.addDirect(groupId, sequence)
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
    return this.#sets.groupIds[sequence] ?? none
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
    return this.#sets.members.get(groupId)?.all.size ?? 0
  }

  /** A page of a group's members, in the order in which the users were created. */
  page(groupId: string, { after = 0, limit }: MemberPage): Page<UserRecord> {
    const { collection } = this.org.users
    const page = { after, limit }
    if (groupId === this.org.groups.everyoneId) return collection.page(page)
    const all = this.#sets.members.get(groupId)?.all
    return collectPage<UserRecord>(
      (visit) => all?.forEach((sequence) => visit(collection.at(sequence)!, sequence), after),
      page,
    )
  }

  /** The sequences of all members of a group. */
  sequences(groupId: string): readonly number[] {
    const members = this.#sets.members.get(groupId)
    return members?.all.toArray() ?? []
  }

  /** Whether a user is in a group by hand or import, or because of another rule than these. */
  isHeldBeside(ruleIds: ReadonlySet<string>, groupId: string, sequence: number): boolean {
    if (this.#sets.members.get(groupId)?.direct.has(sequence)) return true
    for (const [ruleId, claim] of this.#sets.claimants.get(groupId) ?? []) {
      if (!ruleIds.has(ruleId) && claim.users.has(sequence)) return true
    }
    return false
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
    const members = this.#sets.members.get(groupId)
    if (!members?.all.has(sequence)) return undefined
    const claimants = [...(this.#sets.claimants.get(groupId) ?? [])]
    const ruleIds = claimants.flatMap(([ruleId, { users }]) => (users.has(sequence) ? [ruleId] : []))
    return { byHand: members.direct.has(sequence), ruleIds }
  }

  /** Starts to store the users whom a new rule keeps. */
  addClaim(ruleId: string, groupIds: readonly string[]): void {
    this.#sets.register(ruleId, { groupIds, users: new SequenceSet() })
    this.#table.touch(claimsRow)
  }

  /** Whether a rule keeps a user in its groups. */
  isClaimed(ruleId: string, sequence: number): boolean {
    return this.#sets.claims.get(ruleId)?.users.has(sequence) ?? false
  }

  /** Lets a rule keep a user. Returns false if it already did. */
  claim(ruleId: string, sequence: number): boolean {
    const claim = this.#sets.claims.get(ruleId)
    if (!claim || claim.users.has(sequence)) return false
    claim.users.add(sequence)
    this.#table.touch(sequence)
    for (const groupId of claim.groupIds) this.#join(groupId, sequence)
    return true
  }

  /** Ends a rule's claim on a user. Returns whether it existed. */
  release(ruleId: string, sequence: number): boolean {
    const claim = this.#sets.claims.get(ruleId)
    if (!claim?.users.has(sequence)) return false
    claim.users.delete(sequence)
    this.#table.touch(sequence)
    for (const groupId of claim.groupIds) this.#settle(groupId, sequence)
    return true
  }

  /**
   * Forgets a rule. Its users leave its groups, unless they are there for another reason. With `keep` they stay as
   * members by hand. Returns these users.
   */
  dropClaim(ruleId: string, { keep }: { readonly keep: boolean }): readonly number[] {
    const claim = this.#sets.claims.get(ruleId)
    if (!claim) return []
    this.#sets.claims.delete(ruleId)
    this.#table.touch(claimsRow)
    for (const groupId of claim.groupIds) this.#sets.claimants.get(groupId)?.delete(ruleId)
    const held = claim.users.toArray()
    for (const sequence of held) this.#table.touch(sequence)
    for (const groupId of claim.groupIds) {
      for (const sequence of held) {
        if (keep) this.addDirect(groupId, sequence)
        else this.#settle(groupId, sequence)
      }
    }
    return held
  }

  /** Forgets a group and its members. Returns these members. */
  dropGroup(groupId: string): readonly number[] {
    const sequences = this.sequences(groupId)
    this.#sets.members.delete(groupId)
    this.#sets.claimants.delete(groupId)
    for (const sequence of sequences) {
      this.#unlist(groupId, sequence)
      this.#changes.note(groupId, sequence, false)
    }
    return sequences
  }

  /** Forgets a user who was removed. */
  dropUser(sequence: number, userId: string): void {
    for (const { users } of this.#sets.claims.values()) users.delete(sequence)
    const groupIds = this.groupIdsAt(sequence)
    for (const groupId of groupIds) {
      const { all, direct } = this.#sets.membersOf(groupId)
      all.delete(sequence)
      direct.delete(sequence)
      this.org.groups.touchMembership(groupId)
    }
    this.#list(sequence, undefined)
    this.#changes.userGone(sequence, userId, groupIds)
  }

  /** Moves `lastMembershipUpdated` of the everyone group: a user was added or removed. */
  touchEveryone(): void {
    this.org.groups.touchMembership(this.org.groups.everyoneId)
  }

  /** Moves `lastMembershipUpdated` of the groups whose members changed. Call this when a change is complete. */
  stamp(): void {
    this.#changes.stamp()
  }

  /** Adds a user to all members of a group, if it is not there. Deleted groups take no members. */
  #join(groupId: string, sequence: number): void {
    const listed = this.#sets.groupIds[sequence]
    if (listed?.includes(groupId) || !this.org.groups.collection.has(groupId)) return
    const members = this.#sets.membersOf(groupId)
    members.all.add(sequence)
    this.#list(sequence, listed ? [...listed, groupId] : members.alone)
    this.#changes.note(groupId, sequence, true)
  }

  /** Removes a user from a group unless another reason keeps it there. */
  #settle(groupId: string, sequence: number): void {
    const members = this.#sets.members.get(groupId)
    if (!members?.all.has(sequence) || this.isHeldBeside(noRules, groupId, sequence)) return
    members.all.delete(sequence)
    this.#unlist(groupId, sequence)
    this.#changes.note(groupId, sequence, false)
  }

  #unlist(groupId: string, sequence: number): void {
    const rest = this.groupIdsAt(sequence).filter((each) => each !== groupId)
    const [only, second] = rest
    if (only === undefined) this.#list(sequence, undefined)
    else this.#list(sequence, second === undefined ? this.#sets.membersOf(only).alone : rest)
  }

  /** Sets the groups of a user. */
  #list(sequence: number, groupIds: readonly string[] | undefined): void {
    const all = this.#sets.groupIds
    if (sequence >= all.length) this.#table.touch(lastRow)
    all[sequence] = groupIds
    this.#table.touch(sequence)
  }
}

const noRules: ReadonlySet<string> = new Set()

import { refuse } from '../../contract/errors.ts'
import type { Vocabulary } from '../../contract/vocabulary.ts'
import type { Users } from '../users/users.ts'
import type { Groups } from './groups.ts'
import type { Page, Position } from '../kernel/paged-list.ts'
import type { GroupRecord } from './group-record.ts'
import type { UserRecord } from '../users/records.ts'
import type { ChangeListener } from '../kernel/changes.ts'
import type { Stateful } from '../kernel/state.ts'
import { SequenceSet } from '../store/sequence-set.ts'

/** The users of one group, by their places in the order of creation. */
interface Members {
  /** Everyone in the group, for whatever reason. */
  readonly all: SequenceSet
  /** Those who are in it by hand, or by import. */
  readonly direct: SequenceSet
  /** The list of groups that all users share who are in this group alone. */
  readonly alone: readonly string[]
}

/** What a rule holds: each of its users is in each of its groups, at least because of the rule. */
interface Claim {
  readonly groupIds: readonly string[]
  readonly users: SequenceSet
}

/** That a user is in a group. */
export interface MembershipRecord {
  readonly groupId: string
  readonly userId: string
}

/** How a page of members is asked for. */
export interface MemberPage {
  readonly after?: Position | undefined
  readonly limit: number
}

const none: readonly string[] = Object.freeze([])

/** What memberships need of the organisation. */
interface Needs {
  readonly vocabulary: Vocabulary
  readonly users: Pick<Users, 'collection'>
  readonly groups: Groups
}

/**
 * Who is in which group, and why: by hand or import, or because a rule added them. The everyone group is not
 * kept: it holds every user there is (decision: everyone-members).
 *
 * A membership costs a few words: users go by their sequence, groups by a list that users share.
 */
export class Memberships {
  readonly #org: Needs
  readonly #members = new Map<string, Members>()
  readonly #claims = new Map<string, Claim>()
  /** The claims on each group. */
  readonly #claimants = new Map<string, Map<string, Claim>>()
  /** The groups of each user, by its sequence. */
  #groupIds: (readonly string[] | undefined)[] = []
  /**
   * Who came or left since `lastMembershipUpdated` was last moved, by group. One change often does both, for
   * one rule gives up a user whom the next one takes; such a user has neither come nor left.
   */
  readonly #changed = new Map<string, Set<number>>()
  #onChange: ChangeListener | undefined

  constructor(org: Needs) {
    this.#org = org
  }

  /**
   * Calls back for each user who came into a group or left it, once a change is whole, with a
   * {@link MembershipRecord}.
   */
  watch(listener: ChangeListener): void {
    this.#onChange = listener
  }

  /**
   * Refuses a group whose members are managed elsewhere.
   *
   * @throws Refusal `not-found`, or `group-not-modifiable`.
   */
  refuseUnlessManaged(groupId: string): GroupRecord {
    const group = this.#org.groups.resolve(groupId)
    if (group.type === this.#org.vocabulary.groupType) return group
    return refuse('group-not-modifiable', {
      field: 'users',
      message: `Members of a group of type ${group.type} are not managed here`,
    })
  }

  /** Adds a user to a group by hand or import. Returns whether it was not in it by hand yet. */
  addDirect(groupId: string, sequence: number): boolean {
    if (!this.#org.groups.collection.has(groupId)) return false
    const { direct } = this.#membersOf(groupId)
    if (direct.has(sequence)) return false
    direct.add(sequence)
    this.#join(groupId, sequence)
    return true
  }

  /**
   * Takes a user out of a group, though rules hold it there; the other groups of these keep the user.
   *
   * @returns The ids of these rules, or undefined when the user was no member.
   */
  takeOut(groupId: string, sequence: number): readonly string[] | undefined {
    const members = this.#members.get(groupId)
    if (!members?.all.has(sequence)) return undefined
    members.direct.delete(sequence)
    const claimants = [...(this.#claimants.get(groupId) ?? [])].filter(([, { users }]) => users.has(sequence))
    for (const [, claim] of claimants) {
      claim.users.delete(sequence)
      for (const other of claim.groupIds) if (other !== groupId) this.addDirect(other, sequence)
    }
    this.#settle(groupId, sequence)
    return claimants.map(([ruleId]) => ruleId)
  }

  /**
   * Makes these users, and no others, those who are in a group by import.
   *
   * @returns Who came or left.
   */
  setDirect(groupId: string, wanted: ReadonlySet<number>): readonly number[] {
    const { direct } = this.#membersOf(groupId)
    const leaving: number[] = []
    direct.forEach((sequence) => void (wanted.has(sequence) || leaving.push(sequence)))
    const coming = [...wanted].filter((sequence) => !direct.has(sequence))
    for (const sequence of leaving) {
      direct.delete(sequence)
      this.#settle(groupId, sequence)
    }
    for (const sequence of coming) this.addDirect(groupId, sequence)
    return [...leaving, ...coming]
  }

  /** The groups of a user: the everyone group first, then in the order of their creation. */
  groupsOf(userId: string): readonly GroupRecord[] {
    const { collection } = this.#org.groups
    const sequence = this.#org.users.collection.sequenceOf(userId)
    if (sequence === undefined) return []
    const ids = [this.#org.groups.everyoneId, ...this.groupIdsAt(sequence)]
    const groups = ids.flatMap((id) => collection.get(id) ?? [])
    return groups.sort((a, b) => collection.sequenceOf(a.id)! - collection.sequenceOf(b.id)!)
  }

  /** Ids of the groups of the user with a sequence, without the everyone group, in no particular order. */
  groupIdsAt(sequence: number): readonly string[] {
    return this.#groupIds[sequence] ?? none
  }

  /** Whether a user is in a group. */
  has(groupId: string, userId: string): boolean {
    const sequence = this.#org.users.collection.sequenceOf(userId)
    if (sequence === undefined) return false
    return groupId === this.#org.groups.everyoneId || this.groupIdsAt(sequence).includes(groupId)
  }

  /** How many users are in a group. */
  count(groupId: string): number {
    if (groupId === this.#org.groups.everyoneId) return this.#org.users.collection.size
    return this.#members.get(groupId)?.all.size ?? 0
  }

  /** A page of a group's members, in the order in which the users were created. */
  page(groupId: string, { after = 0, limit }: MemberPage): Page<UserRecord> {
    const { collection } = this.#org.users
    const from = typeof after === 'number' ? after : 0
    if (groupId === this.#org.groups.everyoneId) {
      const page = collection.page({ after: from, limit })
      return page.next === undefined ? { items: page.items } : { items: page.items, next: page.next }
    }
    const items: UserRecord[] = []
    let last = from
    let next: number | undefined
    this.#members.get(groupId)?.all.forEach((sequence) => {
      if (items.length === limit) next = last
      else items.push(collection.at(sequence)!)
      last = sequence
      return next === undefined
    }, from)
    return next === undefined ? { items } : { items, next }
  }

  /** The sequences of all members of a group. */
  sequences(groupId: string): readonly number[] {
    const members = this.#members.get(groupId)
    return members ? sequencesOf(members.all) : []
  }

  /** Whether a user is in a group by hand or import, or because of a rule that is none of those named. */
  isHeldBeside(ruleIds: ReadonlySet<string>, groupId: string, sequence: number): boolean {
    if (this.#members.get(groupId)?.direct.has(sequence)) return true
    for (const [ruleId, claim] of this.#claimants.get(groupId) ?? []) {
      if (!ruleIds.has(ruleId) && claim.users.has(sequence)) return true
    }
    return false
  }

  /** Why a user is in a group: by hand or import, and ids of the rules that hold it; undefined where it is not. */
  reasons(
    groupId: string,
    userId: string,
  ): { readonly byHand: boolean; readonly ruleIds: readonly string[] } | undefined {
    const sequence = this.#org.users.collection.sequenceOf(userId)
    const members = this.#members.get(groupId)
    if (sequence === undefined || !members?.all.has(sequence)) return undefined
    const claimants = [...(this.#claimants.get(groupId) ?? [])]
    const ruleIds = claimants.flatMap(([ruleId, { users }]) => (users.has(sequence) ? [ruleId] : []))
    return { byHand: members.direct.has(sequence), ruleIds }
  }

  /** Begins to keep what a new rule holds. */
  addClaim(ruleId: string, groupIds: readonly string[]): void {
    this.#register(ruleId, { groupIds, users: new SequenceSet() })
  }

  /** Whether a rule holds a user. */
  isClaimed(ruleId: string, sequence: number): boolean {
    return this.#claims.get(ruleId)?.users.has(sequence) ?? false
  }

  /** Lets a rule hold a user. Returns whether it did not yet. */
  claim(ruleId: string, sequence: number): boolean {
    const claim = this.#claims.get(ruleId)
    if (!claim || claim.users.has(sequence)) return false
    claim.users.add(sequence)
    for (const groupId of claim.groupIds) this.#join(groupId, sequence)
    return true
  }

  /** Ends a rule's hold of a user. Returns whether there was one. */
  release(ruleId: string, sequence: number): boolean {
    const claim = this.#claims.get(ruleId)
    if (!claim?.users.has(sequence)) return false
    claim.users.delete(sequence)
    for (const groupId of claim.groupIds) this.#settle(groupId, sequence)
    return true
  }

  /**
   * Forgets a rule. Those whom it held leave its groups, unless something else holds them there; or they stay
   * and are members by hand from now on. Returns whom it held.
   */
  dropClaim(ruleId: string, { keep }: { readonly keep: boolean }): readonly number[] {
    const claim = this.#claims.get(ruleId)
    if (!claim) return []
    this.#claims.delete(ruleId)
    for (const groupId of claim.groupIds) this.#claimants.get(groupId)?.delete(ruleId)
    const held = sequencesOf(claim.users)
    for (const groupId of claim.groupIds) {
      for (const sequence of held) {
        if (keep) this.addDirect(groupId, sequence)
        else this.#settle(groupId, sequence)
      }
    }
    return held
  }

  /** Forgets a group and its members. Returns who they were. */
  dropGroup(groupId: string): readonly number[] {
    const sequences = this.sequences(groupId)
    this.#members.delete(groupId)
    this.#claimants.delete(groupId)
    this.#changed.delete(groupId)
    for (const sequence of sequences) this.#unlist(groupId, sequence)
    return sequences
  }

  /** Forgets a user who was removed. */
  dropUser(sequence: number): void {
    for (const { users } of this.#claims.values()) users.delete(sequence)
    for (const groupId of this.groupIdsAt(sequence)) {
      const { all, direct } = this.#membersOf(groupId)
      all.delete(sequence)
      direct.delete(sequence)
      this.#noteChange(groupId, sequence)
    }
    this.#groupIds[sequence] = undefined
    this.stamp()
  }

  /** Moves `lastMembershipUpdated` of the everyone group: a user came or left. */
  touchEveryone(): void {
    this.#org.groups.touchMembership(this.#org.groups.everyoneId)
  }

  /** Moves `lastMembershipUpdated` of the groups whose members changed. To be called when a change is whole. */
  stamp(): void {
    if (this.#changed.size === 0) return
    for (const [groupId, sequences] of this.#changed) {
      if (sequences.size > 0) this.#org.groups.touchMembership(groupId)
      if (this.#onChange) this.#tell(groupId, sequences, this.#onChange)
    }
    this.#changed.clear()
  }

  get state(): Stateful {
    return { snapshot: () => this.#snapshot(), restore: (state) => this.#restore(state as Snapshot) }
  }

  #snapshot(): Snapshot {
    return {
      members: [...this.#members].map(([groupId, { all, direct, alone }]) => [
        groupId,
        { all: all.copy(), direct: direct.copy(), alone },
      ]),
      claims: [...this.#claims].map(([ruleId, { groupIds, users }]) => [
        ruleId,
        { groupIds, users: users.copy() },
      ]),
      groupIds: this.#groupIds.slice(),
    }
  }

  #restore(snapshot: Snapshot): void {
    this.#members.clear()
    this.#claims.clear()
    this.#claimants.clear()
    this.#changed.clear()
    for (const [groupId, { all, direct, alone }] of snapshot.members) {
      this.#members.set(groupId, { all: all.copy(), direct: direct.copy(), alone })
    }
    for (const [ruleId, { groupIds, users }] of snapshot.claims) {
      this.#register(ruleId, { groupIds, users: users.copy() })
    }
    this.#groupIds = snapshot.groupIds.slice()
  }

  #register(ruleId: string, claim: Claim): void {
    this.#claims.set(ruleId, claim)
    for (const groupId of claim.groupIds) {
      const claimants = this.#claimants.get(groupId)
      if (claimants) claimants.set(ruleId, claim)
      else this.#claimants.set(groupId, new Map([[ruleId, claim]]))
    }
  }

  #membersOf(groupId: string): Members {
    const known = this.#members.get(groupId)
    if (known) return known
    const members = { all: new SequenceSet(), direct: new SequenceSet(), alone: Object.freeze([groupId]) }
    this.#members.set(groupId, members)
    return members
  }

  /** Puts a user among all members of a group, if it is not there. Deleted groups take nobody. */
  #join(groupId: string, sequence: number): void {
    const listed = this.#groupIds[sequence]
    if (listed?.includes(groupId) || !this.#org.groups.collection.has(groupId)) return
    const members = this.#membersOf(groupId)
    members.all.add(sequence)
    this.#groupIds[sequence] = listed ? [...listed, groupId] : members.alone
    this.#noteChange(groupId, sequence)
  }

  /** Takes a user out of a group unless something still holds it there. */
  #settle(groupId: string, sequence: number): void {
    const members = this.#members.get(groupId)
    if (!members?.all.has(sequence) || this.isHeldBeside(noRules, groupId, sequence)) return
    members.all.delete(sequence)
    this.#unlist(groupId, sequence)
    this.#noteChange(groupId, sequence)
  }

  #tell(groupId: string, sequences: ReadonlySet<number>, listener: ChangeListener): void {
    const all = this.#members.get(groupId)?.all
    for (const sequence of sequences) {
      const userId = this.#org.users.collection.at(sequence)?.id
      if (userId === undefined) continue
      const membership: MembershipRecord = { groupId, userId }
      const isIn = all?.has(sequence) ?? false
      listener(`${groupId} ${userId}`, isIn ? undefined : membership, isIn ? membership : undefined)
    }
  }

  /** Notes that a user came or left; the second time it is where it was before. */
  #noteChange(groupId: string, sequence: number): void {
    const changed = this.#changed.get(groupId)
    if (!changed) this.#changed.set(groupId, new Set([sequence]))
    else if (!changed.delete(sequence)) changed.add(sequence)
  }

  #unlist(groupId: string, sequence: number): void {
    const rest = this.groupIdsAt(sequence).filter((each) => each !== groupId)
    const [only, second] = rest
    if (only === undefined) this.#groupIds[sequence] = undefined
    else this.#groupIds[sequence] = second === undefined ? this.#membersOf(only).alone : rest
  }
}

function sequencesOf(set: SequenceSet): number[] {
  const sequences: number[] = []
  set.forEach((sequence) => void sequences.push(sequence))
  return sequences
}

const noRules: ReadonlySet<string> = new Set()

interface Snapshot {
  readonly members: readonly (readonly [string, Members])[]
  readonly claims: readonly (readonly [string, Claim])[]
  readonly groupIds: readonly (readonly string[] | undefined)[]
}

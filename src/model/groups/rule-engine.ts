import {
  compileExpression,
  type CompiledExpression,
  type ExpressionSubject,
} from '../../query/expression/index.ts'
import { isSame } from '../kernel/same.ts'
import type { UserRecord } from '../users/records.ts'
import { type PlannedRule, type PlanStep, RulePlan } from './rule-plan.ts'
import type { Groups } from './groups.ts'
import type { Memberships } from './memberships.ts'
import type { GroupRule, RuleCollection } from './rule-collection.ts'
import type { Users } from '../users/users.ts'

const none: readonly string[] = []
const noSteps: readonly number[] = []

/** What running rules needs of the organisation. */
interface Needs {
  readonly users: Pick<Users, 'collection'>
  readonly groups: Pick<Groups, 'collection' | 'everyoneId'>
  readonly memberships: Memberships
  readonly rules: RuleCollection
}

/**
 * Runs the active rules: over everyone when a rule is activated, and over a user when it changes, as far as
 * rules read what changed. What rules do is a function of profiles, of what holds users in groups beside the
 * active rules, and of those rules: never of the order in which things happened (decision: rule-evaluation).
 */
export class RuleEngine {
  readonly #org: Needs
  readonly #subject: UserSubject
  #plan: RulePlan | undefined
  #compiled: ReadonlyMap<string, CompiledExpression> = new Map()
  /** Which steps have yet to run for the user in hand; all 0 between users. */
  #due = new Uint8Array(0)

  constructor(org: Needs) {
    this.#org = org
    this.#subject = new UserSubject(org.groups)
  }

  /** Runs a rule that has just become active, over everyone. */
  activated(ruleId: string): void {
    const step = this.#replan().stepOf(ruleId)
    if (step !== undefined) this.#runOverEveryone([step])
  }

  /**
   * The rules of the circles in which some rules are. To be asked before these are deactivated, changed or removed:
   * with `runAgain` the others then see how things are without them.
   */
  circleOf(ruleIds: readonly string[]): readonly string[] {
    const plan = this.#current()
    const steps = new Set(ruleIds.flatMap((id) => plan.stepOf(id) ?? []))
    return [...steps].flatMap((step) => plan.steps[step]!.rules.map(({ id }) => id))
  }

  /** Takes notice of rules that are no longer active, and runs some rules over everyone. */
  runAgain(ruleIds: readonly string[]): void {
    const plan = this.#replan()
    const steps = new Set(ruleIds.flatMap((id) => plan.stepOf(id) ?? []))
    if (steps.size > 0) this.#runOverEveryone([...steps])
  }

  /**
   * Whether an expression holds of a user, without a rule that has it.
   *
   * @throws ExpressionError when it is none.
   */
  holds(expression: string, user: UserRecord): boolean {
    const sequence = this.#org.users.collection.sequenceOf(user.id)
    const groupIds = sequence === undefined ? none : this.#org.memberships.groupIdsAt(sequence)
    this.#subject.ask(user, groupIds)
    return compileExpression(expression).test(this.#subject)
  }

  /** Forgets the plan: rules were put in the place of others. */
  forget(): void {
    this.#plan = undefined
  }

  /** Runs what reads a group, over a user who came into it or left it. */
  membershipChanged(sequence: number, groupId: string): void {
    this.#runOver([sequence], this.#readersOf(groupId))
  }

  /** Runs the rule, and what is in one circle with it, over a user whom it excludes from now on. */
  excluded(sequence: number, ruleId: string): void {
    this.#runOver([sequence], [this.#current().stepOf(ruleId) ?? []].flat())
  }

  /** Runs what reads names of groups, over the members of a group that has another one. */
  groupRenamed(groupId: string): void {
    this.#runOver(this.#org.memberships.sequences(groupId), this.#current().readersOfAnyGroup)
  }

  /** Runs what read a group that is gone, over those who were in it. */
  groupRemoved(groupId: string, members: readonly number[]): void {
    this.#runOver(members, this.#readersOf(groupId))
  }

  /** Runs what reads any of some groups, over users whom something no longer holds there. */
  membersReleased(sequences: readonly number[], groupIds: readonly string[]): void {
    this.#runOver(
      sequences,
      groupIds.flatMap((groupId) => this.#readersOf(groupId)),
    )
  }

  /** Runs what reads what changed of a user; of a new one, everything. */
  userChanged(before: UserRecord | undefined, after: UserRecord, sequence: number): void {
    if (before?.profile === after.profile) return
    const plan = this.#current()
    if (plan.steps.length === 0) return
    const steps = before
      ? changedAttributes(before.profile, after.profile).flatMap((name) => plan.readersOfAttribute(name))
      : [...plan.steps.keys()]
    this.#run(after, sequence, steps)
    this.#org.memberships.stamp()
  }

  #runOverEveryone(steps: readonly number[]): void {
    this.#org.users.collection.forEach((user, sequence) => this.#run(user, sequence, steps))
    this.#org.memberships.stamp()
  }

  #runOver(sequences: readonly number[], steps: readonly number[]): void {
    if (steps.length === 0) return
    for (const sequence of sequences) {
      // Who is held in a group is there.
      this.#run(this.#org.users.collection.at(sequence)!, sequence, steps)
    }
  }

  /** Runs some steps for a user, in order, and after them those that read what they change. */
  #run(user: UserRecord, sequence: number, first: readonly number[]): void {
    const { steps } = this.#current()
    let left = first
    // The usual case is one step, of which most users feel nothing.
    if (left.length === 1) {
      const [step] = left as [number]
      left = this.#laterReadersOf(this.#runStep(steps[step]!, user, sequence), step)
    }
    const due = this.#due
    let count = 0
    let index = steps.length
    for (const step of left) {
      count += 1 - due[step]!
      due[step] = 1
      index = Math.min(index, step)
    }
    for (; count > 0; index++) {
      if (due[index] === 0) continue
      due[index] = 0
      count--
      for (const reader of this.#laterReadersOf(this.#runStep(steps[index]!, user, sequence), index)) {
        count += 1 - due[reader]!
        due[reader] = 1
      }
    }
  }

  /** What reads any of some groups, but for the step that changed them: a circle has settled what it reads of itself. */
  #laterReadersOf(groupIds: readonly string[], index: number): readonly number[] {
    if (groupIds.length === 0) return noSteps
    const later: number[] = []
    for (const groupId of groupIds) {
      for (const reader of this.#readersOf(groupId)) if (reader > index) later.push(reader)
    }
    return later
  }

  /** Runs a step for a user. Returns the groups in which something changed for the user. */
  #runStep(step: PlanStep, user: UserRecord, sequence: number): readonly string[] {
    if (step.isCircular) return this.#runCircle(step, user, sequence)
    const rule = step.rules[0]!
    this.#subject.ask(user, this.#org.memberships.groupIdsAt(sequence))
    return this.#hold(rule, sequence, matches(rule, user, this.#subject))
  }

  /**
   * Rules that depend on each other: from the groups in which the user is without them, in rounds. All that
   * match in a round add the user, and keep it; the rounds end when no more rules match, at the latest when
   * each has.
   */
  #runCircle(step: PlanStep, user: UserRecord, sequence: number): readonly string[] {
    const { rules } = step
    const groupIds = this.#groupIdsBeside(step, sequence)
    const matching = new Set<PlannedRule>()
    this.#subject.ask(user, groupIds)
    for (;;) {
      const round = rules.filter((rule) => !matching.has(rule) && matches(rule, user, this.#subject))
      if (round.length === 0) break
      for (const rule of round) {
        matching.add(rule)
        for (const groupId of rule.groupIds) if (!groupIds.includes(groupId)) groupIds.push(groupId)
      }
    }
    return rules.flatMap((rule) => this.#hold(rule, sequence, matching.has(rule)))
  }

  /** The groups in which a user is even without the rules of a step. */
  #groupIdsBeside(step: PlanStep, sequence: number): string[] {
    const { memberships } = this.#org
    return memberships
      .groupIdsAt(sequence)
      .filter((id) => !step.groupIds.has(id) || memberships.isHeldBeside(step.ruleIds, id, sequence))
  }

  /**
   * Lets a rule hold a user, or not. Returns the groups in which something changed for the user: even when it
   * was there before and is there still, what reads the group may ask why.
   */
  #hold({ id, groupIds }: PlannedRule, sequence: number, isMatch: boolean): readonly string[] {
    const { memberships } = this.#org
    const isChanged = isMatch ? memberships.claim(id, sequence) : memberships.release(id, sequence)
    return isChanged ? groupIds : none
  }

  #readersOf(groupId: string): readonly number[] {
    const plan = this.#current()
    const named = plan.readersOfGroup(groupId)
    if (plan.readersOfAnyGroup.length === 0) return named
    return named.length === 0 ? plan.readersOfAnyGroup : [...named, ...plan.readersOfAnyGroup]
  }

  #current(): RulePlan {
    return this.#plan ?? this.#replan()
  }

  /** The active rules, in the order of their creation. */
  #active(): readonly GroupRule[] {
    return this.#org.rules.values().filter((rule) => rule.status === 'ACTIVE')
  }

  #replan(): RulePlan {
    const compiled = new Map<string, CompiledExpression>()
    const planned = this.#active().map((rule) => {
      const { value } = rule.conditions.expression
      const expression = this.#compiled.get(value) ?? compileExpression(value)
      compiled.set(value, expression)
      return plannedRule(rule, expression)
    })
    this.#compiled = compiled
    const plan = new RulePlan(planned)
    this.#plan = plan
    this.#due = new Uint8Array(plan.steps.length)
    return plan
  }
}

function plannedRule(rule: GroupRule, { test, reads }: CompiledExpression): PlannedRule {
  return {
    id: rule.id,
    groupIds: rule.actions.assignUserToGroups.groupIds,
    excluded: new Set(rule.conditions.people?.users.exclude),
    test,
    reads,
  }
}

function matches(rule: PlannedRule, user: UserRecord, subject: ExpressionSubject): boolean {
  return !(rule.excluded.size > 0 && rule.excluded.has(user.id)) && rule.test(subject)
}

function changedAttributes(before: UserRecord['profile'], after: UserRecord['profile']): readonly string[] {
  const changed: string[] = []
  for (const name in after) if (!isSame(before[name], after[name])) changed.push(name)
  for (const name in before) if (!(name in after)) changed.push(name)
  return changed
}

/** The user whom the rules are asked about, one after the other. */
class UserSubject implements ExpressionSubject {
  user: UserRecord['profile'] = {}
  readonly #groups: Needs['groups']
  #groupIds: readonly string[] = []

  constructor(groups: Needs['groups']) {
    this.#groups = groups
  }

  /** @param groupIds The user's groups beside the everyone group. */
  ask(user: UserRecord, groupIds: readonly string[]): void {
    this.user = user.profile
    this.#groupIds = groupIds
  }

  isMember(groupId: string): boolean {
    return groupId === this.#groups.everyoneId || this.#groupIds.includes(groupId)
  }

  groupNames(): readonly string[] {
    const { collection, everyoneId } = this.#groups
    return [everyoneId, ...this.#groupIds].map((id) => String(collection.get(id)!.profile.name))
  }
}

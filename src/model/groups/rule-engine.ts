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

interface Needs {
  readonly users: Pick<Users, 'collection'>
  readonly groups: Pick<Groups, 'collection' | 'everyoneId'>
  readonly memberships: Memberships
  readonly ruleCollection: RuleCollection
}

/**
 * Runs the active rules: over everyone after an activation, and over a user after a change that rules read. The
 * result depends only on profiles, on the active rules, and on memberships for other reasons. It never depends on the
 * order of events (interpretation: rule-evaluation).
 */
export class RuleEngine {
  readonly #org: Needs
  readonly #subject: UserSubject
  #plan: RulePlan | undefined
  #compiled: ReadonlyMap<string, CompiledExpression> = new Map()
  /** The steps that still must run for the present user; all 0 between users. */
  #due = new Uint8Array(0)

  constructor(org: Needs) {
    this.#org = org
    this.#subject = new UserSubject(org.groups)
  }

  /** Runs a newly active rule over everyone. */
  activated(ruleId: string): void {
    const step = this.#replan().stepOf(ruleId)
    if (step !== undefined) this.#runOverEveryone([step])
  }

  /**
   * The rules of the circles that contain some rules. Call this before you deactivate, change or remove these rules.
   * Then `runAgain` evaluates the other rules without them.
   */
  circleOf(ruleIds: readonly string[]): readonly string[] {
    const plan = this.#current()
    const steps = new Set(ruleIds.flatMap((id) => plan.stepOf(id) ?? []))
    return [...steps].flatMap((step) => plan.steps[step]!.rules.map(({ id }) => id))
  }

  /** Notices that rules are no longer active, and runs some rules over everyone. */
  runAgain(ruleIds: readonly string[]): void {
    const plan = this.#replan()
    const steps = new Set(ruleIds.flatMap((id) => plan.stepOf(id) ?? []))
    if (steps.size > 0) this.#runOverEveryone([...steps])
  }

  /**
   * Whether an expression is true for a user, without a rule that has it.
   *
   * @throws ExpressionError for a wrong expression.
   */
  holds(expression: string, user: UserRecord): boolean {
    const sequence = this.#org.users.collection.sequenceOf(user.id)
    const groupIds = sequence === undefined ? none : this.#org.memberships.groupIdsAt(sequence)
    this.#subject.ask(user, groupIds)
    return compileExpression(expression).test(this.#subject)
  }

  /** Forgets the plan, because rules were replaced. */
  forget(): void {
    this.#plan = undefined
  }

  /** Runs the steps that read a group, over a user who joined or left it. */
  membershipChanged(sequence: number, groupId: string): void {
    this.#runOver([sequence], this.#readersOf(groupId))
  }

  /** Runs the rule and its circle over a user whom it excludes from now on. */
  excluded(sequence: number, ruleId: string): void {
    this.#runOver([sequence], [this.#current().stepOf(ruleId) ?? []].flat())
  }

  /** Runs the steps that read names of groups, over the members of a renamed group. */
  groupRenamed(groupId: string): void {
    this.#runOver(this.#org.memberships.sequences(groupId), this.#current().readersOfAnyGroup)
  }

  /** Runs the steps that read a removed group, over its former members. */
  groupRemoved(groupId: string, members: readonly number[]): void {
    this.#runOver(members, this.#readersOf(groupId))
  }

  /** Runs the steps that read any of some groups, over users who lost a reason to be there. */
  membersReleased(sequences: readonly number[], groupIds: readonly string[]): void {
    this.#runOver(
      sequences,
      groupIds.flatMap((groupId) => this.#readersOf(groupId)),
    )
  }

  /** Runs the steps that read the changed attributes of a user. For a new user, runs every step. */
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
      // A member of a group always exists.
      this.#run(this.#org.users.collection.at(sequence)!, sequence, steps)
    }
  }

  /** Runs some steps for a user, in order, and after them the steps that read their changes. */
  #run(user: UserRecord, sequence: number, first: readonly number[]): void {
    const { steps } = this.#current()
    let left = first
    // The usual case is one step, which changes nothing for most users.
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

  /** Later steps that read any of some groups. A circle has already settled the groups that it reads itself. */
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
   * Runs rules that depend on each other, in rounds. They start from the groups that the user has without these
   * rules. All rules that match in a round add the user, and stay matched. The rounds end when no more rules match.
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

  /** The groups of a user without the rules of a step. */
  #groupIdsBeside(step: PlanStep, sequence: number): string[] {
    const { memberships } = this.#org
    return memberships
      .groupIdsAt(sequence)
      .filter((id) => !step.groupIds.has(id) || memberships.isHeldBeside(step.ruleIds, id, sequence))
  }

  /**
   * Lets a rule keep a user, or releases it. Returns the groups in which something changed for the user. They count
   * even if the user stays a member, because an expression may read the reason.
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
    return this.#org.ruleCollection.values().filter((rule) => rule.status === 'ACTIVE')
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

/** The user whose attributes and groups the rules read, one user after the other. */
class UserSubject implements ExpressionSubject {
  user: UserRecord['profile'] = {}
  readonly #groups: Needs['groups']
  #groupIds: readonly string[] = []

  constructor(groups: Needs['groups']) {
    this.#groups = groups
  }

  /** @param groupIds The user's groups without the everyone group. */
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

import { OrgService } from '../kernel/org-service.ts'
import {
  compileExpression,
  type CompiledExpression,
  type ExpressionSubject,
} from '../../query/expression/index.ts'
import { isSame } from '../kernel/same.ts'
import type { UserRecord } from '../users/records.ts'
import { type PlannedRule, type PlanStep, RulePlan } from './rule-plan.ts'
import type { Groups } from './groups.ts'
import type { GroupRule } from '../../contract/resources/group-rule.ts'

const none: readonly string[] = []

/**
 * Runs the active rules: over everyone after an activation, and over a user after a change that rules read. The
 * result depends only on profiles, on the active rules, and on memberships for other reasons. It never depends on the
 * order of events (interpretation: rule-evaluation).
 */
export class RuleEngine extends OrgService<'users' | 'groups' | 'memberships'> {
  readonly #subject = new UserSubject(this.org.groups)
  #plan: RulePlan | undefined
  /** By their texts: each activation makes a plan. Compiled again, 500 rules take 0.7 s to activate, not 0.2 s. */
  #compiled: ReadonlyMap<string, CompiledExpression> = new Map()

  constructor(org: RuleEngine['org']) {
    super(org)
    org.changes.onReplaced(org.tables.rules.declared, () => this.forget())
  }

  /**
   * The rules of the circles that contain some rules. Call this before you deactivate, change or remove these rules.
   * Then `runAgain` evaluates the other rules without them.
   */
  circleOf(ruleIds: readonly string[]): readonly string[] {
    const plan = this.#current()
    return plan.stepsOf(ruleIds).flatMap((step) => plan.steps[step]!.rules.map(({ id }) => id))
  }

  /** Notices that rules are active or no longer so, and runs some rules over everyone. */
  runAgain(ruleIds: readonly string[]): void {
    this.#runOverEveryone(this.#replan().stepsOf(ruleIds))
  }

  /**
   * Whether an expression is true for a user, without a rule that has it.
   *
   * @throws ExpressionError for a wrong expression.
   */
  holds(expression: string, user: UserRecord): boolean {
    const sequence = this.org.users.collection.sequenceOf(user.id)
    const groupIds = sequence === undefined ? none : this.org.memberships.groupIdsAt(sequence)
    this.#subject.ask(user, groupIds)
    return compileExpression(expression).test(this.#subject)
  }

  /** Forgets the plan, because rules were replaced. */
  forget(): void {
    this.#plan = undefined
  }

  /**
   * Runs the steps that read any of some groups, over users whose membership or its reason has changed. Without groups,
   * runs those that read names of groups.
   */
  membershipsChanged(sequences: readonly number[], groupIds: readonly string[]): void {
    this.#runOver(sequences, this.#current().readersOfGroups(groupIds))
  }

  /** Runs the rule and its circle over a user whom it excludes from now on. */
  excluded(sequence: number, ruleId: string): void {
    this.#runOver([sequence], this.#current().stepsOf([ruleId]))
  }

  /** Runs the steps that read the changed attributes of a user. For a new user, runs every step. */
  userChanged(before: UserRecord | undefined, after: UserRecord, sequence: number): void {
    if (before?.profile === after.profile) return
    const plan = this.#current()
    if (plan.steps.length === 0) return
    const steps = before
      ? plan.readersOfAttributes(changedAttributes(before.profile, after.profile))
      : plan.all
    this.#run(after, sequence, steps)
    this.org.memberships.stamp()
  }

  #runOverEveryone(steps: readonly number[]): void {
    if (steps.length === 0) return
    this.org.users.collection.forEach((user, sequence) => this.#run(user, sequence, steps))
    this.org.memberships.stamp()
  }

  #runOver(sequences: readonly number[], steps: readonly number[]): void {
    if (steps.length === 0) return
    for (const sequence of sequences) {
      // A member of a group always exists.
      this.#run(this.org.users.collection.at(sequence)!, sequence, steps)
    }
  }

  /** Runs some steps for a user, in order, and after them the steps that read their changes. */
  #run(user: UserRecord, sequence: number, first: readonly number[]): void {
    const plan = this.#current()
    let due = first
    for (let at = 0; at < due.length; at += 1) {
      if (!this.#runStep(plan.steps[due[at]!]!, user, sequence)) continue
      // They come later than the step: what already ran keeps its place in the list.
      const readers = plan.readersOf(due[at]!)
      if (readers.length > 0) due = [...new Set([...due, ...readers])].sort((one, other) => one - other)
    }
  }

  /** Runs a step for a user. Returns whether something changed for the user. */
  #runStep(step: PlanStep, user: UserRecord, sequence: number): boolean {
    if (step.isCircular) return this.#runCircle(step, user, sequence)
    const rule = step.rules[0]!
    this.#subject.ask(user, this.org.memberships.groupIdsAt(sequence))
    return this.#hold(rule, sequence, matches(rule, user, this.#subject))
  }

  /**
   * Runs rules that depend on each other, in rounds. They start from the groups that the user has without these
   * rules. All rules that match in a round add the user, and stay matched. The rounds end when no more rules match.
   */
  #runCircle(step: PlanStep, user: UserRecord, sequence: number): boolean {
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
    const changed = rules.filter((rule) => this.#hold(rule, sequence, matching.has(rule)))
    return changed.length > 0
  }

  /** The groups of a user without the rules of a step. */
  #groupIdsBeside(step: PlanStep, sequence: number): string[] {
    const { memberships } = this.org
    return memberships
      .groupIdsAt(sequence)
      .filter((id) => !step.groupIds.has(id) || memberships.isHeldBeside(step.ruleIds, id, sequence))
  }

  /**
   * Lets a rule keep a user, or releases it. Returns whether something changed for the user. It counts even if the user
   * stays a member, because an expression may read the reason.
   */
  #hold({ id }: PlannedRule, sequence: number, isMatch: boolean): boolean {
    const { memberships } = this.org
    return isMatch ? memberships.claim(id, sequence) : memberships.release(id, sequence)
  }

  #current(): RulePlan {
    return this.#plan ?? this.#replan()
  }

  /** The active rules, in the order of their creation. */
  #active(): readonly GroupRule[] {
    return this.org.tables.rules.values().filter((rule) => rule.status === 'ACTIVE')
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
    return (this.#plan = new RulePlan(planned))
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
  readonly #groups: Groups
  #groupIds: readonly string[] = []

  constructor(groups: Groups) {
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

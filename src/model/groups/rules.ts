import { OrgService } from '../kernel/org-service.ts'
import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { wrong } from '../../contract/errors/mistakes.ts'
import { together } from '../../contract/errors/together.ts'
import { type RuleStatus, type RuleTransitionName, ruleTransitions } from '../../contract/rule-lifecycle.ts'
import { compileExpression, ExpressionError, type KindName } from '../../query/expression/index.ts'
import { containsKeyword, fold } from '../../query/index.ts'
import { isSame } from '../kernel/same.ts'
import type { GroupRule, RuleInput } from '../../contract/resources/group-rule.ts'
import type { Page, PagePlace } from '../store/rows.ts'

type RulePeople = RuleInput['conditions']['people']

/** The query of a list of rules (Groups, Group rules). */
export interface RuleListQuery extends PagePlace {
  /** Searched for anywhere in the names, in any case. */
  readonly search?: string | undefined
}

const place = 'conditions.expression'

/** The group rules of an organisation (Groups, Group rules). */
export class Rules extends OrgService<'users' | 'groups' | 'memberships' | 'ruleEngine'> {
  readonly collection = this.org.tables.rules

  /**
   * The rule with an id.
   *
   * @throws `Refusal` `not-found` for an unknown id.
   */
  resolve(id: string): GroupRule {
    return this.collection.get(id) ?? refuse('not-found', { id, kind: 'GroupRule' })
  }

  /** A page of rules. */
  list({ search, ...page }: RuleListQuery): Page<GroupRule> {
    const where = search === undefined ? undefined : containsKeyword(search, ['name'])
    return this.collection.page({ ...page, where })
  }

  /**
   * Creates a rule, which is INACTIVE and adds nobody yet (Groups, POST /api/v1/groups/rules).
   *
   * @throws `Refusal` `validation`, `invalid-expression`.
   */
  create(input: RuleInput): GroupRule {
    together(() => this.#refuseBadTargets(input), ...this.#checks(input))
    const groupIds = [...new Set(input.actions.assignUserToGroups.groupIds)]
    const now = this.org.clock.iso()
    return this.collection.insert({
      id: this.org.ids('groupRule'),
      status: 'INACTIVE',
      created: now,
      lastUpdated: now,
      ...this.#stored(input),
      actions: { assignUserToGroups: { groupIds } },
    })
  }

  /**
   * Updates name, expression and excluded users of an INACTIVE rule (Groups, PUT /api/v1/groups/rules/{ruleId}).
   * Memberships follow at its next activation.
   *
   * @throws `Refusal` `rule-not-inactive`, `rule-actions-immutable`, `validation`, `invalid-expression`.
   */
  update(id: string, input: RuleInput): GroupRule {
    const rule = this.resolve(id)
    refuseUnlessAllowed(rule, 'update')
    const { name, conditions, actions } = rule
    together(() => refuseOtherTargets(actions, input), ...this.#checks(input, id))
    const stored = this.#stored(input)
    return isSame(stored, { name, conditions }) ? rule : this.#write(rule, stored)
  }

  /**
   * Activates a rule: it adds every user that it matches, and removes its users that no longer match. From now on it
   * follows every change (Groups, States and transitions).
   *
   * @throws `Refusal` `rule-invalid`.
   */
  activate(id: string): void {
    const rule = this.resolve(id)
    refuseUnlessAllowed(rule, 'activate')
    if (rule.status === 'ACTIVE') return
    this.#write(rule, { status: 'ACTIVE' })
    this.org.ruleEngine.runAgain([id])
  }

  /**
   * Deactivates a rule: its users stay members (interpretation: rule-deactivated-members).
   *
   * @throws `Refusal` `rule-invalid`.
   */
  deactivate(id: string): void {
    const rule = this.resolve(id)
    refuseUnlessAllowed(rule, 'deactivate')
    if (rule.status !== 'ACTIVE') return
    const circle = this.org.ruleEngine.circleOf([id])
    this.#write(rule, { status: 'INACTIVE' })
    this.org.ruleEngine.runAgain(circle)
  }

  /**
   * Removes a rule. With `removeUsers` its users leave its groups, unless they are there for another reason too.
   * Otherwise they stay as members by hand (Groups, DELETE /api/v1/groups/rules/{ruleId}).
   */
  remove(id: string, { removeUsers }: { readonly removeUsers: boolean }): void {
    const rule = this.resolve(id)
    const circle = this.org.ruleEngine.circleOf([id])
    this.collection.remove(id)
    const released = this.org.memberships.dropClaim(rule, { keep: !removeUsers })
    this.org.ruleEngine.runAgain(circle)
    this.org.ruleEngine.membershipsChanged(released, rule.actions.assignUserToGroups.groupIds)
    this.org.memberships.stamp()
  }

  /** Handles the removal of a group: its members leave it, and rules that add to it become INVALID. */
  forgetGroup(groupId: string): void {
    const members = this.org.memberships.dropGroup(groupId)
    this.#invalidate(groupId)
    this.org.ruleEngine.membershipsChanged(members, [groupId])
    this.org.memberships.stamp()
  }

  /** Runs the rules that read names of groups, after a group got a new name. */
  groupRenamed(groupId: string): void {
    this.org.ruleEngine.membershipsChanged(this.org.memberships.sequences(groupId), [])
    this.org.memberships.stamp()
  }

  /** Makes the rules INVALID that add to a removed group (interpretation: rule-invalid-status). */
  #invalidate(groupId: string): void {
    const hit = this.collection
      .values()
      .filter((rule) => rule.actions.assignUserToGroups.groupIds.includes(groupId))
    if (hit.length === 0 || this.org.settings.interpretations['rule-invalid-status'] === 'described') return
    const circle = this.org.ruleEngine.circleOf(hit.map(({ id }) => id))
    for (const rule of hit) if (rule.status !== 'INVALID') this.#write(rule, { status: 'INVALID' })
    this.org.ruleEngine.runAgain(circle)
  }

  /** Adds a user to the excluded users of a rule. */
  exclude(ruleId: string, userId: string): void {
    const rule = this.resolve(ruleId)
    const { users, groups } = rule.conditions.people ?? nobodyExcluded
    if (users.exclude.includes(userId)) return
    const people = { users: { exclude: [...users.exclude, userId] }, groups }
    this.#write(rule, { conditions: { ...rule.conditions, people } })
    this.org.ruleEngine.forget()
  }

  #write(rule: GroupRule, changes: Partial<GroupRule>): GroupRule {
    return this.collection.put({ ...rule, ...changes, lastUpdated: this.org.clock.iso() })
  }

  /** Takes a removed user out of the exclusions of all rules. */
  forgetUser(userId: string): void {
    for (const rule of this.collection.values()) {
      const { people } = rule.conditions
      if (!people?.users.exclude.includes(userId)) continue
      const exclude = people.users.exclude.filter((id) => id !== userId)
      this.collection.put({
        ...rule,
        conditions: { ...rule.conditions, people: { ...people, users: { exclude } } },
      })
      this.org.ruleEngine.forget()
    }
  }

  /** The checks of create and update. */
  #checks({ name, conditions }: RuleInput, own?: string): readonly (() => void)[] {
    const { people, expression } = conditions
    return [
      () => this.refuseTakenName(name, own),
      () => this.#refuseOtherLanguage(expression.type),
      () => this.#refuseUnknownPeople(people),
      () => this.refuseBadExpression(expression.value),
    ]
  }

  /** The common part of create and update, as it is stored. */
  #stored({ name, conditions }: RuleInput): Pick<GroupRule, 'name' | 'conditions'> {
    const { value, type } = conditions.expression
    const people = excluded(conditions.people)
    return { name, conditions: { ...(people ? { people } : {}), expression: { value, type } } }
  }

  #refuseOtherLanguage(type: string): void {
    const { expressionType } = this.org.vocabulary
    if (type !== expressionType) refuse('form', { at: `${place}.type`, expected: expressionType })
  }

  #refuseUnknownPeople(people: RulePeople): void {
    const exclude = new Set(people?.users?.exclude)
    const unknown = [...exclude].filter((id) => !this.org.users.get(id))
    const field = 'conditions.people.users.exclude'
    const mistakes = unknown.map((id) => wrong('user-unknown', field, { id }))
    if (mistakes.length > 0) refuseMistakes(mistakes)
  }

  /** @throws `Refusal` `invalid-expression`, with a message that points at the place. */
  refuseBadExpression(value: string): void {
    try {
      compileExpression(value, {
        attributes: this.#attributes(),
        groupExists: (id) => this.org.groups.collection.has(id),
      })
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const mistake = wrong('expression', `${place}.value`, { message: error.message })
      refuseMistakes([mistake], { of: 'invalid-expression' })
    }
  }

  #attributes(): ReadonlyMap<string, KindName> {
    return new Map(
      this.org.schemas.user.properties.map(({ name, type }) => [name, type === 'integer' ? 'number' : type]),
    )
  }

  #refuseBadTargets({ actions }: RuleInput): void {
    const groupIds = new Set(actions.assignUserToGroups.groupIds)
    const field = 'actions.assignUserToGroups.groupIds'
    const mistakes = [...groupIds].flatMap((id) => {
      const group = this.org.groups.collection.get(id)
      if (!group) return [wrong('group-unknown', field, { id })]
      if (group.type === this.org.vocabulary.groupType) return []
      return [wrong('group-foreign', field, { id, type: group.type })]
    })
    if (mistakes.length > 0) refuseMistakes(mistakes)
  }

  /**
   * Names are unique, in any case (interpretation: rule-name-unique).
   *
   * @throws `Refusal` `validation`.
   */
  refuseTakenName(name: string, own?: string): void {
    const holders = this.collection.allBy('name', fold(name))
    if (holders.some((rule) => rule.id !== own)) {
      refuse('rule-name-taken', { at: 'name' })
    }
  }
}

/** Excluded groups are not supported (Groups, Group rule): they are left out. */
function excluded(people: RulePeople): GroupRule['conditions']['people'] {
  if (!people) return undefined
  const exclude = [...new Set(people.users?.exclude)]
  return { users: { exclude }, groups: { exclude: [] } }
}

function refuseOtherTargets(actions: GroupRule['actions'], input: RuleInput): void {
  const present = actions.assignUserToGroups.groupIds
  const given = new Set(input.actions.assignUserToGroups.groupIds)
  if (given.size === present.length && present.every((id) => given.has(id))) return
  const seen = [...given].join(', ') || 'none'
  const field = 'actions.assignUserToGroups.groupIds'
  const mistake = wrong('rule-actions', field, { expected: present.join(', '), seen })
  refuseMistakes([mistake], { of: 'rule-actions-immutable' })
}

const nobodyExcluded = { users: { exclude: [] }, groups: { exclude: [] } } as const

function refuseUnlessAllowed({ status }: GroupRule, name: RuleTransitionName): void {
  const { from, otherwise } = ruleTransitions[name]
  const allowed: readonly RuleStatus[] = from
  if (allowed.includes(status)) return
  refuse(status === 'INVALID' ? 'rule-invalid' : otherwise, { status })
}

import type { Org } from '../org.ts'
import type { GroupRule } from './rules.ts'

/** Writes rules as replies show them. */
export class RuleView {
  readonly #org: Org

  constructor(org: Org) {
    this.#org = org
  }

  /**
   * A rule (document 2, Group rule).
   *
   * @param withNames Embeds the names of its groups by their ids (`expand=groupIdToGroupNameMap`).
   */
  of(rule: GroupRule, withNames: boolean): Record<string, unknown> {
    const { id, status, name, created, lastUpdated, conditions, actions } = rule
    return {
      type: 'group_rule',
      id,
      status,
      name,
      created,
      lastUpdated,
      conditions,
      actions,
      allGroupsValid: status !== 'INVALID',
      ...(withNames ? { _embedded: { groupIdToGroupNameMap: this.#names(rule) } } : {}),
    }
  }

  /** Deleted groups have no name and are left out. */
  #names(rule: GroupRule): Record<string, string> {
    const { collection } = this.#org.groups
    const known = rule.actions.assignUserToGroups.groupIds.flatMap((id) => collection.get(id) ?? [])
    return Object.fromEntries(known.map((group) => [group.id, String(group.profile.name)]))
  }
}

import type { GroupRule } from '../model/groups/rule-collection.ts'
import { Part } from '../model/kernel/part.ts'

/** Writes rules as replies show them. */
export class RuleView extends Part<'groups'> {
  /**
   * A rule (Groups, Group rule).
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
      allGroupsValid: actions.assignUserToGroups.groupIds.every((groupId) =>
        this.org.groups.collection.get(groupId),
      ),
      ...(withNames ? { _embedded: { groupIdToGroupNameMap: this.#names(rule) } } : {}),
    }
  }

  /** Deleted groups have no name and are left out. */
  #names(rule: GroupRule): Record<string, string> {
    const known = rule.actions.assignUserToGroups.groupIds.flatMap(
      (id) => this.org.groups.collection.get(id) ?? [],
    )
    return Object.fromEntries(known.map((group) => [group.id, String(group.profile.name)]))
  }
}

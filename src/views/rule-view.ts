import type { GroupRule } from '../model/groups/rule-collection.ts'
import type { GroupRecord } from '../model/groups/group-record.ts'

/** Writes rules as replies show them. */
export class RuleView {
  readonly #groups: { get(id: string): GroupRecord | undefined }

  /** @param groups Where the names of a rule's groups are looked up. */
  constructor(groups: { get(id: string): GroupRecord | undefined }) {
    this.#groups = groups
  }

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
      allGroupsValid: actions.assignUserToGroups.groupIds.every((groupId) => this.#groups.get(groupId)),
      ...(withNames ? { _embedded: { groupIdToGroupNameMap: this.#names(rule) } } : {}),
    }
  }

  /** Deleted groups have no name and are left out. */
  #names(rule: GroupRule): Record<string, string> {
    const known = rule.actions.assignUserToGroups.groupIds.flatMap((id) => this.#groups.get(id) ?? [])
    return Object.fromEntries(known.map((group) => [group.id, String(group.profile.name)]))
  }
}

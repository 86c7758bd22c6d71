import type { GroupRule } from '../contract/resources/group-rule.ts'
import { OrgService } from '../model/kernel/org-service.ts'

/** Writes rules as replies show them. */
export class RuleView extends OrgService<'groups'> {
  /** A rule (Groups, Group rule), if asked with the names of its groups by their ids. */
  of(rule: GroupRule, expand: readonly 'groupIdToGroupNameMap'[] = []): Record<string, unknown> {
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
      ...(this.org.settings.interpretations['rule-all-groups-valid'] === 'recorded'
        ? { allGroupsValid: this.#isValid(rule) }
        : {}),
      ...(expand.length > 0 ? { _embedded: { groupIdToGroupNameMap: this.#names(rule) } } : {}),
    }
  }

  #isValid({ actions }: GroupRule): boolean {
    return actions.assignUserToGroups.groupIds.every((id) => this.org.groups.collection.get(id) !== undefined)
  }

  /** Deleted groups have no name and are left out. */
  #names(rule: GroupRule): Record<string, string> {
    const known = rule.actions.assignUserToGroups.groupIds.flatMap(
      (id) => this.org.groups.collection.get(id) ?? [],
    )
    return Object.fromEntries(known.map((group) => [group.id, String(group.profile.name)]))
  }
}

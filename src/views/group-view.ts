import { OrgService } from '../model/kernel/org-service.ts'
import type { GroupRecord } from '../model/groups/groups.ts'
import type { AppView } from './app-view.ts'

/** The parts that `expand` adds to a group in a list (Groups, Group operations). */
export type GroupExpansion = 'stats' | 'app'

/** The sizes in which a group's logo is served, in the order of the link (Groups, Group links). */
const logoSizes = ['medium', 'large'] as const

/** A group as replies show it (Groups, Group and Group links). */
export interface ShownGroup extends GroupRecord {
  /** Addresses of what belongs to it, by relation: `self`, `users`, `apps`, `logo`, `source`. */
  readonly _links: Readonly<Record<string, unknown>>
}

/** Writes groups as replies show them. */
export class GroupView extends OrgService<'memberships' | 'apps'> {
  readonly #apps: AppView

  constructor(org: GroupView['org'], apps: AppView) {
    super(org)
    this.#apps = apps
  }

  /** A group with its links, and with the parts that `expand` adds. */
  of(group: GroupRecord, expand: readonly GroupExpansion[] = []): ShownGroup {
    return {
      ...group,
      profile: this.#profile(group),
      _links: this.links(group),
      ...(expand.length === 0 ? {} : { _embedded: this.#embedded(group, expand) }),
    }
  }

  /** Address of a group. */
  url(group: Pick<GroupRecord, 'id'>): string {
    return `${this.org.baseUrl}/api/v1/groups/${group.id}`
  }

  links(group: GroupRecord): Record<string, unknown> {
    const self = this.url(group)
    const logo = `${this.org.baseUrl}/assets/logos/${logoNames.get(group.type) ?? 'group'}`
    return {
      ...(this.org.settings.interpretations['group-self-link'] === 'recorded'
        ? {}
        : { self: { href: self } }),
      logo: logoSizes.map((name) => ({
        name,
        href: `${logo}-${name}.png`,
        type: 'image/png',
      })),
      users: { href: `${self}/users` },
      apps: { href: `${self}/apps` },
      ...(group.source ? { source: { href: `${this.org.baseUrl}/api/v1/apps/${group.source.id}` } } : {}),
    }
  }

  /** The parts that `expand` shows (interpretation: group-expand). */
  #embedded(group: GroupRecord, expand: readonly GroupExpansion[]): Record<string, unknown> {
    const embedded: Record<string, unknown> = {}
    if (expand.includes('stats')) embedded.stats = this.#stats(group)
    if (expand.includes('app') && group.source) {
      const app = this.org.apps.find(group.source.id)
      if (app) embedded.app = this.#apps.of(app)
    }
    return embedded
  }

  #stats(group: GroupRecord): Record<string, unknown> {
    const self = this.url(group)
    return {
      usersCount: this.org.memberships.count(group.id),
      appsCount: this.org.apps.countOfGroup(group.id),
      groupPushMappingsCount: this.org.tables.pushMappings.countBy('group', group.id),
      hasAdminPrivilege: false,
      _links: { users: { href: `${self}/users` }, apps: { href: `${self}/apps` } },
    }
  }

  /** Profiles of the class that the schema describes always have what it says; others are as they came. */
  #profile(group: GroupRecord): Record<string, unknown> {
    if (!group.objectClass.includes(this.org.vocabulary.groupObjectClass)) return { ...group.profile }
    const profile: Record<string, unknown> = { name: group.profile.name }
    for (const { name, alwaysShown } of this.org.schemas.group.properties) {
      if (alwaysShown) profile[name] = null
    }
    return Object.assign(profile, group.profile)
  }
}

/** The logos of the group types that have a separate one. */
const logoNames: ReadonlyMap<string, string> = new Map([
  ['APP_GROUP', 'app-group'],
  ['BUILT_IN', 'built-in-group'],
])

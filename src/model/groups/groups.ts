import type { z } from 'zod'
import type { Profile } from '../../contract/profile.ts'
import type { Stored } from '../../contract/resources/common.ts'
import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { together } from '../../contract/errors/together.ts'
import { type Group, groupQueries, otherGroupTypes } from '../../contract/resources/group.ts'
import { filterOf, fold, searchOf } from '../../query/index.ts'
import { type ListQuery, type Page, SearchableList } from '../store/searchable-list.ts'
import { SearchLag } from '../store/search-lag.ts'
import { isSame } from '../kernel/same.ts'

type Shown = Stored<z.output<ReturnType<typeof Group>>>

/** A group as it is stored. Members are stored separately. */
export interface GroupRecord extends Omit<Shown, 'objectClass' | 'profile' | '_links' | '_embedded'> {
  /** Sets the shape of the profile: `['svc:user_group']` of groups of the service. */
  readonly objectClass: readonly string[]
  /** `name` (1 to 255 characters), `description` (up to 1024) and custom properties. */
  readonly profile: Profile
}

/** The input of a new group, or of a new profile (Groups, Group operations). */
export interface GroupInput {
  readonly profile: Readonly<Record<string, unknown>>
}

const searchWith = searchOf('group', groupQueries)

/**
 * The groups of an organisation (Groups, Group operations). The folder owns the tables `groups`, `memberships` and
 * `rules`.
 *
 * - `memberships.ts` knows who is where and why, in the rows of `membership-rows.ts`. `members.ts` changes it by hand.
 * - `rules.ts` has the rules. `rule-engine.ts` runs them in the order of `rule-plan.ts`.
 */
export class Groups extends OrgService {
  readonly collection = this.org.tables.groups
  /** Types of the profile properties that imported groups have, by name. */
  readonly importedProperties = this.org.tables.importedProperties
  #everyoneId = ''
  /** How late searches see changes. */
  readonly lag = new SearchLag<GroupRecord>(this.org)
  readonly #list = new SearchableList<GroupRecord>(this.collection, this.lag, {
    search: searchWith({
      get: (name) => this.org.schemas.group.queryType(name) ?? this.importedProperties.value.get(name),
      keys: () => [...this.org.schemas.group.names, ...this.importedProperties.value.keys()],
    }),
    filter: filterOf('group', groupQueries, { type: [this.org.vocabulary.groupType, ...otherGroupTypes] }),
    keywords: ['profile.name'],
    exact: 'profile.name',
    sortedBy: 'profile.name',
    indexed: (property, values) => {
      if (property === 'id') return values.map((id) => this.collection.get(id))
      if (property !== 'profile.name') return undefined
      return values.flatMap((name) => this.collection.allBy('name', fold(name)))
    },
  })

  /** Id of the built-in group that contains every user. */
  get everyoneId(): string {
    return this.#everyoneId
  }

  /** Creates the built-in group that contains every user. */
  foundEveryone(): void {
    const { id } = this.insert('BUILT_IN', [this.org.vocabulary.groupObjectClass], {
      name: 'Everyone',
      description: 'All users in your organization',
    })
    this.#everyoneId = id
  }

  /**
   * The group with an id.
   *
   * @throws `Refusal` `not-found` for an unknown id.
   */
  resolve(id: string): GroupRecord {
    return this.collection.get(id) ?? refuse('not-found', { id, kind: 'UserGroup' })
  }

  /** The group with this id, or with exactly this name if only one has it. For tools, not for paths. */
  find(reference: string): GroupRecord | undefined {
    const byId = this.collection.get(reference)
    if (byId) return byId
    const [first, second] = this.collection
      .allBy('name', fold(reference))
      .filter((group) => group.profile.name === reference)
    return second === undefined ? first : undefined
  }

  /** The first group with a name, in any case. */
  named(name: string): GroupRecord | undefined {
    return this.collection.allBy('name', fold(name))[0]
  }

  /** A page of groups. */
  list(query: ListQuery<GroupRecord>): Page<GroupRecord> {
    return this.#list.page(query)
  }

  /** Creates a group whose members are managed here (Groups, POST /api/v1/groups). */
  create(input: GroupInput): GroupRecord {
    const profile = this.#checked(input)
    return this.insert(this.org.vocabulary.groupType, [this.org.vocabulary.groupObjectClass], profile)
  }

  /**
   * Replaces the profile of a group, and removes properties that were not sent (Groups, PUT
   * /api/v1/groups/{groupId}). `lastUpdated` moves when the profile changes.
   *
   * @throws `Refusal` `group-not-modifiable` for a group that is managed elsewhere.
   */
  replace(id: string, input: GroupInput): GroupRecord {
    const group = this.resolve(id)
    if (group.type !== this.org.vocabulary.groupType) {
      refuse('group-not-modifiable', {
        field: 'profile',
        message: `The profile of a group of type ${group.type} is not managed here`,
        managed: this.org.vocabulary.groupType,
      })
    }
    return this.writeProfile(group, this.#checked(input, id))
  }

  #checked({ profile: { name }, profile: given }: GroupInput, own?: string): GroupRecord['profile'] {
    const [profile] = together(
      () => this.org.schemas.group.parse(given),
      () => typeof name === 'string' && this.#refuseTakenName(name, own),
    )
    return profile
  }

  /**
   * Removes a group. Its members stay users; rules that add to it become INVALID (Groups, DELETE
   * /api/v1/groups/{groupId}).
   *
   * @throws `Refusal` `group-not-removable` for the built-in group, `group-in-push-mapping`.
   */
  remove(id: string): void {
    const group = this.resolve(id)
    if (group.type === 'BUILT_IN') {
      refuse('group-not-removable', { field: 'group' })
    }
    if (group.type === 'APP_GROUP' && this.org.tables.pushMappings.countBy('group', id) > 0) {
      refuse('group-in-push-mapping', { id })
    }
    this.collection.remove(id)
  }

  /** Adds a group of any type. */
  insert(
    type: string,
    objectClass: readonly string[],
    profile: GroupRecord['profile'],
    source?: GroupRecord['source'],
  ): GroupRecord {
    const now = this.org.clock.iso()
    return this.collection.insert({
      id: this.org.ids('group'),
      created: now,
      lastUpdated: now,
      lastMembershipUpdated: now,
      objectClass,
      type,
      profile,
      ...(source ? { source } : {}),
    })
  }

  /** Moves `lastMembershipUpdated` of a group whose members changed. */
  touchMembership(id: string): void {
    const group = this.collection.get(id)
    const now = this.org.clock.iso()
    if (!group || group.lastMembershipUpdated === now) return
    this.collection.put({ ...group, lastMembershipUpdated: now })
  }

  /** Writes a profile; `lastUpdated` moves when the profile changes. */
  writeProfile(group: GroupRecord, profile: GroupRecord['profile']): GroupRecord {
    if (isSame(group.profile, profile)) return group
    return this.collection.put({ ...group, profile, lastUpdated: this.org.clock.iso() })
  }

  /** Names are unique among groups that are not imported, in any case (interpretation: group-name-unique). */
  #refuseTakenName(name: string, own?: string): void {
    const holders = this.collection.allBy('name', fold(name))
    if (holders.some((group) => group.id !== own && group.type !== 'APP_GROUP')) {
      refuse('group-name-taken', { at: 'name' })
    }
  }
}

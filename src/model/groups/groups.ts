import { z } from 'zod'
import { refuse, refuseInput } from '../../contract/errors.ts'
import { profileMessages } from '../../contract/profile.ts'
import { otherGroupTypes } from '../../contract/resources/group.ts'
import { fold, type PropertyType } from '../../query/index.ts'
import { GroupList, type GroupListQuery } from './group-list.ts'
import { directoryProfile, queryTypeOf } from './imported-profile.ts'
import type { Org } from '../org.ts'
import type { Page } from '../kernel/paged-list.ts'
import type { GroupRecord } from '../users/records.ts'
import { SearchLag } from '../kernel/search-lag.ts'
import { cell } from '../kernel/state.ts'
import { IndexedCollection } from '../store/indexed-collection.ts'

const groupRecordSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  profile: z.record(z.string(), z.unknown()),
}) as unknown as z.ZodType<GroupRecord>

function createGroupCollection() {
  return new IndexedCollection({
    name: 'groups',
    schema: groupRecordSchema,
    indexes: { name: (group: GroupRecord) => fold(String(group.profile.name)) },
  })
}

/** The groups, by id and name. */
export type GroupCollection = ReturnType<typeof createGroupCollection>

/** What creates a group or replaces its profile (document 2, Group operations). */
export interface GroupInput {
  readonly profile: Readonly<Record<string, unknown>>
}

/** A group as an application brings it along. */
export interface ImportedGroup {
  /** Id of the application that it comes from. */
  readonly appId: string
  /** What decides the profile's shape. Default: a directory group. */
  readonly objectClass?: readonly string[] | undefined
  /** At least `name`; a directory group's other required properties are made from it where they are missing. */
  readonly profile: Readonly<Record<string, unknown>>
}

/** The groups of an organisation (document 2, Group operations). */
export class Groups {
  readonly collection = createGroupCollection()
  /** Types of the profile properties that imported groups brought along, by name. */
  readonly importedProperties = cell<ReadonlyMap<string, PropertyType>>(new Map())
  readonly #org: Org
  /** How far searches see. */
  readonly lag: SearchLag<GroupRecord>
  readonly #list: GroupList

  constructor(org: Org) {
    this.#org = org
    this.lag = new SearchLag(org.clock, () => org.settings.searchLag)
    this.#list = new GroupList(this.collection, this.lag, [org.vocabulary.groupType, ...otherGroupTypes], {
      get: (name) => org.groupSchema.custom.get(name) ?? this.importedProperties.value.get(name),
      keys: () => new Map([...this.importedProperties.value, ...org.groupSchema.custom]).keys(),
    })
  }

  /**
   * The group with an id.
   *
   * @throws Refusal `not-found` when there is none.
   */
  resolve(id: string): GroupRecord {
    return this.collection.get(id) ?? refuse('not-found', { id, kind: 'UserGroup' })
  }

  /** The group with this id, or with this very name where only one has it; for tools, not for paths. */
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
  list(query: GroupListQuery): Page<GroupRecord> {
    return this.#list.page(query)
  }

  /** Creates a group whose members are managed here (document 2, POST /api/v1/groups). */
  create(input: GroupInput): GroupRecord {
    const profile = this.#org.groupSchema.parse(input.profile)
    this.#refuseTakenName(String(profile.name))
    return this.insert(this.#org.vocabulary.groupType, [this.#org.vocabulary.groupObjectClass], profile)
  }

  /**
   * Replaces the profile of a group: properties that are not sent go (document 2, PUT
   * /api/v1/groups/{groupId}). `lastUpdated` moves when the profile is another.
   *
   * @throws Refusal `group-not-modifiable` for a group that is not managed here.
   */
  replace(id: string, input: GroupInput): GroupRecord {
    const group = this.resolve(id)
    if (group.type !== this.#org.vocabulary.groupType) {
      refuse('group-not-modifiable', {
        field: 'profile',
        message: `The profile of a group of type ${group.type} is not managed here`,
      })
    }
    const profile = this.#org.groupSchema.parse(input.profile)
    this.#refuseTakenName(String(profile.name), id)
    return this.#writeProfile(group, profile)
  }

  /**
   * Removes a group; those who were in it stay users, and rules that add to it become INVALID (document 2,
   * DELETE /api/v1/groups/{groupId}).
   *
   * @throws Refusal `group-not-modifiable` for the built-in group, `group-in-push-mapping`.
   */
  remove(id: string): void {
    const group = this.resolve(id)
    if (group.type === 'BUILT_IN') {
      refuse('group-not-modifiable', { field: 'group', message: 'A built-in group cannot be removed' })
    }
    if (group.type === 'APP_GROUP' && this.#org.apps.pushMappingsOf(id).length > 0) {
      refuse('group-in-push-mapping', { id })
    }
    const place = this.collection.sequenceOf(id)
    this.collection.remove(id)
    this.lag.note(id, group, place)
    const members = this.#org.memberships.dropGroup(id)
    this.#org.apps.forgetGroup(id)
    this.#org.rules.invalidate(id)
    this.#org.ruleEngine.groupRemoved(id, members)
    this.#org.memberships.stamp()
  }

  /**
   * Brings in a group that an application manages, or its new profile when the application has one of this
   * name already.
   *
   * @throws Refusal `not-found` for an unknown application, `validation` for a profile without what its class
   *   requires.
   */
  import({ appId, objectClass, profile }: ImportedGroup): GroupRecord {
    const source = { id: this.#org.apps.resolve(appId).id }
    const classes = this.#importedClasses(objectClass)
    const parsed = this.importedProfile({ objectClass, profile })
    const known = this.collection
      .allBy('name', fold(String(parsed.name)))
      .find((group) => group.source?.id === source.id)
    const group = known
      ? this.#writeProfile(known, parsed)
      : this.insert('APP_GROUP', classes, parsed, source)
    this.#noteProperties(parsed)
    return group
  }

  /**
   * The profile that an import would bring.
   *
   * @throws Refusal `validation` for one without what its class requires.
   */
  importedProfile({
    objectClass,
    profile,
  }: Pick<ImportedGroup, 'objectClass' | 'profile'>): GroupRecord['profile'] {
    // A copy: what is stored is frozen, and what the caller holds is not.
    const given = JSON.parse(JSON.stringify(profile)) as GroupInput['profile']
    const { directoryObjectClass, directoryQualifiedName } = this.#org.vocabulary
    if (this.#importedClasses(objectClass).includes(directoryObjectClass)) {
      return directoryProfile(given, directoryQualifiedName)
    }
    if (typeof given.name !== 'string' || given.name === '') {
      return refuseInput('name', [`name: ${profileMessages.blank}`])
    }
    return given
  }

  /** Takes a property out of all profiles. */
  dropProperty(name: string): void {
    for (const group of this.collection.values()) {
      if (!Object.hasOwn(group.profile, name)) continue
      const { [name]: _, ...profile } = group.profile
      this.#writeProfile(group, profile)
    }
  }

  /** Adds a group of any type. */
  insert(
    type: string,
    objectClass: readonly string[],
    profile: GroupRecord['profile'],
    source?: GroupRecord['source'],
  ): GroupRecord {
    const now = this.#org.clock.iso()
    const group = this.collection.insert({
      id: this.#org.ids('group'),
      created: now,
      lastUpdated: now,
      lastMembershipUpdated: now,
      objectClass,
      type,
      profile,
      ...(source ? { source } : {}),
    })
    this.lag.note(group.id, undefined)
    return group
  }

  /** Moves `lastMembershipUpdated` of a group whose members changed. */
  touchMembership(id: string): void {
    const group = this.collection.get(id)
    const now = this.#org.clock.iso()
    if (!group || group.lastMembershipUpdated === now) return
    this.collection.put({ ...group, lastMembershipUpdated: now })
    this.lag.note(id, group)
  }

  #writeProfile(group: GroupRecord, profile: GroupRecord['profile']): GroupRecord {
    if (JSON.stringify(sorted(group.profile)) === JSON.stringify(sorted(profile))) return group
    const written = this.collection.put({ ...group, profile, lastUpdated: this.#org.clock.iso() })
    this.lag.note(group.id, group)
    if (group.profile.name !== profile.name) this.#org.ruleEngine.groupRenamed(group.id)
    this.#org.memberships.stamp()
    return written
  }

  #importedClasses(given: ImportedGroup['objectClass']): readonly string[] {
    return given ?? [this.#org.vocabulary.directoryObjectClass]
  }

  #noteProperties(profile: GroupRecord['profile']): void {
    const known = this.importedProperties.value
    const found = Object.entries(profile).filter(([name]) => !known.has(name))
    if (found.length === 0) return
    this.importedProperties.value = new Map([
      ...known,
      ...found.map(([name, value]) => [name, queryTypeOf(value)] as const),
    ])
  }

  /** Names are unique among groups that are not imported, in any case (decision: group-name-unique). */
  #refuseTakenName(name: string, own?: string): void {
    const holders = this.collection.allBy('name', fold(name))
    if (holders.some((group) => group.id !== own && group.type !== 'APP_GROUP')) {
      refuseInput('name', [`name: ${profileMessages.taken}`])
    }
  }
}

function sorted(profile: GroupRecord['profile']): unknown {
  return Object.entries(profile).sort(([a], [b]) => (a < b ? -1 : 1))
}

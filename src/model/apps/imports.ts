import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { fold } from '../../query/index.ts'
import type { GroupRecord } from '../groups/group-record.ts'
import type { GroupInput } from '../groups/groups.ts'
import { directoryProfile, queryTypeOf } from './imported-profile.ts'

/** A group to import from an application. */
export interface ImportedGroup {
  /** Id of the application that it comes from. */
  readonly appId: string
  /** Sets the profile's shape. Default: a directory group. */
  readonly objectClass?: readonly string[] | undefined
  /** At least `name`; missing required properties of a directory group are built from it. */
  readonly profile: Readonly<Record<string, unknown>>
}

/** Imports groups that applications manage (Groups, Group types). */
export class Imports extends OrgService<'vocabulary' | 'groups' | 'apps'> {
  /**
   * Imports a group of an application. If the application already has a group of this name, updates its profile.
   *
   * @throws `Refusal` `not-found` for an unknown application, `validation` for a profile without the required
   *   properties of its class.
   */
  import({ appId, objectClass, profile }: ImportedGroup): GroupRecord {
    const { groups, apps } = this.org
    const source = { id: apps.resolve(appId).id }
    const parsed = this.profile({ objectClass, profile })
    const known = groups.collection
      .allBy('name', fold(String(parsed.name)))
      .find((group) => group.source?.id === source.id)
    const group = known
      ? groups.writeProfile(known, parsed)
      : groups.insert('APP_GROUP', this.#classes(objectClass), parsed, source)
    this.#noteProperties(parsed)
    return group
  }

  /**
   * The profile that an import would write.
   *
   * @throws `Refusal` `validation` for a profile without the required properties of its class.
   */
  profile({ objectClass, profile }: Pick<ImportedGroup, 'objectClass' | 'profile'>): GroupRecord['profile'] {
    // A copy: stored values are frozen, but the caller's object must not be.
    const given = JSON.parse(JSON.stringify(profile)) as GroupInput['profile']
    const { directoryObjectClass, directoryQualifiedName } = this.org.vocabulary
    if (this.#classes(objectClass).includes(directoryObjectClass)) {
      return directoryProfile(given, directoryQualifiedName)
    }
    if (typeof given.name !== 'string' || given.name === '') {
      return refuse('blank', { at: 'name' })
    }
    return given
  }

  #classes(given: ImportedGroup['objectClass']): readonly string[] {
    return given ?? [this.org.vocabulary.directoryObjectClass]
  }

  #noteProperties(profile: GroupRecord['profile']): void {
    const { importedProperties } = this.org.groups
    const found = Object.entries(profile).filter(([name]) => !importedProperties.value.has(name))
    if (found.length === 0) return
    importedProperties.value = new Map([
      ...importedProperties.value,
      ...found.map(([name, value]) => [name, queryTypeOf(value)] as const),
    ])
  }
}

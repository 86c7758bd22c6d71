import { OrgService } from '../kernel/org-service.ts'
import { notForm } from '../../contract/errors/mistakes.ts'
import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { fold, type PropertyType } from '../../query/index.ts'
import type { GroupInput, GroupRecord } from '../groups/groups.ts'

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
export class Imports extends OrgService<'groups' | 'apps'> {
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

/**
 * The profile of an imported directory group (Groups, Profile for objectClass directory_security_principal). All
 * properties of that table are strings that are never null. Missing ones are built from the name, as a directory
 * would.
 *
 * @param qualifiedName The vocabulary's name for the property with the fully qualified name.
 * @throws `Refusal` `validation` naming each property that is not a string, or a missing name.
 */
function directoryProfile(
  given: Readonly<Record<string, unknown>>,
  qualifiedName: string,
): GroupRecord['profile'] {
  const { name } = given
  if (typeof name !== 'string' || name === '') {
    return refuse('blank', { at: 'name' })
  }
  const required = {
    name,
    description: '',
    samAccountName: name.replaceAll(/["/\\[\]:;|=,+*?<>]/g, '').slice(0, 256),
    dn: `CN=${name.replaceAll(/[,+"\\<>;=#]/g, '\\$&')},OU=Groups,DC=example,DC=com`,
    externalId: btoa(guidOf(name)),
    [qualifiedName]: `example.com\\${name}`,
  }
  const profile = { ...required, ...given }
  const mistakes = [...Object.keys(required), 'groupType', 'objectSid', 'groupScope']
    .filter((property) => property in profile && typeof profile[property as 'name'] !== 'string')
    .map((property) => notForm(property, 'a string'))
  if (mistakes.length > 0) refuseMistakes(mistakes)
  return profile
}

/** The query type of an imported property: the type of its value, or of its elements. */
function queryTypeOf(value: unknown): PropertyType {
  const sample: unknown = Array.isArray(value) ? value[0] : value
  if (Array.isArray(value) && typeof sample !== 'boolean') return 'string-or-number'
  return typeof sample === 'number' || typeof sample === 'boolean' ? (typeof sample as 'number') : 'string'
}

/** Sixteen bytes, as a binary string, that depend only on the name. */
function guidOf(name: string): string {
  let state = 0x811c9dc5
  let bytes = ''
  for (let index = 0; index < 16; index++) {
    for (const character of `${index}${name}`) {
      state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193) >>> 0
    }
    bytes += String.fromCharCode(state >>> 24)
  }
  return bytes
}

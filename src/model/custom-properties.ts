import { OrgService } from './kernel/org-service.ts'
import type { ProfileProperty } from '../contract/profile.ts'
import type { ProfileSchema, PropertyChanges } from './users/profile-schemas.ts'

/** The kinds of schemas: of users' profiles and of groups' profiles. */
export const schemaKinds = ['user', 'group'] as const

export type SchemaKind = (typeof schemaKinds)[number]

/** The properties of profiles, as an administrator changes them (Groups and Users: custom properties). */
export class CustomProperties extends OrgService<
  'clock' | 'userSchema' | 'groupSchema' | 'users' | 'groups'
> {
  /** The schema of users' or groups' profiles. */
  schemaOf(kind: SchemaKind): ProfileSchema {
    return kind === 'user' ? this.org.userSchema : this.org.groupSchema
  }

  /**
   * Adds a property.
   *
   * @throws `Refusal` `validation` for a name that is taken or has a wrong form.
   */
  add(kind: SchemaKind, property: ProfileProperty): void {
    this.schemaOf(kind).add(property)
  }

  /**
   * Adds a property, by default of texts, or changes the one of this name; null removes a setting. Stored values stay.
   *
   * @throws `Refusal` `validation` for a name with a wrong form, or a setting of a default property that cannot change.
   */
  set(kind: SchemaKind, name: string, settings: PropertyChanges): void {
    this.schemaOf(kind).set(name, settings)
  }

  /**
   * Removes a custom property, and its values from all profiles (interpretation: schema-property-removed). Returns
   * whether the property existed.
   *
   * @throws `Refusal` `validation` for a default property.
   */
  remove(kind: SchemaKind, name: string): boolean {
    if (!this.schemaOf(kind).remove(name)) return false
    if (kind === 'group') this.org.groups.dropProperty(name)
    else this.#dropFromUsers(name)
    return true
  }

  #dropFromUsers(name: string): void {
    for (const user of this.org.users.collection.values()) {
      if (!Object.hasOwn(user.profile, name)) continue
      const { [name]: _, ...profile } = user.profile
      this.org.users.write(user, { profile, lastUpdated: this.org.clock.iso() })
    }
  }
}

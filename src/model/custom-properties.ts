import type { Uses } from './kernel/org-service.ts'

/** The kinds of schemas: of users' profiles and of groups' profiles. */
export const schemaKinds = ['user', 'group'] as const

export type SchemaKind = (typeof schemaKinds)[number]

/**
 * Removes a custom property, and its values from all profiles (interpretation: schema-property-removed). Returns whether
 * the property existed.
 *
 * @throws `Refusal` `validation` for a default property.
 */
export function removeProperty(
  { clock, groups, schemas, users }: Uses<'clock' | 'groups' | 'schemas' | 'users'>,
  kind: SchemaKind,
  name: string,
): boolean {
  if (!schemas[kind].remove(name)) return false
  for (const record of (kind === 'user' ? users : groups).collection.values()) {
    if (!Object.hasOwn(record.profile, name)) continue
    const { [name]: _, ...profile } = record.profile
    if ('objectClass' in record) groups.writeProfile(record, profile)
    else users.write(record, { profile, lastUpdated: clock.iso() })
  }
  return true
}

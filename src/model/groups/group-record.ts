import type { Profile } from '../../contract/profile.ts'

/** A group as it is stored. Members are stored separately. */
export interface GroupRecord {
  /** `00g…`; never changes (Groups, Group). */
  readonly id: string
  /** When it was created: ISO 8601 with milliseconds, UTC. */
  readonly created: string
  /** When its profile last changed: ISO 8601. */
  readonly lastUpdated: string
  /** When its members last changed: ISO 8601. */
  readonly lastMembershipUpdated: string
  /** Sets the shape of the profile: `['svc:user_group']` of groups of the service. */
  readonly objectClass: readonly string[]
  /** `SVC_GROUP` (managed here), `APP_GROUP` (imported) or `BUILT_IN` (Groups, Group type). */
  readonly type: string
  /** `name` (1 to 255 characters), `description` (up to 1024) and custom properties. */
  readonly profile: Profile
  /** The application that it is imported from; `APP_GROUP` only. */
  readonly source?: { readonly id: string }
}

import type { Profile } from '../../contract/profile.ts'

/** A group as it is stored. Members are kept apart. */
export interface GroupRecord {
  readonly id: string
  readonly created: string
  readonly lastUpdated: string
  readonly lastMembershipUpdated: string
  readonly objectClass: readonly string[]
  readonly type: string
  readonly profile: Profile
  readonly source?: { readonly id: string }
}

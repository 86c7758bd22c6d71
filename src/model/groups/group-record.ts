import type { z } from 'zod'
import type { Profile } from '../../contract/profile.ts'
import type { Stored } from '../../contract/resources/common.ts'
import type { Group } from '../../contract/resources/group.ts'

type Shown = Stored<z.output<ReturnType<typeof Group>>>

/** A group as it is stored. Members are stored separately. */
export interface GroupRecord extends Omit<Shown, 'objectClass' | 'profile' | '_links' | '_embedded'> {
  /** Sets the shape of the profile: `['svc:user_group']` of groups of the service. */
  readonly objectClass: readonly string[]
  /** `name` (1 to 255 characters), `description` (up to 1024) and custom properties. */
  readonly profile: Profile
}

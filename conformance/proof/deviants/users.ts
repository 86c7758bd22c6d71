/** Servers that break clauses of the area `users`. */
import type { Deviant } from './deviant.ts'
import { userAddressingDeviants } from './users-addressing.ts'
import { userCreateDeviants } from './users-create.ts'
import { userExpressionDeviants } from './users-expressions.ts'
import { userLinkDeviants } from './users-links.ts'
import { userListDeviants } from './users-list.ts'
import { userLoginDeviants } from './users-logins.ts'
import { userMetadataDeviants } from './users-metadata.ts'
import { userMisreadDeviants } from './users-misread.ts'
import { userOmissionDeviants } from './users-omissions.ts'
import { userProfileDeviants } from './users-profile.ts'
import { userProfileLimitDeviants } from './users-profile-limits.ts'
import { userRelatedDeviants } from './users-related.ts'
import { userUpdateDeviants } from './users-update.ts'

export const usersDeviants: readonly Deviant[] = [
  ...userMetadataDeviants,
  ...userAddressingDeviants,
  ...userProfileDeviants,
  ...userProfileLimitDeviants,
  ...userLoginDeviants,
  ...userCreateDeviants,
  ...userUpdateDeviants,
  ...userOmissionDeviants,
  ...userLinkDeviants,
  ...userRelatedDeviants,
  ...userListDeviants,
  ...userExpressionDeviants,
  ...userMisreadDeviants,
]

import { withAll } from './also-breaks.ts'
import { authDeviants, sessionsDeviants } from './auth.ts'
import { clientOperationDeviants } from './clients-operations.ts'
import { clientRegistrationDeviants } from './clients-registrations.ts'
import { clientSettingDeviants } from './clients-settings.ts'
import { grantsDeviants, tokensDeviants } from './consents.ts'
import { conventionsDeviants } from './conventions.ts'
import { credentialOperationDeviants } from './credentials-operations.ts'
import { credentialValueDeviants } from './credentials-values.ts'
import type { Deviant } from './deviant.ts'
import { elsewhereDeviants } from './elsewhere.ts'
import { errorsDeviants } from './errors.ts'
import { everyOperationDeviants } from './every-operation.ts'
import { expressionDeviants } from './expressions.ts'
import { pageDeviants } from './families/calls.ts'
import { groupOperationDeviants } from './groups-operations.ts'
import { groupPropertyDeviants } from './groups-properties.ts'
import { lifecycleReplyDeviants, lifecycleStatusDeviants } from './lifecycle-changes.ts'
import { deletedMemberDeviants, groupAppsDeviants, membershipDeviants } from './membership.ts'
import { requiredDeviants, unknownIdDeviants } from './refused-bodies.ts'
import { rulesDeviants } from './rules.ts'
import { userAddressingDeviants } from './users-addressing.ts'
import { userCreateDeviants } from './users-create.ts'
import { userLinkDeviants } from './users-links.ts'
import { userListDeviants } from './users-list.ts'
import { userMetadataDeviants } from './users-metadata.ts'
import { userProfileLimitDeviants } from './users-profile-limits.ts'
import { userLoginDeviants, userProfileDeviants } from './users-profile.ts'
import { userOmissionDeviants, userRelatedDeviants } from './users-related.ts'
import { userUpdateDeviants } from './users-update.ts'

const listed: readonly Deviant[] = [
  ...conventionsDeviants,
  ...everyOperationDeviants,
  ...clientSettingDeviants,
  ...clientRegistrationDeviants,
  ...clientOperationDeviants,
  ...requiredDeviants,
  ...groupPropertyDeviants,
  ...groupOperationDeviants,
  ...deletedMemberDeviants,
  ...membershipDeviants,
  ...rulesDeviants,
  ...groupAppsDeviants,
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
  ...expressionDeviants,
  ...pageDeviants,
  ...lifecycleStatusDeviants,
  ...lifecycleReplyDeviants,
  ...sessionsDeviants,
  ...credentialValueDeviants,
  ...credentialOperationDeviants,
  ...grantsDeviants,
  ...tokensDeviants,
  ...authDeviants,
  ...errorsDeviants,
  ...elsewhereDeviants,
  ...unknownIdDeviants,
]

/** Every deviant, by area in the order of the API description. */
export const catalogue: readonly Deviant[] = listed.map(withAll)

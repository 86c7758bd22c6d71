import { authMutants, sessionsMutants } from './auth.ts'
import { clientOperationMutants } from './clients-operations.ts'
import { clientRegistrationMutants } from './clients-registrations.ts'
import { clientSettingMutants } from './clients-settings.ts'
import { grantsMutants, tokensMutants } from './consents.ts'
import { conventionsMutants } from './conventions.ts'
import { credentialOperationMutants } from './credentials-operations.ts'
import { credentialValueMutants } from './credentials-values.ts'
import type { Mutant } from './mutant.ts'
import { elsewhereMutants } from './elsewhere.ts'
import { errorsMutants } from './errors.ts'
import { everyOperationMutants } from './every-operation.ts'
import { expressionMutants } from './expressions.ts'
import { pageMutants } from './families/calls.ts'
import { groupOperationMutants } from './groups-operations.ts'
import { groupPropertyMutants } from './groups-properties.ts'
import { lifecycleReplyMutants, lifecycleStatusMutants } from './lifecycle-changes.ts'
import { deletedMemberMutants, groupAppsMutants, membershipMutants } from './membership.ts'
import { requiredMutants, unknownIdMutants } from './refused-bodies.ts'
import { rulesMutants } from './rules.ts'
import { userAddressingMutants } from './users-addressing.ts'
import { userCreateMutants } from './users-create.ts'
import { userLinkMutants } from './users-links.ts'
import { userListMutants } from './users-list.ts'
import { userMetadataMutants } from './users-metadata.ts'
import { userProfileLimitMutants } from './users-profile-limits.ts'
import { userLoginMutants, userProfileMutants } from './users-profile.ts'
import { userOmissionMutants, userRelatedMutants } from './users-related.ts'
import { userUpdateMutants } from './users-update.ts'

/** Every mutant, by area in the order of the API description. */
export const catalogue: readonly Mutant[] = [
  ...conventionsMutants,
  ...everyOperationMutants,
  ...clientSettingMutants,
  ...clientRegistrationMutants,
  ...clientOperationMutants,
  ...requiredMutants,
  ...groupPropertyMutants,
  ...groupOperationMutants,
  ...deletedMemberMutants,
  ...membershipMutants,
  ...rulesMutants,
  ...groupAppsMutants,
  ...userMetadataMutants,
  ...userAddressingMutants,
  ...userProfileMutants,
  ...userProfileLimitMutants,
  ...userLoginMutants,
  ...userCreateMutants,
  ...userUpdateMutants,
  ...userOmissionMutants,
  ...userLinkMutants,
  ...userRelatedMutants,
  ...userListMutants,
  ...expressionMutants,
  ...pageMutants,
  ...lifecycleStatusMutants,
  ...lifecycleReplyMutants,
  ...sessionsMutants,
  ...credentialValueMutants,
  ...credentialOperationMutants,
  ...grantsMutants,
  ...tokensMutants,
  ...authMutants,
  ...errorsMutants,
  ...elsewhereMutants,
  ...unknownIdMutants,
]

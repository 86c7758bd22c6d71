import { authMutants, errorsMutants, requiredMutants, sessionsMutants, unknownIdMutants } from './errors.ts'
import { clientOperationMutants, clientRegistrationMutants } from './clients-operations.ts'
import { clientSettingMutants } from './clients-settings.ts'
import { grantsMutants, tokensMutants } from './consents.ts'
import { conventionsMutants, everyOperationMutants } from './conventions.ts'
import { credentialOperationMutants } from './credentials-operations.ts'
import { credentialValueMutants } from './credentials-values.ts'
import type { Mutant } from './mutant.ts'
import { elsewhereMutants } from './elsewhere.ts'
import { expressionMutants, userListMutants } from './users-list.ts'
import { pageMutants } from './families.ts'
import {
  deletedMemberMutants,
  groupAppsMutants,
  groupOperationMutants,
  membershipMutants,
} from './groups-operations.ts'
import { groupPropertyMutants } from './groups-properties.ts'
import { lifecycleReplyMutants, lifecycleStatusMutants, userUpdateMutants } from './users-operations.ts'
import { rulesMutants } from './rules.ts'
import {
  userAddressingMutants,
  userLinkMutants,
  userMetadataMutants,
  userOmissionMutants,
  userRelatedMutants,
} from './users-shown.ts'
import {
  userCreateMutants,
  userLoginMutants,
  userProfileLimitMutants,
  userProfileMutants,
} from './users-profile.ts'

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

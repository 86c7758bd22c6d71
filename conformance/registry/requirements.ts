/** All requirements of the three documents, and how to find one. */
import { authRequirements, errorRequirements, sessionRequirements } from './auth.ts'
import type { Requirement } from './requirement.ts'
import {
  clientGrantTypeRequirements,
  clientKeyRequirements,
  clientOperationRequirements,
} from './client-operations.ts'
import { clientRequirements } from './clients.ts'
import { conventionRequirements } from './conventions.ts'
import { credentialRequirements } from './credentials.ts'
import { grantRequirements, tokenRequirements } from './consents.ts'
import { groupAppRequirements, membershipRequirements } from './membership.ts'
import { groupOperationRequirements } from './group-operations.ts'
import { groupRequirements } from './groups.ts'
import { lifecycleRequirements } from './lifecycle.ts'
import { ruleRequirements } from './rules.ts'
import { userCredentialRequirements } from './user-credentials.ts'
import { userOperationRequirements } from './user-operations.ts'
import { userProfileRequirements, userQueryRequirements } from './user-profile.ts'
import { userRequirements } from './users.ts'

const registered = [
  ...conventionRequirements,
  ...clientRequirements,
  ...clientGrantTypeRequirements,
  ...clientKeyRequirements,
  ...clientOperationRequirements,
  ...groupRequirements,
  ...groupOperationRequirements,
  ...membershipRequirements,
  ...ruleRequirements,
  ...groupAppRequirements,
  ...userRequirements,
  ...userProfileRequirements,
  ...userOperationRequirements,
  ...userQueryRequirements,
  ...lifecycleRequirements,
  ...sessionRequirements,
  ...userCredentialRequirements,
  ...credentialRequirements,
  ...grantRequirements,
  ...tokenRequirements,
  ...authRequirements,
  ...errorRequirements,
] as const

/** The id of a requirement; a misspelled one does not compile. */
export type RequirementId = (typeof registered)[number]['id']

/** Every requirement, by area in the order of the API description. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = registered

const byId = new Map<string, Requirement>()
for (const requirement of requirements) {
  for (const id of [requirement.id, ...(requirement.aliases ?? [])]) byId.set(id, requirement)
}

/** The requirement of that id, present or former spelling; undefined where there is none. */
export function requirementById(id: string): Requirement | undefined {
  return byId.get(id)
}

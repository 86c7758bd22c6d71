/** All clauses of the three documents, and how to find one. */
import { authClauses } from './auth.ts'
import type { Clause } from './clause.ts'
import { clientGrantTypeClauses } from './client-grant-types.ts'
import { clientKeyClauses } from './client-keys.ts'
import { clientOperationClauses } from './client-operations.ts'
import { clientClauses } from './clients.ts'
import { conventionClauses } from './conventions.ts'
import { credentialClauses } from './credentials.ts'
import { errorClauses } from './errors.ts'
import { grantClauses } from './grants.ts'
import { groupAppClauses } from './group-apps.ts'
import { groupOperationClauses } from './group-operations.ts'
import { groupClauses } from './groups.ts'
import { lifecycleClauses } from './lifecycle.ts'
import { membershipClauses } from './membership.ts'
import { ruleClauses } from './rules.ts'
import { sessionClauses } from './sessions.ts'
import { tokenClauses } from './tokens.ts'
import { userCredentialClauses } from './user-credentials.ts'
import { userOperationClauses } from './user-operations.ts'
import { userProfileClauses } from './user-profile.ts'
import { userQueryClauses } from './user-queries.ts'
import { userClauses } from './users.ts'

const registered = [
  ...conventionClauses,
  ...clientClauses,
  ...clientGrantTypeClauses,
  ...clientKeyClauses,
  ...clientOperationClauses,
  ...groupClauses,
  ...groupOperationClauses,
  ...membershipClauses,
  ...ruleClauses,
  ...groupAppClauses,
  ...userClauses,
  ...userProfileClauses,
  ...userOperationClauses,
  ...userQueryClauses,
  ...lifecycleClauses,
  ...sessionClauses,
  ...userCredentialClauses,
  ...credentialClauses,
  ...grantClauses,
  ...tokenClauses,
  ...authClauses,
  ...errorClauses,
] as const

/** The id of a clause; a misspelled one does not compile. */
export type ClauseId = (typeof registered)[number]['id']

/** Every clause, by area in the order of the API description. */
export const clauses: readonly (Clause & { readonly id: ClauseId })[] = registered

const byId = new Map<string, Clause>()
for (const clause of clauses) {
  for (const id of [clause.id, ...(clause.aliases ?? [])]) byId.set(id, clause)
}

/** The clause of that id, present or former spelling; undefined where there is none. */
export function clauseById(id: string): Clause | undefined {
  return byId.get(id)
}

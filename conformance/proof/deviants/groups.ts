/** Servers that break clauses of the area `groups`. */
import { deletedMemberDeviants } from './deleted-members.ts'
import type { Deviant } from './deviant.ts'
import { groupOperationDeviants } from './groups-operations.ts'
import { groupPropertyDeviants } from './groups-properties.ts'

export const groupsDeviants: readonly Deviant[] = [
  ...groupPropertyDeviants,
  ...groupOperationDeviants,
  ...deletedMemberDeviants,
]

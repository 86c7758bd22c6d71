/** Servers that break clauses of the area `clients`. */
import { clientOperationDeviants } from './clients-operations.ts'
import { clientRegistrationDeviants } from './clients-registrations.ts'
import { clientSettingDeviants } from './clients-settings.ts'
import type { Deviant } from './deviant.ts'

export const clientsDeviants: readonly Deviant[] = [
  ...clientSettingDeviants,
  ...clientRegistrationDeviants,
  ...clientOperationDeviants,
]

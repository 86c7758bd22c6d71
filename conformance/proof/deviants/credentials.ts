/** Servers that break clauses of the area `credentials`. */
import { credentialOperationDeviants } from './credentials-operations.ts'
import { credentialValueDeviants } from './credentials-values.ts'
import type { Deviant } from './deviant.ts'

export const credentialsDeviants: readonly Deviant[] = [
  ...credentialValueDeviants,
  ...credentialOperationDeviants,
]

import { withAll } from './also-breaks.ts'
import { authDeviants } from './auth.ts'
import { clientsDeviants } from './clients.ts'
import { conventionsDeviants } from './conventions.ts'
import { credentialsDeviants } from './credentials.ts'
import type { Deviant } from './deviant.ts'
import { elsewhereDeviants } from './elsewhere.ts'
import { errorsDeviants } from './errors.ts'
import { everyOperationDeviants } from './every-operation.ts'
import { grantsDeviants } from './grants.ts'
import { groupAppsDeviants } from './group-apps.ts'
import { groupsDeviants } from './groups.ts'
import { lifecycleDeviants } from './lifecycle.ts'
import { membershipDeviants } from './membership.ts'
import { rulesDeviants } from './rules.ts'
import { sessionsDeviants } from './sessions.ts'
import { tokensDeviants } from './tokens.ts'
import { unknownIdDeviants } from './unknown-ids.ts'
import { usersDeviants } from './users.ts'

const listed: readonly Deviant[] = [
  ...conventionsDeviants,
  ...everyOperationDeviants,
  ...clientsDeviants,
  ...groupsDeviants,
  ...membershipDeviants,
  ...rulesDeviants,
  ...groupAppsDeviants,
  ...usersDeviants,
  ...lifecycleDeviants,
  ...sessionsDeviants,
  ...credentialsDeviants,
  ...grantsDeviants,
  ...tokensDeviants,
  ...authDeviants,
  ...errorsDeviants,
  ...elsewhereDeviants,
  ...unknownIdDeviants,
]

/** Every deviant, by area in the order of the API description. */
export const catalogue: readonly Deviant[] = listed.map(withAll)

/** Servers that break clauses of the area `lifecycle`. */
import type { Deviant } from './deviant.ts'
import { lifecycleReplyDeviants } from './lifecycle-replies.ts'
import { lifecycleStatusDeviants } from './lifecycle-statuses.ts'

export const lifecycleDeviants: readonly Deviant[] = [...lifecycleStatusDeviants, ...lifecycleReplyDeviants]

import { clientDecisions } from './clients.ts'
import { conventionDecisions } from './conventions.ts'
import type { Decision } from './decision.ts'
import { groupDecisions } from './groups.ts'
import { lifecycleDecisions } from './lifecycle.ts'
import { signInDecisions } from './sign-in.ts'
import { stateDecisions } from './state.ts'
import { userDecisions } from './users.ts'

export type { Decision } from './decision.ts'

/** Every choice where the API description is silent or contradicts itself, with the choice that was made. */
export const decisions: readonly Decision[] = [
  ...conventionDecisions,
  ...clientDecisions,
  ...signInDecisions,
  ...userDecisions,
  ...lifecycleDecisions,
  ...groupDecisions,
  ...stateDecisions,
]

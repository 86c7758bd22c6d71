import { clientInterpretations } from './clients.ts'
import { conventionInterpretations } from './conventions.ts'
import type { Interpretation } from './interpretation.ts'
import { groupInterpretations } from './groups.ts'
import { lifecycleInterpretations } from './lifecycle.ts'
import { signInInterpretations } from './sign-in.ts'
import { stateInterpretations } from './state.ts'
import { userInterpretations } from './users.ts'

export type { Interpretation } from './interpretation.ts'

/** Every choice where the API description is silent or contradicts itself, with the choice that was made. */
export const interpretations: readonly Interpretation[] = [
  ...conventionInterpretations,
  ...clientInterpretations,
  ...signInInterpretations,
  ...userInterpretations,
  ...lifecycleInterpretations,
  ...groupInterpretations,
  ...stateInterpretations,
]

/** Mistakes applied to every operation of the contract that they fit. */
import { accessOperators } from './access.ts'
import { effectOperators } from './effects.ts'
import { linkOperators } from './links.ts'
import { memoryOperators } from './memory.ts'
import { neighbourOperators } from './neighbours.ts'
import type { Operator } from './operator.ts'
import { parameterOperators } from './parameters.ts'
import { replyOperators } from './replies.ts'

export const operators: readonly Operator[] = [
  ...neighbourOperators,
  ...effectOperators,
  ...memoryOperators,
  ...parameterOperators,
  ...replyOperators,
  ...linkOperators,
  ...accessOperators,
]
